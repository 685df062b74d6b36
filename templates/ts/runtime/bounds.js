// What bounds a connection: bytes that wait, and times.

/** The maximum time of a timer, in milliseconds. */
const LONGEST = 2 ** 31 - 1;
/** What a message takes of a bound besides its length. */
const EACH = 1024;

/**
 * What a message takes of the room: its length, and what it needs otherwise.
 * @param {number} length
 */
export function costOf(length) {
  return length + EACH;
}

/** A clock that ends if nothing has moved for a time. */
export class Stall {
  #after;
  #ended;
  #keepsAlive;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** When something has moved last. */
  #last = 0;

  /**
   * @param {number | undefined} after how long, in milliseconds @param {() => void} ended
   * @param {boolean} [keepsAlive] a program of Node does not end while it runs
   */
  constructor(after = Infinity, ended, keepsAlive = true) {
    this.#after = after;
    this.#ended = ended;
    this.#keepsAlive = keepsAlive;
  }

  /** Starts the clock, unless it runs. */
  start() {
    if (this.#timer !== undefined || !(this.#after < Infinity)) return;
    this.#last = performance.now();
    this.#wait(this.#after);
  }

  /** Says that something has moved. */
  moved() {
    if (this.#timer !== undefined) this.#last = performance.now();
  }

  /** Stops the clock. */
  stop() {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** @param {number} milliseconds */
  #wait(milliseconds) {
    /** @type {any} */
    const timer = setTimeout(() => {
      const left = this.#last + this.#after - performance.now();
      if (left > 0) {
        this.#wait(left);
      } else {
        this.#timer = undefined;
        this.#ended();
      }
    }, Math.min(milliseconds, LONGEST));
    if (!this.#keepsAlive) timer.unref?.(); // in Node
    this.#timer = timer;
  }
}

/** The room for what was received and waits: requests for a handler, events for a reader, answers for being written. */
export class Room {
  /** What the message that is being received takes. */
  cost = 0;
  #most;
  #stall;
  #held = 0;
  /** That of it which is for requests and answers. */
  #owed = 0;
  /** Called once when these take less than half of the room. @type {(() => void) | undefined} */
  onHalf;
  /** Continues the reader, which waits. @type {(() => void) | undefined} */
  #onRoom;

  /** @param {number} most @param {number} stallWait @param {() => void} stalled */
  constructor(most, stallWait, stalled) {
    this.#most = most;
    this.#stall = new Stall(stallWait, stalled);
  }

  get isFull() {
    return this.#held >= this.#most;
  }

  /** @param {number} cost */
  add(cost) {
    this.#held += cost;
  }

  /** @param {number} cost */
  take(cost) {
    this.#held -= cost;
    this.#stall.moved();
    if (this.#onRoom && !this.isFull) this.end();
  }

  /** Whether requests and answers take half of the room. */
  get isHalfFull() {
    return this.#owed * 2 >= this.#most;
  }

  /**
   * Adds a request, or an answer.
   * @param {number} cost
   */
  owe(cost) {
    this.#owed += cost;
    this.add(cost);
  }

  /** @param {number} cost */
  settle(cost) {
    this.#owed -= cost;
    this.take(cost);
    if (!this.onHalf || this.isHalfFull) return;
    const f = this.onHalf;
    this.onHalf = undefined;
    f();
  }

  /**
   * What calls may take that are under way while requests and answers take half of the room: so much that what was sent to the peer before,
   * and these, do not fill its room.
   */
  get mostFlying() {
    return this.#most / 4;
  }

  /** Fulfilled when there is room again, or at the end. @returns {Promise<void>} */
  wait() {
    this.#stall.start();
    return new Promise((resolve) => (this.#onRoom = resolve));
  }

  /** Continues the reader. */
  end() {
    this.#stall.stop();
    this.#onRoom?.();
    this.#onRoom = undefined;
  }
}

/**
 * Words for what was not taken.
 * @param {number} requests that wait for a handler @param {number} events that are not read @param {number} bytes to be written
 */
export function untaken(requests, events, bytes) {
  const of = [requests > 0 && `${requests} requests for handlers`, events > 0 && `${events} events for a reader`, bytes > 0 && `${bytes} bytes for being written`];
  return `${of.filter(Boolean).join(", ")} wait, and none was taken`;
}

/**
 * Calls a function after a time, and returns a function that prevents this.
 * @param {number} milliseconds @param {() => void} f
 */
export function after(milliseconds, f) {
  const timer = setTimeout(f, Math.min(milliseconds, LONGEST));
  return () => clearTimeout(timer);
}

/** The functions to be called when a signal is aborted. A signal has one listener, however many calls share it. @type {WeakMap<AbortSignal, Set<() => void>>} */
const watched = new WeakMap();

/**
 * Calls a function when a signal is aborted, and returns a function that prevents this.
 * @param {AbortSignal} signal @param {() => void} f
 */
export function onAbort(signal, f) {
  const before = watched.get(signal);
  const all = before ?? new Set();
  all.add(f);
  if (!before) {
    watched.set(signal, all);
    signal.addEventListener("abort", aborted);
  }
  return () => {
    all.delete(f);
    if (all.size > 0 || watched.get(signal) !== all) return;
    watched.delete(signal);
    signal.removeEventListener("abort", aborted);
  };
}

/** @this {AbortSignal} */
function aborted() {
  for (const f of [...(watched.get(this) ?? [])]) f();
}

/**
 * Waits for a promise, unless a signal is aborted or a time has passed before. Returns the reason in these cases.
 * @param {Promise<unknown>} promise @param {AbortSignal | undefined} signal @param {number} timeout @param {() => unknown} late makes the reason when the time has passed
 * @returns {Promise<{ reason: unknown } | undefined>}
 */
export function unless(promise, signal, timeout, late) {
  return new Promise((resolve) => {
    const stops = [timeout < Infinity ? after(timeout, () => end({ reason: late() })) : () => {}];
    const end = (/** @type {{ reason: unknown } | undefined} */ early) => {
      for (const stop of stops) stop();
      resolve(early);
    };
    if (signal?.aborted) end({ reason: signal.reason });
    else if (signal) stops.push(onAbort(signal, () => end({ reason: signal.reason })));
    promise.then(() => end(undefined));
  });
}
