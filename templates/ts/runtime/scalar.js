import { intWords, oneOf } from "./error.js";
import { base64, int64, matches, object, sized, uint64, uuid } from "./guard.js";
/** @import { Limits, Types, Value } from "./value.js" */

// Checks of scalars, limits and map keys, shared by readers and writers.

/**
 * Reports whether v is of the kind of JSON that the values of a scalar have.
 * @param {string} type @param {Value} v
 */
export function hasKind(type, v) {
  switch (type) {
    case "string":
    case "int64":
    case "uint64":
    case "bytes":
    case "uuid":
      return typeof v === "string";
    case "int":
    case "int32":
    case "uint32":
    case "uint":
      return typeof v === "number";
    case "any":
      return v !== undefined;
    case "null":
      return v === null;
    case "bool":
      return typeof v === "boolean";
    case "float":
      return Number.isFinite(v);
    default:
      return object(v);
  }
}

/**
 * What is expected instead of v, which has the right kind; undefined if v is valid.
 * @param {string} type @param {Value} v
 */
export function scalarFault(type, v) {
  switch (type) {
    case "int":
      return rangeFault(v, -9007199254740991, 9007199254740991);
    case "int32":
      return rangeFault(v, -2147483648, 2147483647);
    case "uint32":
      return rangeFault(v, 0, 4294967295);
    case "uint":
      return rangeFault(v, 0, 9007199254740991);
    case "int64":
      return int64(v) ? undefined : "a 64-bit integer in a string";
    case "uint64":
      return uint64(v) ? undefined : "an unsigned 64-bit integer in a string";
    case "bytes":
      return base64(v) ? undefined : "base64 text";
    case "uuid":
      return uuid(v) ? undefined : "a UUID in lower case";
    default:
      return undefined;
  }
}

/** @param {Value} v @param {number} low @param {number} high */
function rangeFault(v, low, high) {
  return Number.isInteger(v) && v >= low && v <= high ? undefined : intWords(v, low, high);
}

/**
 * What is expected instead of v by the limits of a number or a text; undefined if v is within them.
 * @param {Limits} of @param {Value} v
 */
export function limitsFault({ range, length, pattern }, v) {
  if (range && !(v >= range[0] && v <= range[1])) return range[2];
  if (length && !sized(v, length[0], length[1])) return length[2];
  return pattern && !matches(v, pattern[0]) ? pattern[1] : undefined;
}

/**
 * What is expected instead of a list of n items by its limits; undefined if n is within them.
 * @param {Limits} of @param {number} n
 */
export function itemsFault({ items }, n) {
  return items !== undefined && (n < items[0] || n > items[1]) ? items[2] : undefined;
}

/**
 * What is expected instead of the key k of a map with keys of the named enum, or with any; undefined if k is valid.
 * @param {Types} types @param {string | undefined} name @param {string} k
 */
export function keyFault(types, name, k) {
  const t = name === undefined ? undefined : types[name];
  return t && !t.open && !t.enum.includes(k) ? oneOf(t.enum) : undefined;
}
