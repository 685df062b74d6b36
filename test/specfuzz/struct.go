package specfuzz

import (
	"slices"
	"strings"
)

// structure returns the body of a struct.
func (g *gen) structure(d *decl) *Node {
	body, used := mapping(), []string{}
	if mixins := g.some(func(o *decl) bool { return o.form == structForm && len(o.fields) > 0 }); len(mixins) > 0 && g.chance(0.3) {
		from := pick(g, mixins...)
		for _, f := range from.fields {
			used = append(append(used, f.name), f.was...)
		}
		body.put("with", words([]string{from.name}))
		d.fields, d.groups = slices.Clone(from.fields), slices.Clone(from.groups)
	}
	g.extraKeys(body, d)
	n := g.r.IntN(6)
	if g.chance(0.02) {
		n += 64 // more than a word of bits that tell which keys were seen
	}
	if n > 0 || !body.has("with") {
		fields := mapping()
		if body.has("with") {
			if i := g.replace(fields, d.fields); i >= 0 {
				d.fields[i].typ, d.fields[i].constant = nil, nil
			}
		}
		more := g.fieldMap(d.name, n, &used, &d.fields)
		for i, key := range more.Keys {
			fields.put(key, more.Items[i])
		}
		body.put("fields", fields)
	}
	g.groups(body, d.fields, &d.groups)
	return body
}

// extraKeys chooses how undeclared keys are handled.
func (g *gen) extraKeys(body *Node, d *decl) {
	switch n := g.r.IntN(20); {
	case n < 3:
		d.extra = "typed"
		t := g.maybeNull(g.typ(true))
		if g.kindsOf(t) == allKinds && g.chance(0.9) {
			t = name("string")
		}
		body.put("extra", mapping("type", t))
	case n < 8:
		d.extra = pick(g, "ignore", "keep", "reject")
		body.put("extra", word(d.extra))
	}
}

// fieldMap returns a map of n fields, which are added to known.
func (g *gen) fieldMap(owner string, n int, used *[]string, known *[]member) *Node {
	fields := mapping()
	for range n {
		key, body, m := g.field(owner, used)
		fields.put(key, body)
		*known = append(*known, m)
	}
	return fields
}

// field returns one field of a struct: its key, with a "?" if it is optional, and
// its value.
func (g *gen) field(owner string, used *[]string) (key string, body *Node, m member) {
	m.name = g.memberName(used)
	key = m.name
	switch g.r.IntN(16) {
	case 0, 1, 2, 3:
		m.typ, m.required = g.typ(false), true
		body = mapping("type", m.typ)
		if g.limitField(body, m.typ) {
			m.typ = nil
		}
	case 4, 5:
		m.typ, m.required = g.nullableType(), true
		body = mapping("type", m.typ)
	case 6, 7:
		key, body = m.name+"?", g.optional(&m)
	case 8, 9, 10:
		key, body = m.name+"?", g.optionalNull(owner, &m)
	case 11, 12, 13:
		body = g.defaulted(&m)
	case 14:
		body = g.literal(&m)
	default:
		body = g.inline(owner, &m)
	}
	m.optional = strings.HasSuffix(key, "?") && key != m.name && !m.required
	again := g.unfit && m.typ != nil && g.kindsOf(m.typ) == objectKind && g.chance(0.4)
	if (g.chance(0.15) || again) && g.older {
		m.was = g.olderNames(used)
		body.put("was", words(m.was))
	}
	g.tolerance(key, body)
	if g.chance(0.2) {
		g.meta(body)
	}
	if len(body.Keys) == 1 && body.has("type") {
		body = body.Items[0]
	}
	m.key, m.body = key, body
	return key, body, m
}

// tolerance chooses how values of a field that cannot be read are handled.
func (g *gen) tolerance(key string, body *Node) {
	if !body.has("type") {
		return
	}
	t := body.Items[0]
	_, optional := strings.CutSuffix(key, "?")
	if (optional || t.Kind == Default || body.has("default")) && g.chance(0.15) {
		body.put("on_error", word(pick(g, "unset", "unset", "refuse")))
	}
	for t.Kind == Default || t.Kind == Either && len(t.Items) == 2 && t.Items[1].Text == "null" {
		t = t.Items[0]
	}
	if t.Kind == ListOf && !g.limited(body) && g.chance(0.3) {
		body.put("bad_items", word(pick(g, "skip", "skip", "refuse")))
	}
}

// olderNames returns one or two names that none of used has.
func (g *gen) olderNames(used *[]string) []string {
	out := []string{g.memberName(used)}
	if g.chance(0.3) {
		out = append(out, g.memberName(used))
	}
	return out
}

// limitField puts limits beside the type of a field.
func (g *gen) limitField(body, t *Node) bool {
	switch {
	case !g.chance(0.35):
	case t.Kind == ListOf:
		g.listLimits(body, t.Items[0])
		return true
	case t.Kind == Name && g.find(t.Text) == nil:
		return g.limits(body, t.Text)
	}
	return false
}

// optional returns f?: T.
func (g *gen) optional(m *member) *Node {
	for m.typ == nil || g.kindsOf(m.typ)&nullKind != 0 && g.chance(0.8) {
		m.typ = g.typ(true)
	}
	body := mapping("type", m.typ)
	switch n := g.r.IntN(6); {
	case n == 0 && g.kindsOf(m.typ)&nullKind == 0:
		body.put("null_is_absent", raw(true))
	case n == 1 && g.unfit:
		body.put("write", word("required"))
		m.required = true
	case n == 2 && g.limitField(body, m.typ):
		m.typ = nil
	}
	return body
}

