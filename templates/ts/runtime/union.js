import { oneOf, theKeys } from "./error.js";
import { get, object, text } from "./guard.js";
import { fail, failAt, failKey, failKind, opens } from "./report.js";
import { kindOf } from "./value.js";
/** @import { Context } from "./report.js" */
/** @import { Node, Tag, Type, Value } from "./value.js" */

// Selection of the variant of a union, shared by readers and writers: the functions in a
// node that leads to another one. They return undefined where v has none, which is a
// fault, or a value that is preserved verbatim.

/** @param {Context} _ @param {Node} t @param {Value} v */
export function nullOr(_, { of }, v) {
  return v === null ? undefined : of;
}

/** @param {Context} c @param {Node} t @param {Value} v @param {number} _ @param {boolean} orNull */
export function byKind(c, { kinds, words }, v, _, orNull) {
  const type = kinds[kindOf(v)];
  if (!type) failKind(c, words, v, orNull);
  return type;
}

/** @param {Context} c @param {Node} t @param {Value} v @param {number} depth @param {boolean} orNull */
export function byKey(c, { arms }, v, depth, orNull) {
  if (!opens(c, object(v), "an object", v, depth, orNull)) return undefined;
  const arm = arms.find((/** @type {[string | null, Type]} */ [key]) => key === null || get(v, key) !== undefined);
  if (!arm) fail(c, theKeys(arms.map((/** @type {[string, Type]} */ [key]) => key)), v);
  return arm?.[1];
}

/** @param {Context} c @param {Node} t @param {Value} v @param {number} depth @param {boolean} orNull */
export function byTag(c, t, v, depth, orNull) {
  return opens(c, object(v), "an object", v, depth, orNull) ? taggedVariant(c, t, v) : undefined;
}

/** The kinds of tags that are not strings. */
export const integerTags = [isInteger, "an integer"];
export const booleanTags = [isBoolean, "a boolean"];
const stringTags = [text, "a string"];

/** @param {Value} v */
function isInteger(v) {
  return Number.isInteger(v);
}

/** @param {Value} v */
function isBoolean(v) {
  return typeof v === "boolean";
}

/**
 * Returns the type of the variant with the tag of v, which is null if it has no body; undefined if there is no such variant.
 * @param {Context} c @param {Node} t @param {Value} v
 */
export function taggedVariant(c, t, v) {
  const tag = get(v, t.tag);
  const variant = t.variants.get(todayOf(t, tag));
  return variant === undefined ? t.other(c, t, tag, v) : variant;
}

/**
 * Keeps a value whose tag is undeclared.
 * @param {Context} c @param {Node} t @param {Value} tag
 */
export function kept(c, t, tag) {
  if (!text(tag)) failAt(c, t.tag, "a string", tag);
}

/**
 * Keeps a value whose tag is undeclared, but not one of the envelope's other union.
 * @param {Context} c @param {Node} t @param {Value} tag
 */
export function keptUnlessForeign(c, t, tag) {
  if (t.foreign.includes(tag)) failAt(c, t.tag, `a tag of ${t.name}`, tag);
  else kept(c, t, tag);
}

/**
 * Returns what a value is whose tag is undeclared, in unions of all forms.
 * @param {Context} c @param {Node} t @param {Value} tag @param {Value} v
 */
export function otherwise(c, t, tag, v) {
  if (tag === undefined && t.default !== undefined) return t.default;
  const [isTag, words] = t.tags ?? stringTags;
  if (!isTag(tag)) failAt(c, t.tag, words, tag);
  else if (t.foreign?.includes(tag)) keptUnlessForeign(c, t, tag);
  else if (!t.keep) failAt(c, t.tag, oneOf([...t.variants.keys()]), tag);
  else for (const outer of outward(t.outer)) structTag(c, outer, v);
  return undefined;
}

/**
 * Returns the tag that is written for a tag that is read.
 * @param {Node} t @param {Value} tag
 */
export function todayOf(t, tag) {
  return t.was?.get(tag) ?? plain(tag);
}

/**
 * Returns a tag without a negative zero.
 * @param {Value} tag
 */
function plain(tag) {
  return tag === 0 ? 0 : tag;
}

/**
 * Returns the tag of a struct, and those around it, the outermost first.
 * @param {Tag | undefined} tag @returns {Tag[]}
 */
export function outward(tag) {
  return tag === undefined ? [] : tag[2]?.outer === undefined ? [tag] : [...outward(tag[2].outer), tag];
}

/**
 * Returns the tag that is written for the tag of v; undefined if none is. A tag that does not belong to the struct is a fault.
 * @param {Context} c @param {Tag} of @param {Value} v @returns {Value}
 */
export function structTag(c, [key, today, mode], v) {
  const tag = get(v, key);
  const isLive = tag === today || mode?.also?.includes(tag);
  if (!isLive && !mode?.was?.includes(tag)) failAt(c, key, oneOf([today, ...(mode?.also ?? [])]), tag);
  if (mode?.unwritten?.includes(tag)) return undefined;
  return isLive ? plain(tag) : today;
}

/**
 * Returns the variant that v names, as a string or as its only member: [its tag as it is in v, its type, which is
 * null if it has no body]. Undefined if there is none, which may be a fault.
 * @param {Context} c @param {Node} t @param {Value} v
 * @returns {[tag: string, type: Type] | undefined}
 */
export function externalVariant(c, t, v) {
  const isText = typeof v === "string";
  const keys = isText ? [v] : Object.keys(v).filter((k) => v[k] !== undefined);
  if (keys.length !== 1) {
    fail(c, "an object with one member", v, `an object with ${keys.length} members`);
    return undefined;
  }
  const [tag] = keys;
  const variant = t.variants.get(todayOf(t, tag));
  if (variant === undefined) {
    if (!t.keep) wrongName(c, t, v, tag);
    return undefined;
  }
  if (isText === (variant === null)) return [tag, variant];
  fail(c, isText ? "an object" : oneOf([todayOf(t, tag)]), v);
  return undefined;
}

/**
 * Reports a name that t does not declare: expected is one with a body if v has one, else one without.
 * @param {Context} c @param {Node} t @param {Value} v @param {string} tag
 */
function wrongName(c, t, v, tag) {
  const isText = typeof v === "string";
  const tags = [...t.variants].filter(([, type]) => isText === (type === null)).map(([name]) => name);
  if (isText) fail(c, oneOf(tags), v);
  else failKey(c, theKeys(tags), v, tag);
}

/**
 * Reports whether a variant of the external union t can have the kind of v.
 * @param {Node} t @param {Value} v
 */
export function isExternal(t, v) {
  return typeof v === "string" ? t.external !== "object" : object(v) && t.external !== "string";
}
