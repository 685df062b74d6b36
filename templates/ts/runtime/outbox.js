/** @import { Transport } from "./transport.js" */

/** What a connection sends, and how much of it waits. */
export class Outbox {
  #transport;
  #onFailure;
  /** How many messages wait to be sent. */
  unsent = 0;
  /** The messages that were sent last, which one promise says are sent. @type {{ sent: unknown, count: number, done: Promise<void> } | undefined} */
  #sending;

  /** @param {Transport} transport @param {(error: unknown) => void} failed */
  constructor(transport, failed) {
    this.#transport = transport;
    this.#onFailure = failed;
  }

  /**
   * Sends a message. The promise is fulfilled when there is room for more; there is none if there is room now.
   * @param {string} text @returns {Promise<void> | undefined}
   */
  send(text) {
    let sent;
    try {
      sent = this.#transport.send(text);
    } catch (error) {
      sent = Promise.reject(error);
    }
    if (!sent) return undefined;
    this.unsent++;
    if (this.#sending?.sent === sent) {
      this.#sending.count++;
      return this.#sending.done;
    }
    const sending = { sent, count: 1, done: Promise.resolve() };
    this.#sending = sending;
    sending.done = Promise.resolve(sent)
      .catch(this.#onFailure)
      .then(() => {
        this.unsent -= sending.count;
      });
    return sending.done;
  }
}
