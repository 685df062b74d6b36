import { ConnectionError } from "./failure.js";
import { within } from "./flow.js";
import { framed } from "./transport.js";
/** @import { Framing } from "./framing.js" */

// Transports over Node's streams, without imports from Node.

/** How long closing waits for pending writes, in milliseconds. */
const LAST = 2000;

/** @typedef {any} Stream of Node */

/**
 * Returns a transport over a stream that is read and written, such as a socket. After the end of the input it is written to until it
 * is closed, so that answers that are not ready yet reach a peer that says no more.
 * @param {Stream} stream @param {Framing} framing @param {number} [maxBytes]
 */
export function overDuplex(stream, framing, maxBytes) {
  // Node's sockets would end their output with their input.
  if (stream.allowHalfOpen === false) stream.allowHalfOpen = true;
  const write = writerOf(stream, (error) => stream.destroy(error));
  return framed({ chunks: chunksOf(stream), write, close: () => ended(stream), takesText: true, isSocket: true }, framing, maxBytes);
}

/**
 * Returns a transport over the standard input and output of the process itself. When the output breaks, so does the input: a peer
 * that does not read is gone, also while others hold its end of the input.
 * @param {Stream} input @param {Stream} output @param {Framing} framing @param {number} [maxBytes]
 */
export function overStdio(input, output, framing, maxBytes) {
  const write = writerOf(output, (error) => input.destroy(error));
  const close = async () => {
    input.destroy();
    if (canWrite(output) && output.writableLength > 0) await within(LAST, new Promise((resolve) => output.write("", resolve)));
  };
  return framed({ chunks: chunksOf(input), write, close, takesText: true }, framing, maxBytes);
}

/**
 * Returns the chunks of a stream, at whose end it is not destroyed: it may be open for writing.
 * @param {Stream} stream @returns {AsyncIterable<Uint8Array | string>}
 */
export function chunksOf(stream) {
  stream.on?.("error", () => {}); // the iterator has it, unless it is not asked any more
  return stream.iterator?.({ destroyOnReturn: false }) ?? stream;
}

/** @param {Stream} stream */
function canWrite(stream) {
  return !(stream.destroyed || stream.writableEnded || stream.errored);
}

/**
 * Returns a function that writes to a stream. It returns a promise if the stream has enough for now, which rejects if the stream ends
 * before it takes more. An error of the stream is also passed to failed, because nothing may wait to be written by then.
 * @param {Stream} stream @param {(error: Error) => void} failed @returns {(data: Uint8Array | string) => void | Promise<void>}
 */
export function writerOf(stream, failed) {
  stream.on("error", failed);
  const closed = () => new ConnectionError("disconnected", "the stream is closed", stream.errored ?? undefined);
  return (data) => {
    if (!canWrite(stream)) throw closed();
    if (stream.write(data)) return undefined;
    return new Promise((resolve, reject) => {
      const done = () => {
        for (const event of ["drain", "error", "close"]) stream.off(event, done);
        if (canWrite(stream)) resolve();
        else reject(closed());
      };
      for (const event of ["drain", "error", "close"]) stream.on(event, done);
    });
  };
}

/**
 * Ends a stream, after what was written to it if that does not take long.
 * @param {Stream} stream @returns {Promise<void>}
 */
async function ended(stream) {
  if (stream.destroyed) return;
  const closed = new Promise((resolve) => stream.once("close", resolve));
  stream.end(() => stream.destroy());
  if (!(await within(LAST, closed))) stream.destroy();
}
