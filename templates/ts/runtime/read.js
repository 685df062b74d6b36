import { WireError, arrayOf, expected, fault, found, intWords, oneOf, pathOf, theKey, words } from "./error.js";
import { get, object } from "./guard.js";
import { hasKind, itemsFault, keyFault, limitsFault, scalarFault } from "./scalar.js";
import { externalVariant, flatVariant, isExternal, isFlat, outward, structTag, taggedVariant, todayOf } from "./union.js";
import { byCodePoint, fresh, itemCount, kindOf, set, undeclared } from "./value.js";
/** @import { Fault, Key, Path } from "./error.js" */
/** @import { Field, Limits, Members, Tag, Type, Types, Value } from "./value.js" */

// The table-driven reader of values that the unrolled guards have not accepted:
// returns copies with defaults and current names, or errors.

const MAX_DEPTH = 1000;
const MAX_ERRORS = 100;
const MAX_PATHS = 65536; // characters in the paths of all errors but the last

/**
 * @typedef {object} Reader
 * @property {Types} types
 * @property {boolean} scrub texts may hold halves of surrogate pairs
 * @property {Path} path of the current value
 * @property {Fault[]} errors
 * @property {number} room for paths, in characters
 * @property {Drop[]} dropped what was passed over
 * @property {number} more values were passed over
 * @property {{ told: number, room: number }} quota how many were told of, and what room their texts have
 * @property {boolean} [silent] only whether there is a fault is needed
 * @property {Map<Value, Map<Type, Arm | undefined>>[]} tries by depth: what values were tried as
 * @property {Refused} [refused] what could be read of the first message with a fault
 * @property {boolean} [badParams] the first fault of a message is in its params
 * @typedef {{ path: string, error: Fault }} Drop
 * @typedef {{ type: Type, value: Value, dropped: Drop[], more: number }} Arm of an ordered union
 * @typedef {{ reason: "json" | "message" | "method" | "params", shape?: string, id?: string | number, method?: string }} Refused
 * @typedef {{ ok: true, value: Value, dropped?: Drop[] } | { ok: false, errors: Fault[], refused?: Refused }} Result
 */

/**
 * Reads a value that a guard has not recognized as its normal form.
 * @param {Types} types @param {string} name @param {Value} v @param {boolean} [scrub]
 */
export function read(types, name, v, scrub = false) {
  const r = reader(types, scrub);
  return result(r, () => readType(r, name, v));
}

/** @param {Types} types @param {boolean} scrub @returns {Reader} */
export function reader(types, scrub) {
  return { types, scrub, path: [], errors: [], room: MAX_PATHS, dropped: [], more: 0, quota: { told: 0, room: MAX_PATHS }, tries: [] };
}

/**
 * The result of reading, or the errors of r.
 * @param {Reader} r @param {() => Value} reading @returns {Result}
 */
export function result(r, reading) {
  try {
    const value = reading();
    if (r.errors.length > 0) return { ok: false, errors: r.errors };
    const dropped = r.more === 0 ? r.dropped : [...r.dropped, manyMore(r.more)];
    return dropped.length === 0 ? { ok: true, value } : { ok: true, value, dropped };
  } catch (e) {
    if (!(e instanceof WireError)) throw e;
    return { ok: false, errors: [fault(e.path, e.expected, e.found)] };
  }
}

/** @param {number} n @returns {Drop} */
function manyMore(n) {
  return { path: "", error: { ...fault("", "", ""), message: `${n} more values were passed over` } };
}

/** What stands for a value that was passed over. */
const passed = Symbol("passed over");

/**
 * Reads the value v at the current place, which is passed over if it has a fault.
 * @param {Reader} r @param {Type} type @param {Value} v @param {number} depth @returns {Value}
 */
