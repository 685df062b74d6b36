import { namesOf } from "./rules.js";
/** @import { Call } from "./calls.js" */
/** @import { ErrorIdentity, Rules } from "./rules.js" */

/** The errors of a protocol, and which of them may answer what. */
export class Errors {
  #rules;
  #byName;

  /** @param {Rules} rules */
  constructor(rules) {
    this.#rules = rules;
    this.#byName = new Map(rules.errors.map((e) => [e.name, e]));
  }

  /**
   * Returns the name of a declared error, words for another one, and "" for none.
   * @param {ErrorIdentity | undefined} error
   */
  nameOf(error) {
    if (!error) return "";
    const { byKind, errors } = this.#rules;
    return errors.find(({ name, code }) => (byKind ? name === error.kind : code === error.code))?.name ?? "an undeclared error";
  }

  /**
   * Reports whether an error is one that is never sent.
   * @param {string} name
   */
  isLocal(name) {
    return this.#byName.get(name)?.local === true;
  }

  /**
   * Reports whether an error may answer a request that breaks rules: the error of one of them, or a standard one.
   * @param {Call} c @param {string} name
   */
  answersBroken(c, name) {
    return this.#byName.get(name)?.standard || c.broken.some(({ error }) => error === name);
  }

  /**
   * Returns what is wrong with an error that answers a call, in words, and the element that does not have it; undefined if nothing is.
   * @param {Call} c @param {string} name @returns {{ element: string, text: string } | undefined}
   */
  wrong(c, name) {
    if (this.isLocal(name)) return { element: c.name, text: `${c.words} is answered with ${name}, which is never sent` };
    const error = this.#byName.get(name);
    const [method] = c.acts;
    if (c.isRefused || !method?.errors || !error || error.standard || error.general || method.errors.includes(name)) return undefined;
    const { handshake } = this.#rules;
    if (method.kind === "method" && method.name === handshake?.method && name === handshake.none) return undefined;
    return { element: method.name, text: `${namesOf(method)} is answered with ${name}, which it does not list` };
  }
}
