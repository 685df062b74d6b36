"use strict";

// Places in texts that are JSON: of the value at a path, of the items of an array, and of
// several values one after another.

/**
 * The members and indices of a path, as errors spell it.
 * @param {string} path
 */
function keysOf(path) {
  const keys = [];
  for (const [step, name, index, quoted] of path.matchAll(/([A-Za-z_$][\w$]*)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|\[…\]/g)) {
    if (step === "[…]") break; // a key that errors do not tell
    keys.push(name ?? (index === undefined ? JSON.parse(quoted) : Number(index)));
  }
  return keys;
}

/**
 * A path with another one behind it.
 * @param {string} path @param {string} rest
 */
function join(path, rest) {
  return path === "" || rest === "" || rest[0] === "[" ? path + rest : `${path}.${rest}`;
}

/** @param {string} text @param {number} i */
function skipSpace(text, i) {
  while (text[i] === " " || text[i] === "\n" || text[i] === "\r" || text[i] === "\t") i++;
  return i;
}

/**
 * The end of the string that begins at i, or of the text.
 * @param {string} text @param {number} i
 */
function endOfString(text, i) {
  for (i++; i < text.length; i++) {
    if (text[i] === "\\") i++;
    else if (text[i] === '"') return i + 1;
  }
  return text.length;
}

/**
 * The end of the value that begins at i, or of the text.
 * @param {string} text @param {number} i
 */
function endOf(text, i) {
  let depth = 0;
  while (i < text.length) {
    const c = text[i];
    if (c === '"') {
      i = endOfString(text, i);
    } else if (c === "{" || c === "[") {
      depth++;
      i++;
      continue;
    } else if (c === "}" || c === "]") {
      depth--;
      i++;
    } else if (depth > 0) {
      i++;
      continue;
    } else {
      while (i < text.length && !" \n\r\t,]}".includes(text[i])) i++;
    }
    if (depth <= 0) return i;
  }
  return i;
}

/**
 * The values in the array or the object that begins at i, with their keys.
 * @param {string} text @param {number} i @returns {Generator<{ key: string | number, start: number, end: number }>}
 */
function* inside(text, i) {
  const isObject = text[i] === "{";
  i = skipSpace(text, i + 1);
  for (let n = 0; i < text.length && text[i] !== "}" && text[i] !== "]"; n++) {
    /** @type {string | number} */
    let key = n;
    if (isObject) {
      const end = endOfString(text, i);
      key = JSON.parse(text.slice(i, end)).toWellFormed();
      i = skipSpace(text, skipSpace(text, end) + 1);
    }
    const end = endOf(text, i);
    yield { key, start: i, end };
    i = skipSpace(text, end);
    if (text[i] === ",") i = skipSpace(text, i + 1);
  }
}

/**
 * The place of the value at a path, or of the innermost one around it that there is. The last of duplicate keys counts.
 * @param {string} text @param {(string | number)[]} keys
 */
function locate(text, keys) {
  let start = skipSpace(text, 0);
  let end = endOf(text, start);
  let depth = 0;
  for (const key of keys) {
    if (text[start] !== (typeof key === "number" ? "[" : "{")) break;
    let place;
    for (const x of inside(text, start)) if (x.key === key) place = x;
    if (!place) break;
    ({ start, end } = place);
    depth++;
  }
  return { start, end, isThere: depth === keys.length };
}

/**
 * The text of the value at a path; undefined if there is none.
 * @param {string} text @param {(string | number)[]} keys
 */
function textAt(text, keys) {
  const { start, end, isThere } = locate(text, keys);
  return isThere ? text.slice(start, end) : undefined;
}

/**
 * Several values in a text, each over any number of lines, with their places.
 * @param {string} text
 */
function* valuesIn(text) {
  for (let i = skipSpace(text, 0); i < text.length; i = skipSpace(text, i)) {
    const start = i;
    const c = text[i];
    if (c === "{" || c === "[") {
      i = endOf(text, i);
    } else {
      const end = text.indexOf("\n", i);
      i = end < 0 ? text.length : end;
    }
    yield { text: text.slice(start, i), start };
  }
}

/**
 * Where a text is no JSON, as far as the browser says it.
 * @param {string} text
 */
function syntaxErrorAt(text) {
  try {
    JSON.parse(text);
  } catch (e) {
    const words = String(e);
    const position = /at position (\d+)/.exec(words);
    if (position) return Number(position[1]);
    const [, line, column] = /at line (\d+) column (\d+)/.exec(words) ?? [];
    if (line) return text.split("\n").slice(0, Number(line) - 1).reduce((n, l) => n + l.length + 1, Number(column) - 1);
    if (/end of/.test(words)) return text.length;
  }
  return undefined;
}

module.exports = { inside, join, keysOf, locate, skipSpace, syntaxErrorAt, textAt, valuesIn };
