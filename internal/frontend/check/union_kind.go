package check

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/protocol/sample"
)

// A flattener replaces a variant that is itself a union by kind, or a union that is
// distinguished like the outer one, with its variants.
type flattener struct {
	*draft
	parts map[*model.Union]map[*model.Union]bool // the unions that were merged into a flat union, including itself
}

func flattenUnions(d *draft) {
	f := &flattener{d, map[*model.Union]map[*model.Union]bool{}}
	for u := range all[*model.Union](d) {
		if bare(u) {
			f.flatten(u)
		}
	}
}

func (f *flattener) flatten(u *model.Union) map[*model.Union]bool {
	if parts := f.parts[u]; parts != nil {
		return parts
	}
	parts := map[*model.Union]bool{u: true}
	f.parts[u] = parts
	var out []*model.Variant
	for _, v := range u.Variants {
		inner, ok := model.Resolve(v.Type).(*model.Union)
		if !ok || !bare(inner) || lower.ByOf(inner) == lower.ByOrder && lower.ByOf(u) != lower.ByOrder {
			out = append(out, v)
			continue
		}
		more := f.flatten(inner)
		if twice := common(more, parts); twice != nil {
			f.twice(u, v, twice)
			continue
		}
		maps.Copy(parts, more)
		for _, w := range inner.Variants {
			out = append(out, &model.Variant{Meta: model.Meta{Span: f.variants.spanOf(v)}, Type: w.Type})
		}
	}
	u.Variants = out
	return parts
}

// common is a union that is in both sets, or nil.
func common(a, b map[*model.Union]bool) *model.Union {
	var out *model.Union
	for u := range a {
		if b[u] && (out == nil || u.Span.Start < out.Span.Start) {
			out = u
		}
	}
	return out
}

// twice reports a union whose variants are already in u.
func (f *flattener) twice(u *model.Union, v *model.Variant, inner *model.Union) {
	code := diag.UnionKindOverlap
	if lower.ByOf(u) == lower.ByOrder {
		code = diag.UnionUnreachable
	}
	message := fmt.Sprintf("the variants of %q are already in this union", inner.Name)
	if text, ok := sample.Small(inner); ok {
		message += fmt.Sprintf(": %s is one of them", text)
	}
	f.error(code, f.variants.spanOf(v), message, "remove one of the two")
}

// checkOverlap reports the first two variants that share a JSON kind, with a value
// that both accept.
func (p *proofs) checkOverlap(u *model.Union) {
	var apart []*model.Variant // no two share a kind, so there are at most as many as kinds
	for _, b := range u.Variants {
		if b.Type == invalid {
			continue
		}
		for _, a := range apart {
			shared := lower.Reads(a.Type) & lower.Reads(b.Type)
			if shared == 0 {
				continue
			}
			message := fmt.Sprintf("%q and %q may both be %s", a.Type, b.Type, lower.KindWords(shared))
			if v, ok := bothAccept(a.Type, b.Type); ok {
				message += fmt.Sprintf(": both accept %s", v)
			}
			help := p.overlapHelp(u, a, b)
			d := p.error(diag.UnionKindOverlap, p.variants.spanOf(b), message, help)
			for _, how := range []string{"key", "ordered"} {
				if match := "match: " + how; strings.Contains(help, match) {
					d.Offers("write "+match, diag.Step{Do: diag.Set, At: u.Span, Key: "match", Text: how})
				}
			}
			d.WithRelated(p.variants.spanOf(a), "the other variant")
			return
		}
		apart = append(apart, b)
	}
}

// overlapHelp says how a and b, which share a kind, could be distinguished in u.
func (p *proofs) overlapHelp(u *model.Union, a, b *model.Variant) string {
	notStruct := func(v *model.Variant) bool {
		_, ok := model.Resolve(v.Type).(*model.Struct)
		return !ok
	}
	reads, isRead := covers(a.Type, b.Type), covers(b.Type, a.Type)
	switch {
	case reads && isRead:
		return "remove one of them"
	case !slices.ContainsFunc(u.Variants, notStruct) && (p.rows.hasOwnKey(a, b) || p.rows.hasOwnKey(b, a)):
		return "distinguish them by a tag: union: {tag: type}; or by a key that only one has: match: key"
	case reads:
		return fmt.Sprintf("remove %q, or write match: ordered with %q before %q", b.Type, b.Type, a.Type)
	case isRead:
		return fmt.Sprintf("remove %q, or write match: ordered", a.Type)
	case !notStruct(a) || !notStruct(b):
		return "distinguish them by a tag: union: {tag: type}; or read a value as the first variant that accepts it: match: ordered"
	}
	return "read a value as the first variant that accepts it: match: ordered"
}
