/** @import { Room } from "./bounds.js" */

// Received items, until an iterator takes them.

/** The number of items from which a sender of a queue waits. */
const MANY = 64;

/**
 * Items in their order. However many there are, taking the first one takes the same time.
 * @template T
 */
export class Line {
  /** @type {T[]} */
  #items = [];
  #head = 0;

  get size() {
    return this.#items.length - this.#head;
  }

  /** @param {T} item */
  push(item) {
    this.#items.push(item);
  }

  get first() {
    return this.#items[this.#head];
  }

  /** Takes the first item, if there is one. @returns {T | undefined} */
  shift() {
    const item = this.#items[this.#head];
    if (this.#head < this.#items.length) this.#head++;
    if (this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    return item;
  }

  clear() {
    this.#items = [];
    this.#head = 0;
  }
}

/**
 * A queue that one iterator reads.
 * @template T
 * @implements {AsyncIterableIterator<T>}
 */
export class Queue {
  /** @type {Line<T>} */
  #items = new Line();
  /** What the items take of the room. @type {Line<number>} */
  #costs = new Line();
  /** @type {((result: IteratorResult<T, undefined>) => void)[]} */
  #waiters = [];
  /** @type {(() => void)[]} */
  #drainWaiters = [];
  #ended = false;
  #onReturn;
  #room;
  /** What all items take of the room. */
  #held = 0;

  /** @param {(queue: Queue<T>) => void} [onReturn] it is called when the iterator is left @param {Room} [room] that unread items take */
  constructor(onReturn, room) {
    this.#onReturn = onReturn;
    this.#room = room;
  }

  get size() {
    return this.#items.size;
  }

  get isEnded() {
    return this.#ended;
  }

  /** @param {T} item */
  push(item) {
    if (this.#ended) return;
    const next = this.#waiters.shift();
    if (next) {
      next({ done: false, value: item });
      return;
    }
    this.#items.push(item);
    if (!this.#room) return;
    const { cost } = this.#room;
    this.#costs.push(cost);
    this.#held += cost;
    this.#room.add(cost);
  }

  /** Fulfilled when so few items are left that more may be added. @returns {Promise<void>} */
  drained() {
    return new Promise((resolve) => this.#drainWaiters.push(resolve));
  }

  /** Ends the queue. Items in it can still be read, and are their reader's, not the connection's. */
  end() {
    this.#ended = true;
    this.#room?.take(this.#held);
    this.#held = 0;
    this.#costs.clear();
    for (const resolve of this.#drainWaiters.splice(0)) resolve();
    for (const next of this.#waiters.splice(0)) next({ done: true, value: undefined });
  }

  /** @returns {Promise<IteratorResult<T, undefined>>} */
  next() {
    if (this.#items.size > 0) {
      const value = /** @type {T} */ (this.#items.shift());
      const cost = this.#costs.shift();
      if (cost !== undefined) {
        this.#held -= cost;
        this.#room?.take(cost);
      }
      if (this.#drainWaiters.length > 0 && this.#items.size <= MANY) for (const resolve of this.#drainWaiters.splice(0)) resolve();
      return Promise.resolve({ done: false, value });
    }
    if (this.#ended) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve) => this.#waiters.push(resolve));
  }

  /** Leaves the iterator, and drops what is unread. @returns {Promise<IteratorResult<T, undefined>>} */
  return() {
    this.#items.clear();
    this.end();
    this.#onReturn?.(this);
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator]() {
    return this;
  }
}
