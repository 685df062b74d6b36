import { object } from "./guard.js";
import { at } from "./rules.js";
/** @import { Side } from "./calls.js" */
/** @import { Gate, Handshake } from "./rules.js" */
/** @import { Value } from "./value.js" */

/** What the two sides of a session have declared and agreed on in the handshake. */
export class Agreement {
  #gates;
  /** @type {Set<string>} */
  #offered = new Set();
  /** @type {Value[] | undefined} */
  #versions;
  /** @type {Set<string | undefined>} */
  #features = new Set();
  /** Of capabilities that were declared. @type {Set<Gate>} */
  #open = new Set();

  /** @param {Gate[]} [gates] */
  constructor(gates = []) {
    this.#gates = gates;
  }

  /**
   * Notes what the side that begins offers.
   * @param {Handshake} handshake @param {Value} params
   */
  offer({ offered, versions }, params) {
    const list = versions && at(params, versions);
    this.#offered = textsAt(params, offered);
    this.#versions = Array.isArray(list) ? list : undefined;
    this.#declare("first", params);
  }

  /** What was declared and offered, which may be taken back. */
  saved() {
    return { offered: this.#offered, versions: this.#versions, open: new Set(this.#open) };
  }

  /** @param {{ offered: Set<string>, versions: Value[] | undefined, open: Set<Gate> }} saved */
  restore({ offered, versions, open }) {
    this.#offered = offered;
    this.#versions = versions;
    this.#open = open;
  }

  /**
   * Reports whether a result chooses a version that was not offered.
   * @param {Handshake} handshake @param {Value} result
   */
  isForeign({ version }, result) {
    const chosen = version && at(result, version);
    return (typeof chosen === "string" || typeof chosen === "number") && this.#versions?.includes(chosen) === false;
  }

  /**
   * Notes what the other side chooses.
   * @param {Handshake} handshake @param {Value} result
   */
  choose({ chosen }, result) {
    this.#features = new Set([...textsAt(result, chosen)].filter((name) => this.#offered.has(name)));
    this.#declare("second", result);
  }

  /**
   * Notes the capabilities of a side.
   * @param {Side} side @param {Value} v
   */
  #declare(side, v) {
    for (const gate of this.#gates) {
      if (gate.kind !== "by_capability" || gate.side !== side) continue;
      if (isDeclared(v, gate)) this.#open.add(gate);
      else this.#open.delete(gate);
    }
  }

  /**
   * Reports whether a feature or a capability was agreed.
   * @param {Gate} gate
   */
  has(gate) {
    return gate.kind === "by_feature" ? this.#features.has(gate.feature) : this.#open.has(gate);
  }
}

/**
 * Reports whether v declares the capability of a gate. The default is that of a member of an object which is there.
 * @param {Value} v @param {Gate} gate
 */
function isDeclared(v, { path = [], default: byDefault }) {
  const value = v === undefined ? null : at(v, path);
  if (value !== undefined) return value !== null && value !== false;
  return byDefault === true && (path.length === 1 || object(at(v, path.slice(0, -1))));
}

/**
 * The strings of the list at a path.
 * @param {Value} v @param {string[]} [path] @returns {Set<string>}
 */
function textsAt(v, path) {
  const list = path && at(v, path);
  return new Set(Array.isArray(list) ? list.filter((item) => typeof item === "string") : []);
}
