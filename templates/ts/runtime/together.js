/** The answers to the requests of a batch, which are sent as one array. */
export class Together {
  #remaining = 1; // requests that are being handled, and the array while it is read
  /** @type {string[]} */
  #texts = [];
  #send;

  /** @param {(texts: string[]) => void} send is called when all are answered, unless there are no answers */
  constructor(send) {
    this.#send = send;
  }

  /** Records a request that will be answered later. */
  begin() {
    this.#remaining++;
  }

  /** @param {string} text of an answer */
  add(text) {
    this.#texts.push(text);
  }

  /** Records that a request was or will not be answered, or that the array was read. */
  end() {
    if (--this.#remaining === 0 && this.#texts.length > 0) this.#send(this.#texts);
  }
}
