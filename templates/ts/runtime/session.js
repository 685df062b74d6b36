import { Agreement } from "./agreement.js";
import { Call, Calls, byOrder, notOf } from "./calls.js";
import { quote } from "./error.js";
import { Errors } from "./errors.js";
import { Rate } from "./rate.js";
import { at, faultOf, has, idText, indexOf, nameOf, namesOf, partsOf, senderOf } from "./rules.js";
/** @import { Broken, Side, SessionCall } from "./calls.js" */
/** @import { Act, ErrorIdentity, Gate, Mark, Parts, Rule, Rules } from "./rules.js" */
/** @import { Value } from "./value.js" */

// A session as a machine that reports what each message is and which rules it breaks.
// It does no I/O and has no clock. The machine in Go has the same rules and
// error texts.

/**
 * @typedef {{ side?: string, number?: number, time?: number, refused?: boolean, answers?: (call: SessionCall) => boolean }} Info about a message
 * @typedef {{ rule: string, element: string, message: number, other?: number, text: string }} Fault
 * @typedef {{ is: string, number: number, faults: Fault[], advice: Fault[], call?: SessionCall, error?: string, broken?: string }} Verdict
 * @typedef {{ side: Side, number: number, time: number, refused: boolean, answers?: (call: SessionCall) => boolean, method?: string, id?: string,
 *   givenID: unknown, params: Value, result: Value, error?: ErrorIdentity }} Message
 */

/** One session. */
export class Machine {
  #rules;
  #index;
  #calls;
  #order = 0; // of the current message
  #number = 0; // what verdicts call it
  #time = 0;
  /** The sender is that of the notification that ended it; undefined: a request did. @type {(Mark & { by: Act, sender?: Side }) | undefined} */
  #ended;
  #greeted = false;
  #agreement;
  #errors;
  #rate;

  /** @param {Rules} rules */
  constructor(rules) {
    this.#rules = rules;
    this.#index = indexOf(rules);
    this.#calls = new Calls(this.#index.acts);
    this.#agreement = new Agreement(rules.gates);
    this.#errors = new Errors(rules);
    this.#rate = rules.rate && new Rate(rules.rate.perMinute);
  }

