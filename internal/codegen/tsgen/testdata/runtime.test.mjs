import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import * as wire from "demo";

const first = (result) => {
  assert.equal(result.ok, false);
  const [error] = result.errors;
  return new wire.WireError(error).message;
};
const value = (result) => {
  assert.deepEqual(result.errors, undefined);
  return result.value;
};

test("a value in its normal form comes back as it is", () => {
  for (const [name, v] of [
    ["Presence", { required: "a", nullable: null, defaulted: [], extra: 1 }],
    ["Presence", { required: "a", nullable: "b", optional: 3, both: null, defaulted: ["x"] }],
    ["Part", { type: "text", text: "" }],
    ["Part", { type: "video", url: 5 }],
    ["Input", []],
    ["Event", { type: "Nested", payload: { event: { type: "End", payload: {} } } }],
    ["Event", { type: "FromTheFuture" }],
    ["Message", { method: "start", id: "1", params: { input: "x", tags: [] } }],
    ["Message", { method: "later", params: [1] }],
    ["Message", { id: null, error: { code: 1, message: "m" } }],
  ]) {
    assert.equal(wire[`is${name}`](v), true, JSON.stringify(v));
    assert.equal(value(wire[`read${name}`](v)), v);
  }
});

test("defaults and old names make a copy", () => {
  const v = { required: "a", nullable: null, optional: undefined, junk: 1 };
  const before = structuredClone(v);
  assert.equal(wire.isPresence(v), false);
  assert.deepEqual(value(wire.readPresence(v)), { required: "a", nullable: null, defaulted: [] });
  assert.deepEqual(v, before);
  assert.deepEqual(value(wire.readRenamed({ task_id: "t", n: 4 })), { parent_id: "t", count: 4 });
  assert.deepEqual(value(wire.readRenamed({ parent_id: null, task_id: "t", count: 2 })), { parent_id: null, task_id: "t", count: 2 });
  const old = { type: "Resolved", payload: { yes: true } };
  assert.equal(wire.isEvent(old), false);
  assert.deepEqual(value(wire.readEvent(old)), { type: "Answered", payload: { yes: true } });
  const message = value(wire.readMessage({ id: "1", method: "start", params: { input: "x" }, junk: 1 }));
  assert.deepEqual(message, { method: "start", id: "1", params: { input: "x", tags: [] } });
});

test("a default is not a shared object", () => {
  const a = value(wire.readTree({}));
  a.children.push({ children: [] });
  assert.deepEqual(value(wire.readTree({})), { children: [] });
});

