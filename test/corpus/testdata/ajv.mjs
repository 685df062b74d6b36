// Answers cases with a JSON Schema in ajv, strict: node ajv.mjs SCHEMA ROOT < cases > answers.
// ROOT is a folder whose node_modules has ajv. A case is {type, text}; an answer is {error}.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";

const [file, root] = process.argv.slice(2);
const { Ajv2020 } = createRequire(join(root, "package.json"))("ajv/dist/2020.js");
const schema = JSON.parse(readFileSync(file, "utf8"));
const ajv = new Ajv2020({ strict: true });
ajv.addSchema(schema);

for await (const line of createInterface({ input: process.stdin })) {
  const { type, text } = JSON.parse(line);
  const validate = ajv.getSchema(`${schema.$id}#/$defs/${type}`);
  if (!validate) throw new Error(`the schema has no type ${type}`);
  const error = validate(JSON.parse(text)) ? "" : ajv.errorsText(validate.errors);
  console.log(JSON.stringify({ error }));
}