  /**
   * Observes the next message, and returns what it is and which rules it breaks. If the sender is unknown, it is the side that may send
   * its method.
   * @param {Value} message @param {Info} [info]
   */
  observe(message, info = {}) {
    const parts = partsOf(this.#rules, message);
    const act = this.#index.methods.get(parts.method);
    return this.observeParts(parts, act ? { ...info, side: info.side ?? this.#roleOf(act.from) } : info);
  }

  /**
   * Says of a message by its parts what it is, and which rules it breaks.
   * @param {Parts} parts @param {Info} [info] @returns {Verdict}
   */
  observeParts(parts, info = {}) {
    this.#order++;
    const [m, v] = this.#begin(parts, info);
    if (m.method === undefined) this.#response(m, v);
    else if (m.id === undefined) this.#notification(m, v);
    else this.#request(m, m.id, v);
    return v;
  }

  /**
   * The rules that a message would break if it were sent now, as observeParts has them: that it is judged has no effect.
   * @param {Parts} parts @param {Info} [info]
   */
  judge(parts, info = {}) {
    const [m, v] = this.#begin(parts, info);
    const acts = this.#actsOf(m);
    if (m.method === undefined) {
      const c = m.id === undefined ? undefined : this.#calls.find(m.id, m.side, undefined);
      if (!c?.isUnanswered || c.isRefused || c.broken.length > 0) return v.faults;
      if (m.error) {
        this.#checkError(c, this.#errors.nameOf(m.error), v);
      } else {
        this.#checkOrder(c, v);
        this.#checkVersion(c, m, v);
      }
    } else if (!this.#tooLate(acts, v) && !this.#inReplay(m.side)) {
      const early = this.#mayBeSent(acts, m, v).find(({ rule }) => rule === "first");
      if (early) this.#fault(v, early.rule, early.act, 0, early.text);
    }
    return v.faults;
  }

  /** Whether a message has ended the session. */
  get isEnded() {
    return this.#ended !== undefined;
  }

  /**
   * Forgets a call that nobody waits for: an answer to it is one to no request.
   * @param {SessionCall} call
   */
  forget(call) {
    for (const c of this.#calls.withID(idText(call.id) ?? "")) if (c.call === call) this.#calls.drop(c);
  }

  /** The rules of the protocol. */
  get rules() {
    return this.#rules;
  }

  /**
   * Returns a message from its parts, and a verdict that says nothing of it yet.
   * @param {Parts} parts @param {Info} info @returns {[Message, Verdict]}
   */
  #begin({ method, id, params, result, error }, { side, number, time = 0, refused = false, answers }) {
    this.#number = number || this.#order;
    this.#time = Math.max(this.#time, time);
    this.#calls.expire(this.#time);
    return [
      { side: this.#sideOf(side), number: this.#number, time, refused, answers, method, id: idText(id), givenID: id, params, result, error },
      { is: "unmatched", number: this.#number, faults: [], advice: [] },
    ];
  }

  /** Returns the requests that must still be answered, oldest first. */
  unanswered() {
    return this.#unansweredCalls().map((c) => c.call);
  }

  /**
   * Returns a fault for each request that was never answered, at the end of the session. Timeouts of unknown duration are left out.
   * @returns {Fault[]}
   */
  finish() {
    const missing = this.#unansweredCalls().filter((c) => !c.hasUnknownTimeout);
    return missing.map((c) => ({ rule: "answered", element: c.name, message: c.call.number, text: `${c.words} was never answered` }));
  }

  /**
   * Returns the open requests to a side, the oldest first: what it sends may be within one of them.
   * @param {string} [role]
   */
  open(role) {
    const side = this.#sideOf(role);
    const calls = this.#index.acts.flatMap((a) => (a.kind === "method" ? this.#calls.allOpen(a) : []));
    return calls.filter((c) => side === "either" || c.side !== side).sort(byOrder).map((c) => c.call);
  }

  /**
   * Returns the names of the declared methods, events and requests that a side may send now.
   * @param {string} [role]
   */
  maySend(role) {
    const side = this.#sideOf(role);
    return this.#index.acts.filter((a) => this.#maySend(a, side)).map(({ name }) => name);
  }

  #unansweredCalls() {
    return this.#calls.all().filter((c) => c.isUnanswered && !c.isRefused);
  }

  /** @param {string | undefined} role @returns {Side} */
  #sideOf(role) {
    if (role === undefined) return "either";
    const at = this.#rules.roles.indexOf(role);
    if (at < 0) throw new TypeError(`the side must be ${this.#rules.roles.map(quote).join(" or ")}`);
    return at === 0 ? "first" : "second";
  }

  /** @param {Side} side */
  #roleOf(side) {
    return side === "either" ? undefined : this.#rules.roles[side === "first" ? 0 : 1];
  }

  #now() {
    return { order: this.#order, number: this.#number };
  }

  /** @param {Message} m @param {Verdict} v */
  #notification(m, v) {
    const acts = this.#actsOf(m);
    v.is = "notification";
    if (this.#isOver(acts, m, v)) return;
    if (this.#inReplay(m.side)) {
      v.is = "history";
      return;
    }
    if (m.refused) return;
    this.#mayBeSent(acts, m, v);
    for (const a of acts) {
      a.completed = this.#now();
      this.#count(a);
    }
    this.#settle(acts, m, false);
    this.#end(acts);
    if (this.#ended) this.#ended.sender = senderOf(acts, m);
  }

  /** @param {Message} m @param {string} id @param {Verdict} v */
  #request(m, id, v) {
    const acts = this.#actsOf(m);
    const c = this.#callOf(m, id, acts);
    v.is = "request";
    v.call = c.call;
    if (this.#isOver(acts, m, v)) {
      c.call.unanswered = false;
      c.isRefused = true;
      this.#calls.add(c);
      return;
    }
    const conflicting = this.#calls.conflicting(c);
    if (this.#inReplay(m.side)) {
      v.is = "history";
      c.call.unanswered = false;
      c.isHistory = true;
      this.#calls.add(c);
      return;
    }
    if (conflicting && this.#isAgain(conflicting, c)) {
      v.is = "resent";
      v.call = conflicting.call;
      conflicting.resent++;
      return;
    }
    if (conflicting) {
      this.#fault(v, "id", c.name, conflicting.call.number, `the id ${c.id} is in use by a request that has not been answered`);
      this.#calls.drop(conflicting);
    }
    this.#calls.add(c);
    const tooMany = this.#rate?.isOver(m) === true;
    if (m.refused) return;
    c.broken = this.#mayBeSent(acts, m, v);
    if (tooMany) this.#limitRate(c, v);
    if (c.broken.length > 0) {
      v.error = c.broken[0].error;
      v.broken = c.broken[0].text;
      return; // it has no effect
    }
    this.#setDeadline(c, m);
    this.#calls.open(c);
    for (const a of acts) this.#count(a);
    const handshake = this.#handshakeOf(acts);
    if (handshake) {
      c.previous = { greeted: this.#greeted, agreement: this.#agreement.saved() };
      this.#greeted = true;
      this.#agreement.offer(handshake, m.params);
    }
    this.#settle(acts, m, false);
  }

  /** @param {Message} m @param {string} id @param {Act[]} acts */
  #callOf(m, id, acts) {
    /** @type {SessionCall} */
    const call = { number: m.number, id: m.givenID, unanswered: true };
    const role = this.#roleOf(m.side);
    if (role !== undefined) call.side = role;
    if (m.time) call.time = m.time;
    for (const { kind, name } of acts) {
      call[kind === "method" ? "method" : "request"] = name;
    }
    const c = new Call(call, m.side, id, this.#order, acts);
    c.isRefused = m.refused;
    return c;
  }

  /** @param {Message} m @param {Verdict} v */
  #response(m, v) {
    if (m.id === undefined) return; // it answers a message that could not be read
    const c = this.#calls.find(m.id, m.side, m.answers);
    if (!c) {
      if (!m.refused) this.#fault(v, "answer", "", 0, `no request with the id ${m.id} is waiting for an answer`);
      return;
    }
    v.is = "answer";
    v.call = c.call;
    if (!c.isUnanswered) {
      v.is = "late";
      if (c.isHistory) this.#fault(v, "replay", c.name, c.call.number, "it answers a request of a replay, which is not answered");
      this.#calls.close(c, false);
      return;
    }
    if (!m.refused) this.#judgeAnswer(c, m, v);
    if (!c.isRefused && c.broken.length === 0) this.#settle(c.acts, m, true);
    this.#calls.close(c, true);
  }

  /** @param {Call} c @param {Message} m @param {Verdict} v */
  #judgeAnswer(c, m, v) {
    const name = this.#errors.nameOf(m.error);
    const [broken] = c.broken;
    if (broken && !this.#errors.isLocal(name)) {
      if (this.#errors.answersBroken(c, name)) return;
      this.#fault(v, broken.rule, broken.act, c.call.number, `${broken.text}, and is answered with ${name || "a result"}, not with ${broken.error}`);
    } else if (m.error) {
      this.#checkError(c, name, v);
      if (!broken && !c.isRefused) this.#fail(c);
    } else if (!c.isRefused) {
      this.#succeed(c, m, v);
    }
  }

  /**
   * Judges the error that answers a call.
   * @param {Call} c @param {string} name @param {Verdict} v
   */
  #checkError(c, name, v) {
    const wrong = this.#errors.wrong(c, name);
    if (wrong) this.#fault(v, "errors", wrong.element, c.call.number, wrong.text);
  }

  /**
   * Reverts the effects of a call that was answered with an error.
   * @param {Call} c
   */
  #fail(c) {
    for (const a of c.acts) {
      a.sent--;
      if (a.sentFirst?.order === c.order) a.sentFirst = undefined;
    }
    if (!c.previous) return;
    this.#greeted = c.previous.greeted;
    this.#agreement.restore(c.previous.agreement);
  }

