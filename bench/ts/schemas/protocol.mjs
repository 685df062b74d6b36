// Turns the rows of `wiregen model --lowered` into the schema of a message in another
// library, whose words for the constructs are an object of functions (a maker):
//
//   string(), boolean(), integer(min, max), number(), any(), anyObject()
//   literal(value), choice(values), list(elem), map(elem), nullable(schema)
//   optional(schema), filled(schema, value), never(): only as fields
//   object(fields)
//   tagged(key, [[tag, object's fields]]): a union that is told apart by a member
//   stringOrList(elem): the only union by kind there is here
//   named(name, schema), recursive(name, (self) => schema)
//   message(requests, success, failure): the fields of each

export function schemaOf(lowered, make) {
  const { types } = lowered;
  const done = new Map(); // by the index of the type
  const open = new Map(); // what a type within itself becomes

  const ref = (r) => (r.or_null ? make.nullable(type(r.type)) : type(r.type));

  function type(i) {
    if (done.has(i)) return done.get(i);
    if (open.has(i)) return open.get(i);
    const reached = reach(types, i);
    const made = types[i].form === "union" && reached.has(i)
      ? make.recursive(types[i].name, (self) => {
        open.set(i, self);
        const body = bodyOf(types[i]);
        open.delete(i);
        return body;
      })
      : types[i].name ? make.named(types[i].name, bodyOf(types[i])) : bodyOf(types[i]);
    if (![...open.keys()].some((j) => reached.has(j))) done.set(i, made); // else it is only good within
    return made;
  }

  function bodyOf(t) {
    switch (t.form) {
      case "scalar": return scalar(t.scalar);
      case "literal": return make.literal(t.literal);
      case "enum": return t.enum.other === "keep" ? make.string() : make.choice(t.enum.values);
      case "list": return make.list(ref(t.elem));
      case "map": return make.map(ref(t.elem));
      case "struct": return make.object(fieldsOf(t.struct));
      case "union": return union(t.union);
    }
    throw new Error(`no schema for the form ${t.form}`);
  }

  function scalar(s) {
    if (s.integer) return make.integer(s.min, s.max);
    switch (s.name) {
      case "string": return make.string();
      case "bool": return make.boolean();
      case "float": return make.number();
      case "any": return make.any();
      case "object": case "empty": return make.anyObject();
    }
    throw new Error(`no schema for the scalar ${s.name}`);
  }

  function fieldsOf(struct) {
    if (struct.groups || struct.extra !== "ignore") throw new Error("no schema for groups and for undeclared keys");
    return Object.fromEntries(struct.fields.map((f) => {
      if (f.on_error !== "refuse") throw new Error("no schema for on_error");
      const s = ref(f.type);
      return [f.name, f.absent === "default" ? make.filled(s, f.default) : f.absent === "unset" ? make.optional(s) : s];
    }));
  }

  function union(u) {
    switch (u.by) {
      case "tag":
        return make.tagged(u.key, u.cases.map((c) => [c.tags[0], fieldsOf(types[c.type.type].struct)]));
      case "content":
        return make.tagged(u.key, u.cases.map((c) => [c.tags[0], { [u.content]: ref(c.type) }]));
      case "kind": {
        const [text, list] = u.cases.map((c) => types[c.type.type]);
        if (u.cases.length === 2 && text.scalar?.name === "string" && list.form === "list") return make.stringOrList(ref(list.elem));
      }
    }
    throw new Error(`no schema for a union by ${u.by}`);
  }

  const version = () => make.optional(make.literal(lowered.dialect.jsonrpc));
  const requests = lowered.calls.map((call) => [call.method, {
    jsonrpc: version(),
    ...(call.shape === "request" ? { id: make.string() } : {}),
    params: call.params_presence === "optional" ? make.optional(ref(call.params)) : ref(call.params),
  }]);
  const success = { jsonrpc: version(), id: make.string(), result: make.any(), error: make.never() };
  const error = make.object({ code: make.integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER), message: make.string(), data: make.optional(make.any()) });
  const failure = { jsonrpc: version(), id: make.nullable(make.string()), result: make.never(), error };
  return make.message(requests, success, failure);
}

/** The types that a type holds, directly or not. */
function reach(types, i) {
  const seen = new Set();
  const visit = (j) => {
    for (const k of refsOf(types[j])) {
      if (seen.has(k)) continue;
      seen.add(k);
      visit(k);
    }
  };
  visit(i);
  return seen;
}

function refsOf(t) {
  switch (t.form) {
    case "list": case "map": return [t.elem.type];
    case "struct": return t.struct.fields.map((f) => f.type.type);
    case "union": return t.union.cases.map((c) => c.type.type);
  }
  return [];
}
