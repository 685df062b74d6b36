import { arrayOf, oneOf, pathOf } from "./error.js";
import { get, object } from "./guard.js";
import { MAX_DEPTH, fail, failAt, failKey, failKind, faultAt, into, opens, tooDeep } from "./report.js";
import { plain } from "./scalar.js";
import { externalVariant, isExternal, nullOr, outward, structTag, taggedVariant, todayOf } from "./union.js";
import { FIELD, ITEM, spend, spendEntries } from "./weight.js";
import { byCodePoint, fresh, itemCount, nodeOf, set, undeclared } from "./value.js";
/** @import { Fault, Key, Path } from "./error.js" */
/** @import { Drop } from "./tolerate.js" */
/** @import { Field, Members, Node, Tag, Type, Value } from "./value.js" */

// The table-driven reader of values that the unrolled guards have not accepted:
// returns copies with defaults and current names, or errors. The nodes of the table name
// the functions that read their values, so that a bundle has those that it needs.

export const MAX_ERRORS = 100;
export const MAX_PATHS = 65536; // characters in the paths of all errors but the last

/**
 * @typedef {object} Reader
 * @property {(r: Reader, expectation: string, what: string) => void} wrong
 * @property {() => never} end
 * @property {boolean} scrub texts may hold halves of surrogate pairs
 * @property {Path} path of the current value
 * @property {import("./secret.js").Words} [hides] the words for what is read, which must not be quoted
 * @property {Fault[]} errors
 * @property {number} room for paths, in characters
 * @property {(r: Reader, is: (v: Value) => boolean, v: Value) => Value} [keep] what is preserved, where the exact values of numbers count
 * @property {Drops} [drops] what was passed over
 * @property {Map<Value, Map<Node, Arm | undefined>>[]} tries by depth: what values were tried as
 * @property {Refused} [refused] what could be read of the first message with a fault
 * @property {number} [most] the maximum weight
 * @property {number} [left] what remains of it; undefined if nothing is counted
 * @property {string} [tried] the path of the outermost value that is tried as several types
 * @property {Fault} [heavy] of the weight, which was exceeded: what is left is not read
 * @property {boolean} [badParams] the first fault of a message is in its params
 * @typedef {(v: Value, r: Reader, depth: number) => Value} As what reads a value of a type; it returns v if that is in its normal form
 * @typedef {{ add: (r: Reader, error?: Fault) => void, told: () => { dropped: Drop[] }, addTo: (r: Reader) => void, list: Drop[], more: number }} Drops
 * @typedef {{ type: Type, value: Value, drops?: Drops, weight: number }} Arm of an ordered union
 * @typedef {{ reason: "json" | "message" | "method" | "params", shape?: string, id?: string | number, method?: string }} Refused
 * @typedef {{ ok: true, value: Value, dropped?: Drop[] } | { ok: false, errors: Fault[], refused?: Refused }} Result
 */

/**
 * Reads a value that a guard has not recognized as its normal form.
 * @param {Type} type @param {Value} v @param {boolean} [scrub] @param {Reader} [r]
 */
export function read(type, v, scrub = false, r = reader(scrub)) {
  return result(r, () => readType(r, type, v));
}

/** @param {boolean} scrub @returns {Reader} */
export function reader(scrub) {
  return { wrong: collect, end, scrub, path: [], errors: [], room: MAX_PATHS, tries: [] };
}

/**
 * Returns a reader for a value that c reads or writes, which only finds out whether there is a fault. Texts count as they are written.
 * @param {any} c @returns {Reader}
 */
export function attemptOf(c) {
  const r = c.writes ? { ...reader(true), end: c.end, path: c.path, hides: c.hides, tries: c.tries } : c;
  return { ...r, errors: [], drops: undefined, room: 1 };
}

