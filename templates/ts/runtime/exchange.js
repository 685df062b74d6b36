import { after, onAbort } from "./bounds.js";
import { TimeoutError } from "./failure.js";
import { Queue } from "./queue.js";
/** @import { ID } from "./answer.js" */
/** @import { SessionCall } from "./calls.js" */
/** @import { Room } from "./bounds.js" */
/** @import { Connection } from "./connection.js" */
/** @import { Carried } from "./serving.js" */
/** @import { Members, Value } from "./value.js" */

// A call that a connection makes, until it is answered.

/** @typedef {{ signal?: AbortSignal, timeout?: number, resetByProgress?: boolean, failSafe?: boolean }} CallOptions */

/** A call of this end. */
export class Exchange {
  /** @type {Promise<Value>} */
  promise;
  /** @type {ID} */
  id = null;
  /** @type {Members} */
  message = {};
  /** @type {SessionCall | undefined} */
  call;
  /** What is called, if it is carried in an envelope. @type {Carried | undefined} */
  row;
  /** The connection over which it was sent last. @type {Connection | undefined} */
  connection;
  isSettled = false;
  /** The result if there is no answer. @type {Value} */
  onFailure;
  /** Why it was cancelled, and the name of the error that then answers it. @type {{ reason: unknown, answered?: string } | undefined} */
  cancelled;
  /** What it takes of the calls that may be under way, if they are held back. */
  flying = 0;
  /** When the time of its timeout began, if progress begins it again; else 0. */
  began = 0;
  /** The queues of its iterators of events. @type {Set<Queue<Value>> | undefined} */
  #events;
  /** The queues of its iterators of progress, by kind. @type {Map<string, Queue<Value>> | undefined} */
  progress;
  /** @type {(() => void)[] | undefined} */
  #cleanUp;
  /** @type {(value: Value) => void} */
  #resolve = () => {};
  /** @type {(reason: unknown) => void} */
  #reject = () => {};

  /** @param {string} name what is called @param {string} method that carries it @param {Value} params of the method */
  constructor(name, method, params) {
    this.name = name;
    this.method = method;
    this.params = params;
    this.promise = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** @param {Value} value */
  resolve(value) {
    if (this.#settle()) this.#resolve(value);
  }

  /** @param {unknown} reason */
  reject(reason) {
    if (this.#settle()) this.#reject(reason);
  }

  #settle() {
    if (this.isSettled) return false;
    this.isSettled = true;
    for (const f of this.#cleanUp ?? []) f();
    for (const queue of this.#events ?? []) queue.end();
    for (const queue of this.progress?.values() ?? []) queue.end();
    return true;
  }

  /**
   * Calls a function after a time, unless the call is settled by then.
   * @param {number} milliseconds @param {() => void} f
   */
  after(milliseconds, f) {
    this.#atEnd(after(milliseconds, f));
  }

  /**
   * Calls a function with the reason why the call is to be cancelled.
   * @param {CallOptions} options @param {(reason: unknown) => void} cancel
   */
  watch({ signal, timeout, resetByProgress }, cancel) {
    if (timeout !== undefined && timeout < Infinity) {
      if (resetByProgress) this.began = performance.now();
      this.#limit(timeout, timeout, cancel);
    }
    if (signal) this.#atEnd(onAbort(signal, () => cancel(signal.reason)));
  }

  /** @param {number} left @param {number} timeout @param {(reason: unknown) => void} cancel */
  #limit(left, timeout, cancel) {
    this.after(left, () => {
      const more = this.began && this.began + timeout - performance.now();
      if (more > 0) this.#limit(more, timeout, cancel);
      else cancel(new TimeoutError(this.name, timeout));
    });
  }

  /** @param {() => void} f */
  #atEnd(f) {
    this.#cleanUp ??= [];
    this.#cleanUp.push(f);
  }

  /**
   * Returns the call as the caller sees it: a promise of the result, with the streams of the call.
   * @param {Room} room that unread items take
   * @param {(queue: Queue<Value>) => void} listen is told of the queue of an iterator of events
   * @param {() => void} observe is told that progress is read
   */
  handle(room, listen, observe) {
    const events = () => {
      const list = (this.#events ??= new Set());
      const queue = new Queue((q) => list.delete(q), room);
      this.promise.catch(() => {}); // the call rejects, whether or not somebody awaits it before the iterator ends
      if (this.isSettled) queue.end();
      else list.add(queue);
      listen(queue);
      return queue;
    };
    const progress = (kind = "progress") => {
      const list = (this.progress ??= new Map());
      this.promise.catch(() => {});
      const queue = list.get(kind) ?? new Queue((q) => list.get(kind) === q && list.delete(kind), room);
      if (this.isSettled) queue.end();
      else list.set(kind, queue);
      observe();
      return queue;
    };
    return Object.assign(this.promise, { id: this.id, events, progress });
  }
}
