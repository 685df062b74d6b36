import { kindWords } from "./error.js";
import { get, object } from "./guard.js";
import { kindOf, set } from "./value.js";
/** @import { Members, Value } from "./value.js" */

// Copies of values that may be printed: without sensitive values, and with long ones cut.

/**
 * @typedef {number | (() => Log) | readonly [how: string, of: any, more?: any, other?: any, none?: any]} Log how a value is shown: 0 is whole, -1 not
 *   at all, -2 its kind and length, and a positive number so many characters; or how its parts are: ["each", Log] the items or members,
 *   ["at", Log[]] each item, ["of", members, Log] the declared members and others, ["tag", key, by tag, Log, Log] that of the tag, of another one,
 *   and of none, ["kind", by kind] that of the kind, ["text", texts, Log] declared texts whole and others; ["all", Log[]] what each of several says
 */

const hidden = "[redacted]";

/**
 * Returns a value without what is not shown. What is shown is that of the value itself. A value of another form than is
 * expected is not shown.
 * @param {Value} v @param {Log | undefined} log @returns {Value}
 */
export function redact(v, log) {
  if (!log || v === undefined) return v;
  if (typeof log === "function") return redact(v, log());
  if (typeof log === "number") return log > 0 ? shortened(v, log) : log === -1 ? hidden : `[${kindWords(v)}]`;
  const [how, of, more] = log;
  if (how === "all") return several(v, of.map(known));
  if (how === "kind") return redact(v, of[typeof v === "bigint" ? "number" : kindOf(v)] ?? -1);
  if (how === "text") return of.includes(v) ? v : redact(v, more);
  if (v === null) return v;
  if (Array.isArray(v)) {
    if (how === "each") return v.map((item) => redact(item, of));
    return how === "at" ? v.map((item, i) => redact(item, i < of.length ? of[i] : -1)) : hidden;
  }
  if (!object(v) || how === "at") return hidden;
  if (how === "tag") {
    const tag = get(v, of);
    const [, , , other, none] = log;
    return redact(v, tag === undefined ? (none ?? other) : Object.hasOwn(more, String(tag)) ? more[String(tag)] : other);
  }
  return members(v, (key) => [how === "each" ? of : Object.hasOwn(of, key) ? of[key] : more]);
}

/** @param {Log} log @returns {Log} */
function known(log) {
  return typeof log === "function" ? known(log()) : log;
}

/** @param {Members} v @param {(key: string) => Log[]} logs */
function members(v, logs) {
  /** @type {Members} */
  const out = {};
  for (const key of Object.keys(v)) set(out, key, logs(key).reduce(redact, v[key]));
  return out;
}

/**
 * What objects of several forms have is shown as the forms say that declare it.
 * @param {Value} v @param {any[]} logs
 */
function several(v, logs) {
  if (!object(v) || logs.some((log) => log[0] !== "of")) return logs.reduce(redact, v);
  return members(v, (key) => {
    const declared = logs.filter(([, of]) => Object.hasOwn(of, key)).map(([, of]) => of[key]);
    return declared.length > 0 ? declared : logs.map(([, , more]) => more);
  });
}

/** @param {Value} v @param {number} most characters */
function shortened(v, most) {
  const text = typeof v === "string" ? v : (JSON.stringify(v, (_, inner) => (typeof inner === "bigint" ? String(inner) : inner)) ?? "");
  if (text.length <= most) return v;
  const shown = [...text.slice(0, 2 * most + 2)];
  return shown.length <= most ? v : `${shown.slice(0, most).join("")}…`;
}
