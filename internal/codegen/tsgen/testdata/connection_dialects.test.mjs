// Connections of protocols with other dialects: kinds of errors, shapes with a tag, names of
// members with a flag for success, progress, batches, limits that are agreed on.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as dap from "dap/connection";
import * as bridge from "idebridge/connection";
import * as idebridge from "idebridge";
import * as kimi from "kimi-wire/connection";
import * as klp from "klp/connection";
import { newError } from "klp";

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const collect = async (list) => {
  const out = [];
  for await (const item of list) out.push(item);
  return out;
};

/** A transport that keeps what is sent. */
function tapped([near, far]) {
  const sent = { near: [], far: [] };
  const tap = (end, list) => ({ ...end, messages: end.messages, close: () => end.close(), send: (text) => (list.push(JSON.parse(text)), end.send(text)) });
  return [tap(near, sent.near), tap(far, sent.far), sent];
}

test("KLP: features, subscriptions, errors by their kind", async () => {
  const [near, far, sent] = tapped(klp.pair());
  const handshake = { client: "test", client_version: "1", protocol: [1, 2], features: ["push.jobs"] };
  const agent = klp.serve(far, {
    handle: {
      "system.handshake": () => ({ protocol: 1, agent_version: "1", features: ["push.jobs", "push.state"], session: { user: "u", session_id: 1, pc_id: "p" } }),
      "jobs.subscribe": () => ({ subscription: "s" }),
      "jobs.kill"() {
        throw new klp.ResponseError(newError("NotFound", { detail: "no such job" }));
      },
      "system.ping": () => Promise.reject(new Error("secret")),
    },
  });
  const early = near.messages.next();
  near.send(JSON.stringify({ jsonrpc: "2.0", id: "e", method: "system.ping" }));
  assert.equal(JSON.parse((await early).value).error.data.kind, "InvalidRequest");
  const conn = await klp.connect(near, { handshake: () => handshake });
  assert.equal(conn.version, "1");
  assert.equal(conn.handshake.session.user, "u");
  const report = { run_id: "r", status: "running" };
  assert.throws(() => agent.notify("jobs.progress", report), { name: "SessionError", rule: "gate" });
  await assert.rejects(conn.call("state.subscribe"), { name: "SessionError", rule: "gate" });
  const heard = new Promise((resolve) => conn.on("jobs.progress", resolve));
  assert.equal((await conn.call("jobs.subscribe")).subscription, "s");
  agent.notify("jobs.progress", report);
  assert.equal((await heard).run_id, "r");
  const error = await conn.call("jobs.kill", { run_id: "r" }).catch((e) => e);
  assert.deepEqual([error.errorName, error.code, error.message, error.data], ["NotFound", -32001, "no such job", { kind: "NotFound", detail: "no such job" }]);
  assert.equal((await conn.call("system.ping").catch((e) => e)).data.kind, "InternalError");
  assert.equal((await conn.call("jobs.list").catch((e) => e)).errorName, "MethodNotFound");
  for (let n = 0; n < 56; n++) await conn.call("system.ping").catch(() => {});
  assert.equal((await conn.call("system.ping").catch((e) => e)).errorName, "RateLimit");
  near.send(JSON.stringify("x".repeat(1048577)));
  await wait(20);
  assert.equal(sent.far.at(-1).error.data.kind, "PayloadTooLarge");
  await conn.close();
});

test("a bridge: progress, a token in every message, batches, a limit that is agreed on", async () => {
  const [near, far, sent] = tapped(bridge.pair());
  const ide = [];
  const agent = bridge.serve(far, {
    onReport: (r) => ide.push(r.kind),
    handle: {
      "claude.initialize": ({ protocolVersion }) => ({ protocolVersion, capabilities: { openV2: true } }),
      "claude.ping": () => {},
      "claude.open"() {
        throw idebridge.newError("FILE_MISSING", { path: "a" });
      },
      "claude.open.v2"({ paths, token }, { connection }) {
        for (const pct of [0.5, 1]) connection.notify("progress", { token, pct });
        connection.notify("progress", { token: "another", pct: 0 });
        return { opened: paths };
      },
    },
  });
  const handshake = { protocolVersion: 2, capabilities: { supportsProgress: true, maxMessageBytes: 400 } };
  const conn = await bridge.connect(near, { handshake, members: { auth: "secret", sessionId: "s" } });
  assert.equal(conn.version, "2");
  assert.deepEqual(await conn.call("claude.ping"), {});
  assert.deepEqual(await agent.call("claude.ping").catch((e) => e.code), -32601);
  conn.handle("claude.ping", () => ({}));
  assert.deepEqual(await agent.call("claude.ping"), {});
  const open = conn.call("claude.open.v2", { paths: ["a"], token: "t" });
  const progress = collect(open.progress());
  const events = collect(open.events());
  assert.deepEqual(await open, { opened: ["a"] });
  assert.deepEqual((await progress).map(({ pct }) => pct), [0.5, 1]);
  assert.deepEqual((await events).map((m) => m.params.token), ["t", "t", "another"]);
  const error = await conn.call("claude.open", { path: "a" }).catch((e) => e);
  assert.deepEqual([error.code, error.errorName, error.data], [4204, "FILE_MISSING", { path: "a" }]);
  assert.ok(sent.near.every((m) => m.auth === "secret" && m.sessionId === "s" && m.jsonrpc === undefined));
  // The agent sends nothing longer than the client accepts; and answers instead that it cannot.
  assert.throws(() => agent.notify("progress", { token: "x".repeat(500), pct: 0 }), { name: "ConnectionError", reason: "too_large" });
  const long = await conn.call("claude.open.v2", { paths: ["x".repeat(500)] }).catch((e) => e);
  assert.equal(long.code, -32603);
  const before = sent.far.length;
  near.send(JSON.stringify([
    { type: "request", id: 100, method: "claude.ping" },
    { type: "nothing" },
    { type: "request", id: 101, method: "claude.nothing" },
  ]));
  await wait(10);
  assert.equal(sent.far.length, before + 1); // one array
  assert.deepEqual(sent.far[before].map((m) => [m.id, m.error?.code]).sort(), [[100, undefined], [101, -32601], [null, -32600]].sort());
  assert.ok(ide.includes("unreadable"));
  await conn.close();
});

