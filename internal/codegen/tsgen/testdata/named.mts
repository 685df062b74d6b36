import * as wire from "named";

// The writer of one kind of message knows its tag and its method.
wire.writeNextMessage({ seq: 1, arguments: {} });
wire.writeNextMessage({ type: "request", seq: 1, command: "next", arguments: { lines: 2 } });
// @ts-expect-error the tag of another shape
wire.writeNextMessage({ type: "event", seq: 1, arguments: {} });
// @ts-expect-error the id is called seq
wire.writeNextMessage({ id: 1, arguments: {} });
wire.writeStoppedMessage({ body: { reason: "step" } });
wire.writeResponse({ request_seq: 1, command: "next", success: true, body: {} });

// Several kinds are told by the tag, which says what their members are called.
wire.writeMessage({ type: "request", seq: 1, command: "next", arguments: {} });
wire.writeMessage({ type: "event", event: "stopped", body: { reason: "step" } });
// @ts-expect-error no tag
wire.writeMessage({ seq: 1, command: "next", arguments: {} });
// @ts-expect-error no method
wire.writeClientMessage({ type: "request", seq: 1, arguments: {} });
// @ts-expect-error no tag
wire.writeMessage({ request_seq: 1, command: "next", success: true, body: {} });

// What was read can be written, and an answer, too.
export function forward(message: wire.Message, unknown: wire.UnknownMessage, call: wire.NextMessage): (string | undefined)[] {
  const refused = wire.refuseUnknown(unknown);
  return [
    wire.writeMessage(message),
    wire.writeUnknownMessage(unknown),
    wire.writeMessage(wire.reply(call, {})),
    wire.writeResponse(wire.fail(call, { message: "no" })),
    refused && wire.writeResponse(refused),
  ];
}

// A message of an extension has the members of its shape.
export function extension(message: wire.Message): string {
  if (!wire.isExtension(message)) return "";
  const method: `_${string}` = message.type === "request" ? message.command : message.event;
  return method;
}
wire.writeMessage(wire.newExtension("_log", { a: 1 }));
export const run: wire.ExtensionMessage = { type: "request", seq: 1, command: "_run" };
// @ts-expect-error the method of a request is called command
export const log: wire.ExtensionMessage = { type: "request", seq: 1, event: "_log" };
