import * as wire from "kimi-wire";
import { connect, ConnectionError, ResponseError, webSocket, type ClientConnection } from "kimi-wire/connection";
import { h, show, showTodo, textOf } from "./blocks.js";

const byID = <T extends HTMLElement = HTMLElement>(id: string) => document.getElementById(id) as T;
const session = byID("session");
const prompt = byID<HTMLInputElement>("prompt");
const send = byID<HTMLButtonElement>("send");
const stop = byID<HTMLButtonElement>("stop");

/** The calls of tools, by their ids. */
const tools = new Map<string, { name: string; card: HTMLElement; state: HTMLElement; display: HTMLElement }>();
/** The text that grows while the agent writes. */
let growing: { kind: "text" | "think"; element: HTMLElement } | undefined;

/** Adds to the end of the session, and scrolls there unless the user has scrolled up. */
function add(element: HTMLElement): HTMLElement {
  const page = document.documentElement;
  const follow = page.scrollHeight - page.scrollTop - page.clientHeight < 100;
  session.append(element);
  if (follow) page.scrollTop = page.scrollHeight;
  return element;
}

function write(kind: "text" | "think", text: string): void {
  if (growing?.kind !== kind) {
    const element = kind === "text" ? add(h("p", "text")) : h("p", "");
    if (kind === "think") {
      const details = add(h("details", "think", h("summary", "", "Thoughts"), element)) as HTMLDetailsElement;
      details.open = true;
    }
    growing = { kind, element };
  }
  growing.element.append(text);
}

function hear(event: wire.Event): void {
  if (!wire.isKnownEvent(event)) {
    add(h("p", "note", `an event of the kind ${wire.unknownTag(event)}, which this page does not know`));
    return;
  }
  if (event.type === "ContentPart") {
    const part = event.payload;
    if (!wire.isKnownContentPart(part)) write("text", `(${wire.unknownTag(part)})`);
    else if (part.type === "text") write("text", part.text);
    else if (part.type === "think") write("think", part.think);
    else write("text", `(${part.type})`);
    return;
  }
  growing = undefined;
  switch (event.type) {
    case "TurnBegin":
      add(h("p", "user", textOf(event.payload.user_input)));
      break;
    case "ToolCall": {
      const { id, function: called } = event.payload;
      const state = h("span", "state", "running");
      const display = h("div", "display");
      const card = h("article", "tool running", h("header", "", h("span", "name", called.name), state), display);
      tools.set(id, { name: called.name, card, state, display });
      if (called.name !== "SetTodoList") add(card); // the plan has its own place
      break;
    }
    case "ToolResult":
      finish(event.payload);
      break;
    case "StatusUpdate":
      if (event.payload.context_usage != null) {
        byID("context").hidden = false;
        byID<HTMLMeterElement>("usage").value = event.payload.context_usage;
        byID("share").textContent = `${Math.round(event.payload.context_usage * 100)}%`;
      }
      break;
    case "StepInterrupted":
      add(h("p", "note", "interrupted"));
      break;
  }
}

/** Shows the result of a tool. */
function finish({ tool_call_id, return_value }: wire.ToolResult): void {
  const tool = tools.get(tool_call_id);
  const { is_error, message, output, display } = return_value;
  for (const block of display) {
    if (wire.isKnownDisplayBlock(block) && block.type === "todo") {
      byID("plan").hidden = false;
      byID("plan").replaceChildren(h("h2", "", "Plan"), showTodo(block));
    }
  }
  if (!tool) return;
  tool.card.className = `tool ${is_error ? "failed" : "done"}`;
  tool.state.textContent = is_error ? "failed" : "done";
  const text = textOf(output);
  tool.display.replaceChildren(...display.filter(({ type }) => type !== "todo").map(show), ...(text === "" ? [] : [h("pre", "", text)]));
  if (is_error) tool.display.append(h("p", "", message));
}

/** Asks the user for an approval. It is over when the agent does not wait any more. */
function ask(request: wire.ApprovalRequest, signal: AbortSignal): Promise<wire.ApprovalResponseInput> {
  growing = undefined;
  return new Promise((resolve) => {
    const state = h("span", "state", request.sender);
    const buttons = h("div", "buttons");
    const card = h("article", "approval", h("header", "", h("span", "name", request.description), state), h("div", "display", ...request.display.map(show)), buttons);
    const decide = (words: string) => {
      card.classList.add("decided");
      state.textContent = words;
      buttons.remove();
    };
    const choices: [wire.ApprovalDecision, string, string][] = [
      ["approve", "Approve", "Approved"],
      ["approve_for_session", "Approve for this session", "Approved for this session"],
      ["reject", "Reject", "Rejected"],
    ];
    for (const [response, label, words] of choices) {
      const button = h("button", response === "approve" ? "primary" : "", label);
      button.dataset["response"] = response;
      button.addEventListener("click", () => {
        decide(words);
        resolve({ request_id: request.id, response });
      });
      buttons.append(button);
    }
    signal.addEventListener("abort", () => {
      decide("Not needed any more");
      resolve({ request_id: request.id, response: "reject" }); // which is not sent
    });
    add(card);
  });
}

/** Runs a turn, which the user may stop. */
async function turn(conn: ClientConnection, text: string): Promise<void> {
  const stopped = new AbortController();
  stop.onclick = () => stopped.abort();
  send.disabled = true;
  stop.hidden = false;
  try {
    const { status } = await conn.call("prompt", { user_input: text }, { signal: stopped.signal });
    if (status !== "finished") add(h("p", "note", status));
  } catch (error) {
    if (error instanceof ResponseError) add(h("p", "fault", error.message));
    else if (!(error instanceof ConnectionError) && !stopped.signal.aborted) throw error;
  }
  growing = undefined;
  send.disabled = false;
  stop.hidden = true;
}

function tell(state: "connecting" | "connected" | "gone", text: string): void {
  byID("state").className = state;
  byID("state").textContent = text;
  prompt.disabled = send.disabled = state !== "connected";
}

async function open(): Promise<ClientConnection | undefined> {
  try {
    return await connect(webSocket(new WebSocket(`ws://${location.host}/session`)), {
      handshake: { protocol_version: wire.PROTOCOL_VERSION, client: { name: "page" } },
      on: { event: hear },
      handle: { ApprovalRequest: (request, { signal }) => ask(request, signal) },
      // An answer that is not owed any more is not a fault: the turn was stopped.
      onReport: ({ kind, text }) => kind === "settled" || console.warn(`${kind}: ${text}`),
    });
  } catch (error) {
    tell("gone", error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

const conn = await open();
if (conn) {
  tell("connected", `${conn.handshake?.server.name ?? "agent"}, version ${conn.version}`);
  prompt.focus();
  byID("composer").addEventListener("submit", (event) => {
    event.preventDefault();
    const text = prompt.value.trim();
    if (text === "" || send.disabled) return;
    prompt.value = "";
    void turn(conn, text);
  });
  tell("gone", (await conn.closed)?.message ?? "the connection has ended");
}