test("the first error has its path and its words", () => {
  const long = "x".repeat(40);
  for (const [name, v, want] of [
    ["Presence", [], "expected an object, found an array"],
    ["Presence", { nullable: 5 }, "required is missing: expected a string"],
    ["Presence", { required: "a" }, "nullable is missing: expected a string or null"],
    ["Presence", { required: "a", nullable: null, optional: 1.5 }, "optional: expected an integer, found the number 1.5"],
    ["Presence", { required: "a", nullable: null, optional: 2 ** 53 }, "optional: expected an integer from -9007199254740991 to 9007199254740991, found the number 9007199254740992"],
    ["Presence", { required: "a", nullable: null, defaulted: null }, "defaulted: expected an array, found null"],
    ["Presence", { required: "a", nullable: null, defaulted: ["x", true] }, "defaulted[1]: expected a string, found true"],
    ["Renamed", { task_id: 5 }, "task_id: expected a string or null, found the number 5"],
    ["Part", { text: "x" }, "type is missing: expected a string"],
    ["TextPart", { text: "x" }, 'type is missing: expected "text"'],
    ["TextPart", { type: "image", text: "x" }, 'type: expected "text", found the string "image"'],
    ["Shape", { kind: "triangle" }, 'kind: expected one of "circle", "square", found the string "triangle"'],
    ["Input", 5, "expected a string or an array, found the number 5"],
    ["Call", { type: "f", mood: "good" }, 'type: expected "function", found the string "f"'],
    ["Call", { mood: long }, `mood: expected one of "good", "bad", found the string "${"x".repeat(32)}…"`],
    ["Call", { mood: "\ud800" + "😀".repeat(31) }, `mood: expected one of "good", "bad", found the string "\ufffd${"😀".repeat(31)}"`],
    ["Bag", {}, "anything is missing: expected any value"],
    ["Bag", { anything: 1, counts: { "a b": 1.5, a: "x" } }, 'counts.a: expected an integer, found the string "x"'],
    ["Bag", { anything: 1, counts: { "a b": 1.5 } }, 'counts["a b"]: expected an integer, found the number 1.5'],
    ["Event", { type: "Ask", payload: { id: "q" } }, 'type: expected a tag of Event, found the string "Ask"'],
    ["Event", { type: "Begin" }, "payload is missing: expected an object"],
    ["Event", { type: "Nested", payload: { event: { type: "Begin", payload: {} } } }, "payload.event.payload.input is missing: expected a string or an array"],
    ["Message", { jsonrpc: "1", method: 5 }, 'jsonrpc: expected "2.0", found the string "1"'],
    ["Message", { method: "start" }, "id is missing: expected a string"],
    ["Message", { method: "start", id: 1 }, "id: expected a string, found the number 1"],
    ["Message", { method: "start", id: "1" }, "params is missing: expected an object"],
    ["Message", { id: "1" }, 'expected "result" or "error", found neither'],
    ["Message", { id: "1", result: 1, error: {} }, 'error: expected no "error" beside "result", found an object'],
    ["Message", { id: "1", error: { message: "m" } }, "error.code is missing: expected an integer"],
    ["StartMessage", { method: "cancel", id: "1" }, 'method: expected "start", found the string "cancel"'],
  ]) {
    assert.equal(wire[`is${name}`](v), false, JSON.stringify(v));
    assert.equal(first(wire[`read${name}`](v)), want);
  }
});

test("every error is listed, in the order of the spec", () => {
  const { errors } = wire.readPresence({ nullable: 1, optional: "x" });
  assert.deepEqual(errors.map((e) => e.path), ["required", "nullable", "optional"]);
  assert.deepEqual(errors[1], { path: "nullable", expected: "a string or null", found: "the number 1", message: "expected a string or null, found the number 1" });
});

test("messages by side", () => {
  const event = { method: "event", params: { type: "End", payload: {} } };
  assert.equal(wire.isEventMessage(event), true);
  assert.equal(wire.isAgentMessage(event), true);
  assert.equal(wire.isUnknownMessage(event), false);
  assert.equal(wire.isClientMessage({ method: "event", params: 5 }), true);
  assert.equal(wire.isMessage({ method: "event", params: 5 }), false);
  const asking = { method: "event", id: "1", params: 5 };
  assert.equal(wire.isUnknownMessage(asking), true);
  assert.equal(wire.isEventMessage(asking), false);
  assert.equal(value(wire.readMessage(asking)), asking);
  assert.equal(wire.writeMessage(asking), '{"jsonrpc":"2.0","method":"event","id":"1","params":5}');
});

test("params of a method that has none are not kept, as its type says", () => {
  const asked = { method: "ping", id: "1", params: 5 };
  assert.equal(wire.isPingMessage(asked), false);
  assert.deepEqual(value(wire.readMessage(asked)), { method: "ping", id: "1" });
  assert.equal(wire.writeMessage(asked), '{"jsonrpc":"2.0","method":"ping","id":"1"}');
});

