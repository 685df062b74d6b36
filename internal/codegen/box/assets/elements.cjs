"use strict";

const reading = require("./reading.cjs");
const spec = require("./spec.cjs");

// The elements of the spec that parts of a value are: to which of them a path leads, which
// of them are undeclared, and which version has all of them.

/**
 * @typedef {{ kind: string, label: string, anchor?: string, since?: string }} Element
 * @typedef {{ method: string, tag?: string }} Answered the call that a response answers
 * @typedef {{ ref: number } | { message: true, answers?: Answered }} Root what a value is: of a type, or a message
 * @typedef {{ ref: number, elements: Element[], value: any, isKnown: boolean }} Step to a member or an item
 * @typedef {{ keys: (string | number)[], what: string, isExtension: boolean }} Undeclared
 */

const { get } = reading;
const responses = 2;

/** @param {any} v */
function isObject(v) {
  return typeof v === "object" && v !== null && !Array.isArray(v);
}

/** @param {any} v */
function kindOf(v) {
  if (v === null) return "null";
  return Array.isArray(v) ? "array" : typeof v;
}

/** @param {any} table @param {string | number} key */
function own(table, key) {
  return table !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
}

/** @param {any} row @returns {Element[]} */
function typeElement(row) {
  return row?.n ? [{ kind: "type", label: row.n, anchor: row.a, since: row.s }] : [];
}

/** @param {any} row @param {any} variant @returns {Element} */
function variantElement(row, variant) {
  const name = variant.n ?? variant.k ?? spec.types[variant.r]?.n ?? variant.m?.join(" or ") ?? "";
  return { kind: "variant", label: [row.n, name].filter(Boolean).join("."), anchor: variant.a || row.a, since: variant.s };
}

/** @param {any} owner @param {string} name @param {any} field @returns {Element} */
function fieldElement(owner, name, field) {
  return { kind: "field", label: owner ? `${owner}.${name}` : name, anchor: field.a, since: field.s };
}

/** @param {string} name @returns {Element[]} */
function methodElement(name) {
  const call = own(spec.calls, name);
  return call ? [{ kind: "method", label: name, anchor: call.a, since: call.s }] : [];
}

/** @param {any} error @returns {Element[]} */
function errorElement(error) {
  const row = errorOf(error);
  return row ? [{ kind: "error", label: row.name, anchor: row.a, since: row.s }] : [];
}

/**
 * The row of an error of a response; undefined if it is not declared.
 * @param {any} error
 */
function errorOf(error) {
  if (!isObject(error)) return undefined;
  const { byKind } = spec.message;
  const kind = isObject(error.data) ? get(error.data, "kind") : undefined;
  return spec.errors?.find((/** @type {any} */ e) => (byKind ? e.name === kind : e.code === error.code));
}

/** @param {string} by */
function isSeparate(by) {
  return by === "content" || by === "name";
}

/**
 * The variant of a union that a value is; undefined if it is none that is declared.
 * @param {any} union @param {any} v
 */
function variantOf({ by, k, d, x }, v) {
  switch (by) {
    case "tag":
    case "content": {
      const tag = isObject(v) ? get(v, k) : undefined;
      if (tag === undefined) return x[d];
      const text = JSON.stringify(tag);
      return x.find((/** @type {any} */ c) => c.t.includes(text));
    }
    case "name": {
      const name = JSON.stringify(isObject(v) ? Object.keys(v)[0] : v);
      return x.find((/** @type {any} */ c) => c.t.includes(name));
    }
    case "key":
      return isObject(v) ? x.find((/** @type {any} */ c) => !c.k || get(v, c.k) !== undefined) : undefined;
    default: {
      const fitting = x.filter((/** @type {any} */ c) => c.m.includes(kindOf(v)));
      return fitting.find((/** @type {any} */ c) => declares(c.r, v)) ?? fitting[0];
    }
  }
}

/**
 * Reports whether a type declares all keys of a value: of several variants that a value may be, it is likely that one.
 * @param {number} ref @param {any} v
 */
