package schemagen

import (
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// byKind has a part for each variant.
func (b *builder) byKind(t *lower.Type) *schema {
	var parts []kindPart
	for _, c := range t.Union.Cases {
		parts = append(parts, kindPart{c.Kinds, b.typ(c.Of.Type), b.describe(new(schema), &c.Of.Meta)})
	}
	return perKind(parts...)
}

// A kindPart is the schema of values of some kinds; said are further keywords of the
// condition.
type kindPart struct {
	kinds model.Kinds
	then  *schema
	said  *schema
}

// perKind lists the allowed kinds, and then has a condition for each part that
// restricts more than its kind. A fault inside a part is then reported only at its
// place.
func perKind(parts ...kindPart) *schema {
	var all model.Kinds
	var kinds, more []*schema
	for _, p := range parts {
		of := ofKinds(p.kinds)
		all |= p.kinds
		kinds = append(kinds, of...)
		if p.kinds != model.AllKinds && !isKind(p.then) {
			more = append(more, p.said.sub("if", anyOf(of)).sub("then", p.then))
		}
	}
	s := new(schema)
	if all != model.AllKinds {
		s.subs("anyOf", kinds)
	}
	return s.subs("allOf", more)
}

// isKind reports whether a schema restricts only the kind.
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
