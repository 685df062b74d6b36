import { quote } from "./error.js";
import { ConnectionError } from "./failure.js";
import { wordsOf } from "./flow.js";
import { resends } from "./outlive.js";
import { at } from "./rules.js";
/** @import { SessionCall } from "./calls.js" */
/** @import { Exchange } from "./exchange.js" */
/** @import { Session } from "./outlive.js" */
/** @import { Rules } from "./rules.js" */
/** @import { Report, Wire } from "./serving.js" */
/** @import { Machine } from "./session.js" */
/** @import { Value } from "./value.js" */

/**
 * @typedef {{ wire: Wire, rules: Rules, session?: Session, forget: (x: Exchange) => void, machine: Machine,
 *   report: (kind: string, text: string, more?: Partial<Report>) => void }} Caller of what is pending
 */

/** The maximum number of calls without an answer that nobody waits for and that the session knows. */
const MOST_PAST = 1000;

/**
 * The calls of a session that were given up. The oldest are forgotten, because their answers may never come.
 */
export class Past {
  #machine;
  /** @type {Set<SessionCall>} */
  #calls = new Set();

  /** @param {Machine} machine */
  constructor(machine) {
    this.#machine = machine;
  }

  /** @param {SessionCall | undefined} call */
  add(call) {
    if (!call) return;
    this.#calls.add(call);
    if (this.#calls.size <= MOST_PAST) return;
    const [oldest] = this.#calls;
    this.#calls.delete(oldest);
    this.#machine.forget(oldest);
  }
}

/** The calls of a connection that are not answered. */
export class Pending {
  #host;
  /** The acts that end requests without an answer, or are ended so. */
  #endingActs;
  /** @type {Map<Value, Exchange>} */
  #calls = new Map();
  /** Calls that may end without an answer. @type {Set<Exchange>} */
  #settleable = new Set();

  /** @param {Caller} host */
  constructor(host) {
    this.#host = host;
    this.past = new Past(host.machine);
    this.#endingActs = host.rules.acts.filter((a) => a.rules?.some(({ is }) => ["settled_by", "cancelled_by", "timeout", "ends"].includes(is)));
  }

  get size() {
    return this.#calls.size;
  }

  /** @param {Value} id */
  get(id) {
    return this.#calls.get(id);
  }

  /**
   * Reports whether a call of a method is open.
   * @param {string | undefined} method
   */
  calls(method) {
    return [...this.#calls.values()].some((x) => x.method === method);
  }

  /**
   * Waits for the answer to a call.
   * @param {Exchange} x
   */
  expect(x) {
    this.#calls.set(x.id, x);
    const acts = this.#endingActs.filter((a) => (a.kind === "method" ? a.name === x.method : a.kind === "request" && a.name === x.row?.tag));
    for (const rule of acts.flatMap((a) => a.rules ?? [])) {
      if (rule.is === "settled_by" || rule.is === "cancelled_by") this.#settleable.add(x);
      if (rule.is !== "timeout") continue;
      const stated = rule.path && at(x.params, rule.path);
      const seconds = typeof stated === "number" ? stated : (rule.seconds ?? 0);
      if (seconds > 0) x.after(seconds * 1000, () => this.isOver(x));
    }
  }

  /** @param {Exchange} x whose time is over */
  isOver(x) {
    if (this.#calls.get(x.id) === x) this.giveUp(x, new ConnectionError("settled", `no answer to ${quote(x.name)} is owed any more`));
  }

  /** Ends the calls that need no answer any more. */
  sweep() {
    if (this.#endingActs.length === 0) return false;
    for (const x of this.#settleable) {
      if (x.call?.unanswered === false) this.giveUp(x, new ConnectionError("settled", `${quote(x.name)} was settled without an answer`));
    }
    return true;
  }

  /**
   * Ends a call that is not answered: with its fail-safe answer, if it has one and was not cancelled.
   * @param {Exchange} x @param {unknown} error
   */
  giveUp(x, error) {
    if (x.isSettled) return;
    if (this.#calls.get(x.id) === x) this.past.add(x.call);
    this.drop(x);
    this.#host.session?.drop(x);
    if (x.cancelled) x.reject(x.cancelled.reason);
    else if (x.onFailure === undefined) x.reject(error);
    else this.failSafe(x, error);
  }

  /**
   * Ends open calls with an error, or makes them wait for the next connection.
   * @param {ConnectionError} error
   */
  giveUpAll(error) {
    const { session, rules } = this.#host;
    for (const x of [...this.#calls.values()]) {
      if (session && !session.isClosed && resends(rules, x.row ? "request" : "method", x.row?.tag ?? x.method)) {
        this.drop(x);
        session.keep(x);
      } else {
        this.giveUp(x, error);
      }
    }
  }

  /** @param {Exchange} x @param {unknown} error */
  failSafe(x, error) {
    const { report, wire } = this.#host;
    report("on_failure", `${quote(x.name)} has no answer: ${wordsOf(error)}`, { error });
    const got = wire.readResultOf?.(x.method, x.onFailure, x.params);
    x.resolve(got?.ok ? got.value : { ...x.onFailure }); // which may leave out members
  }

  /** @param {Exchange} x */
  drop(x) {
    this.#calls.delete(x.id);
    this.#settleable.delete(x);
    this.#host.forget(x);
  }
}