test("a bridge: what comes before the handshake", async () => {
  const [near, far] = bridge.pair();
  bridge.serve(far, { handle: { "claude.ping": () => ({}) } });
  const conn = await bridge.connect(near);
  await assert.rejects(conn.call("claude.ping"), { name: "SessionError", rule: "first" });
  await conn.close();
});

test("DAP: names of members, one count of all messages, a flag for success", async () => {
  const [near, far, sent] = tapped(dap.pair());
  const adapter = dap.serve(far, {
    handle: {
      async initialize(_, { connection }) {
        setTimeout(() => connection.notify("initialized"), 5);
        return { supportsStepBack: true };
      },
      configurationDone: () => {},
      launch() {
        throw new dap.ResponseError({ message: "no such program", data: { error: { id: 1, format: "no" } } });
      },
      threads: () => ({ threads: [{ id: 1, name: "main" }] }),
    },
  });
  const conn = await dap.connect(near, { handle: { runInTerminal: () => ({ processId: 7 }) } });
  await assert.rejects(conn.call("configurationDone"), { name: "SessionError", rule: "after" });
  const ready = new Promise((resolve) => conn.on("initialized", resolve));
  const can = await conn.call("initialize", { adapterID: "x" });
  assert.equal(can.supportsStepBack, true);
  await ready;
  await conn.call("configurationDone");
  await assert.rejects(conn.call("initialize", { adapterID: "x" }), { rule: "once" });
  const error = await conn.call("launch", {}).catch((e) => e);
  assert.deepEqual([error.name, error.message, error.data?.error.format], ["ResponseError", "no such program", "no"]);
  assert.deepEqual((await conn.call("threads")).threads.map((x) => x.name), ["main"]);
  assert.equal((await adapter.call("runInTerminal", { cwd: "/", args: ["x"] })).processId, 7);
  await assert.rejects(conn.call("next", { threadId: 1 }), { name: "ResponseError" });
  for (const list of [sent.near, sent.far]) assert.deepEqual(list.map((m) => m.seq), list.map((_, i) => i + 1));
  assert.deepEqual(sent.near[0], { seq: 1, type: "request", command: "initialize", arguments: sent.near[0].arguments });
  assert.equal(sent.far.find((m) => m.type === "event").event, "initialized");
  await conn.call("disconnect").catch(() => {});
  await conn.close();
});

test("whatever arrives, both ends go on", async () => {
  let x = 7;
  const random = (n) => (x = (x * 48271) % 2147483647) % n;
  const pick = (list) => list[random(list.length)];
  const names = ["initialize", "prompt", "request", "event", "cancel", "system.ping", "jobs.progress", "claude.open", "progress", "stopped", "threads", "__proto__", "none"];
  const values = [undefined, null, 0, 1, -2.5, 1e300, "", "1", "x", true, [], {}, [[]], { type: "ApprovalRequest", payload: { id: "1" } }, { __proto__: null, constructor: 1 }, { kind: "NotFound" }];
  const members = ["jsonrpc", "id", "method", "params", "result", "error", "type", "seq", "request_seq", "command", "event", "success", "body", "message", "arguments"];
  const message = () => {
    const out = { jsonrpc: "2.0", id: pick(["1", 1, "2", null]), type: pick(["request", "response", "event", "notification"]) };
    for (let n = random(6); n >= 0; n--) out[pick(members)] = random(2) ? pick(values) : pick(names);
    const text = JSON.stringify(random(20) ? out : [out, pick(values), out]);
    const at = random(text.length);
    return random(10) ? text : text.slice(0, at) + pick(["", '"', "{", "\\ud800", "\u0000", "9"]) + text.slice(at + random(3));
  };
  for (const { pair, connect, serve } of [kimi, klp, bridge, dap]) {
    for (const begin of [connect, serve]) {
      const [near, far] = pair();
      const handle = Object.fromEntries(names.map((name) => [name, random(2) ? () => ({}) : () => Promise.reject(new Error(name))]));
      let reports = 0;
      const conn = await begin(near, { handle, onReport: () => reports++ });
      const answers = collect(far.messages);
      for (let n = 0; n < 2000; n++) await far.send(message());
      await wait(5);
      assert.equal(await Promise.race([conn.closed, "alive"]), "alive");
      assert.ok(reports > 500, String(reports));
      await conn.close();
      for (const text of await answers) JSON.parse(text);
    }
  }
});
