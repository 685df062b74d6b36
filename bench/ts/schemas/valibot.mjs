// The schema of a message for valibot.

export function valibotMaker(v) {
  const object = (fields) => v.object(fields);
  const tagged = (key, cases) => v.variant(key, cases.map(([tag, fields]) => object({ [key]: v.literal(tag), ...fields })));
  return {
    string: () => v.string(),
    boolean: () => v.boolean(),
    integer: () => v.pipe(v.number(), v.safeInteger()),
    number: () => v.number(),
    any: () => v.unknown(),
    anyObject: () => v.looseObject({}),
    literal: (value) => v.literal(value),
    choice: (values) => v.picklist(values),
    list: (elem) => v.array(elem),
    map: (elem) => v.record(v.string(), elem),
    nullable: (schema) => v.nullable(schema),
    optional: (schema) => v.optional(schema),
    filled: (schema, value) => v.optional(schema, value !== null && typeof value === "object" ? () => structuredClone(value) : value),
    never: () => v.optional(v.undefined()),
    object,
    tagged,
    stringOrList: (elem) => v.union([v.string(), v.array(elem)]),
    named: (name, schema) => schema,
    recursive(name, body) {
      const made = body(v.lazy(() => made));
      return made;
    },
    message: (requests, success, failure) => v.variant("method", [
      ...requests.map(([tag, fields]) => object({ method: v.literal(tag), ...fields })),
      object({ method: v.optional(v.undefined()), ...success }),
      object({ method: v.optional(v.undefined()), ...failure }),
    ]),
  };
}
