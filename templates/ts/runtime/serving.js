import { declaredError, internalError, refusal, undeclared } from "./answer.js";
import { ConnectionError, ResponseError } from "./failure.js";
import { wordsOf } from "./flow.js";
import { lineOf, quote } from "./error.js";
import { get, object } from "./guard.js";
import { resends } from "./outlive.js";
import { at, partsOf } from "./rules.js";
import { Stop, outcomeOf } from "./stop.js";
/** @import { ID } from "./answer.js" */
/** @import { Room } from "./bounds.js" */
/** @import { SessionCall } from "./calls.js" */
/** @import { Composer } from "./compose.js" */
/** @import { Connection } from "./connection.js" */
/** @import { Fault as ReadFault } from "./error.js" */
/** @import { FrameFault } from "./framing.js" */
/** @import { Resendable, Session } from "./outlive.js" */
/** @import { Pending } from "./pending.js" */
/** @import { Refused } from "./read.js" */
/** @import { Parts, Rules } from "./rules.js" */
/** @import { Machine, Verdict } from "./session.js" */
/** @import { Outcome } from "./stop.js" */
/** @import { Together } from "./together.js" */
/** @import { Node, Value } from "./value.js" */

// The requests of the peer: the handlers that answer them, and the answers.

/**
 * @typedef {{ ok: true, value: Value } | { ok: false, errors: ReadFault[] }} ReadResult
 * @typedef {{ ok: true, value: Value } | { ok: false, errors: ReadFault[], refused: Refused }} MessageResult
 * @typedef {{ name: string, kind: "event" | "request", tag: string, method: string, from: string, id?: string[], since?: string, onFailure?: Value }} Carried
 * an event or a request in the envelope, with the method that carries it
 * @typedef {{ by: string, path?: string[], answered?: string, none?: boolean }} Cancelling
 * @typedef {{ method: string, chosen?: string[], optional?: boolean, legacy?: string, offered?: string[] }} Greeting
 * @typedef {{ in: "params" | "result", path: string[] }} Limit the place in the handshake of what a side accepts
 * @typedef {object} Wire what a connection needs of a protocol
 * @property {() => Machine} newSession
 * @property {Node} shell
 * @property {((text: string | Uint8Array) => MessageResult)[]} parse what each side receives
 * @property {((v: Value) => MessageResult)[]} read
 * @property {((text: string | Uint8Array) => MessageResult)} [parseBatch]
 * @property {number} [maxBatch]
 * @property {(message: Value) => string} write
 * @property {(result: { errors: ReadFault[], refused: Refused }) => Value} refuse
 * @property {(message: Value) => Value} refuseUnknown
 * @property {(call: Value, result: Value) => Value} [reply]
 * @property {(call: Value, error: Value) => Value} [fail]
 * @property {(name: string, data?: Value, message?: string) => Value} [newError]
 * @property {(method: string, v: Value, params?: Value) => ReadResult} [readResultOf]
 * @property {(request: Value, message: Value, kind: string) => ReadResult | undefined} [progressOf]
 * @property {(method: string) => string[]} [kindsOf] the kinds of progress of a request
 * @property {(message: Value, kind: string, method: string | undefined) => Value} [shown] a message without sensitive values
 * @property {(error: Value) => string | undefined} [nameOf]
 * @property {string} [words] the member of the data of errors that has their message
 * @property {{ [method: string]: { kind: string, from: string | readonly string[], since?: string } }} methods
 * @property {Carried[]} [carried]
 * @property {string} [tag]
 * @property {string} [content]
 * @property {Map<string, Cancelling>} [cancels] by the kind and the name of what is cancelled
 * @property {Greeting} [handshake]
 * @property {{ maxBytes?: number, tooLarge?: string }} framing
 * @property {(Limit | undefined)[]} [limits] of each side
 * @property {string} [counter] the member that counts the messages of a side
 * @property {string} version
 * @property {(a: string, b: string) => number} compareVersions
 */