test("hostile keys are keys like any other", () => {
  const parsed = value(wire.parseBag('{"anything":{"__proto__":1},"counts":{"__proto__":1,"constructor":2,"toString":3},"constructor":"c"}'));
  assert.equal(wire.writeBag(parsed), '{"anything":{"__proto__":1},"free":{},"counts":{"__proto__":1,"constructor":2,"toString":3},"constructor":"c"}');
  assert.equal(Object.getPrototypeOf(parsed.counts), Object.prototype);
  assert.equal({}.polluted, undefined);
  assert.equal(wire.isBag({ anything: 1, free: {} }), true);
  assert.equal(wire.isTextPart(JSON.parse('{"__proto__":{"type":"text","text":"x"}}')), false);
  assert.equal(wire.isTextPart(JSON.parse('{"__proto__":1,"type":"text","text":"x"}')), true);
  assert.equal(value(wire.readBag(JSON.parse('{"anything":1,"__proto__":{"free":5}}'))).free.constructor, Object);
  assert.deepEqual(Object.keys(value(wire.readBag(JSON.parse('{"anything":{"__proto__":[2]}}'))).anything), ["__proto__"]);
});

test("only own members count", () => {
  const inherits = Object.create({ type: "text", text: "x" });
  assert.equal(wire.isTextPart(inherits), false);
  assert.equal(first(wire.readTextPart(inherits)), 'type is missing: expected "text"');
  class Text {
    type = "text";
    text = "x";
    method() {}
  }
  assert.equal(wire.isTextPart(new Text()), true);
  class Inherited extends Text {
    get more() {
      return 1;
    }
  }
  assert.equal(wire.isTextPart(new Inherited()), false);
  assert.equal(wire.isTextPart(Object.assign(Object.create(null), { type: "text", text: "x" })), true);
  assert.equal(wire.isPart(Object.assign([], { type: "text", text: "x" })), false);
  assert.equal(wire.isInput({ length: 0 }), false);
});

test("undefined is absent", () => {
  assert.equal(wire.isPresence({ required: "a", nullable: null, defaulted: [], optional: undefined }), true);
  assert.equal(wire.writeBag({ anything: { a: undefined, b: 1 }, free: {} }), '{"anything":{"b":1},"free":{}}');
});

const nested = (n) => {
  let v = { children: [] };
  for (let i = 2; i < n; i += 2) v = { children: [v] };
  return v;
};

test("depth", () => {
  const tooDeep = "expected at most 1000 levels of nesting, found more";
  assert.equal(wire.isTree(nested(1000)), true);
  assert.equal(value(wire.readTree(nested(1000))).children.length, 1);
  assert.equal(wire.isTree(nested(1002)), false);
  assert.equal(first(wire.readTree(nested(1002))), tooDeep);
  assert.throws(() => wire.writeTree(nested(1002)), { message: tooDeep });
  assert.equal(wire.writeTree(nested(1000)), JSON.stringify(nested(1000)));
  const shorn = `${'{"children":['.repeat(500)}${"]}".repeat(500)}`;
  assert.equal(wire.parseTree(shorn).ok, true);
  const bare = `${'{"children":['.repeat(499)}{}${"]}".repeat(499)}`;
  assert.equal(wire.writeTree(value(wire.parseTree(bare))).length, bare.length + '"children":[]'.length);
  const any = (n) => `{"anything":${"[".repeat(n - 1)}${"]".repeat(n - 1)}}`;
  assert.equal(wire.parseBag(any(1000)).ok, true);
  assert.equal(first(wire.parseBag(any(1001))), tooDeep);
  const words = `${"[".repeat(1000)}"\\ud800"${"]".repeat(1000)}`;
  assert.equal(wire.writeWords(value(wire.parseWords(words))), words.replace("\\ud800", "\ufffd"));
  for (const n of [5_000, 100_000]) {
    assert.equal(wire.isTree(nested(n)), false);
    assert.equal(first(wire.readTree(nested(n))), tooDeep);
  }
  assert.equal([nested(2), nested(2)].every(wire.isTree), true);
});

