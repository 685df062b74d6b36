import { setTimeout as sleep } from "node:timers/promises";

/** The name of an error, which is the same in Go, with its text. */
export function kind(error) {
  const text = error?.message ?? String(error);
  if (error?.name === "TimeoutError") return `timeout: ${text}`;
  if (error?.name === "AbortError") return `cancelled: ${text}`;
  if (error?.name === "ConnectionError") return `${error.reason}: ${text}`;
  if (error?.name === "SessionError") return `rule: ${text}`;
  if (typeof error?.code === "number") return `response ${error.code}: ${text}`;
  return `other: ${text}`;
}

/** Does what the params of a request or of a notification say; see peer.yaml. */
export async function does(world, d, context) {
  const { signal } = context;
  world.running++;
  if (d.say) world.say(`${d.say}: begun`);
  try {
    await act(world, d, context);
    if (d.say) world.say(`${d.say}: ended well`);
    return { text: "x".repeat(d.size ?? 0) };
  } catch (error) {
    if (d.say) world.say(`${d.say}: ended ${kind(signal?.aborted ? signal.reason : error)}`);
    throw error;
  } finally {
    world.running--;
  }
}

async function act(world, d, { signal, connection }) {
  const pad = "x".repeat(d.pad ?? 0);
  for (let n = 1; n <= (d.events ?? 0); n++) await connection.notify("tick", { n, pad });
  if (d.back > 0) await connection.call("do", { back: d.back - 1 });
  if (d.wait > 0) await sleep(d.wait, undefined, { signal }).catch(() => fail(signal));
  else if (d.until === "cancel") await until(world, signal, false);
  else if (d.until === "go") await until(world, signal, true);
  else if (d.until === "forever") await until(world, undefined, true);
  if (d.end === "close") {
    await connection.close();
    world.say(`${d.say}: close: done`);
  } else if (d.end === "shutdown") {
    connection.shutdown().catch((error) => world.say(`fault: ${error}`));
    world.say(`${d.say}: shutdown: done`);
  }
  if (d.fail === "boom") throw { code: -32001, message: "it was asked for" };
  if (d.fail !== undefined) throw new Error("it was asked for");
}

function fail(signal) {
  throw signal.reason;
}

/** Waits until the signal is aborted, or until go if it may. */
function until(world, signal, go) {
  return new Promise((resolve, reject) => {
    if (go) world.waiting.add(resolve);
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
