import { quote } from "./error.js";
import { get } from "./guard.js";
import { answers, byMethod } from "./message.js";
import { fail } from "./report.js";
import { any, dropped, plain, string, verbatim } from "./scalar.js";
/** @import { Shape } from "./message.js" */
/** @import { Reader } from "./read.js" */
/** @import { Context } from "./report.js" */
/** @import { Field, Node, Value } from "./value.js" */

// What only some dialects need to read messages.

/**
 * Returns the shape of the message v, where a response may be one that has the members of a call as well.
 * @param {Context} c @param {Node} dialect @param {Value} v @returns {Shape}
 */
export function byPrecedence(c, dialect, v) {
  const call = byMethod(c, dialect, v);
  return answers(v) && dialect.precedence.indexOf("response") < dialect.precedence.indexOf(call) ? "response" : call;
}

/**
 * Returns what a refused message is taken for where the id of a notification is ignored.
 * @param {Node} t @param {Value} v @param {Shape} shape @returns {Shape}
 */
export function withoutID({ methods }, v, shape) {
  return shape === "request" && methods.get(get(v, "method"))?.notify ? "notification" : shape;
}

/**
 * Returns the fields of a response with a result, which does not count, and an error.
 * @param {Node} dialect @returns {Field[]}
 */
export function errorAlone({ failed }) {
  return [...failed, ["result", dropped]];
}

/**
 * Returns the fields of a response with a result and an error, which does not count.
 * @param {Node} dialect @returns {Field[]}
 */
export function resultAlone({ id }) {
  return [id, ["result", any], ["error", dropped]];
}

/**
 * Leads to the type of an id that a notification has, which is a fault.
 * @param {Context} c @param {Node} _t @param {Value} v
 */
export function noID(c, _t, v) {
  fail(c, "nothing", v);
}

/**
 * Leads to the type of a member that may have any value.
 * @param {Context} _ @param {Node} t @param {Value} v
 */
export function ifMissing(_, { of }, v) {
  return v === undefined ? of : undefined;
}

// What changes the fields of messages as a dialect needs it. A message whose method is a fault has none of what follows it,
// and so less than three.

/**
 * Returns the declaration of the call v; undefined if it counts as one of an undeclared method, or is none.
 * @param {Reader} r @param {Node} t @param {Value} v @param {Shape} shape @returns {Node | undefined}
 */
function declarationOf(r, { dialect, methods }, v, shape) {
  const method = get(v, "method");
  if (shape === "response" || typeof method !== "string") return undefined;
  const declared = methods.get(plain(r, method));
  return declared?.notify && !dialect.strayID && get(v, "id") !== undefined ? undefined : declared;
}

/**
 * Makes the id of a notification a fault, or leaves it out.
 * @param {Reader} r @param {Field[]} fields @param {Node} t @param {Value} v @param {Shape} shape @returns {Field[]}
 */
export function withStrayID(r, fields, t, v, shape) {
  const declared = declarationOf(r, t, v, shape);
  const isStray = t.dialect.shapes ? shape === "notification" : declared?.notify;
  if (!isStray || fields.length < 3 || get(v, "id") === undefined) return fields;
  const { params, method = string } = declared ?? { params: verbatim };
  return [fields[0], ["id", t.dialect.strayID], ["method", method], ["params", params, declared ?? { optional: true }]];
}

/**
 * Reads a notification with an id as a request of an undeclared method, where a tag says that it is a notification.
 * @param {Reader} _ @param {Field[]} fields @param {Node} t @param {Value} v @param {Shape} shape @returns {Field[]}
 */
export function asRequest(_, fields, t, v, shape) {
  if (shape !== "notification" || fields.length < 3 || get(v, "id") === undefined) return fields;
  return [fields[0], ["method", string], t.dialect.id, ["params", verbatim, { optional: true }]];
}

/**
 * Makes the method of a message a fault unless the message is of the kind of the node t: of its method, "" for a response,
 * null for an undeclared method.
 * @param {Reader} r @param {Field[]} fields @param {Node} t @param {Value} v @param {Shape} shape @returns {Field[]}
 */
export function isOnly(r, fields, t, v, shape) {
  const declared = declarationOf(r, t, v, shape);
  const method = get(v, "method");
  const isAnswer = shape === "response";
  const name = isAnswer ? method : (declared?.today ?? plain(r, method));
  const is = isAnswer ? "" : declared ? name : null;
  if (t.only === is || (!isAnswer && typeof method !== "string")) return fields;
  /** @type {Field} */
  const wrong = ["method", [(/** @type {Reader} */ of) => fail(of, onlyWords(t.only), name)]];
  return isAnswer ? [fields[0], wrong, ...fields.slice(1)] : fields.map((field) => (field[0] === "method" ? wrong : field));
}

/**
 * Returns what is expected as the method of a message of the kind of a node.
 * @param {string | null} only
 */
export function onlyWords(only) {
  return only === "" ? "nothing" : only === null ? "a method that is not declared" : quote(only);
}

/**
 * Adds the members that the dialect adds to every message.
 * @param {Reader} _ @param {Field[]} fields @param {Node} t @returns {Field[]}
 */
export function withMembers(_, fields, { dialect }) {
  return fields.length < 3 ? fields : [...fields, ...dialect.members];
}

/**
 * Leaves out the method of a response.
 * @param {Reader} _r @param {Field[]} fields @param {Node} _t @param {Value} _v @param {Shape} shape @returns {Field[]}
 */
export function withoutMethod(_r, fields, _t, _v, shape) {
  return shape === "response" ? [...fields, ["method", dropped, { optional: true }]] : fields;
}

/**
 * Puts the members of a copy into the order of the dialect, in which they are written.
 * @param {Node} dialect @param {Value} v @param {Field[]} _ @param {Value} message
 */
export function inOrder({ order }, v, _, message) {
  if (message === v) return v;
  const keys = order.filter((/** @type {string} */ k) => Object.hasOwn(message, k));
  return Object.fromEntries(keys.map((/** @type {string} */ k) => [k, message[k]]));
}
