// The editor's end of the bridge: it starts the command-line end, which is its argument, and
// has three sessions with it.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { createConnection } from "node:net";
import { createInterface } from "node:readline";
import { connect, ResponseError, type ClientConnection, type Transport } from "../../gen/ts/connection.js";
import { duplex } from "../../gen/ts/node.js";

const program = process.argv[2] ?? "bin/cli";
const token = randomBytes(16).toString("hex");

/** Sends what is sent in one turn of the event loop as one array. */
function batching(inner: Transport): Transport {
  let waiting: string[] = [];
  const flush = async () => {
    await undefined;
    const all = waiting;
    waiting = [];
    if (all.length > 1) console.log(`${all.length} messages in one array`);
    await inner.send(all.length > 1 ? `[${all.join(",")}]` : all.join());
  };
  return {
    messages: inner.messages,
    send: (text) => (waiting.push(text) === 1 ? flush() : undefined),
    close: () => inner.close(),
  };
}

/** Opens a session in which every message has the token. */
function session(port: number, auth: string, maxMessageBytes: number): Promise<ClientConnection> {
  const socket = duplex(createConnection(port, "127.0.0.1"), { framing: { kind: "ndjson" } });
  return connect(batching(socket), {
    handshake: { protocolVersion: 2, capabilities: { maxMessageBytes, supportsProgress: true, editorKinds: ["vscode"] } },
    members: { auth, sessionId: "s1" },
    onReport: ({ kind, text }) => console.log(`${kind}: ${text}`),
  });
}

/** The error that answers a call. */
async function refusal(call: Promise<unknown>): Promise<string | undefined> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ResponseError) return error.message;
    throw error;
  }
  return undefined;
}

const cli = spawn(program, { env: { ...process.env, BRIDGE_TOKEN: token }, stdio: ["ignore", "pipe", "pipe"] });
cli.stderr.pipe(createWriteStream("bridge.log"));
const [port] = await once(createInterface(cli.stdout), "line");

console.log("with a wrong token:", await refusal(session(port, "guessed", 8192)));

const bridge = await session(port, token, 8192);
console.log("version", bridge.version);
const open = bridge.call("claude.open.v2", { paths: ["go.mod", "README.md"], token: "t1" });
for await (const { pct } of open.progress()) console.log(`${pct * 100}%`);
console.log("opened", (await open).opened);
console.log("a file that is not there:", await refusal(bridge.call("claude.open.v2", { paths: ["lost.txt"] })));
await Promise.all([
  bridge.notify("claude.didChange", { path: "README.md", text: "A long text. ".repeat(50) }),
  bridge.call("claude.ping"),
  bridge.call("claude.ping"),
]);
await bridge.close();

// An editor that accepts short messages only gets no long ones.
const small = await session(port, token, 100);
console.log("opened", (await small.call("claude.open.v2", { paths: ["go.mod"] })).opened);
console.log("with more files:", await refusal(small.call("claude.open.v2", { paths: ["go.mod", "README.md", "LICENSE", "NOTICE", "CHANGELOG.md"] })));
await small.close();

cli.kill("SIGINT");
