import { pathOf } from "./error.js";
import { fail, failKind } from "./report.js";
import { attemptOf, readType } from "./read.js";
import { verbatim } from "./scalar.js";
import { kindOf } from "./value.js";
import { isDecided, spend, take } from "./weight.js";
/** @import { Arm } from "./read.js" */
/** @import { Node, Type, Value } from "./value.js" */

// Unions by order. Writers read the values inside such a union, to find its variant.

/**
 * Returns the first variant of t that accepts v, or for readers a node for the value of v as that variant. The result for each value
 * and union is recorded, because the variants of the unions around it need it again. It is one function, which takes less stack.
 * @param {any} c @param {Node} t @param {Value} v @param {number} depth @param {boolean} orNull @returns {Node | undefined}
 */
export function byOrder(c, t, v, depth, orNull) {
  const arms = t.arms.filter((/** @type {[string[], Type]} */ [kinds]) => kinds.includes(kindOf(v)));
  if (arms.length === 1) return arms[0][1];
  if (isDecided(c)) return verbatim;
  const tried = triesOf(c, v, depth);
  for (let i = 0; !tried.has(t); i++) {
    const type = arms[i]?.[1];
    const attempt = attemptOf(c);
    if (c.left !== undefined) attempt.tried ??= pathOf(c.path);
    const value = type && readType(attempt, type, v, depth);
    if (attempt.heavy) {
      take(c, attempt);
      return verbatim;
    }
    if (attempt.errors.length === 0) tried.set(t, type && { type, value, drops: attempt.drops, weight: c.left - (attempt.left ?? c.left) });
  }
  const arm = tried.get(t);
  if (arm && arm.weight > 0) spend(c, arm.weight);
  if (arm !== undefined && c.writes) return arm.type;
  arm?.drops?.addTo(c);
  if (arm !== undefined) return [() => arm.value];
  if (v === undefined || (orNull && arms.length === 0)) failKind(c, t.words, v, orNull);
  else fail(c, `a variant of ${t.name}`, v);
  return undefined;
}

/**
 * Returns the recorded results for v, at its depth.
 * @param {any} c @param {Value} v @param {number} depth @returns {Map<Node, Arm | undefined>}
 */
function triesOf(c, v, depth) {
  const tries = (c.tries[depth] ??= new Map());
  if (!tries.has(v)) tries.set(v, new Map());
  return tries.get(v);
}
