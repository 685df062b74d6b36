import { oneOf, quote } from "./error.js";
import { get } from "./guard.js";
import { readConst } from "./read.js";
import { failAt } from "./report.js";
import { plain } from "./scalar.js";
import { set } from "./value.js";
/** @import { Shape } from "./message.js" */
/** @import { Reader } from "./read.js" */
/** @import { Context } from "./report.js" */
/** @import { Field, Members, Node, Value } from "./value.js" */

// Messages with a tag that says what they are: a request, a response or a notification.

/**
 * Returns the shape of the message v.
 * @param {Context} r @param {Node} shapes @param {Value} v
 */
export function shapeOf(r, { tag, words }, v) {
  const word = get(v, tag);
  const shape = words.get(word);
  if (shape === undefined) failAt(r, tag, oneOf([...words.keys()]), word);
  return shape;
}

/**
 * Returns the shape of the message v, by the tag of the dialect; null if it has none, which is a fault.
 * @param {Context} c @param {Node} dialect @param {Value} v
 */
export function byWord(c, { shapes }, v) {
  return shapeOf(c, shapes, v) ?? null;
}

/** Reports that a message has the shape that its tag says. */
export function isTold() {
  return true;
}

/**
 * Adds the tag of a message. It is a fault, which ends reading, if the method is declared with another shape.
 * @param {Reader} r @param {Field[]} fields @param {Node} t @param {Value} v @param {Shape} shape @returns {Field[]}
 */
export function withTag(r, fields, t, v, shape) {
  const { shapes } = t.dialect;
  const method = get(v, "method");
  const declared = shape !== "response" && typeof method === "string" ? t.methods.get(plain(r, method)) : undefined;
  const right = declared ? (declared.notify ? "notification" : "request") : shape;
  const [version, ...others] = fields;
  return [version, [shapes.tag, [readConst, wordOf(shapes, right)]], ...(right === shape ? others : [])];
}

/**
 * Reports the tag of a message whose method is declared with another shape.
 * @param {Reader} r @param {Node} shapes @param {string} shape @param {Value} v
 */
export function refuse(r, shapes, shape, v) {
  failAt(r, shapes.tag, quote(wordOf(shapes, shape)), get(v, shapes.tag));
}

/**
 * Sets the tag of a message.
 * @param {Node} shapes @param {Members} out @param {string} shape
 */
export function setTag(shapes, out, shape) {
  set(out, shapes.tag, wordOf(shapes, shape));
}

/**
 * Returns a message that is written, with its tag.
 * @param {Node} shapes @param {Value} v @param {string} shape
 */
export function complete(shapes, v, shape) {
  return get(v, shapes.tag) === undefined ? { ...v, [shapes.tag]: wordOf(shapes, shape) } : v;
}

/** @param {Node} of @param {string} shape */
function wordOf({ words }, shape) {
  return [...words].find(([, s]) => s === shape)[0];
}
