// Received items, until an iterator takes them.

/**
 * A queue that one iterator reads.
 * @template T
 * @implements {AsyncIterableIterator<T>}
 */
export class Queue {
  /** @type {T[]} */
  #items = [];
  #head = 0;
  /** @type {((result: IteratorResult<T, undefined>) => void)[]} */
  #waiters = [];
  /** @type {(() => void)[]} */
  #drainWaiters = [];
  #ended = false;
  #onReturn;

  /** @param {(queue: Queue<T>) => void} [onReturn] it is called when the iterator is left */
  constructor(onReturn) {
    this.#onReturn = onReturn;
  }

  get size() {
    return this.#items.length - this.#head;
  }

  get isEnded() {
    return this.#ended;
  }

  /** @param {T} item */
  push(item) {
    if (this.#ended) return;
    const next = this.#waiters.shift();
    if (next) next({ done: false, value: item });
    else this.#items.push(item);
  }

  /** Fulfilled when an item was taken. @returns {Promise<void>} */
  drained() {
    return new Promise((resolve) => this.#drainWaiters.push(resolve));
  }

  /** Ends the queue. Items in it can still be read. */
  end() {
    this.#ended = true;
    for (const resolve of this.#drainWaiters.splice(0)) resolve();
    for (const next of this.#waiters.splice(0)) next({ done: true, value: undefined });
  }

  /** @returns {Promise<IteratorResult<T, undefined>>} */
  next() {
    if (this.size > 0) {
      const value = this.#items[this.#head++];
      for (const resolve of this.#drainWaiters.splice(0)) resolve();
      if (this.#head * 2 > this.#items.length) {
        this.#items = this.#items.slice(this.#head);
        this.#head = 0;
      }
      return Promise.resolve({ done: false, value });
    }
    if (this.#ended) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve) => this.#waiters.push(resolve));
  }

  /** Leaves the iterator, and drops what is unread. @returns {Promise<IteratorResult<T, undefined>>} */
  return() {
    this.#items = [];
    this.#head = 0;
    this.end();
    this.#onReturn?.(this);
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator]() {
    return this;
  }
}
