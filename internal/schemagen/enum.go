package schemagen

import (
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/model"
)

// enum lists the values. A reader of an open enum takes any text; what it
// knows stands among the examples, which editors offer.
func (b *builder) enum(t *model.Enum) *schema {
	kind := "string"
	if t.Integer {
		kind = "integer"
	}
	values := enumValues(t, false)
	s := ofType(kind).with("title", text(t.Name))
	meta := t.Meta
	meta.Doc = strings.TrimSpace(t.Doc + "\n\n" + valueDocs(t))
	if !t.Open && t.Fallback == nil || b.side.closed() {
		return b.annotate(s.with("enum", enumValues(t, b.side != write)), &meta)
	}
	if t.Integer && t.Fallback == nil {
		s.with("minimum", number(-model.MaxSafe)).with("maximum", number(model.MaxSafe))
	}
	return b.describe(s, &meta).with("examples", values)
}

// enumValues are the values as JSON, with the older ones or without.
func enumValues(t *model.Enum, older bool) model.Value {
	out := model.Value{Kind: model.ListValue}
	for _, v := range t.Values {
		if t.Integer {
			out.Items = append(out.Items, model.Value{Kind: model.NumberValue, Text: strconv.FormatInt(v.Number, 10)})
			continue
		}
		out.Items = append(out.Items, text(v.Value))
	}
	for _, v := range t.Values {
		for _, was := range v.Was {
			if older {
				out.Items = append(out.Items, text(was))
			}
		}
	}
	return out
}

// valueDocs lists what is said about values, one per line: JSON Schema has no
// place for the doc of a value that does not also multiply its errors.
func valueDocs(t *model.Enum) string {
	var lines []string
	for _, v := range t.Values {
		said := strings.Join(strings.Fields(description(&v.Meta)), " ")
		if c := comment(&v.Meta); c != "" {
			said = strings.TrimSpace(said + " (" + c + ")")
		}
		if said != "" {
			lines = append(lines, "- "+shownValue(t, v)+": "+said)
		}
	}
	return strings.Join(lines, "\n")
}

// shownValue is a value as it stands in a message; one of an integer with its name.
func shownValue(t *model.Enum, v *model.EnumValue) string {
	if t.Integer {
		return strconv.FormatInt(v.Number, 10) + " (" + v.Name + ")"
	}
	return model.Quote(v.Value)
}
