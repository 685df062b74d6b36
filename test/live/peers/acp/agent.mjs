// An agent on the official library of the agent client protocol, which has none.
// What it does in a turn is the text of the prompt.
import { Readable, Writable } from "node:stream";
import * as acp from "@agentclientprotocol/sdk";

const sessions = new Map();
const { agent: of, client: to } = acp.methods;

const text = (words) => ({ type: "text", text: words });

function sessionOf({ sessionId }) {
  const session = sessions.get(sessionId);
  if (session === undefined) throw acp.RequestError.resourceNotFound(sessionId);
  return session;
}

const modes = (current) => ({
  currentModeId: current,
  availableModes: [{ id: "ask", name: "Ask", description: "Asks before it writes" }, { id: "code", name: "Code" }],
});

const turns = {
  async say(update) {
    await update({ sessionUpdate: "agent_thought_chunk", content: text("What shall I say?") });
    await update({
      sessionUpdate: "plan",
      entries: [{ content: "Say something", priority: "high", status: "in_progress" }, { content: "Be silent", priority: "low", status: "pending" }],
    });
    for (const words of ["Grüße, ", "😀 ", "\u2028"]) await update({ sessionUpdate: "agent_message_chunk", content: text(words) });
    return { stopReason: "end_turn" };
  },

  async write(update, client, sessionId) {
    const toolCallId = "write-1";
    const path = "/project/note.txt";
    await update({ sessionUpdate: "tool_call", toolCallId, title: "Write a note", kind: "edit", status: "pending", locations: [{ path, line: 1 }], rawInput: { path, n: 1.5 } });
    const { outcome } = await client.request(to.session.requestPermission, {
      sessionId,
      toolCall: { toolCallId, title: "Write a note" },
      options: [{ optionId: "yes", name: "Yes", kind: "allow_once" }, { optionId: "no", name: "No", kind: "reject_once" }],
    });
    if (outcome.outcome === "cancelled") return { stopReason: "cancelled" };
    if (outcome.optionId !== "yes") {
      await update({ sessionUpdate: "tool_call_update", toolCallId, status: "failed" });
      return { stopReason: "refusal" };
    }
    const { content } = await client.request(to.fs.readTextFile, { sessionId, path, limit: 10 });
    const newText = `${content}A line.\n`;
    await client.request(to.fs.writeTextFile, { sessionId, path, content: newText });
    await update({
      sessionUpdate: "tool_call_update",
      toolCallId,
      status: "completed",
      content: [{ type: "diff", path, oldText: content, newText }, { type: "content", content: text("It is written.") }],
      rawOutput: [true, null],
    });
    return { stopReason: "end_turn" };
  },

  wait(update, client, sessionId, session) {
    return new Promise((done) => {
      session.cancel = () => done({ stopReason: "cancelled" });
      void update({ sessionUpdate: "agent_message_chunk", content: text("I wait.") });
    });
  },

  async extend(update, client) {
    const answer = await client.request("_example.com/ask", { n: 1 }).catch((error) => ({ code: error.code }));
    await client.notify("_example.com/tell", { n: 2 });
    await update({ sessionUpdate: "agent_message_chunk", content: text(JSON.stringify(answer)) });
    return { stopReason: "end_turn" };
  },

  async fail() {
    throw acp.RequestError.internalError({ reason: "It was asked to." });
  },
};

acp
  .agent({ name: "live" })
  .onRequest(of.initialize, () => ({
    protocolVersion: acp.PROTOCOL_VERSION,
    agentCapabilities: { loadSession: true, promptCapabilities: { image: true, embeddedContext: true } },
    agentInfo: { name: "live", version: "1" },
    authMethods: [],
  }))
  .onRequest(of.session.new, ({ params, client }) => {
    const sessionId = `session-${sessions.size + 1}`;
    sessions.set(sessionId, { cwd: params.cwd, said: [] });
    void client.notify(to.session.update, {
      sessionId,
      update: { sessionUpdate: "available_commands_update", availableCommands: [{ name: "help", description: "Helps", input: { hint: "with what" } }] },
    });
    return { sessionId, modes: modes("ask") };
  })
  .onRequest(of.session.load, async ({ params, client }) => {
    for (const content of sessionOf(params).said) {
      await client.notify(to.session.update, { sessionId: params.sessionId, update: { sessionUpdate: "user_message_chunk", content } });
    }
    return { modes: modes("code") };
  })
  .onRequest(of.session.setMode, async ({ params, client }) => {
    sessionOf(params);
    await client.notify(to.session.update, { sessionId: params.sessionId, update: { sessionUpdate: "current_mode_update", currentModeId: params.modeId } });
    return {};
  })
  .onRequest(of.session.prompt, async ({ params, client }) => {
    const session = sessionOf(params);
    session.said.push(...params.prompt);
    const update = (what) => client.notify(to.session.update, { sessionId: params.sessionId, update: what });
    return await turns[params.prompt[0].text](update, client, params.sessionId, session);
  })
  .onNotification(of.session.cancel, ({ params }) => sessionOf(params).cancel?.())
  .connect(acp.ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
