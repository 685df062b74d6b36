import { quote } from "./error.js";

// How messages are delimited in a stream of bytes: by lines, by a header with their
// length, or by a length before each.

/**
 * @typedef {{ readonly kind: string, readonly maxBytes?: number, readonly width?: number, readonly order?: string, readonly ignoresBlank?: boolean }} Framing
 * @typedef {{ fault: "too_large" | "truncated" | "framing", text: string }} FrameFault what cannot be a message, between messages
 * @typedef {Uint8Array | FrameFault} Frame
 * @typedef {{ push(chunk: Uint8Array): Frame[], end(): Frame[] }} Decoder
 */

/** The maximum length of a head, and of a message that is skipped because it is too large. */
const MAX_HEAD = 8192;
const MAX_SKIP = 2 ** 30;
const TAB = 9;
const NEWLINE = 10;
const RETURN = 13;
const SPACE = 32;

/**
 * Returns a splitter of the chunks of a stream into messages. A message that is too long is skipped.
 * @param {Framing} framing @param {number} [max] bytes of a message @returns {Decoder}
 */
export function decoder(framing, max = framing.maxBytes ?? Infinity) {
  switch (framing.kind) {
    case "ndjson":
      return new Lines(max, framing.ignoresBlank === true);
    case "content-length":
      return new Lengths(max, headReader());
    case "length-prefix":
      return new Lengths(max, (bytes) => lengthPrefix(bytes, framing));
    default:
      throw new TypeError(`the protocol does not say how messages are delimited in a stream: the option framing must, and is ${quote(framing.kind)}`);
  }
}

const encoder = /* @__PURE__ */ new TextEncoder();

/**
 * Returns the bytes of a message with what delimits it.
 * @param {Framing} framing @param {string} text
 */
export function frame(framing, text) {
  if (framing.kind === "ndjson") return encoder.encode(`${text}\n`);
  const body = encoder.encode(text);
  const head = framing.kind === "content-length" ? encoder.encode(`Content-Length: ${body.length}\r\n\r\n`) : prefixOf(body.length, framing);
  return joined([head, body]);
}

/** @param {number} length @returns {FrameFault} */
export function tooLarge(length, max = 0) {
  return { fault: "too_large", text: `a message is too large: ${length} bytes, of at most ${max}` };
}

/**
 * Reports whether a text is JSON.
 * @param {Uint8Array} text
 */
export function isJSON(text) {
  try {
    JSON.parse(new TextDecoder("utf-8", { ignoreBOM: true }).decode(text));
    return true;
  } catch {
    return false;
  }
}

/** @returns {FrameFault[]} */
function truncated() {
  return [{ fault: "truncated", text: "the input ends in the middle of a message" }];
}

/**
 * Returns the bytes of all parts.
 * @param {Uint8Array[]} parts
 */