/** @param {Reader} r @param {string} expectation @param {string} what */
function collect(r, expectation, what) {
  if (r.errors.length === MAX_ERRORS || r.room <= 0) return;
  const wrong = faultAt(r, expectation, what);
  r.room -= wrong.path.length;
  r.errors.push(wrong);
}

/** A reader for reuse, without state of the values it has read: most values need no other. @type {Reader | undefined} */
let spare;

/**
 * Reads a value with the reader of its type. A value may read others while it is read, so that a reader is lent to one only.
 * @param {As} as @param {Value} v @param {(r: Reader, got: Result) => any} [told] what else the result tells
 */
export function readAs(as, v, told) {
  const r = spare ?? reader(false);
  spare = undefined;
  const got = result(r, as, v);
  if (got.ok && !r.drops && r.tries.length === 0) spare = r;
  return told ? told(r, got) : got;
}

/**
 * Reads a value, which has depth levels around it, as the table says.
 * @param {Reader} r @param {Type} type @param {Value} v @param {number} depth @returns {Value}
 */
export function readAt(r, type, v, depth) {
  r.path = r.path.slice(0, depth);
  return readType(r, type, v, depth);
}

/**
 * Reads the items of a list with their reader.
 * @param {Reader} r @param {Value[]} v @param {number} depth @param {As} as
 */
export function readItems(r, v, depth, as) {
  let out = v;
  for (let i = 0; i < v.length; i++) {
    r.path[depth] = i;
    const item = as(v[i], r, depth + 1);
    if (item === v[i]) continue;
    if (out === v) out = v.slice();
    out[i] = item;
  }
  return out;
}

/**
 * Returns the value, or a copy without the members that are undefined if there are some.
 * @param {Members} copy
 */
export function whole(copy) {
  for (const k in copy) {
    if (copy[k] !== undefined) continue;
    /** @type {Members} */
    const out = {};
    for (const name in copy) if (copy[name] !== undefined) out[name] = copy[name];
    return out;
  }
  return copy;
}

/**
 * Returns the result of reading, or the errors of r.
 * @param {Reader} r @param {As} reading @param {Value} [v] @returns {Result}
 */
export function result(r, reading, v) {
  try {
    const value = reading(v, r, 0);
    if (r.errors.length === 0) return r.drops ? { ok: true, value, ...r.drops.told() } : { ok: true, value };
  } catch (e) {
    if (e !== TOO_DEEP) throw e;
    r.errors = [tooDeep()];
  }
  return { ok: false, errors: r.errors };
}

/** Thrown to end reading. */
const TOO_DEEP = /* @__PURE__ */ Symbol("too deep");

/** @returns {never} */
function end() {
  throw TOO_DEEP;
}

/** @param {Reader} r @param {Key} k @param {Type} t @param {Value} v @param {number} depth @returns {Value} */
export function member(r, k, t, v, depth) {
  r.path.push(k);
  const out = readType(r, t, v, depth);
  r.path.pop();
  return out;
}

/**
 * Reports whether v, with depth levels around it, is of a type and in its normal form.
 * @param {Type} type @param {Value} v @param {number} depth
 */
export function normal(type, v, depth) {
  const r = reader(false);
  const got = result(r, () => readType(r, type, v, depth));
  return got.ok && Object.is(got.value, v);
}

/**
 * Reads a value. Names, nulls and unions are resolved in a loop: a value may be 1000 levels deep, and each call takes stack for
 * its arguments and variables.
 * @param {Reader} r @param {Type} type @param {Value} v @param {number} [depth] @param {boolean} [isNullable] @returns {Value}
 */
export function readType(r, type, v, depth = 0, isNullable = false) {
  let t = type;
  let orNull = isNullable;
  for (;;) {
    while (typeof t === "function") t = t();
    if (Array.isArray(t)) return t[0](r, t, v, depth, orNull);
    const next = t.pick(r, t, v, depth, orNull);
    if (next === undefined) return v;
    orNull = t.pick === nullOr || (orNull && t.within !== undefined);
    t = next;
  }
}

