import { intWords } from "./error.js";
import { base64, flag, int64, matches, nothing, object, present, sized, text, uint64, uuid } from "./guard.js";
import { fail, failKind } from "./report.js";
/** @import { Reader } from "./read.js" */
/** @import { Limits, Node, Value } from "./value.js" */

// The scalars of the table. Each has the function that reads it, the words for its kind
// of JSON, whether a value is of that kind, and what is wrong with one that is.

export const string = [readScalar, "a string", text];
export const bool = [readScalar, "a boolean", flag];
export const nil = [readScalar, "null", nothing];
export const float = [readKept, "a number", Number.isFinite];
export const any = [readKept, "any value", present];
export const anyObject = [readKept, "an object", object];
export const empty = [readEmpty, "an object", object];
export const int = [readScalar, "an integer", number, intFault];
export const int32 = [readScalar, "an integer", number, int32Fault];
export const uint32 = [readScalar, "an integer", number, uint32Fault];
export const uint = [readScalar, "an integer", number, uintFault];
export const int64Text = [readScalar, "a string", text, int64Fault];
export const uint64Text = [readScalar, "a string", text, uint64Fault];
export const bytes = [readScalar, "a string", text, bytesFault];
export const uuidText = [readScalar, "a string", text, uuidFault];

/** What leads to no type: the value is preserved as it is. */
export const verbatim = { pick: () => undefined };

/** The type of what is left out of a copy. */
export const dropped = [() => undefined];

/** @param {Value} v */
function number(v) {
  return typeof v === "number";
}

/**
 * Returns what is expected instead of v, a number; undefined if v is valid.
 * @param {Value} v
 */
function intFault(v) {
  return Number.isSafeInteger(v) ? undefined : intWords(v);
}

/** @param {Value} v */
function int32Fault(v) {
  return rangeFault(v, -2147483648, 2147483647);
}

/** @param {Value} v */
function uint32Fault(v) {
  return rangeFault(v, 0, 4294967295);
}

/** @param {Value} v */
function uintFault(v) {
  return rangeFault(v, 0, 9007199254740991);
}

/** @param {Value} v @param {number} low @param {number} high */
function rangeFault(v, low, high) {
  return Number.isInteger(v) && v >= low && v <= high ? undefined : intWords(v, low, high);
}

/** @param {Value} v */
function int64Fault(v) {
  return int64(v) ? undefined : "a 64-bit integer in a string";
}

/** @param {Value} v */
function uint64Fault(v) {
  return uint64(v) ? undefined : "an unsigned 64-bit integer in a string";
}

/** @param {Value} v */
function bytesFault(v) {
  return base64(v) ? undefined : "base64 text";
}

/** @param {Value} v */
function uuidFault(v) {
  return uuid(v) ? undefined : "a UUID in lower case";
}

/** @param {Reader} r @param {Node} t @param {Value} v @param {number} _ @param {boolean} orNull */
export function readScalar(r, [, words, is, faultOf], v, _, orNull) {
  if (!is(v)) return failKind(r, [words], v, orNull);
  const out = plain(r, v);
  const wrong = faultOf?.(out);
  return wrong === undefined ? out : fail(r, wrong, v);
}

/**
 * Returns a scalar in its normal form: text without lone surrogates, and no negative zero.
 * @param {Reader} r @param {Value} v
 */
export function plain(r, v) {
  if (typeof v === "string") return r.scrub ? v.toWellFormed() : v;
  return v === 0 ? 0 : v;
}

/**
 * Reads what is preserved verbatim.
 * @param {Reader} r @param {Node} t @param {Value} v @param {number} _ @param {boolean} orNull
 */
export function readKept(r, [, words, is], v, _, orNull) {
  return is(v) ? (r.keep?.(r, is, v) ?? v) : failKind(r, [words], v, orNull);
}

/** @param {Reader} r @param {Node} t @param {Value} v @param {number} depth @param {boolean} orNull */
export function readEmpty(r, t, v, depth, orNull) {
  return readKept(r, t, v, depth, orNull);
}

/**
 * Reads a scalar with limits, of which those for writers alone are not checked.
 * @param {Reader} r @param {Node} t @param {Value} v @param {number} depth @param {boolean} orNull
 */
export function readLimited(r, [, scalar, limits], v, depth, orNull) {
  const before = r.errors.length;
  const out = scalar[0](r, scalar, v, depth, orNull);
  if (!scalar[2](v) || r.errors.length > before || limits.writer) return out; // a reader that has many faults collects no more
  const wrong = limitsFault(limits, out);
  return wrong === undefined ? out : fail(r, wrong, v);
}

/**
 * Returns what is expected instead of v by the limits of a number or a text; undefined if v is within them.
 * @param {Limits} of @param {Value} v
 */
export function limitsFault({ range, length, pattern }, v) {
  if (range && !(v >= range[0] && v <= range[1])) return range[2];
  if (length && !sized(v, length[0], length[1])) return length[2];
  return pattern && !matches(v, pattern[0]) ? pattern[1] : undefined;
}
