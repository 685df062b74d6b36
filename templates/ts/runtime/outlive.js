import { ConnectionError } from "./failure.js";
/** @import { Connection } from "./connection.js" */
/** @import { Exchange } from "./exchange.js" */
/** @import { Rules } from "./rules.js" */
/** @import { Running, Serving } from "./serving.js" */
/** @import { Value } from "./value.js" */

// State across reconnects: the requests that may be resent.

/** The maximum number of answers that are kept for resent requests. */
const MOST_ANSWERED = 256;

/**
 * When the requests of an act may be sent again: "handshake", "always" or undefined.
 * @param {Rules} rules @param {string} kind @param {string} name
 */
export function resends({ acts }, kind, name) {
  const found = acts.find((a) => a.kind === kind && a.name === name)?.rules?.find(({ is }) => is.startsWith("resend_"));
  return found?.is.slice("resend_".length);
}

/**
 * @typedef {object} Resendable a request of the peer that may come again
 * @property {string} text
 * @property {Running} entry over which connection it came last
 * @property {Serving} serving
 * @property {{ result: Value } | { error: unknown }} [outcome] undefined: it is being handled
 */

/**
 * Carries open requests across reconnects; pass it to successive connections. A call whose request may be resent does
 * not fail with its connection, and such a request of the peer is handled once.
 */
export class Session {
  #isClosed = false;
  /** The calls that wait for the next connection, in their order. @type {Set<Exchange>} */
  #unanswered = new Set();
  /** The requests that the peer may resend, by id. @type {Map<Value, Resendable>} */
  #requests = new Map();
  /** Those of them that have an outcome, the oldest first; at most MOST_ANSWERED. @type {Resendable[]} */
  #answered = [];
  /** The connection of the session. @type {Connection | undefined} */
  connection;
  /** The number of ids made so far. */
  count = 0;

  get isClosed() {
    return this.#isClosed;
  }

  /** Ends the session, but not its connection: calls that wait for another connection fail, and the signals of handlers are aborted. */
  close() {
    this.#isClosed = true;
    const closed = new ConnectionError("closed", "the session was closed");
    for (const x of this.take()) x.reject(closed);
    for (const { entry, outcome } of this.#requests.values()) if (!outcome) entry.stop.abort(closed);
    this.#requests.clear();
  }

  /** @param {Exchange} x */
  keep(x) {
    this.#unanswered.add(x);
  }

  /** @param {Exchange} x */
  drop(x) {
    this.#unanswered.delete(x);
  }

  /** Returns the calls that are to be sent again. */
  take() {
    const unanswered = [...this.#unanswered];
    this.#unanswered.clear();
    return unanswered;
  }

  /**
   * Records a request that may be resent. Returns it if it was received before.
   * @param {Running} entry @param {Serving} serving @param {string} text @param {boolean} mayBeAgain
   */
  register(entry, serving, text, mayBeAgain) {
    const before = this.#requests.get(entry.id);
    if (before?.text === text && mayBeAgain) {
      entry.stop = before.entry.stop;
      Object.assign(before, { entry, serving });
      return before;
    }
    if (before && !before.outcome) before.entry.stop.abort(new ConnectionError("disconnected", "the peer has given the id to another request"));
    if (!this.#isClosed) this.#requests.set(entry.id, (entry.resendable = { text, entry, serving }));
    return undefined;
  }

  /**
   * Forgets a request whose handler was not called.
   * @param {Resendable} resendable
   */
  forget(resendable) {
    if (this.#requests.get(resendable.entry.id) === resendable) this.#requests.delete(resendable.entry.id);
  }

  /**
   * Records how a request is answered, and reports whether it is.
   * @param {Resendable} resendable @param {{ result: Value } | { error: unknown }} outcome
   */
  answer(resendable, outcome) {
    if (this.#requests.get(resendable.entry.id) !== resendable) return false;
    resendable.outcome = outcome;
    this.#answered.push(resendable);
    const oldest = this.#answered[0];
    if (this.#answered.length > MOST_ANSWERED) {
      this.#answered.shift();
      if (this.#requests.get(oldest.entry.id) === oldest) this.#requests.delete(oldest.entry.id);
    }
    return true;
  }
}
