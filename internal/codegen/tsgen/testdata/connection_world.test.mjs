// What a connection of TypeScript lives in: peers that read nothing or go away, queues that are full, ends.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as wire from "kimi-wire";
import { connect, pair, serve } from "kimi-wire/connection";
import { newError, redacted } from "world";
import * as world from "world/connection";

const greeting = { protocol_version: "1.10", client: { name: "test" } };
const greeted = { protocol_version: "1.10", server: { name: "agent", version: "1" }, slash_commands: [], hooks: { supported_events: [], configured: {} }, capabilities: {} };
const aborted = (signal) => new Promise((resolve) => (signal.aborted ? resolve() : signal.addEventListener("abort", resolve)));
const approval = (id) => ({ id, tool_call_id: "t1", sender: "tool", action: "run", description: "ls", display: [] });
const asked = (id, more) => ({ jsonrpc: "2.0", id, method: "request", params: { type: "ApprovalRequest", payload: { ...approval(id), ...more } } });
const approve = (r) => ({ request_id: r.id, response: "approve" });

/** Returns a promise, and what fulfils it. */
function gate() {
  const out = {};
  out.promise = new Promise((resolve) => (out.open = resolve));
  return out;
}

/** Fulfilled when a condition holds. */
async function until(condition) {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 1));
}

/** A peer that is written by hand: what arrives, and whether it reads. */
function peer(begin, options = {}) {
  const inbox = [];
  let wake = () => {};
  let ended = false;
  const seen = [];
  const held = [];
  const state = { reads: true, taken: 0, closed: false };
  const transport = {
    send(text) {
      if (state.broken) throw new Error("EPIPE");
      seen.push(JSON.parse(text));
      if (state.reads) return undefined;
      return new Promise((resolve) => held.push(resolve));
    },
    messages: (async function* () {
      for (;;) {
        while (inbox.length > 0) {
          state.taken++;
          yield inbox.shift();
        }
        if (ended) return;
        await new Promise((resolve) => (wake = resolve));
      }
    })(),
    close() {
      state.closed = true;
      ended = true;
      wake();
    },
  };
  const send = (...messages) => {
    for (const m of messages) inbox.push(typeof m === "string" ? m : JSON.stringify(m));
    wake();
  };
  const end = () => {
    ended = true;
    wake();
  };
  const write = (n = Infinity) => {
    for (const resolve of held.splice(0, n)) resolve();
  };
  const reports = [];
  const conn = begin(transport, { onReport: (r) => reports.push(r), ...options });
  return { conn, seen, send, end, write, state, reports, kinds: () => reports.map((r) => r.kind) };
}

/** Two transports between which a number of characters may be under way, as in a socket. */
function narrow(most) {
  const lane = () => {
    const texts = [];
    let size = 0;
    let onText = () => {};
    let ended = false;
    const senders = [];
    return {
      send(text) {
        texts.push(text);
        size += text.length;
        onText();
        return size > most ? new Promise((resolve) => senders.push(resolve)) : undefined;
      },
      messages: (async function* () {
        for (;;) {
          while (texts.length > 0) {
            const text = texts.shift();
            size -= text.length;
            if (size <= most) for (const resolve of senders.splice(0)) resolve();
            yield text;
          }
          if (ended) return;
          await new Promise((resolve) => (onText = resolve));
        }
      })(),
      close() {
        ended = true;
        onText();
      },
    };
  };
  const [up, down] = [lane(), lane()];
  const end = (out, into) => ({ send: out.send, messages: into.messages, close: () => (out.close(), into.close()) });
  return [end(up, down), end(down, up)];
}

const client = async (options) => {
  const p = peer(connect, options);
  return { ...p, conn: await p.conn };
};

