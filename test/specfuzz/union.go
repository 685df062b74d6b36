package specfuzz

import (
	"fmt"
	"slices"
)

// union returns the body of a union of any form.
func (g *gen) union(d *decl) *Node {
	switch g.r.IntN(13) {
	case 0, 1, 2, 12:
		return g.internal(d)
	case 3, 4:
		return g.apart(d, g.serialKey("tag"))
	case 5, 6:
		return g.apart(d, "")
	case 7:
		return g.byKind(d)
	case 8, 9:
		return g.byKey(d)
	}
	if g.chance(0.3) {
		return g.proved(d)
	}
	return g.ordered(d)
}

// tags returns n tags of one kind, as keys of the spec, and as JSON.
func (g *gen) tags(n int) (keys []string, values []*Node) {
	kind := g.r.IntN(10)
	if kind == 1 && n > 2 {
		kind = 0
	}
	used := []string{}
	for i := range n {
		switch kind {
		case 0, 2:
			v := fmt.Sprint(5*i - 3)
			keys, values = append(keys, v), append(values, raw(v))
		case 1:
			v := fmt.Sprint(i == 0)
			keys, values = append(keys, v), append(values, raw(v))
		default:
			v := g.memberName(&used)
			keys, values = append(keys, inQuotes+v), append(values, text(v))
		}
	}
	return keys, values
}

// serialKey returns a key that no other union has.
func (g *gen) serialKey(stem string) string {
	g.serial++
	if g.odd(0.2) {
		return fmt.Sprintf("%s-%d.x", stem, g.serial)
	}
	return fmt.Sprintf("%s_%d", stem, g.serial)
}

// unknown chooses how undeclared tags are handled.
func (g *gen) unknown(body *Node, d *decl) {
	if !g.chance(0.4) {
		return
	}
	switch g.r.IntN(3) {
	case 0:
		body.put("unknown", word("keep"))
	case 1:
		body.put("unknown", word("reject"))
	default:
		body.put("unknown", mapping("keep", raw(true), "name", word("Other"+d.name)))
	}
}

// internal returns a union whose tag is among the fields of its variants.
func (g *gen) internal(d *decl) *Node {
	key := g.serialKey("type")
	d.kinds = objectKind
	tags, values := g.tags(1 + g.r.IntN(4))
	again := g.listAgain(d, tags, values)
	if again != nil {
		key = again.key
	}
	body := mapping("union", mapping("tag", word(key)))
	g.unknown(body, d)
	used, common := []string{key}, []member(nil)
	if again == nil && g.chance(0.2) {
		body.put("common", g.fieldMap(d.name, 1+g.r.IntN(2), &used, &common))
	}
	variants := mapping()
	nested := 0
	for i, tag := range tags {
		if again != nil && i == 0 {
			variants.put(tag, name(again.of))
			continue
		}
		v, own := g.taggedVariant(d, key, i, slices.Clone(used), common)
		if own != nil {
			g.moreTags(v, values[i], i)
		}
		if v.Kind == Name {
			nested++
			of := v.Text
			if v = g.olderTag(v, values[i], i); v.Kind == Name && g.within == 0 && g.isStruct(of) {
				g.shared = append(g.shared, listing{d, key, tag, values[i], of})
				if g.chance(0.3) { // one that lists it again
					o := &decl{name: g.typeName(), form: unionForm}
					g.further.put(o.name, g.internal(o))
				}
			}
		}
		variants.put(tag, v)
		if own != nil && d.value == nil {
			if object := g.fieldValues(own.fields, own.groups, 1); object != nil {
				d.value = mapping(key, values[i])
				for j, k := range object.Keys {
					d.value.put(k, object.Items[j])
				}
			}
		}
	}
	body.put("variants", variants)
	if plain := g.plainTags(variants); len(plain) > 0 && g.chance(0.25) {
		body.put("default", g.unionDefault(word(pick(g, plain...))))
	} else if first := variants.Keys[0]; g.chance(0.1) && variants.Items[0].has("tags") {
		body.put("default", mapping("tag", word(first), "write", word("always")))
	}
	return body
}

// listAgain perhaps makes the first tag of the union d one under which another union
// lists a struct, which d then lists too. The result is nil if it does not.
func (g *gen) listAgain(d *decl, tags []string, values []*Node) *listing {
	if g.within > 0 || g.chance(0.1) {
		return nil
	}
	for i := range g.shared {
		l := &g.shared[i]
		if l.in.tagged || l.value.Kind != values[0].Kind || slices.Contains(tags[1:], l.tag) || l.value.Text == "true" || l.value.Text == "false" {
			continue
		}
		if values[0].Text == "true" || values[0].Text == "false" {
			continue
		}
		tags[0], values[0] = l.tag, l.value
		d.sole, l.in.sole = true, true
		return l
	}
	return nil
}

