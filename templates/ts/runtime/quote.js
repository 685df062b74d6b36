import { fault } from "./error.js";
/** @import { Fault } from "./error.js" */
/** @import { Value } from "./value.js" */

// An error quotes an integer as it is written, which a double may not represent.
// JSON.parse has lost it, so the text is parsed again, with integers as strings, only
// after a fault.

const ROUNDED = /^the number (?:0$|-?\d{16}|.*e\+)/; // which may be written in other digits

/**
 * Returns the errors of reading a text of one JSON value, with integers as they are written.
 * @param {string} text @param {Fault[]} errors
 */
export function quoteIntegers(text, errors) {
  /** @type {Value} */
  let exact;
  return errors.map((e) => {
    if (!ROUNDED.test(e.found)) return e;
    exact ??= withIntegers(text);
    const token = valueAt(exact, e.path);
    return typeof token === "string" ? fault(e.path, e.expected, `the number ${token}`) : e;
  });
}

/**
 * Returns the skipped values of a text of one JSON value, with integers as they are written.
 * @param {string} text @param {{ path: string, error: Fault }[]} dropped
 */
export function quoteDropped(text, dropped) {
  const errors = quoteIntegers(text, dropped.map(({ error }) => error));
  return dropped.map(({ path }, i) => ({ path, error: errors[i] }));
}

/**
 * Returns the value of a text, with integers as strings.
 * @param {string} text
 */
function withIntegers(text) {
  let inString = false;
  const quoted = text.replace(/\\.|"|-?\d[\d.eE+-]*/g, (token) => {
    if (token === '"') inString = !inString;
    return inString || !/^-?\d+$/.test(token) ? token : `"${token}"`;
  });
  return JSON.parse(quoted);
}

/**
 * Returns the value inside another one at a path, in which the halves of surrogate pairs in keys are replaced.
 * @param {Value} root @param {string} path
 */
function valueAt(root, path) {
  let v = root;
  for (const [step] of path.matchAll(/[\w$]+|"(?:[^"\\]|\\.)*"/g)) {
    const key = step.startsWith('"') ? JSON.parse(step) : step;
    // Several keys may be the same when they are replaced, of which the last counts.
    v = v?.[key.includes("\ufffd") ? /** @type {string} */ (Object.keys(v ?? {}).findLast((k) => k.toWellFormed() === key)) : key];
  }
  return v;
}
