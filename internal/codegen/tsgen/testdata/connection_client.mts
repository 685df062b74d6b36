// A client of Kimi Wire with all that its agent may ask.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline/promises";
import * as wire from "kimi-wire";
import { connect } from "kimi-wire/connection";
import { child } from "kimi-wire/node";

const terminal = createInterface({ input: process.stdin, output: process.stdout });
const [program = "kimi", ...args] = process.argv.slice(2);

const conn = await connect(child(spawn(program, args.length > 0 ? args : ["--wire"], { stdio: ["pipe", "pipe", "inherit"] })), {
  handshake: {
    protocol_version: wire.PROTOCOL_VERSION,
    client: { name: "terminal", version: "1" },
    external_tools: [{ name: "time", description: "Tells the time.", parameters: { type: "object", properties: {} } }],
    hooks: [{ id: "stop", event: "Stop" }],
    capabilities: { supports_question: true },
  },
  handle: {
    async ApprovalRequest({ id, description }, { signal }) {
      const yes = await terminal.question(`${description} [y/n] `, { signal });
      return { request_id: id, response: yes === "y" ? "approve" : "reject" };
    },
    async QuestionRequest({ id, questions }, { signal }) {
      const answers: Record<string, string> = {};
      for (const { question } of questions) answers[question] = await terminal.question(`${question} `, { signal });
      return { request_id: id, answers };
    },
    ToolCallRequest: ({ id }) => ({
      tool_call_id: id,
      return_value: { is_error: false, output: new Date().toISOString(), message: "", display: [] },
    }),
    HookRequest: ({ id }) => ({ request_id: id, action: "allow" }),
  },
  onReport: ({ kind, text }) => console.error(`${kind}: ${text}`),
});

for (;;) {
  const user_input = await terminal.question("> ").catch(() => "");
  if (user_input === "") break;
  const stop = new AbortController();
  terminal.once("SIGINT", () => stop.abort());
  const turn = conn.call("prompt", { user_input }, { signal: stop.signal });
  for await (const event of turn.events()) {
    if (!wire.isEvent(event) || !wire.isKnownEvent(event)) continue;
    if (event.type === "ContentPart" && wire.isKnownContentPart(event.payload) && event.payload.type === "text") process.stdout.write(event.payload.text);
  }
  console.log(`\n${(await turn).status}`);
}
await conn.close();
terminal.close();
