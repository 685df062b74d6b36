import { refusal, undeclared } from "./answer.js";
import { ConnectionError, ResponseError } from "./failure.js";
import { wordsOf } from "./flow.js";
import { lineOf, quote } from "./error.js";
import { get, object } from "./guard.js";
import { resends } from "./outlive.js";
import { at, partsOf } from "./rules.js";
/** @import { ID } from "./answer.js" */
/** @import { SessionCall } from "./calls.js" */
/** @import { Composer } from "./compose.js" */
/** @import { Connection } from "./connection.js" */
/** @import { Fault as ReadFault } from "./error.js" */
/** @import { FrameFault } from "./framing.js" */
/** @import { Resendable, Session } from "./outlive.js" */
/** @import { Refused } from "./read.js" */
/** @import { Parts, Rules } from "./rules.js" */
/** @import { Machine, Verdict } from "./session.js" */
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
 * @typedef {{ call: SessionCall, stop: Stop, act: string, name: string, message: Value, params: Value, id: Value, resendable?: Resendable, together?: Together }} Running request
 * @typedef {{ wire: Wire, rules: Rules, session: Machine, composer: Composer, role: string, connection: Connection, unknown?: UnknownHandler, outlives?: Session, isGreeting: () => boolean,
 *   send: (message: Value, parts: Parts, together?: Together) => void, agree: (params: Value, result: Value) => void,
 *   report: (kind: string, text: string, more?: Partial<Report>) => void }} Host of the handlers
 */

/** The error message that a peer gets for a failed handler: what the handler threw may be confidential. */
const failed = "the handler failed";

/** Tells a handler to stop, if it asks. */
class Stop {
  /** @type {AbortController | undefined} */
  #controller;
  #isAborted = false;
  /** @type {Error | undefined} */
  #reason;

  get isAborted() {
    return this.#isAborted;
  }

  get reason() {
    return this.#reason;
  }