test("the text layer", () => {
  const syntax = "expected one JSON value, found a syntax error";
  const finite = "expected a finite number, found one beyond the range of a double";
  for (const [text, want] of [
    ["", syntax],
    ["{}x", syntax],
    ["\ufeff{}", syntax],
    ["{'a':1}", syntax],
    ['{"a":01}', syntax],
    ['{"anything":1e400}', finite],
    ['{"anything":[-1E+999]}', finite],
    [`{"anything":${"9".repeat(310)}}`, finite],
    [`{"anything":${"9".repeat(290)}e99}`, finite],
    ['{"ignored":1e400,"x"', finite],
    ['{"ignored" 1e400}', syntax],
    [Uint8Array.of(0x22, 0xff, 0x22), "expected UTF-8 text, found an invalid byte"],
    [Uint8Array.of(0x30, 0x2e, 0xff), "expected UTF-8 text, found an invalid byte"], // within a number whose beginning is valid
    [Uint8Array.of(0x5b, 0x2d, 0xff), "expected UTF-8 text, found an invalid byte"],
    [Uint8Array.of(0x30, 0x30, 0xff), "expected one JSON value, found a syntax error"],
    [Uint8Array.of(0x7b, 0x78, 0xff), syntax],
    ...['"a\\', '"a\\u', '"a\\u12', '{"a\\n', '{"a"', '{"a":', '{"a":1,', "[1,tr", "[1", "[]"].map((begun) => [new Uint8Array([...new TextEncoder().encode(begun), 0xff]), "expected UTF-8 text, found an invalid byte"]),
    ...['"a\\x', '"a\\u1x', "[1,]", '{"a"1', "[tru ", "[]]"].map((wrong) => [new Uint8Array([...new TextEncoder().encode(wrong), 0xff]), syntax]),
    [new TextEncoder().encode("[1e400]"), finite],
    [Uint8Array.of(0xef, 0xbb, 0xbf, 0x31), syntax],
  ]) {
    assert.equal(first(wire.parseBag(text)), want, String(text).slice(0, 40));
  }
  assert.equal(wire.parseBag('{"anything":"1e400 \\"1e400\\\\"}').ok, true);
  assert.equal(wire.parseBag('{"anything":0e999}').ok, true);
  assert.equal(wire.parseBag('{"anything":["7e1234",[7e12],"[7e1234"]}').ok, true);
  assert.equal(value(wire.parseInput(new TextEncoder().encode('"é😀"'))), "é😀");
});

test("a lone surrogate becomes U+FFFD in declared strings, and stays in kept content", () => {
  assert.equal(value(wire.parseTextPart('{"type":"text","text":"a\\ud800b"}')).text, "a\ufffdb");
  assert.equal(value(wire.parseTextPart('{"type":"text","text":"\\ud83d\\ude00"}')).text, "😀");
  const bag = value(wire.parseBag('{"anything":"\\uDFFF","counts":{"\\ud800":1}}'));
  assert.equal(bag.anything, "\udfff");
  assert.equal(wire.writeBag(bag), '{"anything":"\\udfff","free":{},"counts":{"\ufffd":1}}');
  assert.equal(wire.writeTextPart({ type: "text", text: "\udc00" }), '{"type":"text","text":"\ufffd"}');
});

