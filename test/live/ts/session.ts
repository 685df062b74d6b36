// What the clients of the tests share. Each gets the command of its peer as its arguments.
import { spawn } from "node:child_process";

/** Starts the peer. */
export function peer() {
  const [command, ...args] = process.argv.slice(2);
  if (command === undefined) throw new Error("there is not a command");
  return spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
}

/** Prints what a connection reports, for the test to judge. */
export function report({ kind, text }: { kind: string; text: string }) {
  console.log(`report: ${kind}: ${text}`);
}

/** Runs a session, and exits. */
export function run(session: () => Promise<void>) {
  const limit = setTimeout(() => fail(new Error("the session takes too long")), 120_000);
  session().then(() => clearTimeout(limit), fail);
}

function fail(error: unknown): never {
  console.error(error);
  process.exit(1);
}

/** A promise, and what fulfils it. */
export function later<T = void>() {
  let done!: (value: T) => void;
  return { promise: new Promise<T>((resolve) => (done = resolve)), done };
}
