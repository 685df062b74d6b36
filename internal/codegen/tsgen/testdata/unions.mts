import * as wire from "unions";

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function same<T extends true>(): T | undefined {
  return undefined;
}

// External: a name, or an object with one member.
export function step(v: wire.Step): string {
  if (typeof v === "string") {
    if (v === "none") return v;
    const rest: wire.UnknownStep = v;
    return wire.unknownTag(rest);
  }
  if ("point" in v) return String(v.point.x);
  if ("label" in v) return v.label;
  const rest: wire.UnknownStep = v;
  return wire.unknownTag(rest);
}
export const steps: wire.Step[] = ["none", { point: { x: 1, y: 2 } }, wire.unknownStep("later"), wire.unknownStep({ later: 1 })];
// @ts-expect-error a body of the wrong type
export const wrongBody: wire.Step = { point: { x: "1", y: 2 } };
// @ts-expect-error not declared
export const wrongName: wire.Step = "later";
// @ts-expect-error not declared
export const wrongMember: wire.Step = { later: 1 };
const loose = { point: { x: "1" } };
// @ts-expect-error a body of the wrong type, no longer a literal
export const wrongLoose: wire.Step = loose;
same<Equal<wire.Mood, "calm" | "angry">>();

// Adjacent: a variant without a payload has no content.
export const commands: wire.Command[] = [{ t: "stop" }, { t: "start", c: { x: 1, y: 2 } }];
// @ts-expect-error the content is missing
export const noContent: wire.Command = { t: "start" };

// Tags that are integers or booleans.
export function op(v: wire.Op): number {
  switch (v.op) {
    case 0:
      return v.d;
    case 1:
      return 1;
    case 10:
      return v.d.x;
    default: {
      const rest: wire.UnknownOp = v;
      const tag: number = wire.unknownTag(rest, "op");
      return tag;
    }
  }
}
export function level(v: wire.Level): string | undefined {
  switch (v.kind) {
    case 0:
      return v.a;
    case 2:
      return v.b;
    default:
      return String(wire.unknownTag(v));
  }
}
export const levels: wire.Level[] = [{ kind: 0, a: "" }, { kind: 2 }, wire.unknownLevel({ kind: 7 })];
// @ts-expect-error a field is missing
export const wrongLevel: wire.Level = { kind: 0 };
// @ts-expect-error not declared
export const noLevel: wire.Level = { kind: 7 };
export function answer(v: wire.Answer): string {
  return v.ok ? v.value : v.reason;
}
export function maybe(v: wire.Maybe): string {
  if (v.ok) return v.value;
  const rest: wire.UnknownMaybe = v;
  same<Equal<typeof rest.ok, false>>();
  return "";
}

// Several tags, and none.
export function schema(v: wire.Schema): number | undefined {
  switch (v.type) {
    case "number":
    case "integer":
      return v.min;
    case "string":
      return v.len;
    default: {
      const rest: wire.UnknownSchema = v;
      return rest.type.length;
    }
  }
}
export function server(v: wire.Server): string {
  switch (v.type) {
    case undefined:
      return v.command;
    case "http":
      return v.url;
    default: {
      const rest: wire.UnknownServer = v;
      return wire.unknownTag(rest);
    }
  }
}
export const servers: wire.Server[] = [{ command: "x" }, { type: "http", url: "u" }];
// @ts-expect-error the tag of the default is not written
export const tagged: wire.Server = { type: "stdio", command: "x" };

// A union in a union.
export function content(v: wire.Content): string {
  switch (v.type) {
    case "job":
      switch (v.action) {
        case "start":
          return v.name;
        case "stop":
          return "";
        default: {
          const rest: wire.UnknownJob = v;
          same<Equal<typeof rest.type, "job">>();
          return wire.unknownTag(rest);
        }
      }
    case "plain":
      return v.p;
    case "resource":
      return "text" in v ? v.text : v.blob;
    default: {
      const rest: wire.UnknownContent = v;
      return wire.unknownTag(rest);
    }
  }
}
export const later: wire.Content = wire.unknownJob({ type: "job", action: "later", more: 1 });

// The first variant that accepts the value.
export function action(v: wire.Action): string {
  if (typeof v === "string") return v;
  return "command" in v ? v.command : v.kind;
}
