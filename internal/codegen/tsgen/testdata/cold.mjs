import assert from "node:assert/strict";

// A value is read, and written again, at the most levels that are allowed.
const [name, kind] = process.argv.slice(2);
const wire = await import(name);
const [head, end, tail] = {
  Node: ['{"left":', "{}", "}"],
  Null: ['{"tail":null,"next":', "null", "}"],
  Rows: ["[", "[]", "]"],
  Table: ['{"a":', "{}", "}"],
  Couple: ["[1,", "[1,1]", "]"],
  Flat: ['{"kind":"pair","b":{"kind":"leaf","x":1},"a":', '{"kind":"leaf","x":1}', "}"],
  Apart: ['{"kind":"pair","body":[', '{"kind":"leaf","body":1}', "]}"],
  Named: ['{"pair":[', '{"leaf":1}', "]}"],
  Keyed: ['{"both":1,"b":{"leaf":1,"x":1},"a":', '{"leaf":1,"x":1}', "}"],
  Kinds: ["[", "1", "]"],
  Ordered: ['{"b":{"x":1},"a":', '{"x":1}', "}"],
  Tried: ["[", "1", "]"],
  Optional: ['{"list":[', '{}', "]}"],
}[kind];
const n = Math.floor(998 / (kind === "Apart" || kind === "Named" || kind === "Optional" ? 2 : 1));
const text = head.repeat(n) + end + tail.repeat(n);
const got = wire[`parse${kind}`](text);
assert.ok(got.ok, JSON.stringify(got.errors));
assert.ok(wire[`parse${kind}`](wire[`write${kind}`](got.value)).ok);
