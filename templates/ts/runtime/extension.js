import { WireError, fault, found, quote } from "./error.js";
import { get, object } from "./guard.js";
import { hasWholeKeys, readEnvelope, readExternal } from "./read.js";
import { failAt, into } from "./report.js";
import { byTag } from "./union.js";
import { set, undeclared } from "./value.js";
import { spendEntries } from "./weight.js";
import { writeEnvelope, writeExternal, writeKept } from "./write.js";
/** @import { ID } from "./answer.js" */
/** @import { Reader } from "./read.js" */
/** @import { Context } from "./report.js" */
/** @import { Members, Node, Value } from "./value.js" */
/** @import { Writer } from "./write.js" */

// Names of extensions are undeclared names in namespaces for extensions.

/**
 * Returns the values of an enum, among which are found those of extensions as well.
 * @param {string[]} values @param {(v: string) => boolean} is whether a value is one of an extension
 */
export function withExtensions(values, is) {
  return Object.assign(values, { includes: (/** @type {string} */ v) => values.indexOf(v) >= 0 || is(v) });
}

/**
 * Returns the message with a method, or a WireError if that is not a method of an extension.
 * @param {Node} shell @param {boolean} is whether it is one @param {string} method @param {Value} [params] @param {ID} [id]
 */
export function extensionCall(shell, is, method, params, id) {
  const shape = id === undefined ? "notification" : "request";
  const names = shell.shapes?.names?.[shape] ?? { id: "id", method: "method", params: "params" };
  if (!is) throw new WireError(fault(names.method, "a method of an extension", found(method)));
  const out = {};
  if (shell.write) out.jsonrpc = shell.version;
  if (shell.shapes) set(out, shell.shapes.tag, [...shell.shapes.words].find(([, of]) => of === shape)[0]);
  if (id !== undefined) set(out, names.id, id);
  set(out, names.method, method);
  if (params !== undefined) set(out, names.params, params);
  return out;
}

/**
 * Returns the union t for a value with a tag, or a name, which is kept if it is that of an extension.
 * @param {Node} t @param {Value} tag @returns {Node}
 */
function keeping(t, tag) {
  return typeof tag === "string" && t.extension(tag) ? { ...t, keep: true } : t;
}

/** @param {Node} t @param {Value} v */
function byTagOf(t, v) {
  return object(v) ? keeping(t, get(v, t.tag)) : t;
}

/** @param {Node} t @param {Value} v */
function byNameOf(t, v) {
  if (!object(v)) return keeping(t, v);
  const keys = Object.keys(v).filter((k) => v[k] !== undefined);
  return keys.length === 1 ? keeping(t, keys[0]) : t;
}

/** @param {Context} c @param {Node} t @param {Value} v @param {number} depth @param {boolean} orNull */
export function byExtendedTag(c, t, v, depth, orNull) {
  return byTag(c, byTagOf(t, v), v, depth, orNull);
}

/** @param {Reader} r @param {Node} t @param {Value} v @param {number} depth @param {boolean} orNull */
export function readExtendedEnvelope(r, [read, t], v, depth, orNull) {
  return readEnvelope(r, [read, byTagOf(t, v)], v, depth, orNull);
}

/** @param {Writer} w @param {Node} t @param {Value} v @param {number} depth @param {boolean} orNull */
export function writeExtendedEnvelope(w, [read, t], v, depth, orNull) {
  return writeEnvelope(w, [read, byTagOf(t, v)], v, depth, orNull);
}

/** @param {Reader} r @param {Node} t @param {Value} v @param {number} depth @param {boolean} orNull */
export function readExtendedExternal(r, [read, t, words], v, depth, orNull) {
  return readExternal(r, [read, byNameOf(t, v), words], v, depth, orNull);
}

/** @param {Writer} w @param {Node} t @param {Value} v @param {number} depth @param {boolean} orNull */
export function writeExtendedExternal(w, [read, t, words], v, depth, orNull) {
  return writeExternal(w, [read, byNameOf(t, v), words], v, depth, orNull);
}

/**
 * Keeps the members of extensions, and drops or reports others that t does not declare; reports whether all stay as they are.
 * @param {Reader} r @param {Node} t @param {Value} v @param {Members} out
 */
export function readExtensions(r, t, v, out) {
  let same = hasWholeKeys(r, v);
  const others = undeclared(t, v);
  const kept = others.filter(([k]) => t[5].is(k));
  if (kept.length === others.length || !t[5].rejects) spendEntries(r, kept.length);
  for (const [k, value] of others) {
    if (!t[5].is(k)) {
      if (t[5].rejects) failAt(r, into(r, k), "nothing", value);
      continue;
    }
    same &&= Object.is(get(v, k), value);
    set(out, k, value);
  }
  return same;
}

/** @param {Writer} w @param {Node} t @param {Value} v @param {number} depth */
export function writeExtensions(w, t, v, depth) {
  let out = "";
  for (const [k, value] of undeclared(t, v)) {
    if (!t[5].is(k)) {
      if (t[5].rejects) failAt(w, into(w, k), "nothing", value);
      continue;
    }
    w.path.push(into(w, k));
    out += `${out && ","}${quote(k)}:${writeKept(w, value, depth + 1)}`;
    w.path.pop();
  }
  return out;
}
