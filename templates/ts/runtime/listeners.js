import { lineOf, quote } from "./error.js";
import { wordsOf } from "./flow.js";
import { Queue } from "./queue.js";
/** @import { Room } from "./bounds.js" */
/** @import { Exchange } from "./exchange.js" */
/** @import { Report, Wire } from "./serving.js" */
/** @import { Value } from "./value.js" */

// The receivers of events, notifications and progress.

/** @typedef {(payload: Value, info: { message: Value, history: boolean }) => unknown} Callback */

/** @type {Promise<unknown>[]} */
const none = [];

/** The length of a queue above which its reader runs before the next message is read. */
const LONG = 64;

/** The callbacks and the iterators of a connection. */
export class Listeners {
  /** @type {Map<string, Set<Callback>>} */
  #callbacks = new Map();
  /** @type {Set<Queue<Value>>} */
  #queues = new Set();
  /** The calls whose progress is read. @type {Set<Exchange>} */
  observed = new Set();
  #room;
  #report;

  /** @param {Room} room that unread messages take @param {(kind: string, text: string, more?: Partial<Report>) => void} report */
  constructor(room, report) {
    this.#room = room;
    this.#report = report;
  }

  /** @param {string} name @param {Callback} callback */
  on(name, callback) {
    const list = this.#callbacks.get(name) ?? new Set();
    this.#callbacks.set(name, list.add(callback));
    return () => void list.delete(callback);
  }

  /** @param {Queue<Value>} queue */
  add(queue) {
    this.#queues.add(queue);
  }

  /** Returns a queue of the messages that arrive. */
  iterate() {
    const queue = new Queue((q) => this.#queues.delete(q), this.#room);
    this.#queues.add(queue);
    return queue;
  }

  /** Ends all iterators. */
  end() {
    for (const queue of this.#queues) queue.end();
    this.#queues.clear();
  }

  /** Reports whether readers of queues should run before more is put into them. */
  get isBehind() {
    for (const queue of this.#queues) {
      if (queue.isEnded) this.#queues.delete(queue);
      else if (queue.size > LONG) return true;
    }
    return false;
  }

  /** The number of messages that wait for a reader. */
  get unread() {
    const all = [...this.#queues, ...[...this.observed].flatMap((x) => [...(x.progress?.values() ?? [])])];
    return all.reduce((n, queue) => n + (queue.isEnded ? 0 : queue.size), 0);
  }

  /**
   * Passes a message to the iterators.
   * @param {Value} item
   */
  deliver(item) {
    for (const queue of this.#queues) {
      if (queue.isEnded) this.#queues.delete(queue);
      else queue.push(item);
    }
  }

  /**
   * Passes a payload to the callbacks of a name. Returns the promises of those that are not done.
   * @param {string} name @param {Value} payload @param {{ message: Value, history: boolean }} info @returns {Promise<unknown>[]}
   */
  tell(name, payload, info) {
    const callbacks = this.#callbacks.get(name);
    if (!callbacks) return none;
    const failed = (/** @type {unknown} */ error) =>
      this.#report("callback", `what ${quote(name)} was handed to has failed: ${wordsOf(error)}`, { error, message: info.message });
    const open = [];
    for (const callback of [...callbacks]) {
      try {
        const done = callback(payload, info);
        if (done instanceof Promise) open.push(done.catch(failed));
      } catch (error) {
        failed(error);
      }
    }
    return open;
  }

  /**
   * Passes the progress in a message to the iterators of its calls, and begins the time of those again that it resets.
   * @param {Wire} wire @param {Value} message
   */
  progress({ progressOf, kindsOf }, message) {
    if (!progressOf) return;
    for (const x of this.observed) {
      if (x.began && kindsOf?.(x.method).some((kind) => progressOf(x.message, message, kind))) x.began = performance.now();
      for (const [kind, queue] of x.progress ?? []) {
        const got = progressOf(x.message, message, kind);
        if (got?.ok) queue.push(got.value);
        else if (got) this.#report("unreadable", lineOf(got.errors[0]), { errors: got.errors, message });
      }
    }
  }
}
