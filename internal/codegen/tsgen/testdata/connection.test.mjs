// The two ends of a connection of Kimi Wire, over a pair in memory.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as wire from "kimi-wire";
import { AnswerError, ConnectionError, ResponseError, Session, SessionError, TimeoutError, connect, pair, serve } from "kimi-wire/connection";

const greeting = { protocol_version: "1.10", client: { name: "test" }, capabilities: { supports_question: true } };
const greeted = { protocol_version: "1.10", server: { name: "agent", version: "1" }, slash_commands: [], hooks: { supported_events: [], configured: {} }, capabilities: {} };
const initialize = () => greeted;
const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const aborted = (signal) => new Promise((resolve) => (signal.aborted ? resolve() : signal.addEventListener("abort", resolve)));
const approval = { id: "a1", tool_call_id: "t1", sender: "tool", action: "run", description: "ls", display: [] };

/** Both ends, with what they report. */
async function both(client = {}, agent = {}) {
  const [near, far] = pair();
  const reports = { client: [], agent: [] };
  const served = serve(far, { onReport: (r) => reports.agent.push(r), ...agent, handle: { initialize, ...agent.handle } });
  const conn = await connect(near, { onReport: (r) => reports.client.push(r), handshake: greeting, ...client });
  return { conn, served, reports, kinds: (of) => reports[of].map((r) => r.kind) };
}

/** The client's end, and a peer that is written by hand. */
async function against(options = {}, script = () => {}) {
  const [near, far] = pair();
  const seen = [];
  const reports = [];
  const send = (message) => far.send(typeof message === "string" ? message : JSON.stringify(message));
  (async () => {
    for await (const text of far.messages) {
      const message = JSON.parse(text);
      seen.push(message);
      script(message, send);
    }
  })();
  const conn = await connect(near, { onReport: (r) => reports.push(r), ...options });
  return { conn, seen, reports, send, far, kinds: () => reports.map((r) => r.kind) };
}

test("a handshake, calls both ways, and events within a call", async () => {
  const { conn, served, reports } = await both(
    { handle: { ApprovalRequest: (r) => ({ request_id: r.id, response: "approve" }) } },
    {
      handle: {
        async prompt({ user_input }, { connection, id, method }) {
          connection.notify("TurnBegin", { user_input });
          const { response } = await connection.call("ApprovalRequest", approval);
          connection.notify("ContentPart", { type: "text", text: `${method} ${typeof id} ${response}` });
          connection.notify("TurnEnd");
          return { status: "finished" };
        },
      },
    },
  );
  assert.equal(conn.version, "1.10");
  assert.equal(served.version, "1.10");
  assert.equal(conn.handshake.server.name, "agent");
  assert.equal(served.handshake.client.name, "test");
  const heard = [];
  conn.on("TurnBegin", (payload, { history }) => heard.push([payload.user_input, history]));
  const off = conn.on("event", (event) => heard.push(event.type));
  const turn = conn.call("prompt", { user_input: "hi" });
  const events = [];
  for await (const event of turn.events()) events.push(event.payload);
  assert.equal((await turn).status, "finished");
  assert.deepEqual(events, [{ user_input: "hi" }, { type: "text", text: "prompt string approve" }, {}]);
  assert.deepEqual(heard, [["hi", false], "TurnBegin", "ContentPart", "TurnEnd"]);
  off();
  assert.equal(await conn.close(), undefined);
  assert.equal(await served.closed, undefined);
  assert.deepEqual(reports, { client: [], agent: [] });
});

test("events come before the result, and what is unread is dropped", async () => {
  const { conn } = await both({}, {
    handle: {
      prompt(_, { connection }) {
        for (let n = 0; n < 5000; n++) connection.notify("StepBegin", { n });
        return { status: "finished" };
      },
    },
  });
  const order = [];
  conn.on("StepBegin", ({ n }) => n === 4999 && order.push("last"));
  const turn = conn.call("prompt", { user_input: "" });
  for await (const event of turn.events()) if (event.payload.n === 3) break;
  order.push((await turn).status);
  assert.deepEqual(order, ["last", "finished"]);
  const all = conn.call("prompt", { user_input: "" });
  let count = 0;
  for await (const event of all.events()) count += event.type === "StepBegin" ? 1 : 0;
  assert.equal(count, 5000);
});

