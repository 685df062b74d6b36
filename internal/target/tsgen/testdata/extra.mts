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
