// How a program of Node ends.

const SIGNALS = ["SIGTERM", "SIGINT"];

/**
 * Shuts a connection down when the process gets SIGTERM or SIGINT, and closes it when timeout milliseconds have passed, or at a second
 * signal. The process exits as it does otherwise, when there is nothing left to do. Once the connection has ended, signals act as if
 * this had not been called.
 * @param {{ shutdown(options: { timeout: number }): unknown, close(): unknown, closed: PromiseLike<unknown> }} connection
 * @param {{ on(event: string, listener: () => void): unknown, off(event: string, listener: () => void): unknown }} process
 * @param {{ timeout?: number }} [options]
 */
export function shutdownOnSignal(connection, process, { timeout = 5000 } = {}) {
  let isAsked = false;
  const listener = async () => {
    const isSecond = isAsked;
    isAsked = true;
    try {
      await (isSecond ? connection.close() : connection.shutdown({ timeout }));
    } catch {
      // The promise closed says why the connection has ended.
    }
  };
  for (const signal of SIGNALS) process.on(signal, listener);
  const remove = () => {
    for (const signal of SIGNALS) process.off(signal, listener);
  };
  connection.closed.then(remove, remove);
}
