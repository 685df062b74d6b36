package schemagen

import (
	"slices"

	"github.com/wiregen/wiregen/internal/lower"
	"github.com/wiregen/wiregen/internal/model"
)

// ordered asks for the first variant that reads the value. Of each kind of
// JSON it says first which variants there are: where one alone has the kind,
// its faults are told at their own places.
func (b *builder) ordered(t *model.Union) *schema {
	groups := groupByKind(t)
	if len(groups) == 1 {
		return b.firstOf(groups[0].variants)
	}
	var kinds, more []*schema
	for _, g := range groups {
		for _, k := range g.kinds {
			kinds = append(kinds, ofType(k))
		}
		if s := b.firstOf(g.variants); !isKind(s) {
			more = append(more, new(schema).sub("if", anyKind(g.kinds)).sub("then", s))
		}
	}
	s := new(schema)
	if lower.Reads(t) != model.AllKinds {
		s.subs("anyOf", kinds)
	}
	return s.subs("allOf", more)
}

// A kindGroup are kinds of JSON that the same variants have.
type kindGroup struct {
	kinds    []string
	variants []*model.Variant
}

func groupByKind(t *model.Union) []*kindGroup {
	var out []*kindGroup
	for _, kind := range model.AllKinds.List() {
		var having []*model.Variant
		for _, v := range t.Variants {
			if lower.Reads(v.Type).Has(kind) {
				having = append(having, v)
			}
		}
		i := slices.IndexFunc(out, func(g *kindGroup) bool { return slices.Equal(g.variants, having) })
		switch {
		case len(having) == 0:
		case i < 0:
			out = append(out, &kindGroup{[]string{kind.String()}, having})
		default:
			out[i].kinds = append(out[i].kinds, kind.String())
		}
	}
	return out
}

// firstOf is one of some variants. Where the side is closed it is moreover one
// that no earlier variant reads, as every reader picks the first that does.
func (b *builder) firstOf(variants []*model.Variant) *schema {
	if len(variants) == 1 {
		return b.describe(b.typ(variants[0].Type), b.own(variants[0]))
	}
	var list, earlier []*schema
	for _, v := range variants {
		s := b.describe(b.typ(v.Type), b.own(v))
		if b.side.closed() {
			if len(earlier) > 0 {
				s = new(schema).subs("allOf", []*schema{s, new(schema).sub("not", anyOf(earlier))})
			}
			earlier = append(earlier, b.reader().typ(v.Type))
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
