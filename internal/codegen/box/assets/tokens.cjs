"use strict";

const reading = require("./reading.cjs");
const spec = require("./spec.cjs");

// The tokens that requests gave for their progress. They are remembered beyond the answer,
// because progress may be reported after that.

const MAX_TOKENS = 10_000;
const MAX_SAME = 8; // requests with the same token

/** @typedef {{ token: string, kind: any, request: any, from: number, old: boolean }} Given */

/** Where notifications repeat tokens, by their methods. @type {Map<string, (string | number)[][]>} */
const repeats = new Map();
for (const method of reading.progressKinds ? Object.keys(spec.calls) : []) {
  for (const { only, as } of reading.progressKinds(method)) {
    const told = only[0][1];
    const list = repeats.get(told) ?? [];
    if (!list.some((path) => JSON.stringify(path) === JSON.stringify(as))) repeats.set(told, [...list, as]);
  }
}

/** The tokens of one session. */
class Tokens {
  /** The newest last. @type {Map<string, Given[]>} */
  #byToken = new Map();
  /** In the order in which they were given. @type {Set<Given>} */
  #all = new Set();

  /**
   * Remembers the tokens of a request. Each side chooses its tokens: the same ones of older requests of a side are forgotten.
   * @param {string} method @param {number} from @param {any} request
   */
  give(method, from, request) {
    const list = [];
    for (const kind of reading.progressKinds?.(method) ?? []) {
      const token = tokenAt(request, kind.token);
      // Of the request no more is kept than what leads to its token.
      if (token !== undefined) list.push({ token: JSON.stringify(token), kind, request: around(kind.token, token), from, old: false });
    }
    for (const given of list) {
      for (const x of this.#byToken.get(given.token) ?? []) if (x.from === from && from !== 2 && !list.includes(x)) this.#forget(x);
      const same = [...(this.#byToken.get(given.token) ?? []), given];
      this.#byToken.set(given.token, same);
      this.#all.add(given);
      if (same.length > MAX_SAME) this.#forget(same[0]);
    }
    for (const x of this.#all) {
      if (this.#all.size <= MAX_TOKENS) break;
      this.#forget(x);
    }
  }

  /** @param {Given} given */
  #forget(given) {
    this.#all.delete(given);
    const list = (this.#byToken.get(given.token) ?? []).filter((x) => x !== given);
    if (list.length > 0) this.#byToken.set(given.token, list);
    else this.#byToken.delete(given.token);
  }

  /**
   * What a notification may be the progress of, the newest first; undefined if it has no token.
   * @param {string} method @param {any} message
   */
  about(method, message) {
    /** @type {Given[]} */
    const found = [];
    let hasToken = false;
    for (const as of repeats.get(method) ?? []) {
      const token = tokenAt(message, as);
      if (token === undefined) continue;
      hasToken = true;
      for (const x of this.#byToken.get(JSON.stringify(token)) ?? []) {
        if (x.kind.only[0][1] === method && JSON.stringify(x.kind.as) === JSON.stringify(as)) found.push(x);
      }
    }
    return hasToken ? found.reverse() : undefined;
  }
}

/** @param {any} v @param {(string | number)[]} path */
function tokenAt(v, path) {
  const token = path.reduce((inner, k) => (typeof inner === "object" && inner !== null && Object.hasOwn(inner, k) ? inner[k] : undefined), v);
  return typeof token === "string" || typeof token === "number" ? token : undefined;
}

/** @param {(string | number)[]} path @param {any} value */
function around(path, value) {
  return path.reduceRight((inner, k) => Object.fromEntries([[k, inner]]), value);
}

module.exports = { Tokens };
