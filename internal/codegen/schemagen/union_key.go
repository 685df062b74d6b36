package schemagen

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/lower"
)

// byKey selects the first variant whose key is present. A value that is not an object
// has none of the keys, so it is one fault at the end of the chain.
func (b *builder) byKey(u *lower.Union) *schema {
	var rest *schema // for objects without any of the keys before
	for _, c := range slices.Backward(u.Cases) {
		body := b.describe(b.typ(c.Of.Type), b.own(c.Of))
		if c.Key == "" {
			rest = body
			continue
		}
		s := new(schema).sub("if", having(c.Key)).sub("then", body)
		if rest == nil {
			rest = s.with("else", boolean(false))
		} else {
			rest = s.sub("else", rest)
		}
	}
	return rest
}
