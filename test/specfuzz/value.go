package specfuzz

// value returns a value of a type, or nil if none is known.
func (g *gen) value(t *Node, depth int) *Node {
	if depth > 3 {
		return nil
	}
	switch t.Kind {
	case ListOf:
		if v := g.value(t.Items[0], depth+1); v != nil && g.chance(0.6) {
			return list(v)
		}
		return list()
	case MapOf:
		return g.mapValue(t, depth)
	case Either:
		if t.Items[len(t.Items)-1].Text == "null" && g.chance(0.5) {
			return raw("null")
		}
		return g.value(t.Items[0], depth)
	case TupleOf:
		out := list()
		for _, item := range t.Items {
			v := g.value(item, depth+1)
			if v == nil {
				return nil
			}
			out.Items = append(out.Items, v)
		}
		return out
	}
	if v := g.scalarValue(t.Text); v != nil {
		return v
	}
	return g.declValue(t.Text, depth)
}

func (g *gen) mapValue(t *Node, depth int) *Node {
	out := mapping()
	if v := g.value(t.Items[len(t.Items)-1], depth+1); v != nil && g.chance(0.5) {
		if len(t.Items) == 2 && g.find(t.Items[0].Text).form == enumForm {
			return out.put(pick(g, g.find(t.Items[0].Text).values...).Text, v)
		}
		out.put(pick(g, "a", "b c", "é"), v)
		if more := g.value(t.Items[len(t.Items)-1], depth+1); more != nil && g.chance(0.4) {
			out.put(pick(g, "a", "B", "10", "9"), more) // out of order
		}
	}
	return out
}

func (g *gen) declValue(of string, depth int) *Node {
	d := g.find(of)
	if d == nil || !d.done {
		return nil
	}
	d.valued = true
	switch d.form {
	case enumForm, intEnumForm:
		return pick(g, d.values...)
	case aliasForm, tupleForm:
		if d.typ == nil {
			return nil
		}
		return g.value(d.typ, depth+1)
	case unionForm:
		return d.value
	}
	if len(d.keys) > 0 {
		return nil // an object with a tag, which the variant knows
	}
	return g.fieldValues(d.fields, d.groups, depth)
}

// fieldValues returns an object with the required fields, and some others.
func (g *gen) fieldValues(fields []member, groups []group, depth int) *Node {
	out := mapping()
	set, ok := g.set(fields, groups, depth)
	if !ok {
		return nil
	}
	for _, f := range fields {
		if groupOf(groups, f.name) != nil {
			if v := set[f.name]; v != nil {
				out.put(f.name, v)
			}
			continue
		}
		if !f.required && g.chance(0.6) {
			continue
		}
		v := f.constant
		if f.typ != nil {
			v = g.value(f.typ, depth+1)
		}
		if v == nil && f.required {
			return nil
		}
		if v != nil && (f.required || f.typ != nil) {
			out.put(f.name, v)
		}
	}
	return out
}

func (g *gen) scalarValue(scalar string) *Node {
	switch scalar {
	case "string":
		if g.odd(0.5) {
			return text(pick(g, oddTexts...))
		}
		return text(pick(g, "", "a", "text"))
	case "uri":
		return text("https://example.test/a?b=c#d")
	case "timestamp":
		return text("2026-11-21T10:00:00Z")
	case "bytes":
		return text(pick(g, "", "AAEC", "/w==", "+/8="))
	case "uuid":
		return text(pick(g, "00000000-0000-0000-0000-000000000000", "0190f3c2-7b1e-7c3a-9d4f-5a6b7c8d9e0f"))
	case "bool":
		return raw(g.chance(0.5))
	case "int", "int32":
		return raw(pick(g, 0, 0, 1, -1, 12, 2147483647, -2147483648))
	case "uint32":
		return raw(pick(g, "0", "7", "4294967295"))
	case "int64", "uint64":
		v := pick(g, "0", "1", "9007199254740991")
		switch g.int64 {
		case "string":
			return text(pick(g, v, "9223372036854775807"))
		case "bigint":
			return raw(pick(g, v, "9007199254740993", "9223372036854775807"))
		}
		return raw(v)
	case "float":
		return raw(pick(g, "0", "1.5", "-0.25", "1e21", "1e-7", "3"))
	case "any":
		return pick(g, raw(1), raw("null"), text("a"), list(raw(1)), mapping("a", raw(true)), raw(false))
	case "object":
		return pick(g, mapping(), mapping("a", raw(1)))
	case "empty":
		return mapping()
	case "null":
		return raw("null")
	}
	return nil
}

// zero reports whether a value is scalar, [] or {}: one that may be left out.
func zero(v *Node) bool { return v.Kind != List && v.Kind != Map || len(v.Items) == 0 }