// Answers were not counted: a peer that read nothing made the other end grow without end.
test("handlers do not start while answers wait to be written, and reading pauses", async () => {
  let started = 0;
  const big = "x".repeat(1000);
  const handle = { ApprovalRequest: (r) => (started++, { request_id: r.id, response: "approve", feedback: big }) };
  const p = await client({ handle, maxWrite: 10_000, maxRead: 100_000, stallWait: 60_000 });
  p.state.reads = false;
  for (let n = 0; n < 1000; n++) p.send(asked(`a${n}`));
  await until(() => p.state.taken >= 50);
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.ok(started <= 11, `${started} handlers have started`);
  assert.ok(p.state.taken < 120, `${p.state.taken} messages were read`);
  p.state.reads = true;
  p.write();
  await until(() => p.seen.length === 1000);
  assert.deepEqual(p.seen.map((m) => m.id), Array.from({ length: 1000 }, (_, n) => `a${n}`));
  await p.conn.close();
});

test("answers of handlers that run already wait, too", async () => {
  const go = gate();
  const big = "x".repeat(1000);
  const handle = { ApprovalRequest: async (r) => (await go.promise, { request_id: r.id, response: "approve", feedback: big }) };
  const p = await client({ handle, maxWrite: 10_000 });
  p.state.reads = false;
  p.send(...Array.from({ length: 100 }, (_, n) => asked(`a${n}`)));
  await until(() => p.state.taken === 100);
  go.open();
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.ok(p.seen.length < 12, `${p.seen.length} answers were given to the transport`);
  p.state.reads = true;
  p.write();
  await until(() => p.seen.length === 100);
  await p.conn.close();
});

// The same for the answers of the connection itself, to what is undeclared or no message.
for (const [what, text] of [["undeclared methods", '{"jsonrpc":"2.0","id":"1","method":"other"}'], ["what is no message", "x"]]) {
  test(`answers to ${what} make reading pause, and the connection ends if none is written`, async () => {
    const p = await client({ maxRead: 50_000, stallWait: 50 });
    p.state.reads = false;
    for (let n = 0; n < 5000; n++) p.send(text);
    const { reason, message } = await p.conn.closed;
    assert.equal(reason, "slow_consumer");
    assert.match(message, /bytes (for being written|that wait)/);
    assert.ok(p.state.taken < 60, `${p.state.taken} messages were read`);
  });
}

test("notifications wait from maxWrite on, and what exceeds maxUnsent is refused", async () => {
  const p = peer(serve, { handle: { initialize: () => greeted, prompt: () => new Promise(() => {}) }, maxWrite: 1000, maxUnsent: 3000, stallWait: 60_000 });
  p.send({ jsonrpc: "2.0", id: "1", method: "prompt", params: { user_input: "" } });
  p.state.reads = false;
  await until(() => p.state.taken === 1);
  await new Promise((resolve) => setTimeout(resolve, 5));
  let error;
  let sent = 0;
  const waits = [];
  while (!error) {
    try {
      waits.push(p.conn.notify("StepBegin", { n: sent++ }));
    } catch (e) {
      error = e;
    }
  }
  assert.equal(error.reason, "overflow");
  const size = JSON.stringify(p.seen[0]).length;
  assert.ok(sent >= 3000 / (size + 4) && sent <= 3000 / size + 2, `${sent} messages of ${size} bytes`);
  assert.equal(await Promise.race([waits.at(-1), "waits"]), "waits");
  assert.ok(p.seen.length < waits.length); // the transport does not have all
  p.state.reads = true;
  p.write();
  await Promise.all(waits);
  assert.equal(p.seen.length, waits.length);
  assert.deepEqual(p.seen.map((m) => m.params.payload.n), waits.map((_, n) => n));
  p.state.reads = false;
  for (let n = 0; n < 30; n++) p.conn.notify("StepBegin", { n });
  void p.conn.close();
});

