/** @import { Transport } from "./transport.js" */

/** The outgoing messages of a connection. */
export class Outbox {
  #transport;
  #onFailure;
  /** The number of messages that wait to be sent. */
  unsent = 0;
  /** The messages that were sent last, which one promise says are sent. @type {{ sent: unknown, count: number, done: Promise<void> } | undefined} */
  #sending;

  /** @param {Transport} transport @param {(error: unknown) => void} failed */
  constructor(transport, failed) {
    this.#transport = transport;
    this.#onFailure = failed;
  }

  /**
   * Sends a message. The promise is fulfilled when more can be sent; there is none if that is now.
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
