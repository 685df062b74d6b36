import { object } from "./guard.js";
import { at } from "./rules.js";
/** @import { Side } from "./calls.js" */
/** @import { Gate, Handshake } from "./rules.js" */
/** @import { Value } from "./value.js" */

/** The capabilities, features and versions that the two sides of a session have declared and agreed on. */
export class Agreement {
  #gates;
  /** @type {Set<string>} */
  #offeredFeatures = new Set();
  /** @type {Value[] | undefined} */
  #offeredVersions;
  /** @type {Set<string | undefined>} */
  #features = new Set();
  /** Of capabilities that were declared. @type {Set<Gate>} */
  #capabilities = new Set();

  /** @param {Gate[]} [gates] */
  constructor(gates = []) {
    this.#gates = gates;
  }

  /**
   * Records the offer of the side that starts the session.
   * @param {Handshake} handshake @param {Value} params
   */
  offer({ offered, versions }, params) {
    const list = versions && at(params, versions);
    this.#offeredFeatures = textsAt(params, offered);
    this.#offeredVersions = Array.isArray(list) ? list : undefined;
    this.#declare("first", params);
  }

  /** Returns what was declared and offered, which may be taken back. */
  saved() {
    return { offered: this.#offeredFeatures, versions: this.#offeredVersions, capabilities: new Set(this.#capabilities) };
  }

  /** @param {{ offered: Set<string>, versions: Value[] | undefined, capabilities: Set<Gate> }} saved */
  restore({ offered, versions, capabilities }) {
    this.#offeredFeatures = offered;
    this.#offeredVersions = versions;
    this.#capabilities = capabilities;
  }

  /**
   * Reports whether a result chooses a version that was not offered.
   * @param {Handshake} handshake @param {Value} result
   */
  isForeign({ version }, result) {
    const chosen = version && at(result, version);
    return (typeof chosen === "string" || typeof chosen === "number") && this.#offeredVersions?.includes(chosen) === false;
  }

  /**
   * Records the choice of the other side.
   * @param {Handshake} handshake @param {Value} result
   */
  choose({ chosen }, result) {
    this.#features = new Set([...textsAt(result, chosen)].filter((name) => this.#offeredFeatures.has(name)));
    this.#declare("second", result);
  }

  /**
   * Records the capabilities of a side.
   * @param {Side} side @param {Value} v
   */
  #declare(side, v) {
    for (const gate of this.#gates) {
      if (gate.kind !== "by_capability" || gate.side !== side) continue;
      if (isDeclared(v, gate)) this.#capabilities.add(gate);
      else this.#capabilities.delete(gate);
    }
  }

  /**
   * Reports whether a feature or a capability was agreed.
   * @param {Gate} gate
   */
  has(gate) {
    return gate.kind === "by_feature" ? this.#features.has(gate.feature) : this.#capabilities.has(gate);
  }
}

/**
 * Reports whether v declares the capability of a gate. The default applies if only the member is absent.
 * @param {Value} v @param {Gate} gate
 */
function isDeclared(v, { path = [], default: byDefault }) {
  const value = v === undefined ? null : at(v, path);
  if (value !== undefined) return value !== null && value !== false;
  return byDefault === true && (path.length === 1 || object(at(v, path.slice(0, -1))));
}

/**
 * Returns the strings of the list at a path.
 * @param {Value} v @param {string[]} [path] @returns {Set<string>}
 */
function textsAt(v, path) {
  const list = path && at(v, path);
  return new Set(Array.isArray(list) ? list.filter((item) => typeof item === "string") : []);
}
