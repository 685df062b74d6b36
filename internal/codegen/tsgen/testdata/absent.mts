import * as wire from "absent";
import * as ends from "absent/connection";

export const none: wire.Response = { type: "response", request_seq: 1, command: "stop", success: true };
export const some: wire.Methods["threads"]["result"] = { names: [], main: 1 };
export const absent: wire.Methods["threads"]["result"] = undefined;
// @ts-expect-error this one must be there
export const must: wire.Methods["must"]["result"] = undefined;

export async function use(conn: Awaited<ReturnType<typeof ends.connect>>): Promise<string[]> {
  const got = await conn.call("threads", { some: true });
  // @ts-expect-error it may be absent
  got.names;
  return got?.names ?? [];
}
export const handlers = { threads: (p: { some: boolean }) => (p.some ? { names: ["a"] } : undefined), stop() {}, must: () => ({}) };