// optionalNull returns f?: T | null, which has the most ways of being absent.
func (g *gen) optionalNull(owner string, m *member) *Node {
	m.typ = g.nullableType()
	body := mapping("type", m.typ)
	switch g.r.IntN(6) {
	case 0:
		body.put("write", word("omit"))
	case 1:
		body.put("write", word("null"))
	case 2:
		if g.unfit {
			body.put("write", word("required"))
			m.required = true
		}
	case 3, 4:
		if g.find(owner) != nil && g.chance(0.3) {
			m.typ = nullable(name(owner))
			body.put("type", m.typ)
		}
		body.put("patch", raw(true))
		m.patch = true
	}
	return body
}

// defaulted returns f: T = d, in its short and its long form.
func (g *gen) defaulted(m *member) *Node {
	var value *Node
	for value == nil {
		m.typ = g.typ(false)
		if g.chance(0.25) {
			m.typ = g.nullableType()
		}
		value = g.value(m.typ, 0)
	}
	body := mapping("type", m.typ)
	if g.chance(0.5) && value.Kind != Map {
		body = mapping("type", &Node{Kind: Default, Items: []*Node{m.typ, value}})
	} else {
		body.put("default", value)
	}
	switch g.r.IntN(4) {
	case 0:
		if zero(value) && g.omittable(m.typ) {
			body.put("write", word("omit_default"))
		}
	case 1:
		if g.kindsOf(m.typ)&nullKind == 0 {
			body.put("null_is_absent", raw(true))
		}
	}
	return body
}

// omittable reports whether a default of a type may be left out.
func (g *gen) omittable(t *Node) bool {
	for {
		if t.Kind == Either {
			t = t.Items[0]
		}
		d := g.find(t.Text)
		switch {
		case t.Kind != Name || d == nil:
			return true
		case d.form == structForm || d.form == unionForm:
			return d.form == structForm && len(d.fields) == 0
		case d.form != aliasForm || d.typ == nil:
			return true
		}
		t = d.typ
	}
}

// literal returns a field of exactly one value.
func (g *gen) literal(m *member) *Node {
	m.constant = pick(g, text("fixed"), text("2.0"), raw(7), raw(true), raw(false), raw(-1), raw("1.5"), text(""))
	if g.odd(0.5) {
		m.constant = text(pick(g, oddTexts...))
	}
	body := mapping("const", m.constant)
	m.required = true
	if g.chance(0.4) {
		body.put("default", raw(true))
		m.required = false
	}
	return body
}

// inline returns a field that declares its type inline.
func (g *gen) inline(owner string, m *member) *Node {
	derived := owner + pascal(m.name)
	if g.nested > 2 || !plainWord.MatchString(m.name) || g.taken[folded(derived)] {
		m.typ, m.required = g.typ(false), true
		return mapping("type", m.typ)
	}
	g.taken[folded(derived)] = true
	m.required = true
	g.nested++
	defer func() { g.nested-- }()
	if g.chance(0.4) {
		d := &decl{name: derived, form: pick(g, enumForm, intEnumForm)}
		m.typ = nil
		body := g.enum(d)
		m.constant = d.values[0]
		return body
	}
	if g.chance(0.3) {
		if arms := g.arms(); arms != nil {
			m.typ = either(arms...)
			return mapping("type", m.typ)
		}
	}
	d := &decl{name: derived, form: structForm}
	body := mapping()
	g.extraKeys(body, d)
	body.put("fields", g.fieldMap(derived, g.r.IntN(4), &[]string{}, &d.fields))
	g.groups(body, d.fields, &d.groups)
	if m.constant = g.fieldValues(d.fields, d.groups, 1); m.constant == nil {
		m.required = true
	}
	return body
}

func (g *gen) enum(d *decl) *Node {
	body, used := mapping(), []string{}
	n := 1 + g.r.IntN(4)
	values := mapping()
	var names []string
	older := false
	for i := range n {
		value := g.memberName(&used)
		names = append(names, value)
		key, entry := inQuotes+value, mapping()
		if d.form == intEnumForm {
			number := raw(pick(g, i, i*10-5, i+9007199254740980))
			entry.put("value", number)
			d.values = append(d.values, number)
		} else {
			d.values = append(d.values, text(value))
			if g.chance(0.12) && g.older {
				entry.put("was", words(g.olderNames(&used)))
				older = true
			}
		}
		if g.chance(0.3) || len(entry.Keys) == 0 {
			entry.put("doc", g.doc("value"))
		}
		values.put(key, entry)
	}
	body.put("enum", values)
	if d.form == enumForm && !older && g.chance(0.5) {
		short := list()
		for _, v := range names {
			short.Items = append(short.Items, text(v))
		}
		body.put("enum", short)
	}
	fallback := g.chance(0.2)
	switch {
	case fallback:
		body.put("fallback", text(pick(g, names...)))
	case g.chance(0.5):
		d.open = g.chance(0.6)
		body.put("open", raw(d.open))
	default:
		d.open = g.enumsOpen
	}
	d.keyed = d.form == enumForm && !fallback && !older
	return body
}

// pascal returns a plain name as a derived type has it, nearly.
func pascal(s string) string { return string(s[0]&^0x20) + s[1:] }
