import { WireError, keyText, quote } from "./error.js";
import { get, object } from "./guard.js";
import { readField, readStruct, reader, result } from "./read.js";
import { fail } from "./report.js";
import { any, dropped, nil, plain, string, verbatim } from "./scalar.js";
import { verbatimMessage } from "./verbatim.js";
import { FIELD, spend } from "./weight.js";
import { writeField, writeMember, writer } from "./write.js";
/** @import { Reader, Refused } from "./read.js" */
/** @import { Context } from "./report.js" */
/** @import { Field, Node, Type, Value } from "./value.js" */
/** @import { Forms, Writer } from "./write.js" */

// Reads and writes JSON-RPC messages. A message is a struct whose fields depend on what the message is, on its method and on the
// dialect. The dialect in the table has the fields and the functions that it needs, so that a bundle has no others. A result
// is preserved verbatim until it is paired with its request.

/** @typedef {"request" | "notification" | "response"} Shape */

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
 * Returns the result of reading a message, with what could be read of one that is refused.
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
  const { dialect } = t;
  const before = r.errors.length;
  const shape = object(v) ? dialect.shapeOf(r, dialect, v) : null;
  const fields = fieldsOf(r, t, v, shape);
  spend(r, -FIELD * (1 + fields.length)); // which readStruct counts: a message weighs nothing itself
  const message = readStruct(r, [readStruct, fields], v, depth, false);
  if (r.errors.length > before) refuse(r, t, v, shape, /^(\[\d+\]\.)?params\b/.test(r.errors[before].path) ? "params" : "message");
  return dialect.finish ? dialect.finish(dialect, v, fields, message) : message;
}

/**
 * Records the parts that could be read of the message v, whose first fault is in its params or elsewhere.
 * @param {Reader} r @param {Node} t @param {Value} v @param {Shape | null} shape @param {"params" | "message"} reason
 */
function refuse(r, t, v, shape, reason) {
  /** @type {Refused} */
  const out = { reason };
  r.refused ??= out;
  if (!object(v)) return;
  const { dialect } = t;
  const id = get(v, "id");
  const method = get(v, "method");
  if (shape && dialect.isKnown(v, shape)) out.shape = dialect.refusedAs?.(t, v, shape) ?? shape;
  if (out.shape !== "notification" && dialect.isID(id)) out.id = plain(r, id);
  if (typeof method === "string") out.method = plain(r, method);
}

/**
 * Records the parts that a reader has read of a message with a fault in its params, and returns them.
 * @param {Reader} r @param {Value} v
 */
export function refuseParams(r, v) {
  const { id, method } = v;
  r.refused = id === undefined ? { reason: "params", shape: "notification", method } : { reason: "params", shape: "request", id, method };
  return v;
}

/**
 * Returns the shape of the message v: a call has a method, and a request an id.
 * @param {Context} _c @param {Node} _dialect @param {Value} v @returns {Shape}
 */
export function byMethod(_c, _dialect, v) {
  if (get(v, "method") === undefined) return "response";
  return get(v, "id") === undefined ? "notification" : "request";
}

/**
 * Reports whether the message v, which has a fault, has what makes it one of a shape.
 * @param {Value} v @param {Shape} shape
 */
export function hasShape(v, shape) {
  return shape === "response" ? answers(v) : shape === "request" || typeof get(v, "method") === "string";
}

/** @param {Value} v */
export function answers(v) {
  return get(v, "result") !== undefined || get(v, "error") !== undefined;
}

/**
 * Returns the fields of the message v in the order in which their faults are found; none if it has no shape.
 * @param {Reader} r @param {Node} t @param {Value} v @param {Shape | null} shape @returns {Field[]}
 */
function fieldsOf(r, t, v, shape) {
  if (!shape) return [];
  const { dialect } = t;
  let fields = [dialect.version, ...(shape === "response" ? answerFields(dialect, v) : callFields(r, t, v, shape))];
  for (const adapt of t.adapt ?? []) fields = adapt(r, fields, t, v, shape);
  return fields;
}

/** @param {Node} dialect @param {Value} v @returns {Field[]} */
function answerFields(dialect, v) {
  const result = get(v, "result");
  if (get(v, "error") === undefined) return [dialect.id, ["result", result === undefined ? noResult : any]];
  return result === undefined ? dialect.failed : dialect.both(dialect);
}

const noResult = { pick: neither };

/** @param {Context} c */
function neither(c) {
  const key = /** @type {string} */ (c.path.pop());
  fail(c, '"result" or "error"', undefined, "neither");
  c.path.push(key);
}

