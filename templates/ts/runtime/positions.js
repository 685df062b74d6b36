import { arrayOf } from "./error.js";
import { object } from "./guard.js";
import { fieldValue } from "./read.js";
import { fail } from "./report.js";
import { nodeOf, set } from "./value.js";
import { FIELD, spend } from "./weight.js";
/** @import { Reader } from "./read.js" */
/** @import { Field, Node, Type, Value } from "./value.js" */

/**
 * Leads to the type of params, which may be an array that has the fields by position.
 * @param {any} c @param {Node} t @param {Value} v @param {number} depth @returns {Type}
 */
export function positional(c, t, v, depth) {
  if (c.writes || object(v)) return t.objects;
  const value = Array.isArray(v) ? readPositions(c, nodeOf(t.objects), v, depth) : fail(c, t.words, v);
  return [() => value];
}

/**
 * Leads to the type of params of which null counts as none.
 * @param {any} c @param {Node} t @param {Value} v @param {number} depth @returns {Type}
 */
export function absentIfNull(c, t, v, depth) {
  if (v === null && !c.writes) return [() => undefined];
  return t.words ? positional(c, t, v, depth) : t.objects;
}

/**
 * Reads the fields of a struct, in their order, from an array.
 * @param {Reader} r @param {Node} t @param {Value[]} v @param {number} depth
 */
function readPositions(r, [, fields], v, depth) {
  const most = fields.length;
  if (v.length > most) return fail(r, arrayOf(most).replace("of", "of at most"), v, arrayOf(v.length));
  spend(r, FIELD * (1 + most));
  const out = {};
  fields.forEach((/** @type {Field} */ field, /** @type {number} */ i) => {
    const value = fieldValue(r, field, i, v[i], depth);
    if (value !== undefined) set(out, field[0], value);
  });
  return out;
}