test("a connection of which nothing is written ends", async () => {
  const p = await client({ maxWrite: 100, stallWait: 50 });
  p.state.reads = false;
  const calls = Array.from({ length: 5 }, () => p.conn.call("cancel").catch((e) => e.reason));
  const { reason, message } = await p.conn.closed;
  assert.equal(reason, "slow_consumer");
  assert.match(message, /^nothing was written of \d+ bytes/);
  assert.deepEqual(new Set(await Promise.all(calls)), new Set(["slow_consumer"]));
});

// An answer waited behind all calls, so that two ends with many calls waited for each other.
test("two ends that make many calls at once", async () => {
  const [near, far] = pair();
  const text = "x".repeat(20_000);
  const o = { maxWrite: 100_000, maxRead: 500_000, stallWait: 20_000 };
  const a = await connect(near, { ...o, handle: { ApprovalRequest: approve } });
  const b = serve(far, { ...o, unknown: (_, params) => ({ n: params.n }) });
  const calls = [];
  for (let n = 0; n < 200; n++) {
    calls.push(b.call("ApprovalRequest", { ...approval(`r${n}`), description: text }, { failSafe: false }));
    calls.push(a.callRaw("echo", { n, text }));
  }
  assert.equal((await Promise.all(calls)).length, 400);
  await a.close();
});

// Both had read all that they may, so that no answer could pass the calls.
test("two ends that make many calls at once, with handlers that take time", async () => {
  const [near, far] = narrow(50_000);
  const text = "x".repeat(5000);
  const o = { maxWrite: 50_000, maxRead: 500_000, stallWait: 3000 };
  const slow = async (answer) => (await new Promise((resolve) => setTimeout(resolve, 20)), answer);
  const a = await connect(near, { ...o, handle: { ApprovalRequest: (r) => slow({ ...approve(r), feedback: text }) } });
  const b = serve(far, { ...o, unknown: (_, params) => slow(params) });
  const calls = [];
  for (let n = 0; n < 400; n++) {
    calls.push(b.call("ApprovalRequest", { ...approval(`r${n}`), description: text }, { failSafe: false }));
    calls.push(a.callRaw("echo", { n, text }));
  }
  assert.equal((await Promise.all(calls)).length, 800);
  await a.close();
});

// Calls of handlers are not held back for good: the requests that wait could not be handled.
test("handlers that make calls while many requests wait", async () => {
  const [near, far] = narrow(50_000);
  const text = "x".repeat(5000);
  const o = { maxWrite: 50_000, maxRead: 500_000, stallWait: 3000, maxHandlers: 5 };
  const a = await connect(near, { ...o, handle: { ApprovalRequest: async (r, { connection }) => (await connection.callRaw("echo", { text }), approve(r)) } });
  const b = serve(far, { ...o, unknown: (_, params) => params });
  const calls = Array.from({ length: 400 }, (_, n) => b.call("ApprovalRequest", { ...approval(`r${n}`), description: text }, { failSafe: false }));
  assert.equal((await Promise.all(calls)).length, 400);
  await a.close();
});

test("requests beyond the slots wait inside the connection, which sees what is behind them", async () => {
  const first = gate();
  const order = [];
  const handle = {
    async ApprovalRequest(r) {
      order.push(r.id);
      if (r.id === "a0") await first.promise;
      return approve(r);
    },
  };
  const p = await client({ handle, maxHandlers: 1 });
  const call = p.conn.call("cancel");
  const second = gate();
  p.conn.handle("HookRequest", () => second.promise);
  p.send(...Array.from({ length: 50 }, (_, n) => asked(`a${n}`)));
  p.send({ jsonrpc: "2.0", id: call.id, result: {} });
  assert.deepEqual(await call, {}); // its answer is behind 50 requests, of which two may run: one slot is that of the call
  assert.equal(order[0], "a0");
  first.open();
  await until(() => p.seen.filter((m) => m.result).length === 50);
  assert.deepEqual(order, Array.from({ length: 50 }, (_, n) => `a${n}`));
  await p.conn.close();
});

