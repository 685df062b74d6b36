import assert from "node:assert/strict";
import { test } from "node:test";
import * as wire from "values";

const first = (result) => {
  assert.equal(result.ok, false);
  const [error] = result.errors;
  return new wire.WireError(error).message;
};
const value = (result) => {
  assert.deepEqual(result.errors, undefined);
  return result.value;
};
const own = (k, v, rest) => Object.defineProperty({ ...rest }, k, { value: v, enumerable: true });

test("a value in its normal form comes back as it is", () => {
  for (const [name, v] of [
    ["Level", 0],
    ["Priority", 5],
    ["Side", "up"],
    ["Numbers", { small: -1, count: 4294967295, wide: "-1", id: null, ids: ["18446744073709551615"] }],
    ["Limited", { name: "😀😀😀", tags: ["", ""], share: 1, code: "ab" }],
    ["Limited", { markup: "</a/<!--\n\u2028\u2028/" }],
    ["Texts", { data: "QUI=", link: "no uri", at: "no time" }],
    ["Pair", ["a", null]],
    ["Presence", { patch: null, quiet: [] }],
    ["Bag", own("__proto__", { deep: [1] }, { name: "x", constructor: 1, title: "old", gone: undefined })],
    ["Strict", { name: "x", title: "old", gone: undefined }],
    ["Maps", { by_color: { red: 1, green: undefined }, by_side: { up: 1 } }],
  ]) {
    assert.equal(wire[`is${name}`](v), true, JSON.stringify(v));
    assert.equal(value(wire[`read${name}`](v)), v);
  }
});

test("what is read as something else makes a copy", () => {
  for (const [name, v, want] of [
    ["Mode", "quick", "fast"],
    ["Mode", "slow", "unknown"],
    ["Level", -0, 0],
    ["Numbers", { small: -0 }, { small: 0 }],
    ["Presence", { loose: null, old_loose: 5 }, { quiet: [] }],
    ["Presence", { old_loose: null, quiet: [] }, { quiet: [] }],
    ["Bag", { title: "t", more: 1, gone: undefined }, { name: "t", more: 1 }],
    ["Bag", own("__proto__", 1, { constructor: 2 }), own("__proto__", 1, { name: "x", constructor: 2 })],
    ["Strict", { title: "t" }, { name: "t" }],
  ]) {
    assert.equal(wire[`is${name}`](v), false, JSON.stringify(v));
    const got = value(wire[`read${name}`](v));
    assert.deepEqual(got, want);
    assert.equal(wire[`is${name}`](got), true, JSON.stringify(got));
  }
});

const wrong = [
  ["Level", 1.5, "expected an integer, found the number 1.5"],
  ["Level", 1, "expected one of 0, 2, found the number 1"],
  ["Priority", 2 ** 53, "expected an integer from -9007199254740991 to 9007199254740991, found the number 9007199254740992"],
  ["Numbers", { small: 2147483648 }, "small: expected an integer from -2147483648 to 2147483647, found the number 2147483648"],
  ["Numbers", { small: 5n }, "small: expected an integer, found a bigint"],
  ["Numbers", { count: NaN }, "count: expected an integer, found the number NaN"],
  ["Numbers", { wide: 5 }, "wide: expected a string, found the number 5"],
  ["Numbers", { id: true }, "id: expected a string or null, found true"],
  ["Numbers", { wide: "9223372036854775808" }, 'wide: expected a 64-bit integer in a string, found the string "9223372036854775808"'],
  ["Numbers", { ids: ["0", "-0"] }, 'ids[1]: expected an unsigned 64-bit integer in a string, found the string "-0"'],
  ["Limited", { port: 0 }, "port: expected an integer from 1 to 65535, found the number 0"],
  ["Limited", { name: "😀" }, 'name: expected a string of 2 to 3 characters, found the string "😀"'],
  ["Limited", { code: "ac" }, 'code: expected a string that matches ^(?:a|b)*$, found the string "ac"'],
  ["Limited", { markup: "<a" }, 'markup: expected a string that matches ^</[a/]\\/<!--\n\u2028*/$, found the string "<a"'],
  ["Limited", { tags: [] }, "tags: expected an array of 1 to 2 items, found an array of 0 items"],
  ["Limited", { tags: ["a", 5, "c"] }, "tags: expected an array of 1 to 2 items, found an array of 3 items"],
  ["Texts", { data: "QR==" }, 'data: expected base64 text, found the string "QR=="'],
  ["Pair", ["a"], "expected an array of 2 items, found an array of 1 item"],
  ["Pair", ["a", undefined], "[1] is missing: expected an integer or null"],
  ["Pair", [, null], "[0] is missing: expected a string"],
  ["Presence", { patch: 5, quiet: [] }, "patch: expected a string or null, found the number 5"],
  ["Strict", own("__proto__", null, { a: 1, name: "x" }), "__proto__: expected nothing, found null"],
  ["Strict", { "\u{10000}": 1, "\ue000": 2, name: "x" }, '["\ue000"]: expected nothing, found the number 2'],
  ["Maps", { by_color: { red: "x", green: 1 } }, 'by_color.green: expected one of "red", "blue", found the key "green"'],
];

test("the first error has its path and its words", () => {
  for (const [name, v, want] of wrong) {
    assert.equal(wire[`is${name}`](v), false, want);
    assert.equal(first(wire[`read${name}`](v)), want);
  }
});

