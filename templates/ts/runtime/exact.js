import { found, shortToken } from "./error.js";
import { get } from "./guard.js";
import { byOrder } from "./ordered.js";
import { reader } from "./read.js";
import { fail, failKind } from "./report.js";
import { limitsFault } from "./scalar.js";
import { set } from "./value.js";
/** @import { Key } from "./error.js" */
/** @import { Reader, Result } from "./read.js" */
/** @import { Context } from "./report.js" */
/** @import { Limits, Node, Value } from "./value.js" */
/** @import { Writer } from "./write.js" */

// 64-bit integers that are JSON numbers: their exact values, which JSON.parse rounds
// to doubles, are read from the text. Only packages with such integers have this module.

/** @typedef {{ inside: Map<Key, Place>, number?: number, exact?: bigint | number, token?: string }} Place in a text, with its number and those inside */

export const wide = [readWide, "an integer", isNumber, wideFault];
export const uwide = [readWide, "an integer", isNumber, uwideFault];

/** @param {Value} v */
function isNumber(v) {
  return typeof v === "bigint" || typeof v === "number";
}

/** @param {Value} v */
function wideFault(v) {
  return exactFault(v, -9223372036854775808n, 9223372036854775807n);
}

/** @param {Value} v */
function uwideFault(v) {
  return exactFault(v, 0n, 18446744073709551615n);
}

/** @param {Value} v @param {bigint} low @param {bigint} high */
function exactFault(v, low, high) {
  if (typeof v === "number" && !Number.isInteger(v)) return "an integer";
  if (v < low || v > high) return `an integer from ${low} to ${high}`;
  return typeof v === "bigint" ? undefined : "a bigint";
}

/** @param {Reader} r @param {Node} t @param {Value} v @param {number} _ @param {boolean} orNull */
export function readWide(r, [, words, is, faultOf], v, _, orNull) {
  if (!is(v)) return failKind(r, [words], v, orNull);
  const place = placeOf(r);
  const exact = place !== undefined && place.number === v;
  const out = held(exact ? place.exact : v);
  const wrong = faultOf(out);
  if (wrong === undefined) return out;
  const isRounded = exact && Number.isNaN(out) && Number.isInteger(v); // the number that was read is not the one in the text
  return fail(r, wrong, v, isRounded && !r.hides ? `the number ${shortToken(/** @type {string} */ (place.token))}` : numberWords(r, v));
}

/** @param {Writer} w @param {Node} t @param {Value} v @param {number} _ @param {boolean} orNull */
export function writeWide(w, [, words, is, faultOf], v, _, orNull) {
  if (!is(v)) failKind(w, [words], v, orNull);
  const wrong = faultOf(held(v));
  if (wrong !== undefined) fail(w, wrong, v, numberWords(w, v));
  return String(held(v));
}

/**
 * Reads an integer with limits, of which those for writers alone are not checked.
 * @param {Reader} r @param {Node} t @param {Value} v @param {number} depth @param {boolean} orNull
 */
export function readLimitedWide(r, [, scalar, limits], v, depth, orNull) {
  return readWide(r, limits.writer ? scalar : within(scalar, limits), v, depth, orNull);
}

/** @param {Writer} w @param {Node} t @param {Value} v @param {number} depth @param {boolean} orNull */
export function writeLimitedWide(w, [, scalar, limits], v, depth, orNull) {
  return writeWide(w, within(scalar, limits), v, depth, orNull);
}

/**
 * Returns an integer with limits.
 * @param {Node} scalar @param {Limits} limits @returns {Node}
 */
function within([reads, words, is, faultOf], limits) {
  return [reads, words, is, (/** @type {Value} */ v) => faultOf(v) ?? limitsFault(limits, v)];
}

/**
 * Writes a bigint in kept content.
 * @param {Writer} _w @param {Node} _t @param {Value} v
 */
export function writeBigInt(_w, _t, v) {
  return String(v);
}

/** @param {Context} c @param {Value} v */
function numberWords({ hides }, v) {
  if (hides) return hides.found(v);
  return typeof v === "bigint" ? `the number ${v}` : found(v);
}

/**
 * Returns a number as a bigint, if it holds the integer exactly.
 * @param {Value} v
 */
