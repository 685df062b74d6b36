// The text of a message, indented, with what the spec says of its values.

// tokensOf are the tokens of a JSON text, as they are written. A text that is not JSON has
// tokens, too. end[i] is the place of what closes the token i.
function tokensOf(text) {
  const tokens = text.match(/"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s{}[\],:"]+/gs) ?? [];
  const end = new Int32Array(tokens.length).fill(tokens.length);
  const open = [];
  for (let i = 0; i < tokens.length; i++) {
    const c = tokens[i];
    if (c === "{" || c === "[") {
      open.push(i);
    } else if ((c === "}" || c === "]") && open.length > 0) {
      end[open.pop()] = i;
    }
  }
  return { tokens, end };
}

// stringOf is the value of a token that is a string, or the token.
function stringOf(token) {
  if (token[0] !== '"') {
    return token;
  }
  try {
    return JSON.parse(token);
  } catch {
    return token;
  }
}

// pathOf is the path of a member, as readers spell it.
function pathOf(path, key) {
  if (!/^[A-Za-z_$][A-Za-z0-9_$]*$/.test(key)) {
    return `${path}[${JSON.stringify(key)}]`;
  }
  return path === "" ? key : `${path}.${key}`;
}

// decode returns the lines of a text, at most so many: {indent, key, text, kind, path, note}.
// root is the type of the whole, by its place or as a row of the table. A row that is made
// here may have, for a field, its own row as type.
function decode(text, table, root, most) {
  const { tokens, end } = tokensOf(text);
  const lines = [];
  const types = table.types;

  // membersAt calls each with the keys of the object at i and the places of their values.
  function membersAt(i, each) {
    for (let at = i + 1; at < end[i]; ) {
      if (tokens[at] === "," || tokens[at + 1] !== ":") {
        at++;
        continue;
      }
      each(stringOf(tokens[at]), at + 2);
      at = after(at + 2);
    }
  }

  function after(at) {
    return tokens[at] === "{" || tokens[at] === "[" ? end[at] + 1 : at + 1;
  }

  function kindAt(i) {
    const c = tokens[i]?.[0];
    return { "{": "object", "[": "array", '"': "string", t: "boolean", f: "boolean", n: "null" }[c] ?? "number";
  }

  // typeAt is the type of the value at i: of a union, the variant that it is.
  function typeAt(t, i) {
    let type = types[t];
    let doc = "";
    let content;
    for (let n = 0; type?.by && n < 10; n++) {
      let found;
      if (type.by === "tag" || type.by === "content") {
        let tag;
        if (tokens[i] === "{") {
          membersAt(i, (key, at) => {
            if (key === type.k) {
              tag = stringOf(tokens[at]);
            }
          });
        }
        found = tag === undefined ? type.v[type.d ?? -1] : type.v.find((v) => v.t?.includes(tag));
        if (found && type.by === "content") {
          content = { [type.k]: { t: -1 }, [type.c]: { t: found.y } };
        }
      } else if (type.by === "name") {
        content = {};
        for (const v of type.v) {
          for (const tag of v.t ?? []) {
            content[tag] = { t: v.y, d: v.d };
          }
        }
      } else {
        const kind = kindAt(i);
        const keys = new Set();
        if (kind === "object") {
          membersAt(i, (key) => keys.add(key));
        }
        const fits = type.v.filter((v) => v.y >= 0 && types[v.y].kinds.includes(kind));
        found = type.by === "key" ? fits.find((v) => !v.k || keys.has(v.k)) : fits.length === 1 ? fits[0] : fits.find((v) => declares(types[v.y], keys));
      }
      if (content || !found) {
        return { type: content ? { n: type.n, f: content } : undefined, doc: found?.d ?? doc, unknown: !content && !found && (type.by === "tag" || type.by === "content"), name: type.n };
      }
      doc = found.d ?? doc;
      type = types[found.y];
    }
    return { type, doc };
  }

  // declares guesses which variant of a union without tags an object is.
  function declares(type, keys) {
    return type.f !== undefined && [...keys].every((key) => Object.hasOwn(type.f, key) || type.o);
  }

  function nameOf(t) {
    const type = types[t];
    if (!type) {
      return "";
    }
    if (type.n) {
      return type.n;
    }
    if (type.e !== undefined) {
      return type.kinds?.includes("array") ? `${nameOf(type.e)}[]` : `{${nameOf(type.e)}}`;
    }
    return type.i ? `[${type.i.map(nameOf).join(", ")}]` : "";
  }

  // The values that are open. No call is nested, however deep the text is.
  const frames = [];
  let frame = { close: "", fields: typeof root === "number" ? undefined : root, path: "", index: 0 };
  let key = "";
  let keyed = false;
  for (let i = 0; i < tokens.length; i++) {
    const c = tokens[i];
    if (c === ",") {
      if (lines.length > 0) {
        lines[lines.length - 1].text += ",";
      }
      frame.index++;
      continue;
    }
    if (c === ":" && keyed) {
      continue;
    }
    if (c === "}" || c === "]") {
      const last = lines[lines.length - 1];
      if (frames.length > 0) {
        frame = frames.pop();
      }
      if (last?.open === true && (last.text === "{" || last.text === "[")) {
        last.text += c;
      } else {
        lines.push({ indent: frames.length, key: "", text: c, kind: "mark", path: null });
      }
      continue;
    }
    if (!keyed && frame.close === "}" && tokens[i + 1] === ":") {
      key = c;
      keyed = true;
      continue;
    }
    if (lines.length >= most) {
      lines.push({ indent: 0, key: "", text: "… the rest is in the raw text", kind: "mark", path: null });
      break;
    }
    let t = -1;
    let own;
    let path = frame.path;
    const note = {};
    if (keyed) {
      const name = stringOf(key);
      const fields = frame.fields?.f;
      path = pathOf(path, name);
      if (fields && Object.hasOwn(fields, name)) {
        t = fields[name].t;
        own = fields[name].type;
        note.doc = fields[name].d;
      } else if (frame.fields?.e !== undefined) {
        t = frame.fields.e;
      } else if (fields) {
        note.undeclared = true;
      }
    } else if (frame.close === "]") {
      path = `${path}[${frame.index}]`;
      t = frame.fields?.i ? (frame.fields.i[frame.index] ?? -1) : (frame.fields?.e ?? -1);
    }
    const line = { indent: frames.length, key: keyed ? key : "", text: c, kind: kindAt(i), path, note };
    keyed = false;
    lines.push(line);
    let inner = frame.close === "" ? frame.fields : own;
    if (frame.close === "" && typeof root === "number") {
      t = root;
    }
    if (t >= 0) {
      note.name = nameOf(t);
      const is = typeAt(t, i);
      inner = is.type;
      note.unknown = is.unknown;
      note.doc ||= is.doc;
      if (is.type?.n && is.type.n !== note.name) {
        note.name += ` ${is.type.n}`;
      }
    }
    if (c === "{" || c === "[") {
      line.open = true;
      frames.push(frame);
      frame = { close: c === "{" ? "}" : "]", fields: inner, path, index: 0 };
    }
  }
  return lines;
}
