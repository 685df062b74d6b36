package tsgen

import (
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

// rows are the entries of all named types.
func (p *plan) tableRows() []row {
	out := make([]row, 0, len(p.proto.Decls))
	for _, d := range p.proto.Decls {
		node := ""
		if t := p.rows.Decl(d); t != nil {
			node = p.node(t)
		} else {
			node = p.ref(p.rows.Ref(d))
		}
		out = append(out, row{p.types[d], node})
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
		return "[" + word + limitsNode(t) + "]"
	case lower.LiteralForm:
		return `["const", ` + jsValue(t.Literal.Value) + "]"
	case lower.EnumForm:
		return enumNode(t.Enum)
	case lower.ListForm:
		return `["list", ` + p.ref(*t.Elem) + limitsNode(t) + "]"
	case lower.MapForm:
		if t.Keys != nil && t.Keys.Other == lower.OtherRefused {
			return `["map", ` + p.ref(*t.Elem) + ", " + quote(p.types[t.Keys.Of]) + "]"
		}
		return `["map", ` + p.ref(*t.Elem) + "]"
	case lower.StructForm:
		return p.structNode(t.Struct)
	case lower.TupleForm:
		items := make([]string, len(t.Tuple.Items))
		for i, item := range t.Tuple.Items {
			items[i] = p.ref(item)
		}
		return fmt.Sprintf("{ tuple: [%s], least: %d, words: %s }", strings.Join(items, ", "), t.Tuple.Least, quote(t.Tuple.Words))
	default:
		return p.unionNode(t)
	}
}

// limitsNode is what is asked of a value beside its type, with a comma before it.
func limitsNode(t *lower.Type) string {
	var parts []string
	for _, l := range t.Limits {
		switch l.Of {
		case lower.OfNumber:
			parts = append(parts, span("range", l, "-Infinity"))
		case lower.OfLength:
			parts = append(parts, span("length", l, "0"))
		case lower.OfText:
			parts = append(parts, fmt.Sprintf("pattern: [%s, %s]", pattern(l.Pattern), quote(l.Words)))
		case lower.OfItems:
			parts = append(parts, span("items", l, "0"))
		}
	}
	switch t.Checks {
	case lower.CheckedByNobody:
		return ""
	case lower.CheckedByWriters:
		parts = append(parts, "writer: true")
	}
	return ", { " + strings.Join(parts, ", ") + " }"
}

func span(name string, l lower.Limit, least string) string {
	most := "Infinity"
	if l.Min != nil {
		least = model.FormatNumber(*l.Min)
	}
	if l.Max != nil {
		most = model.FormatNumber(*l.Max)
	}
	return fmt.Sprintf("%s: [%s, %s, %s]", name, least, most, quote(l.Words))
}

func enumNode(e *lower.Enum) string {
	values := make([]string, len(e.Values))
	for i, v := range e.Values {
		values[i] = enumLiteral(e, v)
	}
	out := "{ enum: [" + strings.Join(values, ", ") + "]"
	if e.Integer {
		out += ", integer: true"
	}
	switch e.Other {
	case lower.OtherKept:
		out += ", open: true"
	case lower.OtherFallback:
		out += ", fallback: " + enumLiteral(e, e.Fallback)
	}
	var was []string
	for _, o := range e.Older {
		was = append(was, fmt.Sprintf("[%s, %s]", quote(o.Was), enumLiteral(e, o.Value)))
	}
	if len(was) > 0 {
		out += ", was: new Map([" + strings.Join(was, ", ") + "])"
	}
	return out + " }"
}

func enumLiteral(e *lower.Enum, value string) string {
	if e.Integer {
		return value
	}
	return quote(value)
}

func (p *plan) structNode(s *lower.Struct) string {
	head := ""
	if len(s.Tags) > 0 {
		head = "tag: " + tagNode(s.Tags) + ", "
	}
	switch s.Extra {
	case lower.ExtraKept:
		head += `extra: "keep", `
	case lower.ExtraRefused:
		head += `extra: "reject", `
	}
	fields := make([]string, len(s.Fields))
	for i := range s.Fields {
		fields[i] = p.fieldNode(&s.Fields[i])
	}
	if len(fields) < 2 {
		return fmt.Sprintf("{ %sfields: [%s] }", head, strings.Join(fields, ""))
	}
	if head != "" {
		head = "    " + strings.TrimSuffix(head, " ") + "\n"
	}
	return "{\n" + head + "    fields: [\n      " + strings.Join(fields, ",\n      ") + ",\n    ],\n  }"
}

// fieldNode is [name, type, what else there is to say].
func (p *plan) fieldNode(f *lower.Field) string {
	var parts []string
	flag := func(name string, holds bool) {
		if holds {
			parts = append(parts, name+": true")
		}
	}
	flag("optional", f.Absent == lower.AbsentUnset)
	flag("nullable", f.Null == lower.NullUnset)
	flag("writeNull", f.Write == lower.WriteNullUnset)
	flag("required", f.MustSet)
	flag("nullIsAbsent", f.Null == lower.NullAsAbsent)
	if f.Default != nil {
		parts = append(parts, "default: "+jsValue(f.Default.Value))
	}
	if f.Write == lower.WriteNotDefault {
		parts = append(parts, "omit: "+quote(f.Default.JSON()))
	}
	if len(f.Was) > 0 {
		parts = append(parts, "was: "+quoteAll(f.Was))
	}
	mode := ""
	if len(parts) > 0 {
		mode = ", { " + strings.Join(parts, ", ") + " }"
	}
	return fmt.Sprintf("[%s, %s%s]", quote(f.Name), p.ref(f.Type), mode)
}

// tagNode is [key, tag of today, what else there is to say], with the tag around
// it within.
func tagNode(tags []lower.Tag) string {
	last := len(tags) - 1
	t := tags[last]
	var mode []string
	if len(t.Values) > 1 {
		mode = append(mode, "also: "+tagList(t.Kind, t.Values[1:]))
	}
	if len(t.Was) > 0 {
		mode = append(mode, "was: "+tagList(t.Kind, t.Was))
	}
	if t.Implied {
		mode = append(mode, "optional: true")
	}
	if last > 0 {
		mode = append(mode, "outer: "+tagNode(tags[:last]))
	}
	more := ""
	if len(mode) > 0 {
		more = ", { " + strings.Join(mode, ", ") + " }"
	}
	return fmt.Sprintf("[%s, %s%s]", quote(t.Key), tagLiteral(t.Kind, t.Values[0]), more)
}

// tagLiteral is a tag as an expression.
func tagLiteral(k lower.TagKind, tag string) string {
	if k == lower.StringTag {
		return quote(tag)
	}
	return tag
}

func tagLiterals(k lower.TagKind, tags []string) []string {
	out := make([]string, len(tags))
	for i, tag := range tags {
		out[i] = tagLiteral(k, tag)
	}
	return out
}

func tagList(k lower.TagKind, tags []string) string {
	return "[" + strings.Join(tagLiterals(k, tags), ", ") + "]"
}

func (p *plan) unionNode(t *lower.Type) string {
	u := t.Union
	if u.By.Tagged() {
		return p.taggedNode(t)
	}
	var cases []string
	for _, c := range u.Cases {
		of := p.ref(c.Type)
		switch u.By {
		case lower.ByKind:
			for _, k := range c.Kinds.List() {
				cases = append(cases, fmt.Sprintf("[%s, %s]", quote(k.String()), of))
			}
			continue
		case lower.ByOrder:
			cases = append(cases, fmt.Sprintf("[%s, %s]", quoteAll(kindNames(c.Kinds)), of))
			continue
		}
		key := "null"
		if c.Key != "" {
			key = quote(c.Key)
		}
		cases = append(cases, fmt.Sprintf("[%s, %s]", key, of))
	}
	list := "[" + strings.Join(cases, ", ") + "]"
	switch u.By {
	case lower.ByKind:
		return "{ kinds: " + list + " }"
	case lower.ByKey:
		return "{ byKey: " + list + " }"
	}
	return fmt.Sprintf("{ name: %s, ordered: %s }", quote(t.Name), list)
}

// taggedNode is a union whose variants have names on the wire.
func (p *plan) taggedNode(t *lower.Type) string {
	u := t.Union
	var b strings.Builder
	row := func(name, value string) { fmt.Fprintf(&b, "    %s: %s,\n", name, value) }
	b.WriteString("{\n")
	row("name", quote(t.Name))
	if u.By == lower.ByName {
		row("external", quote(externalForm(t.Reads)))
	} else {
		row("tag", quote(u.Key))
	}
	switch u.TagKind {
	case lower.IntegerTag:
		row("tags", `"int"`)
	case lower.BooleanTag:
		row("tags", `"bool"`)
	}
	if u.By == lower.ByContent {
		row("content", quote(u.Content))
	}
	if u.Unknown == lower.UnknownKept {
		row("keep", "true")
	}
	if len(u.Around) > 0 {
		row("outer", tagNode(u.Around))
	}
	if u.Default >= 0 {
		row("default", p.ref(u.Cases[u.Default].Type))
	}
	b.WriteString("    variants: new Map([\n")
	var was []string
	for _, c := range u.Cases {
		for _, tag := range c.Tags {
			fmt.Fprintf(&b, "      [%s, %s],\n", tagLiteral(u.TagKind, tag), p.ref(c.Type))
		}
		for _, w := range c.Was {
			was = append(was, fmt.Sprintf("[%s, %s]", tagLiteral(u.TagKind, w), tagLiteral(u.TagKind, c.Tags[0])))
		}
	}
	b.WriteString("    ]),\n")
	if len(was) > 0 {
		row("was", "new Map(["+strings.Join(was, ", ")+"])")
	}
	if len(u.Foreign) > 0 {
		row("foreign", "new Set("+quoteLines(u.Foreign, "    ")+")")
	}
	return b.String() + "  }"
}

func kindNames(kinds model.Kinds) []string {
	var out []string
	for _, k := range kinds.List() {
		out = append(out, k.String())
	}
	return out
}

// externalForm says as what the variants of an external union stand: a
// "string", an "object", or "both".
func externalForm(kinds model.Kinds) string {
	if list := kindNames(kinds); len(list) == 1 {
		return list[0]
	}
	return "both"
}
