import { fault, pathOf } from "./error.js";
import { MAX_ERRORS, MAX_PATHS, attemptOf, readType } from "./read.js";
import { verbatim } from "./scalar.js";
import { fresh } from "./value.js";
import { isDecided, take } from "./weight.js";
/** @import { Fault } from "./error.js" */
/** @import { Reader } from "./read.js" */
/** @import { Node, Value } from "./value.js" */

// Invalid values that the protocol tolerates: they are skipped.

/** @typedef {{ path: string, error: Fault }} Drop */

/**
 * Returns what leads to the type of a value that is passed over if it has a fault: it is read as another one. It is one function,
 * which keeps little while the value is read, because that takes stack for each level.
 * @param {any} c @param {Node} t @param {Value} v @param {number} depth @returns {Node}
 */
export function tolerant(c, t, v, depth) {
  if (c.writes) return t.of;
  if (isDecided(c)) return verbatim;
  const attempt = trial(c);
  return settled(c, t, attempt, readType(attempt, t.of, v, depth), depth);
}

/** @param {Reader} c @returns {Reader} one that reads a value whose faults are no faults of c */
function trial(c) {
  const attempt = attemptOf(c);
  const quota = quotaOf(c);
  if (c.wrong === silently || quota.told >= MAX_ERRORS || quota.room <= 0) attempt.wrong = silently;
  return attempt;
}

/** @param {Reader} c @param {Node} t @param {Reader} attempt @param {Value} value @param {number} depth @returns {Node} */
function settled(c, { of, instead }, attempt, value, depth) {
  if (attempt.heavy) {
    take(c, attempt);
    return verbatim;
  }
  if (attempt.errors.length > 0) {
    (c.drops ??= new Drops()).add(c, attempt.wrong === silently ? undefined : attempt.errors[0]);
    return instead === undefined ? [() => instead] : [() => readType(c, of, fresh(instead), depth)];
  }
  if (c.left !== undefined) take(c, attempt);
  attempt.drops?.addTo(c);
  return [() => value];
}

/** @param {Value[]} list @returns {Value[]} the items that are not passed over */
export function withoutGaps(list) {
  return list.includes(undefined) ? list.filter((item) => item !== undefined) : list;
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
