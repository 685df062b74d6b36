import { fault, pathOf } from "./error.js";
/** @import { Reader } from "./read.js" */
/** @import { Value } from "./value.js" */

// A short text may stand for a large value. Therefore what a text is read as has a weight, which is about its size in memory in Go, and a
// maximum of it. The table counts it, for texts whose brackets, commas and colons allow that it is exceeded.

export const FIELD = 24; // and as much for the struct or the tuple
export const ITEM = 40;
const ENTRY = 64;
const TABLE = 400;

/** @typedef {[object: number, array: number, most: number]} Burden the greatest weight of a struct and of a tuple, and the maximum of all */

/** The values inside messages that may be heavier than most, with the maximum: results and data are read later. @type {WeakMap<object, number>} */
const heavy = /* @__PURE__ */ new WeakMap();

/**
 * Reports whether what a text is read as may be heavier than most.
 * @param {string} text @param {Burden} burden
 */
export function mayOverweigh(text, [struct, tuple, most]) {
  const object = struct + TABLE;
  const array = tuple + ITEM;
  // The heaviest texts are lists of {} or [], of three characters each. Any other needs two for an item, and five for an entry.
  const left = most - struct - 20 * text.length;
  return (text.length * (Math.max(object, array) + ITEM)) / 3 + struct > most && countOf(text, "{", left / object) * object + countOf(text, "[", left / array) * array > left;
}

/**
 * Returns how often a text has a character, or a number above a limit.
 * @param {string} text @param {string} c @param {number} limit
 */
export function countOf(text, c, limit) {
  let n = 0;
  for (let i = text.indexOf(c); i >= 0 && n <= limit; i = text.indexOf(c, i + 1)) n++;
  return n;
}

/**
 * Makes the reader r, if there is one, count weights up to a maximum; it does not if there is none.
 * @template {Reader | undefined} R @param {R} r @param {number} [most] @returns {R}
 */
export function weighing(r, most) {
  return r === undefined || most === undefined ? r : Object.assign(r, { most, left: most });
}

/**
 * Remembers that the members of a message, or of those of a batch, may be heavier than most.
 * @param {Value} v @param {number} most
 */
export function remember(v, most) {
  for (const message of Array.isArray(v) ? v : [v]) {
    for (const part of Object.values(message ?? {})) if (typeof part === "object" && part !== null) heavy.set(part, most);
  }
}

/**
 * Returns the maximum of what is read of v, a part of a message; undefined if it cannot exceed it.
 * @param {Value} v
 */
export function mostOf(v) {
  return typeof v === "object" && v !== null ? heavy.get(v) : undefined;
}

/**
 * Counts a weight at the current place, and reports the value if all are too heavy. Nothing counts once there is a fault.
 * @param {any} r @param {number} weight
 */
export function spend(r, weight) {
  if (r.left === undefined || r.errors.length > 0) return;
  r.left -= weight;
  if (r.left < 0) tooHeavy(r);
}

/**
 * Reports whether a reader that counts weights has a fault. Then nothing is tried again, which could take long: what is too heavy is
 * not recorded.
 * @param {any} r
 */
export function isDecided(r) {
  return r.left !== undefined && r.errors.length > 0;
}

/** @param {Reader} r */
function tooHeavy(r) {
  r.heavy = fault(r.tried ?? pathOf(r.path), `a weight of at most ${r.most}`, "more");
  r.errors.push(r.heavy);
}

/**
 * Counts the entries of a map, or the undeclared members that are kept.
 * @param {Reader} r @param {number} n
 */
export function spendEntries(r, n) {
  if (n > 0) spend(r, TABLE + n * ENTRY);
}

/**
 * Takes the weight that an attempt has counted, or its fault if it was too heavy.
 * @param {Reader} r @param {Reader} attempt
 */
export function take(r, attempt) {
  r.left = attempt.left;
  if (!attempt.heavy) return;
  r.heavy = attempt.heavy;
  r.errors.push(r.heavy);
}
