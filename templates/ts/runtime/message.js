import { WireError, arrayOf, expected, intWords, join, oneOf, quote, words } from "./error.js";
import { get, object } from "./guard.js";
import { fail, failAt, fieldValue, isAsItWas, member, readField, readTag, reader, result } from "./read.js";
import { outward } from "./union.js";
import { set } from "./value.js";
import { writeField, writeMember, writer } from "./write.js";
/** @import { Reader, Refused } from "./read.js" */
/** @import { Field, Members, Type, Types, Value } from "./value.js" */
/** @import { Writer } from "./write.js" */

// Reads and writes JSON-RPC messages by the dialect and the methods that the
// table has. A result is preserved verbatim until it is paired with its request.

/** @typedef {{ out: Members, isAnswer: boolean, declared: Type, ignored: boolean }} Head of a message */

/**
 * Reads a value that a guard has not recognized as its normal form.
 * @param {Types} types @param {string} name @param {Value} v @param {boolean} [scrub]
 */
export function decodeMessage(types, name, v, scrub = false) {
  const r = reader(types, scrub);
  return withRefusal(r, result(r, () => readMessage(r, types[name], v, 0)));
}

/**
 * The result of reading a message, with what could be read of one that is refused.
 * @param {Reader} r @param {import("./read.js").Result} got
 */
export function withRefusal(r, got) {
  return got.ok ? got : { ...got, refused: r.refused ?? { reason: "message" } };
}

const answerMembers = ["id", "method", "result", "error"];
const callMembers = ["id", "method", "params"];

/**
 * Reads a message and reports its faults to r.
 * @param {Reader} r @param {Type} t @param {Value} v @param {number} depth
 */
export function readMessage(r, t, v, depth) {
  const before = r.errors.length;
  const message = readParts(r, t, v, depth);
  if (r.errors.length > before) r.refused ??= wasRead(r, t, v);
  return message;
}

/**
 * Reads the parts of a message and reports their faults to r.
 * @param {Reader} r @param {Type} t @param {Value} v @param {number} depth
 */
function readParts(r, t, v, depth) {
  const before = r.errors.length;
  const head = readHead(r, t, v, true);
  if (head === undefined) return v;
  if (head.ignored) return new t.shell.ignored.Message(v);
  const isFirst = r.errors.length === before;
  const { out } = head;
  if (!head.isAnswer) {
    readParams(r, v, head.declared, out, depth);
    r.badParams ||= isFirst && r.errors.length > before;
  }
  if (head.isAnswer && out.error !== undefined) out.error = member(r, "error", errorType(r.types, t.shell, out.error, false), out.error, depth + 1);
  let same = (head.isAnswer ? answerMembers : callMembers).every((k) => Object.is(out[k], get(v, k)));
  const { order, shapes, members } = t.shell;
  if (shapes) same &&= get(v, shapes.tag) === out[shapes.tag];
  for (const field of members ?? []) {
    const value = readField(r, v, field, depth);
    same &&= isAsItWas(v, field, value);
    if (value !== undefined) set(out, field[0], value);
  }
  if (same) return v;
  const copy = {};
  for (const k of order) if (get(out, k) !== undefined) set(copy, k, out[k]);
  return copy;
}

/**
 * The type of the error of a response that is read or written.
 * @param {Types} types @param {Type} shell @param {Value} error @param {boolean} written @returns {Type}
 */
function errorType(types, { faults }, error, written) {
  return faults ? faults.type(types, faults, error, written) : "ResponseError";
}

/**
 * What could be read of the message v, which has a fault.
 * @param {Reader} r @param {Type} t @param {Value} v @returns {Refused}
 */
function wasRead(r, t, v) {
  /** @type {Refused} */
  const out = { reason: r.badParams ? "params" : "message" };
  if (!object(v)) return out;
  const { shell } = t;
  const probe = reader(r.types, r.scrub); // whose faults are those of the id alone
  let shape = shapeOf(reader(r.types, r.scrub), shell, v);
  const isIgnored = !shell.shapes && shell.notificationWithID === "ignore"; // the id of a notification; a tag says what a message is
  if (isIgnored && shape === "request" && t.methods.get(get(v, "method"))?.notify) shape = "notification";
  const method = get(v, "method");
  const answers = get(v, "result") !== undefined || get(v, "error") !== undefined;
  // Without a tag, a response has a result or an error, and a notification a method.
  if (shell.shapes || (shape === "response" ? answers : shape === "request" || typeof method === "string")) out.shape = shape;
  const id = out.shape === "notification" ? bad : readID(probe, shell, get(v, "id"), false);
  if (probe.errors.length === 0 && id !== bad) out.id = id;
  if (typeof method === "string") out.method = r.scrub ? method.toWellFormed() : method;
  return out;
}

