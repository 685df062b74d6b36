import * as wire from "extra";

const headers: wire.Headers = { size: 1, accept: "text/plain", length: "12" };
const size: number = headers.size;
const others: Record<string, string> = wire.extraOfHeaders(headers);
const accept: string | undefined = others["accept"];
const any: string | number | undefined = headers["accept"];
headers["host"] = "example.test";

// @ts-expect-error a declared member keeps its type
headers.size = "1";
// @ts-expect-error an undeclared member may not be a boolean
headers["host"] = true;

void size, accept, any;

// A variant extends its body, whose index signature allows the tag.
const sum = (c: wire.Counts): number => Object.values(wire.extraOfCounts(c)).reduce((a, b) => a + b, 0);
const count: wire.CountEvent = { event: "count", at: { row: 1 }, first: "a", n: 1 };
const total = (e: wire.Event): number => (e.event === "total" || e.event === "count" ? sum(e) + e.at.row : 0);
sum(count);
// @ts-expect-error an undeclared member of a variant may not be a boolean
count["m"] = true;

// What is written has undeclared keys too, and a default or a tag may be left out.
const written: wire.CountEventInput = { at: {}, n: 1 };
const read: wire.CountEventInput = count;
const one: wire.EventInput = { event: "total", at: {}, first: "a", m: 2 };
const tree: wire.TreeInput = { a: { b: { leaf: true } } };
const grown: wire.TreeInput = { a: {} } satisfies wire.TreeInput;
const tall: wire.Tree = { leaf: true, a: { leaf: false } };
const again: wire.TreeInput = tall;
const held: wire.HolderInput = { in: {}, x: {} };
// @ts-expect-error an undeclared key of a tree is a tree
const bad: wire.TreeInput = { a: "x" };
// @ts-expect-error an undeclared key of a count is a number
const worse: wire.EventInput = { event: "count", at: {}, m: true };

void total, written, read, one, tree, grown, again, held, bad, worse;
