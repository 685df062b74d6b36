package tsgen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/lower"
	"github.com/wiregen/wiregen/internal/model"
)

// orderedGuard is the body of the guard of a union whose first variant that
// reads a value has it. A value in the normal form of a later one must not be
// read by an earlier one of its kind, be it in another form.
func (p *plan) orderedGuard(t *model.Union, at depth) string {
	var b strings.Builder
	for i, v := range t.Variants {
		s := p.shape(v.Type)
		is := s.guard("v", at)
		if i == len(t.Variants)-1 {
			return b.String() + "  return " + is + ";\n"
		}
		fmt.Fprintf(&b, "  if (%s) return true;\n", is)
		rest := t.Variants[i+1:]
		if slices.ContainsFunc(rest, func(w *model.Variant) bool { return lower.Reads(v.Type)&lower.Reads(w.Type) != 0 }) {
			fmt.Fprintf(&b, "  if (reads(types, %s, v)) return false;\n", s.table())
		}
	}
	return b.String()
}

func (p *plan) orderedTable(t *model.Union) string {
	var arms []string
	for _, v := range t.Variants {
		s := p.shape(v.Type)
		arms = append(arms, fmt.Sprintf("[%s, %s]", quoteAll(kindsOf(v.Type)), s.table()))
	}
	return fmt.Sprintf("{ name: %s, ordered: [%s] }", quote(t.Name), strings.Join(arms, ", "))
}
