import { arrayOf } from "./error.js";
import { get, object } from "./guard.js";
import { readMessage, withRefusal, writeMessage } from "./message.js";
import { reader, result } from "./read.js";
import { fail, failAt } from "./report.js";
import { writer } from "./write.js";
/** @import { Reader } from "./read.js" */
/** @import { Node, Value } from "./value.js" */
/** @import { Forms } from "./write.js" */

// Reads and writes batches: several messages in one array.

/**
 * Reads an array of messages.
 * @param {Node} t @param {Value} v @param {boolean} [scrub] @param {Reader} [r]
 */
export function decodeBatch(t, v, scrub = false, r = reader(scrub)) {
  return withRefusal(r, result(r, () => readBatch(r, t, v)));
}

/** @param {Reader} r @param {Node} t @param {Value} v */
function readBatch(r, t, v) {
  if (!Array.isArray(v)) return fail(r, "an array", v);
  if (v.length === 0 || v.length > t.max) return fail(r, t.words, v, arrayOf(v.length));
  const ids = new Set();
  const out = v.map((item, i) => {
    r.path.push(i);
    const message = readMessage(r, t.message, item, 1);
    if (t.unique && isRepeated(ids, message)) failAt(r, "id", "a unique id", message.id);
    r.path.pop();
    return message;
  });
  return out.every((message, i) => message === v[i]) ? v : out;
}

/**
 * Reports whether a message is a request with the id of an earlier one.
 * @param {Set<unknown>} ids @param {Value} message
 */
function isRepeated(ids, message) {
  const id = object(message) && get(message, "method") !== undefined ? get(message, "id") : undefined;
  if (id === undefined) return false;
  const repeated = ids.has(id);
  ids.add(id);
  return repeated;
}

/**
 * Writes an array of messages, or throws a WireError.
 * @param {Forms} forms @param {Node} shell @param {Node} t @param {Value[]} v
 */
export function encodeBatch(forms, shell, t, v) {
  const w = writer(forms);
  if (!Array.isArray(v)) fail(w, "an array", v);
  if (v.length === 0 || v.length > t.max) fail(w, t.words, v, arrayOf(v.length));
  const ids = new Set();
  const texts = v.map((message, i) => {
    w.path = [i];
    const text = writeMessage(w, shell, t.message, message, 1);
    if (t.unique && isRepeated(ids, message)) failAt(w, "id", "a unique id", message.id);
    return text;
  });
  return `[${texts.join(",")}]`;
}
