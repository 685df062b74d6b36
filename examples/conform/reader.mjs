import { createInterface } from "node:readline";

class Refused extends Error {
  constructor(path, message) { super(message); this.path = path; }
}
const isString = (v) => typeof v === "string";
const orNull = (fits) => (v) => v === null || fits(v);

function field(obj, key, fits) {
  if (!Object.hasOwn(obj, key)) throw new Refused(key, "missing");
  if (!fits(obj[key])) throw new Refused(key, "another type was expected");
  return obj[key];
}
function readState(v) {
  if (!isString(v)) throw new Refused("", "not a string");
  return v; // whatever it is: a newer server has more states
}
function readJob(v) {
  if (v === null || typeof v !== "object" || Array.isArray(v)) throw new Refused("", "not an object");
  const job = {
    id: field(v, "id", isString),
    state: field(v, "state", isString),
    size: field(v, "size", Number.isSafeInteger),
    parent: field(v, "parent", orNull(isString)),
  };
  if (Object.hasOwn(v, "note")) job.note = field(v, "note", isString);
  return job;
}
function finite(key, v) {
  if (v === Infinity || v === -Infinity) throw new Refused("", "not a finite number");
  return v;
}

// All above is the SDK. What follows connects it with wiregen conform.
const readers = { State: readState, Job: readJob };
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function answer({ type, text, base64 }) {
  if (!Object.hasOwn(readers, type)) return { skip: "not in this SDK" };
  try {
    text ??= utf8.decode(Buffer.from(base64, "base64"));
    return { written: JSON.stringify(readers[type](JSON.parse(text, finite))) };
  } catch (e) {
    return { path: e.path ?? "", message: e.message };
  }
}
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const q = JSON.parse(line);
  process.stdout.write(JSON.stringify({ id: q.id, ...answer(q) }) + "\n");
}
