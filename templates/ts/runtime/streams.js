import { ConnectionError } from "./failure.js";
import { framed } from "./transport.js";
/** @import { Framing } from "./framing.js" */

// Transports over Node's streams, without imports from Node.

/** How long closing waits for pending writes, and for a child process to exit, in milliseconds. */
const LAST = 2000;

/**
 * @typedef {any} Stream of Node
 * @typedef {{ stdin: Stream, stdout: Stream, exitCode: number | null, signalCode: string | null, kill(): boolean, once(event: string, f: (x: any) => void): unknown }} Child
 */

/**
 * Returns a transport over a stream that is read and written, such as a socket.
 * @param {Stream} stream @param {Framing} framing @param {number} [maxBytes]
 */
export function overDuplex(stream, framing, maxBytes) {
  return framed({ chunks: stream, write: writerOf(stream), close: () => ended(stream), takesText: true }, framing, maxBytes);
}

/**
 * Returns a transport over the standard input and output of the process itself.
 * @param {Stream} input @param {Stream} output @param {Framing} framing @param {number} [maxBytes]
 */
export function overStdio(input, output, framing, maxBytes) {
  return framed({ chunks: input, write: writerOf(output), close: () => void input.destroy(), takesText: true }, framing, maxBytes);
}

/**
 * Returns a transport over the standard input and output of a child process. When it is closed, the child is killed unless it ends by
 * itself.
 * @param {Child} child @param {Framing} framing @param {{ maxBytes?: number, killAfter?: number }} [options]
 */
export function overChild(child, framing, { maxBytes, killAfter = LAST } = {}) {
  /** @type {unknown} */
  let failure;
  const exited = new Promise((resolve) => {
    child.once("exit", resolve);
    child.once("error", (error) => {
      failure = error;
      resolve(undefined);
    });
  });
  async function* chunks() {
    try {
      yield* child.stdout;
    } catch (error) {
      failure ??= error;
    }
    if (failure !== undefined) throw failure;
  }
  const close = async () => {
    child.stdin.end();
    if (child.exitCode !== null || child.signalCode !== null || failure !== undefined) return;
    const timer = setTimeout(() => child.kill(), killAfter);
    await exited;
    clearTimeout(timer);
  };
  return framed({ chunks: chunks(), write: writerOf(child.stdin), close, takesText: true }, framing, maxBytes);
}

/**
 * Returns a function that writes to a stream. It returns a promise if the stream has enough for now.
 * @param {Stream} stream @returns {(data: Uint8Array | string) => void | Promise<void>}
 */
function writerOf(stream) {
  stream.on("error", () => {}); // the input ends, too
  return (data) => {
    if (stream.destroyed || stream.writableEnded) throw new ConnectionError("disconnected", "the stream is closed");
    if (stream.write(data)) return undefined;
    return new Promise((resolve) => {
      const done = () => {
        for (const event of ["drain", "close"]) stream.off(event, done);
        resolve();
      };
      for (const event of ["drain", "close"]) stream.on(event, done);
    });
  };
}

/**
 * Ends a stream, after what was written to it if that does not take long.
 * @param {Stream} stream @returns {Promise<void>}
 */
function ended(stream) {
  return new Promise((resolve) => {
    if (stream.destroyed) {
      resolve();
      return;
    }
    const timer = setTimeout(() => stream.destroy(), LAST);
    stream.once("close", () => {
      clearTimeout(timer);
      resolve();
    });
    stream.end(() => stream.destroy());
  });
}
