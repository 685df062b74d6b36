import { Room, Stall, unless, untaken } from "./bounds.js";
import { Composer, enveloped } from "./compose.js";
import { quote } from "./error.js";
import { Exchange } from "./exchange.js";
import { ConnectionError, ResponseError, SessionError, TimeoutError } from "./failure.js";
import { sizeOf, turn, until, within, wordsOf } from "./flow.js";
import { tooLarge } from "./framing.js";
import { get } from "./guard.js";
import { Listeners } from "./listeners.js";
import { defaults, passOut, traced } from "./options.js";
import { Outbox } from "./outbox.js";
import { Pending } from "./pending.js";
import { Receiving } from "./receiving.js";
import { at } from "./rules.js";
import { Serving } from "./serving.js";
/** @import { CallOptions } from "./exchange.js" */
/** @import { Callback } from "./listeners.js" */
/** @import { Options } from "./options.js" */
/** @import { Session } from "./outlive.js" */
/** @import { Parts, Rules } from "./rules.js" */
/** @import { Answered, Carried, Greeting, Handler, Report, Wire } from "./serving.js" */
/** @import { Transport } from "./transport.js" */
/** @import { Value } from "./value.js" */

// One end of a connection: it pairs answers with requests, passes received
// messages to handlers, and obeys the rules of the session when it sends.

const nothing = Promise.resolve();
const LAST_WORDS = 1000; // how long answers are read after sending has failed, in milliseconds

/** One end of a connection. */
export class Connection {
  // Assigned once in the constructor.
  #wire;
  #side;
  #role;
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
  #room;
  #receiving;
  #outbox;
  /** By side: the maximum length of messages to it. */
  #maxBytes;
  /** The clocks of a connection on which nothing happens, and of its handshake. */
  #idle;
  #unanswered;
  /** It takes no new requests. */
  #isDraining = false;
  /** The session has ended. */
  #isOver = false;
  /** Nothing can be sent any more. */
  #isCut = false;
  /** Why no call is answered any more; undefined until the end of the input. @type {ConnectionError | undefined} */
  #lost;
  /** Why nothing is sent any more; undefined until then. @type {ConnectionError | undefined} */
  #ended;
  /** Fulfilled when the transport is closed; undefined until #ended. @type {Promise<void> | undefined} */
  #closing;
  /** @type {(error?: ConnectionError) => void} */
  #onEnd = () => {};

