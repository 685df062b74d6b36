package tsgen

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/wiregen/wiregen/internal/lower"
	"github.com/wiregen/wiregen/internal/model"
)

// The readers and writers look types up in a table, which is the rows of the
// protocol in the notation of JavaScript. It differs from that of the Go runtime
// where JavaScript has something better at hand: types are found by name rather
// than by place, so that a bundler sees what is used; tags are looked up in a Map
// that holds them as values; and a default stands in its field, as no generated
// code applies it.

// A row is one entry of the table.
type row struct{ Name, Node string }

// tableRows are the entries of all named types.
func (p *plan) tableRows() []row {
	var out []row
	for _, d := range p.proto.Decls {
		if t := p.rows.Decl(d); t != nil {
			out = append(out, row{p.types[d], p.node(t)})
		} else {
			out = append(out, row{p.types[d], p.ref(p.rows.Ref(d))})
		}
	}
	return out
}

// ref is a type where it is used: its name, or what it is.
func (p *plan) ref(r lower.Ref) string {
	if r == lower.NoType {
		return "null"
	}
	t := p.rows.At(r)
	out := ""
	if d, ok := t.Of.(model.Decl); ok {
		out = quote(p.types[d])
	} else {
		out = p.node(t)
	}
	if r.OrNull {
		return `["nullable", ` + out + "]"
	}
	return out
}

// node is what a type is.
func (p *plan) node(t *lower.Type) string {
	switch t.Form {
	case lower.ScalarForm:
		word := quote(scalarForms[t.Scalar.Kind].table)
		if t.Checks == lower.CheckedByNobody {
			return word
		}
		return limitsNode(t).after(word)
	case lower.LiteralForm:
		return `["const", ` + jsValue(t.Literal.Value) + "]"
	case lower.EnumForm:
		return enumNode(t.Enum)
	case lower.ListForm:
		return limitsNode(t).after(`"list"`, p.ref(*t.Elem))
	case lower.MapForm:
		if t.Keys != nil && t.Keys.Other == lower.OtherRefused {
			return `["map", ` + p.ref(*t.Elem) + ", " + quote(p.types[t.Keys.Of]) + "]"
		}
		return `["map", ` + p.ref(*t.Elem) + "]"
	case lower.StructForm:
		return p.structNode(t.Struct)
	case lower.TupleForm:
		return fmt.Sprintf("{ tuple: %s, least: %d, words: %s }", array(each(t.Tuple.Items, p.ref)), t.Tuple.Least, quote(t.Tuple.Words))
	default:
		return p.unionNode(t)
	}
}

// limitsNode is what is asked of a value beside its type.
func limitsNode(t *lower.Type) object {
	var o object
	for _, l := range t.Limits {
		switch low, high := ends(l); l.Of {
		case lower.OfNumber:
			o.add("range", array([]string{cmp.Or(low, "-Infinity"), cmp.Or(high, "Infinity"), quote(l.Words)}))
		case lower.OfLength:
			o.add("length", array([]string{cmp.Or(low, "0"), cmp.Or(high, "Infinity"), quote(l.Words)}))
		case lower.OfText:
			o.add("pattern", array([]string{pattern(l.Pattern), quote(l.Words)}))
		case lower.OfItems:
			o.add("items", array([]string{cmp.Or(low, "0"), cmp.Or(high, "Infinity"), quote(l.Words)}))
		}
	}
	o.flag("writer", t.Checks == lower.CheckedByWriters)
	return o
}

func enumNode(e *lower.Enum) string {
	var o object
	o.add("enum", array(enumValues(e)))
	o.flag("integer", e.Integer)
	o.flag("open", e.Other == lower.OtherKept)
	if e.Other == lower.OtherFallback {
		o.add("fallback", enumValue(e, e.Fallback))
	}
	if len(e.Older) > 0 {
		pair := func(older lower.Older) string { return array([]string{quote(older.Was), enumValue(e, older.Value)}) }
		o.add("was", "new Map("+array(each(e.Older, pair))+")")
	}
	return o.String()
}

func (p *plan) structNode(s *lower.Struct) string {
	var o object
	if len(s.Tags) > 0 {
		o.add("tag", tagNode(s.Tags))
	}
	if s.Extra != lower.ExtraIgnored {
		o.add("extra", quote(s.Extra.String()))
	}
	if len(s.Fields) < 2 {
		o.add("fields", array(p.fieldNodes(s.Fields)))
		return o.String()
	}
	var whole object
	if len(o) > 0 {
		whole = object{strings.Join(o, ", ")}
	}
	whole.add("fields", lines(p.fieldNodes(s.Fields), "    "))
	return whole.tall("  ")
}

