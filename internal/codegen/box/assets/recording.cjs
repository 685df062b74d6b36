"use strict";

const reading = require("./reading.cjs");
const spec = require("./spec.cjs");
const elements = require("./elements.cjs");
const json = require("./json.cjs");
const tokens = require("./tokens.cjs");

// What is pasted, line by line: single messages, the lines of a journal, and recordings, of
// which it says what wiregen verify says.

/**
 * @typedef {import("./elements.cjs").Root} Root
 * @typedef {{ line: number, path: string, words: string, text: string, at: (string | number)[], elements: import("./elements.cjs").Element[], rule?: string, other?: number, advice?: boolean, offset?: number }} Fault
 * of a line: its path within the message, and its place in the line; offset is that of a syntax error
 * @typedef {{ line: number, what: string, side?: string, kind: string, label: string, anchor?: string, id?: string, faults: number, newest?: import("./elements.cjs").Element, undeclared: (import("./elements.cjs").Undeclared & { path: string })[], root: Root, dropped: number }} Entry
 * a message or a record, and what it is
 * @typedef {{ method?: string, tag?: string, params?: any }} Request what is known of one, for its answer
 * @typedef {{ value: any, text: string, at: (string | number)[], path: string }} Part of a line: its place there, and its path in what is reported
 */

const { get } = reading;
const { isObject, own } = elements;

/** The words for a blank line, where that is a fault. */
const blank = "the line is blank";

/** Reads the lines of one recording, or one message. */
class Recording {
  #side; // of the page's user: who "in" and "out" are
  #isWhole; // it is a recording, not a single message
  #report;
  #seen;
  #machine;
  #started = false;
  #isJournal = false;
  #number = 0;
  /** @type {string | undefined} */
  #sender;
  #time = 0;
  #tokens = new tokens.Tokens();
  /** What is known of calls, for their answers. @type {WeakMap<object, { types: Request[] }>} */
  #requests = new WeakMap();
  /** The calls that may be answered, by their ids: of several with the same id, an answer may be that of each. @type {Map<string, any[]>} */
  #asked = new Map();
  #faults = 0; // of the current line
  /** The lines with faults. @type {Set<number>} */
  #bad = new Set();
  /** The places of its faults. @type {Set<string>} */
  #wrongs = new Set();

  counts = {
    lines: 0, bad: 0, faults: 0, advice: 0, messages: 0, requests: 0, answers: 0, unanswered: 0, late: 0, resent: 0, history: 0,
    progress: 0, stray: 0, records: 0, dropped: 0, undeclared: 0, extensions: 0,
  };
  /** Of a journal, as its header says. */
  version = "";

  /**
   * @param {{ side: number, isWhole: boolean, report: (fault: Fault) => void, seen: (entry: Entry) => void }} options
   */
  constructor({ side, isWhole, report, seen }) {
    this.#side = side;
    this.#isWhole = isWhole;
    this.#report = report;
    this.#seen = seen;
    this.#machine = reading.newSession?.();
  }

  get isJournal() {
    return this.#isJournal;
  }

