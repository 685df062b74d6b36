package specfuzz

// kinds is a set of JSON kinds.
type kinds int

const (
	stringKind kinds = 1 << iota
	boolKind
	numberKind
	listKind
	objectKind
	nullKind
	allKinds = stringKind | boolKind | numberKind | listKind | objectKind | nullKind
)

var scalars = []string{
	"string", "string", "int", "int", "bool", "float", "int32", "uint32", "int64", "uint64", "bytes", "uuid", "any", "object", "uri", "timestamp", "null", "empty",
}

// scalarKinds returns the kinds of a scalar, or none if there is no such scalar.
func (g *gen) scalarKinds(name string) kinds {
	switch name {
	case "string", "bytes", "uuid", "uri", "timestamp":
		return stringKind
	case "int64", "uint64":
		if g.int64 == "string" {
			return stringKind
		}
		return numberKind
	case "int", "int32", "uint32", "float":
		return numberKind
	case "bool":
		return boolKind
	case "any":
		return allKinds
	case "object", "empty":
		return objectKind
	case "null":
		return nullKind
	}
	return 0
}

// kindsOf returns the kinds that a value of a type may have: all where that is not
// known yet.
func (g *gen) kindsOf(t *Node) kinds {
	switch t.Kind {
	case ListOf, TupleOf:
		return listKind
	case MapOf:
		return objectKind
	case Either:
		var all kinds
		for _, arm := range t.Items {
			all |= g.kindsOf(arm)
		}
		return all
	}
	if k := g.scalarKinds(t.Text); k != 0 {
		return k
	}
	d := g.find(t.Text)
	switch {
	case d == nil:
		return allKinds
	case d.form == structForm:
		return objectKind
	case d.form == enumForm:
		return stringKind
	case d.form == intEnumForm:
		return numberKind
	case d.form == tupleForm:
		return listKind
	case d.done:
		return d.kinds
	}
	return allKinds
}

// typ returns a type expression that cannot be null as a whole. If it is open, a
// value of it need not contain one of every part, so that it may lead to types that
// are not made yet, or to the one that is being made.
func (g *gen) typ(open bool) *Node {
	g.nested++
	defer func() { g.nested-- }()
	deep := g.nested > 3
	switch n := g.r.IntN(20); {
	case n < 8 || deep:
		return name(pick(g, scalars...))
	case n < 13:
		return g.named(open)
	case n < 15:
		return listOf(g.maybeNull(g.typ(true)))
	case n < 17:
		return mapOf(g.maybeNull(g.typ(true)))
	case n < 18:
		if keys := g.some(func(d *decl) bool { return d.keyed }); len(keys) > 0 {
			return mapOf(name(pick(g, keys...).name), g.typ(true))
		}
		return listOf(g.typ(true))
	case n < 19 && g.nested < 3:
		return tupleOf(g.items()...)
	}
	return g.named(open)
}

// named returns a declared type, or a scalar if there is none yet.
func (g *gen) named(open bool) *Node {
	usable := g.some(func(*decl) bool { return true })
	if open {
		usable = g.decls
	}
	if len(usable) == 0 {
		return name("string")
	}
	return name(pick(g, usable...).name)
}

// maybeNull returns a type, or that and null.
func (g *gen) maybeNull(t *Node) *Node {
	if g.kindsOf(t)&nullKind == 0 && g.chance(0.25) {
		return nullable(t)
	}
	return t
}

// nullableType returns a type and null.
func (g *gen) nullableType() *Node {
	for {
		if t := g.typ(true); g.kindsOf(t)&nullKind == 0 {
			return nullable(t)
		}
	}
}

func (g *gen) items() []*Node {
	var out []*Node
	for range 1 + g.r.IntN(3) {
		if g.chance(0.3) {
			out = append(out, g.nullableType())
		} else {
			out = append(out, g.typ(false))
		}
	}
	return out
}

func (g *gen) tuple(d *decl) *Node {
	d.typ = tupleOf(g.items()...)
	if g.chance(0.3) {
		d.typ.Items = append(d.typ.Items, nullable(name(d.name)))
	}
	if len(d.typ.Items) > 1 && g.chance(0.3) {
		return mapping("type", d.typ)
	}
	return d.typ
}

