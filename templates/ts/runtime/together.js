import { sizeOf } from "./flow.js";

/** The answers to the requests of a batch, which are sent as one array, or apart if that is too long for the peer. */
export class Together {
  #remaining = 1; // requests that are being handled, and the array while it is read
  /** @type {string[]} */
  #texts = [];
  #size = 2;
  #most;
  #send;

  /** @param {number} most bytes of an array @param {(text: string) => void} send */
  constructor(most, send) {
    this.#most = most;
    this.#send = send;
  }

  /** Records a request that will be answered later. */
  begin() {
    this.#remaining++;
  }

  /** @param {string} text of an answer */
  add(text) {
    this.#texts.push(text);
    this.#size += text.length + 1;
    if (this.#size > this.#most) this.#texts.splice(0).forEach(this.#send);
  }

  /** Records that a request was or will not be answered, or that the array was read. */
  end() {
    if (--this.#remaining > 0 || this.#texts.length === 0) return;
    const whole = `[${this.#texts.join(",")}]`;
    if (sizeOf(whole, this.#most) > this.#most) this.#texts.forEach(this.#send);
    else this.#send(whole);
  }
}
