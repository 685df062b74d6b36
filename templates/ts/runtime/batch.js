import { WireError, arrayOf, fault, found, pathOf } from "./error.js";
import { get, object } from "./guard.js";
import { readMessage, withRefusal, writeMessage } from "./message.js";
import { fail, failAt, reader, result } from "./read.js";
import { writer } from "./write.js";
/** @import { Path } from "./error.js" */
/** @import { Reader } from "./read.js" */
/** @import { Type, Types, Value } from "./value.js" */

// Reads and writes several messages in one array.

/**
 * Reads an array of messages.
 * @param {Types} types @param {string} name @param {Value} v @param {boolean} [scrub]
 */
export function decodeBatch(types, name, v, scrub = false) {
  const r = reader(types, scrub);
  return withRefusal(r, result(r, () => readBatch(r, types[name], v)));
}

/** @param {Reader} r @param {Type} t @param {Value} v */
function readBatch(r, t, v) {
  if (!Array.isArray(v)) return fail(r, "an array", v);
  if (v.length === 0 || v.length > t.max) return fail(r, t.words, v, arrayOf(v.length));
  const ids = new Set();
  const out = v.map((item, i) => {
    r.path.push(i);
    const message = readMessage(r, r.types.Message, item, 1);
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
 * @param {Types} types @param {string} name @param {Value[]} v
 */
export function encodeBatch(types, name, v) {
  const t = types[name];
  /** @type {(path: Path, expectation: string, what: string) => never} */
  const refuse = (path, expectation, what) => {
    throw new WireError(fault(pathOf(path), expectation, what));
  };
  if (!Array.isArray(v)) refuse([], "an array", found(v));
  if (v.length === 0 || v.length > t.max) refuse([], t.words, arrayOf(v.length));
  const w = writer(types);
  const ids = new Set();
  const texts = v.map((message, i) => {
    w.path = [i];
    const text = writeMessage(w, types.Message, message, 1);
    if (t.unique && isRepeated(ids, message)) refuse([i, "id"], "a unique id", found(message.id));
    return text;
  });
  return `[${texts.join(",")}]`;
}