test("what is written", () => {
  const written = (name, v) => wire[`write${name}`](v);
  assert.equal(written("Presence", { defaulted: ["\u0000\b\u007f\u2028\"\\/"], nullable: null, required: "é" }),
    '{"required":"é","nullable":null,"both":null,"defaulted":["\\u0000\\b\u007f\u2028\\"\\\\/"]}');
  assert.equal(written("Circle", { radius: 1e21, kind: "circle" }), '{"kind":"circle","radius":1e+21}');
  assert.equal(written("Circle", { radius: -0, kind: "circle" }), '{"kind":"circle","radius":0}');
  assert.equal(written("Circle", { radius: 1e-7, kind: "circle" }), '{"kind":"circle","radius":1e-7}');
  assert.equal(written("Bag", { anything: null, free: {}, counts: { "\uffff": 1, "😀": 2, a: 3, 10: 4, 9: 5 } }),
    '{"anything":null,"free":{},"counts":{"10":4,"9":5,"a":3,"\uffff":1,"😀":2}}');
  assert.equal(written("Event", { payload: { a: [1.0, "x"] }, type: "Later" }), '{"payload":{"a":[1,"x"]},"type":"Later"}');
  assert.equal(written("Message", { id: "1", error: { message: "m", code: 1 } }), '{"jsonrpc":"2.0","id":"1","error":{"code":1,"message":"m","data":null}}');
});

test("what JSON.stringify writes in another way", () => {
  class Counts {
    constructor() {
      this.a = 1;
    }

    toJSON() {
      return "no counts";
    }
  }
  const bag = (more) => ({ anything: 1, free: {}, ...more });
  for (const [name, v, want] of [
    ["Part", { type: "image", url: "u", alt: null }, '{"type":"image","url":"u","alt":null}'],
    ["Part", { url: "u", alt: null, type: "image" }, '{"type":"image","url":"u","alt":null}'],
    ["Part", { type: "image", url: "u" }, '{"type":"image","url":"u","alt":null}'],
    ["Part", { type: "text", text: "a", junk: 1 }, '{"type":"text","text":"a"}'],
    ["Part", { type: "text", text: "\ud800\u0001\u007f\"" }, '{"type":"text","text":"\ufffd\\u0001\u007f\\""}'],
    ["Part", { type: "text", text: "\\ud800" }, '{"type":"text","text":"\\\\ud800"}'],
    ["Shape", { kind: "circle", radius: -0 }, '{"kind":"circle","radius":0}'],
    ["Shape", { kind: "circle", radius: 1e21 }, '{"kind":"circle","radius":1e+21}'],
    ["Presence", { required: "a", nullable: null, defaulted: [] }, '{"required":"a","nullable":null,"both":null,"defaulted":[]}'],
    ["Bag", bag({ counts: { b: 1, a: 2 } }), '{"anything":1,"free":{},"counts":{"a":2,"b":1}}'],
    ["Bag", bag({ counts: { 10: 1, 9: 2 }, constructor: "c" }), '{"anything":1,"free":{},"counts":{"10":1,"9":2},"constructor":"c"}'],
    ["Bag", bag({ counts: { "\u{10000}": 1, "\ue000": 2 }, constructor: "c" }), '{"anything":1,"free":{},"counts":{"\ue000":2,"\u{10000}":1},"constructor":"c"}'],
    ["Bag", bag({ counts: { "\ud800": 1 }, constructor: "c" }), '{"anything":1,"free":{},"counts":{"\ufffd":1},"constructor":"c"}'],
    ["Bag", bag({ counts: new Counts(), constructor: "c" }), '{"anything":1,"free":{},"counts":{"a":1},"constructor":"c"}'],
    ["Bag", bag({ counts: { a: undefined }, constructor: "c" }), '{"anything":1,"free":{},"counts":{},"constructor":"c"}'],
    ["Message", { jsonrpc: "2.0", id: "1", method: "later" }, '{"jsonrpc":"2.0","method":"later","id":"1"}'],
    ["Message", { jsonrpc: "2.0", method: "cancel", id: "1", params: [1, { b: 1, a: undefined }] }, '{"jsonrpc":"2.0","method":"cancel","id":"1","params":[1,{"b":1}]}'],
    ["Message", { jsonrpc: "2.0", method: "ping", id: "1", params: {} }, '{"jsonrpc":"2.0","method":"ping","id":"1"}'],
    ["Message", { method: "ping", id: "1" }, '{"jsonrpc":"2.0","method":"ping","id":"1"}'],
    ["Message", { jsonrpc: "2.0", id: null, error: { code: 1, message: "m", data: null } }, '{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"m","data":null}}'],
    ["Message", { jsonrpc: "2.0", method: "event", id: "1", params: { type: "End", payload: {} } }, '{"jsonrpc":"2.0","method":"event","id":"1","params":{"type":"End","payload":{}}}'],
    ["UnknownMessage", { jsonrpc: "2.0", method: "later", id: "1" }, '{"jsonrpc":"2.0","method":"later","id":"1"}'],
  ]) {
    assert.equal(wire[`write${name}`](v), want);
  }
  const throws = (name, v, message) => assert.throws(() => wire[`write${name}`](v), { message });
  throws("Bag", bag({ free: { list: [1, , 2] } }), "free.list[1] is missing: expected a JSON value");
  throws("Bag", bag({ free: new Map() }), "free: expected a JSON value, found an object that is not plain");
  throws("Bag", bag({ anything: NaN }), "anything: expected a finite number, found the number NaN");
  throws("UnknownMessage", { jsonrpc: "2.0", method: "ping", id: "1" }, 'method: expected a method that is not declared, found the string "ping"');
});