function declares(ref, v) {
  const row = settled(ref, v, []);
  if (!row?.f || !isObject(v)) return true;
  return Object.keys(v).every((key) => own(row.f, key) || own(row.w, key) || row.t?.includes(key));
}

/**
 * The type of a value behind the unions that do not enclose it, whose variants are added to a list.
 * @param {number} ref @param {any} v @param {Element[]} elements
 */
function settled(ref, v, elements) {
  for (let row = spec.types[ref]; row; ) {
    if (!row.u || isSeparate(row.u.by)) return row;
    const variant = variantOf(row.u, v);
    if (!variant) return row;
    elements.push(variantElement(row, variant));
    row = spec.types[variant.r];
  }
  return undefined;
}

/**
 * The step from a value of a type to one inside it.
 * @param {number} ref @param {any} v @param {string | number} key @returns {Step}
 */
function step(ref, v, key) {
  /** @type {Element[]} */
  const elements = [];
  const row = settled(ref, v, elements);
  const value = typeof v === "object" && v !== null ? get(v, /** @type {string} */ (key)) : undefined;
  const to = (/** @type {number} */ of, isKnown = true) => ({ ref: of, elements, value, isKnown });
  if (!row) return to(-1);
  if (row.u) {
    const variant = variantOf(row.u, v);
    if (variant && isSeparate(row.u.by)) elements.push(variantElement(row, variant));
    if (key === row.u.k) return to(-1);
    const isBody = variant && (row.u.by === "name" || key === row.u.c);
    return to(isBody ? variant.r : -1, isBody || !variant);
  }
  if (row.i) return to(row.i[key] ?? -1);
  if (!row.f) return to(row.l ?? -1);
  const name = own(row.f, key) ? key : own(row.w, key);
  if (name === undefined) return to(row.l ?? -1, row.l !== undefined || row.t?.includes(key) === true);
  const field = row.f[name];
  const owner = row.n ?? elements.at(-1)?.label;
  elements.push(fieldElement(owner, name, field));
  return to(field.r);
}

/**
 * The shape of a message: 0 is a request, 1 a notification, 2 a response.
 * @param {any} v
 */
function shapeOf(v) {
  const { tag, tags } = spec.message;
  if (tag) return tags.indexOf(isObject(v) ? get(v, tag) : undefined);
  if (!isObject(v) || get(v, "method") === undefined) return responses;
  return get(v, "id") === undefined ? 1 : 0;
}

/**
 * What a message is, as far as it can be read.
 * @param {any} v
 */
function messageOf(v) {
  const shape = shapeOf(v);
  const names = spec.message.names[shape] ?? {};
  const written = shape !== responses && isObject(v) && names.method ? get(v, names.method) : undefined;
  const method = typeof written === "string" ? (own(spec.was, written) ?? written) : undefined;
  const named = method === undefined ? undefined : own(spec.calls, method);
  const call = named && (named.notify === true) === (shape === 1) ? named : undefined;
  const params = names.params && isObject(v) ? get(v, names.params) : undefined;
  const carried = call && spec.tag && isObject(params) && spec.types[call.params]?.u?.k === spec.tag ? get(params, spec.tag) : undefined;
  return { shape, names, method, call, params, tag: typeof carried === "string" ? carried : undefined };
}

/**
 * The step from a message to one of its members.
 * @param {any} v @param {string | number} key @param {Answered} [answers] @returns {Step}
 */
function messageStep(v, key, answers) {
  const { shape, names, method, call } = messageOf(v);
  const value = isObject(v) ? get(v, /** @type {string} */ (key)) : undefined;
  const to = (/** @type {number} */ ref, /** @type {Element[]} */ elements, isKnown = true) => ({ ref, elements, value, isKnown });
  const set = spec.message.fields[shape];
  const name = own(set?.f, key) ? key : own(set?.w, key);
  if (name !== undefined) return to(set.f[name].r, [fieldElement("", name, set.f[name])]);
  const isKnown = names.known?.includes(key) ?? true;
  if (shape !== responses) {
    const of = call && method !== undefined ? methodElement(method) : [];
    return to(call && key === names.params ? call.params : -1, of, isKnown);
  }
  if (key === names.error) return to(-1, errorElement(value), isKnown);
  const asked = answers && own(spec.calls, answers.method);
  if (!asked || key !== names.result) return to(-1, [], isKnown);
  return to(own(asked.results, answers.tag ?? "") ?? asked.result, methodElement(answers.method), isKnown);
}

