import { Stall, costOf } from "./bounds.js";
import { Line } from "./queue.js";
/** @import { Room } from "./bounds.js" */
/** @import { Transport } from "./transport.js" */

/**
 * @typedef {{ maxWrite: number, isNumbered: boolean, stallWait: number, room: Room, failed: (error: unknown) => void, stalled: () => void, written: () => void }} Writer
 * @typedef {{ flying: number }} Caller of a call: what it takes if it was sent while calls are held back
 * @typedef {{ text: string, owed: boolean, answer: boolean, x?: Caller }} Waiting message
 */

/** The outgoing messages of a connection. */
export class Outbox {
  #transport;
  #host;
  #stall;
  /** The length of what waits to be written. */
  unsent = 0;
  /** That of it which is not a call of this end: answers and notifications. */
  #owed = 0;
  /** That of it which the transport has. */
  #given = 0;
  /** What the transport does not have yet. @type {Line<Waiting>} */
  #line = new Line();
  /** Answers that come before it. @type {Line<Waiting>} */
  #first = new Line();
  /** What calls take that were sent while calls are held back, and are not answered. */
  #flying = 0;
  /** How many messages of the line are not calls. */
  #others = 0;
  /** Counts the messages that were put into the line. */
  mark = 0;
  /** The messages that were sent last, which one promise says are sent. @type {{ sent: unknown, size: number, owed: number, cost: number, done: Promise<void> } | undefined} */
  #sending;
  /** For senders that wait. @type {Promise<void> | undefined} */
  #free;
  #onFree = () => {};
  /** Those who wait until the transport has written what it has: at the end it may never do so. @type {Set<() => void>} */
  #sendWaiters = new Set();
  /** Answers of handlers that are not written as text yet. @type {Line<() => void>} */
  #answers = new Line();
  /** @type {(() => void)[]} */
  #flushWaiters = [];
  #isEnded = false;

  /** @param {Transport} transport @param {Writer} host */
  constructor(transport, host) {
    this.#transport = transport;
    this.#host = host;
    this.#stall = new Stall(host.stallWait, () => this.unsent > 0 && host.stalled(), false);
  }

  /** Whether so much waits that handlers should not add to it. Calls do not count: their answers may be what the peer waits for. */
  get isFull() {
    return this.#owed >= this.#host.maxWrite;
  }

  /**
   * Sends a call. While many requests and answers wait, few calls are under way at once: if two ends that make many calls had both read all
   * that they may, no answer could pass the calls before it.
   * @param {string} text @param {Caller} x
   */
  call(text, x) {
    return this.#send(text, false, false, 0, x);
  }

  /**
   * Records that a call is not open any more.
   * @param {Caller} x
   */
  landed(x) {
    if (x.flying === 0) return;
    this.#flying -= x.flying;
    x.flying = 0;
    this.#stall.moved();
    this.#pump();
  }

  /**
   * Sends a notification. The promise is fulfilled when more can be sent; there is none if that is now.
   * @param {string} text
   */
  note(text) {
    return this.#send(text, true, false, 0);
  }

  /**
   * Sends an answer. It overtakes calls that were made before its request came, which its handler cannot have made: otherwise two ends
   * that make many calls would wait for each other. It does not where the messages of a side are numbered.
   * @param {string} text @param {number} since the mark when the request came
   */
  answer(text, since) {
    this.#host.room.owe(costOf(text.length));
    return this.#send(text, true, true, since);
  }

