// What is run in each engine: the answers of all are checked, then they are measured.

import { contestants } from "./contestants.mjs";
import { corpus } from "./corpus.mjs";
import { measure } from "./measure.mjs";
import { rowsOf } from "./rows.mjs";
import { OWN_TASKS, TASKS, wrongAnswers } from "./tasks.mjs";

export function run(lowered, packages, validators, options) {
  const lines = corpus(rowsOf(lowered));
  const all = contestants(lowered, packages, validators);
  const results = {};
  for (const tasks of [TASKS, OWN_TASKS]) {
    const wrong = wrongAnswers(lines, all, tasks);
    if (wrong.length > 0) return { wrong };
    Object.assign(results, measure(lines, all, tasks, options));
  }
  return {
    results,
    corpus: Object.fromEntries(Object.entries(lines).map(([name, of]) => [name, { lines: of.length, bytes: of.reduce((n, line) => n + new TextEncoder().encode(line).length, 0) }])),
  };
}
