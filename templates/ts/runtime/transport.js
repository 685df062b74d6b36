import { quote } from "./error.js";
import { ConnectionError } from "./failure.js";
import { within } from "./flow.js";
import { decoder, frame, isJSON, joined } from "./framing.js";
import { Queue } from "./queue.js";
/** @import { Frame, FrameFault, Framing } from "./framing.js" */

// Transports: over streams of bytes, and over channels of messages.

/**
 * @typedef {{ send(text: string): void | Promise<void>, messages: AsyncIterable<string | Uint8Array | FrameFault | readonly Frame[]>, close(): void | Promise<void> }} Transport
 * @typedef {{ framing?: Framing, maxBytes?: number }} StreamOptions
 */

/** The maximum number of messages in memory if the sender can be paused. */
const MANY = 64;
/** The maximum number if it cannot be paused. */
const MOST = 10_000;
/** How long closing a stream waits for pending writes, in milliseconds. */
const LAST = 2000;
/** The number of buffered bytes of a WebSocket above which the sender is paused. */
const MUCH = 1 << 20;

/**
 * Returns a transport over streams of bytes. One that takes text gets lines as such. A socket is open to programs that speak other
 * protocols: if its first line is not JSON, nothing after it is read.
 * @param {{ chunks: AsyncIterable<Uint8Array | string>, write(data: any): void | Promise<void>, close(): void | Promise<void>, takesText?: boolean, isSocket?: boolean }} stream
 * @param {Framing} framing @param {number} [maxBytes] @returns {Transport}
 */
export function framed({ chunks, write, close, takesText, isSocket = false }, framing, maxBytes) {
  const messages = framesOf(chunks, decoder(framing, maxBytes), isSocket && framing.kind === "ndjson");
  const asText = takesText && framing.kind === "ndjson";
  /** @type {any[]} */
  let parts = [];
  const all = () => {
    const data = asText ? parts.join("") : joined(parts);
    parts = [];
    return data;
  };
  /** @type {Promise<void> | undefined} */
  let flushing;
  // Messages of one turn are written at once, and share a promise.
  const flush = async () => {
    try {
      await undefined;
      while (parts.length > 0) {
        const full = write(all());
        if (full) await full;
      }
    } finally {
      flushing = undefined;
    }
  };
  return {
    send(text) {
      parts.push(asText ? `${text}\n` : frame(framing, text));
      flushing ??= flush();
      return flushing;
    },
    messages,
    async close() {
      if (parts.length > 0) Promise.resolve(write(all())).catch(() => {});
      await close();
    },
  };
}

/**
 * Returns the messages in chunks. An error of the chunks comes after what was read before it.
 * @param {AsyncIterable<Uint8Array | string>} chunks @param {import("./framing.js").Decoder} frames
 * @param {boolean} isChecked whether the first message must be JSON
 */
async function* framesOf(chunks, frames, isChecked) {
  /** @type {unknown[]} */
  const errors = [];
  try {
    for await (const chunk of chunks) {
      const got = frames.push(typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk);
      const first = isChecked ? got.find((one) => one instanceof Uint8Array) : undefined;
      if (first !== undefined && !isJSON(first)) {
        yield [{ fault: /** @type {const} */ ("framing"), text: "the first line is not JSON: the peer speaks another protocol" }];
        return;
      }
      isChecked &&= first === undefined;
      yield got;
    }
  } catch (error) {
    errors.push(error);
  }
  yield frames.end();
  if (errors.length > 0) throw errors[0];
}

/**
 * Returns a transport over the streams of the web.
 * @param {{ readable: ReadableStream<Uint8Array>, writable: WritableStream<Uint8Array> }} streams
 * @param {Framing} framing @param {number} [maxBytes]
 */