function tolerate(r, type, v, depth) {
  const { quota } = r;
  const silent = r.silent || quota.told >= MAX_ERRORS || quota.room <= 0;
  const attempt = { ...attemptOf(r), silent };
  const out = readType(attempt, type, v, depth);
  if (attempt.errors.length === 0) {
    addDropped(r, attempt);
    return out;
  }
  if (silent) {
    r.more++;
    return passed;
  }
  const [error] = attempt.errors;
  const path = pathOf(r.path);
  quota.told++;
  quota.room -= path.length + error.path.length;
  r.dropped.push({ path, error });
  return passed;
}

/** @param {Reader} r @param {{ dropped: Drop[], more: number }} from */
function addDropped(r, { dropped, more }) {
  for (const drop of dropped) r.dropped.push(drop);
  r.more += more;
}

/**
 * Reports v, with the words what, at the current place, and returns it.
 * @param {Reader} r @param {string} expectation @param {Value} v @param {string} [what] @returns {Value}
 */
export function fail(r, expectation, v, what = found(v)) {
  if (r.errors.length < MAX_ERRORS && r.room > 0) {
    const path = r.silent ? "" : pathOf(r.path);
    r.room -= path.length;
    r.errors.push(fault(path, expectation, what));
  }
  return v;
}

/**
 * Reports v, which is of the wrong kind for t.
 * @param {Reader} r @param {Type} t @param {Value} v @param {boolean} orNull
 */
function failKind(r, t, v, orNull) {
  return fail(r, expected(r.types, t, orNull), v);
}

/**
 * Reports v at the member k of the current place.
 * @param {Reader} r @param {Key} k @param {string} expectation @param {Value} v
 */
