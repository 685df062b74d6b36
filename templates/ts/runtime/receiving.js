import { lineOf, quote } from "./error.js";
import { AnswerError, ConnectionError, ResponseError, SessionError } from "./failure.js";
import { costOf } from "./bounds.js";
import { isArray, sizeOf, textOf } from "./flow.js";
import { tooLarge } from "./framing.js";
import { get, object } from "./guard.js";
import { partsOf } from "./rules.js";
import { Together } from "./together.js";
/** @import { Room } from "./bounds.js" */
/** @import { Composer } from "./compose.js" */
/** @import { Fault as ReadFault } from "./error.js" */
/** @import { Exchange } from "./exchange.js" */
/** @import { FrameFault } from "./framing.js" */
/** @import { Listeners } from "./listeners.js" */
/** @import { Pending } from "./pending.js" */
/** @import { Refused } from "./read.js" */
/** @import { Parts, Rules } from "./rules.js" */
/** @import { Carried, ReadResult, Report, Serving, Wire } from "./serving.js" */
/** @import { Machine, Verdict } from "./session.js" */
/** @import { Value } from "./value.js" */

// What a connection does with what it receives.

/**
 * @typedef {object} Receiver of messages
 * @property {Wire} wire
 * @property {0 | 1} side
 * @property {Rules} rules
 * @property {Machine} session
 * @property {Composer} composer
 * @property {Pending} pending
 * @property {Serving} serving
 * @property {Listeners} listeners
 * @property {Room} room
 * @property {boolean} intercepts
 * @property {{ answer(text: string, since: number): unknown, readonly mark: number }} outbox
 * @property {() => number} maxReceived the length of the longest message to this end
 * @property {() => number} maxSent and of that to the peer
 * @property {() => void} resume resends what waits for the handshake
 * @property {(params: Value, result: Value) => void} agree
 * @property {(error: ConnectionError) => void} end
 * @property {(until: Promise<unknown>) => void} over is told that the session has ended, and when the connection may end
 * @property {(message: Value, parts: Parts) => void} [trace]
 * @property {(kind: string, text: string, more?: Partial<Report>) => void} report
 */

/** @type {Promise<unknown>[]} */
const none = [];

/** Passes what arrives to where it belongs. */
export class Receiving {
  #host;
  #peer;
  /** The events and requests that this end receives, by method and tag. @type {Map<string, Carried>} */
  #rows = new Map();
  /** Whether the input has ended in the middle of a message. */
  isTruncated = false;

  /** @param {Receiver} host */
  constructor(host) {
    this.#host = host;
    this.#peer = host.rules.roles[1 - host.side];
    const own = host.side === 0 ? "first" : "second";
    for (const row of host.wire.carried ?? []) if (row.from !== own) this.#rows.set(`${row.method} ${row.tag}`, row);
  }

  /** @param {string | Uint8Array | FrameFault} item */
  receive(item) {
    const { wire, side, room, maxReceived } = this.#host;
    if (typeof item !== "string" && !(item instanceof Uint8Array)) {
      this.#frameFault(item);
      return;
    }
    const max = maxReceived();
    const size = sizeOf(item, max);
    if (size > max) {
      this.#frameFault(tooLarge(size, max));
      return;
    }
    const { parse, parseBatch } = wire;
    const got = parseBatch && isArray(item) ? parseBatch(item) : parse[side](item);
    room.cost = costOf(item.length);
    if (!got.ok) this.#refuse(item, got);
    else if (Array.isArray(got.value)) this.#together(item, got.value, (message) => this.#message(message));
    else this.#message(got.value);
  }

