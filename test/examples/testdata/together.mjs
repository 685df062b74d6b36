// Sessions of two protocols in one program: AGENT JOURNAL SOCKET.
import { spawn } from "node:child_process";
import { createConnection } from "node:net";
import * as kimi from "../../../gen/ts/connection.js";
import { child } from "../../../gen/ts/node.js";
import * as klp from "../../../examples/klp/gen/ts/connection.js";
import { duplex } from "../../../examples/klp/gen/ts/node.js";

const [, , agent, journal, socket] = process.argv;
const onReport = ({ kind, text }) => console.log(`${kind}: ${text}`);
const rounds = 10;
let approvals = 0;
let words = 0;
let jobs = 0;
let ended;

const [session, pc] = await Promise.all([
  kimi.connect(child(spawn(agent, [journal], { stdio: ["pipe", "pipe", "inherit"] })), {
    handshake: { protocol_version: "1.10" },
    handle: {
      ApprovalRequest({ id }) {
        approvals++;
        return { request_id: id, response: "reject" };
      },
    },
    on: { ContentPart: () => words++ },
    onReport,
  }),
  klp.connect(duplex(createConnection(socket)), {
    handshake: { client: "both", client_version: "1", protocol: [1], features: ["push.jobs"] },
    on: { "jobs.progress": ({ exit_code, status }) => exit_code !== undefined && ended(status) },
    onReport,
  }),
]);
console.log(`kimi ${session.version}, klp ${pc.version}`);

async function turns() {
  for (let i = 0; i < rounds; i++) await session.call("prompt", { user_input: "list" });
}

async function runs() {
  await pc.call("jobs.subscribe");
  for (let i = 0; i < rounds; i++) {
    const end = new Promise((resolve) => (ended = resolve));
    await pc.call("jobs.execute", { id: "cleanup" });
    if ((await end) === "completed") jobs++;
  }
  // The errors of one package are not those of the other.
  const error = await pc.call("jobs.execute", { id: "reboot" }).catch((error) => error);
  if (!(error instanceof klp.ResponseError) || error instanceof kimi.ResponseError || error.errorName !== "Unauthorized") console.log(error);
}

await Promise.all([turns(), runs()]);
console.log(`${rounds} turns, ${approvals} approvals, ${words} words; ${jobs} jobs`);
await Promise.all([session.close(), pc.close()]);
