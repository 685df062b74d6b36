// The schema of a message for ajv: JSON Schema with OpenAPI's discriminator, which ajv turns
// into a switch. A default below anyOf or oneOf is ignored by ajv, so null and strings are
// told apart by if and else. Each named type has its own definition, which becomes a
// function: with everything in one function ajv takes five times as long, since V8 does not
// optimize one so large.

/** The options of ajv for each of its configurations. */
export const AJV = Object.fromEntries(
  Object.entries({ first: {}, defaults: { useDefaults: true }, all: { useDefaults: true, allErrors: true } })
    .map(([name, options]) => [name, { discriminator: true, strictTypes: false, strictRequired: false, ...options }]),
);

export function jsonSchemaMaker() {
  const $defs = {};
  const object = (fields) => {
    const required = Object.keys(fields).filter((name) => !fields[name].absent);
    return {
      type: "object",
      properties: Object.fromEntries(Object.entries(fields).map(([name, s]) => [name, s.absent ? s.schema : s])),
      ...(required.length > 0 ? { required } : {}),
    };
  };
  const tagged = (key, cases) => ({
    type: "object",
    discriminator: { propertyName: key },
    required: [key],
    oneOf: cases.map(([tag, fields]) => object({ [key]: { const: tag }, ...fields })),
  });
  return {
    string: () => ({ type: "string" }),
    boolean: () => ({ type: "boolean" }),
    integer: (minimum, maximum) => ({ type: "integer", minimum, maximum }),
    number: () => ({ type: "number" }),
    any: () => ({}),
    anyObject: () => ({ type: "object" }),
    literal: (value) => ({ const: value }),
    choice: (values) => ({ enum: values }),
    list: (items) => ({ type: "array", items }),
    map: (elem) => ({ type: "object", additionalProperties: elem }),
    nullable: (schema) => typeof schema.type === "string" && !schema.discriminator ? { ...schema, type: [schema.type, "null"] }
      : schema.enum ? { enum: [...schema.enum, null] } : { if: { type: "null" }, else: schema },
    optional: (schema) => ({ absent: true, schema }),
    filled: (schema, value) => ({ absent: true, schema: { ...schema, default: value } }),
    never: () => ({ absent: true, schema: false }),
    object,
    tagged,
    stringOrList: (items) => ({ type: ["string", "array"], items }),
    named(name, schema) {
      $defs[name] = schema;
      return { $ref: `#/$defs/${name}` };
    },
    recursive(name, body) {
      const self = { $ref: `#/$defs/${name}` };
      $defs[name] = body(self);
      return self;
    },
    message: (requests, success, failure) => ({
      $defs,
      type: "object",
      if: { required: ["method"] },
      then: tagged("method", requests),
      else: { if: { required: ["result"] }, then: object(success), else: object(failure) },
    }),
  };
}
