// The transports of connections, each with what may go wrong with it.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import net from "node:net";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import * as bridgeNode from "idebridge/node";
import * as dap from "dap/connection";
import * as dapNode from "dap/node";
import * as klp from "klp/connection";
import * as klpNode from "klp/node";
import * as kimi from "kimi-wire/connection";
import * as kimiNode from "kimi-wire/node";
import { decoder, frame } from "./node_modules/kimi-wire/runtime/framing.js";

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const framings = [
  { kind: "ndjson", maxBytes: 60 },
  { kind: "content-length", maxBytes: 60 },
  { kind: "length-prefix", width: 1, maxBytes: 60 },
  { kind: "length-prefix", width: 4, order: "little", maxBytes: 60 },
  { kind: "length-prefix", width: 8, order: "big", maxBytes: 60 },
];

/** Numbers that look random, the same in each run. */
function* numbers(seed) {
  for (let x = seed; ; ) {
    x = (x * 48271) % 2147483647;
    yield x;
  }
}

const shown = (frames) => frames.map((f) => (f instanceof Uint8Array ? new TextDecoder().decode(f) : f.fault));

test("each framing, in chunks of any length", () => {
  const texts = ["{}", '{"é":"日本"}', "x".repeat(61), "1", "y".repeat(200), '"' + "z".repeat(58) + '"'];
  const want = ["{}", '{"é":"日本"}', "too_large", "1", "too_large", texts[5]];
  for (const framing of framings) {
    const bytes = Buffer.concat(texts.map((text) => frame(framing, text)));
    for (let seed = 1; seed <= 300; seed++) {
      const next = numbers(seed);
      const frames = decoder(framing);
      const got = [];
      for (let at = 0; at < bytes.length; ) {
        const n = 1 + (next.next().value % (seed % 40 || 7));
        got.push(...frames.push(bytes.subarray(at, at + n)));
        at += n;
      }
      assert.deepEqual(shown([...got, ...frames.end()]), want, `${framing.kind} ${framing.width} ${seed}`);
    }
    for (let cut = 1; cut < 10; cut++) {
      const frames = decoder(framing);
      const got = [...frames.push(bytes.subarray(0, bytes.length - cut)), ...frames.end()];
      // A line without its newline is one if it is whole.
      assert.equal(shown(got).at(-1), framing.kind === "ndjson" && cut === 1 ? texts[5] : "truncated", `${framing.kind} without ${cut} bytes`);
    }
    const noise = decoder(framing); // which must end, and throw nothing
    const next = numbers(7);
    for (let i = 0; i < 3000; i++) noise.push(Uint8Array.from({ length: 5 }, () => next.next().value % 256));
    noise.end();
  }
});

test("lines and headers as others write them", () => {
  const text = (s) => new TextEncoder().encode(s);
  assert.deepEqual(shown(decoder(framings[0]).push(text("1\r\n\n2\n"))), ["1", "", "2"]);
  assert.deepEqual(shown(decoder({ ...framings[0], ignoresBlank: true }).push(text("\r\n1\n\n"))), ["1"]);
  const header = (s) => shown(decoder(framings[1]).push(text(s)));
  assert.deepEqual(header("content-length:2\r\nContent-Type: x\r\n\r\n{}Content-Length: 1 \r\n\r\n7"), ["{}", "7"]);
  for (const bad of ["Length: 2\r\n\r\n{}", "Content-Length: -1\r\n\r\n", "Content-Length: 1\r\nContent-Length: 2\r\n\r\n", "x".repeat(9000)]) {
    assert.deepEqual(header(bad), ["framing"]);
  }
  assert.throws(() => frame(framings[2], "x".repeat(256)), RangeError);
  assert.throws(() => bridgeNode.duplex(new net.Socket()), /option framing/);
  assert.throws(() => decoder({ kind: "none" }), TypeError);
});

test("the standard streams of a child process", async () => {
  const script = fileURLToPath(new URL("./connection_child.mjs", import.meta.url));
  const reports = [];
  const start = (...args) => spawn(process.execPath, [script, ...args], { stdio: ["pipe", "pipe", "inherit"] });
  const process1 = start();
  const conn = await kimi.connect(kimiNode.child(process1, { termAfter: 600_000 }), {
    onReport: (r) => reports.push(r),
    handshake: { protocol_version: "1.10" },
    handle: { ApprovalRequest: (r) => ({ request_id: r.id, response: "approve" }) },
  });
  const turn = conn.call("prompt", { user_input: "a".repeat(300_000) });
  let chars = 0;
  for await (const event of turn.events()) if (event.type === "ContentPart" && event.payload.type === "text") chars += event.payload.text.length;
  assert.equal((await turn).status, "finished");
  assert.equal(chars, 300_000);
  await conn.close();
  assert.equal(process1.exitCode, 0);
  assert.deepEqual(reports, []);

  const torn = await kimi.connect(kimiNode.child(start("torn")), { onReport: (r) => reports.push(r) });
  await assert.rejects(torn.call("prompt", { user_input: "" }), { reason: "disconnected" });
  assert.deepEqual(reports.map((r) => r.kind), ["unreadable", "truncated"]);

  const stubborn = start("stubborn");
  const deaf = await kimi.connect(kimiNode.child(stubborn, { termAfter: 50, killAfter: 600_000 }));
  await wait(100);
  await deaf.close();
  assert.equal(stubborn.signalCode, "SIGTERM");

  const missing = await kimi.connect(kimiNode.child(spawn("/nonexistent/program")));
  const { reason, cause } = await missing.closed;
  assert.deepEqual([reason, cause.code], ["disconnected", "ENOENT"]);
});

