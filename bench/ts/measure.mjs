// Takes times. Contestants take turns in one process, in short slices, so that what
// disturbs the machine disturbs them alike.

import { takesPart } from "./tasks.mjs";

/** What the calls of a slice returned, so that none of them can be left out by an optimizer. */
let sink = 0;

const now = () => performance.now();

/** The processor time of this process in milliseconds, where an engine tells it. */
const processor = typeof globalThis.process?.cpuUsage === "function"
  ? () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; }
  : undefined;

function pass(f, items) {
  for (let i = 0; i < items.length; i++) if (f(items[i])) sink++;
}

const COPIES = 4;

/** One slice: nanoseconds for each call, as wall and processor time. */
function slice(f, items, lines, milliseconds) {
  let calls = 0, wall = 0, cpu = 0;
  do {
    let batch = items;
    if (!items) {
      batch = [];
      for (let i = 0; i < COPIES; i++) for (const line of lines) batch.push(JSON.parse(line));
    }
    const used = processor?.(), begun = now();
    pass(f, batch);
    wall += now() - begun;
    if (processor) cpu += processor() - used;
    calls += batch.length;
  } while (wall < milliseconds);
  return { wall: (wall * 1e6) / calls, cpu: processor ? (cpu * 1e6) / calls : undefined };
}

/** The nanoseconds of every round: task -> contestant -> { wall: [], cpu: [] }. */
export function measure(corpus, all, tasks, { rounds, warmup, milliseconds }) {
  const work = tasks.map((task) => ({
    task,
    lines: corpus[task.lines],
    items: task.fresh ? undefined : task.text ? corpus[task.lines] : corpus[task.lines].map((line) => JSON.parse(line)),
    who: all.filter((c) => takesPart(task, c)),
  }));
  const results = Object.fromEntries(work.map(({ task, who }) => [task.name, Object.fromEntries(who.map((c) => [c.name, { wall: [], cpu: [] }]))]));
  for (let round = -warmup; round < rounds; round++) {
    for (const { task, lines, items, who } of work) {
      for (let i = 0; i < who.length; i++) {
        const c = who[(i + round + warmup) % who.length];
        const { wall, cpu } = slice(c[task.f], items, lines, milliseconds);
        if (round < 0) continue;
        results[task.name][c.name].wall.push(wall);
        if (cpu !== undefined) results[task.name][c.name].cpu.push(cpu);
      }
    }
  }
  if (sink === 0) throw new Error("nothing was read");
  return results;
}
