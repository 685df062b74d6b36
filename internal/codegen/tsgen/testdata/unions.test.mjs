import assert from "node:assert/strict";
import { test } from "node:test";
import * as wire from "unions";

const value = (r) => {
  assert.ok(r.ok, JSON.stringify(r.errors));
  return r.value;
};
const fault = (r) => {
  assert.equal(r.ok, false);
  return `${r.errors[0].path}: ${r.errors[0].message}`;
};

test("the normal form is given back as the same object", () => {
  for (const [type, v] of [
    ["Step", { point: { x: 1, y: 2 } }],
    ["Step", { later: [1], gone: undefined }],
    ["Command", { t: "stop", c: "not looked at" }],
    ["Op", { op: 77 }],
    ["Schema", { type: "integer" }],
    ["Server", { command: "x" }],
    ["Content", { type: "job", action: "later" }],
    ["Action", { title: "t", command: "ls" }],
  ]) {
    assert.ok(wire[`is${type}`](v), type);
    assert.equal(value(wire[`read${type}`](v)), v);
  }
});

test("own members only", () => {
  class Odd {
    constructor(v) {
      Object.assign(this, v);
    }
    get type() {
      return "plain";
    }
    get point() {
      return { x: 1, y: 2 };
    }
  }
  assert.equal(wire.isContent(new Odd({ p: "" })), false);
  assert.equal(fault(wire.readContent(new Odd({ p: "" }))), "type: missing: expected a string");
  assert.ok(wire.isStep(new Odd({ later: 1 })));
  assert.equal(fault(wire.readStep(new Odd({}))), ": expected an object with one member, found an object with 0 members");
  assert.equal(fault(wire.readStep([1])), ": expected a string or an object, found an array");
});

test("a value that an earlier variant accepts is not in the normal form of a later one", () => {
  const v = { title: "t", kind: "k" };
  assert.equal(wire.isAction(v), false);
  assert.deepEqual(value(wire.readAction(v)), { title: "t", command: "ls" });
  assert.ok(wire.isAction({ kind: "k" }));
  assert.equal(wire.writeAction({ kind: "k" }), '{"kind":"k"}');
});

test("negative zero is not a tag in the normal form", () => {
  assert.equal(wire.isOp({ op: -0, d: 1 }), false);
  assert.ok(Object.is(value(wire.readOp({ op: -0, d: 1 })).op, 0));
  assert.equal(wire.isLevel({ kind: -0, a: "" }), false);
});

test("writers refuse what is not declared, unless it is kept", () => {
  assert.throws(() => wire.writeMood("glad"), { message: 'expected one of "calm", "angry", found the string "glad"' });
  assert.throws(() => wire.writeStep({ point: { x: 1 }, label: "" }), { message: "expected an object with one member, found an object with 2 members" });
  assert.equal(wire.writeStep({ later: { b: 1, a: 2 } }), '{"later":{"b":1,"a":2}}');
  assert.equal(wire.writeServer({ type: "pipe", command: "x" }), '{"command":"x"}');
  assert.throws(() => wire.writeJob({ action: "later" }), { message: 'type is missing: expected "job"' });
});

// A second union with another key once made callers name the key.
test("the tag of an unknown variant is found in the value", () => {
  const tag = wire.unknownTag;
  assert.equal(tag(wire.unknownCommand({ t: "later", c: { type: "number" } })), "later");
  assert.equal(tag(wire.unknownLevel({ kind: 9, type: "number" })), 9, "the type is declared");
  assert.equal(tag(wire.unknownContent({ type: "later" })), "later", "a member of an object is not its name");
  assert.equal(tag(value(wire.readJob({ type: "job", action: "later" }))), "later", "it is within the variant job");
  const both = { op: 7, type: "later" };
  assert.deepEqual([tag(wire.unknownOp(both)), tag(wire.unknownOp(both), "op"), tag(wire.unknownContent(both), "type")], [7, 7, "later"]);
  const named = { op: 7 };
  assert.deepEqual([tag(named), tag(wire.unknownStep(named), null)], [7, "op"]);
});

test("unknown variants are constructed and recognized", () => {
  assert.equal(wire.unknownTag(wire.unknownStep({ later: 1 })), "later");
  assert.equal(wire.unknownTag(wire.unknownStep("later")), "later");
  assert.equal(wire.unknownTag(wire.unknownOp({ op: 7 })), 7);
  assert.throws(() => wire.unknownStep("nothing"), { message: 'expected a name that Step does not declare, found the string "nothing"' });
  assert.throws(() => wire.unknownLevel({ kind: 3 }), { message: "kind: expected a tag that Level does not declare, found the number 3" });
  assert.throws(() => wire.unknownLevel({ kind: 1.5 }));
  assert.ok(wire.isKnownServer({ command: "x" }));
  assert.ok(wire.isKnownStep({ point: { x: 1, y: 2 } }));
  assert.equal(wire.isKnownStep({ later: 1 }), false);
  assert.equal(wire.isKnownMaybe({ ok: false }), false);
});

test("depth is counted", () => {
  let deep = 1;
  for (let i = 0; i < 1100; i++) deep = [deep];
  assert.throws(() => wire.writeStep({ later: deep }), { message: "expected at most 1000 levels of nesting, found more" });
});
