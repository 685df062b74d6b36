import { characters, kindWords } from "./error.js";
import { readType } from "./read.js";
/** @import { As, Reader } from "./read.js" */
/** @import { Context } from "./report.js" */
/** @import { Node, Type, Value } from "./value.js" */

// Errors do not quote what the spec marks as sensitive. The table marks it, and a context knows whether what it reads or writes
// is within that. Only packages whose spec marks something have this module.

/** @typedef {{ found: (v: Value) => string, key: (k: string) => string }} Words for what must not be quoted */

/** @type {Words} */
const words = { found: kindWords, key: (k) => `a key of ${characters(k)}` };

/**
 * Returns a type whose values errors do not quote. Within another one it is the type itself, which takes less stack.
 * @param {Type} of @returns {Node}
 */
export function secret(of) {
  return { pick: unlessWithin, of, within: [readSecret, of, words] };
}

/** @param {Context} c @param {Node} t */
function unlessWithin(c, t) {
  return c.hides ? t.of : t.within;
}

/** @param {Reader} r @param {Node} t @param {Value} v @param {number} depth @param {boolean} orNull */
export function readSecret(r, [, of], v, depth, orNull) {
  r.hides = words;
  const out = readType(r, of, v, depth, orNull);
  r.hides = undefined;
  return out;
}

/**
 * Reads a value that errors do not quote, with the reader of its type.
 * @param {Reader} r @param {As} as @param {Value} v @param {number} depth
 */
export function readSecretAs(r, as, v, depth) {
  const { hides } = r;
  r.hides = words;
  const out = as(v, r, depth);
  r.hides = hides;
  return out;
}