/**
 * Reads the head of the message v: whether it is an answer, the declaration of a call, and in out the version, the method
 * and the id. Returns undefined if v has no shape, which is a fault.
 * @param {Reader} r @param {Type} t @param {Value} v @param {boolean} withVersion @returns {Head | undefined}
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
  const version = get(v, "jsonrpc");
  if (withVersion || version !== undefined) readVersion(r, shell, version);
  if (version !== undefined) out.jsonrpc = version;
  const head = { out, isAnswer: shape === "response", declared: undefined, ignored: false };
  return head.isAnswer ? answerHead(r, t, v, head) : callHead(r, t, v, shape, head);
}

/**
 * The shape of the message v, by its tag or by its members.
 * @param {Reader} r @param {Type} of @param {Value} v
 */
function shapeOf(r, { shapes, precedence }, v) {
  if (shapes) {
    const tag = get(v, shapes.tag);
    const shape = shapes.words.get(tag);
    if (shape === undefined) failAt(r, shapes.tag, oneOf([...shapes.words.keys()]), tag);
    return shape;
  }
  const isCall = get(v, "method") !== undefined;
  const asks = get(v, "id") !== undefined;
  const answers = get(v, "result") !== undefined || get(v, "error") !== undefined;
  return precedence.find((/** @type {string} */ shape) => (shape === "response" ? answers : isCall && asks === (shape === "request"))) ?? "response";
}

/** @param {Reader} r @param {Type} shell @param {Value} version */
function readVersion(r, shell, version) {
  const missing = version === undefined;
  if (shell.jsonrpc === "ignored" || (shell.jsonrpc === "optional" && missing)) return;
  if (shell.jsonrpc === "any" ? missing : version !== shell.version) {
    failAt(r, "jsonrpc", quote(shell.version), version);
  }
}

/** @param {Reader} r @param {Type} t @param {Value} v @param {Head} head @returns {Head} */
function answerHead(r, t, v, head) {
  const { shell } = t;
  if (t.only !== undefined && t.only !== "") failAt(r, "method", onlyWords(t.only), get(v, "method"));
  const value = get(v, "result");
  const error = get(v, "error");
  const fails = error !== undefined && (value === undefined || shell.resultAndError !== "result");
  const id = readID(r, shell, get(v, "id"), fails && shell.nullOnError);
  const both = value !== undefined && error !== undefined;
  if (id === bad || (value === undefined && error === undefined && shell.ignoresNeither)) return { ...head, ignored: true };
  if (id !== undefined) head.out.id = id;
  if (both && shell.resultAndError === "reject") failAt(r, "error", 'no "error" beside "result"', error);
  if (value === undefined && error === undefined) fail(r, '"result" or "error"', undefined);
  if (value !== undefined && !(both && fails)) head.out.result = value;
  if (fails) head.out.error = error;
  setTag(shell, head.out, "response");
  return head;
}

/**
 * @param {Reader} r @param {Type} t @param {Value} v @param {string} shape @param {Head} head
 * @returns {Head | undefined}
 */
function callHead(r, t, v, shape, head) {
  const { shell } = t;
  const { out } = head;
  out.method = get(v, "method");
  if (typeof out.method !== "string") {
    failAt(r, "method", "a string", out.method);
    return undefined;
  }
  let declared = t.methods.get(out.method);
  const isDeclaredAs = declared && (declared.notify ? "notification" : "request");
  if (shell.shapes && declared && isDeclaredAs !== shape) {
    failAt(r, shell.shapes.tag, quote(wordOf(shell, isDeclaredAs)), get(v, shell.shapes.tag));
    return undefined;
  }
  let id = get(v, "id");
  if ((shell.shapes ? shape : isDeclaredAs) === "notification" && id !== undefined) {
    if (shell.notificationWithID === "reject") failAt(r, "id", "nothing", id);
    if (shell.notificationWithID === "request") declared = undefined;
    else id = undefined;
  }
  if (declared?.today !== undefined) out.method = declared.today;
  if (t.only !== undefined && t.only !== (declared ? out.method : null)) failAt(r, "method", onlyWords(t.only), out.method);
  if (id !== undefined || (declared ? !declared.notify : shape === "request")) {
    id = readID(r, shell, id, false);
    if (id === bad) return { ...head, ignored: true };
    out.id = id;
  }
  setTag(shell, out, shape);
  head.declared = declared;
  return head;
}

/**
 * Sets the tag member of a message, if the dialect has one.
 * @param {Type} shell @param {Members} out @param {string} shape
 */
function setTag(shell, out, shape) {
  if (shell.shapes) set(out, shell.shapes.tag, wordOf(shell, shape));
}

/** @param {Type} of @param {string} shape */
function wordOf({ shapes }, shape) {
  return [...shapes.words].find(([, s]) => s === shape)[0];
}

/** @param {string | null} only */
function onlyWords(only) {
  if (only === "") return "nothing";
  return only === null ? "a method that is not declared" : quote(only);
}

/** Replaces an invalid id where messages with one are ignored. */
const bad = /* @__PURE__ */ Symbol("bad");