/** @param {Reader} r @param {Node} t @param {Value} v @param {number} _ @param {boolean} orNull */
export function readConst(r, [, value], v, _, orNull) {
  if (v === value || plain(r, v) === value) return value;
  return failKind(r, [JSON.stringify(value)], v, orNull && typeof v !== typeof value);
}

/** @param {Reader} r @param {Node} t @param {Value} v @param {number} _ @param {boolean} orNull */
export function readEnum(r, [, values, mode], v, _, orNull) {
  if (typeof v !== "string") return failKind(r, ["a string"], v, orNull);
  const value = plain(r, v);
  if (values.includes(value)) return value;
  return mode?.was?.get(value) ?? mode?.fallback ?? (mode?.open ? value : fail(r, oneOf(values), v));
}

/** @param {Reader} r @param {Node} t @param {Value} v @param {number} _ @param {boolean} orNull */
export function readIntegers(r, [, values, mode], v, _, orNull) {
  if (typeof v !== "number") return failKind(r, ["an integer"], v, orNull);
  if (!Number.isInteger(v)) return fail(r, "an integer", v);
  const value = plain(r, v);
  if (values.includes(value)) return value;
  return mode?.fallback ?? fail(r, oneOf(values), v);
}

/**
 * Reads a list. t[3] is what takes out the items that are passed over, if there are some: it is called here, because a function
 * around this one takes stack for each level.
 * @param {Reader} r @param {Node} t @param {Value} v @param {number} depth @param {boolean} orNull
 */
export function readList(r, t, v, depth, orNull) {
  if (!opens(r, Array.isArray(v), "an array", v, depth, orNull)) return v;
  spend(r, v.length * ITEM);
  let out = v;
  for (let i = 0; i < v.length && !r.heavy; i++) {
    r.path.push(i);
    const item = readType(r, t[1], v[i], depth + 1);
    r.path.pop();
    if (Object.is(item, v[i])) continue;
    if (out === v) out = v.slice();
    out[i] = item;
  }
  return t[3] === undefined ? out : t[3](out);
}

/**
 * Reads a list with limits, of which those for writers alone are not checked.
 * @param {Reader} r @param {Node} t @param {Value} v @param {number} depth @param {boolean} orNull
 */
export function readSizedList(r, t, v, depth, orNull) {
  const wrong = Array.isArray(v) && depth < MAX_DEPTH && !t[2].writer ? itemsFault(t[2], v.length) : undefined;
  if (wrong !== undefined) fail(r, wrong, v, arrayOf(v.length));
  return readList(r, t, v, depth, orNull);
}

/**
 * Returns what is expected instead of a list of n items by its limits; undefined if n is within them.
 * @param {{ items: [number, number, string] }} of @param {number} n
 */
export function itemsFault({ items }, n) {
  return n < items[0] || n > items[1] ? items[2] : undefined;
}

/** @param {Reader} r @param {Node} t @param {Value} v @param {number} depth @param {boolean} orNull */
export function readTuple(r, [, items, least, words], v, depth, orNull) {
  if (!opens(r, Array.isArray(v), "an array", v, depth, orNull)) return v;
  const n = itemCount(least, v);
  if (n < least || n > items.length) return fail(r, words, v, arrayOf(n));
  spend(r, FIELD * (1 + items.length));
  const out = [];
  let same = n === v.length;
  for (let i = 0; i < n; i++) {
    out.push(member(r, i, items[i], v[i], depth + 1));
    same &&= Object.is(out[i], v[i]);
  }
  return same ? v : out;
}

