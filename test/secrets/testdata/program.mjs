// Reads values, one a line as JSON: {"n": 1, "type": "T", "text": "…"}, and prints what generated
// TypeScript says of each, in every way that is not the wire: the number, the name of the output,
// and the output.
import { readFileSync } from "node:fs";
import { inspect } from "node:util";
import * as wire from "./demo/index.js";
import { connect, pair, serve } from "./demo/connection.js";

const lines = readFileSync(0, "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));
const deep = process.argv[2] === "deep";

function print(n, kind, text) {
  process.stdout.write(`${n}\t${kind}\t${JSON.stringify(text)}\n`);
}

const shown = (v) => inspect(v, { depth: null, showHidden: true, maxStringLength: null, maxArrayLength: null });

/** Prints what is written about an error, but for what holds the value itself. */
function error(n, kind, e) {
  print(n, `${kind} message`, String(e.message));
  print(n, `${kind} stack`, String(e.stack));
  print(n, `${kind} inspect`, shown(e));
  print(n, `${kind} JSON`, JSON.stringify(e) ?? "");
}

for (const { n, type, text } of lines) {
  const result = wire[`parse${type}`](text);
  if (!result.ok) {
    print(n, "errors", JSON.stringify(result.errors));
    print(n, "errors inspect", shown(result.errors));
    if (type === "Message") print(n, "refuse", JSON.stringify(wire.refuse(result)) ?? "");
  }
  if (result.dropped) print(n, "dropped", JSON.stringify(result.dropped));
  const value = JSON.parse(text);
  const read = wire[`read${type}`](value);
  if (!read.ok) print(n, "errors of a value", JSON.stringify(read.errors));
  try {
    wire[`write${type}`](value);
  } catch (e) {
    error(n, "WireError", e);
  }
  for (const v of [value, ...(result.ok ? [result.value] : [])]) {
    const copy = wire.redacted(type, v);
    print(n, "redacted JSON", JSON.stringify(copy));
    print(n, "redacted inspect", shown(copy));
  }
}

if (!deep) {
  const secret = "aqzxbqzxcqzxdqzxeqzx";
  const messages = lines.filter((x) => x.type === "Message");
  for (const side of ["server", "client"]) {
    const [near, far] = pair();
    const options = {
      onReport: (r) => (print(-1, `${side} onReport ${r.kind}`, r.text), r.error && error(-1, `${side} onReport error`, r.error)),
      trace: (t) => (print(-1, `${side} trace`, JSON.stringify(t)), print(-1, `${side} trace inspect`, shown(t))),
      handle: {
        scalars: () => ({ session: secret }),
        things: (p) => {
          throw new Error(inspect(wire.redacted("Things", p)));
        },
        marked: () => ({ text: 5 }),
        keys: () => [1, secret],
        Question: () => ({ answer: secret }),
      },
    };
    const end = side === "server" ? serve(near, options) : await connect(near, options);
    const answers = (async () => {
      for await (const item of far.messages) {
        for (const text of [item].flat()) {
          const { id, error: refusal } = JSON.parse(text);
          if (refusal && !(refusal.code <= -32000 && refusal.code >= -32002)) print(-1, `${side} answer`, JSON.stringify({ id, refusal }));
        }
      }
    })();
    for (const { text } of messages) await far.send(text);
    for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve));
    for (const params of [{ v: secret }, { v: 5 }]) {
      try {
        await end.notify("tell", params);
      } catch (e) {
        error(-1, `${side} notify`, e);
      }
    }
    await far.close();
    await answers;
  }
}