  /** @param {FrameFault} item */
  #frameFault(item) {
    this.#host.serving.frameFault(item);
    if (item.fault === "framing") this.#host.end(new ConnectionError("framing", item.text));
    if (item.fault === "truncated") this.isTruncated = true;
  }

  /**
   * Answers a message that cannot be read, if its sender expects an answer. A call that it answers is ended. Of a batch,
   * valid messages are handled.
   * @param {string | Uint8Array} item @param {{ errors: ReadFault[], refused: Refused }} got
   */
  #refuse(item, got) {
    const raw = got.refused.reason === "json" ? undefined : JSON.parse(textOf(item));
    const { wire, side } = this.#host;
    const { maxBatch = 0 } = wire;
    if (!Array.isArray(raw) || raw.length === 0 || raw.length > maxBatch) {
      this.#refuseMessage(raw ?? textOf(item), got);
      return;
    }
    const list = raw.map((one) => wire.read[side](one));
    if (list.every(({ ok }) => ok)) {
      this.#refuseMessage(raw, got); // not together
      return;
    }
    this.#together(item, [...list.entries()], ([i, each]) => {
      if (each.ok) this.#message(each.value);
      else this.#refuseMessage(raw[i], each);
    });
  }

  /**
   * Handles the messages of an array, whose answers are one array; or several messages, if the peer does not take one of that length.
   * @template T
   * @param {string | Uint8Array} item @param {T[]} list @param {(item: T) => void} handle
   */
  #together(item, list, handle) {
    const { room, outbox, serving, maxSent } = this.#host;
    const { mark } = outbox;
    room.cost = costOf(item.length / list.length);
    serving.gather(new Together(maxSent(), (text) => void outbox.answer(text, mark)), () => list.forEach(handle));
  }

  /**
   * @param {Value} raw the message, or its text if it is not JSON
   * @param {{ errors: ReadFault[], refused: Refused }} got
   */
  #refuseMessage(raw, got) {
    const { pending, serving } = this.#host;
    const { shape, method, id } = got.refused;
    // A message with nothing but the id of a call is a response without a result.
    const isResponse = shape === "response" || (shape === undefined && method === undefined && id !== undefined);
    const x = isResponse ? pending.get(id) : undefined;
    serving.refuse(raw, x ? { ...got, refused: { ...got.refused, shape: "response" } } : got, this.#peer);
    if (x) pending.giveUp(x, new AnswerError(x.name, got.errors));
  }

  /** @param {Value} message */
  #message(message) {
    const { wire, rules, session, trace, over, report } = this.#host;
    if (wire.shell.ignored && message instanceof wire.shell.ignored.Message) {
      report("ignored", "a message was ignored", { message: message.raw });
      return;
    }
    const parts = partsOf(rules, message);
    trace?.(message, parts);
    const verdict = session.observeParts(parts, { side: this.#peer, time: Date.now() });
    for (const broken of verdict.faults) {
      if (broken.rule !== "answer") report(broken.rule === "id" ? "duplicate_id" : "rule", broken.text, { fault: broken, message });
    }
    /** @type {Promise<unknown>[]} */
    let open = [];
    if (parts.method === undefined) this.#answered(message, parts, verdict);
    else open = this.#called(message, /** @type {Parts & { method: string }} */ (parts), verdict);
    if (session.isEnded) over(Promise.all(open));
  }

  /** @param {Value} message @param {Parts} parts @param {Verdict} verdict */
  #answered(message, { id }, { is, faults }) {
    const { wire, composer, pending, agree, report } = this.#host;
    const x = pending.get(id);
    const error = composer.errorOf(message);
    if (x === undefined) {
      if (id === undefined || id === null) report("error", `the peer reports an error: ${error?.message}`, { message, error });
      else if (is === "unmatched") report("unknown_id", `no request has the id ${quote(String(id))}`, { message });
      else report("late", `the answer with the id ${quote(String(id))} is late`, { message });
      return;
    }
    if (is === "late") { // its time was over, which a timer has not said yet
      pending.isOver(x);
      report("late", `the answer with the id ${quote(String(id))} is late`, { message });
      return;
    }
    pending.drop(x);
    if (error) {
      this.#failed(x, new ResponseError(error, wire.nameOf?.(error)));
      return;
    }
    const got = /** @type {ReadResult} */ (wire.readResultOf?.(x.method, composer.resultOf(message), x.params));
    if (!got.ok) {
      report("unreadable", lineOf(got.errors[0]), { errors: got.errors, message });
      pending.giveUp(x, new AnswerError(x.name, got.errors));
      return;
    }
    const foreign = faults.find(({ rule }) => rule === "chosen");
    if (foreign) {
      pending.giveUp(x, new SessionError(foreign.rule, foreign.element, foreign.text)); // there is no version to go on with
      return;
    }
    if (x.method === wire.handshake?.method) agree(x.params, got.value);
    x.resolve(got.value);
  }

  /** @param {Exchange} x @param {ResponseError} error */
  #failed(x, error) {
    const { answered, reason } = x.cancelled ?? {};
    if (answered !== undefined && error.errorName === answered) x.reject(reason);
    else if (x.onFailure === undefined) x.reject(error);
    else this.#host.pending.failSafe(x, error);
  }

  /** @param {Value} message @param {Parts & { method: string }} parts @param {Verdict} verdict */
  #called(message, parts, verdict) {
    const { wire, serving, resume } = this.#host;
    const { method, id, params } = parts;
    const declared = get(wire.methods, method);
    const isRequest = declared?.kind === "request";
    const isTheirs = declared && [declared.from].flat().includes(this.#peer);
    if (!isTheirs || (!isRequest && id !== undefined)) {
      serving.unknown(message, parts, verdict);
      return none;
    }
    const row = object(params) ? this.#rows.get(`${method} ${get(params, wire.tag ?? "")}`) : undefined;
    const payload = row ? get(params, /** @type {string} */ (wire.content)) : params;
    const isHistory = verdict.is === "history";
    if (isRequest && method === wire.handshake?.method) resume();
    const open = !isRequest || isHistory ? this.#heard(message, parts, row, payload, isHistory && isRequest, isHistory) : none;
    if (isRequest && !isHistory) serving.request(message, parts, row, payload, verdict);
    if (verdict.error === undefined) serving.cancelled(parts);
    return open;
  }

  /**
   * Passes a message that is not answered to its readers, through the interceptor if there is one.
   * @param {Value} message @param {Parts & { method: string }} parts @param {Carried | undefined} row @param {Value} payload
   * @param {boolean} isAsked it is a request of a replay, which only iterators get @param {boolean} history
   */
  #heard(message, { method, params }, row, payload, isAsked, history) {
    const { wire, serving, listeners, intercepts } = this.#host;
    if (isAsked) {
      listeners.deliver(row ? params : message);
      return none;
    }
    if (!intercepts) return this.#deliver(message, method, params, row, payload, history);
    const handler = (/** @type {Value} */ inner) => {
      const whole = row ? { ...params, [/** @type {string} */ (wire.content)]: inner } : inner;
      return Promise.all(this.#deliver(message, method, whole, row, inner, history));
    };
    const done = serving.notified(row ? "event" : "notification", message, method, row?.name ?? method, payload, handler);
    return done ? [done] : none;
  }

  /**
   * Passes a message to iterators and callbacks. Returns the promises of callbacks that are not done.
   * @param {Value} message @param {string} method @param {Value} params @param {Carried | undefined} row @param {Value} payload @param {boolean} history
   */
  #deliver(message, method, params, row, payload, history) {
    const { wire, listeners } = this.#host;
    listeners.deliver(row ? params : message);
    if (wire.progressOf) listeners.progress(wire, message);
    const info = { message, history };
    const open = row ? listeners.tell(row.name, payload, info) : none;
    const more = listeners.tell(method, params, info);
    return open.length > 0 ? [...open, ...more] : more;
  }
}
