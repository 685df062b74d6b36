import { fault, found, join, pathOf, theKey } from "./error.js";
/** @import { Key, Path } from "./error.js" */
/** @import { Words } from "./secret.js" */
/** @import { Value } from "./value.js" */

// How readers and writers report faults: a reader collects errors, a writer throws.

export const MAX_DEPTH = 1000;

/**
 * @typedef {object} Context of reading or writing
 * @property {Path} path of the current value
 * @property {(c: any, expectation: string, what: string) => void} wrong
 * @property {Words} [hides] the words for what is read or written, which must not be quoted
 * @property {() => never} end what is too deep: a value that contains itself can have exponentially many paths beyond the limit
 */

/**
 * Reports v, with the words what, at the current place, and returns it.
 * @param {Context} c @param {string} expectation @param {Value} v @param {string} [what] @returns {Value}
 */
export function fail(c, expectation, v, what = foundIn(c, v)) {
  c.wrong(c, expectation, what);
  return v;
}

/** @param {Context} c @param {Value} v */
function foundIn({ hides }, v) {
  return hides ? hides.found(v) : found(v);
}

/**
 * Reports the key k of v.
 * @param {Context} c @param {string} expectation @param {Value} v @param {string} k
 */
export function failKey(c, expectation, v, k) {
  fail(c, expectation, v, c.hides ? c.hides.key(k) : theKey(k));
}

/**
 * Returns the step of a path into the key k, which the spec does not declare. It may be as sensitive as a value.
 * @param {Context} c @param {string} k @returns {Key}
 */
export function into({ hides }, k) {
  return hides ? { secret: k } : k;
}

/**
 * Reports v, which is of none of the kinds that the words name, and returns it.
 * @param {Context} c @param {string[]} words @param {Value} v @param {boolean} orNull
 */
export function failKind(c, words, v, orNull) {
  return fail(c, join(orNull ? [...words.filter((w) => w !== "null"), "null"] : words), v);
}

/**
 * Reports v at the member k of the current place.
 * @param {Context} c @param {Key} k @param {string} expectation @param {Value} v
 */
export function failAt(c, k, expectation, v) {
  c.path.push(k);
  fail(c, expectation, v);
  c.path.pop();
}

/**
 * Reports whether v, which has depth levels around it, is the object or the array that the words ask for.
 * @param {Context} c @param {boolean} is @param {string} words @param {Value} v @param {number} depth @param {boolean} orNull
 */
export function opens(c, is, words, v, depth, orNull) {
  if (!is) failKind(c, [words], v, orNull);
  else if (depth >= MAX_DEPTH) c.end();
  return is;
}

/** Returns the fault of a value that is too deep. */
export function tooDeep() {
  return fault("", `at most ${MAX_DEPTH} levels of nesting`, "more");
}

/**
 * Returns the fault at the current place.
 * @param {Context} c @param {string} expectation @param {string} what
 */
export function faultAt(c, expectation, what) {
  return fault(pathOf(c.path), expectation, what);
}
