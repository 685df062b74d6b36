import { WireError, arrayOf, expected, fault, found, intWords, oneOf, pathOf, quote, theKey, words } from "./error.js";
import { get, object } from "./guard.js";
import { hasKind, itemsFault, keyFault, limitsFault, scalarFault } from "./scalar.js";
import { armOf, onlyArm, orderedVariant, reader } from "./read.js";
import { externalVariant, flatVariant, isExternal, isFlat, outward, structTag, taggedVariant, todayOf } from "./union.js";
import { byCodePoint, itemCount, undeclared } from "./value.js";
/** @import { Key, Path } from "./error.js" */
/** @import { Reader } from "./read.js" */
/** @import { Field, Limits, Tag, Type, Types, Value } from "./value.js" */

// The table-driven writer: the members are written in the order of the spec, the
// tag first, map keys by code point.

const MAX_DEPTH = 1000;

/** @typedef {{ types: Types, path: Path, tries: Reader["tries"] }} Writer */

/**
 * Writes v as a value of the named type, or throws a WireError.
 * @param {Types} types @param {string} name @param {Value} v
 */
export function write(types, name, v) {
  return writeType(writer(types), name, v, 0);
}

/** @param {Types} types @returns {Writer} */
export function writer(types) {
  return { types, path: [], tries: [] };
}

/** @param {Writer} w @param {string} expectation @param {Value} v @param {string} [what] @returns {never} */
function refuse(w, expectation, v, what = found(v)) {
  throw new WireError(fault(pathOf(w.path), expectation, what));
}

/** @param {Writer} w @param {Type} t @param {Value} v @param {boolean} orNull @returns {never} */
function refuseKind(w, t, v, orNull) {
  refuse(w, expected(w.types, t, orNull), v);
}

/** @param {Writer} w @param {Key} k @param {string} expectation @param {Value} v @returns {never} */
function refuseAt(w, k, expectation, v) {
  w.path.push(k);
  refuse(w, expectation, v);
}

/** @param {Writer} w @param {Key} k @param {Type} t @param {Value} v @param {number} depth @returns {string} */
export function writeMember(w, k, t, v, depth) {
  w.path.push(k);
  const out = writeType(w, t, v, depth);
  w.path.pop();
  return out;
}

/**
 * Writes a value. Names, nulls and flat unions are resolved in a loop, because each call takes stack.
 * @param {Writer} w @param {Type} type @param {Value} v @param {number} depth @returns {string}
 */
function writeType(w, type, v, depth) {
  let t = type;
  let orNull = false;
  for (;;) {
    if (typeof t === "string") {
      if (t in words) return writeScalar(w, t, v, depth, orNull);
      t = w.types[t];
    } else if (t[0] === "nullable") {
      if (v === null) return "null";
      orNull = true;
      t = t[1];
    } else if (t.kinds) {
      const arm = armOf(t, v);
      if (!arm) refuseKind(w, t, v, orNull);
      orNull = false;
      t = arm[1];
    } else if (isFlat(t)) {
      if (!object(v)) refuseKind(w, t, v, orNull);
      checkDepth(depth, v);
      orNull = false;
      t = flatVariant(w, t, v, refuse, refuseAt);
      if (t === undefined) return writeKept(w, v, depth);
    } else if (t.ordered) {
      t = onlyArm(t, v) ?? orderedType(w, t, v, depth, orNull);
    } else {
      break;
    }
  }
  const form = t[0]; // of a type without a name
  if (form !== undefined && form in words) return writeScalar(w, t, v, depth, orNull);
  if (t.enum) return writeEnum(w, t, v, orNull);
  if (form === "const") return writeConst(w, t, v, orNull);
  if (t.external) return writeExternal(w, t, v, depth, orNull);
  if (form === "list" || t.tuple ? !Array.isArray(v) : !object(v)) refuseKind(w, t, v, orNull);
  checkDepth(depth, v);
  if (form === "list") return writeList(w, t, v, depth);
  if (form === "map") return writeMap(w, t, v, depth);
  if (t.tuple) return writeTuple(w, t, v, depth);
  return t.content === undefined ? writeStruct(w, t, v, depth) : writeEnvelope(w, t, v, depth);
}

/** @param {number} depth @param {Value} v */
function checkDepth(depth, v) {
  if (depth >= MAX_DEPTH && typeof v === "object" && v !== null) {
    throw new WireError(fault("", `at most ${MAX_DEPTH} levels of nesting`, "more"));
  }
}

