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

// A kindPart is what values of some kinds must be; said is what the condition
// says beside that.
type kindPart struct {
	kinds model.Kinds
	then  *schema
	said  *schema
}

// perKind says first which kinds there may be, and then, for each part that asks
// for more than its kind, what a value of that kind must be. A fault inside a
// part is so reported at its own place only.
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