test("a call is cancelled in the way of the protocol", async () => {
  const { conn, reports } = await both({}, {
    handle: {
      async prompt(_, { signal }) {
        await aborted(signal);
        assert.equal(signal.reason.reason, "cancelled");
        return { status: "cancelled" };
      },
    },
  });
  const stop = new AbortController();
  const turn = conn.call("prompt", { user_input: "" }, { signal: stop.signal });
  setTimeout(() => stop.abort(new Error("enough")), 20);
  assert.deepEqual((await turn).status, "cancelled"); // the answer in time
  assert.equal((await conn.call("prompt", { user_input: "" }, { timeout: 20 })).status, "cancelled");
  await assert.rejects(conn.call("prompt", { user_input: "" }, { signal: AbortSignal.abort(new Error("before")) }), /before/);
  assert.deepEqual(reports, { client: [], agent: [] });
});

test("a call that is not answered after it was cancelled, and its late answer", async () => {
  const { conn, seen, kinds, send } = await against({ cancelWait: 30 });
  const turn = conn.call("prompt", { user_input: "" }, { timeout: 10 });
  await assert.rejects(turn, (e) => e instanceof TimeoutError && /10 ms/.test(e.message));
  assert.deepEqual(seen.map((m) => m.method), ["prompt", "cancel"]);
  send({ jsonrpc: "2.0", id: turn.id, result: { status: "finished" } });
  send({ jsonrpc: "2.0", id: "never", result: {} });
  await wait(20);
  assert.deepEqual(kinds().filter((k) => k !== "cancel"), ["late", "unknown_id"]);
  // A method that nothing cancels is only not waited for.
  await assert.rejects(conn.call("initialize", greeting, { timeout: 10 }), TimeoutError);
  assert.equal(seen.at(-1).method, "initialize");
});

test("errors: declared ones, failures, and what has no handler", async () => {
  const { conn, kinds } = await both({}, {
    handle: {
      prompt() {
        throw new ResponseError(wire.newError("LLM_NOT_SET", undefined, "no model"));
      },
      steer: () => Promise.reject(new Error("a secret")),
      cancel() {
        throw wire.newError("INVALID_STATE");
      },
    },
  });
  await assert.rejects(conn.call("prompt", { user_input: "" }), { name: "ResponseError", code: -32001, errorName: "LLM_NOT_SET", message: "no model" });
  await assert.rejects(conn.call("set_plan_mode", { enabled: true }), { code: -32601, errorName: "METHOD_NOT_FOUND" });
  await assert.rejects(conn.call("steer", { user_input: "" }), { errorName: "INVALID_STATE" }); // the rule, before the handler
  await assert.rejects(conn.call("prompt", { user_input: 7 }), wire.WireError);
  await assert.rejects(conn.call("promt", {}), { code: -32601 });
  assert.deepEqual(kinds("agent"), ["unknown_method"]);
});

test("a handler that fails does not say why", async () => {
  const { conn, reports } = await both({}, { handle: { prompt: () => Promise.reject(new Error("a secret")) } });
  const error = await conn.call("prompt", { user_input: "" }).catch((e) => e);
  assert.equal(error.errorName, "INTERNAL_ERROR");
  assert.ok(!error.message.includes("secret"));
  assert.equal(reports.agent[0].kind, "handler");
  assert.equal(reports.agent[0].error.message, "a secret");
});

test("what breaks a rule is not sent", async () => {
  const { conn, served, reports } = await both({}, {
    handle: {
      prompt: async () => (await wait(30), { status: "finished" }),
      set_plan_mode: () => ({ status: "ok", plan_mode: true }),
    },
  });
  assert.throws(() => served.notify("TurnBegin", { user_input: "" }), (e) => e instanceof SessionError && e.rule === "during" && e.element === "TurnBegin");
  await assert.rejects(served.call("QuestionRequest", { id: "q", tool_call_id: "t", questions: [] }, { failSafe: false }).then(() => assert.fail()), (e) => e.code === -32601);
  // The result comes only after the event that the spec has before it.
  await assert.rejects(conn.call("set_plan_mode", { enabled: true }), { errorName: "INTERNAL_ERROR" });
  assert.match(reports.agent.at(-1).text, /comes before "StatusUpdate"/);
  // The agent answers by the rule what the client need not know.
  const first = conn.call("prompt", { user_input: "" });
  await assert.rejects(conn.call("prompt", { user_input: "" }), { errorName: "INVALID_STATE" });
  assert.equal((await first).status, "finished");
});

