import { refusalOf, undeclared, writeResult } from "./answer.js";
import { onlyWords } from "./dialect.js";
import { WireError, intWords, join, quote } from "./error.js";
import { get, object } from "./guard.js";
import { withRefusal } from "./message.js";
import { isAsItWas, member, readField, reader, result } from "./read.js";
import { fail, failAt } from "./report.js";
import { any } from "./scalar.js";
import { complete, refuse, setTag, shapeOf } from "./shapes.js";
import { set } from "./value.js";
import { writeField, writeMember, writer } from "./write.js";
/** @import { ID, Results } from "./answer.js" */
/** @import { Fault } from "./error.js" */
/** @import { Reader, Refused } from "./read.js" */
/** @import { Field, Members, Node, Value } from "./value.js" */
/** @import { Forms, Writer } from "./write.js" */

// Messages whose shapes name their members: a tag says what a message is, and a flag may
// tell a result from an error. The functions are those of message.js and answer.js for
// the names of JSON-RPC.

/**
 * What the members of the messages of a shape are called: id, method, params, result, error; ok, words and data if a
 * flag tells a result from an error. The keys are those of a message in the order in which they are written, which further
 * members follow.
 * @typedef {{ [part: string]: any, keys: string[], members?: Field[] }} Names
 * @typedef {{ out: Members, names: Names, isAnswer: boolean, declared?: Node, ignored?: boolean }} Head of a message
 */

/**
 * Reads a value that a guard has not recognized as its normal form.
 * @param {Node} t @param {Value} v @param {boolean} [scrub] @param {Reader} [r]
 */
export function decodeMessage(t, v, scrub = false, r = reader(scrub)) {
  return withRefusal(r, result(r, () => readMessage(r, t, v)));
}

/**
 * Reads a message and reports its faults to r.
 * @param {Reader} r @param {Node} t @param {Value} v
 */
function readMessage(r, t, v) {
  const message = readParts(r, t, v);
  if (r.errors.length > 0) r.refused = wasRead(r, t, v);
  return message;
}

/**
 * Reads the parts of a message and reports their faults to r.
 * @param {Reader} r @param {Node} t @param {Value} v
 */
function readParts(r, t, v) {
  const head = readHead(r, t, v);
  if (head === undefined) return v;
  if (head.ignored) return new t.shell.ignored.Message(v);
  const isFirst = r.errors.length === 0;
  const { out, names } = head;
  if (!head.isAnswer) {
    readParams(r, v, head);
    r.badParams = isFirst && r.errors.length > 0;
  }
  const error = names.error && get(out, names.error);
  if (error !== undefined) set(out, names.error, member(r, names.error, t.shell.error, error, 1));
  let same = names.keys.every((k) => Object.is(get(out, k), get(v, k)));
  for (const field of names.members ?? []) {
    const value = readField(r, v, field, 0);
    same &&= isAsItWas(v, field, value);
    if (value !== undefined) set(out, field[0], value);
  }
  if (same) return v;
  const copy = {};
  for (const k of keysOf(names)) if (get(out, k) !== undefined) set(copy, k, out[k]);
  return copy;
}

/** @param {Names} names */
function keysOf({ keys, members = [] }) {
  return [...keys, ...members.map(([name]) => name)];
}

/**
 * Returns what could be read of the message v, which has a fault.
 * @param {Reader} r @param {Node} t @param {Value} v @returns {Refused}
 */
function wasRead(r, { shell }, v) {
  /** @type {Refused} */
  const out = { reason: r.badParams ? "params" : "message" };
  if (!object(v)) return out;
  const probe = reader(r.scrub); // whose faults are those of the id alone
  const shape = shapeOf(reader(r.scrub), shell.shapes, v);
  out.shape = shape;
  if (shape === undefined) return out;
  const names = shell.shapes.names[shape];
  const id = names.id ? readID(probe, shell, get(v, names.id), false, names.id) : bad;
  if (probe.errors.length === 0 && id !== bad) out.id = id;
  const method = names.method && get(v, names.method);
  if (typeof method === "string") out.method = r.scrub ? method.toWellFormed() : method;
  return out;
}

/**
 * Reads the head of the message v: its shape, the declaration of a call, and in out all members but params and further ones.
 * Returns undefined if v has no shape, which is a fault.
 * @param {Reader} r @param {Node} t @param {Value} v @returns {Head | undefined}
 */
function readHead(r, t, v) {
  if (!object(v)) {
    fail(r, "an object", v);
    return undefined;
  }
  const { shapes } = t.shell;
  const shape = shapeOf(r, shapes, v);
  if (shape === undefined) return undefined;
  const out = {};
  setTag(shapes, out, shape);
  const head = { out, names: shapes.names[shape], isAnswer: shape === "response" };
  return head.isAnswer ? answerHead(r, t, v, head) : callHead(r, t, v, shape, head);
}

