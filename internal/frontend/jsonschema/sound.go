package jsonschema

import (
	"slices"
	"strconv"

	"github.com/wiregen/wiregen/internal/frontend/syntax"
)

// Where a schema has others.
var (
	inLists = []string{"anyOf", "oneOf", "allOf", "prefixItems", "items"}
	inMaps  = []string{"properties", "patternProperties", "$defs", "definitions", "dependentSchemas"}
	inPlace = []string{
		"items", "additionalItems", "unevaluatedItems", "contains", "additionalProperties", "unevaluatedProperties", "propertyNames", "not", "if", "then", "else",
	}
)

// sound replaces what stands in the place of a schema and is none by one that allows any value, so
// that one mistake of a generator does not make the whole file unreadable for a validator.
func (x *reader) sound(s schema) {
	if s.n.Kind != syntax.Map {
		return
	}
	mend := func(n *syntax.Node, at string) *syntax.Node {
		inner := schema{n, at, s.file}
		if isSchema(n) {
			x.sound(inner)
			return n
		}
		x.note(inner, "this is not a schema, and is read as one that allows any value")
		return &syntax.Node{Kind: syntax.Scalar, Text: "true", Span: n.Span}
	}
	for _, p := range s.n.Pairs {
		at := s.at + "/" + escape(p.Key.Text)
		switch {
		case slices.Contains(inLists, p.Key.Text) && p.Value.Kind == syntax.List:
			for i, item := range p.Value.Items {
				p.Value.Items[i] = mend(item, at+"/"+strconv.Itoa(i))
			}
		case slices.Contains(inMaps, p.Key.Text) && p.Value.Kind == syntax.Map:
			for i, inner := range p.Value.Pairs {
				p.Value.Pairs[i].Value = mend(inner.Value, at+"/"+escape(inner.Key.Text))
			}
		case slices.Contains(inPlace, p.Key.Text) && isSchema(p.Value):
			x.sound(schema{p.Value, at, s.file})
		}
	}
}
