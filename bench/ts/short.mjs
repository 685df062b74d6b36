// The short form, which takes a few seconds and needs no library but ajv: it prints how many
// times faster wiregen is than a yardstick, as ratios of the least times of the processor.
// recorded.json has the medians of what it printed at the last full run; a test compares.
//
//   node short.mjs LOWERED PACKAGE
//
// LOWERED is a file with what wiregen model --lowered prints of spec/wire.yaml, PACKAGE the
// package.json of a folder in which ajv is installed.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";

import * as wire from "../../gen/ts/index.js";
import { corpus } from "./corpus.mjs";
import { ajv, JSON_ALONE, wiregen } from "./functions.mjs";
import { measure } from "./measure.mjs";
import { rowsOf } from "./rows.mjs";
import { AJV, jsonSchemaMaker } from "./schemas/jsonschema.mjs";
import { schemaOf } from "./schemas/protocol.mjs";
import { TASKS, wrongAnswers } from "./tasks.mjs";

const YARDSTICKS = {
  "valid: verdict": "ajv standalone",
  "valid: value": "ajv standalone",
  "defaults absent: value": "ajv standalone, useDefaults",
  "invalid: all errors": "ajv standalone, useDefaults, allErrors",
  "text to value": "JSON alone",
  "value to text": "JSON alone",
};

const [name, installed] = process.argv.slice(2);
const lowered = JSON.parse(readFileSync(name, "utf8"));
const { Ajv } = createRequire(resolve(installed))("ajv");
const schema = schemaOf(lowered, jsonSchemaMaker());
const validators = Object.fromEntries(Object.entries(AJV).map(([of, options]) => [of, new Ajv(options).compile(schema)]));

const wanted = new Set(["wiregen", ...Object.values(YARDSTICKS)]);
const all = [...wiregen(wire, "wiregen"), ...ajv(validators), JSON_ALONE].filter((c) => wanted.has(c.name));
const tasks = TASKS.filter((task) => YARDSTICKS[task.name])
  .map((task) => ({ ...task, who: (c) => c.name === "wiregen" || c.name === YARDSTICKS[task.name] }));

const lines = corpus(rowsOf(lowered));
const wrong = wrongAnswers(lines, all, tasks);
if (wrong.length > 0) {
  console.error(wrong.join("\n"));
  process.exit(1);
}
const results = measure(lines, all, tasks, { rounds: 12, warmup: 4, milliseconds: 10 });
const least = (task, c) => Math.min(...results[task][c].cpu);
const ratios = Object.entries(YARDSTICKS).map(([task, yardstick]) => [`${task}, of ${yardstick}`, Number((least(task, yardstick) / least(task, "wiregen")).toFixed(3))]);
console.log(JSON.stringify(Object.fromEntries(ratios), undefined, 2));