test("sockets", async () => {
  const agents = [];
  const server = net.createServer((socket) => {
    agents.push(klp.serve(klpNode.duplex(socket), { handle: { "system.handshake": () => ({ protocol: 1, agent_version: "1", features: [], session: { user: "u", session_id: 1, pc_id: "p" } }), "system.ping": () => ({ pong: true }) } }));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const handshake = { client: "t", client_version: "1", protocol: [1], features: [] };
  const conn = await klp.connect(klpNode.duplex(net.connect(server.address().port, "127.0.0.1")), { handshake });
  await conn.call("system.ping").catch((e) => assert.equal(e.name, "ResponseError"));
  await conn.close();
  assert.equal(await agents[0].closed, undefined);
  const cut = net.connect(server.address().port, "127.0.0.1");
  const lost = await klp.connect(klpNode.duplex(cut), { handshake });
  const call = lost.call("system.ping");
  cut.destroy();
  await assert.rejects(call, { reason: "disconnected" });
  server.close();
  const refused = await klp.connect(klpNode.duplex(net.connect(server.address()?.port ?? 1, "127.0.0.1"))).catch((e) => e);
  assert.equal((await refused.closed).reason, "disconnected");
});

/** Starts both ends of a debugger over two transports, and makes a call. */
async function debug([near, far]) {
  const adapter = dap.serve(far, { handle: { initialize: () => ({ supportsStepBack: true }) } });
  const conn = await dap.connect(near);
  const call = conn.call("initialize", { adapterID: "x".repeat(10_000) });
  assert.equal((await call).supportsStepBack, true);
  await conn.close();
  assert.equal(await adapter.closed, undefined);
  await assert.rejects(conn.call("threads"), { reason: "closed" });
}

test("streams of the web", async () => {
  const [up, down] = [new TransformStream(), new TransformStream()];
  await debug([dap.streams({ readable: down.readable, writable: up.writable }), dap.streams({ readable: up.readable, writable: down.writable })]);
});

test("message ports", async () => {
  const { port1, port2 } = new MessageChannel();
  await debug([dap.messagePort(port1), dap.messagePort(port2)]);
});

/** One of two WebSockets that are connected to each other. */
class FakeSocket extends EventTarget {
  readyState = 0;
  bufferedAmount = 0;
  binaryType = "blob";
  open() {
    this.readyState = 1;
    this.dispatchEvent(new Event("open"));
  }
  send(text) {
    setTimeout(() => this.peer.dispatchEvent(Object.assign(new Event("message"), { data: this.bytes ? new TextEncoder().encode(text).buffer : text })));
  }
  close() {
    if (this.readyState === 3) return;
    this.readyState = 3;
    setTimeout(() => {
      this.dispatchEvent(new Event("close"));
      this.peer.close();
    });
  }
}

test("WebSockets", async () => {
  const [a, b] = [new FakeSocket(), new FakeSocket()];
  Object.assign(a, { peer: b, bytes: true });
  b.peer = a;
  const both = [dap.webSocket(a), dap.webSocket(b)];
  setTimeout(() => (a.open(), b.open()), 20);
  await debug(both);
  const odd = new FakeSocket();
  odd.peer = new FakeSocket();
  odd.peer.peer = odd;
  odd.open();
  const conn = await dap.connect(dap.webSocket(odd));
  odd.dispatchEvent(Object.assign(new Event("message"), { data: { neither: true } }));
  assert.equal((await conn.closed).reason, "framing");
});

test("CommonJS", async () => {
  const require = createRequire(import.meta.url);
  const { connect, pair, serve, ResponseError } = require("dap/connection");
  const [near, far] = pair();
  serve(far, { handle: { initialize: () => ({}) } });
  const conn = await connect(near);
  assert.deepEqual(await conn.call("initialize", { adapterID: "x" }), {});
  await assert.rejects(conn.call("attach", {}), ResponseError);
  assert.equal(typeof require("dap/node").child, "function");
  assert.equal(typeof dapNode.stdio, "function");
});
