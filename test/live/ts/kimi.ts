// The session of kimi_test.go, in TypeScript.
import assert from "node:assert/strict";
import * as wire from "kimi-wire";
import { connect, ResponseError, type ClientConnection } from "kimi-wire/connection";
import { child } from "kimi-wire/node";
import { later, peer, report, run } from "./session.js";

type Approve = (request: wire.ApprovalRequest, conn: ClientConnection, signal: AbortSignal) => Promise<wire.ApprovalResponseInput>;

const allow: Approve = async ({ id }) => ({ request_id: id, response: "approve" });

run(async () => {
  let approve = allow;
  const asked: string[] = [];
  const conn: ClientConnection = await connect(child(peer()), {
    handshake: {
      protocol_version: wire.PROTOCOL_VERSION,
      client: { name: "wiregen" },
      external_tools: [{ name: "open_in_editor", description: "Opens a file.", parameters: { type: "object", properties: { path: { type: "string" } } } }],
      hooks: [{ id: "hook", event: "PreToolUse", matcher: "Shell" }],
      capabilities: { supports_question: true, supports_plan_mode: true },
    },
    handle: {
      ApprovalRequest(request, { signal, connection }) {
        asked.push(`${request.tool_call_id} ${request.sender}`);
        return approve(request, connection, signal);
      },
      ToolCallRequest({ id, name, arguments: args }) {
        asked.push(`${name} ${args}`);
        return { tool_call_id: id, return_value: { is_error: false, output: "opened", message: "It is open.", display: [{ type: "brief", text: "opened" }] } };
      },
      QuestionRequest({ id, questions }) {
        const [first] = questions;
        assert(first);
        asked.push(first.question);
        return { request_id: id, answers: { [first.question]: "Tabs" } };
      },
      HookRequest({ id, event, target }) {
        asked.push(`hook ${event} ${target}`);
        return { request_id: id };
      },
    },
    onReport: report,
  });
  assert.equal(conn.version, "1.10");
  assert.deepEqual(conn.handshake?.external_tools?.accepted, ["open_in_editor"]);

  async function turn(text: string, said: string) {
    let words = "";
    const call = conn.call("prompt", { user_input: text });
    for await (const event of call.events()) {
      if (event.type === "ContentPart" && wire.isKnownContentPart(event.payload) && event.payload.type === "text") words += event.payload.text;
    }
    assert.equal((await call).status, "finished", text);
    assert.ok(words.includes(said), `${text}: ${words}`);
  }

  await turn("Hello", "Hello 😀,there.");
  await turn("What does the shell say?", "The shell has spoken.");
  approve = async ({ id }) => ({ request_id: id, response: "reject", feedback: "Not in this folder." });
  await turn("Write a note.", "Then I will not write it.");
  approve = allow;
  await turn("Open the note.", "It is open.");
  await turn("Indent it.", "Tabs it is.");
  approve = async (request, own, signal) => {
    await own.call("steer", { user_input: [{ type: "text", text: "Briefly." }] });
    return allow(request, own, signal);
  };
  await turn("And again?", "As you say.");
  assert.equal((await conn.call("set_plan_mode", { enabled: true })).plan_mode, true);
  assert.equal((await conn.call("set_plan_mode", { enabled: false })).plan_mode, false);

  // The signal cancels the turn; the approval that is open needs no answer then.
  const stop = new AbortController();
  const settled = later();
  approve = async (request, own, signal) => {
    stop.abort();
    await new Promise((done) => signal.addEventListener("abort", done));
    settled.done();
    throw signal.reason;
  };
  assert.equal((await conn.call("prompt", { user_input: "Wait." }, { signal: stop.signal })).status, "cancelled");
  await settled.promise;
  const refused = (error: unknown) => error instanceof ResponseError && error.errorName === "INVALID_STATE";
  await assert.rejects(conn.call("cancel"), refused);
  await assert.rejects(conn.call("steer", { user_input: "x" }), refused);
  await turn("Is that all?", "This is the end.");
  await assert.rejects(conn.call("prompt", { user_input: "More?" }), (error) => error instanceof ResponseError && error.errorName === "CHAT_PROVIDER_ERROR");

  const before = asked.length;
  const replay = conn.call("replay");
  let events = 0;
  let requests = 0;
  for await (const event of replay.events()) {
    if (wire.isRequest(event)) requests++;
    else events++;
  }
  assert.deepEqual(await replay, { status: "finished", events, requests });
  assert.ok(events > 50 && requests > 0 && asked.length === before, `${events} events, ${requests} requests`);
  await conn.close();
});
