package schemagen

import (
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// list is an array of one type.
func (b *builder) list(t *model.List) *schema {
	if t.SkipBad && b.side == read {
		return ofType("array")
	}
	return b.narrow(ofType("array").sub("items", b.typ(t.Elem)), t)
}

// tuple is an array with a type for each place.
func (b *builder) tuple(t *lower.Tuple) *schema {
	items := make([]*schema, len(t.Items))
	for i, item := range t.Of.Items {
		items[i] = b.annotate(b.typ(item.Type), &item.Meta)
	}
	if b.simple {
		return simpleTuple(items, t.Least)
	}
	return byPlace(items, t.Least)
}

// byPlace is an array with a schema for each position, of which the first ones are
// required. Only minItems and maxItems limit the number of items, because a wrong
// number is a fault of the whole array. If the number may vary, there is a condition
// for each, because ajv's strict mode accepts only tuples of a fixed length.
func byPlace(items []*schema, least int) *schema {
	most := len(items)
	s := count(ofType("array"), least, most)
	if least == most {
		return s.subs("prefixItems", items)
	}
	var lengths []*schema
	for n := max(least, 1); n <= most; n++ {
		then := count(new(schema), n, n).subs("prefixItems", items[:n])
		lengths = append(lengths, new(schema).sub("if", count(new(schema), n, n)).sub("then", then))
	}
	return s.subs("allOf", lengths)
}

func count(s *schema, least, most int) *schema {
	return s.with("minItems", number(int64(least))).with("maxItems", number(int64(most)))
}
