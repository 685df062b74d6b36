import { oneOf, quote } from "./error.js";
import { get } from "./guard.js";
import { failAt } from "./report.js";
import { set } from "./value.js";
/** @import { Reader } from "./read.js" */
/** @import { Members, Node, Value } from "./value.js" */

// Messages with a tag that says what they are: a request, a response or a notification.

/**
 * The shape of the message v.
 * @param {Reader} r @param {Node} shapes @param {Value} v
 */
export function shapeOf(r, { tag, words }, v) {
  const word = get(v, tag);
  const shape = words.get(word);
  if (shape === undefined) failAt(r, tag, oneOf([...words.keys()]), word);
  return shape;
}

/**
 * Reports the tag of a message whose method is declared with another shape.
 * @param {Reader} r @param {Node} shapes @param {string} shape @param {Value} v
 */
export function refuse(r, shapes, shape, v) {
  failAt(r, shapes.tag, quote(wordOf(shapes, shape)), get(v, shapes.tag));
  return true;
}

/**
 * Sets the tag of a message.
 * @param {Node} shapes @param {Members} out @param {string} shape
 */
export function setTag(shapes, out, shape) {
  set(out, shapes.tag, wordOf(shapes, shape));
}

/**
 * A message that is written, with its tag.
 * @param {Node} shapes @param {Value} v @param {string} shape
 */
export function complete(shapes, v, shape) {
  return get(v, shapes.tag) === undefined ? { ...v, [shapes.tag]: wordOf(shapes, shape) } : v;
}

/** @param {Node} of @param {string} shape */
function wordOf({ words }, shape) {
  return [...words].find(([, s]) => s === shape)[0];
}
