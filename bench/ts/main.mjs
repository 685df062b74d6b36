// Measures the TypeScript of spec/wire.yaml beside other libraries, in several engines, and
// writes what it finds into docs/benchmarks.md and, for the tests, into recorded.json.
//
//   node main.mjs [--rounds 12] [--warmup 3] [--milliseconds 25] [--engines Node,Deno]
//                 [--package NAME=FOLDER]... [--print]
//
// Each package is a folder with other TypeScript of the same spec that takes part. With
// --print, or a package, or not all engines, the tables are printed and nothing is written.

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

import { build, here, out, root } from "./build.mjs";
import { ENGINES, browser } from "./engines.mjs";
import { report } from "./report.mjs";

const { values: flags } = parseArgs({
  options: {
    rounds: { type: "string", default: "12" },
    warmup: { type: "string", default: "3" },
    milliseconds: { type: "string", default: "25" },
    engines: { type: "string", default: Object.keys(ENGINES).join() },
    package: { type: "string", multiple: true, default: [] },
    print: { type: "boolean", default: false },
  },
});

const packages = [["wiregen", join(root, "gen", "ts")], ...flags.package.map((text) => {
  const [name, dir] = text.split("=");
  if (!dir) throw new Error("--package is NAME=FOLDER");
  return [name, resolve(dir)];
})];
const options = { rounds: Number(flags.rounds), warmup: Number(flags.warmup), milliseconds: Number(flags.milliseconds) };
const engines = flags.engines.split(",");
if (engines.includes("Chromium")) browser(); // which fails if there is none, and not after the other engines have been measured

const file = await build(packages);
const found = {};
for (const name of engines) {
  if (!ENGINES[name]) throw new Error(`no engine ${name}: there are ${Object.keys(ENGINES).join(", ")}`);
  console.error(`${name}: checking and measuring`);
  found[name] = await ENGINES[name](file, options);
  if (found[name].wrong) {
    console.error(found[name].wrong.map((text) => `${name}: ${text.slice(0, 500)}`).join("\n"));
    process.exit(1);
  }
}

const machine = `${process.platform}, ${process.arch}, ${cpus().length} processors with a load of ${loadavg()[2].toFixed(1)} in the last 15 minutes`;
const text = report(found, { ...options, machine, date: new Date().toISOString().slice(0, 10) });
if (flags.print || packages.length > 1 || engines.length < Object.keys(ENGINES).length) {
  console.log(text);
} else {
  write(join(root, "docs", "benchmarks.md"), text);
  writeFileSync(join(here, "recorded.json"), `${JSON.stringify(short(5), undefined, 2)}\n`);
}

/** The least of what the short form prints in some runs. */
function short(runs) {
  const printed = Array.from({ length: runs }, () =>
    JSON.parse(execFileSync(process.execPath, [join(here, "short.mjs"), join(out, "lowered.json"), join(here, "package.json")], { encoding: "utf8" })));
  return Object.fromEntries(Object.keys(printed[0]).map((what) => [what, Math.min(...printed.map((p) => p[what]))]));
}

/** Replaces what is between the marks of this benchmark in a document. */
function write(name, text) {
  const [begin, end] = ["<!-- bench:ts -->", "<!-- /bench:ts -->"];
  const old = readFileSync(name, "utf8");
  const [from, to] = [old.indexOf(begin), old.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${name} has no ${begin} … ${end}`);
  writeFileSync(name, `${old.slice(0, from + begin.length)}\n${text}\n${old.slice(to)}`);
}
