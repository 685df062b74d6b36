// The short form, which takes a few seconds and needs no library but ajv: it prints how many
// times faster wiregen is than a yardstick, as ratios of the least times of the processor.
// recorded.json has the least of what it printed in some runs after the last full one; a test compares.
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

const AJV_FIRST = "ajv standalone", JSON_PARSE = "JSON alone";

/** What a task is compared with: another contestant, in the same task or in another. */
const YARDSTICKS = {
  "valid: verdict": { who: AJV_FIRST },
  "valid: value": { who: AJV_FIRST },
  "defaults absent: value": { who: JSON_PARSE, task: "defaults absent: text" },
  "invalid: all errors": { who: JSON_PARSE, task: "invalid: text" },
  "text to value": { who: JSON_PARSE },
  "value to text": { who: JSON_PARSE },
};

/** JSON.parse of the same messages: ajv takes so little for them that other work shows in its times. */
const TEXTS = ["absent", "invalid"].map((lines) => ({
  name: `${lines === "absent" ? "defaults absent" : lines}: text`, lines, f: "parse", want: lines, text: true, who: (c) => c.name === JSON_PARSE,
}));

const [name, installed] = process.argv.slice(2);
const lowered = JSON.parse(readFileSync(name, "utf8"));
const { Ajv } = createRequire(resolve(installed))("ajv");
const schema = schemaOf(lowered, jsonSchemaMaker());
const validators = Object.fromEntries(Object.entries(AJV).map(([of, options]) => [of, new Ajv(options).compile(schema)]));

const all = [...wiregen(wire, "wiregen"), ...ajv(validators), JSON_ALONE].filter((c) => ["wiregen", AJV_FIRST, JSON_PARSE].includes(c.name));
const tasks = [
  ...TASKS.filter((task) => YARDSTICKS[task.name]).map((task) => {
    const yardstick = YARDSTICKS[task.name];
    return { ...task, who: (c) => c.name === "wiregen" || (!yardstick.task && c.name === yardstick.who) };
  }),
  ...TEXTS,
];

const lines = corpus(rowsOf(lowered));
const wrong = wrongAnswers(lines, all, tasks);
if (wrong.length > 0) {
  console.error(wrong.join("\n"));
  process.exit(1);
}
const results = measure(lines, all, tasks, { rounds: 12, warmup: 4, milliseconds: 10 });
const least = (task, c) => Math.min(...results[task][c].cpu);
const ratios = Object.entries(YARDSTICKS).map(([task, { who, task: other }]) =>
  [`${task}, of ${who}`, Number((least(other ?? task, who) / least(task, "wiregen")).toFixed(3))]);
console.log(JSON.stringify(Object.fromEntries(ratios), undefined, 2));
