// A consumer of the committed package, with the globals of a browser in sight.
import * as wire from "kimi-wire";
import { isEvent } from "kimi-wire/guards";
import schema from "kimi-wire/schema.json" with { type: "json" };
import { newSession } from "kimi-wire/session";
import type { Event } from "kimi-wire/types";

export function show(e: Event): string {
  if (!wire.isKnownEvent(e)) return wire.unknownTag(e);
  switch (e.type) {
    case "TurnBegin":
      return typeof e.payload.user_input === "string" ? e.payload.user_input : `${e.payload.user_input.length} parts`;
    case "ContentPart":
      return wire.isKnownContentPart(e.payload) && e.payload.type === "text" ? e.payload.text : "";
    default:
      // @ts-expect-error: there is no such event
      return e.type === "TurnBegan" ? "" : e.type;
  }
}

export function first(text: string): string {
  const got = wire.parseMessage(text);
  return got.ok ? wire.writeMessage(got.value) : (got.errors[0]?.message ?? "");
}

export const event: Event = { type: "StepBegin", payload: { n: 1 } };
export const known: boolean = isEvent(event);
export const id: unknown = schema;

// A reply may leave out what writers fill in.
wire.reply({ id: "1", method: "set_plan_mode" }, { plan_mode: true });
// @ts-expect-error the result of another method
wire.reply({ id: "1", method: "set_plan_mode" }, { status: "steered" });
wire.writeResultOf("request", { request_id: "r", response: "approve" });

// A session knows the roles of its protocol.
const session = newSession();
const { is, faults, call } = session.observe({}, { side: "agent", time: 1 });
export const said: string = `${is} ${faults[0]?.text} ${call?.method}`;
// @ts-expect-error no side of the protocol
session.maySend("server");
