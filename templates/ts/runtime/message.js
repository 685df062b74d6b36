import { WireError, intWords, join, keyText, quote } from "./error.js";
import { get, object, plain } from "./guard.js";
import { isAsItWas, member, readField, reader, result } from "./read.js";
import { fail, failAt } from "./report.js";
import { any } from "./scalar.js";
import { set } from "./value.js";
import { verbatimMessage } from "./verbatim.js";
import { writeField, writeMember, writer } from "./write.js";
/** @import { Reader, Refused } from "./read.js" */
/** @import { Field, Members, Node, Value } from "./value.js" */
/** @import { Pairs, Writer } from "./write.js" */

// Reads and writes JSON-RPC messages by the dialect and the methods that the
// table has. A result is preserved verbatim until it is paired with its request.

/** @typedef {{ out: Members, isAnswer: boolean, declared?: Node, ignored?: boolean }} Head of a message */

/**
 * Reads a value that a guard has not recognized as its normal form.
 * @param {Node} t @param {Value} v @param {boolean} [scrub] @param {Reader} [r]
 */
export function decodeMessage(t, v, scrub = false, r = reader(scrub)) {
  return withRefusal(r, result(r, () => readMessage(r, t, v, 0)));
}

/**
 * Reads a message as the table says.
 * @param {Reader} r @param {Node} t @param {Value} v
 */
export function readWhole(r, t, v) {
  r.path = [];
  return readMessage(r, t, v, 0);
}

/**
 * Notes that the params of the call v have a fault, and nothing else of it.
 * @param {Reader} r @param {Value} v
 */
export function refuseParams(r, v) {
  const { id, method } = v;
  r.refused = id === undefined ? { reason: "params", shape: "notification", method } : { reason: "params", shape: "request", id, method };
  return v;
}

/**
 * The result of reading a message, with what could be read of one that is refused.
 * @param {Reader} r @param {import("./read.js").Result} got
 */
export function withRefusal(r, got) {
  return got.ok ? got : { ok: false, errors: got.errors, refused: r.refused ?? { reason: "message" } };
}

/**
 * Reads a message and reports its faults to r.
 * @param {Reader} r @param {Node} t @param {Value} v @param {number} depth
 */
export function readMessage(r, t, v, depth) {
  const before = r.errors.length;
  const own = ownMembers(v);
  const message = readParts(r, t, own, depth);
  if (r.errors.length > before) r.refused ??= wasRead(r, t, own);
  return message === own ? v : message;
}

/**
 * The value v, if it is an object as one that inherits nothing.
 * @param {Value} v
 */
function ownMembers(v) {
  return !object(v) || plain(v) ? v : Object.fromEntries(Object.getOwnPropertyNames(v).map((k) => [k, v[k]]));
}

/**
 * Reads the parts of a message and reports their faults to r.
 * @param {Reader} r @param {Node} t @param {Value} v @param {number} depth
 */
function readParts(r, t, v, depth) {
  const before = r.errors.length;
  const head = readHead(r, t, v, true);
  if (head === undefined) return v;
  if (head.ignored) return new t.shell.ignored.Message(v);
  const { out, isAnswer } = head;
  if (isAnswer) {
    if (out.error !== undefined) out.error = member(r, "error", t.shell.error, out.error, depth + 1);
  } else {
    const isFirst = r.errors.length === before;
    readParams(r, v, head.declared, out, depth);
    r.badParams ||= isFirst && r.errors.length > before;
  }
  const { order, shapes, members } = t.shell;
  let same = Object.is(out.id, v.id) && Object.is(out.method, v.method);
  if (isAnswer) same &&= Object.is(out.result, v.result) && Object.is(out.error, v.error);
  if (shapes) same &&= get(v, shapes.tag) === out[shapes.tag];
  for (const field of members ?? []) {
    const value = readField(r, v, field, depth);
    same &&= isAsItWas(v, field, value);
    if (value !== undefined) set(out, field[0], value);
  }
  if (same && (isAnswer || Object.is(out.params, v.params))) return v;
  const copy = {};
  for (const k of order) if (get(out, k) !== undefined) set(copy, k, out[k]);
  return copy;
}

/**
 * What could be read of the message v, which has a fault.
 * @param {Reader} r @param {Node} t @param {Value} v @returns {Refused}
 */
function wasRead(r, t, v) {
  /** @type {Refused} */
  const out = { reason: r.badParams ? "params" : "message" };
  if (!object(v)) return out;
  const { shell } = t;
  const probe = reader(r.scrub); // whose faults are those of the id alone
  let shape = shapeOf(reader(r.scrub), shell, v);
  const isIgnored = !shell.shapes && shell.notificationWithID === "ignore"; // the id of a notification; a tag says what a message is
  if (isIgnored && shape === "request" && t.methods.get(v.method)?.notify) shape = "notification";
  const { method } = v;
  const answers = v.result !== undefined || v.error !== undefined;
  // Without a tag, a response has a result or an error, and a notification a method.
  if (shell.shapes || (shape === "response" ? answers : shape === "request" || typeof method === "string")) out.shape = shape;
  const id = out.shape === "notification" ? bad : readID(probe, shell, v.id, false);
  if (probe.errors.length === 0 && id !== bad) out.id = id;
  if (typeof method === "string") out.method = r.scrub ? method.toWellFormed() : method;
  return out;
}

