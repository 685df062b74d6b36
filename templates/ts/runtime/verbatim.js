import { text } from "./guard.js";
import { itemsFault, readConst, readEnum, readEnvelope, readList, readMap, readSizedList, readStruct } from "./read.js";
import { dropped, limitsFault, readEmpty, readKept, readLimited, readScalar } from "./scalar.js";
import { byKind, byTag, nullOr } from "./union.js";
import { byCodePoint, kindOf, nodeOf } from "./value.js";
/** @import { Field, Node, Type, Value } from "./value.js" */

// Values that JSON.stringify writes as a writer does: they are valid, their members are in
// the order of the spec, and nothing is left out, added or changed. Most values of
// programs are. For the others, and for types that are not known here, the writer decides.

/** @typedef {(v: Value, depth: number) => boolean} Check of a value with depth levels around it; undefined fails every check */

const MAX_DEPTH = 100; // deeper values are left to the writer

/**
 * Returns the text of a value of a type, if JSON.stringify writes it as a writer does; else undefined.
 * @param {Type} type @param {Value} v
 */
export function verbatim(type, v) {
  return checkOf(type)(v, 0) ? JSON.stringify(v) : undefined;
}

/**
 * Returns the text of a message, if JSON.stringify writes it as a writer does; else undefined.
 * @param {Node} shell @param {Node} t @param {Value} v
 */
export function verbatimMessage(shell, t, v) {
  return isVerbatimMessage(shell, t, v) ? JSON.stringify(v) : undefined;
}

/**
 * Reports whether v is a string without halves of surrogate pairs, which a writer replaces.
 * @param {Value} v
 */
function isText(v) {
  return typeof v === "string" && v.isWellFormed();
}

/** @param {Type} type @returns {Check} */
function checkOf(type) {
  const t = nodeOf(type);
  return (t.isVerbatim ??= newCheck(t));
}

/** @param {Node} t @returns {Check} */
function newCheck(t) {
  switch (t.pick ?? t[0]) {
    case nullOr:
      return newNullCheck(checkOf(t.of));
    case byTag:
      return (v, depth) => isSimple(v) && isOf(t.variants.get(v[t.tag]), v, depth);
    case byKind:
      return (v, depth) => isOf(t.kinds[kindOf(v)], v, depth);
    case readScalar:
      return newScalarCheck(t);
    case readLimited:
      return (v, depth) => checkOf(t[1])(v, depth) && limitsFault(t[2], v) === undefined;
    case readKept:
      return (v, depth) => t[2](v) && isJSON(v, depth);
    case readEmpty:
      return (v) => isSimple(v) && hasOnly(v, []);
    case readConst:
      return (v) => v === t[1];
    case readEnum:
      return (v) => isText(v) && (t[1].includes(v) || (t[2]?.open === true && !t[2].was.has(v)));
    case readList:
    case readSizedList:
      return t[3] === undefined ? newListCheck(t) : never;
    case readMap:
      return t[2] === undefined ? newMapCheck(t[1]) : never;
    case readEnvelope:
      return newEnvelopeCheck(t[1]);
    case readStruct:
      return t[4] === undefined && t[3]?.[2] === undefined ? newStructCheck(t) : never;
    default:
      return never;
  }
}

/** Returns the check for what is left to the writer. */
function never() {
  return false;
}

/**
 * @param {Type | null | undefined} type of a variant that has a body; else there is none, or none is declared
 * @param {Value} v @param {number} depth
 */
function isOf(type, v, depth) {
  return type !== undefined && type !== null && checkOf(type)(v, depth);
}

/** @param {Check} check @returns {Check} */
function newNullCheck(check) {
  return (v, depth) => v === null || check(v, depth);
}

/** @param {Node} t @returns {Check} */
function newScalarCheck([, , is, faultOf]) {
  if (faultOf !== undefined) return (v) => is(v) && faultOf(v) === undefined;
  return is === text ? isText : is;
}

/** @param {Node} t @returns {Check} */
function newListCheck([, elem, limits]) {
  return (v, depth) => {
    if (!isList(v) || depth > MAX_DEPTH || (limits && itemsFault(limits, v.length) !== undefined)) return false;
    const check = checkOf(elem);
    for (let i = 0; i < v.length; i++) if (!check(v[i], depth + 1)) return false;
    return true;
  };
}

/** @param {Type} elem @returns {Check} */
function newMapCheck(elem) {
  return (v, depth) => {
    if (!isSimple(v) || depth > MAX_DEPTH) return false;
    const check = checkOf(elem);
    let last;
    for (const k in v) {
      if (!k.isWellFormed() || (last !== undefined && byCodePoint(last, k) > 0) || !check(v[k], depth + 1)) return false;
      last = k;
    }
    return true;
  };
}

