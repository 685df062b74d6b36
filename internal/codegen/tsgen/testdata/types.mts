import * as wire from "demo";
import type { Methods, Part } from "demo/types";
import { isTextPart } from "demo/guards";

declare module "demo" {
  interface Events {
    VendorThing: { a: number };
  }
  interface Requests {
    VendorQuestion: { b: string };
  }
}

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function same<T extends true>(): T | undefined {
  return undefined;
}

// Vendors add events by declaration merging.
export const vendor: wire.EventType = "VendorThing";
// A request without a declared result once made the declarations of the package wrong.
export const vendorRequest: wire.RequestType = "VendorQuestion";

// A switch over tags narrows, the unknown is what is left, and it is exhaustive.
export function describe(part: wire.Part): string {
  switch (part.type) {
    case "text":
      return part.text;
    case "image":
      return part.alt ?? part.url;
    default:
      same<Equal<typeof part, wire.UnknownPart>>();
      return wire.unknownTag(part);
  }
}
export function area(shape: wire.Shape): number {
  switch (shape.kind) {
    case "circle":
      return shape.radius;
    case "square":
      return shape.side;
    default: {
      const none: never = shape;
      return none;
    }
  }
}
export function text(event: wire.Event): string {
  if (!wire.isKnownEvent(event)) return wire.unknownTag(event);
  switch (event.type) {
    case "Begin":
      return typeof event.payload.input === "string" ? event.payload.input : String(event.payload.input.length);
    case "PartAdded":
      return describe(event.payload);
    case "Nested":
      return text(event.payload.event);
    case "Answered":
      return String(event.payload.yes);
    case "End":
      return "";
  }
}

// Malformed known variants are not accepted as unknown ones.
// @ts-expect-error text is missing
export const malformed: Part = { type: "text" };
declare const anyTag: { type: string };
// @ts-expect-error a tag that may be any string
export const loose: Part = anyTag;
// @ts-expect-error an unknown variant is made by unknownPart
export const future: Part = { type: "video", url: "u" };
export const made: Part = wire.unknownPart({ type: "video", url: "u" });
// @ts-expect-error not every declared tag is known to a union that rejects
export const triangle: wire.Shape = { kind: "triangle" };

// Presence.
export const least: wire.Presence = { required: "a", nullable: null, defaulted: [] };
// @ts-expect-error a default is present in the normal form
export const noDefault: wire.Presence = { required: "a", nullable: null };
// @ts-expect-error exactOptionalPropertyTypes: absent is not undefined
export const undefinedIsNoInt: wire.Presence = { required: "a", nullable: null, defaulted: [], optional: undefined };

// Enums.
export const open: wire.Editor = "helix";
// @ts-expect-error a closed enum
export const closed: wire.Mood = "so-so";

// Maps of methods, events and requests.
same<Equal<Methods["start"]["params"], wire.StartParams>>();
same<Equal<Methods["request"]["result"], wire.Answer>>();
same<Equal<wire.Events["Begin"], wire.Begin>>();
same<Equal<wire.RequestResults["Ask"], wire.Answer>>();
same<Equal<(typeof wire.ErrorCodes)["BUSY"], -32000>>();
same<Equal<wire.Capabilities["client"], wire.Abilities>>();

// Messages narrow by their method. A notification did not, beside the type of one with an id.
export function handle(message: wire.Message): string {
  switch (message.method) {
    case "start":
      return message.id + message.params.tags.join();
    case "event":
      return text(message.params);
    case "request":
      return message.params.type;
    case "cancel":
    case "ping":
      return message.id;
    case undefined:
      return message.error === undefined ? String(message.result) : message.error.message;
    default:
      same<Equal<typeof message.params, unknown>>();
      return message.id ?? "";
  }
}

// Unknown messages can be excluded first; then the switch over methods is exhaustive.
export function dispatch(message: wire.Message): string {
  if (wire.isUnknownMessage(message)) return `no method ${message.method}`;
  const { method, params } = message;
  switch (method) {
    case "start":
      return params.tags.join();
    case "event":
      return text(params);
    case "request":
      return params.type;
    case "cancel":
      return JSON.stringify(params);
    case "ping":
      same<Equal<typeof params, undefined>>();
      return "";
    case undefined:
      same<Equal<typeof params, undefined>>();
      return "";
    default: {
      const none: never = method;
      return none;
    }
  }
}

// Readers and guards.
const read = wire.readEvent({});
if (read.ok) {
  same<Equal<typeof read.value, wire.Event>>();
} else {
  same<Equal<(typeof read.errors)[number], wire.ReadError>>();
}
declare const unread: unknown;
if (isTextPart(unread)) same<Equal<typeof unread, wire.TextPart>>();
export const written: string = wire.writeTextPart({ type: "text", text: "x" });
export const order: -1 | 0 | 1 = wire.compareVersions("1.9", "1.10");

// The entry of a table for a method that is only known at run time.
export function sinceWhen(name: keyof typeof wire.METHODS): string {
  const info: wire.MethodInfo = wire.METHODS[name];
  return info.since ?? info.after ?? "1.0";
}
export function answerOf(tag: keyof typeof wire.REQUESTS): unknown {
  const info: wire.MessageInfo = wire.REQUESTS[tag];
  return info.onFailure;
}
