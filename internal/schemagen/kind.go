package schemagen

import (
	"github.com/wiregen/wiregen/internal/lower"
	"github.com/wiregen/wiregen/internal/model"
)

// byKind says first which kinds there may be, and then, for each variant that
// asks for more than its kind, what a value of that kind must be. A fault
// inside a variant is so reported at its own place only.
func (b *builder) byKind(t *model.Union) *schema {
	var kinds, more []*schema
	for _, v := range t.Variants {
		of := kindsOf(v.Type)
		for _, k := range of {
			kinds = append(kinds, ofType(k))
		}
		if s := b.typ(v.Type); lower.Reads(v.Type) != model.AllKinds && !isKind(s) {
			more = append(more, b.describe(new(schema).sub("if", anyKind(of)), &v.Meta).sub("then", s))
		}
	}
	s := new(schema)
	if lower.Reads(t) != model.AllKinds {
		s.subs("anyOf", kinds)
	}
	return s.subs("allOf", more)
}

// isKind tells whether a schema asks for nothing but a kind.
func isKind(s *schema) bool {
	return len(s.keywords) == 1 && s.keywords[0].Key == "type" && s.keywords[0].Value.Text != "integer"
}

// anyKind holds for values of one of some kinds.
func anyKind(kinds []string) *schema {
	if len(kinds) == 1 {
		return ofType(kinds[0])
	}
	var list []*schema
	for _, k := range kinds {
		list = append(list, ofType(k))
	}
	return new(schema).subs("anyOf", list)
}

// kindsOf are the kinds of JSON that values of a type have, in the words of
// JSON Schema.
func kindsOf(t model.Type) []string {
	var out []string
	for _, k := range lower.Reads(t).List() {
		out = append(out, k.String())
	}
	return out
}
