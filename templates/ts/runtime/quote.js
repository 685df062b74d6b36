import { fault } from "./error.js";
import { scanString, skipSpace } from "./text.js";
/** @import { Fault } from "./error.js" */

// An error quotes an integer as it is written, which a double may not represent.
// JSON.parse has lost it, so it is searched for in the text, only after a fault.

const NUMBER = "the number ";
const INTEGER = /^-?\d+$/;

/** @typedef {{ inside: Map<string | number, Place>, token: string | undefined }} Place in a text, with the places inside it */

/**
 * The errors of reading a text of one JSON value, with integers as they are written.
 * @param {string} text @param {Fault[]} errors
 */
export function quoteIntegers(text, errors) {
  const root = { inside: new Map(), token: undefined };
  const places = errors.map((e) => (mayBeRounded(e.found) ? placeOf(root, e.path) : undefined));
  if (places.every((place) => place === undefined)) return errors;
  findIntegers(text, root);
  return errors.map((e, i) => {
    const token = places[i]?.token;
    return token === undefined ? e : fault(e.path, e.expected, NUMBER + token);
  });
}

/**
 * What was passed over in a text of one JSON value, with integers as they are written.
 * @param {string} text @param {{ path: string, error: Fault }[]} dropped
 */
export function quoteDropped(text, dropped) {
  const errors = quoteIntegers(text, dropped.map(({ error }) => error));
  return dropped.map(({ path }, i) => ({ path, error: errors[i] }));
}

/** @param {string} found */
function mayBeRounded(found) {
  if (!found.startsWith(NUMBER)) return false;
  const n = Number(found.slice(NUMBER.length));
  return Number.isInteger(n) && (n === 0 || !Number.isSafeInteger(n));
}

/**
 * The place of a path in a tree of places, which it is added to.
 * @param {Place} root @param {string} path
 */
function placeOf(root, path) {
  let place = root;
  for (const [, name, index, quoted] of path.matchAll(/([A-Za-z_$][\w$]*)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/g)) {
    const key = name ?? (index === undefined ? JSON.parse(quoted) : Number(index));
    if (!place.inside.has(key)) place.inside.set(key, { inside: new Map(), token: undefined });
    place = /** @type {Place} */ (place.inside.get(key));
  }
  return place;
}

/**
 * Finds the integers at the places of a tree. The last of duplicate keys counts.
 * @param {string} text @param {Place} root
 */
function findIntegers(text, root) {
  const s = { text, at: 0 };
  /** @type {{ place: Place | undefined, index: number | undefined }[]} */
  const boxes = []; // the arrays and objects around, with their places
  /** @type {Place | undefined} */
  let place = root;
  for (skipSpace(s); s.at < text.length; skipSpace(s)) {
    const c = text[s.at];
    const start = s.at++;
    if (c === "[" || c === "{") {
      boxes.push({ place, index: c === "[" ? 0 : undefined });
      place = place?.inside.get(0);
    } else if (c === "]" || c === "}") {
      boxes.pop();
    } else if (c === ",") {
      const box = boxes[boxes.length - 1];
      if (box.index !== undefined) place = box.place?.inside.get(++box.index);
    } else if (c === '"') {
      s.at = start;
      scanString(s);
      const end = s.at;
      skipSpace(s);
      if (text[s.at] !== ":") continue;
      s.at++;
      place = boxes[boxes.length - 1].place?.inside.get(JSON.parse(text.slice(start, end)).toWellFormed());
    } else {
      while (s.at < text.length && !" \t\n\r,]}".includes(text[s.at])) s.at++;
      const token = text.slice(start, s.at);
      if (place !== undefined) place.token = INTEGER.test(token) ? token : undefined;
    }
  }
}
