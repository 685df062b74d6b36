import * as wire from "steps";

const call: { id: number; method: "find"; params: wire.FindParams } = { id: 1, method: "find", params: { work: "w", partial: "p" } };
const message: wire.Message = { jsonrpc: "2.0", method: "progress", params: { token: "p", value: [1] } };

const work = wire.progressOf(call, message);
if (work?.ok) {
  const text: string = work.value;
  void text;
} else if (work) {
  const path: string = work.errors[0]!.path;
  void path;
}
const partial = wire.progressOf(call, message, "partial");
if (partial?.ok) {
  const list: number[] = partial.value;
  void list;
}
const only = wire.progressOf({ method: "named", params: { token: "t" } }, message, "only");
if (only?.ok) {
  const token: string = only.value.token;
  void token;
}
const token: string | undefined = wire.METHODS.find.progress.partial.token;

// @ts-expect-error there is no progress of this name
wire.progressOf(call, message, "other");
// @ts-expect-error the method has no progress
wire.progressOf({ method: "plain", params: { token: "t" } }, message);
// @ts-expect-error the params are those of another method
wire.progressOf({ method: "named", params: { work: "w" } }, message, "only");

void token;
