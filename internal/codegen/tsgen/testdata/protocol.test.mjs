import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import * as wire from "protocol";

const value = (r) => {
  assert.ok(r.ok, JSON.stringify(r.errors));
  return r.value;
};
const fault = (r) => {
  assert.equal(r.ok, false);
  return `${r.errors[0].path}: ${r.errors[0].message}`;
};
const job = { kind: "tell", method: "job", params: { id: "a" }, level: "low" };
const hello = (id) => ({ kind: "ask", id, method: "hello", params: { versions: [1], features: [], can: { draw: false } }, level: "low" });

test("the normal form is given back as the same object", () => {
  for (const m of [job, hello(1), { kind: "answer", id: "a", result: null, level: "high", at: 1 }, { kind: "tell", method: "later", level: "low" }]) {
    assert.ok(wire.isMessage(m));
    assert.equal(value(wire.readMessage(m)), m);
    assert.deepEqual(value(wire.parseMessage(wire.writeMessage(m))), m);
  }
});

test("params by position are read by name", () => {
  const read = value(wire.readMessage({ kind: "ask", id: 1, method: "hello", params: [[2], ["jobs"]] }));
  assert.deepEqual(read, { ...hello(1), params: { versions: [2], features: ["jobs"], can: { draw: false } } });
  assert.ok(wire.isHelloMessage(read));
  assert.equal(fault(wire.readMessage({ kind: "ask", id: 1, method: "hello", params: [[2, "x"]] })), "params[0][1]: expected an integer, found the string \"x\"");
  assert.equal(fault(wire.readMessage({ kind: "ask", id: 1, method: "draw", params: [1, 2] })), "params: expected an array of at most 1 item, found an array of 2 items");
  assert.equal(fault(wire.readMessage({ kind: "ask", id: 1, method: "draw", params: 1 })), "params: expected an object or an array, found the number 1");
});

test("the tag determines the shape of a message", () => {
  assert.equal(wire.isMessage({ ...job, kind: "ask" }), false);
  assert.equal(wire.writeMessage({ ...job, at: 5 }), '{"kind":"tell","method":"job","params":{"id":"a"},"at":5,"level":"low"}');
  assert.deepEqual(value(wire.readMessage({ ...job, id: 7 })), job);
  assert.deepEqual(value(wire.readMessage({ kind: "answer", id: 1, method: "x", result: 1, error: { code: 1, message: "" } })), {
    kind: "answer", id: 1, error: { code: 1, message: "" }, level: "low",
  });
  assert.equal(fault(wire.readMessage({ ...job, kind: "say" })), 'kind: expected one of "ask", "answer", "tell", found the string "say"');
});

test("an ignored message has no other type", () => {
  const raw = { ...hello(1.5), extra: [1] };
  const ignored = value(wire.readMessage(raw));
  assert.ok(wire.isIgnoredMessage(ignored));
  assert.ok(wire.isMessage(ignored) && wire.isClientMessage(ignored));
  assert.equal(wire.isHelloMessage(ignored) || wire.isResponse(ignored) || wire.isUnknownMessage(ignored), false);
  assert.equal(ignored.raw, raw);
  assert.equal(wire.isIgnoredMessage({ raw }), false);
  assert.throws(() => wire.writeMessage(ignored), { message: "expected a message that can be sent, found an ignored message" });
  assert.ok(wire.isIgnoredMessage(value(wire.readMessage({ kind: "answer", id: 1 }))));
});

test("batches", () => {
  const batch = [job, hello(1), hello("1")];
  assert.ok(wire.isBatch(batch));
  assert.equal(value(wire.readBatch(batch)), batch);
  assert.equal(wire.writeBatch(batch), `[${batch.map(wire.writeMessage).join(",")}]`);
  assert.deepEqual(value(wire.parseBatch('[{"kind":"tell","method":"job","params":["a"]}]')), [job]);
  assert.equal(wire.isBatch([]) || wire.isBatch([hello(1), hello(1)]), false);
  assert.equal(fault(wire.readBatch([])), ": expected an array of 1 to 3 items, found an array of 0 items");
  assert.equal(fault(wire.readBatch([hello(1), job, hello(1)])), "[2].id: expected a unique id, found the number 1");
  assert.throws(() => wire.writeBatch([hello(1), hello(1)]), { message: "[1].id: expected a unique id, found the number 1" });
  assert.throws(() => wire.writeBatch([job, { ...job, params: {} }]), { message: "[1].params.id is missing: expected a string" });
});

