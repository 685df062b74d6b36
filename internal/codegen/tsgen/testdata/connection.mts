// Programs that use connections, as a compiler sees them.
import * as wire from "kimi-wire";
import { ResponseError, connect, messagePort, pair, serve, streams, webSocket, type Call, type ClientCallbacks, type ClientConnection, type ClientHandlers, type ClientOptions, type Transport } from "kimi-wire/connection";
import { child, duplex, stdio } from "kimi-wire/node";
import * as bridge from "idebridge/connection";
import * as bridgeNode from "idebridge/node";
import * as dap from "dap/connection";
import * as klp from "klp/connection";

const [near, far]: [Transport, Transport] = pair();
const conn: ClientConnection = await connect(near, {
  handshake: { protocol_version: wire.PROTOCOL_VERSION },
  handle: {
    ApprovalRequest: async (request, { signal, connection }) => {
      if (signal.aborted) void connection.call("cancel");
      return { request_id: request.id, response: request.sender === "me" ? "approve" : "reject" };
    },
    HookRequest: (request) => ({ request_id: request.id }),
  },
  on: {
    TurnBegin: (payload) => wire.isUserInput(payload.user_input),
    event: (event) => event.type,
  },
  onReport: ({ kind, text }) => kind === "late" && console.log(text),
});
const turn: Call<wire.PromptResult, wire.Event | wire.Request> = conn.call("prompt", { user_input: "hi" }, { timeout: 1000 });
for await (const event of turn.events()) if (wire.isEvent(event) && wire.isKnownEvent(event) && event.type === "StepBegin") event.payload.n.toFixed();
const status: "finished" | "cancelled" | "max_steps_reached" = (await turn).status;
const commands: string | undefined = conn.handshake?.slash_commands[0]?.name;
void conn.call("replay");
void conn.call("cancel", undefined, { signal: new AbortController().signal });
const off: () => void = conn.on("StatusUpdate", (update) => update.context_usage);
export const used = [status, commands, off];
// @ts-expect-error no such method
void conn.call("promt", {});
// @ts-expect-error the agent calls it
void conn.call("ApprovalRequest", {});
// @ts-expect-error params of another method
void conn.call("prompt", { text: "" });
// @ts-expect-error params are required
void conn.call("prompt");
// @ts-expect-error the client has no notifications
void conn.notify("event", {});
// @ts-expect-error no such event
conn.on("TurnBegan", () => {});
// @ts-expect-error the result of another request
conn.handle("ApprovalRequest", () => ({ action: "allow" }));
export const checked = (handle: ClientHandlers, on: ClientCallbacks): ClientOptions => ({ handshake: { protocol_version: "1" }, handle, on });
// @ts-expect-error handlers are missing
export const some = { HookRequest: (request) => ({ request_id: request.id }) } satisfies ClientHandlers;
// @ts-expect-error callbacks are missing
export const heard = { TurnBegin: () => {} } satisfies ClientCallbacks;

const agent = serve(far, {
  handle: {
    initialize: ({ protocol_version }) => ({ protocol_version, server: { name: "", version: "" }, slash_commands: [] }),
    cancel: () => {},
    async prompt(params, { connection }) {
      await connection.notify("TurnBegin", params);
      connection.notify("TurnEnd");
      const { response } = await connection.call("ApprovalRequest", { id: "", tool_call_id: "", sender: "", action: "", description: "" });
      if (response === "reject") throw new ResponseError(wire.newError("LLM_NOT_SET"));
      return { status: "finished" };
    },
  },
});
// @ts-expect-error there is no such event
agent.notify("TurnBegan", {});
// @ts-expect-error the payload of another event
agent.notify("StepBegin", { steps: 1 });
const client: string | undefined = agent.handshake?.protocol_version;
agent.closed.then((error) => (error?.reason === "slow_consumer" ? client : undefined));
void agent.shutdown({ timeout: 1000 });
void connect(near, {
  incoming: async ({ kind, name, params, connection }, next) => (kind === "request" && connection.version ? { name, got: await next(params) } : next()),
  outgoing: (o) => {
    o.params = {};
    return (result, error) => console.log(o.name, result, error);
  },
  trace: ({ sent, kind, method, id, message }) => console.log(sent, kind, method, id, message),
});

// What other protocols need is required, and what they do not have is not there.
declare const socket: { stdin: any; stdout: any; exitCode: null; signalCode: null; kill(): boolean; on(event: string, f: () => void): void };
declare const stream: AsyncIterable<Uint8Array> & { destroy(): void; write(chunk: Uint8Array): boolean; end(): void; on(event: string, f: () => void): void };
export const transports: Transport[] = [child(socket), stdio({ stdin: stream, stdout: stream }), duplex(stream), bridgeNode.duplex(stream, { framing: { kind: "ndjson" } })];
// @ts-expect-error the protocol does not say how messages are delimited
bridgeNode.duplex(stream);
// @ts-expect-error the handshake is required
void klp.connect(near);
void klp.connect(near, { handshake: async () => ({ client: "", client_version: "", protocol: [1] }) });
const opened = await bridge.connect(near, { handshake: { protocolVersion: 2 }, members: { auth: "secret" } });
const open = opened.call("claude.open.v2", { paths: [""], token: "t" });
for await (const { pct } of open.progress()) pct.toFixed();
// @ts-expect-error no progress is declared
for await (const { pct } of opened.call("claude.ping").progress()) pct.toFixed();
// @ts-expect-error there is no such member
void bridge.connect(near, { handshake: { protocolVersion: 2 }, members: { token: "secret" } });
const debug = await dap.connect(near);
debug.on("stopped", ({ reason }) => reason);
for await (const message of debug.events()) if (message.event === "output") message.body.output.trim();
export const threads: number[] = (await debug.call("threads")).threads.map(({ id }) => id);
declare const browser: { ws: WebSocket; port: MessagePort; response: Response; body: TransformStream<Uint8Array, Uint8Array> };
export const web: Transport[] = [webSocket(browser.ws), messagePort(browser.port), streams({ readable: browser.response.body!, writable: browser.body.writable })];
export const printed: unknown[] = [wire.redacted("PromptParams", { user_input: "x" }), wire.redacted("Message", { jsonrpc: "2.0", method: "cancel", id: "1" })];
// @ts-expect-error a type without anything that must not be printed
wire.redacted("Progress", {});