// isStruct reports whether a type is a struct.
func (g *gen) isStruct(name string) bool {
	return slices.ContainsFunc(g.decls, func(o *decl) bool { return o.name == name && o.form == structForm })
}

// unionDefault returns the default of a union, alone or with how its tag is written.
func (g *gen) unionDefault(tag *Node) *Node {
	if g.chance(0.4) {
		return tag
	}
	return mapping("tag", tag, "write", word(pick(g, "always", "never", "as_read")))
}

// plainTags returns the tags of variants that have one tag alone and are structs.
func (g *gen) plainTags(variants *Node) []string {
	var out []string
	for i, v := range variants.Items {
		if v.Kind == Map && !v.has("tags") && !v.has("payload") {
			out = append(out, variants.Keys[i])
		}
	}
	return out
}

// taggedVariant returns the variant i of an internally tagged union: a struct that is
// declared inline, which it also returns, or elsewhere, or another union.
func (g *gen) taggedVariant(d *decl, key string, i int, used []string, common []member) (*Node, *decl) {
	free := g.some(func(o *decl) bool {
		return !o.tagged && !o.held && !o.valued && o.form == structForm && !slices.ContainsFunc(o.fields, func(f member) bool { return f.name == key || slices.Contains(f.was, key) })
	})
	inner := g.some(func(o *decl) bool { return !o.tagged && !o.sole && !o.valued && o.form == unionForm && len(o.keys) > 0 })
	bodies := g.some(func(o *decl) bool {
		return !o.tagged && o.form == structForm && !slices.ContainsFunc(o.fields, func(f member) bool {
			return slices.Contains(used, f.name) || slices.ContainsFunc(f.was, func(was string) bool { return slices.Contains(used, was) })
		})
	})
	switch n := g.r.IntN(12); {
	case n < 2 && len(free) > 0 && common == nil:
		o := pick(g, free...)
		o.tagged, o.keys = true, append(o.keys, key)
		return name(o.name), nil
	case n < 6 && len(inner) > 0 && common == nil:
		o := pick(g, inner...)
		o.tagged, o.value = true, nil
		return g.perhapsAlias(o.name), nil
	case n < 7 && common == nil && g.within < 2:
		o := &decl{name: g.typeName(), form: unionForm}
		g.within++
		g.further.put(o.name, g.internal(o))
		g.within--
		return g.perhapsAlias(o.name), nil
	}
	body, own := mapping("name", word(fmt.Sprintf("%sV%d", d.name, i))), &decl{fields: slices.Clone(common)}
	g.taken[folded(fmt.Sprintf("%sV%d", d.name, i))] = true
	if len(bodies) > 0 && g.chance(0.4) {
		o := pick(g, bodies...)
		if rich := slices.DeleteFunc(bodies, func(o *decl) bool { return o.extra != "typed" && len(o.groups) == 0 }); len(rich) > 0 && g.chance(0.4) {
			o = pick(g, rich...)
		}
		o.held = true
		body.put("body", word(o.name))
		own.fields, own.groups = append(own.fields, o.fields...), slices.Clone(o.groups)
		d.keys = []string{key}
		return body, own
	}
	g.extraKeys(body, own)
	body.put("fields", g.fieldMap(fmt.Sprintf("%sV%d", d.name, i), g.r.IntN(4), &used, &own.fields))
	g.groups(body, own.fields, &own.groups)
	if g.chance(0.15) {
		g.meta(body)
	}
	d.keys = []string{key}
	return body, own
}

// olderTag returns a variant that is declared elsewhere, with an older tag perhaps.
func (g *gen) olderTag(v, own *Node, i int) *Node {
	if own.Kind == Raw || !g.older || !g.chance(0.3) {
		return v
	}
	return mapping("payload", v, "was", list(text(fmt.Sprintf("0 of %d", i))))
}

// perhapsAlias returns a type, or a new alias of it.
func (g *gen) perhapsAlias(of string) *Node {
	if !g.chance(0.25) {
		return name(of)
	}
	alias := g.typeName()
	g.further.put(alias, name(of))
	return name(alias)
}

// moreTags adds further tags, or older ones, to the variant i, whose tag is own.
func (g *gen) moreTags(body, own *Node, i int) {
	tag := func(n int) *Node {
		if own.Kind == Raw {
			return raw(1000 + 10*i + n)
		}
		return text(fmt.Sprintf("%d of %d", n, i))
	}
	if own.Text == "true" || own.Text == "false" {
		return
	}
	if g.chance(0.25) && g.older {
		body.put("was", list(tag(0)))
	}
	if g.chance(0.2) {
		body.put("tags", list(own, tag(1), tag(2)))
	}
}