/** @param {Reader} r @param {Node} t @param {Value} v @param {number} depth @param {boolean} orNull @returns {Value} */
export function readMap(r, [, elem, keys], v, depth, orNull) {
  if (!opens(r, object(v), "an object", v, depth, orNull)) return v;
  const out = {};
  const names = Object.keys(v).filter((k) => v[k] !== undefined);
  const read = new Map(names.map((k) => [r.scrub ? k.toWellFormed() : k, k])); // of two keys that become equal the last counts
  let same = read.size === names.length;
  spendEntries(r, read.size);
  for (const key of [...read.keys()].sort(byCodePoint)) {
    if (r.heavy) break;
    const k = /** @type {string} */ (read.get(key));
    r.path.push(into(r, key));
    const wrong = keyFault(keys, key);
    if (wrong !== undefined) failKey(r, wrong, v, key);
    const item = readType(r, elem, v[k], depth + 1);
    r.path.pop();
    same &&= key === k && Object.is(item, v[k]);
    set(out, key, item);
  }
  return same ? v : out;
}

/**
 * Returns what is expected instead of the key k of a map whose keys are the values of an enum, or any; undefined if k is valid.
 * @param {Type | undefined} keys @param {string} k
 */
export function keyFault(keys, k) {
  const values = nodeOf(keys)?.[1];
  return values && !values.includes(k) ? oneOf(values) : undefined;
}

/** @param {Reader} r @param {Node} t @param {Value} v @param {number} depth @param {boolean} orNull */
export function readEnvelope(r, [, t], v, depth, orNull) {
  if (!opens(r, object(v), "an object", v, depth, orNull)) return v;
  const variant = taggedVariant(r, t, v);
  if (variant === undefined) return v;
  const tag = get(v, t.tag);
  const today = todayOf(t, tag);
  const body = get(v, t.content);
  const content = variant && member(r, t.content, variant, body, depth + 1);
  if (Object.is(today, tag) && (variant === null || Object.is(content, body))) return v;
  return variant === null ? { [t.tag]: today } : { [t.tag]: today, [t.content]: content };
}

/**
 * Reads "name" or { name: body }.
 * @param {Reader} r @param {Node} t @param {Value} v @param {number} depth @param {boolean} orNull
 */
export function readExternal(r, [, t, words], v, depth, orNull) {
  if (!isExternal(t, v)) return failKind(r, words, v, orNull);
  if (depth >= MAX_DEPTH && typeof v === "object") r.end();
  const named = externalVariant(r, t, v);
  if (named === undefined) return v;
  const [tag, variant] = named;
  const today = todayOf(t, tag);
  if (variant === null) return today;
  const body = member(r, tag, variant, v[tag], depth + 1);
  return today === tag && Object.is(body, v[tag]) ? v : { [today]: body };
}

/**
 * Reads a struct: the node has the fields, then what reads tags, the tag, what handles undeclared members, and how. It is
 * copied only if something of it changes, or undeclared members have to be handled.
 * @param {Reader} r @param {Node} t @param {Value} v @param {number} depth @param {boolean} orNull
 */
export function readStruct(r, t, v, depth, orNull) {
  if (!opens(r, object(v), "an object", v, depth, orNull)) return v;
  const [, fields, tags, tag, others] = t;
  spend(r, FIELD * (1 + fields.length + outward(tag).length));
  if (r.heavy) return v;
  const out = {};
  let same = tags === undefined || tags(r, tag, v, out);
  for (const field of fields) {
    const k = presentName(v, field);
    const was = k === undefined ? undefined : v[k];
    let value;
    if (isAbsent(field, was)) {
      value = absent(r, field);
    } else {
      r.path.push(/** @type {string} */ (k)); // member would take more stack
      value = readType(r, field[1], was, depth + 1);
      r.path.pop();
    }
    same &&= value === undefined ? k === undefined : k === field[0] && Object.is(was, value);
    if (value !== undefined) set(out, field[0], value);
  }
  if (others !== undefined) same = others(r, t, v, out, depth) && same;
  return same ? v : out;
}

/**
 * Reports whether a field of v already has its value. A null that is read as absent does not stay, nor under an older name.
 * @param {Value} v @param {Field} field @param {Value} value
 */
