// Clients of the agent on a Unix socket: SOCKET SESSIONS. Each does something else. It
// prints how many calls ended how.
import { createConnection } from "node:net";
import { connect, ResponseError, ConnectionError } from "../../../gen/ts/connection.js";
import { duplex } from "../../../gen/ts/node.js";

const chance = (n) => Math.floor(Math.random() * n);
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const ended = {};

async function count(name, call) {
  try {
    await call;
    ended[`${name} ok`] = (ended[`${name} ok`] ?? 0) + 1;
  } catch (err) {
    const how = err instanceof ResponseError ? err.errorName : err instanceof ConnectionError ? err.reason : (err.name ?? String(err));
    ended[`${name} ${how}`] = (ended[`${name} ${how}`] ?? 0) + 1;
    if (!["prompt INVALID_STATE", "steer INVALID_STATE", "cancel INVALID_STATE", "replay INVALID_STATE"].includes(`${name} ${how}`)) console.error(name, err);
  }
}

async function session() {
  const conn = await connect(duplex(createConnection(process.argv[2])), {
    handshake: { protocol_version: "1.10", capabilities: { supports_question: true } },
    handle: {
      async ApprovalRequest({ id }) {
        await pause(chance(3));
        return { request_id: id, response: "approve" };
      },
      QuestionRequest: ({ id }) => ({ request_id: id, answers: {} }),
    },
    // An answer that is not owed any more is not a fault: the turn was cancelled.
    onReport: ({ kind, text }) => kind === "settled" || console.error(`${kind}: ${text}`),
  });
  for (let n = 1 + chance(4); n > 0; n--) {
    const turn = conn.call("prompt", { user_input: "x" });
    const others = [];
    if (chance(2)) others.push(count("set_plan_mode", conn.call("set_plan_mode", { enabled: true })));
    if (chance(3) === 0) others.push(count("steer", conn.call("steer", { user_input: "y" })));
    if (chance(3) === 0) others.push(pause(chance(3)).then(() => count("cancel", conn.call("cancel"))));
    let last = "";
    for await (const event of turn.events()) last = event.type ?? last;
    await count("prompt", turn);
    await Promise.all(others);
  }
  await count("replay", conn.call("replay"));
  await conn.close();
}

for (let left = Number(process.argv[3]); left > 0; left -= 20) {
  await Promise.all(Array.from({ length: Math.min(20, left) }, session));
}
console.log(JSON.stringify(ended));
