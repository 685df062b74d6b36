import { WireError, fault, pathOf } from "./error.js";
/** @import { Path } from "./error.js" */

/** A message that is accepted and ignored, preserved verbatim. */
export class IgnoredMessage {
  /** @param {any} raw */
  constructor(raw) {
    this.raw = raw;
  }
}

/**
 * The fault of writing an ignored message.
 * @param {Path} path
 */
export function ignoredFault(path) {
  return new WireError(fault(pathOf(path), "a message that can be sent", "an ignored message"));
}
