package schemagen

import "github.com/wiregen/wiregen/internal/model"

// mapping is an object with free keys, or with the values of an enum for keys.
func (b *builder) mapping(t *model.Map) *schema {
	s := ofType("object")
	if t.Key != nil && (b.side.closed() || !t.Key.Open) {
		s.sub("propertyNames", b.ref(t.Key.Name))
	}
	return s.sub("additionalProperties", b.typ(t.Elem))
}