/**
 * @typedef {{ kind: string, text: string, message?: Value, fault?: Value, errors?: ReadFault[], error?: unknown }} Report
 * @typedef {{ signal: AbortSignal, id: ID, method: string, message: Value, connection: Connection }} Context of a handler
 * @typedef {(params: Value, context: Context) => Value} Handler
 * @typedef {(method: string, params: Value, context: Context) => Value} UnknownHandler of what the protocol does not declare
 * @typedef {Context & { kind: "request" | "event" | "notification", name: string, params: Value }} Incoming message, with what its handler gets
 * @typedef {(message: Incoming, next: (params?: Value) => Value) => Value} Interceptor of incoming messages
 * @typedef {{ since: number, together?: Together, method?: string, name?: string }} Answered message: the mark of the outbox when it came
 * @typedef {object} Running request
 * @property {SessionCall} call
 * @property {Stop} stop
 * @property {string} act
 * @property {string} method
 * @property {string} name
 * @property {Value} message
 * @property {Value} params
 * @property {Value} id
 * @property {number} cost what the message takes of the room while it waits for a handler, and then of that of handlers
 * @property {number} since the mark of the outbox when it came
 * @property {() => Value} [handler] while it waits to be called
 * @property {Resendable} [resendable]
 * @property {Together} [together]
 * @typedef {object} Host of the handlers
 * @property {Wire} wire
 * @property {Rules} rules
 * @property {Machine} session
 * @property {Composer} composer
 * @property {string} role
 * @property {Connection} connection
 * @property {UnknownHandler} [unknown]
 * @property {Interceptor} [incoming]
 * @property {Session} [outlives]
 * @property {number} maxHandlers
 * @property {number} maxRead
 * @property {Room} room
 * @property {{ readonly isFull: boolean, readonly mark: number, whenRoom(f: () => void): void }} outbox
 * @property {Pending} pending
 * @property {() => boolean} isGreeting
 * @property {() => boolean} isDraining
 * @property {(message: Value, parts: Parts, to: Answered) => void} send
 * @property {(params: Value, result: Value) => void} agree
 * @property {(kind: string, text: string, more?: Partial<Report>) => void} report
 */

/** The error message that a peer gets for a failed handler: what the handler threw may be confidential. */
const failed = "the handler failed";

/** What a notification has of a request. */
const noRequest = { call: { number: 0, id: null, unanswered: false }, act: "", id: null, cost: 0, since: 0 };

/** Handles the requests of the peer. */
export class Serving {
  /** @type {Map<string, Handler>} */
  handlers = new Map();
  #host;
  /** The requests that are not answered, also those that wait. @type {Map<Value, Running>} */
  #running = new Map();
  /** Those that wait for their handlers to be called, in their order. @type {Set<Running>} */
  #waiting = new Set();
  /** Those of which a message may say that they need no answer. @type {Set<Running>} */
  #settleable = new Set();
  /** The number of handlers that run, and what their requests take. */
  #started = 0;
  #startedCost = 0;
  #isStarting = false;
  #isStopped = false;
  /** The acts that a message may settle. */
  #ending;
  /** The methods that cancel requests. */
  #cancelling;
  /** @type {Together | undefined} */
  #together;
  /** @type {((value?: unknown) => void)[]} */
  #waiters = [];

  /** @param {Host} host */
  constructor(host) {
    this.#host = host;
    const ends = host.rules.acts.filter((a) => a.rules?.some(({ is }) => ["settled_by", "cancelled_by", "timeout"].includes(is)));
    this.#ending = new Set(ends.map(({ kind, name }) => `${kind} ${name}`));
    this.#cancelling = new Set([...(host.wire.cancels?.values() ?? [])].map(({ by }) => by));
  }

  /** The number of unanswered requests. */
  get size() {
    return this.#running.size;
  }

  /** The number of requests that wait for a handler. */
  get waiting() {
    return this.#waiting.size;
  }

