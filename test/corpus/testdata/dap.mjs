// Reads messages of the debug adapter protocol, and pairs results with their requests:
// node dap.mjs INDEX.JS < session.jsonl
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const dap = await import(pathToFileURL(process.argv[2]).href);
const written = (answer) => answer && dap.writeMessage({ ...answer, seq: 0 });

for await (const line of createInterface({ input: process.stdin })) {
  const got = dap.parseMessage(JSON.parse(line).text);
  const out = {};
  if (got.ok) {
    const m = got.value;
    out.writes = dap.writeMessage(m);
    if (dap.isUnknownMessage(m)) out.answer = written(dap.refuseUnknown(m));
    if (dap.isResponse(m) && m.success) out.result = dap.writeResultOf(m.command, dap.readResultOf(m.command, m.body).value);
  } else {
    const [first] = got.errors;
    out.refused = new dap.WireError(first).message;
    out.answer = written(dap.refuse(got));
  }
  console.log(JSON.stringify(out));
}