// With a call open, a full queue ended the connection at once.
test("callbacks within callbacks need no more slots than there are", async () => {
  const [near, far] = pair();
  const handle = (own, method) => ({
    [method]: async (params, { connection }) => {
      const { n } = params;
      return n === 0 ? { n } : { n: 1 + (await connection.callRaw(own, { n: n - 1 })).n };
    },
  });
  const unknown = (own) => (method, params, context) => handle(own, method)[method](params, context);
  const a = await connect(near, { maxHandlers: 2, unknown: unknown("there") });
  const b = serve(far, { maxHandlers: 2, unknown: unknown("back") });
  const all = await Promise.all(Array.from({ length: 20 }, () => a.callRaw("there", { n: 200 })));
  assert.deepEqual(all.map(({ n }) => n), Array(20).fill(200));
  await a.close();
  assert.equal(await b.closed, undefined);
});

// A client that went away with 1,001 requests left 1,000 handlers that nothing stopped.
test("the end of the input is seen behind requests that wait, and stops their handlers after closeWait", async () => {
  let running = 0;
  const handle = {
    async ApprovalRequest(r, { signal }) {
      running++;
      await aborted(signal);
      running--;
      return approve(r);
    },
  };
  const p = await client({ handle, maxHandlers: 10, closeWait: 30 });
  p.send(...Array.from({ length: 2000 }, (_, n) => asked(`a${n}`)));
  p.end();
  await until(() => running === 10);
  assert.equal(await p.conn.closed, undefined);
  assert.equal(running, 0);
});

test("requests that arrived before the end of the input are answered", async () => {
  const go = gate();
  const handle = { ApprovalRequest: async (r, { signal }) => (await go.promise, { request_id: r.id, response: signal.aborted ? "reject" : "approve" }) };
  const p = await client({ handle, maxHandlers: 1 });
  const call = p.conn.call("cancel");
  p.send(asked("a0"), asked("a1"), asked("a2"));
  p.end();
  await assert.rejects(call, { reason: "disconnected" });
  await assert.rejects(p.conn.call("cancel"), { reason: "disconnected" });
  go.open();
  assert.equal(await p.conn.closed, undefined);
  assert.deepEqual(p.seen.slice(1).map((m) => [m.id, m.result.response]), [["a0", "approve"], ["a1", "approve"], ["a2", "approve"]]);
});

test("a write that fails ends what is open at once", async () => {
  const go = gate();
  let stopped = false;
  const handle = {
    async ApprovalRequest(r, { signal }) {
      if (r.id === "a0") return go.promise.then(() => approve(r));
      await aborted(signal);
      stopped = true;
      return approve(r);
    },
  };
  const p = await client({ handle });
  p.send(asked("a0"), asked("a1"));
  p.end();
  p.state.broken = true;
  go.open();
  assert.equal((await p.conn.closed).reason, "disconnected");
  assert.ok(stopped);
});

test("a queue of requests: cancelled ones are answered, the others wait", async () => {
  const go = gate();
  const ran = [];
  const agent = peer(serve, {
    maxHandlers: 1,
    handle: { initialize: () => greeted, async set_plan_mode() { await go.promise; return { status: "ok", plan_mode: true }; }, prompt: (p) => (ran.push(p.user_input), { status: "cancelled" }), cancel: () => ({}) },
  });
  agent.send({ jsonrpc: "2.0", id: "1", method: "set_plan_mode", params: { enabled: true } });
  agent.send({ jsonrpc: "2.0", id: "2", method: "prompt", params: { user_input: "q" } });
  agent.send({ jsonrpc: "2.0", id: "3", method: "cancel" });
  await until(() => agent.state.taken === 3);
  assert.deepEqual(ran, []);
  go.open();
  await until(() => agent.seen.length >= 3);
  assert.deepEqual(ran, ["q"]); // its handler is told, because no error of the protocol says that it was cancelled
  await agent.conn.close();
});

