import assert from "node:assert/strict";
import { test } from "node:test";
import * as wire from "demo";

test("writers fill in defaults, constants and tags", () => {
  assert.equal(wire.writePresence({ required: "a", nullable: null }), '{"required":"a","nullable":null,"both":null,"defaulted":[]}');
  assert.equal(wire.writeCall({ mood: "good" }), '{"type":"function","mood":"good"}');
  assert.equal(wire.writeTextPart({ text: "x" }), '{"type":"text","text":"x"}');
  assert.equal(wire.writeTree({ children: [{}] }), '{"children":[{"children":[]}]}');
});

test("writers fill in the method of a message", () => {
  assert.equal(wire.writeStartMessage({ id: "1", params: { input: "x" } }), '{"jsonrpc":"2.0","method":"start","id":"1","params":{"input":"x","tags":[]}}');
  assert.throws(() => wire.writeStartMessage({ id: "1", result: 1 }), { message: /method is missing: expected "start"/ });
});

test("a union needs the tag", () => {
  assert.throws(() => wire.writePart({ text: "x" }), { path: "type" });
  assert.throws(() => wire.writeCall({ type: "method", mood: "good" }), { path: "type" });
});

test("readers ask for what writers fill in", () => {
  assert.equal(wire.readTextPart({ text: "x" }).ok, false);
});
