// What the rows of a protocol say of a message, for the corpus: a plain reader that is
// nobody's contestant, and random messages of every kind.

export function rowsOf(lowered) {
  const { types, calls } = lowered;
  const WRONG = Symbol("wrong");
  const isObject = (v) => v !== null && typeof v === "object" && !Array.isArray(v);

  /** The value with its defaults, or WRONG. */
  function read(r, v) {
    if (v === null && r.or_null) return v;
    const t = types[r.type];
    switch (t.form) {
      case "literal": return v === t.literal ? v : WRONG;
      case "enum": return typeof v === "string" && (t.enum.other === "keep" || t.enum.values.includes(v)) ? v : WRONG;
      case "scalar": return readScalar(t.scalar, v);
      case "list": return Array.isArray(v) ? all(v.map((e) => read(t.elem, e))) : WRONG;
      case "map": return isObject(v) ? members(Object.entries(v).map(([k, e]) => [k, read(t.elem, e)])) : WRONG;
      case "struct": return isObject(v) ? members(fields(t.struct, v)) : WRONG;
      case "union": return readUnion(t.union, v);
    }
    throw new Error(t.form);
  }

  const all = (list) => (list.includes(WRONG) ? WRONG : list);
  const members = (entries) => (entries.some(([, e]) => e === WRONG) ? WRONG : Object.fromEntries(entries));

  function readScalar(s, v) {
    if (s.integer) return Number.isSafeInteger(v) ? v : WRONG;
    switch (s.name) {
      case "string": return typeof v === "string" ? v : WRONG;
      case "bool": return typeof v === "boolean" ? v : WRONG;
      case "float": return typeof v === "number" ? v : WRONG;
      case "any": return v;
      case "object": case "empty": return isObject(v) ? v : WRONG;
    }
    throw new Error(s.name);
  }

  const fields = (struct, v) => struct.fields.flatMap((f) => {
    if (Object.hasOwn(v, f.name)) return [[f.name, v[f.name] === null && f.null === "unset" ? null : read(f.type, v[f.name])]];
    return f.absent === "refuse" ? [[f.name, WRONG]] : f.absent === "default" ? [[f.name, f.default]] : [];
  });

  function readUnion(u, v) {
    if (u.by === "kind") {
      const kind = Array.isArray(v) ? "array" : v === null ? "null" : typeof v;
      const c = u.cases.find((c) => c.kinds.includes(kind));
      return c ? read(c.type, v) : WRONG;
    }
    if (!isObject(v) || typeof v[u.key] !== "string") return WRONG;
    const c = u.cases.find((c) => c.tags.includes(v[u.key]));
    if (!c) throw new Error(`the tag ${v[u.key]} is not declared: readers differ in what they make of it`);
    return u.by === "content" ? members([[u.key, v[u.key]], [u.content, read(c.type, v[u.content])]])
      : members([[u.key, v[u.key]], ...fields(types[c.type.type].struct, v)]);
  }

  function message(v) {
    if (v.jsonrpc !== undefined && v.jsonrpc !== lowered.dialect.jsonrpc) return WRONG;
    if (v.method === undefined || typeof v.method !== "string") return WRONG; // responses are not read here
    const call = calls.find((c) => c.method === v.method);
    if (call.shape === "request" && typeof v.id !== "string") return WRONG;
    const params = v.params === undefined && call.params_presence === "optional" ? undefined : read(call.params, v.params);
    return params === WRONG ? WRONG : { ...v, params };
  }

  const LEAST = 0, MOST = 3;

  /** A random value, in full. */
  function make(r, random, depth) {
    const t = types[r.type];
    if (r.or_null && random.chance(0.3)) return null;
    switch (t.form) {
      case "literal": return t.literal;
      case "enum": return random.pick(t.enum.values);
      case "scalar": return makeScalar(t.scalar, random);
      case "list": return Array.from({ length: random.between(LEAST, MOST) }, () => make(t.elem, random, depth + 1));
      case "map": return Object.fromEntries(Array.from({ length: random.between(LEAST, MOST) }, (_, i) => [`key ${i}`, make(t.elem, random, depth + 1)]));
      case "struct": return makeStruct(t.struct, random, depth);
      case "union": {
        const u = t.union;
        const c = random.pick(u.cases.filter((c) => depth < 4 || !c.tags?.includes("SubagentEvent")));
        if (u.by === "kind") return make(c.type, random, depth + 1);
        const tag = { [u.key]: c.tags[0] };
        return u.by === "content" ? { ...tag, [u.content]: make(c.type, random, depth + 1) } : { ...tag, ...makeStruct(types[c.type.type].struct, random, depth) };
      }
    }
    throw new Error(t.form);
  }

  const makeStruct = (struct, random, depth) => Object.fromEntries(struct.fields.flatMap((f) =>
    (f.write === "when_set" && random.chance(0.3) ? [] : [[f.name, make(f.type, random, depth + 1)]])));

  function makeScalar(s, random) {
    if (s.integer) return random.below(100000);
    switch (s.name) {
      case "string": return "some words of a value ".repeat(2).slice(0, random.between(0, 40));
      case "bool": return random.chance(0.5);
      case "float": return random.below(100000) / 16;
      case "any": return { chart: [1, 2, 3] };
      case "object": return { key: "value" };
      case "empty": return {};
    }
    throw new Error(s.name);
  }

  /** A random message: an answer, or a call of any method; most are events and requests. */
  function sample(random) {
    const call = random.chance(0.7) ? calls.find((c) => c.method === "event") : random.pick(calls);
    const head = { jsonrpc: lowered.dialect.jsonrpc, method: call.method };
    if (call.shape === "request") head.id = `id-${random.below(1000)}`;
    const { method, ...answer } = head;
    if (call.result && random.chance(0.3)) return { ...answer, result: make(call.result, random, 0) };
    if (call.result && random.chance(0.05)) return { ...answer, error: { code: -32000, message: "A turn is running", data: null } };
    return { ...head, params: make(call.params, random, 0) };
  }

  return {
    wrong: (v) => message(v) === WRONG,
    fill: (v) => { const out = message(v); if (out === WRONG) throw new Error("an invalid message"); return out; },
    sample,
  };
}
