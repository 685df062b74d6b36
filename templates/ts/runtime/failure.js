import { quote } from "./error.js";
/** @import { Fault } from "./error.js" */
/** @import { Value } from "./value.js" */

// The errors of connections.

/** The error of a response: handlers throw it, and calls reject with it. */
export class ResponseError extends Error {
  /** @param {{ code?: number, message: string, data?: Value }} error @param {string} [errorName] */
  constructor({ code, message, data }, errorName) {
    super(message);
    this.name = "ResponseError";
    this.code = code;
    this.data = data;
    this.errorName = errorName;
  }
}

/** The connection, or a call on it, ended without an answer. */
export class ConnectionError extends Error {
  /** @param {string} reason @param {string} message @param {unknown} [cause] */
  constructor(reason, message, cause) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "ConnectionError";
    this.reason = reason;
  }
}

/** A message was not sent because it would break a session rule. */
export class SessionError extends Error {
  /** @param {string} rule @param {string} element @param {string} message */
  constructor(rule, element, message) {
    super(message);
    this.name = "SessionError";
    this.rule = rule;
    this.element = element;
  }
}

/** A call was not answered in time. */
export class TimeoutError extends Error {
  /** @param {string} method @param {number} milliseconds @param {string} [text] */
  constructor(method, milliseconds, text = `${quote(method)} was not answered within ${milliseconds} ms`) {
    super(text);
    this.name = "TimeoutError";
  }
}

/** The answer to a call is not the result of its method. */
export class AnswerError extends Error {
  /** @param {string} method @param {Fault[]} errors */
  constructor(method, errors) {
    const [{ path, message }] = errors;
    super(`the answer to ${quote(method)} cannot be read: ${path === "" ? message : `${path}: ${message}`}`);
    this.name = "AnswerError";
    this.errors = errors;
  }
}