// apart returns a union whose tag is beside its body, or, without a tag, whose
// variants are distinguished by their names.
func (g *gen) apart(d *decl, key string) *Node {
	body := mapping("union", word("external"))
	n := 1 + g.r.IntN(4)
	tags, values := g.tags(n)
	if key != "" {
		content := g.serialKey("content")
		body = mapping("union", mapping("tag", word(key), "content", word(content)))
		d.kinds = objectKind
	} else {
		d.kinds = objectKind | stringKind
		for i := range tags {
			if values[i].Kind == Raw {
				tags[i], values[i] = inQuotes+tags[i], text(tags[i])
			}
		}
	}
	g.unknown(body, d)
	variants := mapping()
	bodies := 0
	for i, tag := range tags {
		v := g.apartVariant(d, key, i, values[i].Kind == Raw)
		if v.Kind != Map || v.has("payload") || v.has("fields") {
			bodies++
		} else {
			d.value = g.bare(body, key, values[i])
		}
		variants.put(tag, v)
	}
	body.put("variants", variants)
	return body
}

// bare returns a value of a variant without a body.
func (g *gen) bare(body *Node, key string, tag *Node) *Node {
	if key == "" {
		return tag
	}
	return mapping(key, tag)
}

// apartVariant returns the variant i of a union whose bodies are separate. The first
// one does not lead back to the union.
func (g *gen) apartVariant(d *decl, key string, i int, rawTags bool) *Node {
	older := func(n *Node) *Node {
		if g.chance(0.2) && g.older && !rawTags {
			n.put("was", list(text(fmt.Sprintf("old %d", i))))
		}
		return n
	}
	switch g.r.IntN(6) {
	case 0:
		return older(mapping("doc", g.doc("variant")))
	case 5:
		if fixed, _ := g.fixed(); i > 0 {
			return older(mapping("const", fixed))
		}
	case 1:
		fields, used := []member{}, []string{}
		of := fmt.Sprintf("%sV%d", d.name, i)
		return older(mapping("name", word(of), "fields", g.fieldMap(of, g.r.IntN(3), &used, &fields)))
	case 2:
		if i > 0 {
			return older(mapping("payload", pick(g, name(d.name), nullable(name(d.name)), listOf(name(d.name)))))
		}
	}
	t := g.typ(i > 0 && !rawTags)
	if unions := g.some(func(o *decl) bool { return o.form == unionForm }); len(unions) > 0 && g.chance(0.6) {
		t = name(pick(g, unions...).name)
	}
	if g.chance(0.2) && g.kindsOf(t)&nullKind == 0 {
		t = nullable(t)
	}
	return older(mapping("payload", t))
}

// arms returns types of which no two have a JSON kind in common, or nil.
func (g *gen) arms() []*Node {
	var out []*Node
	var taken kinds
	for range 6 {
		t := g.typ(false)
		if unions := g.some(func(o *decl) bool { return o.form == unionForm }); len(unions) > 0 && g.chance(0.2) {
			t = name(pick(g, unions...).name)
		}
		if k := g.kindsOf(t); k&(taken|nullKind) == 0 && k != 0 {
			taken |= k
			out = append(out, t)
		}
		if len(out) == 3 {
			break
		}
	}
	if len(out) < 2 {
		return nil
	}
	return out
}

// byKind returns a union whose variants are distinguished by their JSON kind.
func (g *gen) byKind(d *decl) *Node {
	arms := g.arms()
	if arms == nil {
		arms = []*Node{name("string"), name("int"), listOf(name(d.name))}
	}
	for _, arm := range arms {
		d.kinds |= g.kindsOf(arm)
	}
	d.value = g.value(arms[0], 1)
	if g.chance(0.6) {
		return either(arms...)
	}
	variants := mapping()
	for i, arm := range arms {
		variants.put(fmt.Sprintf("arm%d", i), arm)
	}
	if fixed, kind := g.fixed(); d.kinds&kind == 0 && g.chance(0.6) {
		d.kinds |= kind
		variants.put("fixed", mapping("const", fixed))
	}
	return mapping("union", mapping("match", word("kind")), "variants", variants)
}

// fixed returns the one value of a variant, and its kind.
func (g *gen) fixed() (*Node, kinds) {
	switch g.r.IntN(4) {
	case 0:
		return raw(pick(g, "0", "7", "-1.5")), numberKind
	case 1:
		return raw(g.chance(0.5)), boolKind
	}
	if g.odd(0.5) {
		return text(pick(g, oddTexts...)), stringKind
	}
	return text("fixed"), stringKind
}