/**
 * The type of the data of the error in a response.
 * @param {any} error @param {Answered} [answers]
 */
function dataOf(error, answers) {
  const declared = errorOf(error)?.data ?? -1;
  return declared >= 0 || !answers ? declared : (own(spec.calls, answers.method)?.errorData ?? -1);
}

/**
 * The elements on the way from a value to one at a path, the innermost last.
 * @param {Root} root @param {any} v @param {(string | number)[]} keys
 */
function elementsAt(root, v, keys) {
  /** @type {Element[]} */
  const out = [];
  let at = { ref: "ref" in root ? root.ref : -1, value: v };
  for (const [i, key] of keys.entries()) {
    const next = stepFrom(root, v, keys, i, at, key);
    out.push(...next.elements);
    at = next;
  }
  if (keys.length === 0 && "message" in root) {
    const { method, call } = messageOf(v);
    if (call && method !== undefined) out.push(...methodElement(method));
  }
  if (at.ref >= 0) {
    settled(at.ref, at.value, out);
    out.push(...typeElement(spec.types[at.ref]));
  }
  return out;
}

/**
 * @param {Root} root @param {any} whole @param {(string | number)[]} keys @param {number} i @param {{ ref: number, value: any }} at
 * @param {string | number} key
 */
function stepFrom(root, whole, keys, i, at, key) {
  if (!("message" in root)) return step(at.ref, at.value, key);
  const { shape, names, call } = messageOf(whole);
  if (i === 0) return messageStep(whole, key, root.answers);
  if (i === 1 && shape === responses && keys[0] === names.error) {
    const value = isObject(at.value) ? get(at.value, /** @type {string} */ (key)) : undefined;
    return { ref: key === "data" ? dataOf(at.value, root.answers) : -1, elements: [], value, isKnown: true };
  }
  if (i === 1 && typeof key === "number" && call?.positions && keys[0] === names.params) {
    return { ...step(at.ref, {}, call.positions[key]), value: Array.isArray(at.value) ? at.value[key] : undefined };
  }
  return step(at.ref, at.value, key);
}

/**
 * What there is to say of a value that was accepted: what of it is undeclared, and the newest of its elements.
 * @param {Root} root @param {any} v
 */
function describe(root, v) {
  /** @type {{ undeclared: Undeclared[], newest?: Element }} */
  const out = { undeclared: [] };
  const keys = /** @type {(string | number)[]} */ ([]);
  if ("ref" in root) {
    walk(out, root.ref, v, keys);
    return out;
  }
  const { shape, names, method, call } = messageOf(v);
  if (shape !== responses && !call && method !== undefined) {
    out.undeclared.push({ keys: [names.method], what: `the method ${reading.quote(method)}`, isExtension: begins(spec.message.prefixes, method) });
  }
  for (const [key, value] of Object.entries(isObject(v) ? v : {})) {
    const { ref, elements, isKnown } = messageStep(v, key, root.answers);
    for (const e of elements) newer(out, e);
    if (!isKnown) out.undeclared.push({ keys: [key.toWellFormed()], what: `the key ${reading.quote(key)}`, isExtension: false });
    keys.push(key);
    if (ref >= 0 && key === names.params && call?.positions && Array.isArray(value)) {
      for (const [i, item] of value.entries()) {
        const next = step(ref, {}, call.positions[i]);
        for (const e of next.elements) newer(out, e);
        walk(out, next.ref, item, [...keys, i]);
      }
    } else if (ref >= 0) {
      walk(out, ref, value, keys);
    } else if (shape === responses && key === names.error && isObject(value)) {
      errorData(out, value, root.answers, [...keys, "data"]);
    }
    keys.pop();
  }
  return out;
}

