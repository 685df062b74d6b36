// Predicates on JSON values, for guards, readers and writers.

/**
 * Reports whether v is an object that inherits only methods: every other member is its own. It asks for the prototype with
 * Object.getPrototypeOf, because not every runtime has a member __proto__.
 * @param {any} v
 */
export function plain(v) {
  return typeof v === "object" && v !== null && (Object.getPrototypeOf(v) === Object.prototype || (!Array.isArray(v) && inheritsMethods(v)));
}

/** @param {object} v @returns {boolean} */
function inheritsMethods(v) {
  const proto = Object.getPrototypeOf(v);
  if (proto === null) return true;
  const own = Object.entries(Object.getOwnPropertyDescriptors(proto));
  return own.every(([k, { value }]) => k === "__proto__" || typeof value === "function") && inheritsMethods(proto);
}

/**
 * Returns the own member k of o; members of the prototype do not count.
 * @param {any} o @param {string} k
 */
export function get(o, k) {
  return Object.hasOwn(o, k) ? o[k] : undefined;
}

/** @param {any} v */
export function text(v) {
  return typeof v === "string";
}

/** @param {any} v */
export function flag(v) {
  return typeof v === "boolean";
}

/** @param {any} v */
export function present(v) {
  return v !== undefined;
}

/** @param {any} v */
export function nothing(v) {
  return v === null;
}

/** @param {any} v */
export function object(v) {
  return typeof v === "object" && v !== null && !Array.isArray(v);
}

/**
 * Returns the number of conditions that hold.
 * @param {...boolean} conditions
 */
export function count(...conditions) {
  return conditions.filter(Boolean).length;
}

/**
 * Reports whether v is a number in its normal form, which negative zero is not: it is read as 0.
 * @param {any} v
 */
export function integer(v) {
  return Number.isSafeInteger(v) && (v !== 0 || 1 / v > 0);
}

/** @param {any} v */
export function natural(v) {
  return integer(v) && v >= 0;
}

/** @param {any} v */
export function int32(v) {
  return integer(v) && v >= -2147483648 && v <= 2147483647;
}

/** @param {any} v */
export function uint32(v) {
  return integer(v) && v >= 0 && v <= 4294967295;
}

/** @param {any} v */
export function wide(v) {
  return typeof v === "bigint" && BigInt.asIntN(64, v) === v;
}

/** @param {any} v */
export function uwide(v) {
  return typeof v === "bigint" && BigInt.asUintN(64, v) === v;
}

/**
 * Reports whether v is a 64-bit integer in decimal digits.
 * @param {any} v
 */
export function int64(v) {
  return typeof v === "string" && /^-?\d{1,19}$/.test(v) && String(BigInt.asIntN(64, BigInt(v))) === v;
}

/**
 * Reports whether v is an unsigned 64-bit integer in decimal digits.
 * @param {any} v
 */
export function uint64(v) {
  return typeof v === "string" && /^\d{1,20}$/.test(v) && String(BigInt.asUintN(64, BigInt(v))) === v;
}

/**
 * Reports whether v is padded standard base64 without unused bits. One pattern for all of v could overflow the stack.
 * @param {any} v
 */
export function base64(v) {
  if (typeof v !== "string" || v.length % 4 !== 0) return false;
  const end = v.search(/[^A-Za-z0-9+/]/);
  return end < 0 || /^(?:[AQgw]==|[AEIMQUYcgkosw048]=)$/.test(v.slice(end - 1));
}

/** @param {any} v */
export function uuid(v) {
  return typeof v === "string" && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(v);
}

/**
 * Reports whether v has from low to high code points.
 * @param {string} v @param {number} low @param {number} high
 */
export function sized(v, low, high) {
  let n = v.length;
  if (n < low || n > 2 * high) return false;
  for (let i = 1; i < v.length; i++) {
    if ((v.charCodeAt(i) & 0xfc00) === 0xdc00 && (v.charCodeAt(i - 1) & 0xfc00) === 0xd800) n--;
  }
  return n >= low && n <= high;
}

/**
 * Reports whether a pattern matches. A long text may overflow the stack, which counts as no match.
 * @param {string} v @param {RegExp} pattern
 */
export function matches(v, pattern) {
  try {
    return pattern.test(v);
  } catch {
    return false;
  }
}

/**
 * Returns the key of the only member of v; undefined if v is not such an object.
 * @param {any} v
 */
export function only(v) {
  if (!object(v)) return undefined;
  const keys = Object.keys(v).filter((k) => v[k] !== undefined);
  return keys.length === 1 ? keys[0] : undefined;
}

/** @param {any} v @param {(v: any) => boolean} is */
export function list(v, is) {
  if (!Array.isArray(v)) return false;
  for (let i = 0; i < v.length; i++) if (!is(v[i])) return false;
  return true;
}

/** @param {any} v @param {(v: any) => boolean} is */
export function map(v, is) {
  return object(v) && Object.values(v).every((e) => e === undefined || is(e));
}

/** @param {any} v @param {(v: any) => boolean} isKey @param {(v: any) => boolean} is */
export function keyed(v, isKey, is) {
  return object(v) && Object.entries(v).every(([k, e]) => e === undefined || (isKey(k) && is(e)));
}

/**
 * Reports whether all members of v are named.
 * @param {any} v @param {string[]} names
 */
export function closed(v, names) {
  return Object.keys(v).every((k) => v[k] === undefined || names.includes(k));
}

/**
 * Reports whether all members of v that are not declared meet a condition.
 * @param {any} v @param {string[]} declared @param {(e: any) => boolean} is
 */
export function others(v, declared, is) {
  return Object.keys(v).every((k) => v[k] === undefined || declared.includes(k) || is(v[k]));
}

/**
 * Returns the members of v that are not declared.
 * @param {any} v @param {string[]} declared @returns {any}
 */
export function extra(v, declared) {
  return Object.fromEntries(Object.entries(v).filter(([k, e]) => e !== undefined && !declared.includes(k)));
}

/**
 * Reports whether v is at most n levels deep.
 * @param {any} v @param {number} n @returns {boolean}
 */
function shallow(v, n) {
  return typeof v !== "object" || v === null || (n > 0 && Object.values(v).every((e) => shallow(e, n - 1)));
}

/**
 * Reports whether v, with d levels around it, has at most 1000.
 * @param {any} v @param {number} d
 */
export function fits(v, d) {
  return d < 900 || shallow(v, 1000 - d);
}

/**
 * Reports whether no two requests of a batch have the same id.
 * @param {any[]} messages
 */
export function unique(messages) {
  const ids = messages.filter((m) => m.method !== undefined && m.id !== undefined).map((m) => m.id);
  return new Set(ids).size === ids.length;
}