// byKey returns a union of structs, each with a key that no other has.
func (g *gen) byKey(d *decl) *Node {
	d.kinds = objectKind
	variants, used := mapping(), []string{}
	body := mapping("union", mapping("match", word("key")))
	if g.chance(0.3) {
		body.put("common", g.fieldMap(d.name, 1, &used, &[]member{}))
	}
	n := 2 + g.r.IntN(2)
	for i := range n {
		of := fmt.Sprintf("%sV%d", d.name, i)
		if body.has("common") && g.chance(0.3) {
			held := g.typeName()
			g.further.put(held, g.keyed(held, i, slices.Clone(used), true))
			variants.put(fmt.Sprintf("v%d", i), mapping("name", word(of), "body", word(held)))
			continue
		}
		variant := g.keyed(of, i, slices.Clone(used), i < n-1 || g.chance(0.5))
		variant.put("name", word(of))
		variants.put(fmt.Sprintf("v%d", i), variant)
	}
	d.keys = []string{"?"}
	body.put("variants", variants)
	return body
}

// keyed returns the body of a struct, with a key that no other has if it is told by one.
func (g *gen) keyed(of string, i int, used []string, told bool) *Node {
	fields, known := mapping(), []member{}
	if told {
		fields.put(g.tellingKey(i), g.typ(false))
	}
	more := g.fieldMap(of, g.r.IntN(3), &used, &known)
	for j, key := range more.Keys {
		fields.put(key, more.Items[j])
	}
	body := mapping("fields", fields)
	g.groups(body, known, &[]group{})
	return body
}

// tellingKey returns a key that identifies a variant.
func (g *gen) tellingKey(i int) string {
	if g.odd(0.3) && i == 0 {
		return "__proto__"
	}
	g.serial++
	return fmt.Sprintf("only_%d", g.serial)
}

// chain adds unions by order within each other: few, because what a
// validator of a schema takes for them doubles with each.
func chain(types *Node) {
	const levels = 10
	for i := range levels {
		next := name("int")
		if i+1 < levels {
			next = name(fmt.Sprintf("Chain%d", i+1))
		}
		types.put(fmt.Sprintf("Chain%d", i), mapping("type", either(name(fmt.Sprintf("Long%d", i)), name(fmt.Sprintf("Short%d", i))), "match", word("ordered")))
		types.put(fmt.Sprintf("Long%d", i), mapping("fields", mapping("n", next, "a", name("int"))))
		types.put(fmt.Sprintf("Short%d", i), mapping("fields", mapping("n", next)))
	}
}

// ordered returns a union that reads a value as the first variant that accepts it.
func (g *gen) ordered(d *decl) *Node {
	var arms []*Node
	enums := g.some(func(o *decl) bool { return o.form == enumForm && o.keyed })
	structs := g.some(func(o *decl) bool {
		return o.form == structForm && len(o.keys) == 0 && slices.ContainsFunc(o.fields, func(f member) bool { return f.required && len(f.was) == 0 })
	})
	if g.chance(0.5) {
		arms = append(arms, name(pick(g, "int32", "uint32", "bool")))
	}
	if len(enums) > 0 && g.chance(0.5) {
		arms = append(arms, name(pick(g, enums...).name))
	}
	if len(structs) > 0 {
		first := pick(g, structs...)
		arms = append(arms, name(first.name))
		if second := pick(g, structs...); second != first && g.chance(0.6) {
			arms = append(arms, name(second.name))
		}
	}
	if g.chance(0.2) {
		arms = append(arms, tupleOf(name("int"), name("bool")), tupleOf(name("string"), name("string")))
	}
	arms = append(arms, pick(g, name("string"), listOf(name("int")), listOf(name("string"))))
	if g.chance(0.3) {
		arms = append(arms, pick(g, name("float"), mapOf(name("int")), listOf(name("float")), mapOf(name("string"))))
	}
	if len(arms) < 2 {
		arms = append(arms, name("bool"))
	}
	for _, arm := range arms {
		d.kinds |= g.kindsOf(arm)
	}
	d.value = g.value(arms[0], 1)
	if g.chance(0.4) {
		return mapping("type", either(arms...), "match", word("ordered"))
	}
	variants := mapping()
	for i := range g.r.IntN(3) {
		fixed, kind := g.fixed()
		d.kinds |= kind
		variants.put(fmt.Sprintf("fixed%d", i), mapping("const", fixed))
	}
	for i, arm := range arms {
		variants.put(fmt.Sprintf("arm%d", i), arm)
	}
	return mapping("union", mapping("match", word("ordered")), "variants", variants)
}
