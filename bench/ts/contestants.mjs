// All contestants of the full run.

import { TypeCompiler } from "@sinclair/typebox/compiler";
import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import * as v from "valibot";
import * as z from "zod";
import * as mini from "zod/mini";

import { ajv, JSON_ALONE, wiregen, withText } from "./functions.mjs";
import { schemaOf } from "./schemas/protocol.mjs";
import { typeboxMaker } from "./schemas/typebox.mjs";
import { valibotMaker } from "./schemas/valibot.mjs";
import { miniWrap, zodMaker, zodWrap } from "./schemas/zod.mjs";

function zod(name, schema) {
  const value = (v) => { const r = schema.safeParse(v); return r.success ? r.data : undefined; };
  return withText({
    name, value,
    verdict: (v) => schema.safeParse(v).success,
    errors: (v) => { const r = schema.safeParse(v); return r.success ? 0 : r.error.issues.length; },
  });
}

function valibot(schema) {
  return withText({
    name: "valibot",
    verdict: (value) => v.is(schema, value),
    value: (value) => { const r = v.safeParse(schema, value); return r.success ? r.output : undefined; },
    errors: (value) => { const r = v.safeParse(schema, value); return r.success ? 0 : r.issues.length; },
  });
}

function typebox(schema) {
  const compiled = TypeCompiler.Compile(schema);
  return [
    withText({
      name: "typebox, TypeCompiler",
      verdict: (value) => compiled.Check(value),
      value: (value) => (compiled.Check(value) ? value : undefined),
      errors: (value) => { let n = 0; for (const error of compiled.Errors(value)) n += error ? 1 : 0; return n; },
      normalOnly: true,
    }),
    {
      name: "typebox, Value.Default + TypeCompiler", absentOnly: true,
      value: (value) => { const filled = Value.Default(schema, value); return compiled.Check(filled) ? filled : undefined; },
    },
  ];
}

export function contestants(lowered, packages, validators) {
  return [
    ...packages.flatMap(([name, wire]) => wiregen(wire, name)),
    ...ajv(validators),
    zod("zod 4", schemaOf(lowered, zodMaker(z, zodWrap))),
    zod("zod mini", schemaOf(lowered, zodMaker(mini, miniWrap(mini)))),
    valibot(schemaOf(lowered, valibotMaker(v))),
    ...typebox(schemaOf(lowered, typeboxMaker(Type))),
    JSON_ALONE,
  ];
}
