import { quote } from "./error.js";
import { get } from "./guard.js";
import { fail } from "./report.js";
import { part } from "./write.js";
/** @import { Reader } from "./read.js" */
/** @import { Context } from "./report.js" */
/** @import { Field, Members, Node, Value } from "./value.js" */
/** @import { Writer } from "./write.js" */

// Rules about how many of some fields of a struct are set. They have the place of what
// handles undeclared members, whose function is the last of the node: the rules come first.

/** @typedef {[words: string, least: number, most: number, ...fields: number[]]} Group a rule, and the fields by their places */

/**
 * Checks the groups of the struct t, whose fields were read as out, and goes on with undeclared members of v.
 * @param {Reader} r @param {Node} t @param {Value} v @param {Members} out @param {number} depth
 * @returns {boolean}
 */
export function readGroups(r, t, v, out, depth) {
  checkGroups(r, t, out);
  return t[7] === undefined || t[7](r, t, v, out, depth);
}

/**
 * Checks the groups of the struct t, and goes on with undeclared members of v.
 * @param {Writer} w @param {Node} t @param {Value} v @param {number} depth
 */
export function writeGroups(w, t, v, depth) {
  checkGroups(w, t, v);
  return t[7] === undefined ? "" : part(w, t, 7, v, depth);
}

/** @param {Context} c @param {Node} t @param {Value} v */
function checkGroups(c, [, fields, , , , , groups], v) {
  for (const [words, least, most, ...at] of /** @type {Group[]} */ (groups)) {
    const all = at.map((i) => fields[i]);
    const set = all.filter((field) => isSet(field, v));
    if (set.length < least || set.length > most) fail(c, `${words} of ${keys(all)}`, v, set.length === 0 ? "none of them" : c.hides ? `${set.length} keys` : keys(set));
  }
}

/**
 * Reports whether v sets a field: a null that leaves it unset does not.
 * @param {Field} field @param {Value} v
 */
function isSet([name, , mode], v) {
  const value = get(v, name);
  return value !== undefined && (value !== null || !mode?.nullable);
}

/** @param {Field[]} fields */
function keys(fields) {
  return `the keys ${fields.map(([name]) => quote(name)).join(", ")}`;
}