/** @param {Writer} w @param {Type} t @param {Value} v @param {boolean} orNull */
function writeConst(w, t, v, orNull) {
  if (v !== t[1]) refuse(w, expected(w.types, t, orNull && typeof v !== typeof t[1]), v);
  return JSON.stringify(v);
}

/** @param {Writer} w @param {Type} t @param {Value} v @param {number} depth @param {boolean} orNull */
function writeScalar(w, t, v, depth, orNull) {
  const type = typeof t === "string" ? t : t[0];
  if (type === "any") return writeKept(w, v, depth);
  if (!hasKind(type, v)) refuseKind(w, t, v, orNull);
  if (type === "object") return writeKept(w, v, depth);
  if (type === "empty") return "{}";
  const value = typeof v === "string" ? v.toWellFormed() : v;
  const wrong = scalarFault(type, value) ?? (t === type ? undefined : limitsFault(t[1], value));
  if (wrong !== undefined) refuse(w, wrong, v);
  return typeof v === "string" ? JSON.stringify(value) : String(v);
}

/** @param {Writer} w @param {Type} t @param {Value} v @param {boolean} orNull */
function writeEnum(w, t, v, orNull) {
  if (typeof v !== (t.integer ? "number" : "string")) refuseKind(w, t, v, orNull);
  if (t.integer && !Number.isInteger(v)) refuse(w, words.int, v);
  if (!t.enum.includes(v)) {
    if (!t.open || t.was?.has(v)) refuse(w, oneOf(t.enum), v);
    if (t.integer && !Number.isSafeInteger(v)) refuse(w, intWords(v), v);
  }
  return t.integer ? String(v) : quote(v);
}

/**
 * @param {Writer} w @param {[form: string, elem: Type, limits?: Limits]} of @param {Value[]} v
 * @param {number} depth
 */
function writeList(w, [, elem, limits], v, depth) {
  const wrong = limits && itemsFault(limits, v.length);
  if (wrong !== undefined) refuse(w, wrong, v, arrayOf(v.length));
  let out = "[";
  for (let i = 0; i < v.length; i++) {
    if (i > 0) out += ",";
    out += writeMember(w, i, elem, v[i], depth + 1);
  }
  return `${out}]`;
}

/** @param {Writer} w @param {Type} t @param {Value} v @param {number} depth */
function writeTuple(w, t, v, depth) {
  const n = itemCount(t, v);
  if (n < t.least || n > t.tuple.length) refuse(w, t.words, v, arrayOf(n));
  let out = "";
  for (let i = 0; i < n; i++) out += `${out && ","}${writeMember(w, i, t.tuple[i], v[i], depth + 1)}`;
  return `[${out}]`;
}

/** @param {Writer} w @param {[form: string, elem: Type, keys?: string]} of @param {Value} v @param {number} depth */
function writeMap(w, [, elem, keys], v, depth) {
  const members = new Map();
  for (const k of Object.keys(v)) {
    if (v[k] !== undefined) members.set(k.toWellFormed(), v[k]);
  }
  let out = "";
  for (const k of [...members.keys()].sort(byCodePoint)) {
    w.path.push(k);
    const wrong = keyFault(w.types, keys, k);
    if (wrong !== undefined) refuse(w, wrong, v, theKey(k));
    out += `${out && ","}${quote(k)}:${writeType(w, elem, members.get(k), depth + 1)}`;
    w.path.pop();
  }
  return `{${out}}`;
}

/**
 * The type of the first variant that accepts v. Values inside v are read on the way, and their variants are recorded.
 * @param {Writer} w @param {Type} t @param {Value} v @param {number} depth @param {boolean} orNull
 */
function orderedType(w, t, v, depth, orNull) {
  const r = { ...reader(w.types, false), path: w.path, tries: w.tries };
  const arm = orderedVariant(r, t, v, depth, orNull);
  if (arm === undefined) throw new WireError(r.errors[0]);
  return arm.type;
}

/** @param {Writer} w @param {Type} t @param {Value} v @param {number} depth */
function writeEnvelope(w, t, v, depth) {
  const variant = taggedVariant(w, t, v, refuseAt);
  if (variant === undefined) return writeKept(w, v, depth);
  const head = `{${quote(t.tag)}:${scalarText(todayOf(t, get(v, t.tag)))}`;
  if (variant === null) return `${head}}`;
  const body = get(v, t.content);
  if (body === undefined) refuseAt(w, t.content, expected(w.types, variant), body);
  return `${head},${quote(t.content)}:${writeMember(w, t.content, variant, body, depth + 1)}}`;
}

