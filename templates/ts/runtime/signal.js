// How a program of Node ends.

const SIGNALS = ["SIGTERM", "SIGINT"];

/**
 * Shuts a connection down when the process gets SIGTERM or SIGINT, and closes it at a second one. The process exits as it does
 * otherwise, when there is nothing left to do. Once the connection has ended, signals act as if this had not been called.
 * @param {{ shutdown(): unknown, close(): unknown, closed: PromiseLike<unknown> }} connection
 * @param {{ on(event: string, listener: () => void): unknown, off(event: string, listener: () => void): unknown }} process
 */
export function shutdownOnSignal(connection, process) {
  let isAsked = false;
  const listener = async () => {
    const end = isAsked ? connection.close : connection.shutdown;
    isAsked = true;
    try {
      await end.call(connection);
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
