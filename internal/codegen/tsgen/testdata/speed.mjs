// Times what the packages of spec/wire.yaml in some folders do with its vectors, in
// turn, and prints the nanoseconds per value: the least and the median of the rounds.
// node speed.mjs FOLDER...

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const ROUNDS = 25;
const ROUND = 10; // milliseconds

const folders = process.argv.slice(2);
const packages = await Promise.all(folders.map((dir) => import(pathToFileURL(resolve(dir, "index.js")).href)));
const vectors = readFileSync(join(folders[0], "vectors.jsonl"), "utf8").trim().split("\n").map((line) => JSON.parse(line));

/** The texts of the vectors of a type, but for long ones. */
const texts = (type, result) => vectors.filter((v) => v.type === type && v.result === result && v.text.length < 1000).map((v) => v.text);

const [wire] = packages;
const events = texts("Event", "valid");
const values = events.map((text) => JSON.parse(text));
const deltas = Array.from({ length: 100 }, (_, i) => ({ type: "ContentPart", payload: { type: "text", text: `The ${i}th piece of a text, of some words.` } }));
const invalid = texts("Event", "invalid").map((text) => { try { return JSON.parse(text); } catch { return undefined; } });

const work = {
  "isEvent, normal form": ["isEvent", values.filter(wire.isEvent)],
  "readEvent, normal form": ["readEvent", values.filter(wire.isEvent)],
  "readEvent, text deltas": ["readEvent", deltas],
  "readEvent, not normal": ["readEvent", values.filter((v) => !wire.isEvent(v))],
  "readEvent, invalid": ["readEvent", invalid.filter((v) => v !== undefined)],
  "parseEvent": ["parseEvent", events],
  "parseMessage": ["parseMessage", texts("Message", "valid")],
  "writeEvent": ["writeEvent", values.map((v) => wire.readEvent(v).value)],
};

/** Nanoseconds for each call of f, in a round. */
function time(f, items) {
  const start = performance.now();
  let calls = 0;
  let taken = 0;
  do {
    for (let i = 0; i < 20; i++) for (const item of items) f(item);
    calls += 20 * items.length;
    taken = performance.now() - start;
  } while (taken < ROUND);
  return (taken * 1e6) / calls;
}

for (const [title, [name, items]] of Object.entries(work)) {
  const times = packages.map(() => []);
  for (let i = 0; i < 10; i++) packages.forEach((p) => time(p[name], items)); // until it is compiled
  for (let i = 0; i < ROUNDS; i++) packages.forEach((p, j) => times[j].push(time(p[name], items)));
  const figures = times.map((t) => t.sort((a, b) => a - b)).map((t) => `${t[0].toFixed(0)} / ${t[ROUNDS >> 1].toFixed(0)}`);
  console.log([title, ...figures].join(" | "));
}
