import { Composer } from "./compose.js";
import { lineOf, quote } from "./error.js";
import { Exchange } from "./exchange.js";
import { AnswerError, ConnectionError, ResponseError, SessionError } from "./failure.js";
import { isArray, sizeOf, sleep, textOf, turn, wordsOf } from "./flow.js";
import { get, object } from "./guard.js";
import { Listeners } from "./listeners.js";
import { at, partsOf } from "./rules.js";
import { Serving } from "./serving.js";
import { set } from "./value.js";
/** @import { Further } from "./compose.js" */
/** @import { Fault as ReadFault } from "./error.js" */
/** @import { CallOptions } from "./exchange.js" */
/** @import { FrameFault } from "./framing.js" */
/** @import { Callback } from "./listeners.js" */
/** @import { Refused } from "./read.js" */
/** @import { Parts, Rules } from "./rules.js" */
/** @import { Carried, Greeting, Handler, ReadResult, Report, UnknownHandler, Wire } from "./serving.js" */
/** @import { Verdict } from "./session.js" */
/** @import { Transport } from "./transport.js" */
/** @import { Members, Value } from "./value.js" */

// One end of a connection: it pairs requests with their answers, hands over what
// arrives, and keeps to the rules of the session in what it sends.

/**
 * @typedef {object} Options
 * @property {{ [name: string]: Handler }} [handle] @property {{ [name: string]: Callback }} [on] @property {UnknownHandler} [unknown]
 * @property {(report: Report) => void} [onReport] @property {Further} [members]
 * @property {number} [timeout] @property {number} [grace] @property {number} [maxBytes] @property {number} [maxQueued]
 * @property {number} [maxHandlers] @property {number} [maxUnsent]
 */

/** One end of a connection. */
export class Connection {
  #wire;
  #side;
  #role;
  #peer;
  #options;
  #transport;
  #composer;
  #session;
  /** @type {Rules} */
  #rules;
  /** The acts that end requests without an answer, or are ended so. */
  #ending;
  /** @type {Map<Value, Exchange>} */
  #calls = new Map();
  /** Calls that may end without an answer. @type {Set<Exchange>} */
  #loose = new Set();
  #serving;
  #listeners;
  /** What this end sends, by name. @type {Map<string, Carried>} */
  #sends = new Map();
  /** What it receives, by the method and the tag. @type {Map<string, Carried>} */
  #receives = new Map();
  #unsent = 0;
  /** The messages that were sent last, which one promise says are sent. @type {{ sent: unknown, count: number, done: Promise<void> } | undefined} */
  #sending;
  #limits;
  /** @type {ConnectionError | undefined} */
  #ended;
  /** @type {(error: ConnectionError) => void} */
  #onEnd = () => {};