/**
 * Reads the head of the message v: whether it is an answer, the declaration of a call, and in out the version, the method
 * and the id. Returns undefined if v has no shape, which is a fault.
 * @param {Reader} r @param {Node} t @param {Value} v @param {boolean} withVersion @returns {Head | undefined}
 */
function readHead(r, t, v, withVersion) {
  if (!object(v)) {
    fail(r, "an object", v);
    return undefined;
  }
  const { shell } = t;
  const shape = shapeOf(r, shell, v);
  if (shape === undefined) return undefined;
  const out = {};
  const version = v.jsonrpc;
  if (withVersion || version !== undefined) readVersion(r, shell, version);
  if (version !== undefined) out.jsonrpc = version;
  const head = { out, isAnswer: shape === "response" };
  return head.isAnswer ? answerHead(r, t, v, head) : callHead(r, t, v, shape, head);
}

/**
 * The shape of the message v, by its tag or by its members.
 * @param {Reader} r @param {Node} of @param {Value} v
 */
function shapeOf(r, { shapes, precedence }, v) {
  if (shapes) return shapes.shapeOf(r, shapes, v);
  const call = v.method === undefined ? undefined : v.id === undefined ? "notification" : "request";
  const answers = v.result !== undefined || v.error !== undefined;
  for (const shape of precedence) if (shape === "response" ? answers : shape === call) return shape;
  return "response";
}

/** @param {Reader} r @param {Node} shell @param {Value} version */
function readVersion(r, shell, version) {
  const missing = version === undefined;
  if (shell.jsonrpc === "ignored" || (shell.jsonrpc === "optional" && missing)) return;
  if (shell.jsonrpc === "any" ? missing : version !== shell.version) {
    failAt(r, "jsonrpc", quote(shell.version), version);
  }
}

/** @param {Reader} r @param {Node} t @param {Value} v @param {Head} head @returns {Head} */
function answerHead(r, t, v, head) {
  const { shell } = t;
  t.check?.(r, t, "", v.method);
  const { result: value, error } = v;
  const fails = error !== undefined && (value === undefined || shell.resultAndError !== "result");
  const id = readID(r, shell, v.id, fails);
  if (id === bad || (value === undefined && !fails && shell.ignoresNeither)) return { ...head, ignored: true };
  if (id !== undefined) head.out.id = id;
  if (fails && value !== undefined && shell.resultAndError === "reject") failAt(r, "error", 'no "error" beside "result"', error);
  if (fails) head.out.error = error;
  else if (value === undefined) fail(r, '"result" or "error"', undefined, "neither");
  else head.out.result = member(r, "result", any, value, 1);
  shell.shapes?.set(shell.shapes, head.out, "response");
  return head;
}

/**
 * @param {Reader} r @param {Node} t @param {Value} v @param {string} shape @param {Head} head
 * @returns {Head | undefined}
 */
function callHead(r, t, v, shape, head) {
  const { shell } = t;
  const { out } = head;
  out.method = v.method;
  if (typeof out.method !== "string") {
    failAt(r, "method", "a string", out.method);
    return undefined;
  }
  if (r.scrub) out.method = out.method.toWellFormed();
  let declared = t.methods.get(out.method);
  const isDeclaredAs = declared && (declared.notify ? "notification" : "request");
  if (declared && isDeclaredAs !== shape && shell.shapes?.refuse(r, shell.shapes, isDeclaredAs, v)) return undefined;
  let id = v.id;
  if ((shell.shapes ? shape : isDeclaredAs) === "notification" && id !== undefined) {
    if (shell.notificationWithID === "reject") failAt(r, "id", "nothing", id);
    if (shell.notificationWithID === "request") declared = undefined;
    else id = undefined;
  }
  if (declared?.today !== undefined) out.method = declared.today;
  t.check?.(r, t, declared ? out.method : null, out.method);
  if (id !== undefined || (declared ? !declared.notify : shape === "request")) {
    id = readCallID(r, shell, id);
    if (id === bad) return { ...head, ignored: true };
    out.id = id;
  }
  shell.shapes?.set(shell.shapes, out, shape);
  head.declared = declared;
  return head;
}

/**
 * Checks that a message is of the kind of the node t: of its method, "" for a response, null for an undeclared method.
 * The method is the member called name.
 * @param {Reader} r @param {Node} t @param {string | null} is @param {Value} method
 */
export function isOnly(r, { only }, is, method, name = "method") {
  if (only === is) return;
  failAt(r, name, only === "" ? "nothing" : only === null ? "a method that is not declared" : quote(only), method);
}

