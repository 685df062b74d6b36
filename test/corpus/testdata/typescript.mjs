// Answers cases with a generated package: node typescript.mjs ENTRY < cases > answers.
// A case is {type, text}; an answer is {error, unfit, passes}: why it was refused, why the
// value may not be written, what was written after each pass.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const entry = process.argv[2];
const passes = 10;
const wire = await import(pathToFileURL(entry).href);

function answer({ type, text }) {
  const parse = wire[`parse${type}`];
  const write = wire[`write${type}`];
  const written = [];
  for (let i = 0; i < passes; i++) {
    const got = parse(text);
    if (!got.ok) {
      return { error: `pass ${i + 1}: ${new wire.WireError(got.errors[0]).message}`, unfit: "", passes: null };
    }
    try {
      text = write(got.value);
    } catch (e) {
      if (!(e instanceof wire.WireError)) throw e;
      return { error: "", unfit: e.message, passes: null };
    }
    written.push(text);
  }
  return { error: "", unfit: "", passes: written };
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(answer(JSON.parse(line))));
}
