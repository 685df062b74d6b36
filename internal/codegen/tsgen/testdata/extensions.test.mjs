import assert from "node:assert/strict";
import test from "node:test";
import * as wire from "extensions";

test("messages of extensions are told apart", () => {
  const is = (text) => {
    const { value } = wire.parseMessage(text);
    assert.equal(wire.isUnknownMessage(value), true, text);
    return wire.isExtension(value);
  };
  assert.equal(is('{"jsonrpc":"2.0","method":"_"}'), true);
  assert.equal(is('{"jsonrpc":"2.0","id":1,"method":"$/log"}'), true);
  assert.equal(is('{"jsonrpc":"2.0","method":"$log"}'), false);
  assert.equal(is('{"jsonrpc":"2.0","id":1,"method":"$/cancel"}'), false);
  assert.equal(wire.isExtension({ jsonrpc: "2.0", id: 1, result: {} }), false);
});

test("messages of extensions are made", () => {
  assert.equal(wire.writeMessage(wire.newExtension("_a", [1], 2)), '{"jsonrpc":"2.0","id":2,"method":"_a","params":[1]}');
  assert.equal(wire.writeMessage(wire.newExtension("$/log")), '{"jsonrpc":"2.0","method":"$/log"}');
  for (const method of ["run", "$/cancel", "$log", ""]) assert.throws(() => wire.newExtension(method), wire.WireError, method);
});

test("values of extensions are kept", () => {
  for (const [type, value, is] of [
    ["Color", "x-blue", true],
    ["Color", "`${", true],
    ["Color", "red", false],
    ["Level", "x-high", false],
    ["Level", "x-higher", true],
    ["Size", "x-", true],
    ["Size", "huge", false],
  ]) {
    const text = JSON.stringify(value);
    assert.deepEqual(wire[`parse${type}`](text), { ok: true, value }, text);
    assert.equal(wire[`is${type}`](value), true, text);
    assert.equal(wire[`isExtension${type}`](value), is, text);
    assert.equal(wire[`write${type}`](value), text);
  }
  assert.equal(wire.isColor("x"), false);
  assert.throws(() => wire.writeColor("x"), /expected one of "red", "green", found the string "x"/);
  assert.equal(wire.writePaint({ color: "x-", size: "large", shades: { "x-a": 1 } }), '{"color":"x-","size":"large","shades":{"x-a":1}}');
  assert.throws(() => wire.writePaint({ color: "x-", size: "large", shades: { x: 1 } }), /the key "x"/);
});

test("variants of extensions are kept", () => {
  for (const [type, value, is] of [
    ["Part", { type: "_video", a: [1] }, true],
    ["Part", { type: "text", text: "a" }, false],
    ["Note", { type: "_rich", html: "a" }, false],
    ["Note", { type: "_richer" }, true],
    ["Open", { type: "_video" }, true],
    ["Open", { type: "video" }, false],
    ["Change", { kind: "_", data: 1, more: 2 }, true],
    ["Change", { kind: "gone" }, false],
    ["Tree", "_", true],
    ["Tree", { _a: {} }, true],
    ["Tree", { leaf: 1 }, false],
  ]) {
    const text = JSON.stringify(value);
    assert.deepEqual(wire[`parse${type}`](text), { ok: true, value }, text);
    assert.deepEqual(wire[`read${type}`](structuredClone(value)), { ok: true, value }, text);
    assert.equal(wire[`is${type}`](value), true, text);
    assert.equal(wire[`isExtension${type}`](value), is, text);
    assert.equal(wire[`write${type}`](value), text);
  }
  for (const [type, value] of [
    ["Part", { type: "video" }],
    ["Note", { type: "_rich" }],
    ["Change", { kind: "x_" }],
    ["Tree", "x"],
    ["Tree", { x: 1 }],
    ["Tree", { _a: 1, _b: 2 }],
  ]) {
    assert.equal(wire[`is${type}`](value), false, JSON.stringify(value));
    assert.equal(wire[`read${type}`](value).ok, false, JSON.stringify(value));
    assert.throws(() => wire[`write${type}`](value), wire.WireError, JSON.stringify(value));
  }
  assert.deepEqual(wire.unknownPart({ type: "_video" }), { type: "_video" });
  assert.equal(wire.unknownTree("_a"), "_a");
  for (const make of [() => wire.unknownPart({ type: "video" }), () => wire.unknownPart({ type: "text" }), () => wire.unknownTree("a"), () => wire.unknownNote({ type: "_rich" })]) {
    assert.throws(make, wire.WireError);
  }
});

test("keys of extensions are kept", () => {
  for (const [type, text, value] of [
    ["Closed", '{"a":1,"x-a":2,"x-b":[3]}', { a: 1, "x-a": 2, "x-b": [3] }],
    ["Loose", '{"a":1,"b":2,"x-":null}', { a: 1, "x-": null }],
    ["Bag", '{"a":1,"b":2,"x-b":3}', { a: 1, b: 2, "x-b": 3 }],
  ]) {
    const read = wire[`parse${type}`](text).value;
    const written = wire[`write${type}`](read);
    assert.deepEqual(JSON.parse(written), value, text);
    assert.equal(wire[`is${type}`](value), true, text);
  }
  assert.equal(wire.isClosed({ x: 1 }), false);
  assert.match(wire.readClosed({ x: 1 }).errors[0].message, /expected nothing/);
  assert.throws(() => wire.writeClosed({ x: 1 }), wire.WireError);
  assert.equal(wire.writeLoose({ x: 1, "x-b": 2 }), '{"x-b":2}');
});
