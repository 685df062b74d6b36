// Tells the machine of the package beside it of steps, and prints what it says and knows after each.
import { createInterface } from "node:readline";
import * as wire from "./index.js";

const sides = [...JSON.parse(process.argv[2]), undefined];
let session;
for await (const line of createInterface({ input: process.stdin })) {
  const step = JSON.parse(line);
  if (step.new) session = wire.newSession();
  const { side, number, time, refused, answers } = step;
  const info = { side, number, time, refused, answers: answers && ((call) => call.method === answers) };
  let verdict, judged;
  if (step.parts) {
    judged = session.judge(step.parts, { side, time });
    verdict = session.observeParts(step.parts, info);
  } else {
    const got = wire.parseMessage(step.text);
    verdict = session.observe(got.ok ? got.value : JSON.parse(step.text), { ...info, refused: !got.ok });
  }
  const state = {
    judged, verdict, unanswered: session.unanswered(), missing: session.finish(),
    open: sides.map((side) => session.open(side)), May: sides.map((side) => session.maySend(side)),
  };
  console.log(JSON.stringify(state));
}
