import { WireError, fault, pathOf } from "./error.js";
/** @import { Path } from "./error.js" */

/** A message that is accepted and means nothing, as it came. */
export class IgnoredMessage {
  /** @param {any} raw */
  constructor(raw) {
    this.raw = raw;
  }
}

/**
 * What a writer says of one.
 * @param {Path} path
 */
export function ignoredFault(path) {
  return new WireError(fault(pathOf(path), "a message that means something", "an object"));
}