test("gates, versions and a peer without the handshake", async () => {
  const { served } = await both({ handshake: { ...greeting, capabilities: {} } });
  await assert.rejects(served.call("QuestionRequest", { id: "q", tool_call_id: "t", questions: [] }), { name: "SessionError", rule: "gate" });
  const old = await against({ handshake: greeting }, ({ method, id }, send) => {
    if (method === "initialize") send({ jsonrpc: "2.0", id, error: { code: -32601, message: "no" } });
  });
  assert.equal(old.conn.version, "1.1");
  await assert.rejects(old.conn.call("steer", { user_input: "" }), { name: "SessionError", rule: "since" });
  const [near, far] = pair();
  const agent = serve(far, { handle: { prompt: () => ({ status: "finished" }) } });
  const silent = await connect(near);
  assert.equal(silent.version, "1.1");
  assert.equal((await silent.call("prompt", { user_input: "" })).status, "finished");
  assert.equal(agent.version, "1.1");
  const refused = against({ handshake: async () => greeting }, ({ id }, send) => send({ jsonrpc: "2.0", id, error: { code: -32000, message: "busy" } }));
  await assert.rejects(refused, { errorName: "INVALID_STATE" });
});

test("an asker has the fail-safe answer where there is no other", async () => {
  const { served, kinds } = await both({ handle: { HookRequest: () => ({ request_id: "h" }), ApprovalRequest: () => Promise.reject(new Error("no")) } });
  assert.equal((await served.call("ApprovalRequest", approval)).response, "reject");
  await assert.rejects(served.call("ApprovalRequest", { ...approval, id: "a2" }, { failSafe: false }), ResponseError);
  const lost = await both({ handle: { ApprovalRequest: (_, { signal }) => aborted(signal) } });
  const asked = lost.served.call("ApprovalRequest", approval);
  await wait(10);
  await lost.conn.close();
  assert.equal((await asked).response, "reject");
  assert.deepEqual(kinds("agent"), ["on_failure"]);
});

test("a request that is settled otherwise", async () => {
  let reason;
  const { served, kinds } = await both({
    handle: {
      async ApprovalRequest(_, { signal }) {
        await aborted(signal);
        reason = signal.reason.reason;
        return { request_id: "a1", response: "approve" };
      },
    },
  });
  const asked = served.call("ApprovalRequest", approval, { failSafe: false });
  await wait(10);
  served.notify("ApprovalResponse", { request_id: "a1", response: "reject" });
  await assert.rejects(asked, { name: "ConnectionError", reason: "settled" });
  await wait(10);
  assert.equal(reason, "settled");
  assert.deepEqual(kinds("client"), ["settled"]);
  const again = served.call("ApprovalRequest", approval); // its id is free
  served.notify("ApprovalResponse", { request_id: "a1", response: "reject" });
  assert.equal((await again).response, "reject");
});

test("a handler that stops because its request was settled has not failed", async () => {
  const { served, kinds } = await both({
    handle: {
      async ApprovalRequest(_, { signal }) {
        await aborted(signal);
        throw signal.reason;
      },
    },
  });
  const asked = served.call("ApprovalRequest", approval, { failSafe: false });
  await wait(10);
  served.notify("ApprovalResponse", { request_id: "a1", response: "reject" });
  await assert.rejects(asked, { name: "ConnectionError", reason: "settled" });
  await wait(10);
  assert.deepEqual(kinds("client"), []);
});

test("a replay is history", async () => {
  const asked = [];
  const { conn } = await both({ handle: { ApprovalRequest: (r) => asked.push(r) } }, {
    handle: {
      async replay(_, { connection }) {
        await connection.notify("TurnBegin", { user_input: "x" }); // of a turn that was, which was refused
        connection.notify("StepBegin", { n: 1 });
        await assert.rejects(connection.call("ApprovalRequest", approval), { reason: "history" });
        return { status: "finished", events: 2, requests: 1 };
      },
    },
  });
  const replay = conn.call("replay");
  const seen = [];
  for await (const item of replay.events()) seen.push(item.type);
  assert.deepEqual(seen, ["TurnBegin", "StepBegin", "ApprovalRequest"]);
  assert.equal((await replay).requests, 1);
  assert.deepEqual(asked, []);
});

