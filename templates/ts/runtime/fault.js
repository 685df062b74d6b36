import { words } from "./error.js";
import { get, object } from "./guard.js";
import { read } from "./read.js";
import { write } from "./write.js";
/** @import { Field, Tag, Type, Types, Value } from "./value.js" */

// The errors of responses, whose data the spec may declare.

/** @typedef {[code: number, data?: Type]} Row of an error */
/**
 * @typedef {object} Faults
 * @property {{ [name: string]: Row }} errors that the spec declares, by name
 * @property {boolean} [byKind] their names are in the member kind of the data
 * @property {string} [fallback] the name that undeclared kinds are read as
 * @property {string} [words] the member of the data that has the message of the error
 */

/**
 * The type of the error v. An undeclared kind is read as another, but not written as it.
 * @param {Types} types @param {Faults} faults @param {Value} v @param {boolean} written @returns {Type}
 */
export function faultType(types, faults, v, written) {
  const data = object(v) ? get(v, "data") : undefined;
  if (data === undefined || data === null) return "ResponseError";
  const [code, message, [name, , mode]] = types.ResponseError.fields;
  return { fields: [code, message, [name, dataType(types, faults, get(v, "code"), data, written), mode]] };
}

/** @param {Types} types @param {Faults} faults @param {Value} code @param {Value} data @param {boolean} written @returns {Type} */
function dataType(types, faults, code, data, written) {
  const { errors, byKind, fallback } = faults;
  if (!byKind) return Object.values(errors).find((e) => e[0] === code)?.[1] ?? "any";
  const kind = object(data) ? get(data, "kind") : undefined;
  if (typeof kind !== "string") return { fields: [["kind", "string"]], extra: "keep" }; // which has the words of the fault
  const name = Object.hasOwn(errors, kind) ? kind : fallback;
  return name === undefined ? "any" : withKind(types, errors[name][1], name, written ? name : kind);
}

/**
 * The data of an error with its kind, which its type need not declare; as may be an undeclared kind that is read as it.
 * @param {Types} types @param {Type} type @param {string} name @param {string} as @returns {Type}
 */
function withKind(types, type, name, as) {
  let t = resolved(types, type);
  if (t?.fields === undefined) {
    if (name === as) return type ?? "any";
    t = { fields: [], extra: "keep" };
  }
  if (hasKind(t)) return t;
  return { ...t, known: undefined, tag: around(t.tag, ["kind", name, name === as ? undefined : { was: [as] }]) };
}

/** @param {Types} types @param {Type} type @returns {Type} */
function resolved(types, type) {
  let t = type;
  while (typeof t === "string" && !(t in words)) t = types[t];
  return t;
}

/** @param {Type} type */
function hasKind(type) {
  return type?.fields?.some((/** @type {Field} */ [key]) => key === "kind") === true;
}

/**
 * The tag of a struct with another around it.
 * @param {Tag | undefined} tag @param {Tag} outer @returns {Tag}
 */
function around(tag, outer) {
  return tag === undefined ? outer : [tag[0], tag[1], { ...tag[2], outer: around(tag[2]?.outer, outer) }];
}

/**
 * Reads the data of an error called name, without a kind that its type does not declare.
 * @param {Types} types @param {Faults} faults @param {string} name @param {{ data?: Value }} error
 */
export function readData(types, { errors, byKind }, name, { data }) {
  const type = errors[name][1];
  if (!byKind || !object(data) || hasKind(resolved(types, type))) return read(types, type, data);
  const { kind, ...rest } = data;
  return read(types, type, kind === undefined ? data : rest);
}

/**
 * The error called name, with data and a message that may have defaults; or a WireError.
 * @param {Types} types @param {Faults} faults @param {string} name @param {Value} [data] @param {string} [message]
 */
export function makeError(types, faults, name, data, message) {
  const type = faults.errors[name][1];
  const whole = faults.byKind ? { ...data, kind: name } : data;
  const said = faults.words && object(data) ? get(data, faults.words) : undefined;
  const error = { code: faults.errors[name][0], message: message ?? (typeof said === "string" ? said : name) };
  return whole === undefined ? error : { ...error, data: JSON.parse(write(types, faults.byKind ? withKind(types, type, name, name) : (type ?? "any"), whole)) };
}