// alias returns a name for a type that has none: a scalar within limits, a list, a map.
func (g *gen) alias(d *decl) *Node {
	if g.chance(0.01) {
		d.typ, d.kinds = listOf(name(d.name)), listKind
		return mapping("type", d.typ, "min_items", raw(1))
	}
	switch g.r.IntN(8) {
	case 0, 1:
		d.typ = listOf(g.maybeNull(g.typ(true)))
		d.kinds = listKind
		body := mapping("type", d.typ)
		if g.chance(0.5) {
			g.listLimits(body, d.typ.Items[0])
		}
		return body
	case 2:
		d.typ, d.kinds = mapOf(g.maybeNull(g.typ(true))), objectKind
		return d.typ
	case 3:
		if t := g.named(false); g.kindsOf(t)&nullKind == 0 { // an alias of an alias
			d.typ, d.kinds = t, g.kindsOf(t)
			if of := g.find(t.Text); of != nil && of.scalar != "" {
				d.scalar, d.keyed = of.scalar, of.keyed
				if g.chance(0.4) {
					return mapping("type", d.typ, "distinct", raw(true))
				}
			}
			return d.typ
		}
	}
	d.typ = name(pick(g, "string", "string", "int", "float", "bool", "bytes", "uuid", "uri", "timestamp", "int32", "uint32", "int64", "uint64", "object", "any"))
	d.kinds = g.kindsOf(d.typ)
	if d.kinds == stringKind || d.kinds == numberKind || d.kinds == boolKind {
		d.scalar = d.typ.Text
	}
	distinct := g.chance(0.5) && (d.scalar != "" || g.chance(0.05))
	d.keyed = distinct && (d.scalar == "string" || d.scalar == "uri" || d.scalar == "timestamp")
	if !distinct && g.chance(0.4) {
		return d.typ
	}
	body := mapping("type", d.typ)
	if distinct {
		body.put("distinct", raw(true))
	}
	if g.chance(0.5) && g.limits(body, d.typ.Text) {
		d.typ, d.keyed = nil, d.keyed && g.chance(0.05)
	}
	return body
}

// listLimits limits the number of items.
func (g *gen) listLimits(n, elem *Node) {
	if g.finite(elem) || g.chance(0.1) {
		n.put("min_items", raw(1+g.r.IntN(2)))
	}
	if g.chance(0.5) {
		n.put("max_items", raw(2+g.r.IntN(3)))
	}
	if len(n.Keys) > 1 && g.chance(0.5) {
		n.put("enforced", g.enforced("both", "reader", "writer", "advisory"))
	}
}

// finite reports whether a type is known to have a finite value.
func (g *gen) finite(t *Node) bool {
	if t.Kind != Name {
		return t.Kind == ListOf || t.Kind == MapOf || t.Kind == Either && t.Items[len(t.Items)-1].Text == "null"
	}
	d := g.find(t.Text)
	return d == nil || d.done
}

// A pattern comes with a string that matches it.
var patterns = [][2]string{
	{"^[a-z]+$", "abc"}, {"^[a-z0-9-]+$", "a-1"}, {"^v[0-9]{1,3}$", "v12"}, {"[xy]", "x"}, {"^(?:a|b|cd)+$", "abcd"}, {"^\\d{2}-\\d{2}$", "12-34"},
	{"^[^/\\n]*$", "abc"}, {"^é+$", "éé"}, {"^\\w+@\\w+$", "a@b"}, {"^$|^x$", "x"}, {"^[\\[\\]]+$", "[]"}, {"\\/", "/"}, {"^😀$", "😀"}, {"^a{2,}$", "aa"},
	{"\\bword\\b", "word"}, {"^[A-F]?[0-9]$", "A1"}, {"^[a-z]*/[a-z]*$", "a/b"}, {`^\\/$`, `\/`},
}

// limits adds limits to a type, and reports whether there are any.
func (g *gen) limits(n *Node, scalar string) bool {
	again := g.again[scalar]
	switch {
	case scalar == "uri" || scalar == "timestamp":
		n.put("enforced", g.enforced("both", "reader", "writer"))
		return true
	case again != nil && g.chance(0.3): // the same, for others to enforce
	case scalar == "string":
		again = g.textLimits()
	case g.scalarKinds(scalar) == numberKind:
		again = g.bounds(scalar)
	}
	if again == nil {
		return false
	}
	g.again[scalar] = again
	for i, key := range again.Keys {
		n.put(key, again.Items[i])
	}
	if g.chance(0.6) {
		n.put("enforced", g.enforced("both", "reader", "writer", "advisory"))
	}
	return true
}

func (g *gen) bounds(scalar string) *Node {
	n := mapping()
	low, high := pick(g, 0, 1, 5), pick(g, 5, 100, 4294967)
	if scalar[0] != 'u' && g.chance(0.4) {
		low = -low - 3
	}
	both := g.r.IntN(3)
	if both != 0 {
		n.put("min", raw(low))
		if scalar == "float" && g.chance(0.5) {
			n.put("min", raw(float64(low)-0.5))
		}
	}
	if both != 1 {
		n.put("max", raw(high))
	}
	return n
}

// oddPatterns are refused by ECMAScript, or have another meaning there.
var oddPatterns = []string{"^*a", "\\b+a", "$?a", "^a{02}$", "^a{1,01}$"}

func (g *gen) textLimits() *Node {
	n := mapping()
	if g.chance(0.02) {
		return n.put("pattern", text(pick(g, "^$", "^[a-z]{9}$"))).put("min_length", raw(1)).put("max_length", raw(5))
	}
	if g.chance(0.5) {
		p := pick(g, patterns...)[0]
		if g.odd(0.1) {
			p = pick(g, oddPatterns...)
		}
		n.put("pattern", text(p))
		if !g.odd(0.1) {
			return n
		}
	}
	both := g.r.IntN(3)
	if both != 0 {
		n.put("min_length", raw(g.r.IntN(4)))
	}
	if both != 1 {
		n.put("max_length", raw(3+g.r.IntN(8)))
	}
	return n
}

// enforced chooses who checks limits. What only writers check is read and not written.
func (g *gen) enforced(list ...string) *Node {
	if w := pick(g, list...); w != "writer" || g.unfit {
		return word(w)
	}
	return word("both")
}
