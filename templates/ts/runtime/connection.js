import { Composer } from "./compose.js";
import { lineOf, quote } from "./error.js";
import { Exchange } from "./exchange.js";
import { AnswerError, ConnectionError, ResponseError, SessionError } from "./failure.js";
import { isArray, sizeOf, sleep, textOf, turn, wordsOf } from "./flow.js";
import { tooLarge } from "./framing.js";
import { get, object } from "./guard.js";
import { Listeners } from "./listeners.js";
import { Outbox } from "./outbox.js";
import { Pending } from "./pending.js";
import { at, partsOf } from "./rules.js";
import { Serving } from "./serving.js";
import { Together } from "./together.js";
import { set } from "./value.js";
/** @import { Further } from "./compose.js" */
/** @import { Fault as ReadFault } from "./error.js" */
/** @import { CallOptions } from "./exchange.js" */
/** @import { FrameFault } from "./framing.js" */
/** @import { Callback } from "./listeners.js" */
/** @import { Session } from "./outlive.js" */
/** @import { Refused } from "./read.js" */
/** @import { Parts, Rules } from "./rules.js" */
/** @import { Carried, Greeting, Handler, ReadResult, Report, UnknownHandler, Wire } from "./serving.js" */
/** @import { Verdict } from "./session.js" */
/** @import { Transport } from "./transport.js" */
/** @import { Members, Value } from "./value.js" */

// One end of a connection: it pairs answers with requests, passes received
// messages to handlers, and obeys the rules of the session when it sends.

/**
 * @typedef {object} Options
 * @property {{ [name: string]: Handler }} [handle] @property {{ [name: string]: Callback }} [on] @property {UnknownHandler} [unknown]
 * @property {(report: Report) => void} [onReport] @property {Further} [members]
 * @property {number} [timeout] @property {number} [grace] @property {number} [maxBytes] @property {number} [maxQueued]
 * @property {number} [maxHandlers] @property {number} [maxUnsent] @property {Session} [session]
 */

/** One end of a connection. */
export class Connection {
  // Assigned once in the constructor.
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
  #pending;
  #serving;
  #listeners;
  /** The events and requests that this end sends, by name. @type {Map<string, Carried>} */
  #sends = new Map();
  /** Those that it receives, by method and tag. @type {Map<string, Carried>} */
  #receives = new Map();
  #outbox;
  /** By side: the maximum length of messages to it. */
  #maxBytes;
  /** Why the connection ended; undefined until then. @type {ConnectionError | undefined} */
  #ended;
  /** @type {(error: ConnectionError) => void} */
  #onEnd = () => {};

