// JSON values: own members only.

/**
 * @typedef {any} Value of JSON, or what a program passes as one
 * @typedef {{ [key: string]: Value }} Members of an object that is being made
 * @typedef {any} Node a type in the table: [a function that reads its values, …], or a type that leads to another one,
 * { pick: the function that finds that, … }, where within says that errors do not quote the values
 * @typedef {Node | (() => Node)} Type a node, or a function that returns one that is declared later
 * @typedef {[name: string, type: Type, mode?: Mode]} Field of a struct
 * @typedef {object} Mode
 * @property {boolean} [optional]
 * @property {boolean} [nullable]
 * @property {boolean} [nullIsAbsent]
 * @property {boolean} [required] in what is written
 * @property {boolean} [writeNull] where it is unset
 * @property {Value} [default]
 * @property {string} [omit] the text of a value that is not written
 * @property {string[]} [was] older names
 * @typedef {[key: string, today: Value, mode?: TagMode]} Tag of a struct
 * @typedef {{ also?: Value[], was?: Value[], unwritten?: Value[], outer?: Tag }} TagMode: what is also read and written, what is
 * read and today written, what is read and not written, and the tag around it
 * @typedef {[low: number, high: number, words: string]} Range
 * @typedef {{ range?: Range, length?: Range, items?: any, pattern?: [RegExp, string], writer?: boolean }} Limits
 */

/**
 * Sets an own member, even if it is named __proto__.
 * @param {Members} o @param {string} k @param {Value} v
 */
export function set(o, k, v) {
  if (k === "__proto__") Object.defineProperty(o, k, { value: v, enumerable: true, configurable: true, writable: true });
  else o[k] = v;
}

/**
 * Compares by code point; < compares UTF-16 units, which puts U+E000 after U+10000.
 * @param {string} a @param {string} b
 */
export function byCodePoint(a, b) {
  const n = Math.min(a.length, b.length);
  for (let i = 0; i < n; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) {
      const surrogates = Number((x & 0xf800) === 0xd800) - Number((y & 0xf800) === 0xd800);
      return surrogates || x - y;
    }
  }
  return a.length - b.length;
}

/**
 * Returns the members of v that the struct t does not declare, by key.
 * @param {Node} t @param {Value} v
 */
export function undeclared(t, v) {
  const [, fields, , tag] = t;
  t.known ??= new Set([...tagKeys(tag), ...fields.flatMap((/** @type {Field} */ [name, , mode]) => [name, ...(mode?.was ?? [])])]);
  const members = new Map();
  for (const k of Object.keys(v)) {
    if (v[k] !== undefined && !t.known.has(k)) members.set(k.toWellFormed(), v[k]);
  }
  return [...members].sort(([a], [b]) => byCodePoint(a, b));
}

/** @param {Tag | undefined} tag @returns {string[]} */
function tagKeys(tag) {
  return tag === undefined ? [] : [tag[0], ...tagKeys(tag[2]?.outer)];
}

/**
 * Returns the number of items of a tuple v, without optional ones at the end that are undefined.
 * @param {number} least @param {Value[]} v
 */
export function itemCount(least, v) {
  let n = v.length;
  while (n > least && v[n - 1] === undefined) n--;
  return n;
}

/**
 * Returns the node of a type, whether errors quote its values or not.
 * @param {Type} type @returns {Node}
 */
export function nodeOf(type) {
  let t = type;
  for (;;) {
    if (typeof t === "function") t = t();
    else if (t?.within) t = t.of;
    else return t;
  }
}

/**
 * Returns a node for values that errors do not quote either if they do not quote those of a type.
 * @param {Type} type @param {Node} node @returns {Node}
 */
export function asSecretAs(type, node) {
  let t = type;
  while (typeof t === "function") t = t();
  return t?.within ? { ...t, of: node, within: t.within.with(1, node) } : node;
}

/** @param {Value} v */
export function kindOf(v) {
  return v === null ? "null" : Array.isArray(v) ? "array" : typeof v;
}

/**
 * Returns the default in the table, which for an array or an object is a function that makes it.
 * @param {Value} of @returns {Value}
 */
export function fresh(of) {
  return typeof of === "function" ? of() : of;
}