  /**
   * Reports whether a request of a method is being handled.
   * @param {string | undefined} method
   */
  handles(method) {
    return [...this.#running.values()].some(({ act }) => act === `method ${method}`);
  }

  /**
   * Sends the answers that f gives together.
   * @param {Together} together @param {() => void} f
   */
  gather(together, f) {
    this.#together = together;
    f();
    this.#together = undefined;
    together.end();
  }

  /**
   * Fulfilled when all requests have been answered and their handlers have returned, or at the latest when handlers are told to stop.
   * @param {boolean} [latest] also then it waits for them
   */
  async answered(latest = false) {
    while (this.#running.size > 0 && (latest || !this.#isStopped)) await new Promise((resolve) => this.#waiters.push(resolve));
  }

  /**
   * Tells all handlers to stop. Requests that wait for one are dropped.
   * @param {Error} reason
   */
  stop(reason) {
    const { outlives } = this.#host;
    this.#isStopped = true;
    for (const entry of [...this.#running.values()]) {
      const { resendable } = entry;
      const goesOn = resendable && !outlives?.isClosed;
      if (this.#waiting.has(entry)) {
        if (goesOn) outlives?.forget(resendable); // it comes again as a new one
        this.#drop(entry);
      } else if (goesOn) this.#running.delete(entry.id); // its handler goes on
      else entry.stop.abort(reason);
    }
    this.#wake();
  }

  #wake() {
    for (const resolve of this.#waiters.splice(0)) resolve();
  }

  /** Tells the handlers to stop whose answers are not expected any more. */
  sweep() {
    for (const entry of this.#host.session.isEnded ? [...this.#running.values()] : this.#settleable) {
      if (entry.call.unanswered || entry.stop.isAborted) continue;
      entry.stop.abort(new ConnectionError("settled", "no answer is owed any more"));
      if (!this.#waiting.has(entry)) continue;
      this.#host.pending.past.add(entry.call);
      this.#drop(entry);
    }
  }

  /**
   * Drops a request that waits for its handler.
   * @param {Running} entry
   */
  #drop(entry) {
    this.#leave(entry);
    if (this.#running.get(entry.id) === entry) this.#running.delete(entry.id);
    this.#settleable.delete(entry);
    entry.together?.end();
    this.#wake();
  }

  /**
   * Tells the handlers to stop whose requests a message cancels.
   * @param {Parts} parts
   */
  cancelled({ method, params }) {
    const { cancels } = this.#host.wire;
    if (!cancels || !this.#cancelling.has(/** @type {string} */ (method))) return;
    for (const entry of [...this.#running.values()]) {
      const { act, id, stop } = entry;
      const rule = cancels.get(act);
      if (!rule || rule.by !== method || (rule.path && at(params, rule.path) !== id)) continue;
      stop.abort(new ConnectionError("cancelled", "the request was cancelled"));
      if (rule.answered === undefined || !this.#waiting.has(entry)) continue;
      this.#leave(entry);
      this.#over(entry, { error: stop.reason });
    }
  }

  /**
   * Answers a request of the peer: by its handler, or by what the protocol says.
   * @param {Value} message @param {Parts & { method: string }} parts @param {Carried | undefined} row @param {Value} payload
   * @param {Verdict} verdict
   */
  request(message, { method, id, params }, row, payload, verdict) {
    const entry = this.#entryOf(message, { method, id, params }, row, verdict);
    if (!entry || this.#isAgain(entry, row ? "request" : "method", row?.tag ?? method)) return;
    const { name } = entry;
    const own = this.handlers.get(name);
    const handler = own ?? this.handlers.get(method);
    const { shell } = this.#host.wire;
    const missing = () => new ResponseError(refusal(shell, "method", `there is no handler for ${quote(name)}`));
    if (handler || this.#host.incoming) {
      this.#await(entry, this.#handlerOf(entry, method, name, own ? payload : params, handler ?? (() => (this.#cancelling.has(method) ? {} : Promise.reject(missing())))));
    } else if (this.#cancelling.has(method)) this.#run(entry, () => ({}));
    else this.#fail(entry, refusal(shell, "method", `there is no handler for ${quote(name)}`));
  }

  /**
   * Returns what calls the handler of a request, through the interceptor if there is one.
   * @param {Running} entry @param {string} method @param {string} name @param {Value} params @param {Handler} handler
   * @returns {() => Value}
   */
  #handlerOf(entry, method, name, params, handler) {
    const { incoming } = this.#host;
    if (!incoming) return () => handler(params, this.#contextOf(entry, method));
    return () => this.intercept("request", entry, method, name, params, handler);
  }

  /**
   * Passes a message to its handler through the interceptor.
   * @param {"request" | "event" | "notification"} kind @param {Running} entry @param {string} method @param {string} name @param {Value} params
   * @param {Handler} handler
   */
  intercept(kind, entry, method, name, params, handler) {
    const context = this.#contextOf(entry, method);
    const incoming = /** @type {Interceptor} */ (this.#host.incoming);
    return incoming(Object.assign(context, { kind, name, params }), (changed = params) => handler(changed, context));
  }

  /**
   * Has the handler of a request called as soon as one may be.
   * @param {Running} entry @param {() => Value} handler
   */
  #await(entry, handler) {
    if (this.#waiting.size === 0 && this.#mayStart(entry)) {
      this.#run(entry, handler);
      return;
    }
    this.#enter(entry);
    entry.handler = handler;
    this.#waiting.add(entry);
    this.#host.room.owe(entry.cost);
  }

  /**
   * Records a request that will be answered later.
   * @param {Running} entry
   */
  #enter(entry) {
    this.#running.set(entry.id, entry);
    if (this.#ending.has(entry.act)) this.#settleable.add(entry);
    entry.together?.begin();
  }

  /**
   * Records that a request does not wait for its handler any more.
   * @param {Running} entry
   */
  #leave(entry) {
    this.#waiting.delete(entry);
    this.#host.room.settle(entry.cost);
  }

  /**
   * Reports whether the handler of a request may be called. One that waits for a call of this end has its place for another one, but
   * it is not known which do.
   * @param {Running} entry
   */
  #mayStart({ cost }) {
    const { maxHandlers, maxRead, pending, outbox } = this.#host;
    if (this.#started >= maxHandlers + pending.size || outbox.isFull) return false;
    return this.#started === 0 || this.#startedCost + cost <= maxRead;
  }

  /** Calls the handlers of requests that wait, if they may be called now. */
  start() {
    if (this.#isStarting) return; // a handler that is called below has made a call
    this.#isStarting = true;
    for (const entry of this.#waiting) {
      if (!this.#mayStart(entry)) break;
      this.#leave(entry);
      const handler = /** @type {() => Value} */ (entry.handler);
      entry.handler = undefined;
      this.#call(entry, handler);
    }
    this.#isStarting = false;
  }

  /**
   * Reports whether a request is one that has come before, over another connection of the session, and has it answered like that.
   * @param {Running} entry @param {string} kind @param {string} name
   */
  #isAgain(entry, kind, name) {
    const { outlives, rules, wire, isGreeting } = this.#host;
    const when = outlives && resends(rules, kind, name);
    if (!when) return false;
    const resendable = outlives.register(entry, this, wire.write(entry.message), when === "always" || isGreeting());
    if (!resendable) return false;
    entry.resendable = resendable;
    this.#enter(entry);
    if (resendable.outcome) this.#finish(entry, resendable.outcome);
    return true;
  }

  /**
   * Passes a request of an undeclared method to its handler, or refuses it.
   * @param {Value} message @param {Parts & { method: string }} parts @param {Verdict} verdict
   */
  unknown(message, parts, verdict) {
    const { wire, unknown, incoming, report } = this.#host;
    const { method, id, params } = parts;
    if (verdict.error !== undefined && wire.fail) { // it breaks a rule, and is answered with the error of that
      this.#entryOf(message, parts, undefined, verdict);
      return;
    }
    const mayBeHandled = (unknown ?? (id === undefined ? undefined : incoming)) && !Object.hasOwn(wire.methods, method);
    if (!mayBeHandled || (id !== undefined && !wire.reply)) {
      report("unknown_method", `the method ${quote(method)} is not declared`, { message });
      const answer = id === undefined ? undefined : wire.refuseUnknown(message);
      if (answer) this.answer(answer);
      return;
    }
    const handler = async (/** @type {Value} */ changed, /** @type {Context} */ context) => {
      const result = await unknown?.(method, changed, context);
      if (result === undefined && id !== undefined) throw new ResponseError(undeclared(wire.shell, method));
      return result;
    };
    if (id === undefined) {
      this.notified("notification", message, method, method, params, handler);
      return;
    }
    const entry = this.#entryOf(message, parts, undefined, verdict);
    if (entry) this.#await(entry, this.#handlerOf(entry, method, method, params, handler));
  }

  /**
   * Passes a notification to its handler, through the interceptor if there is one. Returns a promise unless it is done.
   * @param {"event" | "notification"} kind @param {Value} message @param {string} method @param {string} name @param {Value} params
   * @param {Handler} handler
   */
  notified(kind, message, method, name, params, handler) {
    const entry = { ...noRequest, stop: new Stop(), method, name, message, params };
    const failed = (/** @type {unknown} */ error) => this.#report(entry, error);
    try {
      const done = this.#host.incoming ? this.intercept(kind, entry, method, name, params, handler) : handler(params, this.#contextOf(entry, method));
      return done instanceof Promise ? done.catch(failed) : undefined;
    } catch (error) {
      failed(error);
      return undefined;
    }
  }

  /**
   * Returns a request that is to be answered; undefined if it is none, or was refused for a rule that it breaks.
   * @param {Value} message @param {Parts & { method: string }} parts @param {Carried | undefined} row @param {Verdict} verdict
   * @returns {Running | undefined}
   */
  #entryOf(message, { method, id, params }, row, verdict) {
    const name = row?.name ?? method;
    const act = row ? `request ${row.tag}` : `method ${method}`;
    const running = this.#running.get(id);
    if (running?.act === act) {
      running.call = /** @type {SessionCall} */ (verdict.call); // one answer serves both
      return undefined;
    }
    if (verdict.faults.some(({ rule }) => rule === "ends")) return undefined;
    const { wire, rules, room, outbox, isDraining } = this.#host;
    const call = /** @type {SessionCall} */ (verdict.call);
    const entry = { call, stop: new Stop(), act, method, name, message, params, id, cost: room.cost, since: outbox.mark, together: this.#together };
    if (verdict.error !== undefined) this.#fail(entry, declaredError(wire, rules, verdict.error, /** @type {string} */ (verdict.broken)));
    else if (isDraining()) this.#fail(entry, internalError(wire, rules, "the connection is shutting down"));
    else return entry;
    return undefined;
  }

  /**
   * Reports an error between messages, and answers a message that is too long.
   * @param {FrameFault} item
   */
  frameFault({ fault: kind, text }) {
    const { wire, rules, composer, report } = this.#host;
    report(kind, text);
    if (kind !== "too_large") return;
    const { tooLarge } = wire.framing;
    const answer = wire.refuse({ errors: [{ path: "", expected: "", found: "", message: text }], refused: { reason: "message" } });
    if (answer) this.answer(tooLarge === undefined ? answer : composer.withError(answer, declaredError(wire, rules, tooLarge, text)));
  }

  /**
   * Reports a message that cannot be read, and answers it if its sender expects an answer.
   * @param {Value} raw the message, or its text if it is not JSON
   * @param {{ errors: ReadFault[], refused: Refused }} got @param {string} peer
   */
  refuse(raw, got, peer) {
    const { wire, session, report } = this.#host;
    if (got.refused.reason !== "json") session.observe(raw, { side: peer, refused: true, time: Date.now() });
    report("unreadable", lineOf(got.errors[0]), { errors: got.errors, message: raw });
    const answer = wire.refuse(got);
    if (answer) this.answer(answer);
  }

  /** @param {Running} entry @param {string} method @returns {Context} */
  #contextOf({ stop, id, message, resendable }, method) {
    const { connection } = this.#host;
    return {
      get signal() {
        return stop.signal;
      },
      id,
      method,
      message,
      get connection() {
        return resendable ? resendable.serving.#host.connection : connection;
      },
    };
  }

  /** @param {Running} entry @param {() => Value} handler */
  #run(entry, handler) {
    this.#enter(entry);
    this.#call(entry, handler);
  }

  /** @param {Running} entry @param {() => Value} handler */
  async #call(entry, handler) {
    this.#started++;
    this.#startedCost += entry.cost;
    const outcome = await outcomeOf(handler);
    this.#host.outbox.whenRoom(() => {
      this.#started--;
      this.#startedCost -= entry.cost;
      this.#over(entry, outcome);
      if (this.#waiting.size > 0) this.start();
    });
  }

  /** @param {Running} entry @param {Outcome} outcome of its handler */
  #over(entry, outcome) {
    const { resendable } = entry;
    if (!resendable) this.#finish(entry, outcome);
    else if (this.#host.outlives?.answer(resendable, outcome)) resendable.serving.#finish(resendable.entry, outcome);
    if (resendable && resendable.entry !== entry) entry.together?.end();
  }

  /** @param {Running} entry @param {Outcome} outcome of its handler */
  #finish(entry, outcome) {
    const { wire, rules } = this.#host;
    if ("error" in outcome) {
      const { error } = outcome;
      // A handler that stops because no answer is expected has not failed.
      if (entry.call.unanswered || !entry.stop.isAborted || error !== entry.stop.reason) this.#fail(entry, this.#errorFor(entry, error));
      else this.#host.pending.past.add(entry.call);
    } else {
      try {
        this.#reply(entry, outcome.result);
      } catch (error) {
        this.#report(entry, error);
        this.#fail(entry, internalError(wire, rules, failed));
      }
    }
    if (this.#running.get(entry.id) === entry) this.#running.delete(entry.id);
    this.#settleable.delete(entry);
    entry.together?.end();
    this.#wake();
  }

  /** @param {Running} entry @param {Value} result */
  #reply(entry, result) {
    const { wire, composer } = this.#host;
    const none = result === undefined && !wire.shell.bare?.includes(entry.method);
    composer.attempt(() => this.#answerTo(entry, composer.response(wire.reply?.(entry.message, none ? {} : result))));
  }

  /** @param {Running} entry @param {Value} error */
  #fail(entry, error) {
    const { wire, composer } = this.#host;
    try {
      composer.attempt(() => this.#answerTo(entry, composer.response(wire.fail?.(entry.message, error))));
    } catch (cause) {
      this.#report(entry, cause);
      const plain = { code: -32603, message: failed };
      this.#answerTo(entry, composer.response(wire.fail?.(entry.message, plain)));
    }
  }

  /**
   * Sends the answer to a request, if one is still expected. Throws if it must not be sent.
   * @param {Running} entry @param {Value} response
   */
  #answerTo(entry, response) {
    const { rules, session, role, wire, pending, send, agree, report } = this.#host;
    const parts = partsOf(rules, response);
    const [broken] = session.judge(parts, { side: role, time: Date.now() });
    if (!entry.call.unanswered) {
      pending.past.add(entry.call);
      report("settled", `${quote(entry.name)} is not answered, because no answer is owed any more`);
      return;
    }
    if (broken) throw new Error(broken.text);
    send(response, parts, entry);
    if (entry.act === `method ${wire.handshake?.method}` && parts.error === undefined) agree(entry.params, parts.result);
  }

  /**
   * Answers a message that is not a request with a handler.
   * @param {Value} response
   */
  answer(response) {
    const { rules, composer, outbox, send, report } = this.#host;
    try {
      composer.attempt(() => {
        const whole = composer.response(response);
        send(whole, partsOf(rules, whole), { since: outbox.mark, together: this.#together });
      });
    } catch (error) {
      report("answer", `an answer could not be sent: ${wordsOf(error)}`, { error });
    }
  }

  /**
   * Returns the error that answers a request for what its handler has thrown.
   * @param {Running} entry @param {unknown} error
   */
  #errorFor(entry, error) {
    const { wire, rules } = this.#host;
    if (error instanceof ResponseError) return { code: error.code ?? -32603, message: error.message, ...(error.data !== undefined && { data: error.data }) };
    if (object(error) && !(error instanceof Error) && typeof get(error, "message") === "string") return error;
    const answered = wire.cancels?.get(entry.act)?.answered;
    if (entry.stop.isAborted && answered !== undefined) return declaredError(wire, rules, answered, "the request was cancelled");
    this.#report(entry, error);
    return internalError(wire, rules, failed);
  }

  /** @param {Running} entry @param {unknown} error */
  #report({ name, message }, error) {
    this.#host.report("handler", `the handler of ${quote(name)} has failed: ${wordsOf(error)}`, { error, message });
  }
}
