// Makes TypeScript from a bundle for generators with json-schema-to-typescript and with
// quicktype: node generators.mjs TOOLS OUT < {schema, names}. TOOLS is a folder whose
// node_modules has both. OUT gets all.ts, and from quicktype for each name NAME.ts with a
// Holder of a value of that type.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [tools, out] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(createRequire(join(tools, "package.json")).resolve(name)).href);
const { schema, names } = JSON.parse(readFileSync(0, "utf8"));

const { compile } = (await load("json-schema-to-typescript")).default;
const one = await compile(JSON.parse(schema), "Root", { bannerComment: "", unreachableDefinitions: true, format: false });
writeFileSync(join(out, "all.ts"), one);

const { InputData, JSONSchemaInput, FetchingJSONSchemaStore, quicktype } = await load("quicktype-core");
for (const name of names) {
  const input = new JSONSchemaInput(new FetchingJSONSchemaStore());
  const { definitions } = JSON.parse(schema);
  await input.addSource({ name: "Holder", schema: JSON.stringify({ type: "object", properties: { value: { $ref: `#/definitions/${name}` } }, required: ["value"], definitions }) });
  const inputData = new InputData();
  inputData.addInput(input);
  const { lines } = await quicktype({ inputData, lang: "typescript", rendererOptions: { "just-types": "true" } });
  writeFileSync(join(out, `${name}.ts`), lines.join("\n"));
}
