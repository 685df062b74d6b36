/** The answers to the requests of an array, which are one array. */
export class Together {
  #remaining = 1; // requests that are being handled, and the array while it is read
  /** @type {string[]} */
  #texts = [];
  #send;

  /** @param {(texts: string[]) => void} send is called when all are answered, unless there are no answers */
  constructor(send) {
    this.#send = send;
  }

  /** A request will be answered later. */
  begin() {
    this.#remaining++;
  }

  /** @param {string} text of an answer */
  add(text) {
    this.#texts.push(text);
  }

  /** A request is answered, or will not be; or the array was read. */
  end() {
    if (--this.#remaining === 0 && this.#texts.length > 0) this.#send(this.#texts);
  }
}
