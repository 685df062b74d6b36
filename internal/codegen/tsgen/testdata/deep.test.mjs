import assert from "node:assert/strict";
import { test } from "node:test";
import * as wire from "deep";

// Values that contain inner, twice if possible: such a cycle has as many paths as possible.
const shapes = {
  Node: (inner) => ({ left: inner, right: inner }),
  Null: (inner) => ({ next: inner, tail: inner }),
  Rows: (inner) => [inner, inner],
  Table: (inner) => ({ a: inner, b: inner }),
  Couple: (inner) => [inner, inner],
  Flat: (inner) => ({ kind: "pair", a: inner, b: inner }),
  Apart: (inner) => ({ kind: "pair", body: [inner, inner] }),
  Named: (inner) => ({ pair: [inner, inner] }),
  Keyed: (inner) => ({ both: 1, a: inner, b: inner }),
  Kinds: (inner) => [inner, inner],
  Ordered: (inner) => ({ a: inner, b: inner }),
};
const kept = {
  Kept: (inner) => ({ content: inner }),
  Held: (inner) => ({ content: { inner } }),
  More: (inner) => ({ more: [inner, inner] }),
  Flat: (inner) => ({ kind: "later", inner }),
};
const message = "expected at most 1000 levels of nesting, found more";

/** A value that holds itself. */
function circle(make) {
  const v = make(null);
  const inner = make(v);
  return Object.assign(v, inner);
}

/** A value that is n levels deep or more, and wide at its end alone. */
function tower(make, n) {
  let v = make(null);
  for (let i = 0; i < n; i++) {
    const inner = v;
    let once = false;
    v = JSON.parse(JSON.stringify(make("here")), (k, x) => (x === "here" && !once ? ((once = true), "there") : x));
    v = put(v, inner);
  }
  return v;
}

function put(v, inner) {
  for (const [k, x] of Object.entries(v)) {
    if (x === "there" || x === "here") v[k] = x === "there" ? inner : null;
    else if (typeof x === "object" && x !== null) put(x, inner);
  }
  return v;
}

test("a value without an end, or with too many levels, is refused", () => {
  for (const [name, make] of Object.entries(shapes)) {
    for (const v of [circle(make), tower(make, 1001), tower(make, 20000)]) {
      assert.equal(wire[`is${name}`](v), false, name);
      const got = wire[`read${name}`](v);
      assert.equal(got.ok, false, name);
      assert.equal(got.errors[0].message, message, name);
      assert.throws(() => wire[`write${name}`](v), wire.WireError, name);
    }
    assert.throws(() => wire[`write${name}`](circle(make)), { name: "WireError", message }, name);
  }
});

test("it is refused in a message too", () => {
  for (const v of [circle(shapes.Node), tower(shapes.Node, 20000)]) {
    const m = { jsonrpc: "2.0", id: 1, method: "run", params: v };
    assert.equal(wire.isMessage(m), false);
    assert.equal(wire.readMessage(m).errors[0].message, message);
    assert.throws(() => wire.writeMessage(m), { name: "WireError", message });
    const unknown = { jsonrpc: "2.0", id: 1, method: "walk", params: v };
    assert.equal(wire.isMessage(unknown), true);
    assert.throws(() => wire.writeMessage(unknown), { name: "WireError", message });
  }
});

test("kept content is checked when it is written", () => {
  for (const [name, make] of Object.entries(kept)) {
    for (const v of [circle(make), tower(make, 20000)]) {
      assert.equal(wire[`is${name}`](v), true, name);
      assert.equal(wire[`read${name}`](v).value, v, name);
      assert.throws(() => wire[`write${name}`](v), { name: "WireError", message }, name);
    }
  }
});

test("a thousand levels are read and written", () => {
  const text = `${'{"left":'.repeat(999)}{}${"}".repeat(999)}`;
  const got = wire.parseNode(text);
  assert.ok(got.ok && wire.isNode(got.value));
  assert.equal(wire.writeNode(got.value), text);
});

test("values without a JSON form are not written", () => {
  class Point {
    x = 1;
  }
  const frame = Object.assign(Object.create({ size: () => 2 }), { y: 2 });
  assert.equal(wire.writeKept({ content: [new Point(), frame, Object.create(null)] }), '{"content":[{"x":1},{"y":2},{}]}');
  class Money {
    cents = 5;
    toJSON() {
      return "0.05";
    }
  }
  for (const v of [new Date(0), new Map([[1, 2]]), new Set(), /x/, new Error("x"), new Uint8Array(2), new Money(), new Number(1)]) {
    assert.throws(() => wire.writeKept({ content: [v] }), {
      name: "WireError",
      message: "content[0]: expected a JSON value, found an object that is not plain",
    });
  }
  for (const [v, what] of [[() => 1, "a function"], [Symbol("x"), "a symbol"], [5n, "a bigint"], [[undefined], "nothing"]]) {
    assert.throws(() => wire.writeKept({ content: v }), (e) => e instanceof wire.WireError && e.expected === "a JSON value" && e.found === what);
  }
});

test("only a text can be parsed", () => {
  for (const [v, what] of [
    [5, "the number 5"],
    [undefined, "nothing"],
    [null, "null"],
    [{}, "an object"],
    [[1], "an array"],
    [Symbol("x"), "a symbol"],
    [new ArrayBuffer(2), "an object"],
  ]) {
    assert.deepEqual(wire.parseNode(v).errors, [
      { path: "", expected: "a string or a Uint8Array", found: what, message: `expected a string or a Uint8Array, found ${what}` },
    ]);
    assert.equal(wire.parseMessage(v).ok, false);
  }
  assert.deepEqual(wire.parseNode(Buffer.from(" {} ")).value, {});
  assert.deepEqual(wire.parseNode(new DataView(new TextEncoder().encode("{}").buffer)).value, {});
});
