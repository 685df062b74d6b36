package syntax

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/source"
)

// A TypeDecl is one entry of types.
type TypeDecl struct {
	Name Word
	Body
}

// A Body is the type of a field or an entry of types: an expression, or a map with
// one of fields, enum, union and const. All of them are nil if the type could not
// be read.
type Body struct {
	Meta
	Span    source.Span
	Expr    *Expr
	Struct  *Struct
	Enum    *Enum
	Union   *Union
	Const   *Value
	Default *Value
	Limits  *Limits

	BadItems Word // of a list: skip, refuse or zero
	// Distinct is true, false or zero: whether a scalar is a distinct type. Only an
	// entry of types has it.
	Distinct Word
}

func (p *parser) typeDecls(n *Node) []*TypeDecl {
	if !p.want(n, Map, "types") {
		return nil
	}
	out := make([]*TypeDecl, 0, len(n.Pairs))
	for _, pair := range n.Pairs {
		d := &TypeDecl{Name: p.name(pair.Key, "the name of a type")}
		what := fmt.Sprintf("the type %q", pair.Key.Text)
		p.body(&d.Body, pair.Key, pair.Value, what, withReserved|withExamples, func(m *mapping) {
			d.Distinct = p.choice(m.get("distinct"), "distinct", "true", "false")
		})
		out = append(out, d)
	}
	return out
}

// body reads a type in its short or long form. extra reads further keys.
func (p *parser) body(b *Body, key, n *Node, what string, set metaSet, extra func(*mapping)) {
	b.Span = key.Span
	if n.Kind == Scalar {
		b.Span = n.Span
		b.Expr, b.Default = p.expr(n)
		return
	}
	if n.Kind == List {
		b.Span = p.head(n)
		b.Expr = p.places(n)
		return
	}
	m := p.mapping(n, what, key.Span)
	if m == nil {
		return
	}
	p.forms(b, m, what)
	b.Limits = p.limits(m)
	b.BadItems = p.choice(m.get("bad_items"), "bad_items", "skip", "refuse")
	if !b.BadItems.IsZero() && (b.Struct != nil || b.Enum != nil || b.Union != nil || b.Const != nil) {
		p.report.Add(diag.LimitMisplaced, b.BadItems.Span, fmt.Sprintf(`"bad_items" does not apply here: %s is not a list`, what)).WithHelp("remove it").Drops()
	}
	b.Meta = p.meta(m, set)
	if extra != nil {
		extra(m)
	}
	p.match(b, m.get("match"))
	m.done()
}

// forms reads the one key that defines the type m. A struct that only includes the
// fields of others needs none.
func (p *parser) forms(b *Body, m *mapping, what string) {
	var found []string
	all := []string{"type", "fields", "enum", "union", "const"}
	for _, form := range all {
		key, value := m.pair(form)
		if key == nil {
			continue
		}
		found = append(found, form)
		if len(found) > 1 {
			help := "keep one of them"
			if found[0] == "type" {
				// The other key is more specific than type: object, or string.
				help = fmt.Sprintf("remove type, which is not needed with %s", form)
				b.Expr, b.Default = nil, nil
				p.form(b, m, form, key, value)
				if key.Text != form { // what is written is another key, which is reported
					m.redundant = "type"
					continue
				}
			}
			d := p.report.Add(diag.KeyConflict, key.Span, fmt.Sprintf("%s has both %q and %q", what, found[0], form)).WithHelp(help)
			if found[0] == "type" {
				typ, _ := m.pair("type")
				d.Repairable("", diag.Step{Do: diag.Remove, At: typ.Span})
			}
			continue
		}
		p.form(b, m, form, key, value)
	}
	if len(found) == 0 && m.get("with") != nil {
		found = append(found, "fields")
		b.Struct = &Struct{}
	}
	if key, value := m.pair("default"); key != nil {
		if b.Union != nil {
			p.unionDefault(b.Union, key, value)
		} else if !slices.Contains(found, "union") {
			p.defaultKey(b, key, value)
		}
	}
	p.structKeys(m, b.Struct, len(found) == 1 && found[0] == "fields")
	if len(found) == 0 {
		m.addMissing(diag.TypeFormMissing, what+" does not define a type",
			"add type, fields, enum, union or const; an object without fields is fields: {}", all...)
		m.formless = true
	}
}

// match reads how the variants of A | B are distinguished.
func (p *parser) match(b *Body, n *Node) {
	w := p.choice(n, "match", "key", "kind", "ordered")
	switch {
	case w.IsZero():
	case b.Expr != nil && b.Expr.Kind == EitherExpr:
		b.Expr.Match = w
	case b.Expr != nil:
		p.report.Add(diag.UnionKeyMisplaced, w.Span, `"match" does not apply here: it says how the variants of A | B are distinguished`).
			WithHelp("write type: A | B; declare a union inside another type by name")
	case b.Struct != nil || b.Enum != nil || b.Const != nil || b.Union != nil:
		p.report.Add(diag.UnionKeyMisplaced, w.Span, `"match" does not apply here: it says how the variants of A | B are distinguished`).
			WithHelp("write union: {match: " + w.Text + "} for variants that have names")
	}
}

func (p *parser) form(b *Body, m *mapping, form string, key, value *Node) {
	switch form {
	case "type":
		switch value.Kind {
		case Scalar:
			b.Span = value.Span
			if m.has("items") && strings.Contains(foreignLists, " "+strings.ToLower(value.Text)+" ") {
				return // the key items is reported
			}
			b.Expr, b.Default = p.expr(value)
		case List:
			b.Span = p.head(value)
			b.Expr = p.places(value)
		default:
			if value.Kind == Map {
				p.wrongKind(value, Scalar, "type", "").Repairable("", diag.Step{Do: diag.Replace, At: key.Span, Text: "fields"})
			}
		}
	case "fields":
		b.Struct = p.structure(value)
	case "enum":
		b.Enum = p.enum(m, value)
	case "union":
		b.Union = p.union(m, key, value)
	case "const":
		b.Const = p.value(value)
	}
}