/**
 * Returns the fields of a response with a result and an error, which is a fault.
 * @param {Node} dialect @returns {Field[]}
 */
export function refuseBoth({ failed: [id, [name, of]] }) {
  return [id, [name, { pick: besideResult, of }]];
}

/** @param {Context} c @param {Node} t @param {Value} v @returns {Type} */
function besideResult(c, { of }, v) {
  fail(c, 'no "error" beside "result"', v);
  return of;
}

/** @param {Reader} r @param {Node} t @param {Value} v @param {Shape} shape @returns {Field[]} */
function callFields(r, { dialect, methods }, v, shape) {
  const method = get(v, "method");
  if (typeof method !== "string") return [["method", string]];
  let call = methods.get(plain(r, method));
  // A notification with an id is a request of an undeclared method.
  if (!call || (call.notify && shape === "request")) call = { params: verbatim, optional: true, notify: shape === "notification" };
  return [["method", call.method ?? string], ...(call.notify ? [] : [dialect.id]), ["params", call.params, call]];
}

/**
 * Leads to the type of the id of a response, which is null if the message that it answers had none that could be read.
 * @param {Context} _ @param {Node} t @param {Value} v @returns {Type}
 */
export function orNil(_, { of }, v) {
  return v === null ? nil : of;
}

/**
 * Writes a message in the order of the dialect, or throws a WireError.
 * @param {Forms} forms @param {Node} shell @param {Node} t @param {Value} v
 */
export function encodeMessage(forms, shell, t, v) {
  return verbatimMessage(shell, t, v) ?? writeMessage(writer(forms), shell, t, v, 0);
}

/**
 * Returns the text of a message, or throws a WireError.
 * @param {Writer} w @param {Node} shell @param {Node} t @param {Value} message @param {number} depth @returns {string}
 */
export function writeMessage(w, shell, t, message, depth) {
  if (shell.ignored && message instanceof shell.ignored.Message) throw shell.ignored.fault(w.path);
  const v = completed(shell, t, message);
  if (!object(v)) fail(w, "an object", v);
  const r = { ...reader(false), path: w.path };
  const fields = fieldsOf(r, t, v, t.dialect.shapeOf(r, t.dialect, v));
  const content = fields.filter((field) => CONTENT.includes(field[0]) || shell.members?.includes(field));
  /** @type {Map<string, string>} */
  const texts = new Map();
  for (const field of fields) {
    if (content.includes(field) || (field[0] === "jsonrpc" && shell.write && get(v, "jsonrpc") === undefined)) continue;
    const value = readField(r, v, field, depth);
    if (value !== undefined && field[0] !== "jsonrpc") texts.set(field[0], JSON.stringify(value));
  }
  if (r.errors.length > 0) throw new WireError(r.errors[0]);
  if (shell.ignored && fields.includes(shell.ignored.mark)) throw shell.ignored.fault(w.path);
  if (shell.write) texts.set("jsonrpc", quote(shell.version));
  for (const field of content) {
    const text = shell.members?.includes(field) ? writeField(w, field, v, depth) : contentText(w, field, v, depth);
    if (text !== undefined) texts.set(field[0], text);
  }
  const keys = shell.order.filter((/** @type {string} */ k) => texts.has(k));
  return `{${keys.map((/** @type {string} */ k) => keyText(k) + texts.get(k)).join(",")}}`;
}

const CONTENT = ["params", "result", "error"];

/**
 * Returns a message with its method, where it is of one, and with its tag, which may be left out.
 * @param {Node} shell @param {Node} t @param {Value} v
 */
function completed({ shapes }, { methods, only }, v) {
  if (!object(v)) return v;
  const method = get(v, "method");
  if (method === undefined && answers(v)) return shapes ? shapes.complete(shapes, v, "response") : v;
  const whole = only && method === undefined ? { ...v, method: only } : v;
  if (!shapes) return whole;
  const declared = methods.get(get(whole, "method"));
  const notifies = declared ? declared.notify : get(v, "id") === undefined;
  return shapes.complete(shapes, whole, notifies ? "notification" : "request");
}

/**
 * Returns the text of the params, the result or the error of a message; undefined if it is left out.
 * @param {Writer} w @param {Field} field @param {Value} v @param {number} depth
 */
function contentText(w, [name, type, mode], v, depth) {
  const value = get(v, name);
  return type === dropped || (value === undefined && mode?.optional) ? undefined : writeMember(w, name, type, value, depth + 1);
}
