import { fault, pathOf } from "./error.js";
import { MAX_ERRORS, MAX_PATHS, attemptOf, readList, readType } from "./read.js";
import { verbatim } from "./scalar.js";
import { fresh } from "./value.js";
import { take } from "./weight.js";
/** @import { Fault } from "./error.js" */
/** @import { Reader } from "./read.js" */
/** @import { Node, Value } from "./value.js" */

// Invalid values that the protocol tolerates: they are skipped.

/** @typedef {{ path: string, error: Fault }} Drop */

/**
 * Returns what leads to the type of a value that is passed over if it has a fault: it is read as another one. It is one function, which
 * takes less stack.
 * @param {any} c @param {Node} t @param {Value} v @param {number} depth @returns {Node}
 */
export function tolerant(c, { of, instead }, v, depth) {
  if (c.writes) return of;
  const quota = quotaOf(c);
  const isSilent = c.wrong === silently || quota.told >= MAX_ERRORS || quota.room <= 0;
  const attempt = attemptOf(c);
  if (isSilent) attempt.wrong = silently;
  const value = readType(attempt, of, v, depth);
  if (attempt.heavy) {
    take(c, attempt);
    return verbatim;
  }
  if (attempt.errors.length > 0) {
    (c.drops ??= new Drops()).add(c, isSilent ? undefined : attempt.errors[0]);
    return instead === undefined ? [() => instead] : [() => readType(c, of, fresh(instead), depth)];
  }
  if (c.left !== undefined) take(c, attempt);
  attempt.drops?.addTo(c);
  return [() => value];
}

/**
 * Reads a list without the items that are passed over.
 * @param {Reader} r @param {Node} t @param {Value} v @param {number} depth @param {boolean} orNull
 */
export function readRest(r, t, v, depth, orNull) {
  const out = readList(r, t, v, depth, orNull);
  return Array.isArray(out) && out.includes(undefined) ? out.filter((item) => item !== undefined) : out;
}

/** The number of reported values, and the space left for their texts, by the tries that a reader shares with its attempts. */
const quotas = /* @__PURE__ */ new WeakMap();

/** @param {Reader} r @returns {{ told: number, room: number }} */
function quotaOf({ tries }) {
  if (!quotas.has(tries)) quotas.set(tries, { told: 0, room: MAX_PATHS });
  return quotas.get(tries);
}

/** @param {Reader} r */
function silently(r) {
  r.errors.push(fault("", "", ""));
}

/** The skipped values. */
class Drops {
  /** @type {Drop[]} */
  list = [];
  more = 0; // that are not in the list

  /** @param {Reader} r @param {Fault} [error] that was found in the value at the current place; undefined if it is not told */
  add(r, error) {
    if (error === undefined) {
      this.more++;
      return;
    }
    const quota = quotaOf(r);
    const drop = { path: pathOf(r.path), error };
    quota.told++;
    quota.room -= drop.path.length + error.path.length;
    this.list.push(drop);
  }

  /** @param {Reader} r */
  addTo(r) {
    const to = (r.drops ??= new Drops());
    for (const drop of this.list) to.list.push(drop);
    to.more += this.more;
  }

  /** Returns the part of a result that reports them. */
  told() {
    const more = { path: "", error: { ...fault("", "", ""), message: `${this.more} more values were passed over` } };
    return { dropped: this.more === 0 ? this.list : [...this.list, more] };
  }
}