test("a writer refuses in the same words", () => {
  const fine = { quiet: [], always: ["a", 1] };
  for (const [name, v, want] of [
    ...wrong.filter(([name]) => name !== "Presence"),
    ["Mode", "quick", 'expected one of "fast", "unknown", found the string "quick"'],
    ["Mode", "slow", 'expected one of "fast", "unknown", found the string "slow"'],
    ["Limited", { share: 1 }, "share: expected a number of at most 0.5, found the number 1"],
    ["Presence", { quiet: [] }, "always is missing: expected an array"],
    ["Presence", { ...fine, loose: null }, "loose: expected an integer, found null"],
    ["Presence", { ...fine, quiet: [0] }, "quiet[0]: expected an integer from 1 to 65535, found the number 0"],
    ["Bag", { name: "x", a: { b: [() => 1] } }, "a.b[0]: expected a JSON value, found a function"],
  ]) {
    assert.throws(() => wire[`write${name}`](v), { name: "WireError", message: want });
  }
});

test("what is written", () => {
  for (const [name, v, want] of [
    ["Level", -0, "0"],
    ["Numbers", { id: "7", small: -0, ids: undefined }, '{"small":0,"id":"7"}'],
    ["Presence", { quiet: [], always: ["a", null] }, '{"always":["a",null]}'],
    // Values that are otherwise as JSON.stringify writes them.
    ["Lean", { none: null, few: [1] }, '{"few":[1]}'],
    ["Lean", { none: "a", few: [] }, '{"none":"a"}'],
    ["Lean", { none: "a", few: [0] }, '{"none":"a","few":[0]}'],
    ["Presence", { patch: null, always: ["a", 1] }, '{"patch":null,"always":["a",1]}'],
    ["Presence", { patch: undefined, quiet: [1], always: ["a", 1] }, '{"quiet":[1],"always":["a",1]}'],
    ["Bag", own("__proto__", 1, { "\u{10000}": 2, "\ue000": 3, title: "old", gone: undefined }), '{"name":"x","__proto__":1,"\ue000":3,"\u{10000}":2}'],
    ["Bag", { "\ud800": 1, name: "\udfff" }, '{"name":"\ufffd","\ufffd":1}'],
    ["Strict", { title: "old" }, '{"name":"x"}'],
    ["Maps", { by_color: { red: 1, blue: 2, green: undefined } }, '{"by_color":{"blue":2,"red":1}}'],
  ]) {
    assert.equal(wire[`write${name}`](v), want);
  }
});

test("every error is listed", () => {
  const got = wire.readLimited({ tags: [], name: "", port: 0 });
  assert.deepEqual(got.errors.map((e) => e.path), ["port", "name", "tags"]);
});

test("long texts take no stack", () => {
  const data = "QUJD".repeat(5_000_000);
  assert.equal(wire.isTexts({ data }), true);
  assert.equal(wire.isTexts({ data: `${data}QUJ=` }), false);
  assert.equal(wire.writeTexts({ data }).length, data.length + 11);
  const code = "ab".repeat(20_000_000);
  assert.equal(wire.isLimited({ code }), false);
  assert.equal(wire.readLimited({ code }).ok, false);
});

test("an integer in a text is quoted verbatim", () => {
  const big = "an integer from -9007199254740991 to 9007199254740991";
  for (const [name, text, want] of [
    ["Priority", "9007199254740993", `expected ${big}, found the number 9007199254740993`],
    ["Priority", " 18446744073709551615 ", `expected ${big}, found the number 18446744073709551615`],
    ["Priority", "1e300", `expected ${big}, found the number 1e+300`],
    ["Priority", "123456789012345678901234567890", `expected ${big}, found the number 123456789012345678901234567890`],
    ["Priority", "123456789012345678901234567890.0", `expected ${big}, found the number 1.2345678901234568e+29`],
    ["Side", "-0", "expected a string, found the number -0"],
    ["Side", "-0.0", "expected a string, found the number 0"],
    ["Side", "0", "expected a string, found the number 0"],
    ["Numbers", '{"ids":["1",9007199254740993]}', "ids[1]: expected a string, found the number 9007199254740993"],
    ["Numbers", '{"ids":[9007199254740993],"ids":[9007199254740992]}', "ids[0]: expected a string, found the number 9007199254740992"],
    ["Numbers", '{"i\\u0064s":[ -0 ]}', "ids[0]: expected a string, found the number -0"],
    ["Strict", '{"name":"x","a \\"]":9007199254740993,"b":"9007199254740995"}', '["a \\"]"]: expected nothing, found the number 9007199254740993'],
    ["Strict", '{"name":"x","\\ud800":9007199254740993}', '["\ufffd"]: expected nothing, found the number 9007199254740993'],
    ["Maps", '{"by_color":{"red":{"x":[1,{"y":2}]},"blue":9007199254740993.0}}', `by_color.blue: expected ${big}, found the number 9007199254740992`],
  ]) {
    const got = wire[`parse${name}`](text);
    assert.equal(first(got), want);
    assert.equal(first(wire[`parse${name}`](new TextEncoder().encode(text))), want);
  }
  assert.equal(first(wire.readPriority(9007199254740993)), `expected ${big}, found the number 9007199254740992`);
});
