import { fault, found } from "./error.js";
/** @import { Fault } from "./error.js" */

// The text layer: UTF-8, one JSON value and nothing after it, at most 1000
// levels of nesting, every number finite. JSON.parse does the work. A quick search
// finds texts with faults that it accepts, and only those are scanned again.

const MAX_DEPTH = 1000;
const MAX_QUOTED = 32;

/**
 * @typedef {{ text: string, at: number }} Cursor
 * @typedef {Cursor & { open: string[], error?: Fault, isPrefix: boolean }} Scan
 * @typedef {{ ok: true, text: string, value: any, scrub: boolean } | { ok: false, errors: Fault[] }} Parsed
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
    return { ok: false, errors: [/** @type {Fault} */ (scan(validPrefix(bytes), true))] };
  }
  return fromString(text);
}

/** @param {string} text @returns {Parsed} */
function fromString(text) {
  if (mayHideFault(text)) {
    const error = scan(text, false);
    if (error) return { ok: false, errors: [error] };
  }
  try {
    return { ok: true, text, value: JSON.parse(text), scrub: /\\u[dD][89a-fA-F]/.test(text) };
  } catch {
    return { ok: false, errors: [scan(text, false) ?? syntaxError()] };
  }
}

/**
 * Reports whether text may hold a number that overflows, or too many levels.
 * @param {string} text
 */
function mayHideFault(text) {
  return /[eE]\+?\d{3}/.test(text) || hasDigits(text) || openers(text) > MAX_DEPTH;
}

const MANY_DIGITS = 200;

/**
 * Reports whether there are MANY_DIGITS successive digits: one of them must be at a multiple of that.
 * @param {string} text
 */
function hasDigits(text) {
  for (let i = MANY_DIGITS - 1; i < text.length; i += MANY_DIGITS) {
    let first = i;
    let last = i;
    while (isDigit(text, first) && last - first < MANY_DIGITS) first--;
    if (first === i) continue;
    while (isDigit(text, last) && last - first <= MANY_DIGITS) last++;
    if (last - first > MANY_DIGITS) return true;
  }
  return false;
}

/** @param {string} text @param {number} i */
function isDigit(text, i) {
  const c = text.charCodeAt(i); // NaN beyond the ends
  return c >= 48 && c <= 57;
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

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const HALF_NUMBER = /-$|-?(?:0|[1-9]\d*)(?:\.|(?:\.\d+)?[eE][+-]?)$/y;

/**
 * The first fault of a text, or undefined. When the text is only the prefix
 * before an invalid byte, a syntax error at its end is that byte.
 * @param {string} text @param {boolean} isPrefix @returns {Fault | undefined}
 */
function scan(text, isPrefix) {
  /** @type {Scan} */
  const s = { text, at: 0, open: [], isPrefix };
  const ok = scanValues(s);
  if (s.error) return s.error;
  if (isPrefix && (ok || s.at >= text.length)) return fault("", "UTF-8 text", "an invalid byte");
  return ok ? undefined : syntaxError();
}

/**
 * Scans the whole text; returns false at a syntax error, which is at s.at.
 * @param {Scan} s
 */
function scanValues(s) {
  for (;;) {
    skipSpace(s);
    const c = s.text[s.at];
    if (c === "{" || c === "[") {
      if (s.open.push(c) > MAX_DEPTH) return report(s, `at most ${MAX_DEPTH} levels of nesting`, "more");
      s.at++;
      skipSpace(s);
      if (s.text[s.at] !== closer(s)) {
        if (c === "{" && !scanKey(s)) return false;
        continue;
      }
    } else if (!scanScalar(s, c)) {
      return false;
    }
    const after = scanAfterValue(s);
    if (after !== undefined) return after;
  }
}

/**
 * Closes arrays and objects. Returns undefined if another value follows, else whether the text is complete.
 * @param {Scan} s
 */
function scanAfterValue(s) {
  for (;;) {
    skipSpace(s);
    if (s.open.length === 0) return s.at === s.text.length;
    const c = s.text[s.at];
    if (c === closer(s)) {
      s.open.pop();
      s.at++;
    } else if (c === ",") {
      s.at++;
      if (s.open[s.open.length - 1] === "[") return undefined;
      skipSpace(s);
      return scanKey(s) ? undefined : false;
    } else {
      return false;
    }
  }
}

/** @param {Scan} s */
function closer(s) {
  return s.open[s.open.length - 1] === "{" ? "}" : "]";
}

/** @param {Cursor} s */
export function skipSpace(s) {
  while (" \t\n\r".includes(s.text[s.at] ?? "x")) s.at++;
}

/** @param {Cursor} s */
function scanKey(s) {
  if (!scanString(s)) return false;
  skipSpace(s);
  return scanWord(s, ":");
}

/** @param {Scan} s @param {string} c */
function scanScalar(s, c) {
  if (c === '"') return scanString(s);
  if (c === "t") return scanWord(s, "true");
  if (c === "f") return scanWord(s, "false");
  if (c === "n") return scanWord(s, "null");
  HALF_NUMBER.lastIndex = s.at;
  if (s.isPrefix && HALF_NUMBER.test(s.text)) {
    s.at = s.text.length;
    return false;
  }
  NUMBER.lastIndex = s.at;
  const token = NUMBER.exec(s.text)?.[0];
  if (token === undefined) return false;
  if (!Number.isFinite(Number(token))) {
    return report(s, "a finite number", token.length > MAX_QUOTED ? `${token.slice(0, MAX_QUOTED)}…` : token);
  }
  s.at += token.length;
  return true;
}

/** @param {Cursor} s @param {string} word */
function scanWord(s, word) {
  for (const c of word) {
    if (s.text[s.at] !== c) return false;
    s.at++;
  }
  return true;
}

/** @param {Cursor} s */
export function scanString(s) {
  if (!scanWord(s, '"')) return false;
  for (;;) {
    const c = s.text[s.at];
    if (c === undefined || c < " ") return false;
    s.at++;
    if (c === '"') return true;
    if (c !== "\\") continue;
    const escape = s.text[s.at];
    if (escape === undefined || !'"\\/bfnrtu'.includes(escape)) return false;
    s.at++;
    for (let i = 0; escape === "u" && i < 4; i++, s.at++) {
      if (!/[0-9a-fA-F]/.test(s.text[s.at] ?? "")) return false;
    }
  }
}

/** @param {Scan} s @param {string} expectation @param {string} what */
function report(s, expectation, what) {
  s.error = fault("", expectation, what);
  return false;
}