test("garbage is answered, and the session goes on", async () => {
  const { conn, seen, kinds, send } = await against({ handle: { ApprovalRequest: (r) => ({ request_id: r.id, response: "approve" }) } });
  send("not json");
  send("[]");
  send("7");
  send({ jsonrpc: "2.0", id: "r1", method: "request", params: { type: "ApprovalRequest", payload: {} } });
  send({ jsonrpc: "2.0", id: "r2", method: "nothing" });
  send({ jsonrpc: "2.0", method: "nothing" });
  send({ jsonrpc: "2.0", id: "r3", method: "prompt", params: { user_input: "" } }); // for the other side
  send({ jsonrpc: "2.0", id: "r4", method: "request", params: { type: "NewRequest", payload: {} } });
  send({ jsonrpc: "2.0", id: "__proto__", method: "__proto__", params: {} });
  send({ jsonrpc: "2.0", id: "constructor", method: "constructor" });
  send({ jsonrpc: "2.0", id: null, error: { code: -32700, message: "what?" } });
  send({ jsonrpc: "2.0", id: "a1", method: "request", params: { type: "ApprovalRequest", payload: approval } });
  await wait(20);
  const codes = seen.map((m) => [m.id, m.error?.code ?? m.result.response]);
  assert.deepEqual(codes.slice(0, 4), [[null, -32700], [null, -32600], [null, -32600], ["r1", -32602]]);
  assert.deepEqual(codes.slice(4), [["r2", -32601], ["r3", -32601], ["r4", -32601], ["__proto__", -32601], ["constructor", -32601], ["a1", "approve"]]);
  assert.match(seen[3].error.message, /^params\.payload\.id/);
  assert.equal(kinds().filter((k) => k === "unreadable").length, 4);
  assert.ok(kinds().includes("error"));
  await conn.close();
});

test("answers that cannot be read, and ids that are used twice", async () => {
  let calls = 0;
  const { conn, seen, kinds, send } = await against(
    { handle: { HookRequest: async () => (calls++, await wait(20), { request_id: "h1" }) } },
    ({ method, id }, reply) => {
      if (method === "prompt") reply({ jsonrpc: "2.0", id, result: { status: 7 } });
      if (method === "set_plan_mode") reply({ jsonrpc: "2.0", id, result: {}, error: { code: 1, message: "" } });
    },
  );
  conn.version = "1.10";
  await assert.rejects(conn.call("prompt", { user_input: "" }), (e) => e instanceof AnswerError && e.errors[0].path === "status");
  await assert.rejects(conn.call("set_plan_mode", { enabled: true }), AnswerError);
  const hook = { jsonrpc: "2.0", id: "h1", method: "request", params: { type: "HookRequest", payload: { id: "h1", subscription_id: "s", event: "Stop", target: "", input_data: {} } } };
  send(hook);
  send(hook);
  await wait(60);
  assert.equal(calls, 1);
  assert.equal(seen.filter((m) => m.id === "h1").length, 1);
  assert.ok(kinds().includes("duplicate_id"));
});

test("a request that is sent again before the handshake is over is asked once", async () => {
  let asked = 0;
  const request = { jsonrpc: "2.0", id: "a1", method: "request", params: { type: "ApprovalRequest", payload: approval } };
  const { seen, kinds } = await against(
    { handshake: greeting, handle: { ApprovalRequest: async (r) => (asked++, await wait(10), { request_id: r.id, response: "approve" }) } },
    async ({ method, id }, send) => {
      if (method !== "initialize") return;
      send(request);
      send(request);
      await wait(30);
      send({ jsonrpc: "2.0", id, result: greeted });
    },
  );
  assert.equal(asked, 1);
  assert.equal(seen.filter((m) => m.id === "a1").length, 1);
  assert.deepEqual(kinds(), []);
});

