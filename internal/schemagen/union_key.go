package schemagen

import (
	"slices"

	"github.com/wiregen/wiregen/internal/model"
)

// byKey asks for the first variant whose key is there. What is no object has
// none of the keys, so that it is one fault at the end of the chain.
func (b *builder) byKey(t *model.Union) *schema {
	rest := boolean(false)
	for _, v := range slices.Backward(t.Variants) {
		body := b.describe(b.typ(v.Type), b.own(v))
		if v.Key == "" {
			rest = body.value()
			continue
		}
		s := new(schema).sub("if", having(v.Key)).sub("then", body)
		rest = s.with("else", rest).value()
	}
	return &schema{keywords: rest.Members}
}
