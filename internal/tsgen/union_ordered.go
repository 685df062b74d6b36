package tsgen

import (
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/lower"
	"github.com/wiregen/wiregen/internal/model"
)

// orderedGuard is the body of the guard of a union whose first variant that
// reads a value has it. Where variants share a kind, a guard would have to ask
// of each whether it reads the value, and ask again in the unions inside: the
// reader does so once for each of them.
func (p *plan) orderedGuard(t *model.Union, at depth) string {
	for i, v := range t.Variants {
		if slices.ContainsFunc(t.Variants[:i], func(w *model.Variant) bool { return lower.Reads(v.Type)&lower.Reads(w.Type) != 0 }) {
			return fmt.Sprintf("  return isNormal(types, %s, v, %s);\n", quote(p.types[t]), at.expr())
		}
	}
	return p.kindGuard(t, at)
}