function held(v) {
  return Number.isSafeInteger(v) ? BigInt(v) : v;
}

/**
 * Picks the first variant that accepts v, which may be a number that equals another one only when it is rounded.
 * @param {any} c @param {Node} t @param {Value} v @param {number} depth @param {boolean} orNull @returns {Node | undefined}
 */
export function byExactOrder(c, t, v, depth, orNull) {
  const { tries } = c;
  if (placeOf(c)?.exact !== undefined) c.tries = [];
  const out = byOrder(c, t, v, depth, orNull);
  c.tries = tries;
  return out;
}

/**
 * Returns the place of the current value in its text; undefined if doubles hold all its numbers.
 * @param {any} c @returns {Place | undefined}
 */
function placeOf(c) {
  return c.path.place;
}

/** A path through a text, which knows the place it leads to. */
class ExactPath extends Array {
  /** @param {Place} root */
  constructor(root) {
    super();
    /** @type {(Place | undefined)[]} */
    this.places = [root];
  }

  get place() {
    return this.places[this.places.length - 1];
  }

  /** @param {Key} key */
  push(key) {
    this.places.push(this.place?.inside.get(typeof key === "object" ? key.secret : key));
    return super.push(key);
  }

  pop() {
    this.places.pop();
    return super.pop();
  }
}

/**
 * Returns a reader of the value of a text; undefined if doubles hold all its numbers.
 * @param {string} text @param {boolean} scrub
 */
export function readerOf(text, scrub) {
  return SOME_INEXACT.test(text) ? readerAt(placesIn(text), scrub) : undefined;
}

/**
 * Returns a reader that finds a place at a path.
 * @param {Place} place @param {boolean} scrub @param {Key[]} [path] @returns {Reader}
 */
function readerAt(place, scrub, path = []) {
  const root = path.reduceRight((inside, key) => ({ inside: new Map([[key, inside]]) }), place);
  return { ...reader(scrub), path: new ExactPath(root) };
}

/**
 * Returns the reader r for messages. What they preserve may be read later; then, too, the exact values count.
 * @param {Reader} [r]
 */
export function keeping(r) {
  return r && { ...r, keep };
}

/**
 * Returns what is preserved of v: the bigint that a number does not hold, or, if v is an object, undefined.
 * @param {Reader} r @param {(v: Value) => boolean} is @param {Value} v
 */
function keep(r, is, v) {
  const place = placeOf(r);
  if (place === undefined) return undefined;
  if (typeof v === "object" && v !== null) kept.set(v, place);
  return v === place.number && typeof place.exact === "bigint" && hasWidth(place.exact) && is(place.exact) ? place.exact : undefined;
}

/** @param {bigint} n */
function hasWidth(n) {
  return wideFault(n) === undefined || uwideFault(n) === undefined;
}

/** @type {WeakMap<object, Place>} */
const kept = /* @__PURE__ */ new WeakMap();

/**
 * Reads a value that was preserved when the message around it was read. It is read at a path.
 * @param {Value} v @param {(v: Value, r?: Reader) => Result} readAs @param {Key[]} path
 */
export function readKept(v, readAs, ...path) {
  if (typeof v === "bigint") {
    const number = Number(v);
    return readAs(number, readerAt({ inside: new Map(), number, exact: v }, true, path));
  }
  const place = typeof v === "object" && v !== null ? kept.get(v) : undefined;
  return readAs(v, place && readerAt(place, true, path));
}

/**
 * Parses the text of a value that was written, as a message has it verbatim: with bigints for the integers of 64 bits that
 * numbers do not hold. It is read at a path.
 * @param {string} text @param {((v: Value, r?: Reader) => Result) | undefined} readAs @param {Key[]} path
 */
export function parse(text, readAs, ...path) {
  const v = JSON.parse(text);
  const got = readAs && SOME_INEXACT.test(text) ? readAs(v, readerAt(placesIn(text), false, path)) : undefined;
  return got?.ok ? withBigInts(v, got.value) : v;
}

/**
 * Returns a value with the bigints of what was read from it.
 * @param {Value} v @param {Value} read @returns {Value}
 */