  /** @param {Wire} wire @param {0 | 1} side @param {Transport} transport @param {Options} [options] */
  constructor(wire, side, transport, options = {}) {
    this.#wire = wire;
    this.#side = side;
    this.#transport = transport;
    this.#options = { grace: 2000, maxQueued: 10_000, maxHandlers: 1000, maxUnsent: 100_000, ...options };
    this.#composer = new Composer(wire.shell, wire.counter, options.members);
    this.#session = wire.newSession();
    this.#rules = this.#session.rules;
    this.#role = this.#rules.roles[side];
    this.#peer = this.#rules.roles[1 - side];
    this.#ending = this.#rules.acts.filter((a) => a.rules?.some(({ is }) => ["settled_by", "cancelled_by", "timeout", "ends"].includes(is)));
    this.#serving = new Serving({
      wire,
      rules: this.#rules,
      session: this.#session,
      composer: this.#composer,
      role: this.#role,
      connection: this,
      unknown: options.unknown,
      send: (message, parts) => void this.#send(message, parts),
      agree: (params, result) => this.#agree(params, result),
      report: (kind, text, more) => this.#report(kind, text, more),
    });
    for (const [name, handler] of Object.entries(options.handle ?? {})) this.handle(name, handler);
    this.#limits = [wire.framing.maxBytes ?? Infinity, wire.framing.maxBytes ?? Infinity];
    this.#listeners = new Listeners((kind, text, more) => this.#report(kind, text, more));
    for (const [name, callback] of Object.entries(options.on ?? {})) this.on(name, callback);
    const [own, peer] = side === 0 ? ["first", "second"] : ["second", "first"];
    for (const row of wire.carried ?? []) {
      if (row.from !== peer && !this.#sends.has(row.name)) this.#sends.set(row.name, row);
      if (row.from !== own) this.#receives.set(`${row.method} ${row.tag}`, row);
    }
    /** The version that both peers speak, once it is known. @type {string | undefined} */
    this.version = wire.handshake?.optional ? wire.handshake.legacy : undefined;
    /** What the peer has said in the handshake. @type {Value} */
    this.handshake = undefined;
    /** Fulfilled with the reason when the connection has ended. @type {Promise<ConnectionError>} */
    this.closed = new Promise((resolve) => (this.#onEnd = resolve));
    this.#run();
  }

  /**
   * Makes a call, and returns a promise of its result with its streams.
   * @param {string} name @param {Value} [params] @param {CallOptions} [options]
   */
  call(name, params, options) {
    const row = this.#sends.get(name);
    return this.#call(name, row?.kind === "request" ? row : undefined, params, options);
  }

  /**
   * The same for a method that the protocol does not declare.
   * @param {string} method @param {Value} [params] @param {CallOptions} [options]
   */
  callRaw(method, params, options) {
    return this.#call(method, undefined, params, options);
  }

  /** @param {string} name @param {Carried | undefined} row @param {Value} params @param {CallOptions} [options] */
  #call(name, row, params, options = {}) {
    const x = new Exchange(name, row?.method ?? name, row ? this.#enveloped(row, params) : params);
    try {
      this.#ask(x, row, options);
    } catch (error) {
      x.reject(error);
    }
    return x.handle(
      (queue) => this.#listeners.add(queue),
      () => this.#listeners.observed.add(x),
    );
  }

  /**
   * Sends a notification or an event, or throws why it cannot. The promise is fulfilled when there is room for more.
   * @param {string} name @param {Value} [payload] @returns {Promise<void>}
   */
  notify(name, payload) {
    const row = this.#sends.get(name);
    return row?.kind === "event" ? this.notifyRaw(row.method, this.#enveloped(row, payload)) : this.notifyRaw(name, payload);
  }

  /**
   * The same for a method that the protocol does not declare, or one that carries events.
   * @param {string} method @param {Value} [params] @returns {Promise<void>}
   */
  notifyRaw(method, params) {
    this.#mayBeSent({ method, params });
    const { sent } = this.#composer.attempt(() => this.#send(this.#composer.notification(method, params), { method, params }));
    this.#sweep();
    return sent ?? Promise.resolve();
  }

  /**
   * Calls a function for each event or notification of that name. Returns what ends that.
   * @param {string} name @param {Callback} callback
   */
  on(name, callback) {
    return this.#listeners.on(name, callback);
  }

  /**
   * Sets what answers the requests of that name.
   * @param {string} name @param {Handler} handler
   */
  handle(name, handler) {
    this.#serving.handlers.set(name, handler);
    return this;
  }

  /** The events and notifications that arrive from now on. */
  events() {
    const queue = this.#listeners.iterate();
    if (this.#ended) queue.end();
    return queue;
  }

  /** Ends the connection. */
  async close() {
    await this.#end(new ConnectionError("closed", "the connection was closed"));
  }

  /**
   * Makes the handshake.
   * @param {Value} params or a function that returns them @param {CallOptions} [options]
   */
  async greet(params, options) {
    const { method, optional, legacy } = /** @type {Greeting} */ (this.#wire.handshake);
    try {
      await this.call(method, typeof params === "function" ? await params() : params, options);
    } catch (error) {
      if (!(optional && error instanceof ResponseError && error.code === -32601)) {
        await this.#end(new ConnectionError("handshake", "the handshake has failed", error));
        throw error;
      }
      this.version = legacy;
    }
    return this;
  }

  /** @param {Carried} row @param {Value} payload */
  #enveloped({ tag }, payload) {
    /** @type {Members} */
    const params = {};
    set(params, /** @type {string} */ (this.#wire.tag), tag);
    set(params, /** @type {string} */ (this.#wire.content), payload === undefined ? {} : payload);
    return params;
  }

  /**
   * Sends the request of a call.
   * @param {Exchange} x @param {Carried | undefined} row @param {CallOptions} options
   */
  #ask(x, row, options) {
    options.signal?.throwIfAborted();
    const { method, params } = x;
    this.#isKnownTo(x.name, (row ?? get(this.#wire.methods, method))?.since);
    const { verdict } = this.#composer.attempt(() => this.#request(x, row?.id && at(params, row.id)));
    x.told = verdict.call;
    if (verdict.is === "history") {
      x.reject(new ConnectionError("history", `${quote(x.name)} is part of a replay, and not answered`));
      return;
    }
    x.onFailure = options.failSafe === false ? undefined : row?.onFailure;
    this.#calls.set(x.id, x);
    this.#setLoose(x, row);
    x.watch({ timeout: this.#options.timeout, ...options }, (reason) => this.#cancel(x, row, reason));
    this.#sweep();
  }

  /**
   * @param {Exchange} x @param {Value} given the id, if it is that of what is asked
   */
  #request(x, given) {
    const { method, params } = x;
    let id = given ?? this.#composer.nextID();
    while (given === undefined && this.#calls.has(id)) id = this.#composer.nextID();
    if (this.#calls.has(id)) throw new SessionError("id", x.name, `the id ${quote(String(id))} is in use by a request that has not been answered`);
    const parts = { method, id, params };
    this.#mayBeSent(parts);
    x.id = id;
    x.message = this.#composer.request(method, params, id);
    return this.#send(x.message, parts);
  }

  /**
   * Notes a call that a rule may end without an answer.
   * @param {Exchange} x @param {Carried | undefined} row
   */
  #setLoose(x, row) {
    const acts = this.#ending.filter((a) => (a.kind === "method" ? a.name === x.method : a.kind === "request" && a.name === row?.tag));
    for (const rule of acts.flatMap((a) => a.rules ?? [])) {
      if (rule.is === "settled_by" || rule.is === "cancelled_by") this.#loose.add(x);
      if (rule.is !== "timeout") continue;
      const stated = rule.path && at(x.params, rule.path);
      const seconds = typeof stated === "number" ? stated : (rule.seconds ?? 0);
      if (seconds > 0) x.after(seconds * 1000, () => this.#giveUp(x, new ConnectionError("settled", `no answer to ${quote(x.name)} is owed any more`)));
    }
  }

  /**
   * Refuses what the version of the peer does not have.
   * @param {string} name @param {string} [since]
   */
  #isKnownTo(name, since) {
    const { version } = this;
    if (since === undefined || version === undefined || this.#wire.compareVersions(since, version) <= 0) return;
    if (this.#wire.handshake?.method === name) return;
    throw new SessionError("since", name, `${quote(name)} is there since version ${since}, and the session has version ${version}`);
  }

  /**
   * Refuses what breaks a rule of the session.
   * @param {Parts} parts
   */
  #mayBeSent(parts) {
    if (this.#ended) throw this.#ended;
    const [broken] = this.#session.judge(parts, { side: this.#role, time: Date.now() });
    if (broken) throw new SessionError(broken.rule, broken.element, broken.text);
    if (this.#unsent >= this.#options.maxUnsent) throw new ConnectionError("overflow", `${this.#unsent} messages wait to be sent`);
  }

  /**
   * Writes a message, observes it and sends it.
   * @param {Value} message @param {Parts} parts
   */
  #send(message, parts) {
    const text = this.#wire.write(message);
    const max = this.#limits[1 - this.#side];
    const size = sizeOf(text, max);
    if (size > max) throw new ConnectionError("too_large", `the message has ${size} bytes, which is more than ${max}`);
    const verdict = this.#session.observeParts(parts, { side: this.#role, time: Date.now() });
    return { verdict, sent: this.#transmit(text) };
  }

  /** @param {string} text @returns {Promise<void> | undefined} */
  #transmit(text) {
    let sent;
    try {
      sent = this.#transport.send(text);
    } catch (error) {
      sent = Promise.reject(error);
    }
    if (!sent) return undefined;
    this.#unsent++;
    if (this.#sending?.sent === sent) {
      this.#sending.count++;
      return this.#sending.done;
    }
    const sending = { sent, count: 1, done: Promise.resolve() };
    this.#sending = sending;
    const failed = (/** @type {unknown} */ error) => this.#end(new ConnectionError("disconnected", "the message could not be sent", error));
    sending.done = Promise.resolve(sent).catch(failed).then(() => {
      this.#unsent -= sending.count;
    });
    return sending.done;
  }

  /**
   * Cancels a call in the way of the protocol, and waits for its answer if one is owed.
   * @param {Exchange} x @param {Carried | undefined} row @param {unknown} reason
   */
  #cancel(x, row, reason) {
    const rule = this.#wire.cancels?.get(row ? `request ${row.tag}` : `method ${x.name}`);
    if (x.isSettled || x.cancelled) return;
    x.cancelled = { reason, answered: rule?.answered };
    if (!rule || this.#ended) {
      this.#giveUp(x, reason);
      return;
    }
    const params = (rule.path ?? []).reduceRight((inner, key) => ({ [key]: inner }), /** @type {Value} */ (rule.path ? x.id : undefined));
    const giveUp = () => this.#giveUp(x, reason);
    if (rule.none) giveUp();
    else x.after(this.#options.grace, giveUp);
    this.#sendCancel(rule.by, params).catch((error) => {
      this.#report("cancel", `${quote(x.name)} could not be cancelled: ${wordsOf(error)}`, { error });
      giveUp();
    });
  }

  /** @param {string} method @param {Value} params */
  async #sendCancel(method, params) {
    if (get(this.#wire.methods, method).kind === "request") await this.call(method, params, { timeout: this.#options.grace });
    else await this.notify(method, params);
  }

  /**
   * Ends a call that is not answered: with its fail-safe answer, if it has one and was not cancelled.
   * @param {Exchange} x @param {unknown} error
   */
  #giveUp(x, error) {
    if (x.isSettled) return;
    this.#drop(x);
    if (x.cancelled) x.reject(x.cancelled.reason);
    else if (x.onFailure === undefined) x.reject(error);
    else this.#failSafe(x, error);
  }

  /** @param {Exchange} x @param {unknown} error */
  #failSafe(x, error) {
    this.#report("on_failure", `${quote(x.name)} has no answer: ${wordsOf(error)}`, { error });
    const got = this.#wire.readResultOf?.(x.method, x.onFailure, x.params);
    x.resolve(got?.ok ? got.value : { ...x.onFailure }); // which may leave out members
  }

  /** @param {Exchange} x */
  #drop(x) {
    this.#calls.delete(x.id);
    this.#loose.delete(x);
    this.#listeners.observed.delete(x);
  }

  /** Ends what needs no answer any more. */
  #sweep() {
    if (this.#ending.length === 0) return;
    for (const x of this.#loose) {
      if (x.told?.owed === false) this.#giveUp(x, new ConnectionError("settled", `${quote(x.name)} was settled without an answer`));
    }
    this.#serving.sweep();
  }

  /** Reads what arrives, until the connection ends. */
  async #run() {
    await undefined; // who has made the connection adds handlers first
    try {
      for await (const items of this.#transport.messages) {
        for (const item of Array.isArray(items) ? items : [items]) {
          if (this.#ended) return;
          this.#receive(item);
          if (this.#listeners.isBehind || this.#serving.size >= this.#options.maxHandlers) await this.#pause();
        }
      }
    } catch (error) {
      await this.#end(new ConnectionError("disconnected", "the connection was lost", error));
      return;
    }
    await this.#finish();
  }

  /**
   * Waits until what has arrived is handled. It never waits for somebody who may wait for an answer: with a call open, the
   * connection ends instead.
   */
  async #pause() {
    await turn();
    const { maxHandlers, maxQueued } = this.#options;
    const isFull = () => this.#serving.size >= maxHandlers || this.#listeners.hasOver(maxQueued);
    while (!this.#ended && isFull()) {
      if (this.#calls.size > 0) {
        this.#end(new ConnectionError("slow_consumer", "a full queue of messages is not read while a call is open"));
      } else {
        await (this.#serving.size >= maxHandlers ? this.#serving.next() : turn());
      }
    }
  }

  /** Ends the connection at the end of the input, after the handlers that still run, if they end soon. */
  async #finish() {
    const lost = new ConnectionError("disconnected", "the peer has ended the connection");
    for (const x of [...this.#calls.values()]) this.#giveUp(x, lost);
    this.#serving.stop(lost);
    const until = Date.now() + this.#options.grace;
    while (!this.#ended && this.#serving.size > 0 && Date.now() < until) {
      await Promise.race([this.#serving.next(), sleep(until - Date.now())]);
    }
    await this.#end(lost);
  }

  /** @param {ConnectionError} error */
  async #end(error) {
    if (this.#ended) return;
    this.#ended = error;
    for (const x of [...this.#calls.values()]) this.#giveUp(x, error);
    this.#serving.stop(error);
    this.#listeners.end();
    this.#onEnd(error);
    try {
      await this.#transport.close();
    } catch (cause) {
      this.#report("transport", `the transport could not be closed: ${wordsOf(cause)}`, { error: cause });
    }
  }

  /** @param {string} kind @param {string} text @param {Partial<Report>} [more] */
  #report(kind, text, more) {
    try {
      this.#options.onReport?.({ kind, text, ...more });
    } catch {
      // A report that cannot be made is no reason to end the session.
    }
  }

  /** @param {string | Uint8Array | FrameFault} item */
  #receive(item) {
    if (typeof item !== "string" && !(item instanceof Uint8Array)) {
      this.#frameFault(item);
      return;
    }
    const max = this.#options.maxBytes ?? this.#limits[this.#side];
    const size = sizeOf(item, max);
    if (size > max) {
      this.#frameFault({ fault: "too_large", text: `the message has ${size} bytes, which is more than ${max}` });
      return;
    }
    const { parse, parseBatch } = this.#wire;
    const got = parseBatch && isArray(item) ? parseBatch(item) : parse[this.#side](item);
    if (!got.ok) this.#refuse(item, got);
    else if (Array.isArray(got.value)) for (const message of got.value) this.#message(message);
    else this.#message(got.value);
    this.#sweep();
  }

  /** @param {FrameFault} item */
  #frameFault(item) {
    this.#serving.frameFault(item);
    if (item.fault === "framing") this.#end(new ConnectionError("framing", item.text));
  }

  /**
   * Answers a message that cannot be read, if it is owed an answer. A call that it answers is over. Of several messages in an
   * array, those that can be read are.
   * @param {string | Uint8Array} item @param {{ errors: ReadFault[], refused: Refused }} got
   */
  #refuse(item, got) {
    const raw = got.refused.reason === "json" ? undefined : JSON.parse(textOf(item));
    const { maxBatch = 0 } = this.#wire;
    if (!Array.isArray(raw) || raw.length === 0 || raw.length > maxBatch) {
      this.#refuseMessage(raw ?? textOf(item), got);
      return;
    }
    for (const one of raw) {
      const each = this.#wire.read[this.#side](one);
      if (each.ok) this.#message(each.value);
      else this.#refuseMessage(one, each);
    }
  }

  /**
   * @param {Value} raw the message, or its text if it is not JSON
   * @param {{ errors: ReadFault[], refused: Refused }} got
   */
  #refuseMessage(raw, got) {
    this.#serving.refuse(raw, got, this.#peer);
    const x = got.refused.shape === "response" ? this.#calls.get(got.refused.id) : undefined;
    if (x) this.#giveUp(x, new AnswerError(x.name, got.errors));
  }

  /** @param {Value} message */
  #message(message) {
    if (this.#wire.shell.ignored && message instanceof this.#wire.shell.ignored.Message) {
      this.#report("ignored", "a message was ignored", { message: message.raw });
      return;
    }
    const parts = partsOf(this.#rules, message);
    const verdict = this.#session.observeParts(parts, { side: this.#peer, time: Date.now() });
    for (const broken of verdict.faults) {
      if (broken.rule !== "answer") this.#report(broken.rule === "id" ? "duplicate_id" : "rule", broken.text, { fault: broken, message });
    }
    if (parts.method === undefined) this.#answered(message, parts, verdict);
    else this.#called(message, /** @type {Parts & { method: string }} */ (parts), verdict);
  }

  /** @param {Value} message @param {Parts} parts @param {Verdict} verdict */
  #answered(message, { id }, { is }) {
    const x = this.#calls.get(id);
    const error = this.#composer.errorOf(message);
    if (x === undefined) {
      if (id === undefined || id === null) this.#report("error", `the peer reports an error: ${error?.message}`, { message, error });
      else if (is === "unmatched") this.#report("unknown_id", `no request has the id ${quote(String(id))}`, { message });
      else this.#report("late", `the answer with the id ${quote(String(id))} is late`, { message });
      return;
    }
    this.#drop(x);
    if (error) {
      this.#failed(x, new ResponseError(error, this.#wire.nameOf?.(error)));
      return;
    }
    const got = /** @type {ReadResult} */ (this.#wire.readResultOf?.(x.method, this.#composer.resultOf(message), x.params));
    if (!got.ok) {
      this.#report("unreadable", lineOf(got.errors[0]), { errors: got.errors, message });
      this.#giveUp(x, new AnswerError(x.name, got.errors));
      return;
    }
    if (x.method === this.#wire.handshake?.method) this.#agree(x.params, got.value);
    x.resolve(got.value);
  }

  /** @param {Exchange} x @param {ResponseError} error */
  #failed(x, error) {
    const { answered, reason } = x.cancelled ?? {};
    if (answered !== undefined && error.errorName === answered) x.reject(reason);
    else if (x.onFailure === undefined) x.reject(error);
    else this.#failSafe(x, error);
  }

  /**
   * Notes what the handshake has agreed on.
   * @param {Value} params @param {Value} result
   */
  #agree(params, result) {
    const { handshake, limits, version, compareVersions } = this.#wire;
    this.handshake = this.#side === 0 ? result : params;
    const chosen = handshake?.chosen && at(result, handshake.chosen);
    if (chosen !== undefined) this.version = compareVersions(String(chosen), version) < 0 ? String(chosen) : version;
    for (const side of [0, 1]) {
      const limit = limits?.[side];
      const max = limit && at(limit.in === "params" ? params : result, limit.path);
      if (typeof max === "number") this.#limits[side] = max;
    }
  }

  /** @param {Value} message @param {Parts & { method: string }} parts @param {Verdict} verdict */
  #called(message, parts, verdict) {
    const { method, id, params } = parts;
    const declared = get(this.#wire.methods, method);
    const isRequest = declared?.kind === "request";
    const isTheirs = declared && [declared.from].flat().includes(this.#peer);
    if (!isTheirs || (!isRequest && id !== undefined)) {
      this.#serving.unknown(message, parts, verdict);
      return;
    }
    const row = object(params) ? this.#receives.get(`${method} ${get(params, this.#wire.tag ?? "")}`) : undefined;
    const payload = row ? get(params, /** @type {string} */ (this.#wire.content)) : params;
    const isHistory = verdict.is === "history";
    if (!isRequest || isHistory) this.#listeners.deliver(row ? params : message);
    if (!isRequest) {
      if (this.#wire.progressOf) this.#listeners.progress(this.#wire.progressOf, message);
      const info = { message, history: isHistory };
      if (row) this.#listeners.tell(row.name, payload, info);
      this.#listeners.tell(method, params, info);
    } else if (!isHistory) this.#serving.asked(message, parts, row, payload, verdict);
    if (verdict.error === undefined) this.#serving.cancelled(parts);
  }
}