test("shutdown answers what has arrived, and refuses what comes then", async () => {
  const go = gate();
  const p = await client({ handle: { ApprovalRequest: async (r) => (await go.promise, approve(r)) }, maxHandlers: 1 });
  p.send(asked("a0"), asked("a1"));
  await until(() => p.state.taken === 2);
  const over = p.conn.shutdown();
  const again = p.conn.shutdown({ timeout: 60_000 });
  p.send(asked("a2"));
  await until(() => p.seen.length === 1);
  assert.deepEqual([p.seen[0].id, p.seen[0].error.code, p.seen[0].error.message], ["a2", -32603, "the connection is shutting down"]);
  go.open();
  await Promise.all([over, again]);
  assert.deepEqual(p.seen.map((m) => m.id), ["a2", "a0", "a1"]);
  assert.equal(await p.conn.closed, undefined);
  assert.ok(p.state.closed);
  await assert.rejects(p.conn.call("cancel"), { reason: "closed" });
});

test("a shutdown that takes too long, or is aborted", async () => {
  for (const [options, expected] of [[{ timeout: 20 }, /within 20 ms/], [{ signal: AbortSignal.abort(new Error("enough")) }, /enough/]]) {
    let stopped = false;
    const p = await client({ handle: { ApprovalRequest: async (r, { signal }) => (await aborted(signal), (stopped = true), approve(r)) } });
    p.send(asked("a0"));
    await until(() => p.state.taken === 1);
    await assert.rejects(p.conn.shutdown(options), expected);
    assert.equal(await p.conn.closed, undefined);
    assert.ok(stopped);
  }
});

test("close writes what was sent before, does not wait for handlers, and may be called in one", async () => {
  const go = gate();
  const p = await client({
    handle: {
      async ApprovalRequest(r, { connection }) {
        void connection.call("cancel").catch(() => {});
        await connection.close();
        await go.promise;
        return approve(r);
      },
    },
  });
  p.state.reads = false;
  p.send(asked("a0"));
  await until(() => p.seen.length === 1);
  assert.equal(p.state.closed, false);
  p.write();
  await until(() => p.state.closed);
  assert.equal(await Promise.race([p.conn.closed, new Promise((resolve) => setTimeout(resolve, 20, "open"))]), "open"); // its handler runs
  go.open();
  assert.equal(await p.conn.closed, undefined);
  assert.equal(p.seen.length, 1);
});

test("close does not wait for a peer that reads nothing", async () => {
  const p = await client({ closeWait: 20 });
  p.state.reads = false;
  void p.conn.call("cancel").catch(() => {});
  await p.conn.close();
  assert.ok(p.state.closed);
});

test("a connection on which nothing happens ends after idleWait, if nothing is open", async () => {
  const alive = setInterval(() => {}, 1000); // the clock does not keep the program running
  const open = await client({ idleWait: 20 });
  const call = open.conn.call("cancel");
  await new Promise((resolve) => setTimeout(resolve, 100));
  open.send({ jsonrpc: "2.0", id: call.id, result: {} });
  await call;
  assert.equal((await open.conn.closed).reason, "idle");
  clearInterval(alive);
});

test("a handshake that is not answered within handshakeWait", async () => {
  const alive = setInterval(() => {}, 1000);
  const p = peer(connect, { handshake: greeting, handshakeWait: 20 });
  await assert.rejects(p.conn, { reason: "handshake" });
  const left = await client({ handshakeWait: 20 }); // the protocol has peers without one
  assert.equal(await Promise.race([left.conn.closed, new Promise((resolve) => setTimeout(resolve, 60, "open"))]), "open");
  await left.conn.close();
  clearInterval(alive);
});