  /** @param {Wire} wire @param {0 | 1} side @param {Transport} transport @param {Options} [options] */
  constructor(wire, side, transport, options = {}) {
    this.#wire = wire;
    this.#side = side;
    this.#transport = transport;
    this.#options = { grace: 2000, maxQueued: 10_000, maxHandlers: 1000, maxUnsent: 100_000, ...options };
    this.#outbox = new Outbox(transport, (error) => void this.#end(new ConnectionError("disconnected", "the message could not be sent", error)));
    this.#composer = new Composer(wire.shell, wire.counter, options.members, options.session);
    this.#session = wire.newSession();
    this.#rules = this.#session.rules;
    this.#role = this.#rules.roles[side];
    this.#peer = this.#rules.roles[1 - side];
    const report = (/** @type {string} */ kind, /** @type {string} */ text, /** @type {Partial<Report> | undefined} */ more) => this.#report(kind, text, more);
    this.#pending = new Pending({ wire, rules: this.#rules, session: options.session, report, forget: (x) => void this.#listeners.observed.delete(x) });
    this.#serving = new Serving({
      wire,
      rules: this.#rules,
      session: this.#session,
      composer: this.#composer,
      role: this.#role,
      connection: this,
      unknown: options.unknown,
      outlives: options.session,
      send: (message, parts, together) => void this.#send(message, parts, together),
      agree: (params, result) => this.#agree(params, result),
      isGreeting: () => this.#isGreeting(),
      report,
    });
    for (const [name, handler] of Object.entries(options.handle ?? {})) this.handle(name, handler);
    this.#maxBytes = [wire.framing.maxBytes ?? Infinity, wire.framing.maxBytes ?? Infinity];
    this.#listeners = new Listeners(report);
    for (const [name, callback] of Object.entries(options.on ?? {})) this.on(name, callback);
    const [own, peer] = side === 0 ? ["first", "second"] : ["second", "first"];
    for (const row of wire.carried ?? []) {
      if (row.from !== peer && !this.#sends.has(row.name)) this.#sends.set(row.name, row);
      if (row.from !== own) this.#receives.set(`${row.method} ${row.tag}`, row);
    }
    /** The negotiated version, once it is known. @type {string | undefined} */
    this.version = wire.handshake?.optional ? wire.handshake.legacy : undefined;
    /** The params or the result of the handshake, from the peer. @type {Value} */
    this.handshake = undefined;
    /** Fulfilled with the reason when the connection has ended. @type {Promise<ConnectionError>} */
    this.closed = new Promise((resolve) => (this.#onEnd = resolve));
    this.#takeOver(options.session);
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
   * Does the same for an undeclared method.
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
   * Sends a notification or an event, or throws if it must not be sent. The promise is fulfilled when more can be sent.
   * @param {string} name @param {Value} [payload] @returns {Promise<void>}
   */
  notify(name, payload) {
    const row = this.#sends.get(name);
    return row?.kind === "event" ? this.notifyRaw(row.method, this.#enveloped(row, payload)) : this.notifyRaw(name, payload);
  }

  /**
   * Does the same for an undeclared method, or one that carries events.
   * @param {string} method @param {Value} [params] @returns {Promise<void>}
   */
  notifyRaw(method, params) {
    this.#mayBeSent({ method, params });
    const { sent } = this.#composer.attempt(() => this.#send(this.#composer.notification(method, params), { method, params }));
    this.#sweep();
    return sent ?? Promise.resolve();
  }

  /**
   * Calls a function for each event or notification of that name. Returns a function that ends this.
   * @param {string} name @param {Callback} callback
   */
  on(name, callback) {
    return this.#listeners.on(name, callback);
  }

  /**
   * Sets the handler of the requests of that name.
   * @param {string} name @param {Handler} handler
   */
  handle(name, handler) {
    this.#serving.handlers.set(name, handler);
    return this;
  }

  /** Returns the events and notifications that arrive from now on. */
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

  /** Reports whether the handshake has begun, and is not answered yet. @returns {boolean} */
  #isGreeting() {
    const { method } = this.#wire.handshake ?? {};
    return this.#serving.handles(method) || this.#pending.calls(method);
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
    x.call = verdict.call;
    if (verdict.is === "history") {
      x.reject(new ConnectionError("history", `${quote(x.name)} is part of a replay, and not answered`));
      return;
    }
    x.onFailure = options.failSafe === false ? undefined : row?.onFailure;
    x.row = row;
    x.connection = this;
    this.#pending.expect(x);
    x.watch({ timeout: this.#options.timeout, ...options }, (reason) => /** @type {Connection} */ (x.connection).#cancel(x, row, reason));
    this.#sweep();
    if (method === this.#wire.handshake?.method) this.#resume();
  }

  /**
   * Makes this the connection of a session.
   * @param {Session | undefined} session
   */
  #takeOver(session) {
    if (!session) return;
    if (session.connection) void session.connection.#end(new ConnectionError("disconnected", "another connection has taken over the session"));
    session.connection = this;
    if (!this.#wire.handshake) this.#resume();
  }

  /** Resends the calls that wait for this connection. */
  #resume() {
    for (const x of this.#options.session?.take() ?? []) {
      const parts = { method: x.method, id: x.id, params: x.params };
      try {
        this.#mayBeSent(parts);
        x.call = this.#send(x.message, parts).verdict.call;
        x.connection = this;
        this.#pending.expect(x);
      } catch (error) {
        x.reject(error);
      }
    }
  }

  /**
   * @param {Exchange} x @param {Value} given the id, if it is that of what is asked
   */
  #request(x, given) {
    const { method, params } = x;
    let id = given ?? this.#composer.nextID();
    while (given === undefined && this.#pending.get(id)) id = this.#composer.nextID();
    if (this.#pending.get(id)) throw new SessionError("id", x.name, `the id ${quote(String(id))} is in use by a request that has not been answered`);
    const parts = { method, id, params };
    this.#mayBeSent(parts);
    x.id = id;
    x.message = this.#composer.request(method, params, id);
    return this.#send(x.message, parts);
  }

  /**
   * Throws if the version of the peer does not have the request.
   * @param {string} name @param {string} [since]
   */
  #isKnownTo(name, since) {
    const { version } = this;
    if (since === undefined || version === undefined || this.#wire.compareVersions(since, version) <= 0) return;
    if (this.#wire.handshake?.method === name) return;
    throw new SessionError("since", name, `${quote(name)} is there since version ${since}, and the session has version ${version}`);
  }

  /**
   * Throws if the message breaks a rule of the session.
   * @param {Parts} parts
   */
  #mayBeSent(parts) {
    if (this.#ended) throw this.#ended;
    const [broken] = this.#session.judge(parts, { side: this.#role, time: Date.now() });
    if (broken) throw new SessionError(broken.rule, broken.element, broken.text);
    const { unsent } = this.#outbox;
    if (unsent >= this.#options.maxUnsent) throw new ConnectionError("overflow", `${unsent} messages wait to be sent`);
  }

  /**
   * Writes a message, observes it and sends it.
   * @param {Value} message @param {Parts} parts @param {Together} [together] if it is sent with others
   */
  #send(message, parts, together) {
    const text = this.#wire.write(message);
    const max = this.#maxBytes[1 - this.#side];
    const size = sizeOf(text, max);
    if (size > max) throw new ConnectionError("too_large", tooLarge(size, max).text);
    const verdict = this.#session.observeParts(parts, { side: this.#role, time: Date.now() });
    return { verdict, sent: together ? together.add(text) : this.#outbox.send(text) };
  }

  /**
   * Cancels a call as the protocol says, and waits for its answer if one is expected.
   * @param {Exchange} x @param {Carried | undefined} row @param {unknown} reason
   */
  #cancel(x, row, reason) {
    const rule = this.#wire.cancels?.get(row ? `request ${row.tag}` : `method ${x.name}`);
    if (x.isSettled || x.cancelled) return;
    x.cancelled = { reason, answered: rule?.answered };
    if (!rule || this.#ended) {
      this.#pending.giveUp(x, reason);
      return;
    }
    const params = (rule.path ?? []).reduceRight((inner, key) => ({ [key]: inner }), /** @type {Value} */ (rule.path ? x.id : undefined));
    const giveUp = () => this.#pending.giveUp(x, reason);
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

  /** Ends the calls that need no answer any more. */
  #sweep() {
    if (this.#pending.sweep()) this.#serving.sweep();
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
   * Waits until the received messages are handled. It never waits for a handler that may wait for an answer: with a call open, the
   * connection ends instead.
   */
  async #pause() {
    await turn();
    const { maxHandlers, maxQueued } = this.#options;
    const isFull = () => this.#serving.size >= maxHandlers || this.#listeners.hasOver(maxQueued);
    while (!this.#ended && isFull()) {
      if (this.#pending.size > 0) {
        this.#end(new ConnectionError("slow_consumer", "a full queue of messages is not read while a call is open"));
      } else {
        await (this.#serving.size >= maxHandlers ? this.#serving.next() : turn());
      }
    }
  }

  /** Ends the connection at the end of the input, after running handlers, if they end soon. */
  async #finish() {
    const lost = new ConnectionError("disconnected", "the peer has ended the connection");
    this.#pending.giveUpAll(lost);
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
    this.#pending.giveUpAll(error);
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
      // An error of onReport must not end the session.
    }
  }

  /** @param {string | Uint8Array | FrameFault} item */
  #receive(item) {
    if (typeof item !== "string" && !(item instanceof Uint8Array)) {
      this.#frameFault(item);
      return;
    }
    const max = this.#options.maxBytes ?? this.#maxBytes[this.#side];
    const size = sizeOf(item, max);
    if (size > max) {
      this.#frameFault(tooLarge(size, max));
      return;
    }
    const { parse, parseBatch } = this.#wire;
    const got = parseBatch && isArray(item) ? parseBatch(item) : parse[this.#side](item);
    if (!got.ok) this.#refuse(item, got);
    else if (Array.isArray(got.value)) this.#together(got.value, (message) => this.#message(message));
    else this.#message(got.value);
    this.#sweep();
  }

  /** @param {FrameFault} item */
  #frameFault(item) {
    this.#serving.frameFault(item);
    if (item.fault === "framing") this.#end(new ConnectionError("framing", item.text));
  }

  /**
   * Answers a message that cannot be read, if its sender expects an answer. A call that it answers is ended. Of a batch,
   * valid messages are handled.
   * @param {string | Uint8Array} item @param {{ errors: ReadFault[], refused: Refused }} got
   */
  #refuse(item, got) {
    const raw = got.refused.reason === "json" ? undefined : JSON.parse(textOf(item));
    const { maxBatch = 0 } = this.#wire;
    if (!Array.isArray(raw) || raw.length === 0 || raw.length > maxBatch) {
      this.#refuseMessage(raw ?? textOf(item), got);
      return;
    }
    const list = raw.map((one) => this.#wire.read[this.#side](one));
    if (list.every(({ ok }) => ok)) {
      this.#refuseMessage(raw, got); // not together
      return;
    }
    this.#together([...list.entries()], ([i, each]) => {
      if (each.ok) this.#message(each.value);
      else this.#refuseMessage(raw[i], each);
    });
  }

  /**
   * Handles the messages of an array, whose answers are one array; or several messages, if the peer does not take one of that length.
   * @param {Value[]} list @param {(item: Value) => void} handle
   */
  #together(list, handle) {
    const send = (/** @type {string[]} */ texts) => {
      const whole = `[${texts.join(",")}]`;
      const max = this.#maxBytes[1 - this.#side];
      for (const text of sizeOf(whole, max) > max ? texts : [whole]) this.#outbox.send(text);
    };
    this.#serving.gather(new Together(send), () => list.forEach(handle));
  }

  /**
   * @param {Value} raw the message, or its text if it is not JSON
   * @param {{ errors: ReadFault[], refused: Refused }} got
   */
  #refuseMessage(raw, got) {
    const { shape, method, id } = got.refused;
    // A message with nothing but the id of a call is a response without a result.
    const isResponse = shape === "response" || (shape === undefined && method === undefined && id !== undefined);
    const x = isResponse ? this.#pending.get(id) : undefined;
    this.#serving.refuse(raw, x ? { ...got, refused: { ...got.refused, shape: "response" } } : got, this.#peer);
    if (x) this.#pending.giveUp(x, new AnswerError(x.name, got.errors));
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
  #answered(message, { id }, { is, faults }) {
    const x = this.#pending.get(id);
    const error = this.#composer.errorOf(message);
    if (x === undefined) {
      if (id === undefined || id === null) this.#report("error", `the peer reports an error: ${error?.message}`, { message, error });
      else if (is === "unmatched") this.#report("unknown_id", `no request has the id ${quote(String(id))}`, { message });
      else this.#report("late", `the answer with the id ${quote(String(id))} is late`, { message });
      return;
    }
    this.#pending.drop(x);
    if (error) {
      this.#failed(x, new ResponseError(error, this.#wire.nameOf?.(error)));
      return;
    }
    const got = /** @type {ReadResult} */ (this.#wire.readResultOf?.(x.method, this.#composer.resultOf(message), x.params));
    if (!got.ok) {
      this.#report("unreadable", lineOf(got.errors[0]), { errors: got.errors, message });
      this.#pending.giveUp(x, new AnswerError(x.name, got.errors));
      return;
    }
    const foreign = faults.find(({ rule }) => rule === "chosen");
    if (foreign) {
      this.#pending.giveUp(x, new SessionError(foreign.rule, foreign.element, foreign.text)); // there is no version to go on with
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
    else this.#pending.failSafe(x, error);
  }

  /**
   * Records the result of the handshake.
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
      if (typeof max === "number") this.#maxBytes[side] = max;
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
    if (isRequest && method === this.#wire.handshake?.method) this.#resume();
    if (!isRequest || isHistory) this.#listeners.deliver(row ? params : message);
    if (!isRequest) {
      if (this.#wire.progressOf) this.#listeners.progress(this.#wire.progressOf, message);
      const info = { message, history: isHistory };
      if (row) this.#listeners.tell(row.name, payload, info);
      this.#listeners.tell(method, params, info);
    } else if (!isHistory) this.#serving.request(message, parts, row, payload, verdict);
    if (verdict.error === undefined) this.#serving.cancelled(parts);
  }
}
