import { get, object } from "./guard.js";
import { member, readExtra, readStruct, readTags, reader, result } from "./read.js";
import { any, string } from "./scalar.js";
import { asSecretAs, nodeOf } from "./value.js";
import { mostOf, weighing } from "./weight.js";
import { write } from "./write.js";
/** @import { Reader } from "./read.js" */
/** @import { Field, Node, Tag, Type, Value } from "./value.js" */
/** @import { Forms } from "./write.js" */

// The errors of responses, whose data the spec may declare. Errors that are told by their
// codes do without what those need that are told by the member kind of their data.

/** @typedef {[code: number, data?: Type, message?: string]} Row of an error, whose message is its name if there is no other */
/**
 * @typedef {object} Faults
 * @property {{ [name: string]: Row }} errors that the spec declares, by name
 * @property {(faults: Faults, error: Value, written: boolean) => Type} typeOf the data of an error that has some
 * @property {typeof withKind} [withKind] where the names of errors are in the member kind of their data
 * @property {string} [fallback] the name that undeclared kinds are read as
 * @property {(of: Type) => Node} [hide] returns a type whose values errors do not quote; if some error has such data
 * @property {string} [words] the member of the data that has the message of the error
 */

/**
 * Returns the type of the error v of a response. An undeclared kind is read as another, but not written as it.
 * @param {any} c @param {Node} t @param {Value} v @returns {Node}
 */
export function byData(c, { of, faults }, v) {
  if (!object(v) || (get(v, "data") ?? null) === null) return of;
  const [readError, [code, message, [name, , mode]]] = of;
  return [readError, [code, message, [name, faults.typeOf(faults, v, c.writes !== undefined), mode]]];
}

/**
 * Returns the type of the data of an error that its code tells from others.
 * @param {Faults} faults @param {Value} v @returns {Type}
 */
export function byCode({ errors }, v) {
  const code = get(v, "code");
  return Object.values(errors).find((e) => e[0] === code)?.[1] ?? any;
}

/**
 * Returns the type of the data of an error that its kind tells from others.
 * @param {Faults} faults @param {Value} v @param {boolean} written @returns {Type}
 */
export function byDataKind({ errors, fallback, hide }, v, written) {
  const data = get(v, "data");
  const kind = object(data) ? get(data, "kind") : undefined;
  if (typeof kind !== "string") {
    const t = keeping([["kind", string]]); // which has the words of the fault
    return hide ? hide(t) : t;
  }
  const name = Object.hasOwn(errors, kind) ? kind : fallback;
  return name === undefined ? any : withKind(errors[name][1], name, written ? name : kind);
}

/**
 * Returns the data of an error with its kind, which its type need not declare; as may be an undeclared kind that is read as it.
 * @param {Type} type @param {string} name @param {string} as @returns {Type}
 */
export function withKind(type, name, as) {
  let t = nodeOf(type);
  if (t?.[0] !== readStruct) {
    if (name === as) return type ?? any;
    t = keeping([]);
  }
  if (hasKind(t)) return type;
  const [reads, fields, , tag, ...rest] = t;
  return asSecretAs(type, [reads, fields, readTags, around(tag, ["kind", name, name === as ? undefined : { was: [as] }]), ...rest]);
}

/**
 * Returns a struct that keeps undeclared members.
 * @param {Field[]} fields @returns {Node}
 */
function keeping(fields) {
  return [readStruct, fields, undefined, undefined, readExtra, "keep"];
}

/**
 * Reports whether a struct declares the member kind.
 * @param {Node} t
 */
function hasKind(t) {
  return t[1].some((/** @type {Field} */ [key]) => key === "kind");
}

/**
 * Returns the tag of a struct with another around it.
 * @param {Tag | undefined} tag @param {Tag} outer @returns {Tag}
 */
function around(tag, outer) {
  return tag === undefined ? outer : [tag[0], tag[1], { ...tag[2], outer: around(tag[2]?.outer, outer) }];
}

/**
 * Reads the data of an error called name.
 * @param {Faults} faults @param {string} name @param {{ data?: Value }} error @param {Reader} [r]
 */
export function readData({ errors }, name, { data }, r) {
  return readDataAs(/** @type {Type} */ (errors[name][1]), data, r);
}

/**
 * Reads the data of an error.
 * @param {Type} type @param {Value} data @param {Reader} [r]
 */
export function readDataAs(type, data, r = reader(true)) {
  return result(weighing(r, mostOf(data)), () => member(r, "data", type, data, 0));
}

/**
 * Reads the data of an error called name, without a kind that its type does not declare.
 * @param {Faults} faults @param {string} name @param {{ data?: Value }} error @param {Reader} [r]
 */
export function readKindData(faults, name, { data }, r) {
  const t = nodeOf(faults.errors[name][1]);
  if (!object(data) || get(data, "kind") === undefined || (t[0] === readStruct && hasKind(t))) return readData(faults, name, { data }, r);
  const { kind: _, ...rest } = data;
  return readData(faults, name, { data: rest }, r);
}

/**
 * Returns the error called name, with data and a message that may have defaults; or a WireError.
 * @param {Forms} forms @param {Faults} faults @param {string} name @param {Value} [data] @param {string} [message]
 * @param {(text: string) => Value} [parse]
 */
export function makeError(forms, { errors, withKind, words }, name, data, message, parse = JSON.parse) {
  const [code, type, text = name] = errors[name];
  const whole = withKind ? { ...data, kind: name } : data;
  const said = words && object(data) ? get(data, words) : undefined;
  const error = { code, message: message ?? (typeof said === "string" ? said : text) };
  return whole === undefined ? error : { ...error, data: parse(write(forms, withKind?.(type, name, name) ?? type ?? any, whole)) };
}
