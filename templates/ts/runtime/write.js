import { WireError, arrayOf, keyText, oneOf, quote } from "./error.js";
import { get, object } from "./guard.js";
import { itemsFault, keyFault } from "./read.js";
import { MAX_DEPTH, fail, failAt, failKey, failKind, faultAt, into, opens, tooDeep } from "./report.js";
import { limitsFault } from "./scalar.js";
import { externalVariant, isExternal, nullOr, outward, structTag, taggedVariant, todayOf } from "./union.js";
import { byCodePoint, fresh, itemCount, nodeOf, undeclared } from "./value.js";
import { verbatim } from "./verbatim.js";
/** @import { Key, Path } from "./error.js" */
/** @import { Reader } from "./read.js" */
/** @import { Field, Node, Type, Value } from "./value.js" */

// The table-driven writer: the members are written in the order of the spec, the
// tag first, map keys by code point. Each function writes what a function of the table
// reads: the two are a form.

/**
 * @typedef {(w: Writer, t: Node, v: Value, depth: number, orNull: boolean) => string} Write
 * @typedef {Map<unknown, Write>} Forms what writes, by what reads; bigints in kept content by "bigint"
 * @typedef {object} Writer
 * @property {(w: Writer, expectation: string, what: string) => never} wrong
 * @property {() => never} end
 * @property {Path} path of the current value
 * @property {import("./secret.js").Words} [hides] the words for what is written, which must not be quoted
 * @property {Forms} writes
 * @property {Reader["tries"]} tries
 */

/**
 * Writes v as a value of a type, or throws a WireError.
 * @param {Forms} forms @param {Type} type @param {Value} v
 */
export function write(forms, type, v) {
  return verbatim(type, v) ?? writeType(writer(forms), type, v, 0);
}

/** @param {Forms} forms @returns {Writer} */
export function writer(forms) {
  return { wrong: refuse, end, path: [], writes: forms, tries: [] };
}

/** @returns {never} */
function end() {
  throw new WireError(tooDeep());
}

/** @param {Writer} w @param {string} expectation @param {string} what @returns {never} */
function refuse(w, expectation, what) {
  throw new WireError(faultAt(w, expectation, what));
}

/** @param {Writer} w @param {Key} k @param {Type} t @param {Value} v @param {number} depth @returns {string} */
export function writeMember(w, k, t, v, depth) {
  w.path.push(k);
  const out = writeType(w, t, v, depth);
  w.path.pop();
  return out;
}

/**
 * Writes a value. Names, nulls and unions are resolved in a loop, because each call takes stack.
 * @param {Writer} w @param {Type} type @param {Value} v @param {number} depth @param {boolean} [isNullable] @returns {string}
 */
function writeType(w, type, v, depth, isNullable = false) {
  let t = type;
  let orNull = isNullable;
  for (;;) {
    while (typeof t === "function") t = t();
    if (!t.pick) return /** @type {Write} */ (w.writes.get(t[0]))(w, t, v, depth, orNull);
    const next = t.pick(w, t, v, depth, orNull);
    if (next === undefined) return writeKept(w, v, depth);
    orNull = t.pick === nullOr || (orNull && t.within !== undefined);
    t = next;
  }
}

/**
 * Writes a value that errors do not quote.
 * @param {Writer} w @param {Node} t @param {Value} v @param {number} depth @param {boolean} orNull
 */
export function writeSecret(w, [, of, words], v, depth, orNull) {
  w.hides = words;
  const out = writeType(w, of, v, depth, orNull);
  w.hides = undefined;
  return out;
}

/**
 * Writes a constant, which a value may leave out.
 * @param {Writer} w @param {Node} t @param {Value} v @param {number} _ @param {boolean} orNull
 */
export function writeConst(w, [, value], v, _, orNull) {
  if (v !== value && v !== undefined && !(typeof v === "string" && v.toWellFormed() === value)) failKind(w, [JSON.stringify(value)], v, orNull && typeof v !== typeof value);
  return JSON.stringify(value);
}

/** @param {Writer} w @param {Node} t @param {Value} v @param {number} _ @param {boolean} orNull */
export function writeScalar(w, [, words, is, faultOf], v, _, orNull) {
  if (!is(v)) failKind(w, [words], v, orNull);
  if (faultOf === undefined) return scalarText(v);
  const value = typeof v === "string" ? v.toWellFormed() : v;
  const wrong = faultOf(value);
  if (wrong !== undefined) fail(w, wrong, v);
  return scalarText(value);
}

/** @param {Writer} w @param {Node} t @param {Value} v @param {number} depth @param {boolean} orNull */
export function writeKeptScalar(w, [, words, is], v, depth, orNull) {
  if (!is(v)) failKind(w, [words], v, orNull);
  return writeKept(w, v, depth);
}

/** @param {Writer} w @param {Node} t @param {Value} v @param {number} _ @param {boolean} orNull */
export function writeEmpty(w, [, words, is], v, _, orNull) {
  if (!is(v)) failKind(w, [words], v, orNull);
  return "{}";
}

