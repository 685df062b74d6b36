/** @import { Value } from "./value.js" */
// Errors, in the words that every target uses.

/**
 * @typedef {string | number | { secret: string }} Key of a member, which errors may not tell, or the index of an item
 * @typedef {Key[]} Path from a value to one inside it
 * @typedef {{ path: string, expected: string, found: string, message: string }} Fault
 */

/** The word for a missing value. */
const NOTHING = "nothing";

/** Thrown by writers if a value is invalid. */
export class WireError extends Error {
  /** @param {Fault} fault */
  constructor(fault) {
    super(lineOf(fault));
    this.name = "WireError";
    this.path = fault.path;
    this.expected = fault.expected;
    this.found = fault.found;
  }
}

/** @param {string} path @param {string} expected @param {string} found @returns {Fault} */
export function fault(path, expected, found) {
  const isMissing = found === NOTHING && path !== ""; // a value at the path, as opposed to any value at all
  const message = isMissing ? `missing: expected ${expected}` : `expected ${expected}, found ${found}`;
  return { path, expected, found, message };
}

/**
 * Returns a fault with its path.
 * @param {Fault} fault
 */
export function lineOf({ path, message }) {
  if (path === "") return message;
  return message.startsWith("missing") ? `${path} is ${message}` : `${path}: ${message}`;
}

/** @param {string[]} list */
export function join(list) {
  return list.length === 1 ? list[0] : `${list.slice(0, -1).join(", ")} or ${list[list.length - 1]}`;
}

/** @param {unknown[]} values */
export function oneOf(values) {
  const quoted = values.map((v) => (typeof v === "string" ? quote(v) : String(v)));
  return quoted.length === 1 ? quoted[0] : `one of ${quoted.join(", ")}`;
}

/**
 * Returns what is expected instead of v, which is not an integer from low to high.
 * @param {unknown} v @param {number} [low] @param {number} [high]
 */
export function intWords(v, low = Number.MIN_SAFE_INTEGER, high = Number.MAX_SAFE_INTEGER) {
  return Number.isInteger(v) ? `an integer from ${low} to ${high}` : "an integer";
}

/**
 * Returns the words for a list whose number of items, n, is wrong.
 * @param {number} n
 */
export function arrayOf(n) {
  return `an array of ${n} ${n === 1 ? "item" : "items"}`;
}

/**
 * Returns the words for an undeclared key k.
 * @param {string} k
 */
export function theKey(k) {
  return `the key ${quoteShort(k)}`;
}

/**
 * Returns what is expected where one of some keys is required.
 * @param {string[]} keys
 */
export function theKeys(keys) {
  const quoted = keys.map(quote);
  return quoted.length === 1 ? `the key ${quoted[0]}` : `one of the keys ${quoted.join(", ")}`;
}

/** @param {Value} v @returns {string} */
export function found(v) {
  if (v === undefined) return NOTHING;
  if (v === null || typeof v === "boolean") return String(v);
  if (typeof v === "string") return `the string ${quoteShort(v)}`;
  if (typeof v === "number") return `the number ${v === 0 ? 0 : v}`;
  return Array.isArray(v) ? "an array" : `${typeof v === "object" ? "an" : "a"} ${typeof v}`;
}

/**
 * Returns the words for a value that is not quoted: its kind, and the length of a string.
 * @param {Value} v @returns {string}
 */
export function kindWords(v) {
  if (typeof v === "string") return `a string of ${characters(v)}`;
  return typeof v === "boolean" ? "a boolean" : typeof v === "number" || typeof v === "bigint" ? "a number" : found(v);
}

/** @param {string} s */
export function characters(s) {
  let n = 0;
  for (let i = 0; i < s.length; n++) i += /** @type {number} */ (s.codePointAt(i)) > 0xffff ? 2 : 1;
  return n === 1 ? "1 character" : `${n} characters`;
}

/**
 * Returns a string in quotes, of at most 32 characters; the key of a path has more.
 * @param {string} s
 */
export function quoteShort(s, most = /^[^]{0,32}/u) {
  const [start] = /** @type {RegExpExecArray} */ (most.exec(s)); // which takes a tenth of the time of [...s]
  return start === s ? quote(s) : `${quote(start).slice(0, -1)}…"`;
}

/**
 * Returns at most 32 characters of the text of a number.
 * @param {string} token
 */
export function shortToken(token) {
  return token.length > 32 ? `${token.slice(0, 32)}…` : token;
}

/** @param {string} s */
export function quote(s) {
  return JSON.stringify(s.toWellFormed());
}

/** @type {Map<string, string>} */
const names = new Map();

/**
 * Returns what a member with a name that a protocol declares begins with.
 * @param {string} name
 */
export function keyText(name) {
  let text = names.get(name);
  if (text === undefined) names.set(name, (text = `${quote(name)}:`));
  return text;
}

/** @param {Path} keys */
export function pathOf(keys) {
  let out = "";
  for (const k of keys) {
    if (typeof k === "object") out += "[…]";
    else if (typeof k === "number") out += `[${k}]`;
    else if (!/^[A-Za-z_$][\w$]{0,199}$/.test(k)) out += `[${quoteShort(k, /^[^]{0,200}/u)}]`;
    else out += out === "" ? k : `.${k}`;
  }
  return out;
}
