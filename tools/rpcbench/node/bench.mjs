// Notifications, then calls, in Node over a Unix socket, both ends in this process: PACKAGE ROUNDS CALLS OPEN,OPEN….
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
  const counter = count();
  const server = serve(duplex(theirs), { handle: { echo: (p) => p }, on: { note: counter.noted } });
  const client = await connect(duplex(ours));
  return { counter, call: () => client.call("echo", payload), note: () => client.notify("note", payload), stop: async () => (await client.close(), await server.close(), close()) };
}

async function startVSCode() {
  const { ours, theirs, close } = await sockets("vscode");
  const ends = [ours, theirs].map((s) => createMessageConnection(new SocketMessageReader(s), new SocketMessageWriter(s)));
  const counter = count();
  ends[1].onRequest("echo", (p) => p);
  ends[1].onNotification("note", counter.noted);
  for (const end of ends) end.listen();
  return { counter, call: () => ends[0].sendRequest("echo", payload), note: () => ends[0].sendNotification("note", payload), stop: () => (ends.forEach((end) => end.dispose()), ours.destroy(), theirs.destroy(), close()) };
}

/** Waits until the server has read all notifications of a round. */
function count() {
  let left = 0;
  let done;
  return {
    noted: () => {
      if (--left === 0) done();
    },
    until: (n) => {
      left = n;
      return new Promise((resolve) => (done = resolve));
    },
  };
}

async function measure(n, work) {
  const used = process.cpuUsage();
  const begun = process.hrtime.bigint();
  const took = (await work()) ?? [];
  const passed = Number(process.hrtime.bigint() - begun) / 1e9;
  const { user, system } = process.cpuUsage(used);
  took.sort((a, b) => a - b);
  return { perSecond: n / passed, cpu: (user + system) / n, p50: took[Math.floor(n / 2)] ?? 0, p99: took[Math.floor((n * 99) / 100)] ?? 0 };
}

/** Notifications one after the other. */
const noting = ({ note, counter }, n) =>
  measure(n, async () => {
    const all = counter.until(n);
    for (let i = 0; i < n; i++) await note();
    await all;
  });

/** Calls, of which some are open at once. */
const calling = ({ call }, open, n) =>
  measure(n, async () => {
    const took = [];
    if (open === 1) {
      for (let i = 0; i < n; i++) {
        const at = process.hrtime.bigint();
        await call();
        took.push(Number(process.hrtime.bigint() - at));
      }
      return took;
    }
    let left = n;
    await Promise.all(
      Array.from({ length: open }, async () => {
        while (left-- > 0) await call();
      }),
    );
  });

const contenders = { "wiregen, in Node": await startWiregen(), "vscode-jsonrpc": await startVSCode() };
for (const { call } of Object.values(contenders)) {
  if (JSON.stringify(await call()) !== JSON.stringify(payload)) throw new Error("the answer is another");
}
for (const open of [0, ...opens.split(",").map(Number)]) {
  for (let r = 0; r <= Number(rounds); r++) {
    for (const [name, contender] of Object.entries(contenders)) {
      const figure = await (open === 0 ? noting(contender, Number(calls)) : calling(contender, open, Math.max(Number(calls), open)));
      if (r > 0) console.log(JSON.stringify({ name, open, ...figure }));
    }
  }
}
for (const { stop } of Object.values(contenders)) await stop();
