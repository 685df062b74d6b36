// Each name before a mark is hovered: a comment that begins with a question mark.
import * as wire from "./hover/index.js";
import { connect, serve, type AgentConnection, type AgentOptions, type ClientConnection, type ClientOptions } from "./hover/connection.js";

declare const thing: wire.Thing/*?type*/;
thing.size/*?field*/;
declare const part: wire.TextPart/*?variant*/;
declare const can: wire.ClientCan/*?capabilities*/;
can.ask/*?capability*/;
const color: wire.Color/*?value*/ = "red";

declare const client: ClientConnection;
declare const agent: AgentConnection;
client.call/*?call*/("build.submit", { thing });
client.call/*?call of another*/("build.watch", { thing });
client.notify/*?notify*/("mark", { text: "" });
client.on/*?on notification*/("log", () => {});
client.on/*?on event*/("Moved", () => {});
client.handle/*?handle*/("Approve", async ({ id, color }) => ({ part }));
agent.call/*?call of a request*/("Approve", { id: "", color: "blue" });
agent.notify/*?notify event*/("Moved", { to: thing });
agent.on/*?on what the client notifies*/("mark", () => {});
agent.handle/*?handle method*/("build.submit", async ({ thing }) => ({ part }));

const ofClient: ClientOptions = {
  handshake: { version: "1.2" },
  handle: { Approve/*?handler of a request*/: async (request, { connection }) => {
    connection.call/*?call in a handler*/("build.submit", { thing });
    return { part };
  } },
  on: { Moved/*?callback of an event*/: () => {}, log/*?callback of a notification*/: () => {} },
};
const ofAgent: AgentOptions = {
  handle: { "build.submit"/*?handler of a method*/: async () => ({ part }) },
  on: { mark/*?callback of what the client notifies*/: () => {} },
};
void connect;
void serve;

wire.METHODS["build.submit"/*?METHODS*/];
wire.METHODS.log/*?METHODS notification*/;
wire.EVENTS.Moved/*?EVENTS*/;
wire.REQUESTS.Approve/*?REQUESTS*/;
wire.ErrorCodes.LATE/*?error code*/;
wire.newError/*?new error*/("LATE", undefined, "too late");
wire.newError/*?new error with data*/("BUSY", { seconds: 1 });
void ofClient, ofAgent, color;
