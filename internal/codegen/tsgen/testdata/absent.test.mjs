import assert from "node:assert/strict";
import { test } from "node:test";
import * as wire from "absent";
import * as ends from "absent/connection";

const bare = { type: "response", request_seq: 1, command: "threads", success: true };

test("a response without a result", () => {
  assert.ok(wire.isMessage(bare));
  assert.equal(wire.readMessage(bare).value, bare);
  assert.deepEqual(JSON.parse(wire.writeMessage(bare)), bare);
  assert.deepEqual(wire.readMessage({ ...bare, command: "must" }).value, { ...bare, command: "must", body: {} });
  assert.equal(wire.isMessage({ ...bare, command: "must" }), false);
  assert.deepEqual(wire.readResultOf("threads", undefined), { ok: true, value: undefined });
  assert.ok(wire.isResultOf("threads", undefined));
  assert.equal(wire.isResultOf("must", undefined), false);
  const call = { type: "request", seq: 1, command: "threads", arguments: { some: true } };
  assert.deepEqual(wire.reply(call, undefined), bare);
  assert.deepEqual(wire.reply(call, { names: [] }), { ...bare, body: { names: [], main: 1 } });
});

test("ends of a connection", async () => {
  const [near, far] = ends.pair();
  const said = [];
  const tapped = { ...far, messages: far.messages, close: () => far.close(), send: (text) => (said.push(JSON.parse(text)), far.send(text)) };
  ends.serve(tapped, { handle: { threads: ({ some }) => (some ? { names: ["a"] } : undefined), stop() {}, must: () => ({}) } });
  const conn = await ends.connect(near);
  assert.deepEqual(await conn.call("threads", { some: true }), { names: ["a"], main: 1 });
  assert.equal(await conn.call("threads", { some: false }), undefined);
  assert.equal(await conn.call("stop"), undefined);
  assert.deepEqual(await conn.call("must"), {});
  assert.deepEqual(said.map((m) => m.body), [{ names: ["a"], main: 1 }, undefined, undefined, {}]);
  await conn.close();
});