  /**
   * Reads a line. One of several values that are not on lines of their own has the number of the line that it begins in.
   * @param {string | Uint8Array} input @param {number} number
   */
  read(input, number) {
    this.#number = number;
    this.#sender = undefined;
    this.#time = 0;
    this.#faults = 0;
    this.#wrongs.clear();
    if (input.length === 0 && (this.#isJournal || spec.message.blankLines)) return;
    this.counts.lines++;
    if (input.length === 0) this.#say("", blank);
    else this.#line(input);
    if (this.#faults > 0) {
      this.#bad.add(number);
      this.counts.bad++;
    }
    if (input.length === 0) return;
    this.#started = true;
  }

  /** Ends the recording: requests that were never answered are faults. */
  finish() {
    if (!this.#machine || !this.#isWhole) return;
    for (const f of this.#machine.finish()) {
      this.counts.unanswered++;
      this.#number = f.message;
      this.#broken(f, "", false);
      if (this.#bad.has(f.message)) continue;
      this.#bad.add(f.message);
      this.counts.bad++;
    }
  }

  /** @param {string | Uint8Array} input */
  #line(input) {
    const parsed = reading.fromText(input);
    if (!parsed.ok) {
      this.#refuse(parsed.errors, { value: undefined, text: "", at: [], path: "" }, { ref: -1 }, [], "", typeof input === "string" ? json.syntaxErrorAt(input) : undefined);
      return;
    }
    const { text, value } = parsed;
    const line = { value, text, at: [], path: "" };
    const isDirected = this.#isDirected(value);
    const isTooLong = !isDirected && this.#isTooLong(input);
    // Readers accept a single message of any length, and its spaces may not be those of its peer.
    if (isTooLong) this.#tooLong(this.#isWhole ? "line" : "message", !this.#isWhole);
    if (isTooLong && this.#isWhole) return;
    if (!this.#started && this.#begin(line)) return;
    else if (this.#isJournal || !reading.parseMessage) this.#record(line);
    else if (isDirected) this.#directed(line);
    else this.#messages(line);
  }

  /**
   * Decides from the first line whether this is a journal, and reports whether the line is its header.
   * @param {Part} line
   */
  #begin(line) {
    if (!spec.journal) return false;
    const { header, version, noHeader } = spec.journal;
    const got = reading.parseHeader?.(line.text);
    if (got?.ok) {
      this.#isJournal = true;
      this.counts.dropped += got.dropped?.length ?? 0;
      const stated = version.reduce((/** @type {any} */ v, /** @type {string} */ k) => (isObject(v) ? get(v, k) : undefined), got.value);
      if (version.length > 0 && typeof stated === "string") this.version = stated;
      this.#show(line, { ref: header }, "header", { kind: "type", label: spec.types[header]?.n ?? "the header", anchor: spec.types[header]?.a }, 0);
      return true;
    }
    this.#isJournal = reading.parseRecord(line.text).ok && (!reading.parseMessage || !isMarked(line.value));
    if (!this.#isJournal || !this.#isWhole) return false;
    if (noHeader) this.version = noHeader;
    else if (got) this.#say(got.errors[0].path, `the journal begins without its header: ${got.errors[0].message}`);
    return false;
  }

  /** @param {Part} line */
  #record(line) {
    const root = { ref: spec.journal ? spec.journal.record : -1 };
    const got = reading.parseRecord(line.text);
    if (this.#judge(got, line, root)) this.counts.records++;
    this.#show(line, root, "record", { kind: "type", label: spec.types[root.ref]?.n ?? "a record", anchor: spec.types[root.ref]?.a }, got.dropped?.length ?? 0);
  }

  /**
   * Reports whether a line says who sent its message.
   * @param {any} line
   */
  #isDirected(line) {
    if (!reading.parseMessage || !isObject(line) || get(line, "dir") === undefined || isMarked(line)) return false;
    return ["msg", "line", "base64"].filter((key) => get(line, key) !== undefined).length === 1;
  }

  /** @param {Part} line */
  #directed(line) {
    const { value } = line;
    if (!this.#direction(line, value.dir) || !this.#when(line, get(value, "time"))) return;
    if (get(value, "msg") !== undefined) {
      this.#messages({ value: value.msg, text: /** @type {string} */ (json.textAt(line.text, ["msg"])), at: ["msg"], path: "" });
      return;
    }
    const key = get(value, "line") === undefined ? "base64" : "line";
    const given = value[key];
    if (typeof given !== "string") {
      this.#wrong(line, key, "a string", given);
      return;
    }
    if (key === "line" && given === "") {
      if (!spec.message.blankLines) this.#say("", blank);
      return;
    }
    const input = key === "line" ? given : bytesOf(given);
    if (input === undefined) {
      this.#wrong(line, key, "base64", given);
      return;
    }
    if (this.#isTooLong(input)) {
      this.#tooLong("message");
      return;
    }
    const parsed = reading.fromText(input);
    if (!parsed.ok) this.#refuse(parsed.errors, { value: undefined, text: "", at: [key], path: "" }, { ref: -1 });
    else this.#messages({ value: parsed.value, text: parsed.text, at: [key], path: "" });
  }

  /**
   * Sets the side that sent the message.
   * @param {Part} line @param {any} dir
   */
  #direction(line, dir) {
    const at = spec.roles.indexOf(dir);
    if (at >= 0) this.#sender = spec.roles[at];
    else if (dir === "out") this.#sender = spec.roles[this.#side];
    else if (dir === "in") this.#sender = spec.roles[1 - this.#side];
    else this.#wrong(line, "dir", `one of ${spec.roles.map(reading.quote).join(", ")}, "in", "out"`, dir);
    return this.#sender !== undefined;
  }

  /**
   * Sets the time of the message, which may be left out.
   * @param {Part} line @param {any} time
   */
  #when(line, time) {
    const at = time === undefined ? 0 : typeof time === "number" ? Math.trunc(time) : milliseconds(time);
    if (at === undefined) this.#wrong(line, "time", "a number of milliseconds or a time as in RFC 3339", time);
    else this.#time = at;
    return at !== undefined;
  }

  /**
   * Reads a message, or several in one array.
   * @param {Part} part
   */
  #messages(part) {
    if (!reading.parseBatch || !Array.isArray(part.value)) {
      this.#message(part);
      return;
    }
    const got = reading.parseBatch(part.text);
    const texts = [...json.inside(part.text, json.skipSpace(part.text, 0))];
    const items = part.value.map((value, i) => ({ value, text: part.text.slice(texts[i].start, texts[i].end), at: [...part.at, i], path: `[${i}]` }));
    if (got.ok) {
      for (const item of items) this.#message(item);
      return;
    }
    this.#refuse(got.errors, part, { message: true });
    for (const item of items) this.#refused(item);
  }

  /** @param {Part} part */
  #message(part) {
    const got = reading.parseMessage(part.text);
    const { shape, method, names } = elements.messageOf(part.value);
    const counted = this.#faults;
    /** @type {Root} */
    let root = { message: true };
    if (!this.#judge(got, part, root)) {
      this.#refused(part);
    } else {
      this.counts.messages++;
      if (!reading.isIgnored(got.value)) root = shape === 2 ? this.#response(got.value, part, names) : this.#call(got.value, part, names, root);
    }
    const element = (method === undefined ? undefined : elements.methodElement(method)[0]) ?? { kind: "method", label: method ?? "" };
    const dropped = got.dropped?.length ?? 0;
    const what = got.ok && reading.isIgnored(got.value) ? "ignored" : ["request", "notification", "response"][shape] ?? "message";
    this.#show(part, root, what, element, dropped, this.#faults - counted);
  }

  /**
   * Notes a request or a notification.
   * @param {any} message in normal form @param {Part} part @param {any} names @param {Root} root
   */
  #call(message, part, names, root) {
    const { method, id, params } = reading.partsOf(this.#machine.rules, message);
    const call = method === undefined ? undefined : own(spec.calls, method);
    if (call?.notify && id === undefined) this.#progress(message, method, part);
    const told = { side: this.#sender, number: this.#number, time: this.#time };
    if (id === undefined) {
      this.#observe(message, told, part, names);
      return root;
    }
    const tag = call?.results && isObject(params) ? get(params, spec.tag) : undefined;
    if (tag !== undefined) this.#repeated(tag, params, id, part, names, root);
    if (call) this.#tokens.give(method, call.from, message);
    this.#ask(message, told, part, names, { method: call && !call.notify ? method : undefined, tag, params });
    return root;
  }

  /**
   * Tells the machine of a request.
   * @param {any} message @param {any} told @param {Part} part @param {any} names @param {Request} request
   */
  #ask(message, told, part, names, request) {
    this.counts.requests++;
    const got = this.#observe(message, told, part, names);
    if (got.is === "history") this.counts.history++;
    if (got.is === "resent") this.counts.resent++;
    if (!got.call || this.#requests.has(got.call)) return;
    this.#requests.set(got.call, { types: [request] });
    const id = reading.idText(got.call.id);
    this.#asked.set(id, [...(this.#asked.get(id) ?? []).filter(({ unanswered }) => unanswered), got.call]);
  }

  /**
   * Compares the id of a message with the member that must equal it.
   * @param {string} tag @param {any} params @param {any} id @param {Part} part @param {any} names @param {Root} root
   */
  #repeated(tag, params, id, part, names, root) {
    const place = own(spec.repeatedID, tag);
    if (!place) return;
    const inner = reading.at(params, place.path);
    if (inner === undefined) return;
    const [a, b] = [id, inner].map((v) => JSON.stringify(v));
    // Readers accept a single message with another id.
    if (a !== b) this.#say(json.join(part.path, names.id), `the id ${a} is not ${b}, the ${place.words} of the request`, part, root, [names.id], !this.#isWhole);
  }

  /**
   * Tells the machine of a response, and reads its result as that of the request that it answers.
   * @param {any} message @param {Part} part @param {any} names @returns {Root}
   */
  #response(message, part, names) {
    this.counts.answers++;
    const { id, error } = reading.partsOf(this.#machine.rules, message);
    const asked = this.#asked.get(reading.idText(id)) ?? [];
    const waiting = asked.filter(({ unanswered, side }) => unanswered && (side === undefined || side !== this.#sender)).slice(0, reading.MAX_CANDIDATES);
    const fits = (/** @type {{ types: Request[] }} */ { types }) => error !== undefined || this.#result(types, part, names).ok;
    const requests = waiting.map((call) => /** @type {{ types: Request[] }} */ (this.#requests.get(call)));
    const fitting = requests.length < 2 ? [] : requests.filter(fits);
    const answers = (/** @type {object} */ call) => fitting.some((r) => r === this.#requests.get(call));
    const told = { side: this.#sender, number: this.#number, time: this.#time, ...(fitting.length > 0 && { answers }) };
    const got = this.#observe(message, told, part, names);
    const request = got.call && this.#requests.get(got.call);
    if (!request) return { message: true };
    const left = asked.filter(({ unanswered }) => unanswered);
    if (left.length > 0) this.#asked.set(reading.idText(id), left);
    else this.#asked.delete(reading.idText(id));
    // If it fits requests of both sides, the next answer may be that of either.
    for (const other of fitting) if (other !== request) other.types.push(...request.types.filter((/** @type {Request} */ type) => !other.types.includes(type)));
    const [{ method, tag }] = request.types;
    /** @type {Root} */
    const root = method === undefined ? { message: true } : { message: true, answers: { method, tag } };
    if (got.is === "late") this.counts.late++;
    else if (error === undefined) this.#judge(this.#result(request.types, part, names), part, root, [names.result]);
    else this.#errorData(method, part, names, root);
    return root;
  }

  /**
   * Reads a result as the first of some types that accepts it, or else as the first type. One that may be left out, and is, has no members.
   * @param {Request[]} types @param {Part} part @param {any} names
   */
  #result(types, part, names) {
    const text = json.textAt(part.text, [names.result]) ?? "{}";
    let first;
    for (const { method, params } of types) {
      const got = method === undefined || !reading.parseResult ? { ok: true } : reading.parseResult(text, method, params);
      if (got.ok) return got;
      first ??= got;
    }
    return /** @type {any} */ (first);
  }

  /**
   * Reads the data of an error that answers a request whose method says what it is, unless the error declares its data.
   * @param {string | undefined} method @param {Part} part @param {any} names @param {Root} root
   */
  #errorData(method, part, names, root) {
    const error = isObject(part.value) ? get(part.value, names.error) : undefined;
    const call = method === undefined ? undefined : own(spec.calls, method);
    if (!call || call.errorData < 0 || !isObject(error)) return;
    const code = get(error, "code");
    if (spec.errors?.some((/** @type {any} */ e) => e.code === code && e.data >= 0)) return;
    const data = json.textAt(part.text, [names.error, "data"]);
    if (data !== undefined && data !== "null") this.#judge(reading.parseErrorData(data, method), part, root, [names.error, "data"], json.join(names.error, "data"));
  }

  /**
   * Pairs a message that was refused, as far as its id can be read: the peer may answer such a request with an error.
   * @param {Part} part
   */
  #refused(part) {
    const parts = reading.partsOf(this.#machine.rules, part.value);
    const { names } = elements.messageOf(part.value);
    const { stringIDs, integerIDs } = spec.message;
    if (typeof parts.id === "string" ? !stringIDs : typeof parts.id !== "number" || !integerIDs) return;
    const told = { side: this.#sender, number: this.#number, time: this.#time, refused: true };
    if (parts.method === undefined) {
      this.#observe(part.value, told, part, names);
      return;
    }
    const method = own(spec.was, parts.method) ?? parts.method;
    const isAsked = own(spec.calls, method) !== undefined && !spec.calls[method].results;
    this.#ask(part.value, told, part, names, { method: isAsked ? method : undefined });
  }

  /**
   * Reads what a notification reports of the request that gave its token.
   * @param {any} message @param {string} method @param {Part} part
   */
  #progress(message, method, part) {
    const found = this.#tokens.about(method, message);
    if (!found) return;
    if (found.length === 0) {
      this.counts.stray++;
      return;
    }
    this.counts.progress++;
    const got = found.map(({ kind, request }) => reading.progressIn(kind, request, message));
    const first = got.find(({ ok }) => ok) ?? got[0];
    if (first.ok) return;
    // What a reader of the value alone quotes are doubles.
    const errors = first.errors.map((/** @type {any} */ e) => {
      const [{ expected, found }] = reading.quoteIntegers(part.text, [{ ...e, path: reading.pathOf(placeOf(part.value, json.keysOf(e.path))) }]);
      return reading.fault(e.path, expected, found);
    });
    this.#refuse(errors, part, { message: true });
  }

  /**
   * Tells the machine of a message, and reports the rules that it breaks. Of a single message, it only says whether its sender
   * may send it.
   * @param {any} message @param {any} told @param {Part} part @param {any} names
   */
  #observe(message, told, part, names) {
    const got = this.#machine.observe(message, told);
    for (const [list, isAdvice] of [[got.faults, false], [got.advice, true]]) {
      for (const f of list) {
        if (!this.#isWhole && f.rule !== "from") continue;
        const key = f.rule === "id" || f.rule === "answer" || f.rule === "replay" ? names.id : f.rule === "errors" ? names.error : undefined;
        const path = key && !isAdvice ? json.join(part.path, key) : part.path;
        this.#broken(f, path, isAdvice, part, key ? [key] : []);
      }
    }
    return this.#isWhole ? got : { ...got, call: got.is === "request" ? got.call : undefined };
  }

  /**
   * Reports a broken rule of the session.
   * @param {any} f @param {string} path @param {boolean} advice @param {Part} [part] @param {string[]} [keys]
   */
  #broken(f, path, advice, part, keys = []) {
    const words = f.other > 0 ? `${f.text} (line ${f.other})` : f.text;
    const act = own(spec.acts, f.element);
    const rules = elements.methodElement(f.element);
    if (rules.length === 0 && f.element) rules.push({ kind: "message", label: f.element, anchor: act });
    this.#fault({ line: f.message, path, words, text: path === "" ? words : `${path}: ${words}`, at: [...(part?.at ?? []), ...keys], elements: rules, rule: f.rule, other: f.other, advice });
  }

  /**
   * Adds the faults of a part of a message, and reports whether it was accepted.
   * @param {any} got @param {Part} part @param {Root} root @param {(string | number)[]} [keys] that lead to it @param {string} [path]
   */
  #judge(got, part, root, keys = [], path = keys.join(".")) {
    this.counts.dropped += got.dropped?.length ?? 0;
    if (!got.ok) this.#refuse(got.errors, part, root, keys, path);
    return got.ok;
  }

  /**
   * Reports the errors of a reader: of a recording, the first.
   * @param {any[]} errors @param {Part} part @param {Root} root @param {(string | number)[]} [keys] @param {string} [prefix]
   * @param {number} [offset] of a syntax error
   */
  #refuse(errors, part, root, keys = [], prefix = "", offset = undefined) {
    for (const e of this.#isWhole ? errors.slice(0, 1) : errors) {
      const inner = [...keys, ...json.keysOf(e.path)];
      const path = json.join(part.path, json.join(prefix, e.path));
      // A fault with a path is missing where one without is nothing.
      const whole = reading.fault(path, e.expected, e.found);
      const found = part.value === undefined ? [] : elements.elementsAt(root, part.value, inner);
      this.#fault({ line: this.#number, path, words: whole.message, text: reading.lineOf(whole), at: [...part.at, ...placeOf(part.value, inner)], elements: found, offset });
    }
  }

  /**
   * Reports what a member of a line is that says who sent a message, and when.
   * @param {Part} line @param {string} key @param {string} expected @param {any} v
   */
  #wrong(line, key, expected, v) {
    const found = key === "dir" || key === "time" ? reading.found(v) : reading.kindWords(v); // others may have a message
    const [e] = reading.quoteIntegers(line.text, [reading.fault(key, expected, found)]);
    this.#say(key, e.message, line, { ref: -1 }, [key]);
  }

  /**
   * @param {string} path @param {string} words @param {Part} [part] @param {Root} [root] @param {(string | number)[]} [keys]
   * @param {boolean} [advice]
   */
  #say(path, words, part, root = { ref: -1 }, keys = [], advice = false) {
    const found = part && "message" in root ? elements.elementsAt(root, part.value, keys) : [];
    this.#fault({ line: this.#number, path, words, text: path === "" ? words : `${path}: ${words}`, at: [...(part?.at ?? []), ...keys], elements: found, advice });
  }

