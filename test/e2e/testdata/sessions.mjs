// Says what generated TypeScript says of sessions: one in a line, and the verdicts in a line.
import { createInterface } from "node:readline";
const wire = await import(process.argv[2]);
const some = (list) => (list.length === 0 ? null : list.map((f) => ({ Rule: f.rule, Act: f.element, Message: f.message, Other: f.other ?? 0, Text: f.text })));
for await (const line of createInterface({ input: process.stdin })) {
  const session = wire.newSession();
  const out = JSON.parse(line).map(({ dir, time, msg }) => {
    const read = wire.parseMessage(msg);
    if (!read.ok) throw new Error(msg + ": " + read.errors[0].message);
    const v = session.observe(read.value, { side: dir, time });
    return { is: v.is, call: v.call?.number ?? 0, faults: some(v.faults), advice: some(v.advice) };
  });
  console.log(JSON.stringify([...out, some(session.finish())]));
}