// Calls that were given up were kept for ever.
test("of the calls that were given up, the session knows the last ones", async () => {
  const p = await client({ cancelWait: 0 });
  const ids = [];
  for (let n = 0; n < 1100; n++) {
    const call = p.conn.call("initialize", greeting, { timeout: 1 });
    ids.push(call.id);
    await call.catch(() => {});
  }
  for (const id of [ids[0], ids.at(-1)]) p.send({ jsonrpc: "2.0", id, result: greeted });
  await until(() => p.kinds().length >= 2);
  assert.deepEqual(p.kinds(), ["unknown_id", "late"]);
  await p.conn.close();
});

// 30 calls with one signal made Node warn of a leak.
test("calls that share a signal have one listener", async () => {
  const p = await client();
  const stop = new AbortController();
  let listeners = 0;
  const { addEventListener, removeEventListener } = stop.signal;
  stop.signal.addEventListener = function (...args) {
    listeners++;
    return addEventListener.apply(this, args);
  };
  stop.signal.removeEventListener = function (...args) {
    listeners--;
    return removeEventListener.apply(this, args);
  };
  const calls = Array.from({ length: 30 }, () => p.conn.call("cancel", undefined, { signal: stop.signal }));
  assert.equal(listeners, 1);
  for (const { id } of calls.slice(0, 29)) p.send({ jsonrpc: "2.0", id, result: {} });
  await Promise.all(calls.slice(0, 29));
  assert.equal(listeners, 1);
  stop.abort(new Error("enough"));
  await assert.rejects(calls[29], /enough/);
  assert.equal(listeners, 0);
  await p.conn.close();
});

test("incoming: requests, events and what is undeclared can be changed, refused and answered", async () => {
  const seen = [];
  const p = await client({
    handle: { ApprovalRequest: (r) => ({ request_id: r.id, response: r.action === "changed" ? "approve" : "reject" }) },
    on: { StepBegin: ({ n }) => seen.push(n) },
    incoming(request, next) {
      seen.push(`${request.kind} ${request.name} ${request.method}`);
      if (request.name === "StepBegin") return request.params.n === 1 ? next({ n: 7 }) : undefined;
      if (request.name === "own") return { own: request.id };
      if (request.params?.action === "refuse") throw wire.newError("INVALID_STATE");
      return next(request.params && { ...request.params, action: "changed" });
    },
  });
  const step = (n) => ({ jsonrpc: "2.0", method: "event", params: { type: "StepBegin", payload: { n } } });
  p.send(asked("a0"), asked("a1", { action: "refuse" }), step(1), step(2), { jsonrpc: "2.0", id: "u", method: "own" }, { jsonrpc: "2.0", id: "v", method: "other" });
  await until(() => p.seen.length === 4);
  const by = Object.fromEntries(p.seen.map((m) => [m.id, m.result ?? m.error.code]));
  assert.deepEqual(by, { a0: { request_id: "a0", response: "approve", feedback: "" }, a1: -32000, u: { own: "u" }, v: -32601 });
  assert.deepEqual(seen, ["request ApprovalRequest request", "request ApprovalRequest request", "event StepBegin event", 7, "event StepBegin event", "request own own", "request other other"]);
  await p.conn.close();
});

test("outgoing: calls and notifications can be changed and refused, and how they end is told", async () => {
  const told = [];
  const p = await client({
    outgoing(o) {
      if (o.name === "steer") throw new Error("not now");
      if (o.name === "prompt") o.params = { user_input: "changed" };
      return (result, error) => told.push([o.kind, o.name, result?.status, error?.message]);
    },
  });
  await assert.rejects(p.conn.call("steer", { user_input: "" }), /not now/);
  const call = p.conn.call("prompt", { user_input: "x" });
  await until(() => p.seen.length === 1);
  assert.equal(p.seen[0].params.user_input, "changed");
  p.send({ jsonrpc: "2.0", id: call.id, result: { status: "finished" } });
  await call;
  await assert.rejects(p.conn.call("prompt", { user_input: 7 }, { signal: AbortSignal.abort(new Error("before")) }), /before/);
  p.conn.notifyRaw("_note", {});
  assert.deepEqual(told, [["request", "prompt", "finished", undefined], ["request", "prompt", undefined, "before"], ["notification", "_note", undefined, undefined]]);
  await p.conn.close();
});

