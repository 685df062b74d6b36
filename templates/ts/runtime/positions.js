import { arrayOf } from "./error.js";
import { fieldValue, member } from "./read.js";
import { fail } from "./report.js";
import { nodeOf, set } from "./value.js";
/** @import { Reader } from "./read.js" */
/** @import { Field, Node, Value } from "./value.js" */

/**
 * Reads params that are not an object, the member called name: by position, from an array.
 * @param {Reader} r @param {Node} declared @param {Value} v @param {number} depth
 */
export function positional(r, declared, v, depth, name = "params") {
  r.path.push(name);
  const out = Array.isArray(v) ? readPositions(r, nodeOf(declared.params), v, depth + 1) : fail(r, declared.words, v);
  r.path.pop();
  return out;
}

/**
 * Reads params that are not an object, and of which null counts as none.
 * @param {Reader} r @param {Node} declared @param {Value} v @param {number} depth
 */
export function absentIfNull(r, declared, v, depth, name = "params") {
  if (v === null) return undefined;
  return declared.words ? positional(r, declared, v, depth, name) : member(r, name, declared.params, v, depth + 1);
}

/**
 * Reads the fields of a struct, in their order, from an array.
 * @param {Reader} r @param {Node} t @param {Value[]} v @param {number} depth
 */
function readPositions(r, [, fields, readTags, tag], v, depth) {
  const most = fields.length;
  if (v.length > most) return fail(r, arrayOf(most).replace("of", "of at most"), v, arrayOf(v.length));
  const out = {};
  if (readTags !== undefined) readTags(r, tag, {}, out);
  fields.forEach((/** @type {Field} */ field, /** @type {number} */ i) => {
    const value = fieldValue(r, field, i, v[i], depth);
    if (value !== undefined) set(out, field[0], value);
  });
  return out;
}
