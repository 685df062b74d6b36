import { quote } from "./error.js";
import { wordsOf } from "./flow.js";
import { at } from "./rules.js";
/** @import { Further } from "./compose.js" */
/** @import { Callback } from "./listeners.js" */
/** @import { Session } from "./outlive.js" */
/** @import { Parts } from "./rules.js" */
/** @import { Handler, Interceptor, Report, UnknownHandler, Wire } from "./serving.js" */
/** @import { Value } from "./value.js" */

// The options of connections, and the functions of theirs that programs put around messages.

/**
 * @typedef {(result?: Value, error?: unknown) => void} Ended is told how a call or a notification has ended
 * @typedef {{ kind: "request" | "event" | "notification", name: string, method: string, params: Value }} Outgoing call or notification
 * @typedef {{ sent: boolean, kind: "request" | "notification" | "response", method?: string, name?: string, id?: unknown, message: Value }} Traced message
 * @typedef {object} Options
 * @property {{ [name: string]: Handler }} [handle] @property {{ [name: string]: Callback }} [on] @property {UnknownHandler} [unknown]
 * @property {Interceptor} [incoming] @property {(message: Outgoing) => Ended | void} [outgoing] @property {(message: Traced) => void} [trace]
 * @property {(report: Report) => void} [onReport] @property {Further} [members] @property {Session} [session]
 * @property {number} [timeout] @property {number} [maxBytes] @property {number} [maxHandlers] @property {number} [maxRead]
 * @property {number} [maxWrite] @property {number} [maxUnsent] @property {number} [cancelWait] @property {number} [stallWait]
 * @property {number} [closeWait] @property {number} [idleWait] @property {number} [handshakeWait]
 */

export const defaults = {
  maxHandlers: 1000,
  maxRead: 16 << 20,
  maxWrite: 1 << 20,
  maxUnsent: 64 << 20,
  cancelWait: 1000,
  stallWait: 60_000,
  closeWait: 5000,
};

/**
 * Passes a call or a notification through the interceptor, if there is one. Returns the params to be sent, and what is to be told how it ends.
 * @param {Options} options @param {"request" | "event" | "notification"} kind @param {string} name @param {string} method @param {Value} params
 * @returns {{ params: Value, ended?: Ended }}
 */
export function passOut({ outgoing, onReport }, kind, name, method, params) {
  if (!outgoing) return { params };
  const o = { kind, name, method, params };
  const f = outgoing(o);
  if (!f) return { params: o.params };
  const ended = (/** @type {Value} */ result, /** @type {unknown} */ error) => {
    try {
      f(result, error);
    } catch (cause) {
      onReport?.({ kind: "callback", text: `what is told of the end of ${quote(name)} has failed: ${wordsOf(cause)}`, error: cause });
    }
  };
  return { params: o.params, ended };
}

/**
 * Describes a message for a trace: without sensitive values, and with long ones cut.
 * @param {Wire} wire @param {boolean} sent @param {Value} message @param {Parts} parts
 * @param {{ method?: string, name?: string }} [of] the call that it answers @returns {Traced}
 */
export function traced(wire, sent, message, { method, id, params }, of) {
  const kind = method === undefined ? "response" : id === undefined ? "notification" : "request";
  const tag = wire.tag === undefined || method === undefined ? undefined : at(params, [wire.tag]);
  const row = wire.carried?.find((x) => x.method === method && x.tag === tag);
  const name = method === undefined ? of?.name : (row?.name ?? method);
  return { sent, kind, method: method ?? of?.method, name, id, message: wire.shown ? wire.shown(message, kind, method ?? of?.method) : message };
}
