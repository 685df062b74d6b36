// A program that is an agent on its standard streams, or does something wrong there.
import { serve } from "kimi-wire/connection";
import { stdio } from "kimi-wire/node";

const greeted = { protocol_version: "1.10", server: { name: "agent", version: "1" }, slash_commands: [], hooks: { supported_events: [], configured: {} }, capabilities: {} };

switch (process.argv[2]) {
  case "torn":
    process.stdout.write('not json\n{"jsonrpc":"2.0","me', () => process.exit(1));
    break;
  case "stubborn":
    setInterval(() => {}, 1000);
    process.stdin.resume();
    break;
  default: {
    const agent = serve(stdio(process), {
      handle: {
        initialize: () => greeted,
        async prompt({ user_input }, { connection }) {
          connection.notify("TurnBegin", { user_input: "" });
          const { response } = await connection.call("ApprovalRequest", { id: "a", tool_call_id: "t", sender: "s", action: "x", description: "", display: [] });
          if (response !== "approve") return { status: "cancelled" };
          for (let at = 0; at < user_input.length; at += 1000) await connection.notify("ContentPart", { type: "text", text: user_input.slice(at, at + 1000) });
          return { status: "finished" };
        },
      },
    });
    await agent.closed;
  }
}
