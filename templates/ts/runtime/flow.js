import { after } from "./bounds.js";

// Helpers of connections for texts and time.

/** Lets readers of queues run before more is added to them. @returns {Promise<void>} */
export function turn() {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(0);
  });
}

/**
 * Waits for a promise that is not rejected, but not longer than a time. Reports whether it was fulfilled by then.
 * @param {number} milliseconds @param {Promise<unknown>} promise @returns {Promise<boolean>}
 */
export function within(milliseconds, promise) {
  return new Promise((resolve) => {
    const cancel = after(milliseconds, () => resolve(false));
    promise.then(() => {
      cancel();
      resolve(true);
    });
  });
}

/**
 * Waits until a condition holds, at which it looks every few milliseconds, but not longer than a time.
 * @param {() => boolean} holds @param {number} milliseconds @returns {Promise<void>}
 */
export function until(holds, milliseconds) {
  return new Promise((resolve) => {
    const late = performance.now() + milliseconds;
    const look = () => {
      if (holds() || performance.now() > late) resolve();
      else setTimeout(look, 5);
    };
    look();
  });
}

/** @param {unknown} error */
export function wordsOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/** @param {string | Uint8Array} item */
export function textOf(item) {
  return typeof item === "string" ? item : new TextDecoder("utf-8", { ignoreBOM: true }).decode(item);
}

/**
 * Reports whether the text of a value is that of an array.
 * @param {string | Uint8Array} item
 */
export function isArray(item) {
  return /^[ \t\r\n]*\[/.test(typeof item === "string" ? item : textOf(item.subarray(0, 64)));
}

/**
 * Returns the length of a message in bytes. It is exact only if it may exceed max.
 * @param {string | Uint8Array} text @param {number} max
 */
export function sizeOf(text, max) {
  return typeof text === "string" && text.length * 3 > max ? new TextEncoder().encode(text).length : text.length;
}
