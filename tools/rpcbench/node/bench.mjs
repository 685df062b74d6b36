// Calls in Node over a Unix socket, both ends in this process: PACKAGE ROUNDS CALLS OPEN,OPEN….
// It prints a line of JSON for each round after the one that warms up.
import { rmSync } from "node:fs";
import { connect as dial, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMessageConnection, SocketMessageReader, SocketMessageWriter } from "vscode-jsonrpc/node";

const [, , dir, rounds, calls, opens] = process.argv;
const { connect, serve } = await import(join(dir, "connection.js"));
const { duplex } = await import(join(dir, "node.js"));

const payload = { id: 42, name: "echo", text: "The quick brown fox. ".repeat(10), tags: ["one", "two", "three"], ok: true };

/** Two sockets that are connected, and what closes their server. */
async function sockets(name) {
  const path = join(tmpdir(), `rpcbench-${process.pid}-${name}`);
  const server = createServer();
  await new Promise((done) => server.listen(path, done));
  const accepted = new Promise((done) => server.once("connection", done));
  const ours = dial(path);
  const theirs = await accepted;
  return { ours, theirs, close: () => (server.close(), rmSync(path, { force: true })) };
}

async function startWiregen() {
  const { ours, theirs, close } = await sockets("wiregen");
  const server = serve(duplex(theirs), { handle: { echo: (p) => p } });
  const client = await connect(duplex(ours));
  return { call: () => client.call("echo", payload), stop: async () => (await client.close(), await server.close(), close()) };
}

async function startVSCode() {
  const { ours, theirs, close } = await sockets("vscode");
  const ends = [ours, theirs].map((s) => createMessageConnection(new SocketMessageReader(s), new SocketMessageWriter(s)));
  ends[1].onRequest("echo", (p) => p);
  for (const end of ends) end.listen();
  return { call: () => ends[0].sendRequest("echo", payload), stop: () => (ends.forEach((end) => end.dispose()), ours.destroy(), theirs.destroy(), close()) };
}

async function round(call, open, n) {
  const took = [];
  const used = process.cpuUsage();
  const begun = process.hrtime.bigint();
  if (open === 1) {
    for (let i = 0; i < n; i++) {
      const at = process.hrtime.bigint();
      await call();
      took.push(Number(process.hrtime.bigint() - at));
    }
  } else {
    let left = n;
    await Promise.all(
      Array.from({ length: open }, async () => {
        while (left-- > 0) await call();
      }),
    );
  }
  const passed = Number(process.hrtime.bigint() - begun) / 1e9;
  const { user, system } = process.cpuUsage(used);
  took.sort((a, b) => a - b);
  return { perSecond: n / passed, cpu: (user + system) / n, p50: took[Math.floor(n / 2)] ?? 0, p99: took[Math.floor((n * 99) / 100)] ?? 0 };
}

const contenders = { "wiregen, in Node": await startWiregen(), "vscode-jsonrpc": await startVSCode() };
for (const { call } of Object.values(contenders)) {
  if (JSON.stringify(await call()) !== JSON.stringify(payload)) throw new Error("the answer is another");
}
for (const open of opens.split(",").map(Number)) {
  for (let r = 0; r <= Number(rounds); r++) {
    for (const [name, { call }] of Object.entries(contenders)) {
      const figure = await round(call, open, Math.max(Number(calls), open));
      if (r > 0) console.log(JSON.stringify({ name, open, ...figure }));
    }
  }
}
for (const { stop } of Object.values(contenders)) await stop();
