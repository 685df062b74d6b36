// Answers lines of a client as an agent that only refuses: node refuse.mjs ENTRY < cases > answers.
// A case is {text}; an answer is {answer}, the line that the message is owed, or "".
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const wire = await import(pathToFileURL(process.argv[2]).href);

function answer(text) {
  const got = wire.parseClientMessage(text);
  if (!got.ok) return wire.refuse(got);
  return wire.isUnknownMessage(got.value) ? wire.refuseUnknown(got.value) : undefined;
}

for await (const line of createInterface({ input: process.stdin })) {
  const response = answer(JSON.parse(line).text);
  console.log(JSON.stringify({ answer: response ? wire.writeMessage(response) : "" }));
}
