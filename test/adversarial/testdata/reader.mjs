// Reads one text: node --expose-gc reader.mjs PACKAGE TYPE FILE TIMES
import { readFileSync } from "node:fs";

const [dir, type, file, times] = process.argv.slice(2);
const lib = await import(`${dir}/index.js`);
const data = readFileSync(file);
const parse = lib[`parse${type}`];
const write = lib[`write${type}`];
const a = { error: "", kept: false, same: false, unfit: "", seconds: Infinity, writes: 0, memory: 0, write: 0 };

/** How many bytes of the process do takes beyond what JSON.parse takes of the same text. */
function taken(before, todo) {
  const out = todo();
  return [out, process.resourceUsage().maxRSS * 1024 - before];
}

// What the engine itself takes for the text and its value is not caused by
// generated code; it is allocated before anything is measured.
try {
  JSON.parse(data.toString("utf8"));
} catch {
  // The generated reader reports the fault.
}
globalThis.gc();
function timed() {
  const start = performance.now();
  const out = parse(data);
  a.seconds = Math.min(a.seconds, (performance.now() - start) / 1000);
  return out;
}
let got;
[got, a.memory] = taken(process.resourceUsage().maxRSS * 1024, timed);
for (let i = 1; i < Number(times); i++) timed();
if (got.ok) {
  let written;
  [written, a.write] = taken(process.resourceUsage().maxRSS * 1024, () => {
    const start = performance.now();
    try {
      return write(got.value);
    } catch (e) {
      a.unfit = e.message;
      return undefined;
    } finally {
      a.writes = (performance.now() - start) / 1000;
    }
  });
  for (let i = 1; i < Number(times) && written !== undefined; i++) {
    const start = performance.now();
    write(got.value);
    a.writes = Math.min(a.writes, (performance.now() - start) / 1000);
  }
  if (written !== undefined) {
    a.kept = written === data.toString("utf8");
    a.same = true;
    for (let i = 0; i < (data.length > 1 << 20 ? 1 : 10); i++) {
      const again = parse(written);
      a.same &&= again.ok && write(again.value) === written;
    }
  }
} else {
  a.error = new lib.WireError(got.errors[0]).message;
}
if ({}.n !== undefined || Object.getOwnPropertyNames(Object.prototype).length !== 12) a.error = "the prototype of all objects was changed";
console.log(JSON.stringify(a));
