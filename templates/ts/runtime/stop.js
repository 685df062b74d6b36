/** @import { Value } from "./value.js" */

// The handler of a request, as its connection sees it.

/** Tells a handler to stop, if it asks. */
export class Stop {
  /** @type {AbortController | undefined} */
  #controller;
  #isAborted = false;
  /** @type {Error | undefined} */
  #reason;

  get isAborted() {
    return this.#isAborted;
  }

  get reason() {
    return this.#reason;
  }

  get signal() {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#isAborted) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  /** @param {Error} reason */
  abort(reason) {
    if (this.#isAborted) return;
    this.#isAborted = true;
    this.#reason = reason;
    this.#controller?.abort(reason);
  }
}

/** @typedef {{ result: Value } | { error: unknown }} Outcome of a handler */

/**
 * Calls a handler, and returns how it ends.
 * @param {() => Value} handler
 * @returns {Promise<Outcome>}
 */
export function outcomeOf(handler) {
  return attempt(handler);
}

/** @param {() => Value} handler @returns {Promise<Outcome>} */
async function attempt(handler) {
  try {
    const result = await handler();
    return { result };
  } catch (error) {
    return { error };
  }
}
