import * as wire from "protocol";

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function same<T extends true>(): T | undefined {
  return undefined;
}

// A message narrows by its method, and by its shape.
export function handle(m: wire.Message): string {
  if (wire.isIgnoredMessage(m)) return JSON.stringify(m.raw);
  switch (m.method) {
    case "hello":
      return String(m.params.versions[0]);
    case "subscribe":
      same<Equal<typeof m.id, string | number>>();
      return m.level;
    case "job":
      same<Equal<typeof m.id, undefined>>();
      return m.params.id;
    case "draw":
      return m.params.shape;
    case undefined:
      return m.error === undefined ? String(m.result) : (wire.errorKind(m.error) ?? "");
    default: {
      const rest: wire.UnknownMessage = m;
      return rest.kind === "ask" ? String(rest.id) : "";
    }
  }
}
export const job: wire.Message = { kind: "tell", method: "job", params: { id: "a" }, level: "low" };
// @ts-expect-error the shape of a notification is "tell"
export const wrong: wire.Message = { kind: "ask", method: "job", params: { id: "a" }, level: "low" };
// @ts-expect-error a request has an id
export const noID: wire.Message = { kind: "ask", method: "subscribe", level: "low" };
export const batch: wire.Batch = [job];

// Errors.
same<Equal<wire.ErrorKind, "PARSE_ERROR" | "INVALID_REQUEST" | "METHOD_NOT_FOUND" | "INVALID_PARAMS" | "INTERNAL_ERROR" | "Stale" | "Busy" | "Lost">>();
same<Equal<wire.ErrorRange, "server">>();
same<Equal<keyof wire.ErrorData, "Busy">>();
export function why(error: wire.ResponseError): string {
  const data = wire.readErrorData("Busy", error);
  return data.ok ? data.value.detail : "";
}
// @ts-expect-error its data has no declared type
wire.readErrorData("Stale", { data: {} });

// The handshake.
export const version: number | undefined = wire.pickVersion([1, 2]);
export const common: wire.Feature[] = wire.commonFeatures(["jobs", "later"], ["jobs"]);
export const open: boolean = wire.gateOpen("client.draw", { client: { draw: true }, features: common, subscriptions: ["subscribe"] });
// @ts-expect-error not a gate of this protocol
wire.gateOpen("feature later", {});
same<Equal<typeof wire.Dialect.framing.width, 4>>();
export const none: "Stale" = wire.Dialect.handshake.none;
