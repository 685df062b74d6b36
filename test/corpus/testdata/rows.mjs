// Answers rows of an example with a generated package: node rows.mjs ENTRY < rows > answers.
// A row is {type, text}; an answer is {writes, refused, answer}: what is written after
// reading, or why the text is refused, and the line that answers it.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const wire = await import(pathToFileURL(process.argv[2]).href);

function answer({ type, text }) {
  const got = wire[`parse${type}`](text);
  if (!got.ok) {
    const owed = wire.refuse(got);
    return { refused: new wire.WireError(got.errors[0]).message, answer: owed && wire.writeMessage(owed) };
  }
  const unknown = type === "Message" && wire.isUnknownMessage(got.value);
  const owed = unknown ? wire.refuseUnknown(got.value) : undefined;
  return { writes: wire[`write${type}`](got.value), answer: owed && wire.writeMessage(owed) };
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(answer(JSON.parse(line))));
}
