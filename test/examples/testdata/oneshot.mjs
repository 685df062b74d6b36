// Runs one turn of an agent with the generated TypeScript, as examples/agent/oneshot does in Go.
import { spawn } from "node:child_process";
import * as wire from "../../../gen/ts/index.js";
import { connect } from "../../../gen/ts/connection.js";
import { child } from "../../../gen/ts/node.js";

const [text, ...command] = process.argv.slice(2);
const agent = await connect(child(spawn(command[0], command.slice(1), { stdio: ["pipe", "pipe", "inherit"] })), {
  handshake: { protocol_version: wire.PROTOCOL_VERSION },
  handle: { ApprovalRequest: (request) => ({ request_id: request.id, response: "approve" }) },
  on: { ContentPart: (part) => process.stdout.write(part.text) },
});
const { status } = await agent.call("prompt", { user_input: text });
console.log(`\n${status}`);
await agent.close();
