import { ConnectionError } from "./failure.js";
import { decoder, frame, joined } from "./framing.js";
import { Queue } from "./queue.js";
/** @import { Frame, FrameFault, Framing } from "./framing.js" */

// What carries the messages of a connection: streams of bytes, and what has messages by itself.

/**
 * @typedef {{ send(text: string): void | Promise<void>, messages: AsyncIterable<string | Uint8Array | FrameFault | readonly Frame[]>, close(): void | Promise<void> }} Transport
 * @typedef {{ framing?: Framing, maxBytes?: number }} StreamOptions
 */

/** How many messages may wait in memory where a sender can be told to wait. */
const MANY = 64;
/** How many may wait where it cannot. */
const MOST = 10_000;
/** How long what was written may take when a stream is closed, in milliseconds. */
const LAST = 2000;
/** How many bytes a WebSocket may hold before a sender is told to wait. */
const MUCH = 1 << 20;

/**
 * A transport over streams of bytes. One that takes text gets lines as such.
 * @param {{ chunks: AsyncIterable<Uint8Array | string>, write(data: any): void | Promise<void>, close(): void | Promise<void>, takesText?: boolean }} stream
 * @param {Framing} framing @param {number} [maxBytes] @returns {Transport}
 */
export function framed({ chunks, write, close, takesText }, framing, maxBytes) {
  const messages = framesOf(chunks, decoder(framing, maxBytes));
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
  // What is sent in one turn is written at once; the promise is the same for all of it.
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

/** @param {AsyncIterable<Uint8Array | string>} chunks @param {import("./framing.js").Decoder} frames */
async function* framesOf(chunks, frames) {
  for await (const chunk of chunks) yield frames.push(typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk);
  yield frames.end();
}

/**
 * A transport over the streams of the web.
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
    const timer = setTimeout(() => writer.abort().catch(() => {}), LAST);
    await Promise.allSettled([writer.close(), reader.cancel()]);
    clearTimeout(timer);
  };
  return framed({ chunks: chunks(), write: (bytes) => writer.write(bytes), close }, framing, maxBytes);
}

/** Two transports, each of which receives what the other one sends. */
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
 * What arrives where a sender cannot be told to wait.
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

/**
 * A transport over a WebSocket, of which each frame is a message.
 * @param {WebSocket} socket @returns {Transport}
 */
export function overWebSocket(socket) {
  const messages = inbox();
  socket.binaryType = "arraybuffer";
  const opened = new Promise((resolve) => {
    if (socket.readyState > 0) resolve(undefined);
    socket.addEventListener("open", resolve);
    socket.addEventListener("close", resolve);
  });
  socket.addEventListener("message", ({ data }) => receive(messages, data));
  socket.addEventListener("close", () => messages.end());
  socket.addEventListener("error", () => messages.end());
  /** @param {string} text */
  const send = async (text) => {
    await opened;
    if (socket.readyState > 1) throw new ConnectionError("disconnected", "the WebSocket is closed");
    socket.send(text);
    while (socket.readyState === 1 && socket.bufferedAmount > MUCH) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  const close = () => {
    messages.end();
    socket.close();
  };
  return { send, messages, close };
}

/**
 * A transport over a MessagePort, to which null says that the other end is closed.
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