  /** @param {Call} c @param {Message} m @param {Verdict} v */
  #succeed(c, m, v) {
    this.#checkOrder(c, v);
    for (const a of c.acts) {
      a.completed = this.#now();
      a.sentFirst ??= { order: c.order, number: c.call.number };
    }
    this.#checkVersion(c, m, v);
    const handshake = this.#handshakeOf(c.acts);
    if (handshake) this.#agreement.choose(handshake, m.result);
    this.#end(c.acts);
  }

  /**
   * Judges whether what comes before the result of c was sent.
   * @param {Call} c @param {Verdict} v
   */
  #checkOrder(c, v) {
    for (const a of c.acts) {
      for (const { act, rule } of this.#index.before.get(a) ?? []) {
        if ((act.last?.order ?? 0) < c.order) {
          this.#judge(v, "ordered_before", rule, act, c.call.number, `the result of ${namesOf(a)} comes before ${namesOf(act)}`);
        }
      }
    }
  }

  /**
   * Judges the version that the answer to a handshake chooses.
   * @param {Call} c @param {Message} m @param {Verdict} v
   */
  #checkVersion(c, m, v) {
    const handshake = this.#handshakeOf(c.acts);
    if (handshake && this.#agreement.isForeign(handshake, m.result)) {
      this.#fault(v, "chosen", c.name, c.call.number, `${c.words} is answered with a version that was not offered`);
    }
  }

  /**
   * Records that a message of the act was sent.
   * @param {Act} a
   */
  #count(a) {
    a.last = this.#now();
    a.sent++;
    if (a.sent === 1) a.sentFirst = a.last;
  }

  /**
   * Ends the session if one of the acts has the rule ends.
   * @param {Act[]} acts
   */
  #end(acts) {
    for (const a of acts) if (has(a, "ends")) this.#ended = { ...this.#now(), by: a };
    if (this.#ended?.order === this.#order) this.#calls.releaseAll();
  }

  /**
   * Ends the requests that a message settles or cancels. A request settles others when it is answered.
   * @param {Act[]} acts @param {Message} m @param {boolean} answered
   */
  #settle(acts, m, answered) {
    for (const a of acts) {
      for (const { act, rule } of this.#index.settles.get(a) ?? []) {
        if (rule.is === "settled_by" ? Boolean(a.request) !== answered : answered) continue;
        if (!rule.path) {
          for (const c of this.#calls.allOpen(act)) this.#calls.release(c);
          continue;
        }
        const id = idText(at(m.params, rule.path));
        const fits = id === undefined ? [] : this.#calls.withID(id).filter((c) => c.isOpen && c.acts.includes(act));
        for (const c of fits) {
          // Of requests of both sides with that id, it is the sender's own.
          if (fits.length === 1 || c.side === m.side || c.side === "either" || m.side === "either") this.#calls.release(c);
        }
      }
    }
  }

  /**
   * Sets the time after which no answer to c is expected.
   * @param {Call} c @param {Message} m
   */
  #setDeadline(c, m) {
    for (const rule of c.acts.flatMap((a) => a.rules)) {
      if (rule.is !== "timeout") continue;
      const stated = rule.path && at(m.params, rule.path);
      const seconds = typeof stated === "number" || typeof stated === "bigint" ? Number(stated) : (rule.seconds ?? 0);
      if (seconds <= 0 || m.time === 0) {
        c.hasUnknownTimeout = true;
        continue;
      }
      c.deadline = m.time + Math.trunc(seconds * 1000);
      this.#calls.await(c);
    }
  }

  /**
   * Judges whether a request exceeds the rate.
   * @param {Call} c @param {Verdict} v
   */
  #limitRate(c, v) {
    const { perMinute = 0, error } = this.#rules.rate ?? {};
    const text = `${c.words} is one of more than ${perMinute} requests within a minute`;
    if (error) c.broken.push({ rule: "rate", act: c.name, text, error, other: 0 });
    else this.#fault(v, "rate", c.name, 0, text);
  }

  /**
   * Returns the acts that a request or a notification is: its method, and the event or the request in its params. An undeclared
   * method is none.
   * @param {Message} m
   */
  #actsOf(m) {
    const { methods, events, requests } = this.#index;
    const act = methods.get(m.method);
    if (!act || Boolean(act.request) !== (m.id !== undefined)) return [];
    const tag = at(m.params, [this.#rules.tag ?? ""]);
    const inner = (act.events ? events.get(tag) : undefined) ?? (act.asks ? requests.get(tag) : undefined);
    return inner ? [act, inner] : [act];
  }

  /**
   * Reports whether messages of a side are history: the other side requested a replay that has not ended.
   * @param {Side} side
   */
  #inReplay(side) {
    const by = side === "either" ? undefined : notOf(side);
    return this.#index.replays.some((a) => this.#calls.firstOpen(a, by));
  }

  /**
   * Reports whether c may be the call first, resent.
   * @param {Call} first @param {Call} c
   */
  #isAgain(first, c) {
    if (first.acts.length !== c.acts.length || first.acts.some((a, i) => a !== c.acts[i])) return false;
    const { greeting } = this.#index;
    const isGreeting = greeting !== undefined && this.#calls.firstOpen(greeting) !== undefined;
    return c.acts.some((a) => has(a, "resend_always") || (isGreeting && has(a, "resend_handshake")));
  }

  /**
   * Returns the handshake, if it is one of the acts.
   * @param {Act[]} acts
   */
  #handshakeOf(acts) {
    const { greeting } = this.#index;
    return greeting && acts.includes(greeting) ? this.#rules.handshake : undefined;
  }

  /**
   * Adds a fault of the current message.
   * @param {Verdict} v @param {string} rule @param {string} element @param {number} other @param {string} text
   */
  #fault(v, rule, element, other, text) {
    v.faults.push(faultOf(rule, element, this.#number, other, text));
  }

  /**
   * Adds a broken rule: a fault, or advice.
   * @param {Verdict} v @param {string} key @param {Rule} rule @param {Act} a @param {number} other @param {string} text
   */
  #judge(v, key, { enforced }, a, other, text) {
    const list = enforced === "advisory" ? v.advice : v.faults;
    list.push(faultOf(key, a.name, this.#number, other, text));
  }

  /**
   * Judges whether the session has ended. Messages after the end are not judged otherwise.
   * @param {Act[]} acts @param {Verdict} v
   */
  #tooLate(acts, v) {
    if (!this.#ended) return false;
    const { by, number } = this.#ended;
    this.#fault(v, "ends", by.name, number, `${nameOf(acts)} is sent after ${namesOf(by)}, which ended the session`);
    return true;
  }

  /**
   * Judges whether the session has ended for the sender of a message. Messages cross: what was sent before a
   * notification that ends the session had arrived is not too late.
   * @param {Act[]} acts @param {Message} m @param {Verdict} v
   */
  #isOver(acts, m, v) {
    const sender = this.#ended?.sender;
    if (sender && (sender === "either" || senderOf(acts, m) !== sender)) return true;
    return this.#tooLate(acts, v);
  }

  /**
   * Judges whether a message may be sent now. Returns the broken rules for which its receiver answers with an error.
   * @param {Act[]} acts @param {Message} m @param {Verdict} v
   */
  #mayBeSent(acts, m, v) {
    /** @type {Broken[]} */
    const out = [];
    const name = nameOf(acts);
    this.#judgeEarly(acts, m, name, v, out);
    for (const a of acts) {
      if (a === acts[0] && m.side !== "either" && a.from !== "either" && a.from !== m.side) {
        this.#fault(v, "from", a.name, 0, `${namesOf(a)} is sent by the ${this.#roleOf(a.from)} only`);
      }
      if (this.#isShut(a.gate)) this.#fault(v, "gate", a.name, 0, `${namesOf(a)} is sent, but ${a.gate?.name} was not agreed`);
      for (const rule of a.rules) {
        const broken = this.#breaks(a, rule, m.side);
        if (!broken) continue;
        const { key, other = 0, text } = broken;
        if (rule.error && rule.enforced !== "advisory" && m.id !== undefined) out.push({ rule: key, act: a.name, text, error: rule.error, other });
        if (rule.enforced !== "by_receiver") this.#judge(v, key, rule, a, other, text);
      }
    }
    return out;
  }

  /**
   * Judges whether a message of the act a breaks a rule of it; undefined if it does not.
   * @param {Act} a @param {Rule} rule @param {Side} side @returns {{ key: string, other?: number, text: string } | undefined}
   */
  #breaks(a, { is, acts }, side) {
    switch (is) {
      case "once_open": {
        const open = this.#calls.another(a, side);
        return open && { key: "once", other: open.call.number, text: `${namesOf(a)} is sent while another one is open` };
      }
      case "once_in_session":
        if (a.sent <= 0) return undefined;
        return { key: "once", other: (a.sentFirst ?? a.last)?.number, text: `${namesOf(a)} is sent a second time` };
      case "during":
        if (acts.some((x) => this.#calls.firstOpen(x))) return undefined;
        return { key: "during", text: `${namesOf(a)} is sent while no ${namesOf(...acts)} is open` };
      case "not_during":
        for (const x of acts) {
          const open = this.#calls.firstOpen(x);
          if (open) return { key: "not_during", other: open.call.number, text: `${namesOf(a)} is sent while ${namesOf(x)} is open` };
        }
        return undefined;
      case "after":
        if (acts.some((x) => x.completed)) return undefined;
        return { key: "after", text: `${namesOf(a)} is sent before ${namesOf(...acts)}` };
      default:
        return undefined;
    }
  }

  /**
   * Judges a message before the handshake.
   * @param {Act[]} acts @param {Message} m @param {string} name @param {Verdict} v @param {Broken[]} out
   */
  #judgeEarly(acts, m, name, v, out) {
    const { first, early } = this.#rules.handshake ?? {};
    const { greeting } = this.#index;
    if (!first || !greeting || this.#greeted || acts.includes(greeting)) return;
    const text = `${name} is sent before the handshake`;
    if (m.id !== undefined && early) out.push({ rule: "first", act: greeting.name, text, error: early, other: 0 });
    else this.#fault(v, "first", greeting.name, 0, text);
  }

  /**
   * Reports whether what a gate needs was not agreed.
   * @param {Gate | undefined} gate
   */
  #isShut(gate) {
    if (!gate) return false;
    return gate.kind === "by_subscription" ? !this.#index.methods.get(gate.method)?.completed : !this.#agreement.has(gate);
  }

  /** @param {Act} a @param {Side} side */
  #maySend(a, side) {
    if (this.#ended || (a.from !== "either" && a.from !== side) || this.#isShut(a.gate)) return false;
    if (this.#rules.handshake?.first && !this.#greeted && a !== this.#index.greeting) return false;
    return !a.rules.some((rule) => this.#breaks(a, rule, side));
  }
}