/**
 * Looks at the data of an error, which may have its kind besides what its type declares.
 * @param {{ undeclared: Undeclared[], newest?: Element }} out @param {any} error @param {Answered | undefined} answers
 * @param {(string | number)[]} keys
 */
function errorData(out, error, answers, keys) {
  const { kind, ...rest } = isObject(error.data) ? error.data : {};
  for (const e of errorElement(error)) newer(out, e);
  walk(out, dataOf(error, answers), kind !== undefined && errorOf(error)?.kind ? rest : get(error, "data"), keys);
}

/** @param {string[] | undefined} prefixes @param {string} name */
function begins(prefixes, name) {
  return prefixes?.some((p) => name.startsWith(p)) === true;
}

/** @param {{ newest?: Element }} out @param {Element} e */
function newer(out, e) {
  if (e.since && rank(e.since) > rank(out.newest?.since)) out.newest = e;
}

/**
 * The place of a version among all; that of what was added after a version is behind it.
 * @param {string | undefined} version
 */
function rank(version) {
  if (version === undefined) return 0; // the first version has everything that does not say otherwise
  return version[0] === ">" ? spec.versions.indexOf(version.slice(1)) + 0.5 : spec.versions.indexOf(version);
}

/**
 * Looks at a value of a type and at all inside it.
 * @param {{ undeclared: Undeclared[], newest?: Element }} out @param {number} ref @param {any} v @param {(string | number)[]} keys
 */
function walk(out, ref, v, keys) {
  if (ref < 0 || v === undefined) return;
  /** @type {Element[]} */
  const elements = [];
  const row = settled(ref, v, elements);
  for (const e of [...elements, ...typeElement(spec.types[ref]), ...typeElement(row)]) newer(out, e);
  if (!row) return;
  if (row.v) {
    value(out, row, v, keys);
    return;
  }
  if (row.u && !union(out, row, v, keys)) return;
  if (typeof v !== "object" || v === null || !(row.f || row.u || row.i || row.l !== undefined)) return;
  for (const [k, item] of Object.entries(v)) {
    const key = Array.isArray(v) ? Number(k) : k;
    const next = step(ref, v, key);
    for (const e of next.elements) newer(out, e);
    keys.push(typeof key === "string" ? key.toWellFormed() : key);
    if (next.isKnown) walk(out, next.ref, item, keys);
    else out.undeclared.push({ keys: [...keys], what: `the key ${reading.quote(k)}`, isExtension: begins(row.p, k) });
    keys.pop();
  }
}

/**
 * Looks at the tag of a value of a union, and reports whether it is declared.
 * @param {{ undeclared: Undeclared[], newest?: Element }} out @param {any} row @param {any} v @param {(string | number)[]} keys
 */
function union(out, row, v, keys) {
  const variant = variantOf(row.u, v);
  if (variant) {
    newer(out, variantElement(row, variant));
    return isSeparate(row.u.by);
  }
  const tag = row.u.by === "name" ? (isObject(v) ? Object.keys(v)[0] : v) : isObject(v) ? get(v, row.u.k) : undefined;
  const at = row.u.by === "name" ? keys : [...keys, row.u.k];
  if (tag !== undefined) out.undeclared.push({ keys: [...at], what: `the tag ${JSON.stringify(tag)}`, isExtension: begins(row.p, String(tag)) });
  return false;
}

/**
 * Looks at a value of an enum.
 * @param {{ undeclared: Undeclared[], newest?: Element }} out @param {any} row @param {any} v @param {(string | number)[]} keys
 */
function value(out, row, v, keys) {
  const since = own(row.v, String(v));
  if (since) newer(out, { kind: "value", label: `${row.n ?? ""} ${JSON.stringify(v)}`.trim(), anchor: row.a, since });
  if (since === undefined && typeof v !== "object") {
    out.undeclared.push({ keys: [...keys], what: `the value ${JSON.stringify(v)}`, isExtension: begins(row.p, String(v)) });
  }
}

module.exports = { describe, elementsAt, errorOf, isObject, messageOf, methodElement, own, rank, shapeOf };