  /** @param {Wire} wire @param {0 | 1} side @param {Transport} transport @param {Options} [options] */
  constructor(wire, side, transport, options = {}) {
    this.#wire = wire;
    this.#side = side;
    this.#transport = transport;
    this.#options = { ...defaults, ...options };
    const { maxHandlers, maxRead, maxWrite, stallWait, idleWait, handshakeWait, incoming, session: outlives } = this.#options;
    this.#room = new Room(maxRead, stallWait, () => this.#endSlow(untaken(this.#serving.waiting, this.#listeners.unread, this.#outbox.unsent)));
    this.#outbox = new Outbox(transport, {
      maxWrite,
      stallWait,
      isNumbered: wire.counter !== undefined,
      room: this.#room,
      failed: (error) => this.#failed(error),
      stalled: () => this.#endSlow(`nothing was written of ${this.#outbox.unsent} bytes that wait`),
      written: () => this.#serving.waiting > 0 && this.#serving.start(),
    });
    this.#composer = new Composer(wire.shell, wire.counter, options.members, outlives);
    this.#session = wire.newSession();
    this.#rules = this.#session.rules;
    this.#role = this.#rules.roles[side];
    const report = (/** @type {string} */ kind, /** @type {string} */ text, /** @type {Partial<Report> | undefined} */ more) => this.#report(kind, text, more);
    this.#listeners = new Listeners(this.#room, report);
    const parts = { wire, side, rules: this.#rules, session: this.#session, composer: this.#composer, room: this.#room, outbox: this.#outbox, listeners: this.#listeners, report };
    this.#pending = new Pending({ ...parts, machine: this.#session, session: outlives, forget: (x) => this.#forget(x) });
    const agree = (/** @type {Value} */ params, /** @type {Value} */ result) => this.#agree(params, result);
    this.#serving = new Serving({
      ...parts,
      pending: this.#pending,
      role: this.#role,
      connection: this,
      unknown: options.unknown,
      incoming,
      outlives,
      maxHandlers,
      maxRead,
      isGreeting: () => this.#isGreeting(),
      isDraining: () => this.#isDraining,
      send: (message, answer, to) => this.#answer(message, answer, to),
      agree,
    });
    this.#receiving = new Receiving({
      ...parts,
      pending: this.#pending,
      serving: this.#serving,
      intercepts: incoming !== undefined,
      maxReceived: () => this.#options.maxBytes ?? this.#maxBytes[side],
      maxSent: () => this.#maxBytes[1 - side],
      resume: () => this.#resume(),
      agree,
      end: (error) => void this.#end(error),
      over: (until) => this.#over(until),
      trace: options.trace && ((message, of) => this.#trace(false, message, of, this.#pending.get(of.id))),
    });
    for (const [name, handler] of Object.entries(options.handle ?? {})) this.handle(name, handler);
    this.#maxBytes = [wire.framing.maxBytes ?? Infinity, wire.framing.maxBytes ?? Infinity];
    for (const [name, callback] of Object.entries(options.on ?? {})) this.on(name, callback);
    const peer = side === 0 ? "second" : "first";
    const sent = (wire.carried ?? []).filter((row) => row.from !== peer);
    for (const row of sent.reverse()) this.#sends.set(`${row.kind} ${row.name}`, row); // the first counts
    /** The negotiated version, once it is known. @type {string | undefined} */
    this.version = wire.handshake?.optional ? wire.handshake.legacy : undefined;
    /** The params or the result of the handshake, from the peer. @type {Value} */
    this.handshake = undefined;
    /** Fulfilled when the connection has ended and its handlers have returned: with the reason, unless that is as it should be. @type {Promise<ConnectionError | undefined>} */
    this.closed = new Promise((resolve) => (this.#onEnd = resolve));
    this.#idle = new Stall(idleWait, () => this.#isIdle(idleWait), false);
    this.#idle.start();
    this.#unanswered = new Stall(wire.handshake && handshakeWait, () => this.#isUngreeted(handshakeWait), false);
    this.#unanswered.start();
    this.#takeOver(options.session);
    this.#run();
  }

  /**
   * Makes a call, and returns a promise of its result with its streams.
   * @param {string} name @param {Value} [params] @param {CallOptions} [options]
   */
  call(name, params, options) {
    return this.#call(name, this.#sends.get(`request ${name}`), params, options);
  }

  /**
   * Does the same for an undeclared method.
   * @param {string} method @param {Value} [params] @param {CallOptions} [options]
   */
  callRaw(method, params, options) {
    return this.#call(method, undefined, params, options);
  }

  /** @param {string} name @param {Carried | undefined} row @param {Value} given @param {CallOptions} [options] */
  #call(name, row, given, options = {}) {
    const method = row?.method ?? name;
    let params = given;
    let ended;
    let failure;
    try {
      ({ params, ended } = passOut(this.#options, "request", name, method, given));
    } catch (error) {
      failure = { error };
    }
    const x = new Exchange(name, method, row ? enveloped(this.#wire, row, params) : params);
    if (ended) x.promise.then(ended, (error) => ended(undefined, error));
    try {
      if (failure) throw failure.error;
      this.#ask(x, row, options);
    } catch (error) {
      x.reject(error);
    }
    return x.handle(
      this.#room,
      (queue) => this.#listeners.add(queue),
      () => this.#listeners.observed.add(x),
    );
  }

  /**
   * Sends a notification or an event, or throws if it must not be sent. The promise is fulfilled when more can be sent.
   * @param {string} name @param {Value} [payload] @returns {Promise<void>}
   */
  notify(name, payload) {
    return this.#notify(name, this.#sends.get(`event ${name}`), payload);
  }

  /**
   * Does the same for an undeclared method, or one that carries events.
   * @param {string} method @param {Value} [params] @returns {Promise<void>}
   */
  notifyRaw(method, params) {
    return this.#notify(method, undefined, params);
  }

  /** @param {string} name @param {Carried | undefined} row @param {Value} given @returns {Promise<void>} */
  #notify(name, row, given) {
    const method = row?.method ?? name;
    const { params: payload, ended } = passOut(this.#options, row ? "event" : "notification", name, method, given);
    try {
      const params = row ? enveloped(this.#wire, row, payload) : payload;
      this.#mayBeSent({ method, params });
      const sent = this.#composer.attempt(() => {
        const message = this.#composer.notification(method, params);
        const text = this.#write(message);
        this.#observe(message, { method, params });
        return this.#outbox.note(text);
      });
      this.#sweep();
      if (this.#session.isEnded) this.#over(nothing);
      ended?.();
      return sent ?? nothing;
    } catch (error) {
      ended?.(undefined, error);
      throw error;
    }
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

  /** Ends the connection, after what was sent is written, if that is soon. It does not wait for handlers, whose signals are aborted. */
  close() {
    return this.#end(new ConnectionError("closed", "the connection was closed"), true);
  }

  /**
   * Ends the connection when the requests that have arrived are answered. New ones are refused.
   * @param {{ signal?: AbortSignal, timeout?: number }} [options] what ends the connection before that, and rejects
   * @returns {Promise<void>}
   */
  async shutdown({ signal, timeout = Infinity } = {}) {
    this.#isDraining = true;
    const early = await unless(this.#serving.answered(), signal, timeout, () => new TimeoutError("", timeout, `the connection was not shut down within ${timeout} ms`));
    await this.close();
    if (early) throw early.reason;
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

  /**
   * Sends the request of a call.
   * @param {Exchange} x @param {Carried | undefined} row @param {CallOptions} options
   */
  #ask(x, row, options) {
    options.signal?.throwIfAborted();
    const { method, params } = x;
    this.#isKnownTo(x.name, (row ?? get(this.#wire.methods, method))?.since);
    const verdict = this.#composer.attempt(() => this.#request(x, row?.id && at(params, row.id)));
    x.call = verdict.call;
    if (verdict.is === "history") {
      x.reject(new ConnectionError("history", `${quote(x.name)} is part of a replay, and not answered`));
      return;
    }
    x.onFailure = options.failSafe === false ? undefined : row?.onFailure;
    x.row = row;
    x.connection = this;
    this.#pending.expect(x);
    if (this.#serving.waiting > 0) this.#serving.start();
    if (options.resetByProgress && this.#wire.progressOf) this.#listeners.observed.add(x);
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
        x.call = this.#send(x, parts).call;
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
    return this.#send(x, parts);
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
    const lost = this.#ended ?? (parts.id === undefined ? undefined : this.#lost);
    if (lost) throw lost;
    const [broken] = this.#session.judge(parts, { side: this.#role, time: Date.now() });
    if (broken) throw new SessionError(broken.rule, broken.element, broken.text);
    const { unsent } = this.#outbox;
    if (unsent >= this.#options.maxUnsent) throw new ConnectionError("overflow", `${unsent} bytes wait to be sent`);
  }

  /**
   * Sends a request.
   * @param {Exchange} x @param {Parts} parts
   */
  #send(x, parts) {
    const text = this.#write(x.message);
    const verdict = this.#observe(x.message, parts);
    this.#outbox.call(text, x);
    return verdict;
  }

  /**
   * Sends an answer.
   * @param {Value} message @param {Parts} parts @param {Answered} to what it answers
   */
  #answer(message, parts, to) {
    if (this.#ended) return;
    const text = this.#write(message);
    this.#observe(message, parts, to);
    if (to.together) to.together.add(text);
    else this.#outbox.answer(text, to.since);
    if (this.#session.isEnded) this.#over(to.together ? within(this.#options.closeWait, this.#serving.answered()) : nothing);
  }

  /**
   * Returns the text of a message. Throws if it is too long.
   * @param {Value} message
   */
  #write(message) {
    const text = this.#wire.write(message);
    const max = this.#maxBytes[1 - this.#side];
    const size = sizeOf(text, max);
    if (size > max) throw new ConnectionError("too_large", tooLarge(size, max).text);
    return text;
  }

  /**
   * Records that a message is sent.
   * @param {Value} message @param {Parts} parts @param {Answered} [to]
   */
  #observe(message, parts, to) {
    if (this.#options.trace) this.#trace(true, message, parts, to);
    return this.#session.observeParts(parts, { side: this.#role, time: Date.now() });
  }

  /** @param {boolean} sent @param {Value} message @param {Parts} parts @param {{ method?: string, name?: string }} [of] */
  #trace(sent, message, parts, of) {
    try {
      this.#options.trace?.(traced(this.#wire, sent, message, parts, of));
    } catch (error) {
      this.#report("callback", `the trace has failed: ${wordsOf(error)}`, { error });
    }
  }

  /** @param {Exchange} x that is not open any more */
  #forget(x) {
    this.#listeners.observed.delete(x);
    this.#outbox.landed(x);
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
    else x.after(this.#options.cancelWait, giveUp);
    this.#sendCancel(rule.by, params).catch((error) => {
      if (x.isSettled) return; // the answer has crossed the message that cancels
      this.#report("cancel", `${quote(x.name)} could not be cancelled: ${wordsOf(error)}`, { error });
      giveUp();
    });
  }

  /** @param {string} method @param {Value} params */
  async #sendCancel(method, params) {
    if (get(this.#wire.methods, method).kind === "request") await this.call(method, params, { timeout: this.#options.cancelWait });
    else await this.notify(method, params);
  }

  /** Ends the calls that need no answer any more. */
  #sweep() {
    this.#pending.sweep();
    this.#serving.sweep();
  }

  /** Reads what arrives, until the connection ends. */
  async #run() {
    await undefined; // who has made the connection adds handlers first
    try {
      for await (const items of this.#transport.messages) {
        this.#idle.moved();
        for (const item of Array.isArray(items) ? items : [items]) {
          if (this.#ended) return;
          this.#receiving.receive(item);
          this.#sweep();
          if (this.#listeners.isBehind) await turn();
          while (this.#room.isFull && !this.#ended) await this.#room.wait();
        }
      }
    } catch (error) {
      await this.#end(error instanceof ConnectionError ? error : new ConnectionError("disconnected", `the connection was lost: ${wordsOf(error)}`, error));
      return;
    }
    await this.#finish();
  }

  /** Ends the connection at the end of the input, after the requests that have arrived are answered, if that does not take long. */
  async #finish() {
    const lost = new ConnectionError("disconnected", "the peer has ended the connection");
    this.#lost = lost;
    this.#pending.giveUpAll(lost);
    this.#listeners.end();
    if (this.#serving.size > 0) await within(this.#options.closeWait, this.#serving.answered());
    await this.#end(lost, !this.#receiving.isTruncated);
  }

  /**
   * Ends the connection because the session has ended.
   * @param {Promise<unknown>} until then
   */
  #over(until) {
    if (this.#isOver) return;
    this.#isOver = true;
    void until.then(() => this.#end(new ConnectionError("closed", "the session has ended"), true));
  }

  /**
   * Ends the connection when nothing more can be sent. A peer that has gone may have answered before, so while calls are open, what it
   * has sent is read first.
   * @param {unknown} error of the transport
   */
  async #failed(error) {
    if (this.#isCut) return;
    this.#isCut = true;
    this.#outbox.end(); // nothing more is written
    await until(() => this.#pending.size === 0 || this.#ended !== undefined, LAST_WORDS);
    void this.#end(new ConnectionError("disconnected", `a message could not be sent: ${wordsOf(error)}`, error));
  }

  /** @param {string} text what was not taken or not written */
  #endSlow(text) {
    void this.#end(new ConnectionError("slow_consumer", `${text} for ${this.#options.stallWait} ms`));
  }

  /** @param {number | undefined} milliseconds for which nothing has come */
  #isIdle(milliseconds) {
    if (this.#pending.size > 0 || this.#serving.size > 0) this.#idle.start();
    else void this.#end(new ConnectionError("idle", `nothing has come for ${milliseconds} ms`));
  }

  /** @param {number | undefined} milliseconds since the connection has begun */
  #isUngreeted(milliseconds) {
    if (this.#wire.handshake?.optional && !this.#isGreeting()) return; // the peer may leave it out
    void this.#end(new ConnectionError("handshake", `the handshake was not answered within ${milliseconds} ms`));
  }

  /**
   * Ends the connection. It is fulfilled when the transport is closed.
   * @param {ConnectionError} error that calls reject with @param {boolean} [isUsual] the end is as it should be @returns {Promise<void>}
   */
  #end(error, isUsual = false) {
    this.#closing ??= this.#close(error, isUsual);
    return this.#closing;
  }

  /** @param {ConnectionError} error @param {boolean} isUsual */
  async #close(error, isUsual) {
    this.#ended = error;
    this.#idle.stop();
    this.#unanswered.stop();
    this.#pending.giveUpAll(error);
    this.#serving.stop(error);
    this.#listeners.end();
    this.#room.end();
    if (isUsual && this.#outbox.unsent > 0) await within(this.#options.closeWait, this.#outbox.flushed());
    this.#outbox.end();
    try {
      await this.#transport.close();
    } catch (cause) {
      this.#report("transport", `the transport could not be closed: ${wordsOf(cause)}`, { error: cause });
    }
    void this.#serving.answered(true).then(() => this.#onEnd(isUsual ? undefined : error));
  }

  /** @param {string} kind @param {string} text @param {Partial<Report>} [more] */
  #report(kind, text, more) {
    try {
      this.#options.onReport?.({ kind, text, ...more });
    } catch {
      // An error of onReport must not end the session.
    }
  }

  /**
   * Records the result of the handshake.
   * @param {Value} params @param {Value} result
   */
  #agree(params, result) {
    const { handshake, limits, version, compareVersions } = this.#wire;
    this.handshake = this.#side === 0 ? result : params;
    this.#unanswered.stop();
    const chosen = handshake?.chosen && at(result, handshake.chosen);
    if (chosen !== undefined) this.version = compareVersions(String(chosen), version) < 0 ? String(chosen) : version;
    for (const side of [0, 1]) {
      const limit = limits?.[side];
      const max = limit && at(limit.in === "params" ? params : result, limit.path);
      if (typeof max === "number") this.#maxBytes[side] = max;
    }
  }
}
