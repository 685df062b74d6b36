// The schema of a message for zod and zod mini, which have the same functions under the
// same names but for how a schema is wrapped.

export function zodMaker(z, wrap) {
  const object = (fields) => z.object(fields);
  const tagged = (key, cases) => z.discriminatedUnion(key, cases.map(([tag, fields]) => object({ [key]: z.literal(tag), ...fields })));
  return {
    string: () => z.string(),
    boolean: () => z.boolean(),
    integer: () => z.int(), // which are the safe ones
    number: () => z.number(),
    any: () => z.unknown(),
    anyObject: () => z.looseObject({}),
    literal: (value) => z.literal(value),
    choice: (values) => z.enum(values),
    list: (elem) => z.array(elem),
    map: (elem) => z.record(z.string(), elem),
    nullable: (schema) => z.nullable(schema),
    optional: (schema) => z.optional(schema),
    filled: (schema, value) => wrap.filled(schema, value),
    never: () => z.optional(z.undefined()),
    object,
    tagged,
    stringOrList: (elem) => z.union([z.string(), z.array(elem)]),
    named: (name, schema) => schema,
    recursive(name, body) {
      const made = body(z.lazy(() => made));
      return made;
    },
    message: (requests, success, failure) => z.discriminatedUnion("method", [
      ...requests.map(([tag, fields]) => object({ method: z.literal(tag), ...fields })),
      wrap.checked(
        object({ method: z.optional(z.undefined()), jsonrpc: success.jsonrpc, id: failure.id, result: z.optional(success.result), error: z.optional(failure.error) }),
        (r) => (r.error === undefined ? r.result !== undefined && r.id !== null : r.result === undefined),
      ),
    ]),
  };
}

export const zodWrap = { filled: (s, value) => s.default(value), checked: (s, test) => s.refine(test) };
export const miniWrap = (z) => ({ filled: (s, value) => z._default(s, value), checked: (s, test) => s.check(z.refine(test)) });