/** Both ends of the protocol world.yaml, with what is on the wire between them. */
async function worlds(client = {}, agent = {}) {
  const [near, far] = world.pair();
  const served = world.serve(far, agent);
  const conn = await world.connect(near, client);
  return { conn, served };
}

// Nobody closed the connection when the session had ended.
test("a request that ends the session ends the connection at both ends", async () => {
  let stopped = false;
  const handle = { bye: () => ({}), wait: async (_, { signal }) => (await aborted(signal), (stopped = true), {}) };
  const { conn, served } = await worlds({}, { handle });
  const open = conn.call("wait").catch((e) => e.reason);
  assert.deepEqual(await conn.call("bye"), {});
  assert.equal(await conn.closed, undefined);
  assert.equal(await served.closed, undefined);
  assert.ok(["closed", "settled"].includes(await open));
  assert.ok(stopped);
});

test("an end that only says bye writes its answer first", async () => {
  const p = peer(world.serve, { handle: { bye: () => ({}) } });
  p.state.reads = false;
  p.send({ jsonrpc: "2.0", id: "1", method: "bye" });
  await until(() => p.seen.length === 1);
  assert.equal(p.state.closed, false);
  p.write();
  assert.equal(await p.conn.closed, undefined);
  assert.deepEqual(p.seen, [{ jsonrpc: "2.0", id: "1", result: {} }]);
});

test("a notification that ends the session: after it is written, and after its handler", async () => {
  const go = gate();
  let done = false;
  const p = peer(world.serve, { on: { exit: async () => (await go.promise, (done = true)) } });
  p.send({ jsonrpc: "2.0", method: "exit", params: {} });
  await until(() => p.state.taken === 1);
  assert.equal(p.state.closed, false);
  go.open();
  assert.equal(await p.conn.closed, undefined);
  assert.ok(done);
  const { conn, served } = await worlds({}, { on: { exit: () => served.close() } });
  await conn.notify("exit", {});
  assert.equal(await conn.closed, undefined);
  assert.equal(await served.closed, undefined);
});

test("a request that is cancelled while it waits for a handler is answered without one", async () => {
  const go = gate();
  let waited = 0;
  const p = peer(world.serve, { maxHandlers: 1, handle: { ping: () => go.promise, wait: () => (waited++, {}) } });
  p.send({ jsonrpc: "2.0", id: "1", method: "ping" }, { jsonrpc: "2.0", id: "2", method: "wait" }, { jsonrpc: "2.0", method: "stop", params: { id: "2" } });
  await until(() => p.seen.length === 1);
  assert.deepEqual([p.seen[0].id, p.seen[0].error.code], ["2", -32004]);
  go.open();
  await until(() => p.seen.length === 2);
  assert.equal(waited, 0);
  await p.conn.close();
});

// Node handles what has arrived before timers that are over, so that a late answer was taken.
test("an answer after the time of its request, before the timer", async () => {
  const p = peer(world.connect);
  const conn = await p.conn;
  const call = conn.call("hurry");
  const until = performance.now() + 40;
  while (performance.now() < until);
  p.send({ jsonrpc: "2.0", id: call.id, result: {} });
  await assert.rejects(call, { reason: "settled" });
  assert.deepEqual(p.kinds(), ["late"]);
  await conn.close();
});

