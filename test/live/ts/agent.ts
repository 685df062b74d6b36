// The session of agent_test.go, in TypeScript.
import assert from "node:assert/strict";
import * as wire from "kimi-wire";
import { connect, ResponseError, type ClientConnection } from "kimi-wire/connection";
import { child } from "kimi-wire/node";
import { later, peer, report, run } from "./session.js";

type Approve = (request: wire.ApprovalRequest, signal: AbortSignal) => Promise<wire.ApprovalResponseInput>;

const allow: Approve = async ({ id }) => ({ request_id: id, response: "approve" });

run(async () => {
  let approve = allow;
  let asked = 0;
  const conn: ClientConnection = await connect(child(peer()), {
    handshake: {
      protocol_version: wire.PROTOCOL_VERSION,
      client: { name: "wiregen" },
      capabilities: { supports_question: true, supports_plan_mode: true },
    },
    handle: {
      ApprovalRequest(request, { signal }) {
        asked++;
        return approve(request, signal);
      },
      QuestionRequest({ id, questions }) {
        asked++;
        return { request_id: id, answers: Object.fromEntries(questions.map(({ question }) => [question, "Tabs"])) };
      },
    },
    onReport: report,
  });
  assert.equal(conn.version, "1.10");
  assert.equal(conn.handshake?.server.name, "scripted");
  assert.equal(conn.handshake?.capabilities?.supports_question, true);

  async function turn(text: string, said: string, seen: (event: wire.Event) => Promise<unknown> = async () => {}) {
    let words = "";
    const call = conn.call("prompt", { user_input: text });
    for await (const event of call.events()) {
      assert.ok(!wire.isRequest(event));
      if (event.type === "ContentPart" && wire.isKnownContentPart(event.payload) && event.payload.type === "text") words += event.payload.text;
      await seen(event);
    }
    assert.equal((await call).status, "finished", text);
    assert.ok(words.includes(said), `${text}: ${words}`);
  }

  await turn("grüß dich \u2028 😀", "You said: grüß dich \u2028 😀");
  await turn("list", "There are: a folder");
  approve = async ({ id }) => ({ request_id: id, response: "reject", feedback: "Not in this folder." });
  await turn("list", "The user said no.");
  await turn("ask", "You prefer Tabs.");
  // The agent waits until it is steered.
  await turn("wait", "You said Go on.", async ({ type }) => type === "StepBegin" && conn.call("steer", { user_input: "Go on" }));
  assert.equal((await conn.call("set_plan_mode", { enabled: true })).plan_mode, true);
  assert.equal((await conn.call("set_plan_mode", { enabled: false })).plan_mode, false);

  // The signal cancels the turn; the approval that is open needs no answer then.
  const stop = new AbortController();
  const settled = later();
  approve = async (request, signal) => {
    stop.abort();
    await new Promise((done) => signal.addEventListener("abort", done));
    settled.done();
    throw signal.reason;
  };
  assert.equal((await conn.call("prompt", { user_input: "list" }, { signal: stop.signal })).status, "cancelled");
  await settled.promise;
  const refused = (error: unknown) => error instanceof ResponseError && error.errorName === "INVALID_STATE";
  await assert.rejects(conn.call("cancel"), refused);
  await assert.rejects(conn.call("steer", { user_input: "x" }), refused);
  approve = allow;
  await turn("Is that all?", "You said: Is that all?");

  const before = asked;
  const replay = conn.call("replay");
  let events = 0;
  for await (const event of replay.events()) {
    assert.ok(!wire.isRequest(event));
    events++;
  }
  assert.deepEqual(await replay, { status: "finished", events, requests: 0 });
  assert.ok(events >= 30 && asked === before, `${events} events`);
  await conn.close();
});
