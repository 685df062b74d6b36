import { fault, found } from "./error.js";
import { MAX_DEPTH, tooDeep } from "./report.js";
import { countOf, mayOverweigh, remember } from "./weight.js";
/** @import { Fault } from "./error.js" */
/** @import { Burden } from "./weight.js" */

// The text layer: UTF-8, one JSON value and nothing after it, at most 1000
// levels of nesting, every number finite. JSON.parse does the work. A quick search
// finds texts with faults that it accepts, and only those are searched for them.

/** @typedef {{ ok: true, text: string, value: any, scrub: boolean, most?: number } | { ok: false, errors: Fault[] }} Parsed */

/**
 * Parses one JSON value. In the result, scrub reports that strings may contain lone surrogates, and most is the maximum weight of
 * what may exceed it.
 * @param {unknown} input @param {Burden} [burden] @returns {Parsed}
 */
export function fromText(input, burden) {
  if (typeof input === "string") return fromString(input.toWellFormed(), burden);
  if (!ArrayBuffer.isView(input)) return refused(fault("", "a string or a Uint8Array", found(input)));
  const bytes = new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
  /** @type {string} */
  let text;
  try {
    text = decode(bytes, true);
  } catch {
    return refused(search(validPrefix(bytes), true));
  }
  return fromString(text, burden);
}

/** @param {Fault | undefined} error @returns {Parsed} */
function refused(error) {
  return { ok: false, errors: [error ?? fault("", "one JSON value", "a syntax error")] };
}

/** @param {Uint8Array} bytes @param {boolean} fatal not to replace what is not UTF-8 */
function decode(bytes, fatal) {
  return new TextDecoder("utf-8", { fatal, ignoreBOM: true }).decode(bytes);
}

/** @param {string} text @param {Burden} [burden] @returns {Parsed} */
function fromString(text, burden) {
  const odd = ODD.test(text);
  const error = (odd && HUGE.test(text)) || openers(text) > MAX_DEPTH ? search(text) : undefined;
  if (error !== undefined) return refused(error);
  const most = burden && mayOverweigh(text, burden) ? burden[2] : undefined;
  try {
    const value = JSON.parse(text);
    if (most !== undefined) remember(value, most);
    return { ok: true, text, value, scrub: odd && /\\ud[89a-f]/i.test(text), most };
  } catch {
    return refused(undefined);
  }
}

// A big exponent or many digits, or an escaped half of a surrogate pair, in a pattern that goes through a text quickly: an engine
// skips what has no three digits, and looks back from those.
const ODD = /(?<!\d)\d{3}(?:(?<=(?:^|[\s:,[])-?[\d.]+e\+?...)|\d{197})|\\ud/i;
const HUGE = /(?<!\d)\d{3}(?:(?<=(?:^|[\s:,[])-?[\d.]+e\+?...)|\d{197})/i;

/** @param {string} text */
function openers(text) {
  return text.length <= MAX_DEPTH ? 0 : countOf(text, "[", MAX_DEPTH) + countOf(text, "{", MAX_DEPTH);
}

/**
 * Returns the text of the longest prefix of bytes that is UTF-8. A decoder replaces what is not, which therefore is the first
 * difference to the bytes of its text.
 * @param {Uint8Array} bytes
 */
function validPrefix(bytes) {
  const replaced = new TextEncoder().encode(decode(bytes, false));
  let end = replaced.findIndex((b, i) => b !== bytes[i]);
  while ((replaced[end] & 0xc0) === 0x80) end--;
  return decode(replaced.subarray(0, end), false);
}

/**
 * Returns the fault of a text that has a number that overflows, or too many levels, before any syntax error. If the text is what comes
 * before an invalid byte, that byte is a fault as well.
 * @param {string} text @param {boolean} [isPrefix]
 */
function search(text, isPrefix) {
  let inString = false;
  let closers = ""; // of the arrays and objects that are open
  /** @param {number} end @param {Fault} wrong */
  const ifBegun = (end, wrong) => (isJSON(`${text.slice(0, end)} 0${closers}`) ? wrong : undefined);
  for (const { 0: token, index } of text.matchAll(/\\[^]|["[{\]}]|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?/gi)) {
    if (token === '"') inString = !inString;
    else if (inString) continue;
    else if ("]}".includes(token)) closers = closers.slice(1);
    // The number is not quoted: its place, which may be sensitive, is not known yet.
    else if (1 / Number(token) === 0) return ifBegun(index, fault("", "a finite number", "one beyond the range of a double"));
    else if ("[{".includes(token)) {
      if (closers.length === MAX_DEPTH) return ifBegun(index, tooDeep());
      closers = (token === "[" ? "]" : "}") + closers;
    }
  }
  if (!isPrefix) return undefined;
  // What completes a text that ends anywhere in a value, or a part of it from some character on.
  const ends = inString ? ['u0000"', 'u0000":0'] : ["rue", "alse", "ull", '"":0'];
  const isBegun = ends.some((end) => [...end, ""].some((_, i) => isJSON(text + end.slice(i) + closers)));
  return isBegun ? fault("", "UTF-8 text", "an invalid byte") : undefined;
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
