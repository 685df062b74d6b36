// What is measured, and what every contestant must answer first.

/**
 * The tasks. Each has the lines of the corpus that it goes through, the values of them that
 * are right, and the function of a contestant that it calls. With `fresh` each call gets a
 * separate value for those that write into what they are given. `who` says which take part.
 */
export const TASKS = [
  { name: "valid: verdict", lines: "valid", f: "verdict", want: "valid" },
  { name: "valid: value", lines: "valid", f: "value", want: "valid", who: (c) => !c.absentOnly },
  { name: "valid, every kind of message: verdict", lines: "kinds", f: "verdict", want: "kinds" },
  { name: "valid, every kind of message: value", lines: "kinds", f: "value", want: "kinds", who: (c) => !c.absentOnly },
  { name: "defaults absent: value", lines: "absent", f: "value", want: "filled", fresh: true, who: (c) => !c.normalOnly },
  { name: "invalid: verdict", lines: "invalid", f: "verdict" },
  { name: "invalid: all errors", lines: "invalid", f: "errors", errors: true },
  { name: "text to value", lines: "valid", f: "parse", want: "valid", text: true },
  { name: "value to text", lines: "valid", f: "write", want: "valid", writes: true },
];

/**
 * The tasks that only wiregen has, since the others know neither old names nor what comes
 * first. They follow when the others are measured: what they show an engine of the shapes of
 * objects would make the same readers slower in the tasks of all.
 */
export const OWN_TASKS = [
  { name: "normal form: value", lines: "valid", f: "value", want: "valid" },
  { name: "payload before its type: value", lines: "late", f: "value", want: "valid" },
  { name: "payload before its type: text to value", lines: "late", f: "parse", want: "valid", text: true },
  { name: "old names: value", lines: "renamed", f: "value", want: "current", fresh: true },
  { name: "current names of these: value", lines: "current", f: "value", want: "current", fresh: true },
].map((task) => ({ ...task, who: (c) => c.own }));

export const takesPart = (task, c) => c[task.f] !== undefined && (!task.who || task.who(c));

/** Whether two values of JSON are equal. A member that is undefined is not there. */
export function equal(a, b) {
  if (a === b) return true;
  if (a === null || b === null || typeof a !== "object" || typeof b !== "object" || Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = (o) => Object.keys(o).filter((k) => o[k] !== undefined);
  const names = keys(a);
  return names.length === keys(b).length && names.every((k) => Object.hasOwn(b, k) && equal(a[k], b[k]));
}

/** What is wrong with the answers of a contestant. Nothing is measured unless all are right. */
export function wrongAnswers(corpus, all, tasks) {
  const wrong = [];
  for (const task of tasks) {
    for (const c of all.filter((c) => takesPart(task, c))) {
      const lines = corpus[task.lines];
      const i = lines.findIndex((line, i) => !right(task, c, line, task.want && corpus[task.want][i]));
      if (i >= 0) wrong.push(`${c.name}: ${task.name}: line ${i + 1}: ${lines[i]}`);
    }
  }
  return wrong;
}

function right(task, c, line, want) {
  const answer = c[task.f](task.text ? line : JSON.parse(line));
  if (task.errors) return answer > 0;
  if (want === undefined) return answer === false;
  if (task.f === "verdict") return answer === true;
  if (task.writes) return answer === line;
  return equal(answer, JSON.parse(want));
}
