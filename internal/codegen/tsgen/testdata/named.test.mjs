import assert from "node:assert/strict";
import { test } from "node:test";
import * as wire from "named";

test("writers fill in the tag, the method and defaults", () => {
  assert.equal(wire.writeNextMessage({ seq: 1, arguments: {} }), '{"type":"request","seq":1,"command":"next","arguments":{"lines":1}}');
  assert.equal(wire.writeStoppedMessage({ body: { reason: "step" } }), '{"type":"event","event":"stopped","body":{"reason":"step"},"seq":0}');
  assert.equal(
    wire.writeResponse({ request_seq: 1, command: "next", success: false, message: "no" }),
    '{"type":"response","request_seq":1,"command":"next","success":false,"message":"no"}',
  );
});

test("a message of another kind is not written", () => {
  assert.throws(() => wire.writeNextMessage({ type: "event", event: "stopped", body: { reason: "step" } }), { path: "type" });
  assert.throws(() => wire.writeNextMessage({ seq: 1, command: "last", arguments: {} }), { path: "command" });
  assert.throws(() => wire.writeResponse({ type: "request", seq: 1, command: "next", arguments: {} }), { path: "type" });
});

test("among several kinds the tag is needed", () => {
  assert.equal(wire.writeMessage({ type: "request", seq: 1, command: "next", arguments: {} }), '{"type":"request","seq":1,"command":"next","arguments":{"lines":1}}');
  assert.throws(() => wire.writeMessage({ seq: 1, command: "next", arguments: {} }), { path: "type" });
});

test("readers ask for what writers fill in", () => {
  assert.equal(wire.readNextMessage({ seq: 1, command: "next", arguments: {} }).ok, false);
});

// The members of extensions were those of JSON-RPC.
test("messages of extensions have the members of their shape", () => {
  const request = { type: "request", seq: 1, command: "_run", arguments: [1] };
  const notification = { type: "event", event: "_log", body: { a: 1 } };
  assert.deepEqual(wire.newExtension("_run", [1], 1), request);
  assert.deepEqual(wire.newExtension("_log", { a: 1 }), notification);
  assert.equal(wire.writeMessage(wire.newExtension("_log")), '{"type":"event","event":"_log","seq":0}');
  assert.throws(() => wire.newExtension("next", {}, 1), { path: "command" });
  assert.throws(() => wire.newExtension("next"), { path: "event" });
  assert.equal(wire.isExtension(request), true);
  assert.equal(wire.isExtension({ ...notification, seq: 0 }), true);
  assert.equal(wire.isExtension({ ...request, command: "run" }), false);
  assert.equal(wire.isExtension({ type: "response", request_seq: 1, command: "_run", success: true, body: {} }), false);
});
