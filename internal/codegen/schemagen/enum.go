package schemagen

import (
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// enum lists the values. A reader of an open enum accepts any text; the known values
// are examples, which editors offer.
func (b *builder) enum(e *lower.Enum) *schema {
	kind := "string"
	if e.Integer {
		kind = "integer"
	}
	s := ofType(kind).with("title", text(e.Of.Name))
	meta := e.Of.Meta
	meta.Doc = strings.TrimSpace(meta.Doc + "\n\n" + valueDocs(e.Of))
	if x := e.Extensions; x != nil && (e.Other == lower.OtherRefused || b.side.closed()) {
		return b.annotate(s.subs("anyOf", []*schema{oneOf(enumValues(e, b.side != write).Items), extension(x)}), &meta)
	}
	if e.Other == lower.OtherRefused || b.side.closed() {
		return b.annotate(s.with("enum", enumValues(e, b.side != write)), &meta)
	}
	if e.Integer && e.Other == lower.OtherKept {
		s.with("minimum", number(-model.MaxSafe)).with("maximum", number(model.MaxSafe))
	}
	return b.describe(s, &meta).with("examples", enumValues(e, false))
}

// enumValues are the values as JSON, with the older ones or without.
func enumValues(e *lower.Enum, older bool) model.Value {
	out := model.Value{Kind: model.ListValue}
	for _, v := range e.Values {
		if e.Integer {
			out.Items = append(out.Items, model.Value{Kind: model.NumberValue, Text: v})
		} else {
			out.Items = append(out.Items, text(v))
		}
	}
	if older {
		for _, o := range e.FormerValues {
			out.Items = append(out.Items, text(o.Name))
		}
	}
	return out
}

// valueDocs lists the docs of values, one per line: every place that JSON Schema has
// for the doc of a value would multiply its errors.
func valueDocs(t *model.Enum) string {
	var lines []string
	for _, v := range t.Values {
		lines = appendDoc(lines, shownValue(t, v), &v.Meta)
	}
	return strings.Join(lines, "\n")
}

// appendDoc adds the line of a value in a list of docs, unless there is nothing to say.
func appendDoc(lines []string, value string, m *model.Meta) []string {
	said := strings.Join(strings.Fields(description(m)), " ")
	if c := comment(m); c != "" {
		said = strings.TrimSpace(said + " (" + c + ")")
	}
	if said == "" {
		return lines
	}
	return append(lines, "- "+value+": "+said)
}

// shownValue is a value as in a message; an integer with its name.
func shownValue(t *model.Enum, v *model.EnumValue) string {
	if t.Integer {
		return strconv.FormatInt(v.Number, 10) + " (" + v.Name + ")"
	}
	return model.Quote(v.Value)
}