test("errors have kinds, ranges and data", () => {
  const error = { code: -32002, message: "m", data: { kind: "Busy", detail: "d" } };
  assert.equal(wire.errorKind(error), "Busy");
  assert.equal(wire.errorKind({ data: Object.create({ kind: "Busy" }) }), undefined);
  assert.equal(wire.errorKind({ data: null }), undefined);
  assert.equal(wire.errorRange(-32099), "server");
  assert.equal(wire.errorRange(7), undefined);
  assert.equal(value(wire.readErrorData("Busy", error)).times, 1);
  assert.equal(fault(wire.readErrorData("Busy", { data: {} })), "data.detail: missing: expected a string");
  assert.equal(fault(wire.readErrorData("Busy", {})), "data: missing: expected an object");
  const made = wire.newError("Busy", { detail: "d", times: 1 });
  assert.deepEqual(made, { code: -32002, message: "Busy", data: { kind: "Busy", detail: "d", times: 1 } });
  assert.equal(wire.newError("Busy", { detail: "d", times: 1 }, "later").message, "later");
  // An error that was made without a message had its name.
  assert.deepEqual(wire.newError("Stale"), { code: -32001, message: "The versions differ.", data: { kind: "Stale" } });
  assert.equal(wire.newError("Stale", undefined, "later").message, "later");
  assert.throws(() => wire.newError("Busy", { times: 1 }), { message: "detail is missing: expected a string" });
  // Data of another shape than declared was accepted and written.
  const answer = (data) => ({ ...wire.fail({ id: 1 }, made), level: "low", error: { ...made, data } });
  assert.ok(wire.isMessage(answer(made.data)));
  for (const data of [{ kind: "Busy" }, { detail: "d" }, "d"]) {
    assert.equal(wire.isMessage(answer(data)), false);
    assert.equal(wire.readMessage(answer(data)).ok, false);
    assert.throws(() => wire.writeMessage(answer(data)), wire.WireError);
  }
});

test("the handshake and what it opens", () => {
  assert.equal(wire.pickVersion([2, 1, 9]), 2);
  assert.equal(wire.pickVersion([9]), undefined);
  assert.deepEqual(wire.commonFeatures(["state", "jobs", "state"], ["jobs", "state", "later"]), ["state", "jobs"]);
  assert.ok(wire.gateOpen(undefined, {}));
  assert.ok(wire.gateOpen("feature jobs", { features: ["jobs"] }));
  assert.ok(wire.gateOpen("subscription subscribe", { subscriptions: ["subscribe"] }));
  assert.equal(wire.gateOpen("client.draw", { client: { draw: false } }) || wire.gateOpen("client.draw", { client: null }) || wire.gateOpen("feature jobs", {}), false);
  // A gate over a boolean or something else was open for false.
  const log = [undefined, null, false, true, "", { detail: "x" }].map((v) => wire.gateOpen("client.log", { client: { draw: true, log: v } }));
  assert.deepEqual(log, [false, false, false, true, true, true]);
  // A path did not go on into the options of a boolean or options.
  const more = [undefined, true, "more", {}, { detail: "x", more: "" }].map((v) => wire.gateOpen("client.log.more", { client: { draw: true, log: v } }));
  assert.deepEqual(more, [false, false, false, false, true]);
  // Nor into those structs of a union that have the field.
  const wide = [undefined, { detail: "x" }, { wide: 0 }, { detail: "x", wide: "" }].map((v) => wire.gateOpen("client.kind.wide", { client: { draw: true, kind: v } }));
  assert.deepEqual(wide, [false, false, true, true]);
  const flat = [{ wide: 0, flat: true }, { wide: 0, flat: { detail: "x", more: "" } }, { detail: "x", flat: "" }].map((v) => wire.gateOpen("client.kind.flat.more", { client: { draw: true, kind: v } }));
  assert.deepEqual(flat, [false, true, false]);
  assert.equal(wire.gateOpen("client.nothing", { client: { draw: true, nothing: null } }), false);
  assert.deepEqual(wire.Dialect.framing, { kind: "length-prefix", maxBytes: 65536, width: 4, order: "big" });
  assert.deepEqual(wire.Dialect.rate, { perMinute: 60, error: "Busy" });
  assert.equal(wire.METHODS.job.gate, "subscription subscribe");
});

test("the package works with require", () => {
  const common = createRequire(import.meta.url)("protocol");
  assert.ok(common.isIgnoredMessage(common.readMessage(hello(1.5)).value));
  assert.equal(common.writeBatch([job]), wire.writeBatch([job]));
});
