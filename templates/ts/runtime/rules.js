import { join, quote } from "./error.js";
import { get, object } from "./guard.js";
/** @import { Side } from "./calls.js" */
/** @import { Fault } from "./session.js" */
/** @import { Value } from "./value.js" */

// The rules of sessions, and functions that look up members of messages.

/**
 * @typedef {{ is: string, acts?: string[], path?: string[], seconds?: number, error?: string, enforced?: string }} RuleRow acts are
 * called by their names, after their kinds where several have the name
 * @typedef {{ name: string, kind: string, was?: string[], from: Side, request?: boolean, events?: boolean, asks?: boolean, errors?: string[] }} Element
 * @typedef {Element & { gate?: string, rules?: RuleRow[] }} ActRow a method, an event or a request
 * @typedef {{ name: string, kind: string, side?: Side, path?: string[], feature?: string, method?: string, default?: boolean }} Gate
 * @typedef {{ method: string, first?: boolean, early?: string, offered?: string[], chosen?: string[], versions?: string[], version?: string[],
 *   none?: string }} Handshake offered and chosen are the paths of features, versions and version those of a list and of the one that is chosen of it
 * @typedef {{ name: string, code: number, standard?: boolean, general?: boolean, local?: boolean }} ErrorRule a local one is never sent
 * @typedef {{ [part: string]: string }} Names of the parts of a message
 * @typedef {{ tag: string, names: Map<unknown, Names> }} Shapes the tag says what the parts of a message are called
 * @typedef {{ roles: string[], acts: ActRow[], tag?: string, gates?: Gate[], handshake?: Handshake, errors: ErrorRule[], byKind?: boolean,
 *   rate?: { perMinute: number, error?: string }, shapes?: Shapes }} Rules of a protocol
 * @typedef {{ order: number, number: number }} Mark a message of the session
 * @typedef {Omit<RuleRow, "acts"> & { acts: Act[] }} Rule
 * @typedef {Element & { gate?: Gate, rules: Rule[], last?: Mark, completed?: Mark, sent: number, sentFirst?: Mark }} Act of a session: its last message that
 * counts, the last result of a call or message that is not answered, and how many were sent without those that failed, and the first
 * @typedef {{ act: Act, rule: Rule }} ActRule
 * @typedef {{ code?: number, kind?: string }} ErrorIdentity
 * @typedef {{ method?: string, id?: unknown, params?: Value, result?: Value, error?: ErrorIdentity }} Parts of a message
 */

const kinds = ["method", "event", "request"];

/**
 * Returns the acts of a session, and what finds them and their rules: those that come before the result of an act, and those that an act
 * settles or cancels.
 * @param {Rules} rules
 */
export function indexOf(rules) {
  const gates = new Map(rules.gates?.map((g) => [g.name, g]));
  /** @type {Act[]} */
  const acts = rules.acts.map((row) => ({ ...row, gate: gates.get(row.gate ?? ""), rules: [], sent: 0 }));
  const [methods, events, requests] = kinds.map((kind) => byName(acts, kind));
  const today = new Map(acts.map((a) => [a.name, a])); // a rule has no older names
  const named = (/** @type {string} */ name) => /** @type {Act} */ (today.get(name) ?? acts.find((a) => `${a.kind} ${a.name}` === name));
  /** @type {Map<Act, ActRule[]>} */
  const before = new Map();
  /** @type {Map<Act, ActRule[]>} */
  const settles = new Map();
  for (const [i, act] of acts.entries()) {
    for (const row of rules.acts[i].rules ?? []) {
      const rule = { ...row, acts: (row.acts ?? []).map(named) };
      act.rules.push(rule);
      if (rule.is === "ordered_before") for (const of of rule.acts) append(before, of, { act, rule });
      if (rule.is === "settled_by" || rule.is === "cancelled_by") append(settles, rule.acts[0], { act, rule });
    }
  }
  return {
    acts,
    methods,
    events,
    requests,
    greeting: methods.get(rules.handshake?.method),
    before,
    settles,
    replays: acts.filter((act) => act.rules.some((rule) => rule.is === "replay")),
  };
}

/**
 * Returns the acts of a kind by their names, and by older ones unless these are taken.
 * @param {Act[]} acts @param {string} kind
 */
function byName(acts, kind) {
  /** @type {Map<unknown, Act>} */
  const out = new Map();
  for (const act of acts) {
    if (act.kind !== kind) continue;
    out.set(act.name, act);
    for (const older of act.was ?? []) if (!out.has(older)) out.set(older, act);
  }
  return out;
}

/** @param {Map<Act, ActRule[]>} map @param {Act} key @param {ActRule} item */
function append(map, key, item) {
  map.set(key, [...(map.get(key) ?? []), item]);
}

/** The names of the members of a message, unless they depend on its tag. @type {Names} */
const jsonRPC = { id: "id", method: "method", params: "params", result: "result", error: "error" };

/**
 * Returns the parts of a message, which may be one that readers refuse. A response has no method.
 * @param {Rules} rules @param {Value} v @returns {Parts}
 */
export function partsOf({ shapes }, v) {
  if (!object(v)) return {};
  const names = shapes ? shapes.names.get(get(v, shapes.tag)) : jsonRPC;
  if (!names) return {};
  const part = (/** @type {string} */ role) => (names[role] === undefined ? undefined : get(v, names[role]));
  const method = part("method");
  /** @type {Parts} */
  const parts = { id: part("id"), params: part("params"), result: part("result") };
  if (typeof method === "string") return { ...parts, method };
  if (method !== undefined) return {};
  if (part("ok") === false) return { ...parts, result: undefined, error: {} }; // which is none that is declared
  const error = part("error");
  return error === undefined ? parts : { ...parts, error: identity(error) };
}

/** @param {Value} error @returns {ErrorIdentity} */
function identity(error) {
  return { code: at(error, ["code"]), kind: at(error, ["data", "kind"]) };
}

/**
 * Returns the value at a path of members and of the positions of items.
 * @param {Value} v @param {string[]} path @returns {Value}
 */
export function at(v, path) {
  return path.reduce((inner, step) => {
    const has = Array.isArray(inner) ? /^\d+$/.test(step) : object(inner);
    return has ? get(inner, step) : undefined;
  }, v);
}

/**
 * Returns the text of an id, by which ids are compared; undefined if v is none.
 * @param {unknown} v
 */
export function idText(v) {
  if (typeof v === "string") return quote(v);
  return typeof v === "number" || typeof v === "bigint" ? String(v) : undefined;
}

/**
 * Reports whether an act has a rule of a kind.
 * @param {Act} a @param {string} is
 */
export function has(a, is) {
  return a.rules.some((rule) => rule.is === is);
}

/**
 * Words for a message.
 * @param {Act[]} acts
 */
export function nameOf(acts) {
  return acts.length > 0 ? namesOf(acts[acts.length - 1]) : "the message";
}

/** @param {Act[]} acts */
export function namesOf(...acts) {
  return join(acts.map(({ name }) => `"${name}"`));
}

/**
 * Returns the side that sends a message: its own, or that of an act which only one side sends.
 * @param {Act[]} acts @param {{ side: Side }} m @returns {Side}
 */
export function senderOf(acts, m) {
  return acts.reduce((side, a) => (side === "either" ? a.from : side), m.side);
}

/**
 * Returns a broken rule.
 * @param {string} rule @param {string} element @param {number} message @param {number} other @param {string} text @returns {Fault}
 */
export function faultOf(rule, element, message, other, text) {
  return { rule, element, message, ...(other > 0 && { other }), text };
}
