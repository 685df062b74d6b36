import { found, oneOf, theKey, theKeys, words } from "./error.js";
import { get, object } from "./guard.js";
/** @import { Key } from "./error.js" */
/** @import { Tag, Type, Value } from "./value.js" */

// Selection of the variant of a union, shared by readers and writers. Each
// function gets the context c of its caller and functions that report: wrong
// for the value itself, wrongAt for one of its members.

/**
 * @typedef {any} Context
 * @typedef {(c: Context, expectation: string, v: Value, what?: string) => void} Wrong
 * @typedef {(c: Context, k: Key, expectation: string, v: Value) => void} WrongAt
 */

/**
 * Reports whether a value of t is itself the object of its variant.
 * @param {Type} t
 */
export function isFlat(t) {
  return t.byKey !== undefined || (t.tag !== undefined && t.variants !== undefined && t.content === undefined);
}

/**
 * The type of the variant of the object v; undefined if there is none, which may be a fault.
 * @param {Context} c @param {Type} t @param {Value} v @param {Wrong} wrong @param {WrongAt} wrongAt
 */
export function flatVariant(c, t, v, wrong, wrongAt) {
  return t.byKey === undefined ? taggedVariant(c, t, v, wrongAt) : keyedVariant(c, t, v, wrong);
}

/** @param {Context} c @param {Type} t @param {Value} v @param {Wrong} wrong */
function keyedVariant(c, t, v, wrong) {
  const variant = t.byKey.find((/** @type {[string | null, Type]} */ [key]) => key === null || get(v, key) !== undefined);
  if (variant === undefined) wrong(c, theKeys(t.byKey.map((/** @type {[string, Type]} */ [key]) => key)), v);
  return variant?.[1];
}

/**
 * The type of the variant with the tag of v, which is null if it has no body; undefined if there is no such variant.
 * @param {Context} c @param {Type} t @param {Value} v @param {WrongAt} wrongAt
 */
export function taggedVariant(c, t, v, wrongAt) {
  const tag = get(v, t.tag);
  if (tag === undefined && t.default !== undefined) return t.default;
  if (!isTag(t, tag)) {
    wrongAt(c, t.tag, words[t.tags ?? "string"], tag);
    return undefined;
  }
  const variant = t.variants.get(todayOf(t, tag));
  if (variant !== undefined) return variant;
  if (t.foreign?.has(tag)) wrongAt(c, t.tag, `a tag of ${t.name}`, tag);
  else if (!t.keep) wrongAt(c, t.tag, oneOf([...t.variants.keys()]), tag);
  else for (const outer of outward(t.outer)) structTag(c, outer, v, wrongAt);
  return undefined;
}

/** @param {Type} t @param {Value} tag */
function isTag(t, tag) {
  return t.tags === "int" ? Number.isInteger(tag) : typeof tag === (t.tags === "bool" ? "boolean" : "string");
}

/**
 * The tag that is written for a tag that is read.
 * @param {Type} t @param {Value} tag
 */
export function todayOf(t, tag) {
  return t.was?.get(tag) ?? plain(tag);
}

/**
 * A tag without a negative zero.
 * @param {Value} tag
 */
function plain(tag) {
  return tag === 0 ? 0 : tag;
}

/**
 * The tag of a struct, and those around it, the outermost first.
 * @param {Tag | undefined} tag @returns {Tag[]}
 */
export function outward(tag) {
  return tag === undefined ? [] : [...outward(tag[2]?.outer), tag];
}

/**
 * The tag that is written for the tag of v; undefined if none is. A tag that does not belong to the struct is a fault.
 * @param {Context} c @param {Tag} of @param {Value} v @param {WrongAt} wrongAt @returns {Value}
 */
export function structTag(c, [key, today, mode], v, wrongAt) {
  const tag = get(v, key);
  const isLive = tag === today || mode?.also?.includes(tag);
  if (!isLive && !(tag === undefined && mode?.optional) && !mode?.was?.includes(tag)) {
    wrongAt(c, key, oneOf([today, ...(mode?.also ?? [])]), tag);
  }
  if (mode?.optional === "never" || (tag === undefined && mode?.optional === "as_read")) return undefined;
  return isLive ? plain(tag) : today;
}

/**
 * The variant that v names, as a string or as its only member: [its tag as it is in v, its type, which is
 * null if it has no body]. Undefined if there is none, which may be a fault.
 * @param {Context} c @param {Type} t @param {Value} v @param {Wrong} wrong
 * @returns {[tag: string, type: Type] | undefined}
 */
export function externalVariant(c, t, v, wrong) {
  const isText = typeof v === "string";
  const keys = isText ? [v] : Object.keys(v).filter((k) => v[k] !== undefined);
  if (keys.length !== 1) {
    wrong(c, "an object with one member", v, `an object with ${keys.length} members`);
    return undefined;
  }
  const [tag] = keys;
  const variant = t.variants.get(todayOf(t, tag));
  if (variant === undefined) {
    if (!t.keep) wrongName(c, t, v, tag, wrong);
    return undefined;
  }
  if (isText === (variant === null)) return [tag, variant];
  wrong(c, isText ? "an object" : oneOf([todayOf(t, tag)]), v);
  return undefined;
}

/**
 * Reports a name that t does not declare: expected is one with a body if v has one, else one without.
 * @param {Context} c @param {Type} t @param {Value} v @param {string} tag @param {Wrong} wrong
 */
function wrongName(c, t, v, tag, wrong) {
  const isText = typeof v === "string";
  const tags = [...t.variants].filter(([, type]) => isText === (type === null)).map(([name]) => name);
  if (isText) wrong(c, oneOf(tags), v, found(v));
  else wrong(c, theKeys(tags), v, theKey(tag));
}

/**
 * Reports whether a variant of the external union t can have the kind of v.
 * @param {Type} t @param {Value} v
 */
export function isExternal(t, v) {
  return typeof v === "string" ? t.external !== "object" : object(v) && t.external !== "string";
}