  /** @param {Fault} fault */
  #fault(fault) {
    if (fault.advice) {
      this.counts.advice++;
    } else {
      this.counts.faults++;
      this.#faults++;
    }
    this.#wrongs.add(JSON.stringify(fault.at));
    this.#report(fault);
  }

  /** @param {string | Uint8Array} input */
  #isTooLong(input) {
    const { maxBytes = Infinity } = spec.message;
    if (typeof input !== "string") return input.length > maxBytes;
    return input.length * 3 > maxBytes && new TextEncoder().encode(input).length > maxBytes;
  }

  /** @param {string} what @param {boolean} [advice] */
  #tooLong(what, advice = false) {
    this.#say("", `the ${what} is longer than ${spec.message.maxBytes} bytes, the limit of the protocol`, undefined, { ref: -1 }, [], advice);
  }

  /**
   * Tells of a message or a record.
   * @param {Part} part @param {Root} root @param {string} what @param {import("./elements.cjs").Element} element @param {number} dropped
   * @param {number} [faults]
   */
  #show(part, root, what, element, dropped, faults = this.#faults) {
    const { undeclared: all, newest } = elements.describe(root, part.value);
    // What a reader refuses is told as that.
    const undeclared = all
      .map((x) => ({ ...x, path: json.join(part.path, reading.pathOf(x.keys)), keys: [...part.at, ...placeOf(part.value, x.keys)] }))
      .filter(({ keys }) => !this.#wrongs.has(JSON.stringify(keys)));
    for (const x of undeclared) {
      if (x.isExtension) this.counts.extensions++;
      else this.counts.undeclared++;
    }
    const { names, tag, call } = "message" in root ? elements.messageOf(part.value) : { names: {}, tag: undefined, call: undefined };
    const id = names.id && isObject(part.value) ? get(part.value, names.id) : undefined;
    const by = this.#sender ?? (call && call.from < 2 ? spec.roles[call.from] : undefined);
    const label = "answers" in root && root.answers ? [root.answers.method, root.answers.tag].filter(Boolean).join(" ") : [element.label, tag].filter(Boolean).join(" ");
    const asked = "answers" in root && root.answers ? elements.methodElement(root.answers.method)[0]?.anchor : element.anchor;
    const at = tag === undefined ? asked : (own(spec.acts, tag) ?? asked);
    this.#seen({ line: this.#number, what, side: by, kind: element.kind, label, anchor: at, id: reading.idText?.(id), faults, newest, undeclared, root, dropped });
  }
}

