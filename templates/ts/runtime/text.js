import { fault, found } from "./error.js";
/** @import { Fault } from "./error.js" */

// The text layer: UTF-8, one JSON value and nothing after it, at most 1000
// levels of nesting, every number finite. JSON.parse does the work. A quick search
// finds texts with faults that it accepts, and only those are searched for them.

const MAX_DEPTH = 1000;
const MAX_QUOTED = 32;

/**
 * @typedef {{ ok: true, text: string, value: any, scrub: boolean } | { ok: false, errors: Fault[] }} Parsed
 * @typedef {{ error?: Fault, inString: boolean, closers: string }} Search for a fault: what it has found, and whether the text ends in a
 * string, and what closes the arrays and objects that are open there
 */

/**
 * Parses one JSON value. In the result, scrub reports that strings may contain lone surrogates.
 * @param {unknown} input @returns {Parsed}
 */
export function fromText(input) {
  if (typeof input === "string") return fromString(input.toWellFormed());
  if (!ArrayBuffer.isView(input)) return { ok: false, errors: [fault("", "a string or a Uint8Array", found(input))] };
  const bytes = new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
  /** @type {string} */
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return { ok: false, errors: [prefixFault(validPrefix(bytes))] };
  }
  return fromString(text);
}

/** @param {string} text @returns {Parsed} */
function fromString(text) {
  const odd = ODD.test(text);
  const error = (odd && BIG_EXPONENT.test(text)) || hasDigits(text) || openers(text) > MAX_DEPTH ? search(text).error : undefined;
  if (error !== undefined) return { ok: false, errors: [error] };
  try {
    return { ok: true, text, value: JSON.parse(text), scrub: odd && /\\ud[89a-f]/i.test(text) };
  } catch {
    return { ok: false, errors: [syntaxError()] };
  }
}

// A big exponent, or an escaped half of a surrogate pair, in a pattern that goes through a text quickly: an engine skips what has
// no three digits, and looks back from those.
const ODD = /\d{3}(?<=(?:^|[\s:,[])-?[\d.]+e\+?...)|\\ud/i;
const BIG_EXPONENT = /(?:^|[\s:,[])-?[\d.]+e\+?\d{3}/i;

const MANY_DIGITS = 200;

/**
 * Reports whether there are more than MANY_DIGITS successive digits: one of them must be at a multiple of that.
 * @param {string} text
 */
function hasDigits(text) {
  for (let i = MANY_DIGITS; i < text.length; i += MANY_DIGITS) {
    const c = text.charCodeAt(i);
    if (c >= 48 && c <= 57 && /\d{200}/.test(text.slice(i - MANY_DIGITS, i + MANY_DIGITS))) return true;
  }
  return false;
}

/** @param {string} text */
function openers(text) {
  if (text.length <= MAX_DEPTH) return 0;
  let n = 0;
  for (const c of "[{") {
    for (let i = text.indexOf(c); i >= 0 && n <= MAX_DEPTH; i = text.indexOf(c, i + 1)) n++;
  }
  return n;
}

/**
 * The text of the longest prefix of bytes that is UTF-8. A decoder replaces what is not, which therefore is the first
 * difference to the bytes of its text.
 * @param {Uint8Array} bytes
 */
function validPrefix(bytes) {
  const replaced = new TextEncoder().encode(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes));
  let end = replaced.findIndex((b, i) => b !== bytes[i]);
  while ((replaced[end] & 0xc0) === 0x80) end--;
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(replaced.subarray(0, end));
}

function syntaxError() {
  return fault("", "one JSON value", "a syntax error");
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/;

/**
 * Searches a text for a number that overflows, and for too many levels, before any syntax error.
 * @param {string} text @returns {Search}
 */
function search(text) {
  let inString = false;
  let depth = 0;
  let closers = "";
  /** @param {number} at @param {string} expectation @param {string} what */
  const found = (at, expectation, what) => {
    const error = isJSON(`${text.slice(0, at)}0${closers}`) ? fault("", expectation, what) : undefined;
    return { error, inString, closers };
  };
  for (const { 0: token, index } of text.matchAll(/\\[^]|["[{\]}]|-?\d[\d.eE+-]*/g)) {
    if (token === '"') inString = !inString;
    if (inString || token === '"') continue;
    if (token === "[" || token === "{") {
      if (++depth > MAX_DEPTH) return found(index, `at most ${MAX_DEPTH} levels of nesting`, "more");
      closers = (token === "[" ? "]" : "}") + closers;
    } else if (token === "]" || token === "}") {
      depth--;
      closers = closers.slice(1);
    } else {
      const number = NUMBER.exec(token)?.[0] ?? "";
      if (!Number.isFinite(Number(number))) return found(index, "a finite number", number.length > MAX_QUOTED ? `${number.slice(0, MAX_QUOTED)}…` : number);
    }
  }
  return { inString, closers };
}

/** @param {string} text */
function isJSON(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * The fault of a text that has an invalid byte after a prefix: the one before that, or that byte.
 * @param {string} prefix
 */
function prefixFault(prefix) {
  const { error, inString, closers } = search(prefix);
  if (error !== undefined) return error;
  const word = /[a-z]*$/.exec(prefix)?.[0] ?? "";
  const words = ["true", "false", "null"].filter((w) => w.startsWith(word)).map((w) => w.slice(word.length));
  const ends = inString ? ['"', '\\"', '0"', '00"', '000"', '0000"'].flatMap((end) => [end, `${end}:0`]) : ["", "0", ":0", '"":0', ...words];
  return ends.some((end) => isJSON(prefix + end + closers)) ? fault("", "UTF-8 text", "an invalid byte") : syntaxError();
}
