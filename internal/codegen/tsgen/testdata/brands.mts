import * as wire from "brands";

const id = "a" as wire.SessionID;
const text: string = id;
const names: wire.Names = {};
names[id] = "b" as wire.Name;
const entry: wire.Name | undefined = names[id];
const got = wire.readSessionID(text);
if (got.ok) names[got.value] = "c" as wire.Name;
const found: unknown = text;
if (wire.isSessionID(found)) names[found] = "d" as wire.Name;

export function show(target: wire.Target): wire.SessionID | wire.Count | wire.Flag {
  if (typeof target === "object") return target[0] ?? id;
  return target;
}

// @ts-expect-error a string is not a SessionID
export const plain: wire.SessionID = "a";
// @ts-expect-error nor is a Name
export const other: wire.SessionID = "a" as wire.Name;
// @ts-expect-error a string is not a key
names["a"] = "b" as wire.Name;
// @ts-expect-error a number is not a Count
export const count: wire.Count = 1;
void entry;