  /**
   * Calls a function that sends an answer when not too much waits, or at the end.
   * @param {() => void} f
   */
  whenRoom(f) {
    if (this.isFull && !this.#isEnded) this.#answers.push(f);
    else f();
  }

  /** @param {string} text @param {boolean} owed @param {boolean} answer @param {number} since @param {Caller} [x] of a call */
  #send(text, owed, answer, since, x) {
    if (this.#given < this.#host.maxWrite && this.#line.size === 0 && this.#first.size === 0 && !(x && this.#isHeld(text))) {
      if (x) this.#fly(text, x);
      return this.#give(text, owed, answer);
    }
    if (this.#isEnded) return undefined;
    this.#add(text.length);
    if (owed) this.#owed += text.length;
    if (answer && !this.#host.isNumbered && this.#others === 0 && this.mark <= since) {
      this.#first.push({ text, owed, answer });
    } else {
      if (owed) this.#others++;
      this.mark++;
      this.#line.push({ text, owed, answer, x });
    }
    this.#pump(); // what is held back does not hold back an answer
    if (this.unsent < this.#host.maxWrite) return undefined;
    this.#free ??= new Promise((resolve) => (this.#onFree = resolve));
    return this.#free;
  }

  /**
   * Reports whether a call is held back. If so, it is sent when that changes. It does not hold back what is behind it, of which so much may
   * wait that no handler starts.
   * @param {string} text
   */
  #isHeld(text) {
    const { room } = this.#host;
    if (this.#others > 0 || !room.isHalfFull || this.#flying === 0 || this.#flying + costOf(text.length) <= room.mostFlying) return false;
    room.onHalf = () => this.#pump();
    return true;
  }

  /**
   * Counts what begins to wait. The clock runs on when everything is written, so that a message does not cost a timer.
   * @param {number} size
   */
  #add(size) {
    if (this.unsent === 0) {
      this.#stall.moved();
      this.#stall.start();
    }
    this.unsent += size;
  }

  /** @param {string} text @param {Caller} x */
  #fly(text, x) {
    if (!this.#host.room.isHalfFull) return;
    x.flying = costOf(text.length);
    this.#flying += x.flying;
  }

  /** Gives the transport what it may have. */
  #pump() {
    while (!this.#isEnded && this.#given < this.#host.maxWrite && this.#next());
  }

  /**
   * Gives a message to the transport.
   * @param {string} text @param {boolean} owed @param {boolean} answer @returns {Promise<void> | undefined}
   */
  #give(text, owed, answer) {
    const cost = answer ? costOf(text.length) : 0;
    let sent;
    try {
      sent = this.#transport.send(text);
    } catch (error) {
      sent = Promise.reject(error);
    }
    if (!sent) {
      if (answer) this.#host.room.settle(cost);
      return undefined;
    }
    const size = text.length;
    this.#given += size;
    this.#add(size);
    if (owed) this.#owed += size;
    if (this.#sending?.sent === sent) {
      this.#sending.size += size;
      this.#sending.cost += cost;
      if (owed) this.#sending.owed += size;
      return this.#sending.done;
    }
    const sending = { sent, size, owed: owed ? size : 0, cost, done: Promise.resolve() };
    this.#sending = sending;
    sending.done = new Promise((resolve) => {
      this.#sendWaiters.add(resolve);
      Promise.resolve(sent)
        .catch(this.#host.failed)
        .then(() => {
          this.#written(sending);
          this.#sendWaiters.delete(resolve);
          resolve();
        });
    });
    return sending.done;
  }

  /** @param {{ size: number, owed: number, cost: number }} what the transport has written */
  #written({ size, owed, cost }) {
    this.#given -= size;
    this.unsent -= size;
    this.#owed -= owed;
    if (this.#isEnded) return;
    this.#stall.moved();
    if (cost > 0) this.#host.room.settle(cost);
    this.#pump();
    while (this.#answers.size > 0 && !this.isFull) this.#answers.shift()?.();
    if (this.unsent < this.#host.maxWrite) this.#release();
    if (this.unsent === 0) for (const resolve of this.#flushWaiters.splice(0)) resolve();
    this.#host.written();
  }

  /** Gives the next message that waits to the transport, unless it is held back. Reports whether there was one. */
  #next() {
    const isFirst = this.#first.size > 0;
    const message = isFirst ? this.#first.shift() : this.#line.first;
    if (!message) return false;
    const { text, owed, answer, x } = message;
    if (x) {
      if (this.#isHeld(text)) return false;
      this.#fly(text, x);
    }
    if (!isFirst) this.#line.shift();
    this.unsent -= text.length;
    if (owed) this.#owed -= text.length;
    if (owed && !isFirst) this.#others--;
    this.#give(text, owed, answer);
    return true;
  }

  /** Lets senders go on. */
  #release() {
    if (!this.#free) return;
    this.#free = undefined;
    this.#onFree();
  }

  /** Fulfilled when everything is written, or at the end. @returns {Promise<void>} */
  flushed() {
    return new Promise((resolve) => {
      if (this.unsent === 0 || this.#isEnded) resolve();
      else this.#flushWaiters.push(resolve);
    });
  }

  /** Drops what the transport does not have. */
  end() {
    this.#isEnded = true;
    this.#line.clear();
    this.#first.clear();
    this.#stall.stop();
    this.#release();
    while (this.#answers.size > 0) this.#answers.shift()?.();
    for (const resolve of this.#flushWaiters.splice(0)) resolve();
    for (const resolve of this.#sendWaiters) resolve();
    this.#sendWaiters.clear();
  }
}
