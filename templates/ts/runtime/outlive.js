import { ConnectionError } from "./failure.js";
/** @import { Connection } from "./connection.js" */
/** @import { Exchange } from "./exchange.js" */
/** @import { Rules } from "./rules.js" */
/** @import { Running, Serving } from "./serving.js" */
/** @import { Value } from "./value.js" */

// What outlives a connection: the requests that may be sent again.

/** How many answers to requests that may come again are kept. */
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
 * @typedef {object} Question a request of the peer that may come again
 * @property {string} text
 * @property {Running} entry over which connection it came last
 * @property {Serving} serving
 * @property {{ result: Value } | { error: unknown }} [outcome] undefined: it is being handled
 */

/**
 * What outlives a connection, and is the option of several that follow each other: a call whose request may be sent again does
 * not fail with its connection, and such a request of the peer is handled once.
 */
export class Session {
  #isClosed = false;
  /** @type {Set<Exchange>} */
  #owed = new Set();
  /** @type {Map<Value, Question>} */
  #asked = new Map();
  /** @type {Question[]} */
  #answered = [];
  /** The connection of the session. @type {Connection | undefined} */
  connection;
  /** How many ids were made. */
  count = 0;

  get isClosed() {
    return this.#isClosed;
  }

  /** Ends the session, not its connection: what waits for another one fails, and handlers are told to stop. */
  close() {
    this.#isClosed = true;
    const closed = new ConnectionError("closed", "the session was closed");
    for (const x of this.take()) x.reject(closed);
    for (const { entry, outcome } of this.#asked.values()) if (!outcome) entry.stop.abort(closed);
    this.#asked.clear();
  }

  /** @param {Exchange} x */
  keep(x) {
    this.#owed.add(x);
  }

  /** @param {Exchange} x */
  drop(x) {
    this.#owed.delete(x);
  }

  /** The calls that are to be sent again. */
  take() {
    const owed = [...this.#owed];
    this.#owed.clear();
    return owed;
  }

  /**
   * Notes a request that may come again. Returns its question if it is one that has come before.
   * @param {Running} entry @param {Serving} serving @param {string} text @param {boolean} mayBeAgain
   */
  ask(entry, serving, text, mayBeAgain) {
    const before = this.#asked.get(entry.id);
    if (before?.text === text && mayBeAgain) {
      entry.stop = before.entry.stop;
      Object.assign(before, { entry, serving });
      return before;
    }
    if (before && !before.outcome) before.entry.stop.abort(new ConnectionError("disconnected", "the peer has given the id to another request"));
    if (!this.#isClosed) this.#asked.set(entry.id, (entry.question = { text, entry, serving }));
    return undefined;
  }

  /**
   * Notes how a question is answered, and reports whether it is.
   * @param {Question} question @param {{ result: Value } | { error: unknown }} outcome
   */
  answer(question, outcome) {
    if (this.#asked.get(question.entry.id) !== question) return false;
    question.outcome = outcome;
    this.#answered.push(question);
    const oldest = this.#answered[0];
    if (this.#answered.length > MOST_ANSWERED) {
      this.#answered.shift();
      if (this.#asked.get(oldest.entry.id) === oldest) this.#asked.delete(oldest.entry.id);
    }
    return true;
  }
}
