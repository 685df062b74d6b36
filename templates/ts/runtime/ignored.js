import { inOrder } from "./dialect.js";
import { WireError, fault, pathOf } from "./error.js";
import { get } from "./guard.js";
import { answers } from "./message.js";
import { dropped } from "./scalar.js";
/** @import { Path } from "./error.js" */
/** @import { Shape } from "./message.js" */
/** @import { Reader } from "./read.js" */
/** @import { Field, Node, Value } from "./value.js" */

/** A valid message that is ignored, preserved verbatim. */
export class IgnoredMessage {
  /** @param {any} raw */
  constructor(raw) {
    this.raw = raw;
  }
}

/**
 * Returns the fault of writing an ignored message.
 * @param {Path} path
 */
export function ignoredFault(path) {
  return new WireError(fault(pathOf(path), "a message that can be sent", "an ignored message"));
}

/** The field of a message that is ignored. @type {Field} */
export const mark = ["", dropped, { optional: true }];

/**
 * Marks a message that is ignored: a call that should have an id or a response, without a valid one, or a response that has
 * neither a result nor an error.
 * @param {Reader} _ @param {Field[]} fields @param {Node} t @param {Value} v @param {Shape} shape @returns {Field[]}
 */
export function ignoring(_, fields, { dialect }, v, shape) {
  const { isID, id, failed, ignored } = dialect;
  const fails = fields.includes(failed[0]);
  const given = get(v, "id");
  const isAnswer = shape === "response";
  const mayMiss = isAnswer && (given === undefined || (fails && ignored.errorIDs.includes(given)));
  const isBad = ignored.badID && !mayMiss && !isID(given) && (fails || fields.includes(id));
  if (!isBad && !(ignored.neither && isAnswer && !answers(v))) return fields;
  const at = fields.findIndex((field) => field === id || field === failed[0]);
  return [...fields.slice(0, isBad ? at : at + 1), mark];
}

/**
 * Returns a message that is ignored, or in the order of the dialect.
 * @param {Node} dialect @param {Value} v @param {Field[]} fields @param {Value} message
 */
export function orIgnored(dialect, v, fields, message) {
  return fields.includes(mark) ? new IgnoredMessage(v) : inOrder(dialect, v, fields, message);
}