// defaultKey reads default: in the long form. For a literal, "true" says that
// it may be absent.
func (p *parser) defaultKey(b *Body, key, value *Node) {
	v := p.value(value)
	switch {
	case v == nil:
	case b.Default != nil:
		p.report.Add(diag.KeyConflict, key.Span, `the default is written both after "=" and under "default"`).WithHelp("keep one of them")
	case b.Const != nil:
		if v.Kind != BoolValue {
			p.report.Add(diag.ChoiceUnknown, v.Span, "default of a literal must be true or false").WithHelp("write default: true where the literal may be absent")
		} else if v.Bool {
			b.Default = b.Const
		}
	default:
		b.Default = v
	}
}

// A Ref is a type in a place that takes an expression or a map of fields:
// params, result, notify.
type Ref struct {
	Span   source.Span
	Expr   *Expr
	Struct *Struct
}

func (p *parser) ref(n *Node, what string) *Ref {
	switch {
	case n == nil || n.Kind == Invalid:
		return nil
	case n.Kind == Map && p.longForm(n, what):
		return nil
	case n.Kind == Map:
		return &Ref{Span: p.head(n), Struct: p.structure(p.ownFields(n, what))}
	case n.Kind == List:
		return &Ref{Span: p.head(n), Expr: p.tuple(n)}
	}
	ref := &Ref{Span: n.Span, Expr: p.plainType(n, what)}
	if ref.Expr == nil {
		return nil
	}
	ref.Span = ref.Expr.Span
	return ref
}

// ownFields is a map of fields, without a superfluous key fields above them.
func (p *parser) ownFields(n *Node, what string) *Node {
	if len(n.Pairs) != 1 || n.Pairs[0].Key.Text != "fields" || n.Pairs[0].Value.Kind != Map {
		return n
	}
	for _, pair := range n.Pairs[0].Value.Pairs {
		switch pair.Key.Text {
		case "type", "fields", "enum", "union", "const":
			return n // a field of that name
		}
	}
	p.report.Add(diag.MethodFields, n.Pairs[0].Key.Span, fmt.Sprintf("a map under %s already lists fields, and %q would be one of them", what, "fields")).
		WithHelp("remove fields:, and put what is below it in its place").
		Repairable("", diag.Step{Do: diag.Unwrap, At: n.Pairs[0].Key.Span})
	return n.Pairs[0].Value
}

// longForm adds a diagnostic for a map of fields that was meant as the long form of
// a type, because the value of a key cannot be the type of a field. It reports
// whether it did.
func (p *parser) longForm(n *Node, what string) bool {
	for _, pair := range n.Pairs {
		key, value := pair.Key.Text, pair.Value
		help := "declare the type under types, and write its name here"
		var steps []diag.Step
		switch {
		case key == "fields" && len(n.Pairs) > 1 && value.Kind == Map && !value.hasAny("type", "fields", "enum", "union", "const", "with"):
			help = "write the fields without " + `"fields:"`
			steps = []diag.Step{{Do: diag.Unwrap, At: pair.Key.Span}}
		case key == "properties" && value.Kind == Map && n.hasAny("type"):
			help = `write the fields without "type: object" and "properties:"`
			steps = []diag.Step{{Do: diag.Unwrap, At: pair.Key.Span}}
			for _, other := range n.Pairs {
				if other.Key.Text == "type" {
					steps = append(steps, diag.Step{Do: diag.Remove, At: other.Key.Span})
				}
			}
		case key == "$ref" && value.Kind == Scalar:
			help = "write the name of the type instead of the map"
			if name := lastName(value.Text); name != "" && len(n.Pairs) == 1 {
				steps = []diag.Step{{Do: diag.Write, At: n.Span, Text: name}}
			}
		case (key == "oneOf" || key == "anyOf" || key == "allOf") && value.Kind == List:
		case (key == "with" || key == "enum" || key == "present") && value.Kind == List:
		case key == "match" && value.Kind == Scalar && slices.Contains([]string{"key", "kind", "ordered"}, value.Text):
		case key == "union" && value.Kind == Map && value.hasAny("tag", "match"):
		default:
			continue
		}
		p.report.Add(diag.MethodFields, pair.Key.Span, fmt.Sprintf("a map under %s already lists fields, and %q would be one of them", what, key)).
			WithAdvice(diag.Advice{Help: help, Steps: steps})
		return true
	}
	return false
}

// hasAny reports whether one of the keys of n is one of names.
func (n *Node) hasAny(names ...string) bool {
	return slices.ContainsFunc(n.Pairs, func(p Pair) bool { return slices.Contains(names, p.Key.Text) })
}

// plainType reads a type expression that cannot have a default.
func (p *parser) plainType(n *Node, what string) *Expr {
	if !p.want(n, Scalar, what) {
		return nil
	}
	expr, value := p.expr(n)
	if value != nil {
		p.report.Add(diag.DefaultMisplaced, value.Span, what+" cannot have a default").WithHelp(`remove "=" and what follows`).
			Repairable("", diag.Step{Do: diag.Replace, At: n.Span, Text: strings.TrimRight(n.Text[:strings.IndexByte(n.Text, '=')], " ")})
	}
	return expr
}
