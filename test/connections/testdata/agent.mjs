// An agent on a Unix socket, which does something else in each turn. What is reported goes
// to the standard error.
import { createServer } from "node:net";
import { serve } from "../../../gen/ts/connection.js";
import { duplex } from "../../../gen/ts/node.js";

const chance = (n) => Math.floor(Math.random() * n);
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

const handle = {
  initialize: () => ({
    protocol_version: "1.10", server: { name: "ts", version: "1" }, slash_commands: [],
    hooks: { supported_events: [], configured: {} }, capabilities: { supports_question: true },
  }),
  async prompt(params, { signal, connection }) {
    await connection.notify("TurnBegin", { user_input: params.user_input });
    for (let n = 1 + chance(6); n > 0 && !signal.aborted; n--) {
      switch (chance(5)) {
        case 0:
          await connection.call("ApprovalRequest", { id: crypto.randomUUID(), tool_call_id: "t", sender: "s", action: "a", description: "d", display: [] });
          break;
        case 1:
          await connection.call("QuestionRequest", { id: crypto.randomUUID(), tool_call_id: "t", questions: [] });
          break;
        case 2:
          await pause(chance(4));
          break;
        default:
          await connection.notify("StepBegin", { n });
          await connection.notify("ContentPart", { type: "text", text: "word" });
      }
    }
    await connection.notify("TurnEnd", {});
    return { status: signal.aborted ? "cancelled" : "finished" };
  },
  steer: () => ({ status: "steered" }),
  async set_plan_mode({ enabled }, { connection }) {
    await connection.notify("StatusUpdate", { plan_mode: enabled });
    return { status: "ok", plan_mode: enabled };
  },
  replay: () => ({ status: "finished", events: 0, requests: 0 }),
};

createServer((socket) => {
  serve(duplex(socket), { handle, onReport: ({ kind, text }) => console.error(`${kind}: ${text}`) });
}).listen(process.argv[2], () => console.log("ready"));
