/** @import { Act } from "./rules.js" */
// The calls of a session: by id, by act while they are open, and in their order.

/**
 * @typedef {"first" | "second" | "either"} Side of a session; either is both, or one that is unknown
 * @typedef {{ rule: string, act: string, text: string, error: string, other: number }} Broken rule of a call, which is answered with its error
 * @typedef {{ number: number, side?: string, id: unknown, method?: string, request?: string, time?: number, unanswered: boolean }} SessionCall a call as callers see it
 */

/** The maximum number of calls that a session remembers. Beyond it, the oldest is dropped. */
const MAX_CALLS = 100_000;
/** The maximum number of calls with one id for which `answers` is called: a hostile peer may send many that are refused. */
export const MAX_CANDIDATES = 16;

/** @type {Side[]} */
const sides = ["first", "second", "either"];
/** @type {Side[]} */
const notFirst = ["second", "either"];
/** @type {Side[]} */
const notSecond = ["first", "either"];
/** @type {Call[]} */
const none = [];

/** A request. */
export class Call {
  /** It was refused, or sent after the end of the session. */
  isRefused = false;
  isHistory = false;
  /** The number of times that it was resent. */
  resent = 0;
  /** 0: none */
  deadline = 0;
  /** Of a handshake: the state before it. @type {{ greeted: boolean, agreement: any } | undefined} */
  previous;
  /** It has a timeout of unknown duration. */
  hasUnknownTimeout = false;
  /** @type {Broken[]} */
  broken = [];
  isOpen = false;
  isDropped = false;
  /** The key of its list, if it was refused. */
  key = "";

  /**
   * @param {SessionCall} call @param {Side} side that sent it @param {string} id its text @param {number} order of the message in the session
   * @param {Act[]} acts
   */
  constructor(call, side, id, order, acts) {
    this.call = call;
    this.side = side;
    this.id = id;
    this.order = order;
    this.acts = acts;
  }

  get name() {
    return this.call.request ?? this.call.method ?? "";
  }

  /** Words for the call. */
  get words() {
    return this.name ? `"${this.name}"` : "the request of an undeclared method";
  }

  get isUnanswered() {
    return this.call.unanswered;
  }
}

/** Calls in order. Removed ones stay in the list until it is compacted. */
class List {
  /** @type {Call[]} */
  #calls = [];
  #head = 0; // those before it are not in the list any more
  #has;
  size = 0;

  /** @param {(c: Call) => boolean} has */
  constructor(has) {
    this.#has = has;
  }

  /** @param {Call} c */
  add(c) {
    this.#calls.push(c);
    this.size++;
  }

  /**
   * Records that c is not in the list any more. Near the head it closes the gap, because the oldest calls are looked up often.
   * @param {Call} c
   */
  removed(c) {
    this.size--;
    const at = this.#calls.slice(this.#head, this.#head + MAX_CANDIDATES).indexOf(c);
    if (at >= 0) {
      this.#calls.copyWithin(this.#head + 1, this.#head, this.#head + at);
      this.#head++;
    }
    if (this.#calls.length > 1.25 * this.size + 16) {
      this.#calls = this.all();
      this.#head = 0;
    }
  }

  all() {
    return this.#calls.slice(this.#head).filter(this.#has);
  }