test("progress begins the time of a call again, if it is asked to", async () => {
  let beats = 0;
  const handle = {
    async load({ key }, { connection }) {
      while (++beats <= 8) {
        await connection.notify("loaded", { key, value: { percent: beats } });
        await new Promise((resolve) => setTimeout(resolve, 40));
      }
      return {};
    },
  };
  const { conn, served } = await worlds({}, { handle });
  await conn.call("load", { key: "k" }, { timeout: 200, resetByProgress: true });
  assert.equal(beats, 9);
  served.handle("load", () => new Promise(() => {}));
  await assert.rejects(conn.call("load", { key: "k" }, { timeout: 20, resetByProgress: true }), { name: "TimeoutError" });
  await conn.close();
});

test("a copy that may be printed has no secrets, and values of other forms are none", () => {
  const login = { user: "u", password: "secret", tokens: ["secret"], note: "123456789", way: { kind: "key", key: "secret" }, pasword: "secret" };
  assert.deepEqual(redacted("Login", login), {
    user: "u", password: "[redacted]", tokens: ["[redacted]"], note: "12345…", way: { kind: "key", key: "[redacted]" }, pasword: "[a string of 6 characters]",
  });
  assert.equal(redacted("Login", "secret"), "[redacted]");
  assert.equal(redacted("Way", { kind: "other", key: "secret" }), "[an object]");
  assert.deepEqual(redacted("Way", { kind: "name", name: "shown" }), { kind: "name", name: "shown" });
  assert.deepEqual(redacted("Pair", ["shown", "secret"]), ["shown", "[redacted]"]);
  assert.deepEqual(redacted("Found", { all: [login], pair: "secret" }).pair, "[redacted]");
  assert.deepEqual(redacted("Message", { id: "1", method: "login", token: "secret", params: login }).params.password, "[redacted]");
  assert.deepEqual(redacted("Message", { id: "1", result: "secret" }), { id: "1", result: "[redacted]" });
  assert.deepEqual(redacted("Message", { id: "1", method: "undeclared", params: { a: "secret" } }).params, "[an object]");
  assert.equal(login.password, "secret");
});

test("a trace has what is sent and received, without secrets", async () => {
  const lines = [];
  const login = (more) => ({ user: "u", password: "secret", tokens: ["secret"], by_name: { a: "secret" }, note: "123456789", way: { kind: "key", key: "secret" }, ...more });
  const handle = {
    login: () => "secret",
    find: () => ({ all: [login({ next: login() })], pair: ["a", "secret"] }),
    ping() {
      throw newError("FAILED", { why: "secret" });
    },
    load: async ({ key }, { connection }) => (await connection.notify("loaded", { key, value: { percent: 1, code: "secret" } }), {}),
  };
  const trace = (t) => lines.push(t);
  const { conn } = await worlds({ trace, members: { token: "secret" } }, { handle, trace });
  assert.equal(await conn.call("login", login()), "secret");
  await conn.call("find", { word: "w" });
  await conn.call("load", { key: "k" });
  await conn.call("ping").catch(() => {});
  await conn.callRaw("other", { a: 1 }).catch(() => {});
  const text = JSON.stringify(lines);
  assert.ok(!text.includes("secret"), text);
  assert.deepEqual(lines[0], {
    sent: true, kind: "request", method: "login", name: "login", id: "1",
    message: {
      id: "1", method: "login", token: "[redacted]",
      params: { user: "u", password: "[redacted]", tokens: ["[redacted]"], by_name: { a: "[redacted]" }, note: "12345…", way: { kind: "key", key: "[redacted]" } },
    },
  });
  assert.deepEqual(lines.slice(0, 4).map(({ sent, kind, method }) => [sent, kind, method]), [[true, "request", "login"], [false, "request", "login"], [true, "response", "login"], [false, "response", "login"]]);
  assert.equal(lines[3].message.result, "[redacted]");
  assert.equal(lines.filter((l) => l.method === "find")[3].message.result.all[0].next.note, "12345…");
  assert.deepEqual(lines.filter((l) => l.kind === "response" && l.method === "ping")[1].message.error, { code: -32005, message: "FAILED", data: { why: "[redacted]" } });
  await conn.close();
});
