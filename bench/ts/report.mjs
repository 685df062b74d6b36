// Writes what was found as Markdown.

import { OWN_TASKS, TASKS } from "./tasks.mjs";

const least = (list) => Math.min(...list);
const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];
const number = (x) => Math.round(x).toLocaleString("en-US");
const times = (x) => (x < 10 ? x.toFixed(2) : x < 100 ? x.toFixed(1) : number(x));

/** The times that count: of the processor where the engine tells them. */
const figures = ({ wall, cpu }) => (cpu.length > 0 ? cpu : wall);
const cell = (f, of) => (f ? `${number(least(of(f)))} / ${number(median(of(f)))}` : "");

const table = (rows) => [rows[0], rows[0].map(() => "---"), ...rows.slice(1)].map((row) => `| ${row.join(" | ")} |`).join("\n");

const WIREGEN = "wiregen";

/** The function of wiregen that a task calls, for the rows of its table. */
const OWN = { verdict: "isMessage", value: "readMessage", errors: "readMessage", parse: "parseMessage", write: "writeMessage" };
const title = (c, task) => c.replace(/^(wiregen.*?)(: .*)?$/, (_, name, calls) => name + (calls ?? `: ${OWN[task.f]}`));

/**
 * What was to be reached: how many times faster than the fastest of a library a function is,
 * or at most how many times the time of something else it takes.
 */
const PARSED = "wiregen: JSON.parse + readMessage";
const GOALS = [
  ["isMessage, times faster than ajv", "valid: verdict", "ajv", 2.7],
  ["isMessage, times faster than zod 4", "valid: verdict", "zod 4", 11],
  ["readMessage with defaults absent, times faster than ajv", "defaults absent: value", "ajv", 1],
  ["readMessage with defaults absent, times faster than zod 4", "defaults absent: value", "zod 4", 4],
  ["readMessage with all errors, times faster than ajv", "invalid: all errors", "ajv", 1],
  ["readMessage with all errors, times faster than zod 4", "invalid: all errors", "zod 4", 8],
  ["parseMessage, times faster than ajv", "text to value", "ajv", 1],
  ["parseMessage, times faster than zod 4", "text to value", "zod 4", 1.3],
  ["writeMessage, of JSON.stringify", "value to text", "JSON alone", -1.5],
  ["parseMessage, of JSON.parse + readMessage", "text to value", PARSED, -1.1],
];

function goal(results, task, other, bound) {
  const of = results[task];
  const own = least(figures(of[WIREGEN]));
  const theirs = Math.min(...Object.entries(of).filter(([name]) => name === other || name.startsWith(`${other} `)).map(([, f]) => least(figures(f))));
  const ratio = bound > 0 ? theirs / own : own / theirs;
  const reached = bound > 0 ? ratio >= bound : ratio <= -bound;
  return reached ? times(ratio) : `**${times(ratio)}**`;
}

export function report(found, { rounds, milliseconds, machine, date }) {
  const engines = Object.keys(found);
  const [first] = engines;
  const { corpus } = found[first];
  const mean = (name) => number(corpus[name].bytes / corpus[name].lines);
  const versions = engines.map((name) => `${name.replace(/^Node --/, "Node with --")} ${found[name].version.replace(/^v/, "")}`);
  const parts = [
    `Nanoseconds per message, minimum / median of ${rounds} rounds of ${milliseconds} ms, in which all contestants take turns in one
process; CPU time (all threads) in Node and Deno, and wall time, with four times as many rounds of a quarter of the
time, in Chromium, which does not report CPU time. ${date};
${versions.join(", ")};
${machine}.`,
    `The goals, as ratios of minima. The fastest configuration of a library counts. What is not reached is in bold.`,
    table([
      ["", "goal", ...engines],
      ...GOALS.map(([title, task, other, bound]) => [title, bound > 0 ? `≥ ${bound}` : `≤ ${-bound}`, ...engines.map((name) => goal(found[name].results, task, other, bound))]),
    ]),
    `The corpus: ${number(corpus.valid.lines)} valid messages of ${mean("valid")} bytes on average (70 % deltas of text and thoughts, 15 %
parts of calls, 5 % updates of status, 5 % results of tools, 3 % events of subagents, 2 % approvals); ${number(corpus.invalid.lines)} of these
with one fault; ${number(corpus.kinds.lines)} random messages of every kind (${mean("kinds")} bytes); and ${number(corpus.absent.lines)} messages that leave out defaults
(${mean("absent")} bytes). × is the minimum of a contestant divided by that of wiregen, in ${first}.`,
  ];
  for (const task of TASKS) parts.push(`${task.name[0].toUpperCase()}${task.name.slice(1)}`, taskTable(found, task));
  parts.push(`What only wiregen reads, measured after that: the same messages with the keys of all objects in reverse, so that
payloads come before their types, and messages with old names of events and fields.`, ownTable(found));
  return parts.join("\n\n");
}

function taskTable(found, task) {
  const engines = Object.keys(found);
  const of = (name) => found[name].results[task.name];
  const [first] = engines;
  const own = least(figures(of(first)[WIREGEN]));
  return table([
    ["", `${first}, CPU`, "×", `${first}, wall`, ...engines.slice(1)],
    ...Object.keys(of(first)).map((c) => [
      title(c, task), cell(of(first)[c], figures), times(least(figures(of(first)[c])) / own), cell(of(first)[c], (f) => f.wall), ...engines.slice(1).map((name) => cell(of(name)[c], figures)),
    ]),
  ]);
}

function ownTable(found) {
  const engines = Object.keys(found);
  const [first] = engines;
  const rows = OWN_TASKS.flatMap((task) => Object.keys(found[first].results[task.name]).map((c) => [
    `${task.name}, ${title(c, task)}`, ...engines.map((engine) => cell(found[engine].results[task.name][c], figures)),
  ]));
  return table([["", ...engines], ...rows]);
}