test("writers throw on what is not theirs", () => {
  const refuses = (name, v, path, message) =>
    assert.throws(() => wire[`write${name}`](v), (e) => {
      assert.ok(e instanceof wire.WireError);
      assert.equal(e.path, path);
      assert.equal(e.message, message);
      return true;
    });
  refuses("Circle", { kind: "circle", radius: NaN }, "radius", "radius: expected a number, found the number NaN");
  refuses("Call", { type: "function", mood: "x" }, "mood", 'mood: expected one of "good", "bad", found the string "x"');
  refuses("Bag", { anything: [1, Infinity], free: {} }, "anything[1]", "anything[1]: expected a finite number, found the number Infinity");
  refuses("Part", { type: "text" }, "text", "text is missing: expected a string");
  refuses("Presence", { required: "a", nullable: null, defaulted: [], optional: 0.5 }, "optional", "optional: expected an integer, found the number 0.5");
  refuses("Message", { method: "start", id: "1" }, "params", "params is missing: expected an object");
});

test("negative zero is read as 0 where an integer is expected", () => {
  assert.equal(wire.isRenamed({ count: -0 }), false);
  assert.ok(Object.is(value(wire.parseRenamed('{"count":-0}')).count, 0));
  assert.ok(Object.is(value(wire.readBag({ anything: 1, free: {}, counts: { a: -0 } })).counts.a, 0));
});

test("unknown variants", () => {
  const video = wire.unknownPart({ type: "video", url: "u" });
  assert.equal(wire.unknownTag(video), "video");
  assert.equal(wire.isKnownPart(video), false);
  assert.equal(wire.isKnownPart({ type: "text", text: "" }), true);
  assert.throws(() => wire.unknownPart({ type: "text" }), wire.WireError);
  assert.throws(() => wire.unknownEvent({ type: "Ask" }), wire.WireError);
});

test("versions and errors", () => {
  assert.equal(wire.PROTOCOL_VERSION, "1.10");
  assert.deepEqual(["1.10", "1.2", "1.9"].sort(wire.compareVersions), ["1.2", "1.9", "1.10"]);
  assert.equal(wire.compareVersions("1.0", "1"), 0);
  assert.equal(wire.errorName(-32000), "BUSY");
  assert.equal(wire.isErrorCode(5), false);
  assert.equal(wire.isStandardErrorCode(-32700), true);
  assert.equal(wire.METHODS.start.from, "client");
});

test("both module systems have the same names", () => {
  const common = createRequire(import.meta.url)("demo");
  assert.deepEqual(Object.keys(common).sort(), Object.keys(wire).sort());
  assert.equal(common.writeTextPart({ type: "text", text: "x" }), '{"type":"text","text":"x"}');
});
