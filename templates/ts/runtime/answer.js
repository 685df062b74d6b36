import { lineOf, quoteShort } from "./error.js";
import { get, object } from "./guard.js";
import { normal, read, reader } from "./read.js";
import { any } from "./scalar.js";
import { mostOf, weighing } from "./weight.js";
import { write } from "./write.js";
/** @import { Fault } from "./error.js" */
/** @import { Reader, Refused } from "./read.js" */
/** @import { Rules } from "./rules.js" */
/** @import { Wire } from "./serving.js" */
/** @import { Node, Type, Value } from "./value.js" */
/** @import { Forms } from "./write.js" */

// Responses to calls: results, which are typed by the method, errors, and the
// responses to messages that cannot be read or whose method is undeclared.

/**
 * @typedef {string | number | null} ID
 * @typedef {Map<string, { type?: Type, optional?: boolean } & ({ tag: string, types: Map<unknown, Type> } | { tag?: never, types?: never })>} Results by method: their
 * type, or their types by the tag of the params
 */

/** The classes of invalid messages, with the error codes of JSON-RPC. */
const reasons = ["json", "message", "method", "params"];
const codes = [-32700, -32600, -32601, -32602];

/**
 * Returns the response to an invalid message, or undefined if its sender expects none.
 * @param {Node} shell @param {{ errors: Fault[], refused: Refused }} result
 */
export function refuseMessage(shell, result) {
  const error = refusalOf(shell, result);
  return error && answer(shell, result.refused.id ?? shell.errorIDs[0], { error });
}

/**
 * Returns the error in the response to an invalid message, or undefined if its sender expects no answer.
 * @param {Node} shell @param {{ errors: Fault[], refused: Refused }} result
 */
export function refusalOf(shell, { errors: [error], refused: { reason, shape, id } }) {
  if (shape === "notification" || shape === "response" || (id === undefined && shell.errorIDs.length === 0)) return undefined;
  return refusal(shell, reason, lineOf(error));
}

/**
 * Returns the answer to a request of an undeclared method, or undefined if its sender expects none.
 * @param {Node} shell @param {{ id?: ID, method: string }} message
 */
export function refuseMethod(shell, { id, method }) {
  if (id === undefined || shell.ignoresUnknown) return undefined;
  return answer(shell, id, { error: undeclared(shell, method) });
}

/**
 * Returns the error that answers a request of an undeclared method.
 * @param {Node} shell @param {string} method
 */
export function undeclared(shell, method) {
  return refusal(shell, "method", `the method ${quoteShort(method)} is not declared`);
}

/**
 * Returns the error in the response to a request that is refused for a reason.
 * @param {Node} shell @param {string} reason @param {string} words
 */
export function refusal(shell, reason, words) {
  const at = reasons.indexOf(reason);
  const [kind, field] = shell.refusals?.[at] ?? [];
  const data = kind || field ? { ...(kind && { kind }), ...(field && { [field]: words }) } : undefined;
  return { code: codes[at], message: words, ...(data && { data }) };
}

/**
 * Returns the response to a call with its result, or a WireError. The result is as a writer writes it, because messages
 * are written with results verbatim.
 * @param {Node} shell @param {Results} results @param {Forms} forms @param {{ id: ID, method: string, params?: Value }} call @param {Value} result
 * @param {(text: string) => Value} [parse]
 */
export function replyTo(shell, results, forms, { id, method, params }, result, parse = JSON.parse) {
  return answer(shell, id, { result: parse(writeResult(results, forms, method, result, params)) });
}

/**
 * Returns the response to a call with an error.
 * @param {Node} shell @param {{ id: ID }} call @param {Value} error
 */
export function failTo(shell, { id }, error) {
  return answer(shell, id, { error });
}

/** @param {Node} shell @param {ID | undefined} id @param {{ result: Value } | { error: Value }} outcome */
function answer(shell, id, outcome) {
  const tag = shell.shapes && [...shell.shapes.words].find(([, shape]) => shape === "response")[0];
  return {
    ...(shell.write && { jsonrpc: shell.version }),
    ...(tag !== undefined && { [shell.shapes.tag]: tag }),
    ...(id !== undefined && { id }),
    ...outcome,
  };
}

/**
 * Returns the type of the result of a call, which its params may determine.
 * @param {Results} results @param {string} method @param {Value} [params] @returns {Type}
 */
function resultType(results, method, params) {
  const result = results.get(method);
  if (!result?.types) return result?.type ?? any;
  return (object(params) && result.types.get(get(params, result.tag))) ?? any;
}

/**
 * Reads the result of a call, which a message has preserved with the halves of surrogate pairs that its text had.
 * @param {Results} results @param {string} method @param {Value} v @param {Value} [params] @param {Reader} [r]
 */
export function readResult(results, method, v, params, r) {
  if (v === undefined && results.get(method)?.optional) return { ok: true, value: undefined };
  return read(resultType(results, method, params), v, true, weighing(r ?? reader(true), mostOf(v)));
}

/**
 * Reports whether v is the result of a call, in its normal form.
 * @param {Results} results @param {string} method @param {Value} v @param {Value} [params]
 */
export function isResult(results, method, v, params) {
  return (v === undefined && results.get(method)?.optional === true) || normal(resultType(results, method, params), v, 0);
}

/**
 * Writes the result of a call, or throws a WireError.
 * @param {Results} results @param {Forms} forms @param {string} method @param {Value} v @param {Value} [params]
 */
export function writeResult(results, forms, method, v, params) {
  return write(forms, resultType(results, method, params), v);
}

/**
 * Returns the error of a name that the spec declares.
 * @param {Wire} wire @param {Rules} rules @param {string} name @param {string} words
 */
export function declaredError(wire, rules, name, words) {
  try {
    const error = wire.newError?.(name, wire.words === undefined ? undefined : { [wire.words]: words }, words);
    if (error) return error;
  } catch {
    // Its data has other required members.
  }
  const code = rules.errors.find((e) => e.name === name)?.code;
  return code === undefined ? refusal(wire.shell, "message", words) : { code, message: words };
}

/**
 * Returns the internal error.
 * @param {Wire} wire @param {Rules} rules @param {string} words
 */
export function internalError(wire, rules, words) {
  const row = rules.errors.find(({ code }) => code === -32603);
  return row && !row.local ? declaredError(wire, rules, row.name, words) : { code: -32603, message: words };
}