/** @param {Writer} w @param {Node} t @param {Value} v @param {number} depth @param {boolean} orNull */
export function writeLimited(w, [, scalar, limits], v, depth, orNull) {
  const out = /** @type {Write} */ (w.writes.get(scalar[0]))(w, scalar, v, depth, orNull);
  const wrong = limitsFault(limits, typeof v === "string" ? v.toWellFormed() : v);
  if (wrong !== undefined) fail(w, wrong, v);
  return out;
}

/** @param {Writer} w @param {Node} t @param {Value} v @param {number} _ @param {boolean} orNull */
export function writeEnum(w, [, values, mode], v, _, orNull) {
  if (typeof v !== "string") failKind(w, ["a string"], v, orNull);
  if (!values.includes(v)) {
    const value = v.toWellFormed();
    if (!values.includes(value) && (!mode?.open || mode.was.has(value))) fail(w, oneOf(values), v);
  }
  return scalarText(v);
}

/** @param {Writer} w @param {Node} t @param {Value} v @param {number} _ @param {boolean} orNull */
export function writeIntegers(w, [, values], v, _, orNull) {
  if (typeof v !== "number") failKind(w, ["an integer"], v, orNull);
  if (!Number.isInteger(v)) fail(w, "an integer", v);
  if (!values.includes(v)) fail(w, oneOf(values), v);
  return String(v);
}

/** @param {Writer} w @param {Node} t @param {Value} v @param {number} depth @param {boolean} orNull */
export function writeList(w, [, elem, items], v, depth, orNull) {
  opens(w, Array.isArray(v), "an array", v, depth, orNull);
  const wrong = items && itemsFault(items, v.length);
  if (wrong !== undefined) fail(w, wrong, v, arrayOf(v.length));
  let out = "[";
  for (let i = 0; i < v.length; i++) {
    if (i > 0) out += ",";
    out += writeMember(w, i, elem, v[i], depth + 1);
  }
  return `${out}]`;
}

/** @param {Writer} w @param {Node} t @param {Value} v @param {number} depth @param {boolean} orNull */
export function writeTuple(w, [, items, least, words], v, depth, orNull) {
  opens(w, Array.isArray(v), "an array", v, depth, orNull);
  const n = itemCount(least, v);
  if (n < least || n > items.length) fail(w, words, v, arrayOf(n));
  let out = "";
  for (let i = 0; i < n; i++) out += `${out && ","}${writeMember(w, i, items[i], v[i], depth + 1)}`;
  return `[${out}]`;
}

/** @param {Writer} w @param {Node} t @param {Value} v @param {number} depth @param {boolean} orNull */
export function writeMap(w, [, elem, keys], v, depth, orNull) {
  opens(w, object(v), "an object", v, depth, orNull);
  const members = new Map();
  for (const k of Object.keys(v)) {
    if (v[k] !== undefined) members.set(k.toWellFormed(), v[k]);
  }
  let out = "";
  for (const k of [...members.keys()].sort(byCodePoint)) {
    w.path.push(into(w, k));
    const wrong = keyFault(keys, k);
    if (wrong !== undefined) failKey(w, wrong, v, k);
    out += `${out && ","}${quote(k)}:${writeType(w, elem, members.get(k), depth + 1)}`;
    w.path.pop();
  }
  return `{${out}}`;
}

/** @param {Writer} w @param {Node} t @param {Value} v @param {number} depth @param {boolean} orNull */
export function writeEnvelope(w, [, t], v, depth, orNull) {
  opens(w, object(v), "an object", v, depth, orNull);
  const variant = taggedVariant(w, t, v);
  if (variant === undefined) return writeKept(w, v, depth);
  const head = `{${quote(t.tag)}:${scalarText(todayOf(t, get(v, t.tag)))}`;
  if (variant === null) return `${head}}`;
  return `${head},${quote(t.content)}:${writeMember(w, t.content, variant, get(v, t.content), depth + 1)}}`;
}

/**
 * Writes "name" or { name: body }.
 * @param {Writer} w @param {Node} t @param {Value} v @param {number} depth @param {boolean} orNull
 */
export function writeExternal(w, [, t, words], v, depth, orNull) {
  if (!isExternal(t, v)) failKind(w, words, v, orNull);
  checkDepth(depth, v);
  const named = externalVariant(w, t, v);
  if (named === undefined) return writeKept(w, v, depth);
  const [tag, variant] = named;
  const name = quote(todayOf(t, tag));
  return variant === null ? name : `{${name}:${writeMember(w, tag, variant, v[tag], depth + 1)}}`;
}

/** @param {Writer} w @param {Node} t @param {Value} v @param {number} depth @param {boolean} orNull */
export function writeStruct(w, t, v, depth, orNull) {
  opens(w, object(v), "an object", v, depth, orNull);
  let out = t[2] === undefined ? "" : part(w, t, 2, v, depth);
  const keys = (t.keyTexts ??= t[1].map((/** @type {Field} */ [name]) => keyText(name)));
  for (let i = 0; i < t[1].length; i++) {
    const text = writeField(w, t[1][i], v, depth);
    if (text === undefined) continue;
    if (out !== "") out += ",";
    out += keys[i] + text;
  }
  const extra = t[4] === undefined ? "" : part(w, t, 4, v, depth);
  return `{${out}${out && extra && ","}${extra}}`;
}

