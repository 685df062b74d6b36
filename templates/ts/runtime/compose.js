import { get } from "./guard.js";
import { set } from "./value.js";
/** @import { ID } from "./answer.js" */
/** @import { Carried, Wire } from "./serving.js" */
/** @import { Field, Members, Node, Value } from "./value.js" */

// The messages that a connection sends: the names of their members, and the members that they have
// besides a method and its params.

/** The names of the members of messages, unless they depend on the tag. @type {{ [shape: string]: any }} */
const jsonRPC = {
  request: { id: "id", method: "method", params: "params" },
  notification: { method: "method", params: "params" },
  response: { id: "id", result: "result", error: "error" },
};

/**
 * @typedef {Members | ((message: Members) => Members)} Further members of the messages that are sent
 */

/** Makes the messages of one end of a connection. */
export class Composer {
  #names;
  #shapes;
  #isText;
  /** The counter of messages, or of the ids of a session. */
  #ids;
  #counter;
  #further;
  /** The tags of shapes. @type {{ [shape: string]: unknown }} */
  #words = {};

  /**
   * @param {Node} shell @param {string} [counter] the member that counts messages, as the ids of requests do @param {Further} [further]
   * @param {{ count: number }} [ids] how many ids the connections before it have made
   */
  constructor(shell, counter, further, ids) {
    this.#shapes = shell.shapes;
    this.#names = shell.shapes?.names ?? jsonRPC;
    this.#isText = !shell.ids.includes("int");
    this.#further = further;
    for (const [word, shape] of this.#shapes?.words ?? []) this.#words[shape] = word;
    this.#counter = counter;
    this.#ids = ids && counter === undefined ? ids : { count: 0 };
  }

  /**
   * Calls what makes a message and sends it. If it throws, the message is not counted.
   * @template T @param {() => T} send @returns {T}
   */
  attempt(send) {
    const before = this.#ids.count;
    try {
      return send();
    } catch (error) {
      this.#ids.count = before;
      throw error;
    }
  }

  /** @returns {string | number} an id for a request */
  nextID() {
    const id = ++this.#ids.count;
    return this.#isText ? String(id) : id;
  }

  /** @param {string} method @param {Value} params @param {ID} id */
  request(method, params, id) {
    return this.#message("request", method, params, id);
  }

  /** @param {string} method @param {Value} params */
  notification(method, params) {
    return this.#message("notification", method, params);
  }

  /**
   * Adds what a response has besides the answer, which must be its own.
   * @param {Members} message
   */
  response(message) {
    return this.#complete("response", message);
  }

  /**
   * Returns the error of a response, or undefined.
   * @param {Members} message @returns {{ code?: number, message: string, data?: Value } | undefined}
   */
  errorOf(message) {
    const { ok, words, data, error } = this.#names.response;
    if (!ok) return get(message, error);
    return get(message, ok) === false ? { message: get(message, words), data: get(message, data) } : undefined;
  }

  /**
   * Returns the result of a response.
   * @param {Members} message
   */
  resultOf(message) {
    return get(message, this.#names.response.result);
  }

  /**
   * Replaces the error of a response.
   * @param {Members} message @param {Value} error
   */
  withError(message, error) {
    const { error: name } = this.#names.response;
    return name ? { ...message, [name]: error } : message;
  }

  /** @param {string} shape @param {string} method @param {Value} params @param {ID} [id] */
  #message(shape, method, params, id) {
    const names = this.#names[shape];
    /** @type {Members} */
    const out = {};
    set(out, names.method, method);
    if (id !== undefined) set(out, names.id, id);
    if (params !== undefined) set(out, names.params, params);
    return this.#complete(shape, out);
  }

  /** @param {string} shape @param {Members} message */
  #complete(shape, message) {
    const further = typeof this.#further === "function" ? this.#further(message) : this.#further;
    for (const name of further ? Object.keys(further) : []) {
      if (further?.[name] !== undefined && !Object.hasOwn(message, name) && this.#mayHave(shape, name)) set(message, name, further[name]);
    }
    if (this.#counter !== undefined && shape !== "request" && this.#mayHave(shape, this.#counter)) set(message, this.#counter, ++this.#ids.count);
    if (this.#shapes) set(message, this.#shapes.tag, this.#words[shape]);
    return message;
  }

  /** @param {string} shape @param {string} name */
  #mayHave(shape, name) {
    if (this.#names === jsonRPC) return true;
    return this.#names[shape].members?.some((/** @type {Field} */ [member]) => member === name) === true;
  }
}

/**
 * Returns the params of a method that carry an event or a request.
 * @param {Wire} wire @param {Carried} row @param {Value} payload
 */
export function enveloped({ tag, content }, row, payload) {
  /** @type {Members} */
  const params = {};
  set(params, /** @type {string} */ (tag), row.tag);
  set(params, /** @type {string} */ (content), payload === undefined ? {} : payload);
  return params;
}
