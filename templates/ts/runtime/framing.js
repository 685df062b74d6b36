import { quote } from "./error.js";

// How messages are delimited in a stream of bytes: by lines, by a header with their
// length, or by a length before each.

/**
 * @typedef {{ readonly kind: string, readonly maxBytes?: number, readonly width?: number, readonly order?: string, readonly ignoresBlank?: boolean }} Framing
 * @typedef {{ fault: "too_large" | "truncated" | "framing", text: string }} FrameFault what cannot be a message, between messages
 * @typedef {Uint8Array | FrameFault} Frame
 * @typedef {{ push(chunk: Uint8Array): Frame[], end(): Frame[] }} Decoder
 */

const MAX_HEADER = 8192;
const NEWLINE = 10;
const RETURN = 13;

/**
 * Returns a splitter of the chunks of a stream into messages. A message that is too long is skipped.
 * @param {Framing} framing @param {number} [max] bytes of a message @returns {Decoder}
 */
export function decoder(framing, max = framing.maxBytes ?? Infinity) {
  switch (framing.kind) {
    case "ndjson":
      return new Lines(max, framing.ignoresBlank === true);
    case "content-length":
      return new Lengths(max, contentLength);
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

  end() {
    return this.#size > 0 ? truncated() : [];
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
  #skip = 0;
  #isBroken = false;

  /** @param {number} max @param {(bytes: Uint8Array) => [head: number, length: number] | string | undefined} readHead */
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
      return this.#skip === 0;
    }
    if (this.#length === undefined) return this.#head(out);
    if (this.#size < this.#length) return false;
    out.push(this.#take(this.#length));
    this.#length = undefined;
    return true;
  }

  /** @param {Frame[]} out */
  #head(out) {
    const got = this.#readHead(this.#first(MAX_HEADER));
    if (got === undefined) return false;
    if (typeof got === "string") {
      this.#isBroken = true;
      out.push({ fault: "framing", text: got });
      return false;
    }
    const [head, length] = got;
    this.#take(head);
    if (length <= this.#max) {
      this.#length = length;
    } else {
      out.push(tooLarge(length, this.#max));
      this.#skip = length;
    }
    return true;
  }

  /**
   * Returns the first bytes, at most n.
   * @param {number} n
   */
  #first(n) {
    const parts = [];
    let size = 0;
    for (const chunk of this.#chunks) {
      parts.push(chunk.subarray(0, n - size));
      size += chunk.length;
      if (size >= n) break;
    }
    return joined(parts);
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
 * Returns the length of a header and of the message that follows it; undefined for a part of one, and words for what is none.
 * @param {Uint8Array} bytes @returns {[head: number, length: number] | string | undefined}
 */
function contentLength(bytes) {
  let end = bytes.indexOf(RETURN);
  while (end >= 0 && !(bytes[end + 1] === NEWLINE && bytes[end + 2] === RETURN && bytes[end + 3] === NEWLINE)) end = bytes.indexOf(RETURN, end + 1);
  if (end < 0) return bytes.length < MAX_HEADER ? undefined : `a header is longer than ${MAX_HEADER} bytes`;
  const lines = new TextDecoder("latin1").decode(bytes.subarray(0, end)).split("\r\n");
  const lengths = lines.flatMap((line) => /^content-length[ \t]*:[ \t]*(\d{1,15})[ \t]*$/i.exec(line)?.[1] ?? []);
  if (lengths.length !== 1) return `a header has ${lengths.length === 0 ? "no" : "more than one"} Content-Length`;
  return [end + 4, Number(lengths[0])];
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