/**
 * Returns the text of a part of a struct that the node names at a place.
 * @param {Writer} w @param {Node} t @param {number} place @param {Value} v @param {number} depth
 */
export function part(w, t, place, v, depth) {
  return /** @type {Write} */ (w.writes.get(t[place]))(w, t, v, depth, false);
}

/** @param {Writer} w @param {Node} t @param {Value} v @param {number} depth */
export function writeExtra(w, t, v, depth) {
  let out = "";
  for (const [k, value] of undeclared(t, v)) {
    if (t[5] === "reject") failAt(w, into(w, k), "nothing", value);
    w.path.push(into(w, k));
    out += `${out && ","}${quote(k)}:${writeKept(w, value, depth + 1)}`;
    w.path.pop();
  }
  return out;
}

/** @param {Writer} w @param {Node} t @param {Value} v @param {number} depth */
export function writeTypedExtra(w, t, v, depth) {
  let out = "";
  for (const [k, value] of undeclared(t, v)) out += `${out && ","}${quote(k)}:${writeMember(w, into(w, k), t[5], value, depth + 1)}`;
  return out;
}

/**
 * Writes the tags of a variant, which a value may leave out where no union needs them.
 * @param {Writer} w @param {Node} t @param {Value} v
 */
export function writeTags(w, t, v) {
  let out = "";
  for (const own of outward(t[3])) {
    const [key, today, mode] = own;
    const value = get(v, key) === undefined && !mode?.unwritten ? today : structTag(w, own, v);
    if (value !== undefined) out += `${out && ","}${quote(own[0])}:${scalarText(value)}`;
  }
  return out;
}

/**
 * Returns the text of a field of v; undefined if it is left out.
 * @param {Writer} w @param {Field} field @param {Value} v @param {number} depth
 */
export function writeField(w, [name, type, mode], v, depth) {
  const value = written(get(v, name), type, mode);
  if (value === undefined && mode?.optional && !mode.required) return undefined;
  w.path.push(name);
  const text = writeType(w, type, value, depth + 1);
  w.path.pop();
  return text === mode?.omit ? undefined : text;
}

/**
 * Returns the value that is written for a field with the value v; undefined if there is none.
 * @param {Value} v @param {Type} type @param {import("./value.js").Mode} [mode] @returns {Value}
 */
function written(v, type, mode) {
  if (mode?.optional) {
    if (v !== undefined && (v !== null || !mode.nullable)) return v;
    return mode.writeNull ? null : undefined;
  }
  if (v !== undefined) return v;
  if (mode?.default !== undefined) return fresh(mode.default);
  return nodeOf(type).pick === nullOr ? null : undefined;
}

/** @param {Value} v */
function scalarText(v) {
  return typeof v !== "string" ? String(v) : isPlainText(v) ? `"${v}"` : quote(v);
}

const SHORT = 64; // a longer text is faster quoted than searched

/**
 * Reports whether v is a short text of printable ASCII without escapes, which is quoted as it is.
 * @param {string} v
 */
function isPlainText(v) {
  if (v.length > SHORT) return false;
  for (let i = 0; i < v.length; i++) {
    const c = v.charCodeAt(i);
    if (c < 32 || c > 126 || c === 34 || c === 92) return false;
  }
  return true;
}

/** @param {number} depth @param {Value} v */
function checkDepth(depth, v) {
  if (depth >= MAX_DEPTH && typeof v === "object" && v !== null) end();
}

/**
 * Writes kept content; an undefined member is absent. A Date or a Map is refused, because JSON.stringify would write something
 * else, which would be read as another value.
 * @param {Writer} w @param {Value} v @param {number} depth @returns {string}
 */
export function writeKept(w, v, depth) {
  checkDepth(depth, v);
  if (v === null || typeof v === "boolean" || typeof v === "string") return JSON.stringify(v);
  if (Number.isFinite(v)) return String(v);
  if (typeof v !== "object") return w.writes.get(typeof v)?.(w, v, v, depth, false) ?? fail(w, typeof v === "number" ? "a finite number" : "a JSON value", v);
  const isList = Array.isArray(v);
  if (!isList && !isPlain(v)) fail(w, "a JSON value", v, "an object that is not plain");
  let out = "";
  for (const k of isList ? v.keys() : Object.keys(v)) {
    if (!isList && v[k] === undefined) continue;
    w.path.push(isList ? k : into(w, /** @type {string} */ (k)));
    out += `${out && ","}${isList ? "" : `${JSON.stringify(k)}:`}${writeKept(w, v[k], depth + 1)}`;
    w.path.pop();
  }
  return isList ? `[${out}]` : `{${out}}`;
}

/**
 * Reports whether v is written as an object with its own properties, as objects of other windows and of simple classes are.
 * @param {Value} v
 */
function isPlain(v) {
  const proto = Object.getPrototypeOf(v);
  if (proto === Object.prototype || proto === null) return true;
  return typeof v.toJSON !== "function" && Object.prototype.toString.call(v) === "[object Object]";
}