test("methods that the protocol does not declare", async () => {
  const told = [];
  const { conn, kinds } = await both({}, {
    unknown(method, params, { id }) {
      told.push([method, params, id === null]);
      if (method === "_fails") throw new ResponseError(wire.newError("INVALID_STATE"));
      return method === "_adds" ? params.a + params.b : undefined;
    },
  });
  assert.equal(await conn.callRaw("_adds", { a: 1, b: 2 }), 3);
  await assert.rejects(conn.callRaw("_fails"), { errorName: "INVALID_STATE" });
  await assert.rejects(conn.callRaw("_other"), { errorName: "METHOD_NOT_FOUND" });
  conn.notifyRaw("_note", [7]);
  await wait(5);
  assert.deepEqual(told.at(-1), ["_note", [7], true]);
  assert.deepEqual(kinds("agent"), []);
});

test("the end of a connection rejects what is pending", async () => {
  const { conn, far } = await against();
  const pending = [conn.call("prompt", { user_input: "" }), conn.call("cancel")];
  const settled = Promise.allSettled(pending);
  const events = conn.events();
  await wait(5);
  far.close();
  for (const { reason } of await settled) assert.ok(reason instanceof ConnectionError && reason.reason === "disconnected");
  assert.deepEqual(await events.next(), { done: true, value: undefined });
  await assert.rejects(conn.call("cancel"), { reason: "disconnected" });
  assert.throws(() => conn.notify("x"), ConnectionError);
  assert.equal(await conn.closed, undefined);
  const own = await against();
  const call = own.conn.call("prompt", { user_input: "" });
  own.conn.close();
  await assert.rejects(call, { reason: "closed" });
  await own.conn.close();
});

test("handlers that run at the end of the input may still answer", async () => {
  const seen = [];
  const late = (async function* () {
    yield JSON.stringify({ jsonrpc: "2.0", id: "a1", method: "request", params: { type: "ApprovalRequest", payload: approval } });
  })();
  await connect(
    { send: (text) => void seen.push(JSON.parse(text)), messages: late, close() {} },
    { handle: { ApprovalRequest: async (r) => (await wait(10), { request_id: r.id, response: "approve" }) } },
  );
  await wait(40);
  assert.equal(seen[0].result.response, "approve");
});

test("a slow iterator slows the reading, and ends the connection only if nothing is taken", async () => {
  const step = (n) => ({ jsonrpc: "2.0", method: "event", params: { type: "StepBegin", payload: { n } } });
  const slow = await against({ maxRead: 100_000, stallWait: 50 });
  const turn = slow.conn.call("prompt", { user_input: "" });
  turn.events(); // nobody reads them
  for (let n = 0; n < 300; n++) slow.send(step(n));
  await assert.rejects(turn, (e) => e.reason === "slow_consumer" && /[1-9]\d* events for a reader/.test(e.message));
  assert.equal((await slow.conn.closed).reason, "slow_consumer");

  const { conn, send } = await against({ maxRead: 100_000, stallWait: 5000 });
  const call = conn.call("prompt", { user_input: "" });
  const events = call.events();
  let waiting = 0;
  for (let n = 0; n < 3000; n++) if (send(step(n))) waiting++;
  send({ jsonrpc: "2.0", id: call.id, result: { status: "finished" } });
  assert.ok(waiting > 2800, String(waiting)); // the sender is told to wait
  let count = 0;
  for await (const { payload } of events) {
    assert.equal(payload.n, count++);
    if (count % 100 === 0) await wait(1);
  }
  assert.equal(count, 3000);
  assert.equal((await call).status, "finished");
});

test("requests beyond the limit wait, and messages that cannot be sent are refused", async () => {
  let running = 0;
  let most = 0;
  const handler = async (r) => {
    most = Math.max(most, ++running);
    await wait(2);
    running--;
    return { request_id: r.id, response: "approve" };
  };
  const { seen, send } = await against({ maxHandlers: 4, handle: { ApprovalRequest: handler } });
  for (let n = 0; n < 50; n++) send({ jsonrpc: "2.0", id: `a${n}`, method: "request", params: { type: "ApprovalRequest", payload: { ...approval, id: `a${n}` } } });
  await wait(300);
  assert.equal(seen.length, 50);
  assert.equal(most, 4);
  const stuck = { send: () => new Promise(() => {}), messages: (async function* () { await new Promise(() => {}); })(), close() {} };
  const conn = await connect(stuck, { maxUnsent: 100 });
  for (let n = 0; n < 2; n++) conn.call("prompt", { user_input: "" }).catch(() => {});
  await assert.rejects(conn.call("cancel"), { reason: "overflow" });
});

