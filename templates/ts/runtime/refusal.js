import { quoteShort } from "./error.js";
/** @import { Fault } from "./error.js" */
/** @import { Refused } from "./read.js" */
/** @import { Type, Types } from "./value.js" */

// The answers to messages that cannot be read, or whose method is not declared.

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
  return answer(shell, reasons.indexOf(reason), id ?? null, path === "" ? message : `${path}: ${message}`);
}

/**
 * The answer to a request of an undeclared method, or undefined if it is owed none.
 * @param {Types} types @param {{ id?: string | number, method: string }} message
 */
export function refuseMethod(types, { id, method }) {
  const { shell } = types.Message;
  if (id === undefined || shell.ignoresUnknown) return undefined;
  return answer(shell, reasons.indexOf("method"), id, `the method ${quoteShort(method)} is not declared`);
}

/** @param {Type} shell @param {number} reason @param {string | number | null} id @param {string} words */
function answer(shell, reason, id, words) {
  const [kind, field] = shell.refusals?.[reason] ?? [];
  const data = kind || field ? { ...(kind && { kind }), ...(field && { [field]: words }) } : undefined;
  const tag = shell.shapes && [...shell.shapes.words].find(([, shape]) => shape === "response")[0];
  return {
    ...(shell.write && { jsonrpc: shell.version }),
    ...(tag !== undefined && { [shell.shapes.tag]: tag }),
    id,
    error: { code: codes[reason], message: words, ...(data && { data }) },
  };
}
