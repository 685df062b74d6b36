package schemagen

import (
	"github.com/wiregen/wiregen/internal/lower"
	"github.com/wiregen/wiregen/internal/model"
)

// byKind says first which kinds there may be, and then, for each variant that
// asks for more than its kind, what a value of that kind must be. A fault
// inside a variant is so reported at its own place only.
func (b *builder) byKind(t *lower.Type) *schema {
	var kinds, more []*schema
	for _, c := range t.Union.Cases {
		of := ofKinds(c.Kinds)
		kinds = append(kinds, of...)
		if s := b.typ(c.Of.Type); c.Kinds != model.AllKinds && !isKind(s) {
			more = append(more, b.describe(new(schema).sub("if", anyOf(of)), &c.Of.Meta).sub("then", s))
		}
	}
	s := new(schema)
	if t.Reads != model.AllKinds {
		s.subs("anyOf", kinds)
	}
	return s.subs("allOf", more)
}

// isKind reports whether a schema asks for nothing but a kind.
func isKind(s *schema) bool {
	return len(s.keywords) == 1 && s.keywords[0].Key == "type" && s.keywords[0].Value.Text != "integer"
}

// ofKinds are schemas of JSON kinds, one each.
func ofKinds(kinds model.Kinds) []*schema {
	var out []*schema
	for _, k := range kinds.List() {
		out = append(out, ofType(k.String()))
	}
	return out
}
