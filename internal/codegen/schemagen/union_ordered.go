package schemagen

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// ordered selects the first variant that accepts the value, by JSON kind first: if
// only one variant has the kind, its faults are reported at their places.
func (b *builder) ordered(t *lower.Type) *schema {
	groups := groupByKind(t)
	if len(groups) == 1 {
		return b.firstOf(groups[0].cases)
	}
	var parts []kindPart
	for _, g := range groups {
		parts = append(parts, kindPart{g.kinds, b.firstOf(g.cases), new(schema)})
	}
	return perKind(parts...)
}

// A kindGroup are kinds of JSON that the same variants have.
type kindGroup struct {
	kinds model.Kinds
	cases []*lower.Case
}

func groupByKind(t *lower.Type) []*kindGroup {
	var out []*kindGroup
	for _, kind := range t.Reads.List() {
		var having []*lower.Case
		for i := range t.Union.Cases {
			if c := &t.Union.Cases[i]; c.Kinds.Has(kind) {
				having = append(having, c)
			}
		}
		i := slices.IndexFunc(out, func(g *kindGroup) bool { return slices.Equal(g.cases, having) })
		if i < 0 {
			i = len(out)
			out = append(out, &kindGroup{cases: having})
		}
		out[i].kinds |= 1 << kind
	}
	return out
}

// firstOf is one of some variants. On a closed side the value must also not be
// accepted by an earlier variant, because a reader selects the first that accepts it.
func (b *builder) firstOf(cases []*lower.Case) *schema {
	if len(cases) == 1 {
		return b.describe(b.typ(cases[0].Of.Type), b.own(cases[0].Of))
	}
	var list, earlier []*schema
	for _, c := range cases {
		s := b.describe(b.typ(c.Of.Type), b.own(c.Of))
		if b.side.closed() {
			if len(earlier) > 0 {
				s = new(schema).subs("allOf", []*schema{s, new(schema).sub("not", anyOf(earlier))})
			}
			earlier = append(earlier, b.reader().typ(c.Of.Type))
		}
		list = append(list, s)
	}
	return new(schema).subs("anyOf", list)
}

// reader makes the schemas of what is read, within the bundle of a closed side.
func (b *builder) reader() *builder {
	r := *b
	r.side, r.inner = read, true
	return &r
}
