import { get } from "./guard.js";
import { reader, readType, result } from "./read.js";
import { mostOf, weighing } from "./weight.js";
/** @import { Key } from "./error.js" */
/** @import { Reader, Result } from "./read.js" */
/** @import { Type, Value } from "./value.js" */

// The progress of requests, which notifications report.

/**
 * @typedef {{ only: [key: string, value?: string][], token: Key[], as: Key[], value: Key[], payload?: Type }} Kind of progress: the members
 * that only the notification has, paths in the request and in the notification, and the type of what was kept there
 */

/**
 * Reads a kind of progress of a request in a message, or returns undefined if that is not about the request.
 * @param {Kind | undefined} kind @param {Value} request @param {Value} message
 * @param {(v: Value, readAs: (v: Value, r?: Reader) => Result, ...path: Key[]) => Result} [readKept]
 */
export function readProgress(kind, request, message, readKept = (v, readAs) => readAs(v)) {
  if (!kind || kind.only.some(([key, value]) => at(message, [key]) !== value)) return undefined;
  const token = at(request, kind.token);
  if ((typeof token !== "string" && typeof token !== "number") || token !== at(message, kind.as)) return undefined;
  const { value: path, payload } = kind;
  const value = at(message, path);
  if (!payload) return { ok: true, value };
  const most = mostOf(at(message, path.slice(0, 1)));
  const readAs = (/** @type {Value} */ v, r = reader(true)) => {
    for (const k of path) r.path.push(k);
    return result(weighing(r, most), () => readType(r, payload, v));
  };
  return readKept(value, readAs, ...path);
}

/**
 * Returns the value at a path of members and items.
 * @param {Value} v @param {Key[]} path @returns {Value}
 */
function at(v, path) {
  return path.reduce((/** @type {any} */ inner, k) => (typeof inner === "object" && inner !== null ? get(inner, /** @type {string} */ (k)) : undefined), v);
}