test("handlers, callbacks and reports that throw end nothing", async () => {
  const { conn, send } = await against({
    onReport() {
      throw new Error("report");
    },
    on: {
      StepBegin() {
        throw new Error("callback");
      },
      TurnEnd: () => Promise.reject(new Error("later")),
    },
    handle: { ApprovalRequest: () => ({ response: 7 }) },
  });
  send({ jsonrpc: "2.0", method: "event", params: { type: "StepBegin", payload: { n: 1 } } });
  send({ jsonrpc: "2.0", method: "event", params: { type: "TurnEnd", payload: {} } });
  send({ jsonrpc: "2.0", id: "a1", method: "request", params: { type: "ApprovalRequest", payload: approval } });
  await wait(20);
  const call = conn.call("cancel");
  send({ jsonrpc: "2.0", id: call.id, result: {} });
  assert.deepEqual(await call, {});
});

test("messages that are too long", async () => {
  const { conn, seen, kinds, send } = await against({ maxBytes: 200 });
  send({ jsonrpc: "2.0", method: "event", params: { type: "TurnBegin", payload: { user_input: "é".repeat(200) } } });
  const call = conn.call("cancel");
  send({ jsonrpc: "2.0", id: call.id, result: {} });
  await call;
  assert.ok(kinds().includes("too_large"));
  assert.equal(seen.find((m) => m.error)?.error.code, -32600);
});

/** Two ends whose sessions outlive their connections. */
function sessions(handle) {
  const near = new Session();
  const far = new Session();
  const dial = async () => {
    const [one, two] = pair();
    const sent = [];
    const send = two.send;
    const agent = serve({ ...two, send: (text) => (sent.push(JSON.parse(text)), send(text)) }, { session: far, handle: { initialize: () => greeted } });
    const client = await connect(one, { session: near, handshake: greeting, handle });
    return { client, agent, sent, one, two };
  };
  return { near, far, dial };
}

test("a request outlives its connection, and is asked once", async () => {
  let asked = 0;
  let seen;
  let answer = () => {};
  const { dial } = sessions({
    ApprovalRequest: (r, context) => (asked++, (seen = context), new Promise((resolve) => (answer = () => resolve({ request_id: r.id, response: "approve" })))),
  });
  const first = await dial();
  const call = first.agent.call("ApprovalRequest", approval);
  await wait(10);
  await first.client.close();
  await first.agent.closed;
  assert.equal(seen.signal.aborted, false);
  const second = await dial();
  assert.equal(seen.connection, second.client);
  assert.deepEqual(second.sent.map((m) => m.method ?? "answer"), ["request", "answer"]);
  answer();
  assert.equal((await call).response, "approve");
  assert.equal(asked, 1);
  await second.client.close();
});

test("an answer that was lost with its connection is sent again", async () => {
  let asked = 0;
  const { dial } = sessions({ ApprovalRequest: (r) => (asked++, { request_id: r.id, response: "approve" }) });
  const first = await dial();
  first.one.send = () => {}; // nothing arrives any more
  const { agent } = first;
  const call = agent.call("ApprovalRequest", approval);
  await wait(10);
  const second = await dial(); // the first ends
  assert.equal((await call).response, "approve");
  assert.equal((await agent.closed).reason, "disconnected");
  assert.equal(asked, 1);
  // The same id for another question.
  await second.agent.call("ApprovalRequest", { ...approval, action: "other" });
  assert.equal(asked, 2);
  await second.client.close();
});

test("a session that is closed ends what waits for another connection", async () => {
  let seen;
  const { near, far, dial } = sessions({ ApprovalRequest: (_, context) => ((seen = context), new Promise(() => {})) });
  const { client, agent } = await dial();
  const call = agent.call("ApprovalRequest", approval, { failSafe: false });
  await wait(10);
  await client.close();
  await agent.closed;
  far.close();
  await assert.rejects(call, (e) => e instanceof ConnectionError && e.reason === "closed");
  near.close();
  assert.equal(seen.signal.aborted, true);
});
