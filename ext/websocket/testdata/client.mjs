// A client of Kimi Wire over a WebSocket: some turns, of which the agent asks for approval.
import { connect, webSocket } from "../../../gen/ts/connection.js";

const [url, turns] = process.argv.slice(2);
let asked = 0;
const conn = await connect(webSocket(new WebSocket(url)), {
  handshake: { protocol_version: "1.10", client: { name: "test" } },
  handle: {
    ApprovalRequest: (request) => {
      asked++;
      return { request_id: request.id, response: "approve" };
    },
  },
  onReport: ({ kind, text }) => console.error(`reported: ${kind}: ${text}`),
});
let events = 0;
for (let n = 0; n < Number(turns); n++) {
  const turn = conn.call("prompt", { user_input: "é\u{1f600}".repeat(n + 1) });
  for await (const _ of turn.events()) events++;
  const { status } = await turn;
  if (status !== "finished") throw new Error(status);
}
await conn.close();
console.log(`${events} events, ${asked} approvals`);
