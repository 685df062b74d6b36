package tsgen

import (
	"fmt"
	"strings"

	"github.com/wiregen/wiregen/internal/model"
)

// keyGuard is the body of the guard of a union told apart by the keys that are
// there. It leaves own members to the guards of the variants.
func (p *plan) keyGuard(t *model.Union, at depth) string {
	var b strings.Builder
	fmt.Fprintf(&b, "  if (!(%s)) return false;\n", isObject)
	for _, v := range t.Variants {
		is := p.shape(v.Type).guard("v", at)
		if v.Key == "" {
			return b.String() + "  return " + is + ";\n"
		}
		fmt.Fprintf(&b, "  if (%s !== undefined) return %s;\n", access(v.Key), is)
	}
	return b.String() + "  return false;\n"
}
