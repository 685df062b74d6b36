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
