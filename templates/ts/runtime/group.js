import { quote } from "./error.js";
import { get } from "./guard.js";
/** @import { Field, Members, Type } from "./value.js" */

// Rules about how many of some fields of a struct are set. Only tables with such rules import them.

/**
 * @typedef {(t: Type, v: Members) => [expected: string, found: string] | undefined} Group what is wrong with an object
 */

/** @param {...number} fields @returns {Group} */
export function atLeastOne(...fields) {
  return (t, v) => fault("at least one", 1, fields.length, t, v, fields);
}

/** @param {...number} fields @returns {Group} */
export function atMostOne(...fields) {
  return (t, v) => fault("at most one", 0, 1, t, v, fields);
}

/** @param {...number} fields @returns {Group} */
export function exactlyOne(...fields) {
  return (t, v) => fault("exactly one", 1, 1, t, v, fields);
}

/**
 * @param {string} rule @param {number} least @param {number} most @param {Type} t @param {Members} v @param {number[]} at
 * @returns {[expected: string, found: string] | undefined}
 */
function fault(rule, least, most, t, v, at) {
  /** @type {Field[]} */
  const fields = at.map((i) => t.fields[i]);
  const set = fields.filter((field) => isSet(field, v));
  if (set.length >= least && set.length <= most) return undefined;
  return [`${rule} of ${keys(fields)}`, set.length === 0 ? "nothing" : keys(set)];
}

/**
 * Reports whether v sets a field: a null that leaves it unset does not.
 * @param {Field} field @param {Members} v
 */
function isSet([name, , mode], v) {
  const value = get(v, name);
  return value !== undefined && (value !== null || !mode?.nullable);
}

/** @param {Field[]} fields */
function keys(fields) {
  return `the keys ${fields.map(([name]) => quote(name)).join(", ")}`;
}