export function overStreams({ readable, writable }, framing, maxBytes) {
  const reader = readable.getReader();
  const writer = writable.getWriter();
  async function* chunks() {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  }
  const close = async () => {
    if (!(await within(LAST, Promise.allSettled([writer.close(), reader.cancel()])))) writer.abort().catch(() => {});
  };
  return framed({ chunks: chunks(), write: (bytes) => writer.write(bytes), close }, framing, maxBytes);
}

/** Returns two connected transports in memory. */
export function pair() {
  const first = new Queue();
  const second = new Queue();
  return [end(first, second), end(second, first)];
}

/** @param {Queue<string>} from @param {Queue<string>} to @returns {Transport} */
function end(from, to) {
  return {
    send(text) {
      if (to.isEnded) throw new ConnectionError("disconnected", "the other end is closed");
      to.push(text);
      return to.size > MANY ? to.drained() : undefined;
    },
    messages: from,
    close() {
      to.end();
      from.end();
    },
  };
}

/**
 * Returns a queue of received messages for a sender that cannot be paused.
 * @returns {Queue<string | Uint8Array | FrameFault>}
 */
function inbox() {
  return new Queue();
}

/** @param {Queue<string | Uint8Array | FrameFault>} queue @param {unknown} data */
function receive(queue, data) {
  if (queue.size > MOST) queue.push({ fault: "framing", text: `more than ${MOST} messages have not been read` });
  else if (typeof data === "string") queue.push(data);
  else if (data instanceof ArrayBuffer) queue.push(new Uint8Array(data));
  else if (ArrayBuffer.isView(data)) queue.push(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
  else queue.push({ fault: "framing", text: "a message is neither text nor bytes" });
  if (queue.size > MOST + 1) queue.end();
}

/** The codes with which a WebSocket is closed when nothing is wrong; 1005 is none. */
const NORMAL = [1000, 1001, 1005];

/**
 * Returns a transport over a WebSocket, of which each frame is a message. The messages end with an error if the WebSocket is closed
 * with another code than those of a normal end, or fails.
 * @param {WebSocket} socket @returns {Transport}
 */
export function overWebSocket(socket) {
  const received = inbox();
  /** @type {unknown} */
  let failure;
  socket.binaryType = "arraybuffer";
  const opened = new Promise((resolve) => {
    if (socket.readyState > 0) resolve(undefined);
    socket.addEventListener("open", resolve);
    socket.addEventListener("close", resolve);
  });
  socket.addEventListener("message", ({ data }) => receive(received, data));
  socket.addEventListener("close", ({ code = 1005, reason = "" }) => {
    if (failure !== undefined || !NORMAL.includes(code)) {
      const words = `the WebSocket was closed with code ${code}${reason === "" ? "" : `: ${quote(reason)}`}`;
      failure = new ConnectionError("disconnected", words, { code, reason, error: failure });
    }
    received.end();
  });
  socket.addEventListener("error", (/** @type {any} */ { error, message }) => {
    failure = error ?? new ConnectionError("disconnected", `the WebSocket has failed${message ? `: ${message}` : ""}`);
    setTimeout(() => received.end(), LAST); // its end follows, which says more
  });
  async function* messages() {
    yield* received;
    if (failure !== undefined) throw failure;
  }
  /** @param {string} text */
  const send = async (text) => {
    await opened;
    if (socket.readyState > 1) throw new ConnectionError("disconnected", "the WebSocket is closed");
    socket.send(text);
    while (socket.readyState === 1 && socket.bufferedAmount > MUCH) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  const close = () => {
    received.end();
    socket.close();
  };
  return { send, messages: messages(), close };
}

/**
 * Returns a transport over a MessagePort, to which null says that the other end is closed.
 * @param {MessagePort} port @returns {Transport}
 */
export function overMessagePort(port) {
  const messages = inbox();
  port.addEventListener("message", ({ data }) => {
    if (data === null) messages.end();
    else receive(messages, data);
  });
  port.addEventListener("close", () => messages.end());
  port.start();
  const close = () => {
    messages.end();
    port.postMessage(null);
    port.close();
  };
  return { send: (text) => port.postMessage(text), messages, close };
}
