package schemagen

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// mapping is an object with free keys, or with the values of an enum for keys.
// Those are listed one by one, so that a fault in a key is reported at the member;
// with propertyNames it would be a fault of the whole object.
func (b *builder) mapping(t *model.Map) *schema {
	s := ofType("object")
	if t.Key == nil {
		return s.sub("additionalProperties", b.typ(t.Elem))
	}
	keys := lower.EnumOf(t.Key)
	if keys.Other == lower.OtherKept && !b.side.closed() {
		return s.sub("additionalProperties", b.typ(t.Elem))
	}
	var props properties
	for _, v := range keys.Values {
		// What the pattern matches needs no property, and ajv allows none in its strictest mode.
		if keys.Extensions == nil || !slices.Contains(keys.Extensions.Declared, v) {
			props.add(v, b.typ(t.Elem))
		}
	}
	if keys.Extensions != nil {
		props.patterns.add(extensionPattern(keys.Extensions), b.typ(t.Elem))
	}
	return props.on(s).with("additionalProperties", boolean(false))
}
