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
 * @typedef {import("./recording.js").Fault} Fault
 * @typedef {import("./recording.js").Entry} Entry
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
 * @param {string | Uint8Array} input
 */
function isWhole({ input }) {
  const first = typeof input === "string" ? input.trimStart()[0] : String.fromCharCode(input.find((b) => b > 32) ?? 0);
  return (first === "{" || first === "[") && reading.fromText(input).ok;
}

/**
 * Divides a source: into one value; into lines, if most of them are values; or into values that have several lines each.
 * @param {string | Uint8Array} source @returns {{ lines: Iterable<Line>, isRecording: boolean }}
 */
function divide(source) {
  const probed = [];
  let isLong = false;
  for (const line of linesOf(source)) {
    if (line.input.length > 0) probed.push(line);
    isLong = probed.length > MAX_PROBED;
    if (isLong) break;
  }
  const wholes = probed.filter(isWhole).length;
  const areLines = probed.length > 1 && wholes * 2 >= probed.length;
  if (areLines) return { lines: linesOf(source), isRecording: true };
  if (probed.length === 1 && (wholes === 1 || typeof source !== "string")) return { lines: probed, isRecording: false };
  const whole = { input: source, number: 1, start: 0 };
  const got = reading.fromText(source);
  if (got.ok || typeof source !== "string") {
    const text = got.ok ? got.text : "";
    const start = json.skipSpace(text, 0);
    const number = text.slice(0, start).split("\n").length;
    return { lines: [{ ...whole, input: typeof source === "string" ? source.slice(start) : source, number, start: typeof source === "string" ? start : 0 }], isRecording: false };
  }
  const values = [...valuesOf(source)];
  const areApart = values.every(({ start }, i) => i === 0 || source.slice(values[i - 1].start + values[i - 1].input.length, start).includes("\n"));
  const areValues = values.length > 1 && areApart && values.filter(isWhole).length * 2 >= values.length;
  return areValues ? { lines: values, isRecording: true } : { lines: [whole], isRecording: false };
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

exports.readAll = readAll;
