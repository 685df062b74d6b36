import { quoteShort } from "./error.js";
import { get, object } from "./guard.js";
import { normal, read } from "./read.js";
import { write } from "./write.js";
/** @import { Fault } from "./error.js" */
/** @import { Refused } from "./read.js" */
/** @import { Type, Types, Value } from "./value.js" */

// The answers to calls: results, which are typed by the method, errors, and the
// answers to messages that cannot be read or whose method is not declared.

/** @typedef {string | number | null} ID */

/** The classes of refused messages, with the codes that JSON-RPC reserves for them. */
const reasons = ["json", "message", "method", "params"];
const codes = [-32700, -32600, -32601, -32602];

/**
 * The answer to a message that was refused, or undefined if it is owed none.
 * @param {Types} types @param {{ errors: Fault[], refused: Refused }} result
 */
export function refuseMessage(types, { errors: [{ path, message }], refused: { reason, shape, id } }) {
  const { shell } = types.Message;
  if (shape === "notification" || shape === "response" || (id === undefined && !shell.nullOnError)) return undefined;
  return refusal(shell, reasons.indexOf(reason), id ?? null, path === "" ? message : `${path}: ${message}`);
}

/**
 * The answer to a request of an undeclared method, or undefined if it is owed none.
 * @param {Types} types @param {{ id?: ID, method: string }} message
 */
export function refuseMethod(types, { id, method }) {
  const { shell } = types.Message;
  if (id === undefined || shell.ignoresUnknown) return undefined;
  return refusal(shell, reasons.indexOf("method"), id, `the method ${quoteShort(method)} is not declared`);
}

/** @param {Type} shell @param {number} reason @param {ID} id @param {string} words */
function refusal(shell, reason, id, words) {
  const [kind, field] = shell.refusals?.[reason] ?? [];
  const data = kind || field ? { ...(kind && { kind }), ...(field && { [field]: words }) } : undefined;
  return answer(shell, id, { error: { code: codes[reason], message: words, ...(data && { data }) } });
}

/**
 * The response to a call with its result, or a WireError. The result is as a writer writes it, because messages
 * are written with results verbatim.
 * @param {Types} types @param {{ id: ID, method: string, params?: Value }} call @param {Value} result
 */
export function replyTo(types, { id, method, params }, result) {
  return answer(types.Message.shell, id, { result: JSON.parse(writeResult(types, method, result, params)) });
}

/**
 * The response to a call with an error.
 * @param {Types} types @param {{ id: ID }} call @param {Value} error
 */
export function failTo(types, { id }, error) {
  return answer(types.Message.shell, id, { error });
}

/** @param {Type} shell @param {ID} id @param {{ result: Value } | { error: Value }} outcome */
function answer(shell, id, outcome) {
  const tag = shell.shapes && [...shell.shapes.words].find(([, shape]) => shape === "response")[0];
  return {
    ...(shell.write && { jsonrpc: shell.version }),
    ...(tag !== undefined && { [shell.shapes.tag]: tag }),
    id,
    ...outcome,
  };
}

/**
 * The type of the result of a call, which its params may determine.
 * @param {Types} types @param {string} method @param {Value} [params] @returns {Type}
 */
function resultType(types, method, params) {
  const { result, results } = types.Message.methods.get(method) ?? {};
  if (!results) return result ?? "any";
  return (object(params) && results.types.get(get(params, results.tag))) ?? "any";
}

/**
 * Reads the result of a call.
 * @param {Types} types @param {string} method @param {Value} v @param {Value} [params]
 */
export function readResult(types, method, v, params) {
  return read(types, resultType(types, method, params), v);
}

/**
 * Reports whether v is the result of a call, in its normal form.
 * @param {Types} types @param {string} method @param {Value} v @param {Value} [params]
 */
export function isResult(types, method, v, params) {
  return normal(types, resultType(types, method, params), v, 0);
}

/**
 * Writes the result of a call, or throws a WireError.
 * @param {Types} types @param {string} method @param {Value} v @param {Value} [params]
 */
export function writeResult(types, method, v, params) {
  return write(types, resultType(types, method, params), v);
}
