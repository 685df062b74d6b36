import { set } from "./value.js";
/** @import { Members, Value } from "./value.js" */

// Copies of messages for traces, without sensitive values, and with long ones cut.

/**
 * @typedef {number | (() => Log) | readonly [how: "each", of: any] | readonly [how: "of", of: { [name: string]: any }, rest?: any]
 *   | readonly [how: "at", of: readonly any[]] | readonly [how: "all", of: readonly any[]]} Log what is replaced of a value: all of it (-1), what
 * follows a number of characters, or the same within its items or members, within some of them, or what each of several says
 */

const hidden = "[redacted]";

/**
 * Returns a value without what a log does not show. What is shown is that of the value itself.
 * @param {Value} v @param {Log | undefined} log @returns {Value}
 */
export function redact(v, log) {
  if (log === undefined || v === undefined) return v;
  if (typeof log === "function") return redact(v, log());
  if (typeof log === "number") return log < 0 ? hidden : shortened(v, log);
  const [how, of, rest] = log;
  if (how === "all") return of.reduce(redact, v);
  if (typeof v !== "object" || v === null) return v;
  if (Array.isArray(v)) {
    if (how === "of") return hidden; // it has another form than is expected
    return v.map((item, i) => redact(item, how === "at" ? of[i] : of));
  }
  /** @type {Members} */
  const out = {};
  for (const key of Object.keys(v)) {
    const inner = how === "each" ? of : how === "of" && Object.hasOwn(of, key) ? of[key] : rest;
    set(out, key, redact(v[key], inner));
  }
  return out;
}

/** @param {Value} v @param {number} most characters */
function shortened(v, most) {
  const text = typeof v === "string" ? v : (JSON.stringify(v, (_, inner) => (typeof inner === "bigint" ? String(inner) : inner)) ?? "");
  if (text.length <= most) return v;
  const shown = [...text.slice(0, 2 * most + 2)];
  return shown.length <= most ? v : `${shown.slice(0, most).join("")}…`;
}