export function failAt(r, k, expectation, v) {
  r.path.push(k);
  fail(r, expectation, v);
  r.path.pop();
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
 * @param {Types} types @param {Type} type @param {Value} v @param {number} depth
 */
export function normal(types, type, v, depth) {
  const r = reader(types, false);
  const got = result(r, () => readType(r, type, v, depth));
  return got.ok && Object.is(got.value, v);
}

/**
 * Reads a value. Names, nulls and flat unions are resolved in a loop, and everything else is in separate functions: a value may
 * be 1000 levels deep, and each call takes stack for its arguments and variables.
 * @param {Reader} r @param {Type} type @param {Value} v @param {number} [depth] @returns {Value}
 */
function readType(r, type, v, depth = 0) {
  let t = type;
  let orNull = false;
  for (;;) {
    if (typeof t === "string") {
      if (t in words) return readScalar(r, t, v, orNull);
      t = r.types[t];
    } else if (t[0] === "nullable") {
      if (v === null) return v;
      orNull = true;
      t = t[1];
    } else if (t.kinds) {
      const arm = armOf(t, v);
      if (!arm) return failKind(r, t, v, orNull);
      orNull = false;
      t = arm[1];
    } else if (isFlat(t)) {
      if (!object(v)) return failKind(r, t, v, orNull);
      if (depth >= MAX_DEPTH) throw tooDeep();
      orNull = false;
      t = flatVariant(r, t, v, fail, failAt);
      if (t === undefined) return v;
    } else if (t.ordered) {
      const only = onlyArm(t, v);
      if (only === undefined) {
        const arm = orderedVariant(r, t, v, depth, orNull);
        return arm === undefined ? v : arm.value;
      }
      orNull = false;
      t = only;
    } else {
      break;
    }
  }
  const form = t[0]; // of a type without a name
  if (form !== undefined && form in words) return readScalar(r, t, v, orNull);
  if (t.enum) return readEnum(r, t, v, orNull);
  if (form === "const") return readConst(r, t, v, orNull);
  if (t.external) return readExternal(r, t, v, depth, orNull);
  if (form === "list" || t.tuple ? !Array.isArray(v) : !object(v)) return failKind(r, t, v, orNull);
  if (depth >= MAX_DEPTH) throw tooDeep();
  if (form === "list") return readList(r, t, v, depth);
  if (form === "map") return readMap(r, t, v, depth);
  if (t.tuple) return readTuple(r, t, v, depth);
  return t.content === undefined ? readStruct(r, t, v, depth) : readEnvelope(r, t, v, depth);
}

/** Ends reading: a value that contains itself can have exponentially many paths beyond the limit. */
function tooDeep() {
  return new WireError(fault("", `at most ${MAX_DEPTH} levels of nesting`, "more"));
}

/** @param {Reader} r @param {Type} t @param {Value} v @param {boolean} orNull */
function readConst(r, t, v, orNull) {
  return v === t[1] ? t[1] : fail(r, expected(r.types, t, orNull && typeof v !== typeof t[1]), v);
}

/** @param {Reader} r @param {Type} t @param {Value} v @param {boolean} orNull */
function readScalar(r, t, v, orNull) {
  const type = typeof t === "string" ? t : t[0];
  if (!hasKind(type, v)) return failKind(r, t, v, orNull);
  const out = type === "any" || type === "float" ? v : plain(r, v);
  const limits = t === type || t[1].writer ? undefined : t[1];
  const wrong = scalarFault(type, out) ?? (limits && limitsFault(limits, out));
  return wrong === undefined ? out : fail(r, wrong, v);
}

/**
 * A scalar in its normal form: text without lone surrogates, and no negative zero.
 * @param {Reader} r @param {Value} v
 */
function plain(r, v) {
  if (typeof v === "string") return r.scrub ? v.toWellFormed() : v;
  return v === 0 ? 0 : v;
}

/** @param {Reader} r @param {Type} t @param {Value} v @param {boolean} orNull */
function readEnum(r, t, v, orNull) {
  if (typeof v !== (t.integer ? "number" : "string")) return failKind(r, t, v, orNull);
  if (t.integer && !Number.isInteger(v)) return fail(r, words.int, v);
  const value = plain(r, v);
  if (t.enum.includes(value)) return value;
  const today = t.was?.get(value) ?? t.fallback;
  if (today !== undefined) return today;
  if (!t.open) return fail(r, oneOf(t.enum), v);
  return t.integer && !Number.isSafeInteger(v) ? fail(r, intWords(v), v) : value;
}

/**
 * @param {Reader} r @param {[form: string, elem: Type, limits?: Limits]} of @param {Value[]} v
 * @param {number} depth @returns {Value}
 */
function readList(r, [, elem, limits], v, depth) {
  const wrong = limits && !limits.writer ? itemsFault(limits, v.length) : undefined;
  if (wrong !== undefined) fail(r, wrong, v, arrayOf(v.length));
  const readItem = limits?.skip ? tolerate : readType;
  let out = v;
  for (let i = 0; i < v.length; i++) {
    r.path.push(i);
    const item = readItem(r, elem, v[i], depth + 1);
    r.path.pop();
    if (out === v && !Object.is(item, v[i])) out = v.slice(0, i);
    if (out !== v && item !== passed) out.push(item);
  }
  return out;
}

/** @param {Reader} r @param {Type} t @param {Value} v @param {number} depth */
function readTuple(r, t, v, depth) {
  const n = itemCount(t, v);
  if (n < t.least || n > t.tuple.length) return fail(r, t.words, v, arrayOf(n));
  const out = [];
  let same = n === v.length;
  for (let i = 0; i < n; i++) {
    out.push(member(r, i, t.tuple[i], v[i], depth + 1));
    same &&= Object.is(out[i], v[i]);
  }
  return same ? v : out;
}

/**
 * @param {Reader} r @param {[form: string, elem: Type, keys?: string]} of @param {Value} v @param {number} depth
 * @returns {Value}
 */
function readMap(r, [, elem, keys], v, depth) {
  const out = {};
  const names = Object.keys(v).filter((k) => v[k] !== undefined);
  const read = new Map(names.map((k) => [r.scrub ? k.toWellFormed() : k, k])); // of two keys that become equal the last counts
  let same = read.size === names.length;
  for (const key of [...read.keys()].sort(byCodePoint)) {
    const k = /** @type {string} */ (read.get(key));
    r.path.push(key);
    const wrong = keyFault(r.types, keys, key);
    if (wrong !== undefined) fail(r, wrong, v, theKey(key));
    const item = readType(r, elem, v[k], depth + 1);
    r.path.pop();
    same &&= key === k && Object.is(item, v[k]);
    set(out, key, item);
  }
  return same ? v : out;
}

/** @param {Reader} r @param {Type} t @param {Value} v @param {number} depth */
function readEnvelope(r, t, v, depth) {
  const variant = taggedVariant(r, t, v, failAt);
  if (variant === undefined) return v;
  const tag = get(v, t.tag);
  const out = {};
  set(out, t.tag, todayOf(t, tag));
  let same = Object.is(get(out, t.tag), tag);
  if (variant !== null) {
    const body = get(v, t.content);
    if (body === undefined) return failAt(r, t.content, expected(r.types, variant), body);
    const content = member(r, t.content, variant, body, depth + 1);
    set(out, t.content, content);
    same &&= Object.is(content, body);
  }
  return same ? v : out;
}

/**
 * Reads "name" or { name: body }.
 * @param {Reader} r @param {Type} t @param {Value} v @param {number} depth @param {boolean} orNull
 */
function readExternal(r, t, v, depth, orNull) {
  if (!isExternal(t, v)) return failKind(r, t, v, orNull);
  if (depth >= MAX_DEPTH && typeof v === "object") throw tooDeep();
  const named = externalVariant(r, t, v, fail);
  if (named === undefined) return v;
  const [tag, variant] = named;
  const today = todayOf(t, tag);
  if (variant === null) return today;
  const body = member(r, tag, variant, v[tag], depth + 1);
  if (today === tag && Object.is(body, v[tag])) return v;
  const out = {};
  set(out, today, body);
  return out;
}

/**
 * The variant of a union by kind that has the kind of v.
 * @param {Type} t @param {Value} v
 */
export function armOf(t, v) {
  return t.kinds.find((/** @type {[string, Type]} */ [kind]) => kind === kindOf(v));
}

/**
 * The type of the only variant of an ordered union with the kind of v; undefined if there are several to try, or none.
 * @param {Type} t @param {Value} v
 */
export function onlyArm(t, v) {
  const kind = kindOf(v);
  let only;
  for (const [kinds, type] of t.ordered) {
    if (!kinds.includes(kind)) continue;
    if (only !== undefined) return undefined;
    only = type;
  }
  return only;
}

/**
 * The first variant of t that accepts v, as { type, value }; undefined, with the fault reported, if none does. The result for
 * each value and union is recorded, because the variants of the unions around it need it again.
 * @param {Reader} r @param {Type} t @param {Value} v @param {number} depth @param {boolean} orNull
 * @returns {Arm | undefined}
 */
export function orderedVariant(r, t, v, depth, orNull) {
  const tried = triesOf(r, v, depth);
  for (let i = 0; !tried.has(t); i++) {
    const arm = t.ordered[i];
    if (arm === undefined) {
      tried.set(t, undefined);
    } else if (arm[0].includes(kindOf(v))) {
      const attempt = attemptOf(r);
      const value = readType(attempt, arm[1], v, depth);
      if (attempt.errors.length === 0) tried.set(t, { type: arm[1], value, dropped: attempt.dropped, more: attempt.more });
    }
  }
  const arm = tried.get(t);
  if (arm === undefined) failOrdered(r, t, v, orNull);
  else addDropped(r, arm);
  return arm;
}

/**
 * The recorded results for v, at its depth.
 * @param {Reader} r @param {Value} v @param {number} depth @returns {Map<Type, Arm | undefined>}
 */
function triesOf(r, v, depth) {
  const tries = (r.tries[depth] ??= new Map());
  if (!tries.has(v)) tries.set(v, new Map());
  return /** @type {Map<Type, Arm | undefined>} */ (tries.get(v));
}

/**
 * A reader that only finds out whether there is a fault.
 * @param {Reader} r @returns {Reader}
 */
function attemptOf(r) {
  return { ...r, errors: [], room: 1, dropped: [], more: 0 };
}

/** @param {Reader} r @param {Type} t @param {Value} v @param {boolean} orNull */
function failOrdered(r, t, v, orNull) {
  if (orNull && !t.ordered.some((/** @type {[string[], Type]} */ [kinds]) => kinds.includes(kindOf(v)))) failKind(r, t, v, orNull);
  else fail(r, `a variant of ${t.name}`, v);
}

/** @param {Reader} r @param {Type} t @param {Value} v @param {number} depth */
function readStruct(r, t, v, depth) {
  const out = {};
  let same = t.tag === undefined || readTags(r, t.tag, v, out);
  for (let i = 0; i < t.fields.length; i++) {
    const field = t.fields[i];
    const key = presentName(v, field);
    let value = key === undefined ? undefined : v[key];
    if (isAbsent(field, value)) {
      value = absent(r, field);
    } else {
      r.path.push(/** @type {string} */ (key));
      value = (field[2]?.tolerant ? tolerate : readType)(r, field[1], value, depth + 1);
      r.path.pop();
      if (value === passed) value = absent(r, field);
    }
    same &&= isAsItWas(v, field, value);
    if (value !== undefined) set(out, field[0], value);
  }
  for (const group of t.groups ?? []) {
    const wrong = group(t, out);
    if (wrong !== undefined) fail(r, wrong[0], v, wrong[1]);
  }
  if (t.extra !== undefined) same = readExtra(r, t, v, out, depth) && same;
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
 * Keeps, reads or reports the members that t does not declare; reports whether they stay as they are.
 * @param {Reader} r @param {Type} t @param {Value} v @param {Members} out @param {number} depth
 */
function readExtra(r, t, v, out, depth) {
  let same = true;
  for (const [k, value] of undeclared(t, v)) {
    if (t.extra === "reject") failAt(r, k, "nothing", value);
    const item = t.rest === undefined ? value : member(r, k, t.rest, value, depth + 1);
    same &&= Object.is(get(v, k), item);
    set(out, k, item);
  }
  return same;
}

/** @param {Reader} r @param {Tag} tag @param {Value} v @param {Members} out */
function readTags(r, tag, v, out) {
  let same = true;
  for (const own of outward(tag)) same = readTag(r, own, v, out) && same;
  return same;
}

/**
 * Adds the current tag of a variant to out; reports whether v already has it.
 * @param {Reader} r @param {Tag} tag @param {Value} v @param {Members} out
 */
export function readTag(r, tag, v, out) {
  const today = structTag(r, tag, v, failAt);
  if (today !== undefined) set(out, tag[0], today);
  return Object.is(get(v, tag[0]), today);
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
  if (isAbsent(field, v)) return absent(r, field);
  if (!field[2]?.tolerant) return member(r, /** @type {Key} */ (k), field[1], v, depth + 1);
  r.path.push(/** @type {Key} */ (k));
  const value = tolerate(r, field[1], v, depth + 1);
  r.path.pop();
  return value === passed ? absent(r, field) : value;
}

/** @param {Field} field @param {Value} v */
function isAbsent(field, v) {
  return v === undefined || (v === null && field[2]?.nullIsAbsent === true);
}

/**
 * The name of a field in v: the current one, else the first of its older ones.
 * @param {Value} v @param {Field} of
 */
function presentName(v, [name, , mode]) {
  if (get(v, name) !== undefined) return name;
  return mode?.was?.find((w) => get(v, w) !== undefined);
}

/**
 * The value of an absent field.
 * @param {Reader} r @param {Field} of @returns {Value}
 */
function absent(r, [name, type, mode]) {
  if (typeof mode?.default === "object") return readType(r, type, fresh(mode.default));
  if (mode?.default !== undefined) return mode.default;
  if (!mode?.optional) failAt(r, name, expected(r.types, type), undefined);
  return undefined;
}