/** @param {Node} t @returns {Check} */
function newEnvelopeCheck({ tag, content, variants }) {
  return (v, depth) => {
    if (!isSimple(v)) return false;
    const type = variants.get(v[tag]);
    if (type === null) return hasOnly(v, [tag]);
    return hasOnly(v, [tag, content]) && isOf(type, v[content], depth + 1);
  };
}

/** @param {Node} t @returns {Check} */
function newStructCheck([, fields, , tag]) {
  /** @type {Field[]} */
  const all = tag === undefined ? fields : [[tag[0], [readConst, tag[1]]], ...fields];
  const names = all.map(([name]) => name);
  const mayMiss = all.map(([, , mode]) => mode?.omit !== undefined || (mode?.optional && !mode.required && !mode.writeNull));
  /** @type {Check[]} */
  let checks; // made when they are needed: the struct may be inside itself
  return (v, depth) => {
    if (!isSimple(v) || depth > MAX_DEPTH) return false;
    checks ??= all.map(newFieldCheck);
    let i = 0;
    for (const k in v) {
      while (names[i] !== k) if (!mayMiss[i++]) return false;
      if (!checks[i++](v[k], depth + 1)) return false;
    }
    while (mayMiss[i]) i++;
    return i === names.length;
  };
}

/**
 * Returns the check of the value that a field has.
 * @param {Field} field @returns {Check}
 */
function newFieldCheck([, type, mode]) {
  const check = checkOf(type);
  const isLeftOut = mode?.optional && mode.nullable && !mode.writeNull; // null
  if (!isLeftOut && mode?.omit === undefined) return check;
  return (v, depth) => !(isLeftOut && v === null) && check(v, depth) && JSON.stringify(v) !== mode?.omit;
}

/** @param {Node} shell @param {Node} t @param {Value} v */
function isVerbatimMessage(shell, { methods, only }, v) {
  if (!isSimple(v) || shell.shapes || shell.members || !hasInOrder(v, shell.order)) return false;
  const { jsonrpc, id, method, params, result, error } = v;
  if (jsonrpc !== (shell.write ? shell.version : undefined) || (only !== undefined && only !== (method ?? ""))) return false;
  const isIdentified = shell.ids.includes(isText(id) ? "string" : Number.isSafeInteger(id) ? "int" : "");
  if (method === undefined) {
    if (params !== undefined || (result === undefined) === (error === undefined)) return false;
    if (error === undefined) return isIdentified && isJSON(result, 1);
    return (isIdentified || (id === null && shell.errorIDs[0] === null)) && checkOf(shell.error)(error, 1);
  }
  if (!isText(method) || result !== undefined || error !== undefined) return false;
  const call = methods.get(method);
  const notifies = call ? call.notify === true : id === undefined;
  if (notifies ? id !== undefined : !isIdentified) return false;
  if (call === undefined) return params === undefined || isJSON(params, 1);
  if (call.today !== undefined || (params === undefined) !== (call.params === dropped)) return false;
  return params === undefined || checkOf(call.params.objects ?? call.params)(params, 1);
}

/**
 * Reports whether v is an object without methods, such as toJSON.
 * @param {Value} v
 */
function isSimple(v) {
  return typeof v === "object" && v !== null && Object.getPrototypeOf(v) === Object.prototype;
}

/** @param {Value} v */
function isList(v) {
  return Array.isArray(v) && Object.getPrototypeOf(v) === Array.prototype;
}

/**
 * Reports whether the keys of v are these, in their order.
 * @param {Value} v @param {string[]} keys
 */
function hasOnly(v, keys) {
  let i = 0;
  for (const k in v) if (k !== keys[i++]) return false;
  return i === keys.length;
}

/**
 * Reports whether the keys of v are some of these, in their order, and have values.
 * @param {Value} v @param {string[]} keys
 */
function hasInOrder(v, keys) {
  let i = 0;
  for (const k in v) {
    while (keys[i] !== k) if (++i > keys.length) return false;
    if (v[k] === undefined) return false;
    i++;
  }
  return true;
}

/**
 * Reports whether v is of JSON. Members that are undefined are left out.
 * @param {Value} v @param {number} depth @returns {boolean}
 */
function isJSON(v, depth) {
  if (typeof v === "boolean" || v === null || isText(v)) return true;
  if (typeof v !== "object") return Number.isFinite(v);
  if (depth > MAX_DEPTH) return false;
  if (isList(v)) {
    for (let i = 0; i < v.length; i++) if (!isJSON(v[i], depth + 1)) return false;
    return true;
  }
  if (!isSimple(v)) return false;
  for (const k in v) if (v[k] !== undefined && !(k.isWellFormed() && isJSON(v[k], depth + 1))) return false;
  return true;
}
