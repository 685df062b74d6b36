// Compares the readers of packages with the table, on their vectors and on changed copies of
// these: the results must be the same, to the order of keys, and a value that is in its normal
// form must come back as it is. It prints how many values were compared, how many of them were
// copied and how many refused.
//
//   node readers.mjs FOLDER...

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

let state = 15;
const below = (n) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 0x100000000) * n);
};
const pick = (list) => list[below(list.length)];

/** An object with the members of v, which inherits some of them or from something else. */
const odd = [
  (v) => Object.assign(Object.create(null), v),
  (v) => Object.assign(Object.create(v), Object.fromEntries(Object.entries(v).slice(1))),
  (v) => Object.assign(new (class { method() {} })(), v),
  (v) => Object.fromEntries(Object.entries(v).reverse()),
];

const other = [null, undefined, true, false, 0, -0, 17, 1.5, NaN, "", "other", [], [null], {}, { type: "other" }];

const keysOf = (v) => (typeof v !== "object" || v === null ? [] : [...(Array.isArray(v) ? [] : Object.keys(v)), ...Object.values(v).flatMap(keysOf)]);

/** A changed copy of a value, which nobody may change any more; a key may become one of keys. */
function changed(value, times, keys) {
  let copy = structuredClone(value);
  for (; times > 0; times--) {
    const places = [];
    const visit = (holder) => {
      for (const key of Object.keys(holder)) {
        places.push([holder, key]);
        if (typeof holder[key] === "object" && holder[key] !== null) visit(holder[key]);
      }
    };
    if (typeof copy === "object" && copy !== null) visit(copy);
    if (places.length === 0) return structuredClone(pick(other));
    const [holder, key] = pick(places);
    const inner = holder[key];
    const isObject = typeof inner === "object" && inner !== null && !Array.isArray(inner);
    if (isObject && below(4) === 0) holder[key] = pick(odd)(inner);
    else if (below(4) === 0 && !Array.isArray(holder)) {
      delete holder[key]; // an older name, or one of another type
      holder[pick(keys)] = inner;
    }
    else if (below(3) > 0 && !Array.isArray(holder)) delete holder[key];
    else holder[key] = structuredClone(pick(other));
  }
  return copy;
}

/** A copy of a value in which each zero is negative, as a text with -0 is read. */
function negative(v) {
  if (v === 0) return -0;
  if (typeof v !== "object" || v === null) return v;
  return Array.isArray(v) ? v.map(negative) : Object.fromEntries(Object.entries(v).map(([k, w]) => [k, negative(w)]));
}

function frozen(v) {
  if (typeof v !== "object" || v === null) return v;
  Object.values(v).forEach(frozen);
  return Object.freeze(v);
}

const text = (got) => JSON.stringify(got, (_, v) => (v === undefined ? "undefined" : Object.is(v, -0) ? "-0" : v));

let compared = 0, copied = 0, refused = 0;
const modules = async (dir, ...names) => Promise.all(names.map((name) => import(pathToFileURL(join(dir, `${name}.js`)))));
for (const dir of process.argv.slice(2)) {
  const [index, readers, table, read] = await modules(dir, "index", "readers", "table", "runtime/read");
  const [message] = "$Message" in table ? await modules(dir, "runtime/message") : [];
  const lines = readFileSync(join(dir, "vectors.jsonl"), "utf8").trim().split("\n").map((line) => JSON.parse(line));
  const keys = {};
  for (const { type, text: given } of lines) {
    try {
      (keys[type] ??= []).push(...keysOf(JSON.parse(given)));
    } catch {
      // not JSON
    }
  }
  for (const { type, text: given } of lines) {
    if (!readers[`as${type}`] || given === undefined) continue;
    let value;
    try {
      value = JSON.parse(given);
    } catch {
      continue;
    }
    for (let times = -1; times < 12; times++) {
      const v = frozen(times < 0 ? negative(value) : changed(value, times % 4, keys[type]));
      const node = table[`$${type}`];
      const isMessage = "methods" in node;
      const [got, want] = [index[`read${type}`](v), isMessage ? message.decodeMessage(node, v) : read.read(node, v)];
      compared++;
      if (!got.ok) refused++;
      else if (got.value !== v) copied++;
      if (text(got) === text(want) && (got.value === v) === (want.value === v)) continue;
      if (got.ok && want.ok && Object.values(v).includes(NaN)) continue; // no JSON; it is not equal to itself, so v is copied
      console.log(`${type} of ${dir}: ${text(v)}\nis read as ${text(got)}\nby the table ${text(want)}`);
      process.exit(1);
    }
  }
}
console.log(`${compared} ${copied} ${refused}`);
