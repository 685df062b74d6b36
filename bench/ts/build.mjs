// Makes the one file that every engine runs.

import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import standaloneCode from "ajv/dist/standalone/index.js";
import * as esbuild from "esbuild";

import { AJV, jsonSchemaMaker } from "./schemas/jsonschema.mjs";
import { schemaOf } from "./schemas/protocol.mjs";

export const here = fileURLToPath(new URL(".", import.meta.url));
export const root = resolve(here, "../..");
export const out = join(root, ".build", "bench-ts");

/** Writes the code of ajv for each of its configurations, and for the schema of a package. */
function validators(lowered, generated) {
  const schema = schemaOf(lowered, jsonSchemaMaker());
  const write = (name, ajv, schema) => writeFileSync(join(out, `ajv-${name}.mjs`), standaloneCode.default(ajv, ajv.compile(schema)));
  for (const [name, options] of Object.entries(AJV)) write(name, new Ajv({ ...options, code: { source: true, esm: true } }), schema);
  write("generated", new Ajv2020({ strict: false, code: { source: true, esm: true } }), generated);
}

/** Builds the file for the packages of spec/wire.yaml in some folders, and returns its name. */
export async function build(packages) {
  mkdirSync(out, { recursive: true });
  const text = execFileSync("go", ["run", "./cmd/wiregen", "model", "--lowered", "spec/wire.yaml"], { cwd: root, maxBuffer: 1 << 26 });
  writeFileSync(join(out, "lowered.json"), text);
  validators(JSON.parse(text), JSON.parse(readFileSync(join(packages[0][1], "schema.json"), "utf8")));
  const entry = join(out, "entry.mjs");
  writeFileSync(entry, `
import lowered from "./lowered.json";
import first from "./ajv-first.mjs";
import defaults from "./ajv-defaults.mjs";
import all from "./ajv-all.mjs";
import generated from "./ajv-generated.mjs";
${packages.map(([, dir], i) => `import * as wire${i} from ${JSON.stringify(join(dir, "index.js"))};`).join("\n")}
import { run } from ${JSON.stringify(join(here, "run.mjs"))};

export const go = (options) => run(lowered, [${packages.map(([name], i) => `[${JSON.stringify(name)}, wire${i}]`).join(", ")}], { first, defaults, all, generated }, options);
`);
  const file = join(out, "bench.mjs");
  await esbuild.build({
    entryPoints: [entry], outfile: file, bundle: true, format: "esm", platform: "neutral", mainFields: ["module", "main"], target: "es2022",
    logLevel: "warning", nodePaths: [join(here, "node_modules")],
  });
  return file;
}