/** Replaces an invalid id where messages with one are ignored. */
export const bad = /* @__PURE__ */ Symbol("bad");

/**
 * Reads an id, the member called name. If the message fails, it may also be null or missing, which is read as the first of those.
 * @param {Reader} r @param {Node} shell @param {Value} id @param {boolean} fails
 */
export function readID(r, shell, id, fails, name = "id") {
  if (fails && shell.errorIDs.includes(id)) return shell.errorIDs[0];
  const kind = typeof id === "string" ? "string" : typeof id === "number" ? "int" : "";
  const isRight = shell.ids.includes(kind) && (kind === "string" || Number.isSafeInteger(id));
  if (!isRight) {
    if (shell.ignoresBadID && id !== undefined) return bad;
    failAt(r, name, shell.ids.includes(kind) ? intWords(id) : join(shell.ids.map((/** @type {string} */ k) => (k === "int" ? "an integer" : "a string"))), id);
  }
  if (kind === "string" && r.scrub) return id.toWellFormed();
  return id === 0 ? 0 : id;
}

/**
 * Reads the id of a request. A missing one is ignored with the message where one of a wrong kind is.
 * @param {Reader} r @param {Node} shell @param {Value} id @param {string} [name]
 */
export function readCallID(r, shell, id, name) {
  return id === undefined && shell.ignoresBadID ? bad : readID(r, shell, id, false, name);
}

/** @param {Reader} r @param {Value} v @param {Node} declared @param {Members} out @param {number} depth */
function readParams(r, v, declared, out, depth) {
  const { params } = v;
  if (declared === undefined) out.params = params;
  else if (declared.params === undefined || (params === undefined && declared.optional)) return; // what is not declared is ignored
  else if (declared.otherwise && !object(params)) out.params = declared.otherwise(r, declared, params, depth);
  else out.params = member(r, "params", declared.params, params, depth + 1);
}

/**
 * Writes a message in the order of the dialect, or throws a WireError.
 * @param {Pairs} writes @param {Node} t @param {Value} v
 */
export function encodeMessage(writes, t, v) {
  return verbatimMessage(t, v) ?? writeMessage(writer(writes), t, v, 0);
}

/**
 * Returns the text of a message, or throws a WireError.
 * @param {Writer} w @param {Node} t @param {Value} message @param {number} depth @returns {string}
 */
export function writeMessage(w, t, message, depth) {
  const { shell } = t;
  if (shell.ignored && message instanceof shell.ignored.Message) throw shell.ignored.fault(w.path);
  const v = completed(t, ownMembers(message));
  const r = { ...reader(false), path: w.path };
  const head = /** @type {Head} */ (readHead(r, t, v, !shell.write));
  if (r.errors.length > 0) throw new WireError(r.errors[0]);
  if (head.ignored) throw shell.ignored.fault(w.path);
  let out = "";
  for (const k of shell.order) {
    const value = memberText(w, t, head, v, k, depth);
    if (value !== undefined) out += (out && ",") + keyText(k) + value;
  }
  return `{${out}}`;
}

/**
 * A message with its method, where it is of one, and with its tag, which may be left out.
 * @param {Node} t @param {Value} v
 */
function completed({ shell, methods, only }, v) {
  if (!object(v) || (v.method === undefined && (v.result !== undefined || v.error !== undefined))) {
    return shell.shapes && object(v) ? shell.shapes.complete(shell.shapes, v, "response") : v;
  }
  const whole = only && v.method === undefined ? { ...v, method: only } : v;
  if (!shell.shapes) return whole;
  const declared = methods.get(whole.method);
  const notifies = declared ? declared.notify : v.id === undefined;
  return shell.shapes.complete(shell.shapes, whole, notifies ? "notification" : "request");
}

/**
 * The text of the member k of a message; undefined if it has none.
 * @param {Writer} w @param {Node} t @param {Head} head @param {Value} v @param {string} k @param {number} depth
 */
function memberText(w, { shell }, { out, isAnswer, declared }, v, k, depth) {
  const field = shell.members?.find((/** @type {Field} */ [name]) => name === k);
  if (k === "jsonrpc") return shell.write ? quote(shell.version) : undefined;
  if (k === shell.shapes?.tag) return quote(out[k]);
  if (field !== undefined) return writeField(w, field, v, depth);
  if (k === "params" && declared) return paramsText(w, declared, get(v, k), depth);
  const value = k === "params" && !isAnswer ? get(v, k) : out[k];
  if (value === undefined) return undefined;
  if (k === "method") return quote(value);
  return writeMember(w, k, k === "error" ? shell.error : any, value, depth + 1);
}

/** @param {Writer} w @param {Node} declared @param {Value} params @param {number} depth */
function paramsText(w, declared, params, depth) {
  if (declared.params === undefined || (params === undefined && declared.optional)) return undefined;
  return writeMember(w, "params", declared.params, params, depth + 1);
}
