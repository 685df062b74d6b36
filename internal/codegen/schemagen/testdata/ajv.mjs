// Validates values with ajv in its strict mode. stdin has {files, cases}: the
// schemas by file name, and what to validate against which of them. stdout
// gets one list of faults per case, each the path as a list, without the
// faults that only repeat those of their parts. Alternatives (of kinds) are one
// fault, at their value, and a wrong kind is the only fault of a value.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { whole } from "../../../../test/ts/whole.mjs";

const require = createRequire(join(process.argv[2], "package.json"));

const { files, cases } = JSON.parse(readFileSync(0, "utf8"));
const complaints = [];
const complain = (...args) => complaints.push(args.join(" "));
const newer = files[0].text.includes("draft/2020-12/schema");
const Ajv = require(newer ? "ajv/dist/2020.js" : "ajv").default;
const ajv = new Ajv({
  strict: true,
  strictTypes: true,
  strictTuples: true,
  strictRequired: true,
  allErrors: true,
  ownProperties: true,
  validateFormats: false,
  logger: { log: complain, warn: complain, error: complain },
});
for (const { name, text } of files) ajv.addSchema(JSON.parse(text), name);

const containers = new Set(["if", "allOf"]);

function faults(errors) {
  const out = [];
  const wrongKind = new Set((errors ?? []).filter((e) => e.keyword === "type").map((e) => e.instancePath));
  for (const e of errors ?? []) {
    if (containers.has(e.keyword) || /\/anyOf\/\d+\//.test(e.schemaPath)) continue;
    if (e.keyword === "enum" && wrongKind.has(e.instancePath)) continue;
    const path = e.instancePath.split("/").slice(1).map((s) => s.replaceAll("~1", "/").replaceAll("~0", "~"));
    if (e.keyword === "required") path.push(e.params.missingProperty);
    if (e.keyword === "additionalProperties") path.push(e.params.additionalProperty);
    out.push(path);
  }
  return out;
}

const results = cases.map(({ schema, text }) => {
  const validate = ajv.getSchema(schema);
  if (!validate) throw new Error("no schema " + schema);
  return validate(JSON.parse(whole(text))) ? null : faults(validate.errors);
});
process.stdout.write(JSON.stringify({ results, complaints }));
