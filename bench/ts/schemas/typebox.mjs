// The schema of a message for TypeBox, whose unions are not told apart by a member.

export function typeboxMaker(Type) {
  const object = (fields) => Type.Object(fields);
  const tagged = (key, cases) => Type.Union(cases.map(([tag, fields]) => object({ [key]: Type.Literal(tag), ...fields })));
  return {
    string: () => Type.String(),
    boolean: () => Type.Boolean(),
    integer: (minimum, maximum) => Type.Integer({ minimum, maximum }),
    number: () => Type.Number(),
    any: () => Type.Unknown(),
    anyObject: () => Type.Object({}),
    literal: (value) => Type.Literal(value),
    choice: (values) => Type.Union(values.map((value) => Type.Literal(value))),
    list: (elem) => Type.Array(elem),
    map: (elem) => Type.Record(Type.String(), elem),
    nullable: (schema) => Type.Union([schema, Type.Null()]),
    optional: (schema) => Type.Optional(schema),
    filled: (schema, value) => Type.Optional({ ...schema, default: value }),
    never: () => Type.Optional(Type.Never()),
    object,
    tagged,
    stringOrList: (elem) => Type.Union([Type.String(), Type.Array(elem)]),
    named: (name, schema) => schema,
    recursive: (name, body) => Type.Recursive((self) => body(self), { $id: name }),
    message: (requests, success, failure) => Type.Union([
      ...requests.map(([tag, fields]) => object({ method: Type.Literal(tag), ...fields })),
      object(success),
      object(failure),
    ]),
  };
}
