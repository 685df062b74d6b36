import { ConnectionError } from "./failure.js";
import { textOf, within } from "./flow.js";
import { joined } from "./framing.js";
import { chunksOf, writerOf } from "./streams.js";
import { framed } from "./transport.js";
/** @import { Framing } from "./framing.js" */
/** @import { Stream } from "./streams.js" */

// A transport over the standard streams of a child process of Node.

/** How long the output of a process is waited for after its exit, and its exit after SIGKILL, in milliseconds. */
const LAST = 2000;
/** How many bytes of the standard error of a process are kept, from its end. */
const KEPT = 4096;

/**
 * @typedef {object} Child
 * @property {Stream} stdin @property {Stream} stdout @property {Stream} [stderr] @property {number} [pid]
 * @property {number | null} exitCode @property {string | null} signalCode
 * @property {(signal?: any) => boolean} kill @property {(event: string, listener: (x: any) => void) => unknown} on
 */

/**
 * Returns a transport over the standard input and output of a child process. Closing it ends the input of the process, terminates it
 * if it has not exited after termAfter milliseconds, and kills it after killAfter more. That concerns the group of the process if it
 * leads one; what is left of the group is killed when the process has exited.
 * @param {Child} child @param {Framing} framing @param {{ maxBytes?: number, termAfter?: number, killAfter?: number }} [options]
 */
export function overChild(child, framing, { maxBytes, termAfter = 3000, killAfter = 2000 } = {}) {
  if (!child.stdin || !child.stdout) throw new TypeError("the standard input and output of the process must be pipes");
  const started = new Started(child);
  const { write } = started;
  const close = () => started.close(termAfter, killAfter);
  return framed({ chunks: started.chunks(), write, close, takesText: true }, framing, maxBytes);
}

/** A child process whose output is read. */
class Started {
  #child;
  #output;
  #errors;
  /** Whether the process leads a group, which does not change when it exits. */
  #leads;
  /** Why there is no process, or nothing can be written to it. @type {Error | undefined} */
  #failure;
  /** Fulfilled when the process has exited, or was not started. @type {Promise<void>} */
  #exited;
  /** Whether nothing of the process itself comes any more, but others may hold its output. */
  #isOver = false;
  #isClosing = false;
  /** How long the output is still waited for once the process is over. */
  #rest = LAST;
  /** How many chunks of output are waited for: at most one by the reader, and one by close. */
  #waiting = 0;
  /** When the present wait for output began, if it counts. @type {{ since: number, timer: any } | undefined} */
  #wait;
  /** Whether the output was not waited for any longer. */
  #isCut = false;

