import * as wire from "extensions";

function methods(m: wire.Message): string {
  if (wire.isExtension(m)) {
    const method: `_${string}` | `$/${string}` = m.method;
    return method;
  }
  switch (m.method) {
    case "run":
      return m.params.text;
    case "$/cancel":
      return m.params.id;
    case undefined:
      return "";
    default:
      return m.method;
  }
}

// A switch narrows without a guard as well.
function narrows(m: wire.Message): string {
  switch (m.method) {
    case "run":
      return m.params.text;
    case "$/cancel":
      return m.params.id;
    default:
      return "";
  }
}

const written: wire.ExtensionMessage = { jsonrpc: "2.0", method: "_a/b", params: 1 };
const made: wire.ExtensionMessage = wire.newExtension("$/log", { text: "" });
const method = "x" as string;
if (wire.isExtensionMethod(method)) method satisfies `_${string}` | `$/${string}`;

function colors(c: wire.Color): string {
  if (wire.isExtensionColor(c)) {
    const text: `x-${string}` | `\`\${${string}` = c;
    return text;
  }
  switch (c) {
    case "red":
      return "r";
    case "green":
      return "g";
    default:
      return c satisfies never;
  }
}

function levels(l: wire.Level): string {
  switch (l) {
    case "low":
    case "x-high":
      return l;
    default:
      return l satisfies `x-${string}` | `\`\${${string}`;
  }
}

function parts(p: wire.Part): string {
  switch (p.type) {
    case "text":
      return p.text;
    case "image":
      return p.url;
    default:
      return p.type satisfies `_${string}`;
  }
}

// A declared tag has the prefix: it narrows as well.
function notes(n: wire.Note): string {
  switch (n.type) {
    case "plain":
      return n.text;
    case "_rich":
      return n.html;
    default:
      return wire.unknownTag(n) satisfies `_${string}`;
  }
}

const other1: wire.Part = { type: "_video" };
const other2: wire.Part = wire.unknownPart({ type: "_video", seconds: 1 });
const isOf: boolean = wire.isExtensionOpen({ type: "text", text: "" });
// @ts-expect-error no tag of an extension
const other3: wire.Part = { type: "video" };
// @ts-expect-error a declared variant is not one of an extension
const other4: wire.Note = { type: "_rich" };
void parts, notes, other1, other2, other3, other4, isOf;

const closed: wire.Closed = { a: 1, "x-a": 2, "x-b": [3] };
const more: unknown = closed["x-b"];
const own: number | undefined = closed["x-a"];
const loose: wire.Loose = { "x-b": 1 };
// @ts-expect-error not in a namespace
const loose1: wire.Loose = { b: 1 };
// @ts-expect-error a declared key keeps its type
const closed1: wire.Closed = { "x-a": "" };
void more, own, loose, loose1, closed1;

const size: wire.Size = "x-huge";
if (wire.isExtensionSize(size)) size satisfies string;
const paint: wire.Paint = { color: "x-blue", size, shades: { low: 1, "x-high": 2 } };
// @ts-expect-error no value of an extension
const color: wire.Color = "blue";

// @ts-expect-error a method without a prefix
const other: wire.ExtensionMessage = { jsonrpc: "2.0", method: "a/b" };
// @ts-expect-error a declared method is not that of an extension
const declared: wire.ExtensionMessage = { jsonrpc: "2.0", method: "$/cancel" };

void colors, levels, paint, color, methods, narrows, written, made, other, declared;
