// Plants a fault in each function of a contestant and prints the tasks whose answers are
// then not noticed to be wrong: node wrong.mjs LOWERED.

import { readFileSync } from "node:fs";

import { corpus } from "../../../bench/ts/corpus.mjs";
import { wiregen } from "../../../bench/ts/functions.mjs";
import { rowsOf } from "../../../bench/ts/rows.mjs";
import { OWN_TASKS, TASKS, wrongAnswers } from "../../../bench/ts/tasks.mjs";
import * as wire from "../../../gen/ts/index.js";

const lines = corpus(rowsOf(JSON.parse(readFileSync(process.argv[2], "utf8"))));
const [right] = wiregen(wire, "wiregen");
const last = lines.valid.length - 1;
const others = (v) => JSON.stringify(v) === lines.valid[last];

/** Each is wrong about one line at most, or about a member of it. */
const faults = {
  verdict: [(v) => right.verdict(v) !== (others(v) || JSON.stringify(v) === lines.kinds[0] || JSON.stringify(v) === lines.invalid[0])],
  value: [
    (v) => { const { jsonrpc, ...rest } = right.value(v); return rest; },
    (v) => ({ ...right.value(v), added: 1 }),
    () => undefined,
  ],
  errors: [(v) => (JSON.stringify(v) === lines.invalid[1] ? 0 : 1)],
  parse: [(text) => ({ ...right.parse(text), jsonrpc: "1.0" }), () => undefined],
  write: [(v) => right.write(v) + (others(v) ? " " : "")],
};

const tasks = [...TASKS, ...OWN_TASKS];
if (wrongAnswers(lines, [right], tasks).length > 0) console.log("an answer that is right is said to be wrong");
for (const task of tasks) {
  for (const f of faults[task.f]) {
    if (wrongAnswers(lines, [{ ...right, [task.f]: f }], [task]).length === 0) console.log(`${task.name}: ${f}`);
  }
}
console.log(`${tasks.length} tasks`);
