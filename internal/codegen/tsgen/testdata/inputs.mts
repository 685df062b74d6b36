import * as wire from "demo";

// What has a default, and what writers fill in, may be left out of what is written.
wire.writePresence({ required: "a", nullable: null });
wire.writePresence({ required: "a", nullable: null, defaulted: ["x"] });
// @ts-expect-error a required field
wire.writePresence({ nullable: null });
// @ts-expect-error a default of another type
wire.writePresence({ required: "a", nullable: null, defaulted: [1] });
// @ts-expect-error an undeclared field
wire.writePresence({ required: "a", nullable: null, default: [] });

// A constant, and the tag of a variant that is written by itself.
wire.writeCall({ mood: "good" });
// @ts-expect-error another constant
wire.writeCall({ type: "method", mood: "good" });
wire.writeTextPart({ text: "x" });
wire.writeTextPart({ type: "text", text: "x" });
// @ts-expect-error the tag of another variant
wire.writeTextPart({ type: "image", text: "x" });

// A union needs the tag, which tells its variants from each other.
wire.writePart({ type: "text", text: "x" });
// @ts-expect-error no tag
wire.writePart({ text: "x" });
wire.writeShape({ kind: "circle", radius: 1 });
// @ts-expect-error no tag
wire.writeShape({ radius: 1 });

// Parts of parts: lists, maps, unions and structs within themselves.
wire.writeTree({ children: [{}, { children: [{}] }] });
wire.writeEvent({ type: "Nested", payload: { event: { type: "Answered", payload: { yes: true } } } });
wire.writeStartMessage({ id: "1", params: { input: [{ type: "text", text: "x" }] } });
wire.writeMessage({ method: "start", id: "1", params: { input: "x" } });
// @ts-expect-error a message of any method needs its method
wire.writeMessage({ id: "1", params: { input: "x" } });
// @ts-expect-error params of another method
wire.writeMessage({ method: "start", id: "1", params: { answer: 1 } });
wire.writeClientMessage({ method: "start", id: "1", params: { input: "x" } });

// Writers change nothing of what they are given: readonly lists were refused, and interfaces for an object.
declare const texts: readonly string[];
interface Own {
  a: number;
}
declare const own: Own;
declare const answer: wire.Answer;
wire.writePresence({ required: "a", nullable: null, defaulted: texts });
wire.writeInput([{ type: "text", text: "x" }] as const);
wire.writeWords(["a", ["b", texts]] as const);
wire.writeTree({ children: [{ children: [] }] } as const);
wire.writeHeld({ free: own });
wire.writeHeld({ free: answer });
wire.writeHeld({ free: { a: 1 } });
// @ts-expect-error a list is no object
wire.writeHeld({ free: ["a"] });
// @ts-expect-error nor is a text
wire.writeHeld({ free: "a" });
// @ts-expect-error what is read may be changed
export const changed: wire.Presence["defaulted"] = texts;

// What was read can be written.
export function forward(presence: wire.Presence, part: wire.Part, event: wire.Event, message: wire.Message, tree: wire.Tree): string[] {
  const call: wire.CallInput = {} as wire.Call;
  return [wire.writePresence(presence), wire.writePart(part), wire.writeEvent(event), wire.writeMessage(message), wire.writeTree(tree), wire.writeCall(call)];
}

// What is read has every default and every constant.
export const list = (presence: wire.Presence): string[] => presence.defaulted;
// @ts-expect-error it may be left out
export const maybe = (presence: wire.PresenceInput): string[] => presence.defaulted;
export const constant = (call: wire.Call): "function" => call.type;

// There is no second type where nothing differs.
// @ts-expect-error not declared
export type None = wire.AnswerInput;
// @ts-expect-error a variant alone may leave out its tag, which makes no difference for the union
export type NoUnion = wire.PartInput;