// fieldNodes are, for each field, [name, type, what else there is to say].
func (p *plan) fieldNodes(fields []lower.Field) []string {
	return each(fields, func(f lower.Field) string {
		var o object
		o.flag("optional", f.Absent == lower.AbsentUnset)
		o.flag("nullable", f.Null == lower.NullUnset)
		o.flag("writeNull", f.Write == lower.WriteNullUnset)
		o.flag("required", f.MustSet)
		o.flag("nullIsAbsent", f.Null == lower.NullAsAbsent)
		if f.Default != nil {
			o.add("default", jsValue(f.Default.Value))
		}
		if f.Write == lower.WriteNotDefault {
			o.add("omit", quote(f.Default.JSON()))
		}
		if len(f.Was) > 0 {
			o.add("was", quoteAll(f.Was))
		}
		return o.after(quote(f.Name), p.ref(f.Type))
	})
}

// tagNode is [key, tag of today, what else there is to say], with the tag around
// it within.
func tagNode(tags []lower.Tag) string {
	last := len(tags) - 1
	t := tags[last]
	var o object
	if len(t.Values) > 1 {
		o.add("also", array(tagLiterals(t.Kind, t.Values[1:])))
	}
	if len(t.Was) > 0 {
		o.add("was", array(tagLiterals(t.Kind, t.Was)))
	}
	o.flag("optional", t.Implied)
	if last > 0 {
		o.add("outer", tagNode(tags[:last]))
	}
	return o.after(quote(t.Key), tagLiteral(t.Kind, t.Values[0]))
}

// tagLiteral is a tag as an expression.
func tagLiteral(k lower.TagKind, tag string) string {
	if k == lower.StringTag {
		return quote(tag)
	}
	return tag
}

func tagLiterals(k lower.TagKind, tags []string) []string {
	return each(tags, func(tag string) string { return tagLiteral(k, tag) })
}

func (p *plan) unionNode(t *lower.Type) string {
	u := t.Union
	if u.By.Tagged() {
		return p.taggedNode(t)
	}
	var cases []string
	add := func(c lower.Case, on string) { cases = append(cases, array([]string{on, p.ref(c.Type)})) }
	for _, c := range u.Cases {
		switch {
		case u.By == lower.ByKind:
			for _, kind := range kindNames(c.Kinds) {
				add(c, quote(kind))
			}
		case u.By == lower.ByOrder:
			add(c, quoteAll(kindNames(c.Kinds)))
		case c.Key == "":
			add(c, "null")
		default:
			add(c, quote(c.Key))
		}
	}
	switch list := array(cases); u.By {
	case lower.ByKind:
		return "{ kinds: " + list + " }"
	case lower.ByKey:
		return "{ byKey: " + list + " }"
	default:
		return fmt.Sprintf("{ name: %s, ordered: %s }", quote(t.Name), list)
	}
}

// taggedNode is a union whose variants have names on the wire.
func (p *plan) taggedNode(t *lower.Type) string {
	u := t.Union
	tag := func(tag string) string { return tagLiteral(u.TagKind, tag) }
	var o object
	o.add("name", quote(t.Name))
	if u.By == lower.ByName {
		forms := kindNames(t.Reads)
		if len(forms) > 1 {
			forms[0] = "both"
		}
		o.add("external", quote(forms[0]))
	} else {
		o.add("tag", quote(u.Key))
	}
	o.text("tags", [...]string{lower.StringTag: "", lower.IntegerTag: "int", lower.BooleanTag: "bool"}[u.TagKind])
	if u.By == lower.ByContent {
		o.add("content", quote(u.Content))
	}
	o.flag("keep", u.Unknown == lower.UnknownKept)
	if len(u.Around) > 0 {
		o.add("outer", tagNode(u.Around))
	}
	if u.Default >= 0 {
		o.add("default", p.ref(u.Cases[u.Default].Type))
	}
	var variants, was []string
	for _, c := range u.Cases {
		for _, today := range c.Tags {
			variants = append(variants, array([]string{tag(today), p.ref(c.Type)}))
		}
		for _, older := range c.Was {
			was = append(was, array([]string{tag(older), tag(c.Tags[0])}))
		}
	}
	o.add("variants", "new Map("+lines(variants, "    ")+")")
	if len(was) > 0 {
		o.add("was", "new Map("+array(was)+")")
	}
	if len(u.Foreign) > 0 {
		o.add("foreign", "new Set("+quoteLines(u.Foreign, "    ")+")")
	}
	return o.tall("  ")
}

func kindNames(kinds model.Kinds) []string { return each(kinds.List(), model.ValueKind.String) }

// furtherMembers are those of every message; "" for none.
func (p *plan) furtherMembers() string {
	if len(p.rows.Dialect.Members) == 0 {
		return ""
	}
	return lines(p.fieldNodes(p.rows.Dialect.Members), "  ")
}