/**
 * Writes "name" or { name: body }.
 * @param {Writer} w @param {Type} t @param {Value} v @param {number} depth @param {boolean} orNull
 */
function writeExternal(w, t, v, depth, orNull) {
  if (!isExternal(t, v)) refuseKind(w, t, v, orNull);
  checkDepth(depth, v);
  const named = externalVariant(w, t, v, refuse);
  if (named === undefined) return writeKept(w, v, depth);
  const [tag, variant] = named;
  const name = quote(todayOf(t, tag));
  return variant === null ? name : `{${name}:${writeMember(w, tag, variant, v[tag], depth + 1)}}`;
}

/** @param {Writer} w @param {Type} t @param {Value} v @param {number} depth */
function writeStruct(w, t, v, depth) {
  let out = t.tag === undefined ? "" : writeTags(w, t.tag, v);
  for (let i = 0; i < t.fields.length; i++) {
    const field = t.fields[i];
    const text = writeField(w, field, v, depth);
    if (text === undefined) continue;
    if (out !== "") out += ",";
    out += `${quote(field[0])}:`;
    out += text;
  }
  for (const group of t.groups ?? []) {
    const wrong = group(t, v);
    if (wrong !== undefined) refuse(w, wrong[0], v, wrong[1]);
  }
  return `{${t.extra === undefined ? out : writeExtra(w, t, v, out, depth)}}`;
}

/**
 * Appends the undeclared members of v to the text of the declared ones.
 * @param {Writer} w @param {Type} t @param {Value} v @param {string} members @param {number} depth
 */
function writeExtra(w, t, v, members, depth) {
  let out = members;
  for (const [k, value] of undeclared(t, v)) {
    if (t.extra === "reject") refuseAt(w, k, "nothing", value);
    out += `${out && ","}${quote(k)}:${writeMember(w, k, t.rest ?? "any", value, depth + 1)}`;
  }
  return out;
}

/**
 * The text of a field of v; undefined if it is left out.
 * @param {Writer} w @param {Field} field @param {Value} v @param {number} depth
 */
export function writeField(w, field, v, depth) {
  const value = written(w, field, get(v, field[0]));
  if (value === undefined) return undefined;
  w.path.push(field[0]);
  const text = writeType(w, field[1], value, depth + 1);
  w.path.pop();
  return text === field[2]?.omit ? undefined : text;
}

/** @param {Writer} w @param {Tag} tag @param {Value} v */
function writeTags(w, tag, v) {
  let out = "";
  for (const own of outward(tag)) {
    const value = structTag(w, own, v, refuseAt);
    if (value !== undefined) out += `${out && ","}${quote(own[0])}:${scalarText(value)}`;
  }
  return out;
}

/** @param {Value} v */
function scalarText(v) {
  return typeof v === "string" ? quote(v) : String(v);
}

/**
 * The value that is written for a field with the value v; undefined if it is left out.
 * @param {Writer} w @param {Field} of @param {Value} v @returns {Value}
 */
function written(w, [name, type, mode], v) {
  if (mode?.optional) {
    if (v !== undefined && (v !== null || !mode.nullable)) return v;
    if (mode.writeNull) return null;
    return mode.required ? refuseAt(w, name, expected(w.types, type), undefined) : undefined;
  }
  if (v !== undefined) return v;
  if (mode?.default !== undefined) return mode.default;
  return type[0] === "nullable" ? null : refuseAt(w, name, expected(w.types, type), v);
}

/**
 * Writes kept content; an undefined member is absent. A Date or a Map is refused, because JSON.stringify would write something
 * else, which would be read as another value.
 * @param {Writer} w @param {Value} v @param {number} depth @returns {string}
 */
function writeKept(w, v, depth) {
  checkDepth(depth, v);
  if (v === null || typeof v === "boolean" || typeof v === "string") return JSON.stringify(v);
  if (typeof v === "number") return Number.isFinite(v) ? String(v) : refuse(w, "a finite number", v);
  if (typeof v !== "object") refuse(w, "a JSON value", v);
  const isList = Array.isArray(v);
  if (!isList && !isPlain(v)) refuse(w, "a JSON value", v, "an object that is not plain");
  let out = "";
  for (const k of isList ? v.keys() : Object.keys(v)) {
    if (!isList && v[k] === undefined) continue;
    w.path.push(k);
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