/**
 * The place of a path in a message: params may be in an array, although the path has the name of one.
 * @param {any} message @param {(string | number)[]} keys
 */
function placeOf(message, keys) {
  const { call, names } = elements.messageOf(message);
  const at = call?.positions?.indexOf(keys[1]) ?? -1;
  return at >= 0 && keys[0] === names.params && Array.isArray(get(message, names.params)) ? [keys[0], at, ...keys.slice(2)] : keys;
}

/**
 * Reports whether a value has a member of messages.
 * @param {any} v
 */
function isMarked(v) {
  return isObject(v) && spec.message.marks.some((/** @type {string} */ key) => get(v, key) !== undefined);
}

/**
 * The bytes that a text has as base64; undefined if it is not.
 * @param {string} text
 */
function bytesOf(text) {
  const digits = text.replace(/[\r\n]/g, "");
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(digits)) return undefined;
  return Uint8Array.from(atob(digits), (c) => c.charCodeAt(0));
}

/**
 * A time as in RFC 3339, in milliseconds; undefined if v is none.
 * @param {any} v
 */
function milliseconds(v) {
  const found = typeof v === "string" ? /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:[.,](\d+))?(Z|[+-]\d\d:\d\d)$/.exec(v) : null;
  if (!found) return undefined;
  const [year, month, day, hour, minute, second] = found.slice(1, 7).map(Number);
  const date = new Date(Date.UTC(2000, month - 1, day, hour, minute, second));
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCDate() !== day || date.getUTCMonth() !== month - 1 || hour > 23 || minute > 59 || second > 59) return undefined;
  const [, sign, h, m] = /^([+-])(\d\d):(\d\d)$/.exec(found[8]) ?? ["", "+", "0", "0"];
  if (Number(h) > 24 || Number(m) > 59) return undefined;
  const offset = (Number(h) * 60 + Number(m)) * 60_000 * (sign === "-" ? 1 : -1);
  return date.getTime() + Math.floor(Number(`0.${found[7] ?? 0}`) * 1000) + offset;
}

module.exports = { Recording };