  get signal() {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#isAborted) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  /** @param {Error} reason */
  abort(reason) {
    if (this.#isAborted) return;
    this.#isAborted = true;
    this.#reason = reason;
    this.#controller?.abort(reason);
  }
}

/** @typedef {{ result: Value } | { error: unknown }} Outcome of a handler */

/**
 * @param {() => Value} handler
 * @returns {Promise<Outcome>}
 */
async function outcomeOf(handler) {
  try {
    const result = await handler();
    return { result: result === undefined ? {} : result };
  } catch (error) {
    return { error };
  }
}

/** Handles the requests of the peer. */
export class Serving {
  /** @type {Map<string, Handler>} */
  handlers = new Map();
  #host;
  /** @type {Map<Value, Running>} */
  #running = new Map();
  /** @type {Together | undefined} */
  #together;
  /** @type {(() => void)[]} */
  #waiters = [];

  /** @param {Host} host */
  constructor(host) {
    this.#host = host;
  }

  /** The number of unanswered requests. */
  get size() {
    return this.#running.size;
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

  /** Fulfilled when the next handler has finished, or is told to stop. @returns {Promise<void>} */
  next() {
    return new Promise((resolve) => this.#waiters.push(resolve));
  }

  /**
   * Tells all handlers to stop.
   * @param {Error} reason
   */
  stop(reason) {
    for (const [id, { stop, resendable }] of this.#running) {
      if (resendable && !this.#host.outlives?.isClosed) this.#running.delete(id); // its handler goes on
      else stop.abort(reason);
    }
    for (const resolve of this.#waiters.splice(0)) resolve();
  }

  /** Tells the handlers to stop whose answers are not expected any more. */
  sweep() {
    for (const { call, stop } of this.#running.values()) {
      if (!call.unanswered && !stop.isAborted) stop.abort(new ConnectionError("settled", "no answer is owed any more"));
    }
  }

  /**
   * Tells the handlers to stop whose requests a message cancels.
   * @param {Parts} parts
   */
  cancelled({ method, params }) {
    const { cancels } = this.#host.wire;
    if (!cancels) return;
    for (const { act, id, stop } of this.#running.values()) {
      const rule = cancels.get(act);
      if (rule?.by !== method || (rule?.path && at(params, rule.path) !== id)) continue;
      stop.abort(new ConnectionError("cancelled", "the request was cancelled"));
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
    if (handler) this.#run(entry, () => handler(own ? payload : params, this.#contextOf(entry, method)));
    else if (this.#cancels(method)) this.#run(entry, () => ({}));
    else this.#fail(entry, refusal(this.#host.wire.shell, "method", `there is no handler for ${quote(name)}`));
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
    entry.together?.begin();
    if (resendable.outcome) this.#finish(entry, resendable.outcome);
    else this.#running.set(entry.id, entry);
    return true;
  }

  /**
   * Passes a request of an undeclared method to its handler, or refuses it.
   * @param {Value} message @param {Parts & { method: string }} parts @param {Verdict} verdict
   */
  unknown(message, parts, verdict) {
    const { wire, unknown, report } = this.#host;
    const { method, id, params } = parts;
    if (verdict.error !== undefined && wire.fail) { // it breaks a rule, and is answered with the error of that
      this.#entryOf(message, parts, undefined, verdict);
      return;
    }
    if (!unknown || Object.hasOwn(wire.methods, method) || (id !== undefined && !wire.reply)) {
      report("unknown_method", `the method ${quote(method)} is not declared`, { message });
      const answer = id === undefined ? undefined : wire.refuseUnknown(message);
      if (answer) this.answer(answer);
      return;
    }
    const entry = id === undefined ? undefined : this.#entryOf(message, parts, undefined, verdict);
    if (entry) {
      this.#run(entry, async () => {
        const result = await unknown(method, params, this.#contextOf(entry, method));
        if (result === undefined) throw new ResponseError(undeclared(wire.shell, method));
        return result;
      });
    } else if (id === undefined) {
      this.#tell(unknown, message, parts);
    }
  }

  /** @param {UnknownHandler} unknown @param {Value} message @param {Parts & { method: string }} parts */
  async #tell(unknown, message, { method, params }) {
    const entry = { call: { number: 0, id: null, unanswered: false }, stop: new Stop(), act: "", name: method, message, params, id: null };
    try {
      await unknown(method, params, this.#contextOf(entry, method));
    } catch (error) {
      this.#report(entry, error);
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
    const entry = { call: /** @type {SessionCall} */ (verdict.call), stop: new Stop(), act, name, message, params, id, together: this.#together };
    if (verdict.error === undefined) return entry;
    this.#fail(entry, this.declaredError(verdict.error, /** @type {string} */ (verdict.broken)));
    return undefined;
  }

  /**
   * Reports an error between messages, and answers a message that is too long.
   * @param {FrameFault} item
   */
  frameFault({ fault: kind, text }) {
    const { wire, composer, report } = this.#host;
    report(kind, text);
    if (kind !== "too_large") return;
    const { tooLarge } = wire.framing;
    const answer = wire.refuse({ errors: [{ path: "", expected: "", found: "", message: text }], refused: { reason: "message" } });
    if (answer) this.answer(tooLarge === undefined ? answer : composer.withError(answer, this.declaredError(tooLarge, text)));
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

  /**
   * Reports whether a method is one that cancels requests. Without a handler it does only that.
   * @param {string} method
   */
  #cancels(method) {
    return [...(this.#host.wire.cancels?.values() ?? [])].some(({ by }) => by === method);
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
  async #run(entry, handler) {
    this.#running.set(entry.id, entry);
    entry.together?.begin();
    const outcome = await outcomeOf(handler);
    const { resendable } = entry;
    if (!resendable) this.#finish(entry, outcome);
    else if (this.#host.outlives?.answer(resendable, outcome)) resendable.serving.#finish(resendable.entry, outcome);
    if (resendable && resendable.entry !== entry) entry.together?.end();
  }

  /** @param {Running} entry @param {Outcome} outcome of its handler */
  #finish(entry, outcome) {
    if ("error" in outcome) {
      const { error } = outcome;
      // A handler that stops because no answer is expected has not failed.
      if (entry.call.unanswered || !entry.stop.isAborted || error !== entry.stop.reason) this.#fail(entry, this.#errorFor(entry, error));
    } else {
      try {
        this.#reply(entry, outcome.result);
      } catch (error) {
        this.#report(entry, error);
        this.#fail(entry, this.#internal(failed));
      }
    }
    if (this.#running.get(entry.id) === entry) this.#running.delete(entry.id);
    entry.together?.end();
    for (const resolve of this.#waiters.splice(0)) resolve();
  }

  /** @param {Running} entry @param {Value} result */
  #reply(entry, result) {
    const { wire, composer } = this.#host;
    composer.attempt(() => this.#answerTo(entry, composer.response(wire.reply?.(entry.message, result))));
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
    const { rules, session, role, wire, send, agree, report } = this.#host;
    const parts = partsOf(rules, response);
    const [broken] = session.judge(parts, { side: role, time: Date.now() });
    if (!entry.call.unanswered) {
      report("settled", `${quote(entry.name)} is not answered, because no answer is owed any more`);
      return;
    }
    if (broken) throw new Error(broken.text);
    send(response, parts, entry.together);
    if (entry.act === `method ${wire.handshake?.method}` && parts.error === undefined) agree(entry.params, parts.result);
  }

  /**
   * Answers a message that is not a request with a handler.
   * @param {Value} response
   */
  answer(response) {
    const { rules, composer, send, report } = this.#host;
    try {
      composer.attempt(() => {
        const whole = composer.response(response);
        send(whole, partsOf(rules, whole), this.#together);
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
    const { wire } = this.#host;
    if (error instanceof ResponseError) return { code: error.code ?? -32603, message: error.message, ...(error.data !== undefined && { data: error.data }) };
    if (object(error) && !(error instanceof Error) && typeof get(error, "message") === "string") return error;
    const answered = wire.cancels?.get(entry.act)?.answered;
    if (entry.stop.isAborted && answered !== undefined) return this.declaredError(answered, "the request was cancelled");
    this.#report(entry, error);
    return this.#internal(failed);
  }

  /** @param {Running} entry @param {unknown} error */
  #report({ name, message }, error) {
    this.#host.report("handler", `the handler of ${quote(name)} has failed: ${wordsOf(error)}`, { error, message });
  }

  /** @param {string} words */
  #internal(words) {
    const row = this.#host.rules.errors.find(({ code }) => code === -32603);
    return row && !row.local ? this.declaredError(row.name, words) : { code: -32603, message: words };
  }

  /**
   * Returns the error of a name that the spec declares.
   * @param {string} name @param {string} words
   */
  declaredError(name, words) {
    const { wire, rules } = this.#host;
    try {
      const error = wire.newError?.(name, wire.words === undefined ? undefined : { [wire.words]: words }, words);
      if (error) return error;
    } catch {
      // Its data has other required members.
    }
    const code = rules.errors.find((e) => e.name === name)?.code;
    return code === undefined ? refusal(wire.shell, "message", words) : { code, message: words };
  }
}