  /** @returns {Call | undefined} */
  first() {
    if (this.size === 0) return undefined;
    while (!this.#has(this.#calls[this.#head])) this.#head++;
    return this.#calls[this.#head];
  }

  *[Symbol.iterator]() {
    if (this.first() === undefined) return;
    for (let i = this.#head; i < this.#calls.length; i++) if (this.#has(this.#calls[i])) yield this.#calls[i];
  }
}

const isOpen = (/** @type {Call} */ c) => c.isOpen;
const isRemembered = (/** @type {Call} */ c) => !c.isDropped;

/** The calls of one session. */
export class Calls {
  /** Those that were not refused; at most a few share an id. @type {Map<string, Call[]>} */
  #byID = new Map();
  /** Those that were refused, by their side, whether they are unanswered, and their id. @type {Map<string, List>} */
  #refused = new Map();
  /** All that were not dropped, oldest first; at most MAX_CALLS. */
  #remembered = new List(isRemembered);
  /** Those with a deadline, the earliest first; some may be dropped. @type {Call[]} */
  #byDeadline = [];
  #open;

  /** @param {Act[]} acts */
  constructor(acts) {
    const bySide = () => ({ first: new List(isOpen), second: new List(isOpen), either: new List(isOpen) });
    this.#open = new Map(acts.map((act) => [act, bySide()]));
  }

  /** @param {Act} act @param {Side} side that sent them */
  #openOf(act, side) {
    return /** @type {{ [side: string]: List }} */ (this.#open.get(act))[side];
  }

  /**
   * Remembers a call.
   * @param {Call} c
   */
  add(c) {
    if (c.isRefused) this.#addRefused(c);
    else this.#byID.set(c.id, [...this.withID(c.id), c]);
    this.#remembered.add(c);
    while (this.#remembered.size > MAX_CALLS) this.drop(/** @type {Call} */ (this.#remembered.first()));
  }

  /** @param {Call} c */
  #addRefused(c) {
    c.key = refusedKey(c.side, c.isUnanswered, c.id);
    const list = this.#refused.get(c.key) ?? new List(isRemembered);
    this.#refused.set(c.key, list);
    list.add(c);
  }

  /** Returns all calls, the oldest first. */
  all() {
    return this.#remembered.all();
  }

  /**
   * Returns the calls with an id, of those that were not refused.
   * @param {string} id @returns {Call[]}
   */
  withID(id) {
    return this.#byID.get(id) ?? none;
  }

  /**
   * Returns an open call whose id c must not have: one of the same side; or, of two with that id, one of which must be, rather one
   * whose side is unknown.
   * @param {Call} c
   */
  conflicting(c) {
    if (c.isRefused) return undefined;
    const same = [];
    for (const x of this.withID(c.id)) {
      if (!x.isUnanswered) {
        if (x.side === c.side) this.drop(x); // its answer would be late: from now on the id is that of c
        continue;
      }
      if (x.side === c.side && c.side !== "either") return x;
      same.push(x);
    }
    return same.length < 2 ? undefined : (same.find((x) => x.side === "either") ?? same[0]);
  }

  /**
   * Returns the call that a response answers; several may have its id if it is unknown who sent it.
   * @param {string} id @param {Side} side that sent the response @param {((call: any) => boolean) | undefined} answers
   * @returns {Call | undefined}
   */
  find(id, side, answers) {
    const by = side === "either" ? sides : notOf(side);
    for (const isUnanswered of [true, false]) {
      const list = this.#oldest(id, by, isUnanswered);
      if (list.length > 0) return (answers && list.find((c) => answers(c.call))) ?? list[0];
    }
    return undefined;
  }

  /**
   * Returns the oldest calls with an id that one of some sides has sent, in their order: at most MAX_CANDIDATES.
   * @param {string} id @param {Side[]} by @param {boolean} isUnanswered
   */
  #oldest(id, by, isUnanswered) {
    const list = this.withID(id).filter((c) => c.isUnanswered === isUnanswered && by.includes(c.side));
    if (this.#refused.size === 0) return list;
    for (const s of by) {
      let n = 0;
      for (const c of this.#refused.get(refusedKey(s, isUnanswered, id)) ?? none) {
        list.push(c);
        if (++n === MAX_CANDIDATES) break;
      }
    }
    return list.sort(byOrder).slice(0, MAX_CANDIDATES);
  }

  /**
   * Records that a call is open.
   * @param {Call} c
   */
  open(c) {
    c.isOpen = true;
    for (const a of c.acts) this.#openOf(a, c.side).add(c);
  }

  /**
   * Returns the oldest open call of an act that one of some sides has sent.
   * @param {Act} act @param {Side[]} [by]
   */
  firstOpen(act, by = sides) {
    /** @type {Call | undefined} */
    let oldest;
    for (const side of by) {
      const c = this.#openOf(act, side).first();
      if (c && (!oldest || c.order < oldest.order)) oldest = c;
    }
    return oldest;
  }

  /**
   * Returns an open call of an act that a side must not have besides a new one. Where it is unknown who sent some of them, each side
   * may have one.
   * @param {Act} act @param {Side} side
   */
  another(act, side) {
    const own = side === "either" ? undefined : this.firstOpen(act, [side]);
    if (own) return own;
    const known = sides.filter((s) => s !== "either" && this.firstOpen(act, [s])).length;
    if (known + this.#openOf(act, "either").size < 2) return undefined;
    return this.firstOpen(act, side === "either" ? sides : ["either"]);
  }

  /**
   * Returns the open calls of an act, the oldest first.
   * @param {Act} act
   */
  allOpen(act) {
    return sides.flatMap((side) => this.#openOf(act, side).all()).sort(byOrder);
  }

  /**
   * Records that no answer to c is expected any more. A later one is "late".
   * @param {Call} c
   */
  release(c) {
    c.call.unanswered = false;
    if (!c.isOpen) return;
    c.isOpen = false;
    for (const a of c.acts) this.#openOf(a, c.side).removed(c);
  }

  /** Releases all calls. */
  releaseAll() {
    this.#refused.clear();
    for (const c of this.all()) {
      this.release(c);
      if (c.isRefused) this.#addRefused(c);
    }
  }

  /**
   * Remembers the deadline of a call.
   * @param {Call} c
   */
  await(c) {
    if (this.#byDeadline.length > 2 * this.#remembered.size + 100) this.#byDeadline = this.#byDeadline.filter(isRemembered);
    const at = this.#byDeadline.findLastIndex((x) => x.deadline <= c.deadline) + 1;
    this.#byDeadline.splice(at, 0, c);
  }

  /**
   * Releases the calls whose deadline has passed.
   * @param {number} time
   */
  expire(time) {
    const first = this.#byDeadline.findIndex((c) => c.deadline > time);
    const over = this.#byDeadline.splice(0, first < 0 ? this.#byDeadline.length : first);
    for (const c of over) this.release(c);
  }

  /**
   * Ends a call that was answered. One that was resent may be answered again, and each answer to one of a replay is a fault.
   * @param {Call} c @param {boolean} wasOwed
   */
  close(c, wasOwed) {
    this.release(c);
    if (c.resent > 0) c.resent--;
    else if (wasOwed || !c.isHistory) this.drop(c);
  }

  /**
   * Forgets a call.
   * @param {Call} c
   */
  drop(c) {
    if (c.isDropped) return;
    c.isDropped = true;
    this.#remembered.removed(c);
    this.release(c);
    if (c.isRefused) {
      this.#dropRefused(c);
      return;
    }
    const others = this.withID(c.id).filter((x) => x !== c);
    if (others.length > 0) this.#byID.set(c.id, others);
    else this.#byID.delete(c.id);
  }

  /** @param {Call} c */
  #dropRefused(c) {
    const list = /** @type {List} */ (this.#refused.get(c.key));
    list.removed(c);
    if (list.size === 0) this.#refused.delete(c.key);
  }
}

/**
 * Returns the sides that a call may come from which is not of side.
 * @param {Side} side @returns {Side[]}
 */
export function notOf(side) {
  return side === "first" ? notFirst : notSecond;
}

/** @param {Side} side @param {boolean} isUnanswered @param {string} id */
function refusedKey(side, isUnanswered, id) {
  return `${side} ${isUnanswered} ${id}`;
}

/** @param {Call} a @param {Call} b */
export function byOrder(a, b) {
  return a.order - b.order;
}