function withBigInts(v, read) {
  if (typeof read === "bigint") return Number.isSafeInteger(v) ? v : read;
  if (v === read || typeof v !== "object" || typeof read !== "object" || v === null || read === null) return v;
  for (const k of Object.keys(v)) set(v, k, withBigInts(v[k], get(read, k)));
  return v;
}

/** A number whose double may differ from it: one with many digits or an exponent. */
const INEXACT = /^-?(?:[\d.]{16}|[\d.]+[eE])/;
const SOME_INEXACT = /(?:^|[\s:,[])-?(?:[\d.]{16}|[\d.]+[eE])/;
const MAX_DIGITS = 20;

/**
 * Returns the places of the inexact numbers of a text. The last of duplicate keys counts.
 * @param {string} text @returns {Place}
 */
function placesIn(text) {
  const root = { inside: new Map() };
  const s = { text, at: 0 };
  /** @type {{ key: Key, isList: boolean, place: Place | undefined }[]} */
  const boxes = []; // the arrays and objects around, with their places if numbers were found in them
  for (skipSpace(s); s.at < text.length; skipSpace(s)) {
    const c = text[s.at];
    const start = s.at++;
    const box = boxes[boxes.length - 1];
    if (c === "[" || c === "{") {
      boxes.push({ key: 0, isList: c === "[", place: undefined });
    } else if (c === "]" || c === "}") {
      boxes.pop();
    } else if (c === ",") {
      if (box.isList) box.key = Number(box.key) + 1;
    } else if (c === '"') {
      s.at = start;
      skipString(s);
      const end = s.at;
      skipSpace(s);
      if (text[s.at] !== ":") continue;
      s.at++;
      box.key = /** @type {string} */ (JSON.parse(text.slice(start, end))).toWellFormed();
      box.place?.inside.delete(box.key);
    } else {
      while (s.at < text.length && !" \t\n\r,]}".includes(text[s.at])) s.at++;
      const token = text.slice(start, s.at);
      if (INEXACT.test(token)) Object.assign(placeIn(root, boxes), { number: Number(token), exact: exactInteger(token), token });
    }
  }
  return root;
}

/** @param {{ text: string, at: number }} s */
function skipSpace(s) {
  while (" \t\n\r".includes(s.text[s.at] ?? "x")) s.at++;
}

/**
 * Goes to the end of the string that begins at s.at.
 * @param {{ text: string, at: number }} s
 */
function skipString(s) {
  s.at++;
  while (s.text[s.at] !== '"') s.at += s.text[s.at] === "\\" ? 2 : 1;
  s.at++;
}

/**
 * Returns the current place in some boxes; they get places, too.
 * @param {Place} root @param {{ key: Key, place: Place | undefined }[]} boxes
 */
function placeIn(root, boxes) {
  let i = boxes.length;
  while (i > 0 && boxes[i - 1].place === undefined) i--;
  let place = i === 0 ? root : inner(/** @type {Place} */ (boxes[i - 1].place), boxes[i - 1].key);
  for (; i < boxes.length; i++) {
    boxes[i].place = place;
    place = inner(place, boxes[i].key);
  }
  return place;
}

/** @param {Place} place @param {Key} key */
function inner(place, key) {
  const inside = place.inside.get(key) ?? { inside: new Map() };
  place.inside.set(key, inside);
  return inside;
}

/**
 * Returns the exact value of a number that is an integer; else NaN. One with too many digits for 64 bits may be another such integer.
 * @param {string} token
 */
function exactInteger(token) {
  const [mantissa, power = "0"] = token.replace(/^-/, "").split(/[eE]/);
  const [whole, fraction = ""] = mantissa.split(".");
  const digits = (whole + fraction).replace(/^0+/, "");
  if (digits === "") return 0n;
  let end = digits.length;
  while (digits[end - 1] === "0") end--;
  const zeros = Number(power) - fraction.length + digits.length - end;
  if (zeros < 0) return NaN;
  const n = end + zeros > MAX_DIGITS ? 10n ** BigInt(MAX_DIGITS) : BigInt(digits.slice(0, end) + "0".repeat(zeros));
  return token[0] === "-" ? -n : n;
}