  /** @param {Child} child */
  constructor(child) {
    this.#child = child;
    this.#output = chunksOf(child.stdout)[Symbol.asyncIterator]();
    this.#errors = lastOf(child.stderr);
    this.#leads = this.#signalGroup(0);
    const write = writerOf(child.stdin, (error) => this.#over(error));
    this.write = (/** @type {string | Uint8Array} */ data) => {
      try {
        return write(data)?.catch((error) => this.#explain(error));
      } catch (error) {
        return this.#explain(error);
      }
    };
    this.#exited = new Promise((resolve) => {
      const exited = () => {
        if (this.#leads) this.#signalGroup("SIGKILL");
        this.#over();
        resolve();
      };
      if (this.#words() !== undefined) exited();
      child.on("exit", exited);
      child.on("error", (error) => {
        if (child.pid !== undefined) return; // a signal could not be sent
        this.#over(error);
        resolve();
      });
    });
  }

  /** The output of the process. It ends with an error unless the process exits with 0, or is ended by close. */
  async *chunks() {
    /** @type {unknown[]} */
    const errors = [];
    try {
      for (let next = await this.#next(); !next.done; next = await this.#next()) yield next.value;
    } catch (error) {
      errors.push(error);
    }
    await this.#last();
    const { pid, exitCode, signalCode } = this.#child;
    const isWell = errors.length === 0 && signalCode === null && pid !== undefined && !exitCode;
    if (!isWell && !this.#isClosing) throw this.#lost(errors[0]);
  }

  async #next() {
    this.#waiting++;
    this.#startWait();
    try {
      return await this.#output.next();
    } finally {
      this.#waiting--;
      if (this.#wait) {
        clearTimeout(this.#wait.timer);
        this.#rest = Math.max(0, this.#rest - (Date.now() - this.#wait.since));
        this.#wait = undefined;
      }
      this.#startWait();
    }
  }

  /**
   * Notes that the process is over. What it has written is still read, however long that takes. Only waiting for more of it has an
   * end, because a process that it has started may hold its output.
   * @param {Error} [failure]
   */
  #over(failure) {
    this.#failure ??= failure;
    this.#isOver = true;
    this.#startWait();
  }

  /** Begins to count a wait for output, if there is one and the process is over. */
  #startWait() {
    if (!this.#isOver || this.#waiting === 0) return;
    const cut = () => {
      this.#isCut = true;
      this.#child.stdout.destroy();
    };
    this.#wait ??= { since: Date.now(), timer: setTimeout(cut, this.#rest) };
  }

  /** Waits for the exit of the process and for its last words, but not long: it may have closed its output and run on. */
  #last() {
    return within(this.#rest, Promise.all([this.#exited, this.#errors.ended]));
  }

  /** Returns how the process has ended; undefined if it lives, or was not started. */
  #words() {
    const { pid, exitCode, signalCode } = this.#child;
    if (signalCode !== null) return `the process was ended by the signal ${signalCode}`;
    return pid === undefined || exitCode === null ? undefined : `the process has exited with code ${exitCode}`;
  }

  /**
   * Returns the error of a connection that is lost.
   * @param {unknown} error that of a stream
   */
  #lost(error) {
    let words = this.#words();
    if (words === undefined) return this.#failure ?? error;
    if (this.#isCut) words += ", and another process holds its output";
    const last = this.#errors.text();
    return new ConnectionError("disconnected", last === "" ? words : `${words}. The end of its standard error:\n${last}`, this.#failure ?? error);
  }

  /**
   * Throws the reason why something could not be written, which is mostly that the process has exited.
   * @param {unknown} error @returns {Promise<never>}
   */
  async #explain(error) {
    await this.#last();
    throw this.#lost(error);
  }

  /**
   * Ends the process.
   * @param {number} termAfter @param {number} killAfter
   */
  async close(termAfter, killAfter) {
    this.#isClosing = true;
    this.#child.stdin.end();
    this.#drop();
    for (const [milliseconds, signal] of /** @type {[number, string][]} */ ([[termAfter, "SIGTERM"], [killAfter, "SIGKILL"]])) {
      if (await within(milliseconds, this.#exited)) return;
      if (!(this.#leads && this.#signalGroup(signal))) this.#child.kill(signal);
    }
    await within(LAST, this.#exited);
  }

  /** Reads what nobody wants any more, so that the process can write it and exit. What then holds the streams does so in vain. */
  async #drop() {
    try {
      while (!(await this.#next()).done);
    } catch {
      // It is closed.
    }
    await this.#exited;
    await within(LAST, this.#errors.ended);
    this.#child.stderr?.destroy();
  }

  /**
   * Sends a signal to the group of the process. Reports whether there is one.
   * @param {any} signal
   */
  #signalGroup(signal) {
    const { pid } = this.#child;
    try {
      return pid !== undefined && /** @type {any} */ (globalThis).process.kill(-pid, signal);
    } catch {
      return false;
    }
  }
}

/**
 * Reads a stream, so that its writer is not blocked, and keeps the end of it. Others may read it, too.
 * @param {Stream | undefined} stream
 */
function lastOf(stream) {
  let kept = new Uint8Array();
  let isCut = false;
  const ended = new Promise((resolve) => {
    if (!stream || stream.destroyed) return resolve(undefined);
    stream.on("data", (/** @type {Uint8Array | string} */ chunk) => {
      const all = joined([kept, typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk]);
      isCut ||= all.length > KEPT;
      kept = all.slice(-KEPT);
    });
    stream.on("error", () => {});
    stream.on("close", resolve);
  });
  /** Returns the last lines, without the part of one at their beginning. */
  const text = () => {
    const words = textOf(kept);
    return (isCut ? words.slice(words.indexOf("\n") + 1) : words).trim();
  };
  return { ended, text };
}
