"use strict";

const reading = require("./reading.cjs");
const json = require("./json.cjs");
const { Recording } = require("./recording.cjs");

// What is given to the box, a text or the bytes of a file: whether it is one message or a
// recording, and its lines. It is read in slices, between which the page goes on.

const SLICE = 12; // milliseconds
const MAX_PROBED = 100; // lines that are looked at to find out what the text is

/**
 * @typedef {{ input: string | Uint8Array, number: number, start: number }} Line its number from 1, and where it begins
 * @typedef {import("./recording.cjs").Fault} Fault
 * @typedef {import("./recording.cjs").Entry} Entry
 */

/**
 * The lines of a source without their ends.
 * @param {string | Uint8Array} source @returns {Generator<Line>}
 */
function* linesOf(source) {
  const isText = typeof source === "string";
  let number = 1;
  for (let start = 0; start < source.length; number++) {
    const found = isText ? source.indexOf("\n", start) : source.indexOf(10, start);
    const next = found < 0 ? source.length : found + 1;
    let end = found < 0 ? source.length : found;
    if (end > start && (isText ? source[end - 1] === "\r" : source[end - 1] === 13)) end--;
    yield { input: isText ? source.slice(start, end) : source.subarray(start, end), number, start };
    start = next;
  }
}

/**
 * Several values as lines, with the numbers of those that they begin in.
 * @param {string} source @returns {Generator<Line>}
 */
function* valuesOf(source) {
  let number = 1;
  let at = 0;
  for (const { text, start } of json.valuesIn(source)) {
    for (let i = source.indexOf("\n", at); i >= 0 && i < start; i = source.indexOf("\n", i + 1)) number++;
    at = start;
    yield { input: text, number, start };
  }
}

/**
 * Reports whether a line is the JSON of an object or an array.
 * @param {Line} line
 */
function isWhole({ input }) {
  const first = typeof input === "string" ? input.trimStart()[0] : String.fromCharCode(input.find((b) => b > 32) ?? 0);
  return (first === "{" || first === "[") && reading.fromText(input).ok;
}

/**
 * Reports whether most of some lines are values, which therefore are those of a recording.
 * @param {Line[]} lines
 */
function areValues(lines) {
  return lines.length > 1 && lines.filter(isWhole).length * 2 >= lines.length;
}

/**
 * Divides a source: into lines, if most of them are values; into values that have several lines each; or not at all.
 * @param {string | Uint8Array} source @returns {{ lines: Iterable<Line>, isRecording: boolean }}
 */
function divide(source) {
  const probed = [];
  for (const line of linesOf(source)) {
    if (line.input.length > 0) probed.push(line);
    if (probed.length === MAX_PROBED) break;
  }
  if (areValues(probed)) return { lines: linesOf(source), isRecording: true };
  const text = typeof source === "string" ? source : textOf(source);
  if (probed.length === 1 || text === undefined) return { lines: text === undefined ? [{ input: source, number: 1, start: 0 }] : probed, isRecording: false };
  const values = [...valuesOf(text)];
  const areApart = values.every(({ start }, i) => i === 0 || text.slice(values[i - 1].start + values[i - 1].input.length, start).includes("\n"));
  if (values.length === 1) return { lines: values, isRecording: false };
  return areApart && areValues(values) ? { lines: values, isRecording: true } : { lines: [{ input: text, number: 1, start: 0 }], isRecording: false };
}

/**
 * The text of bytes; undefined if they are not UTF-8.
 * @param {Uint8Array} bytes
 */
function textOf(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Reads a source.
 * @param {string | Uint8Array} source
 * @param {{ side: number, report: (fault: Fault, line: Line) => void, seen: (entry: Entry, line: Line) => void, progress: (start: number) => void, signal: AbortSignal }} to
 */
async function readAll(source, { side, report, seen, progress, signal }) {
  const { lines, isRecording } = divide(source);
  /** @type {Line} */
  let current = { input: "", number: 1, start: 0 };
  const recording = new Recording({ side, isWhole: isRecording, report: (f) => report(f, current), seen: (e) => seen(e, current) });
  let until = performance.now() + SLICE;
  for (const line of lines) {
    current = line;
    recording.read(line.input, line.number);
    if (performance.now() < until) continue;
    progress(line.start);
    await new Promise((done) => setTimeout(done));
    if (signal.aborted) return undefined;
    until = performance.now() + SLICE;
  }
  recording.finish();
  const { counts, version, isJournal } = recording;
  return { counts, version, isJournal, isRecording };
}

module.exports = { readAll, textOf };
