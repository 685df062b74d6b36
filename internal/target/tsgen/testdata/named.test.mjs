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