/** @param {Reader} r @param {Node} t @param {Value} v @param {Head} head @returns {Head} */
function answerHead(r, t, v, head) {
  const { shell } = t;
  const { out, names } = head;
  t.check?.(r, t, "", get(v, "method"), v, "method");
  const value = get(v, names.result);
  const error = names.error && get(v, names.error);
  const fails = names.ok ? get(v, names.ok) === false : error !== undefined && (value === undefined || shell.resultAndError !== "result");
  const id = readID(r, shell, get(v, names.id), fails, names.id);
  if (id === bad) return { ...head, ignored: true };
  if (id !== undefined) set(out, names.id, id);
  if (names.method) readText(r, v, names.method, out);
  if (names.ok) {
    readOutcome(r, shell, v, head, fails);
    return head;
  }
  if (value === undefined && !fails && shell.ignoresNeither) return { ...head, ignored: true };
  if (fails && value !== undefined && shell.resultAndError === "reject") failAt(r, names.error, `no ${quote(names.error)} beside ${quote(names.result)}`, error);
  if (fails) set(out, names.error, error);
  else if (value === undefined) fail(r, `${quote(names.result)} or ${quote(names.error)}`, undefined, "neither");
  else set(out, names.result, member(r, names.result, any, value, 1));
  return head;
}

/**
 * Reads a response whose flag tells a result from an error. A result that is missing is an empty object, unless the
 * method allows none, and the words of an error are "".
 * @param {Reader} r @param {Node} shell @param {Value} v @param {Head} head @param {boolean} fails
 */
function readOutcome(r, shell, v, { out, names }, fails) {
  const flag = get(v, names.ok);
  if (typeof flag !== "boolean") {
    failAt(r, names.ok, "a boolean", flag);
    return;
  }
  set(out, names.ok, flag);
  if (!fails) {
    const value = get(v, names.result);
    if (value !== undefined) set(out, names.result, member(r, names.result, any, value, 1));
    else if (!shell.bare?.includes(get(v, names.method))) set(out, names.result, {});
    return;
  }
  set(out, names.words, "");
  if (get(v, names.words) !== undefined) readText(r, v, names.words, out);
  const data = get(v, names.data);
  if (data !== undefined && data !== null) set(out, names.data, member(r, names.data, any, data, 1));
}

/** @param {Reader} r @param {Value} v @param {string} name @param {Members} out */
function readText(r, v, name, out) {
  const text = get(v, name);
  if (typeof text !== "string") failAt(r, name, "a string", text);
  else set(out, name, r.scrub ? text.toWellFormed() : text);
}

/**
 * @param {Reader} r @param {Node} t @param {Value} v @param {string} shape @param {Head} head
 * @returns {Head | undefined}
 */
function callHead(r, t, v, shape, head) {
  const { shell } = t;
  const { out, names } = head;
  readText(r, v, names.method, out);
  const method = get(out, names.method);
  if (method === undefined) return undefined;
  const declared = t.methods.get(method);
  const isDeclaredAs = declared?.notify ? "notification" : "request";
  if (declared && isDeclaredAs !== shape) {
    refuse(r, shell.shapes, isDeclaredAs, v);
    return undefined;
  }
  const today = declared?.today ?? method;
  set(out, names.method, today);
  t.check?.(r, t, declared ? today : null, today, v, names.method);
  if (names.id) {
    const id = readCallID(r, shell, get(v, names.id), names.id);
    if (id === bad) return { ...head, ignored: true };
    set(out, names.id, id);
  }
  return { ...head, declared };
}

/**
 * Checks that a message is of the kind of the node t, first by its tag.
 * @param {Reader} r @param {Node} t @param {string | null} is @param {Value} method @param {Value} v @param {string} name
 */
export function isOnlyNamed(r, t, is, method, v, name) {
  if (t.only === is) return;
  const { shapes } = t.shell;
  const shape = shapeOfOnly(t);
  if (shape !== undefined && shapes.words.get(get(v, shapes.tag)) !== shape) refuse(r, shapes, shape, v);
  else failAt(r, name, onlyWords(t.only), method);
}

/**
 * Returns the shape of the messages that the node t is for; undefined if it is for several.
 * @param {Node} t
 */
function shapeOfOnly({ methods, only }) {
  if (only === "") return "response";
  if (!only) return undefined;
  return methods.get(only).notify ? "notification" : "request";
}

/** Replaces an invalid id where messages with one are ignored. */
const bad = /* @__PURE__ */ Symbol("bad");

/**
 * Reads an id, the member called name. If the message fails, it may also be null or missing, which is read as the first of those.
 * @param {Reader} r @param {Node} shell @param {Value} id @param {boolean} fails @param {string} name
 */
