// Validates values with ajv 2020, strict: node ajv.mjs DIR ROOT < questions > answers.
// DIR has the schemas of each construct, as CONSTRUCT/NAME; ROOT is a folder whose
// node_modules has ajv. A question is {construct, schema, type, text}; an answer is
// the fault, as a JSON string: with the text, or without one with the schema.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { whole } from "../../ts/whole.mjs";

const [dir, root] = process.argv.slice(2);
const { Ajv2020 } = createRequire(join(root, "package.json"))("ajv/dist/2020.js");
const loaded = new Map();

/** The validator of one type on one side of one construct. */
function validator({ construct, schema, type }) {
  const file = join(dir, construct, schema);
  if (!loaded.has(file)) {
    const ajv = new Ajv2020({ strict: true, ownProperties: true, validateFormats: false });
    const document = JSON.parse(readFileSync(file, "utf8"));
    ajv.addSchema(document);
    loaded.set(file, { ajv, id: document.$id, types: new Map() });
  }
  const { ajv, id, types } = loaded.get(file);
  if (!types.has(type)) types.set(type, ajv.getSchema(`${id}#/$defs/${type}`));
  return types.get(type);
}

let out = [];
for await (const line of createInterface({ input: process.stdin })) {
  const question = JSON.parse(line);
  if (question.text === undefined) {
    let wrong = "";
    try {
      validator(question);
    } catch (e) {
      wrong = e.message;
    }
    out.push(JSON.stringify(wrong));
    continue;
  }
  const validate = validator(question);
  const wrong = validate(JSON.parse(whole(question.text))) ? "" : `${validate.errors[0].instancePath} ${validate.errors[0].message}`;
  out.push(JSON.stringify(wrong));
  if (out.length === 1000) {
    process.stdout.write(`${out.join("\n")}\n`);
    out = [];
  }
}
if (out.length > 0) process.stdout.write(`${out.join("\n")}\n`);