export function joined(parts) {
  if (parts.length === 1) return parts[0];
  const out = new Uint8Array(parts.reduce((n, part) => n + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** Messages in lines. */
class Lines {
  #max;
  #ignoresBlank;
  /** @type {Uint8Array[]} */
  #parts = [];
  #size = 0;

  /** @param {number} max @param {boolean} ignoresBlank */
  constructor(max, ignoresBlank) {
    this.#max = max;
    this.#ignoresBlank = ignoresBlank;
  }

  /** @param {Uint8Array} chunk */
  push(chunk) {
    /** @type {Frame[]} */
    const out = [];
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      this.#add(chunk.subarray(from, at));
      this.#finish(out);
      from = at + 1;
    }
    if (from < chunk.length) this.#add(chunk.subarray(from));
    return out;
  }

  /** Returns the last line if it has no newline: it is a message if it is JSON, and else a part of one. */
  end() {
    if (this.#size === 0) return [];
    /** @type {Frame[]} */
    const out = [];
    this.#finish(out);
    const [line] = out;
    return line instanceof Uint8Array && isJSON(line) ? out : truncated();
  }

  /**
   * Adds a part of the line. A line that is too long is counted, but not kept.
   * @param {Uint8Array} part
   */
  #add(part) {
    this.#size += part.length;
    if (this.#size > this.#max + 1) this.#parts = [];
    else this.#parts.push(part);
  }

  /** @param {Frame[]} out */
  #finish(out) {
    const size = this.#size;
    const whole = size > this.#max + 1 ? undefined : joined(this.#parts);
    this.#parts = [];
    this.#size = 0;
    const line = whole?.[size - 1] === RETURN ? whole.subarray(0, -1) : whole;
    if (line === undefined || line.length > this.#max) out.push(tooLarge(line?.length ?? size, this.#max));
    else if (line.length > 0 || !this.#ignoresBlank) out.push(line);
  }
}

/** Messages with their length before them. */
class Lengths {
  #max;
  #readHead;
  /** @type {Uint8Array[]} */
  #chunks = [];
  #size = 0;
  /** Of the next message, whose head was read. @type {number | undefined} */
  #length;
  /** How much is still passed over of a message that is too large, and its length. */
  #skip = 0;
  #skipped = 0;
  #isBroken = false;

  /** @param {number} max @param {(bytes: Uint8Array) => [head: number, length?: number] | string | undefined} readHead */
  constructor(max, readHead) {
    this.#max = max;
    this.#readHead = readHead;
  }

  /** @param {Uint8Array} chunk */
  push(chunk) {
    /** @type {Frame[]} */
    const out = [];
    if (this.#isBroken) return out;
    if (chunk.length > 0) this.#chunks.push(chunk);
    this.#size += chunk.length;
    while (this.#step(out));
    return out;
  }

  end() {
    return !this.#isBroken && (this.#size > 0 || this.#skip > 0 || this.#length !== undefined) ? truncated() : [];
  }

  /**
   * Takes a step towards the next message. Reports whether another one may follow.
   * @param {Frame[]} out
   */
  #step(out) {
    if (this.#skip > 0) {
      const n = Math.min(this.#skip, this.#size);
      this.#take(n);
      this.#skip -= n;
      if (this.#skip > 0) return false;
      out.push(tooLarge(this.#skipped, this.#max));
      return true;
    }
    if (this.#length === undefined) return this.#head(out);
    if (this.#size < this.#length) return false;
    out.push(this.#take(this.#length));
    this.#length = undefined;
    return true;
  }

  /** @param {Frame[]} out */
  #head(out) {
    const got = this.#readHead(this.#first(MAX_HEAD));
    if (got === undefined) return false;
    const [head, length = 0] = typeof got === "string" ? [0] : got;
    const isTooLarge = length > this.#max;
    if (typeof got === "string" || (isTooLarge && length > MAX_SKIP)) {
      this.#isBroken = true;
      out.push({ fault: "framing", text: typeof got === "string" ? got : tooLarge(length, this.#max).text });
      return false;
    }
    this.#take(head);
    if (isTooLarge) this.#skip = this.#skipped = length;
    else this.#length = got[1]; // none after an empty line
    return true;
  }

  /**
   * Returns the first bytes, at most n, which are in one chunk from then on.
   * @param {number} n
   */
  #first(n) {
    if (this.#chunks.length > 1 && this.#chunks[0].length < n) this.#chunks = [joined(this.#chunks)];
    return this.#size === 0 ? new Uint8Array() : this.#chunks[0].subarray(0, n);
  }

  /**
   * Removes the first n bytes, of which there are as many.
   * @param {number} n
   */
  #take(n) {
    const parts = [];
    let size = 0;
    let used = 0;
    while (size < n) {
      const chunk = this.#chunks[used];
      const part = chunk.subarray(0, n - size);
      parts.push(part);
      size += part.length;
      if (part.length === chunk.length) used++;
      else this.#chunks[used] = chunk.subarray(part.length);
    }
    this.#chunks.splice(0, used);
    this.#size -= n;
    return joined(parts);
  }
}

/**
 * Returns a function that reads heads, each from its first byte on: it goes on where it was when there was only a part of one. It
 * returns the length of the head and of the message that follows; without the latter for an empty line between messages. For a part of
 * a head it returns undefined, and words for what is none. docs/content-length.md has the grammar.
 */
function headReader() {
  /** How much was read of the head, and what it says. */
  let from = 0;
  /** @type {number | undefined} */
  let length;
  /** @param {Uint8Array} bytes @returns {[head: number, length?: number] | string | undefined} */
  return (bytes) => {
    for (let end = bytes.indexOf(NEWLINE, from); end >= 0; end = bytes.indexOf(NEWLINE, from)) {
      let to = end;
      while (to > from && bytes[to - 1] === RETURN) to--;
      if (to === from) {
        if (from > 0 && length === undefined) return "a head has no Content-Length";
        const got = /** @type {[number, number?]} */ ([end + 1, length]);
        from = 0;
        length = undefined;
        return got;
      }
      const line = new TextDecoder("latin1").decode(bytes.subarray(from, to));
      const colon = line.indexOf(":");
      const name = trimmed(line.slice(0, Math.max(0, colon)));
      if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) return `${quote(line.slice(0, 40))} is not a line of a head`;
      if (name.toLowerCase() === "content-length") {
        const value = trimmed(line.slice(colon + 1));
        if (length !== undefined || !/^\d+$/.test(value)) return `${quote(line.slice(0, 40))} is not the length of a message`;
        length = Number(value);
      }
      from = end + 1;
    }
    return bytes.length < MAX_HEAD ? undefined : `a head is longer than ${MAX_HEAD} bytes`;
  };
}

/**
 * Removes spaces and tabs around a text.
 * @param {string} text
 */
function trimmed(text) {
  const isBlank = (/** @type {number} */ at) => text.charCodeAt(at) === SPACE || text.charCodeAt(at) === TAB;
  let from = 0;
  let to = text.length;
  while (from < to && isBlank(from)) from++;
  while (to > from && isBlank(to - 1)) to--;
  return text.slice(from, to);
}

/** @param {Uint8Array} bytes @param {Framing} framing @returns {[head: number, length: number] | undefined} */
function lengthPrefix(bytes, { width = 4, order }) {
  if (bytes.length < width) return undefined;
  const digits = [...bytes.subarray(0, width)];
  if (order === "little") digits.reverse();
  return [width, digits.reduce((n, b) => n * 256 + b, 0)];
}

/** @param {number} length @param {Framing} framing */
function prefixOf(length, { width = 4, order }) {
  if (length >= 256 ** width) throw new RangeError(`the message has ${length} bytes, which ${width} bytes cannot say`);
  const out = new Uint8Array(width);
  for (let i = width - 1, rest = length; i >= 0; i--, rest = Math.floor(rest / 256)) out[i] = rest % 256;
  return order === "little" ? out.reverse() : out;
}