/** @param {Reader} r @param {Type} shell @param {Value} id @param {boolean} orNull */
function readID(r, shell, id, orNull) {
  if (id === null && orNull) return id;
  const kind = typeof id === "string" ? "string" : typeof id === "number" ? "int" : "";
  const isRight = shell.ids.includes(kind) && (kind === "string" || Number.isSafeInteger(id));
  if (!isRight) {
    if (shell.ignoresBadID && id !== undefined) return bad;
    failAt(r, "id", shell.ids.includes(kind) ? intWords(id) : join(shell.ids.map((/** @type {string} */ k) => words[k])), id);
  }
  if (kind === "string" && r.scrub) return id.toWellFormed();
  return id === 0 ? 0 : id;
}

/** @param {Reader} r @param {Value} v @param {Type} declared @param {Members} out @param {number} depth */
function readParams(r, v, declared, out, depth) {
  if (declared !== undefined && declared.params === undefined) return; // declared without params: they are ignored
  const params = get(v, "params");
  if (declared === undefined) out.params = params;
  else if (params !== undefined) out.params = paramsOf(r, declared, params, depth);
  else if (!declared.optional) failAt(r, "params", paramsWords(r, declared), params);
}

/**
 * Reads params, which may be positional.
 * @param {Reader} r @param {Type} declared @param {Value} v @param {number} depth
 */
function paramsOf(r, declared, v, depth) {
  if (!declared.positions || object(v)) return member(r, "params", declared.params, v, depth + 1);
  r.path.push("params");
  const out = Array.isArray(v) ? readPositions(r, declared.params, v, depth + 1) : fail(r, paramsWords(r, declared), v);
  r.path.pop();
  return out;
}

/** @param {Reader} r @param {Type} declared */
function paramsWords(r, declared) {
  return expected(r.types, declared.params) + (declared.positions ? " or an array" : "");
}

/**
 * Reads the fields of a struct, in their order, from an array.
 * @param {Reader} r @param {Type} type @param {Value[]} v @param {number} depth
 */
function readPositions(r, type, v, depth) {
  let t = type;
  while (typeof t === "string") t = r.types[t];
  const most = t.fields.length;
  if (v.length > most) return fail(r, arrayOf(most).replace("of", "of at most"), v, arrayOf(v.length));
  const out = {};
  for (const tag of outward(t.tag)) readTag(r, tag, {}, out);
  t.fields.forEach((/** @type {Field} */ field, /** @type {number} */ i) => {
    const value = fieldValue(r, field, i, v[i], depth);
    if (value !== undefined) set(out, field[0], value);
  });
  return out;
}

/**
 * Writes a message in the order of the dialect, or throws a WireError.
 * @param {Types} types @param {string} name @param {Value} v
 */
export function encodeMessage(types, name, v) {
  return writeMessage(writer(types), types[name], v, 0);
}

/**
 * Returns the text of a message, or throws a WireError.
 * @param {Writer} w @param {Type} t @param {Value} v @param {number} depth @returns {string}
 */
export function writeMessage(w, t, v, depth) {
  const { shell } = t;
  if (shell.ignored && v instanceof shell.ignored.Message) throw shell.ignored.fault(w.path);
  const r = { ...reader(w.types, false), path: w.path };
  const head = /** @type {Head} */ (readHead(r, t, v, !shell.write));
  if (r.errors.length > 0) throw new WireError(r.errors[0]);
  if (head.ignored) throw shell.ignored.fault(w.path);
  /** @type {{ [key: string]: { type: Type, optional?: boolean } | undefined }} */
  const members = head.isAnswer ? answerTypes(errorType(w.types, shell, head.out.error, true)) : callTypes(head.declared);
  let out = "";
  for (const k of shell.order) {
    const field = shell.members?.find((/** @type {Field} */ [name]) => name === k);
    let value;
    if (k === "jsonrpc") value = shell.write ? quote(shell.version) : undefined;
    else if (k === shell.shapes?.tag) value = quote(head.out[k]);
    else if (field !== undefined) value = writeField(w, field, v, depth);
    else if (members[k]) value = writeShellMember(w, k, members[k], k === "params" ? get(v, k) : head.out[k], depth);
    if (value !== undefined) out += `${out && ","}${quote(k)}:${value}`;
  }
  return `{${out}}`;
}

/** @param {Type} error */
function answerTypes(error) {
  return { id: { type: "any" }, result: { type: "any", optional: true }, error: { type: error, optional: true } };
}

/** @param {Type} declared */
function callTypes(declared) {
  const params = declared ? { type: declared.params, optional: declared.optional } : { type: "any", optional: true };
  return { id: { type: "any", optional: true }, method: { type: "string" }, params: params.type ? params : undefined };
}

/**
 * @param {Writer} w @param {string} k @param {{ type: Type, optional?: boolean }} of @param {Value} v
 * @param {number} depth
 */
function writeShellMember(w, k, { type, optional }, v, depth) {
  return v === undefined && optional ? undefined : writeMember(w, k, type, v, depth + 1);
}