export function isAsItWas(v, field, value) {
  return value === undefined ? presentName(v, field) === undefined : Object.is(get(v, field[0]), value);
}

/**
 * Reports whether no key of v has half of a surrogate pair, which is replaced.
 * @param {Reader} r @param {Value} v
 */
export function hasWholeKeys(r, v) {
  return !r.scrub || Object.keys(v).every((k) => k.isWellFormed());
}

/**
 * Keeps or reports the members that t does not declare; reports whether they stay as they are.
 * @param {Reader} r @param {Node} t @param {Value} v @param {Members} out
 */
export function readExtra(r, t, v, out) {
  let same = hasWholeKeys(r, v);
  const kept = undeclared(t, v);
  if (t[5] !== "reject") spendEntries(r, kept.length);
  for (const [k, value] of kept) {
    if (t[5] === "reject") failAt(r, into(r, k), "nothing", value);
    same &&= Object.is(get(v, k), value);
    set(out, k, value);
  }
  return same;
}

/**
 * Reads the members that t does not declare, which have a type; reports whether they stay as they are.
 * @param {Reader} r @param {Node} t @param {Value} v @param {Members} out @param {number} depth
 */
export function readTypedExtra(r, t, v, out, depth) {
  let same = hasWholeKeys(r, v);
  const kept = undeclared(t, v);
  spendEntries(r, kept.length);
  for (const [k, value] of kept) {
    const item = member(r, into(r, k), t[5], value, depth + 1);
    same &&= Object.is(get(v, k), item);
    set(out, k, item);
  }
  return same;
}

/**
 * Adds the current tags of a variant to out; reports whether v already has them.
 * @param {Reader} r @param {Tag | undefined} tag @param {Value} v @param {Members} out
 */
export function readTags(r, tag, v, out) {
  let same = true;
  for (const own of outward(tag)) {
    const today = structTag(r, own, v);
    if (today !== undefined) set(out, own[0], today);
    same &&= Object.is(get(v, own[0]), today);
  }
  return same;
}

/** @param {Reader} r @param {Value} v @param {Field} field @param {number} depth */
export function readField(r, v, field, depth) {
  const key = presentName(v, field);
  return fieldValue(r, field, key, key === undefined ? undefined : v[key], depth);
}

/**
 * Reads the value v of a field, at the member or item k.
 * @param {Reader} r @param {Field} field @param {Key | undefined} k @param {Value} v @param {number} depth @returns {Value}
 */
export function fieldValue(r, field, k, v, depth) {
  return isAbsent(field, v) ? absent(r, field) : member(r, /** @type {Key} */ (k), field[1], v, depth + 1);
}

/** @param {Field} field @param {Value} v */
function isAbsent([, , mode], v) {
  return v === undefined || (v === null && mode?.nullIsAbsent);
}

/**
 * Returns the name of a field in v: the current one, else the first of its older ones.
 * @param {Value} v @param {Field} of
 */
function presentName(v, [name, , mode]) {
  if (get(v, name) !== undefined) return name;
  return mode?.was?.find((w) => get(v, w) !== undefined);
}

/**
 * Reads a default, whose weight counts for the object that lacks it.
 * @param {Reader} r @param {Type} type @param {Value} v @returns {Value}
 */
function readDefault(r, type, v) {
  if (r.left === undefined) return readType(r, type, v);
  const { tried } = r;
  r.tried ??= pathOf(r.path);
  const out = readType(r, type, v);
  r.tried = tried;
  return out;
}

/**
 * Returns the value of an absent field.
 * @param {Reader} r @param {Field} of @returns {Value}
 */
function absent(r, [name, type, mode]) {
  const value = fresh(mode?.default);
  if (value !== undefined) return typeof value === "object" ? readDefault(r, type, value) : value;
  return mode?.optional ? undefined : member(r, name, type, undefined, 0);
}