function readID(r, shell, id, fails, name) {
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
 * @param {Reader} r @param {Node} shell @param {Value} id @param {string} name
 */
function readCallID(r, shell, id, name) {
  return id === undefined && shell.ignoresBadID ? bad : readID(r, shell, id, false, name);
}

/** @param {Reader} r @param {Value} v @param {Head} head */
function readParams(r, v, { declared, out, names: { params: name } }) {
  const params = get(v, name);
  if (declared === undefined) set(out, name, params);
  else if (declared.params === undefined || (params === undefined && declared.optional)) return; // what is not declared is ignored
  else set(out, name, member(r, name, declared.params, params, 1));
}

/**
 * Writes a message in the order of the dialect, or throws a WireError.
 * @param {Forms} forms @param {Node} t @param {Value} message
 */
export function encodeMessage(forms, t, message) {
  const { shell } = t;
  const w = writer(forms);
  if (shell.ignored && message instanceof shell.ignored.Message) throw shell.ignored.fault(w.path);
  const v = completed(t, message);
  const r = reader(false);
  const head = /** @type {Head} */ (readHead(r, t, v));
  if (r.errors.length > 0) throw new WireError(r.errors[0]);
  if (head.ignored) throw shell.ignored.fault(w.path);
  let out = "";
  for (const k of keysOf(head.names)) {
    const value = memberText(w, t, head, v, k);
    if (value !== undefined) out += `${out && ","}${quote(k)}:${value}`;
  }
  return `{${out}}`;
}

/**
 * Returns a message with its tag and its method, where it is of one shape, which may be left out.
 * @param {Node} t @param {Value} v
 */
function completed(t, v) {
  const shape = shapeOfOnly(t);
  if (!shape || !object(v)) return v;
  const { shapes } = t.shell;
  const { method } = shapes.names[shape];
  const whole = t.only && get(v, method) === undefined ? { ...v, [method]: t.only } : v;
  return complete(shapes, whole, shape);
}

/**
 * Returns the text of the member k of a message; undefined if it has none.
 * @param {Writer} w @param {Node} t @param {Head} head @param {Value} v @param {string} k
 */
function memberText(w, { shell }, { out, names, isAnswer, declared }, v, k) {
  const field = names.members?.find(([name]) => name === k);
  if (field !== undefined) return writeField(w, field, v, 0);
  const isParams = !isAnswer && k === names.params;
  const value = get(isParams ? v : out, k);
  if (isParams && declared) {
    if (declared.params === undefined || (value === undefined && declared.optional)) return undefined;
    return writeMember(w, k, declared.params, value, 1);
  }
  if (value === undefined) return undefined;
  return writeMember(w, k, k === names.error ? shell.error : any, value, 1);
}

/**
 * Returns the response to an invalid message, or undefined if its sender expects none.
 * @param {Node} shell @param {{ errors: Fault[], refused: Refused }} result
 */
export function refuseMessage(shell, result) {
  const error = refusalOf(shell, result);
  return error && answer(shell, result.refused.id ?? shell.errorIDs[0], result.refused.method, { error });
}

/**
 * Returns the answer to a request of an undeclared method, or undefined if its sender expects none.
 * @param {Node} shell @param {Members} message
 */
export function refuseMethod(shell, message) {
  const { tag, words, names } = shell.shapes;
  const { id, method: name } = names[words.get(get(message, tag))];
  if (id === undefined || shell.ignoresUnknown) return undefined;
  const method = get(message, name);
  return answer(shell, get(message, id), method, { error: undeclared(shell, method) });
}

/**
 * Returns the response to a call with its result, or a WireError. The result is as a writer writes it, because messages
 * are written with results verbatim.
 * @param {Node} shell @param {Results} results @param {Forms} forms @param {Members} call @param {Value} result
 * @param {(text: string) => Value} [parse]
 */
export function replyTo(shell, results, forms, call, result, parse = JSON.parse) {
  const { id, method: name, params } = shell.shapes.names.request;
  const method = get(call, name);
  if (result === undefined && shell.bare?.includes(method)) return answer(shell, get(call, id), method, {});
  return answer(shell, get(call, id), method, { result: parse(writeResult(results, forms, method, result, get(call, params))) });
}

/**
 * Returns the response to a call with an error.
 * @param {Node} shell @param {Members} call @param {Value} error
 */
export function failTo(shell, call, error) {
  const { id, method } = shell.shapes.names.request;
  return answer(shell, get(call, id), get(call, method), { error });
}

/** @param {Node} shell @param {ID | undefined} id @param {string | undefined} method @param {{ result?: Value, error?: Value }} outcome */
function answer({ shapes }, id, method, { result, error }) {
  const names = shapes.names.response;
  const out = {};
  setTag(shapes, out, "response");
  if (id !== undefined) set(out, names.id, id);
  if (names.method) set(out, names.method, method ?? "");
  if (names.ok) set(out, names.ok, error === undefined);
  if (error === undefined && result !== undefined) set(out, names.result, result);
  else if (error === undefined) return out;
  else if (names.error) set(out, names.error, error);
  else set(out, names.words, error.message);
  if (names.data && error?.data != null) set(out, names.data, error.data);
  return out;
}
