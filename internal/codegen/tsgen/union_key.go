package tsgen

import (
	"fmt"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/lower"
)

// keyGuard is the body of the guard of a union by key. The guards of the variants check
// own members.
func (e *guards) keyGuard(u *lower.Union, at depth) string {
	var b strings.Builder
	fmt.Fprintf(&b, "  if (!(%s)) return false;\n", isObject)
	for _, c := range u.Cases {
		is := e.is(c.Of.Type, "v", at)
		if c.Key == "" {
			return b.String() + "  return " + is + ";\n"
		}
		fmt.Fprintf(&b, "  if (%s !== undefined) return %s;\n", e.access(c.Key), is)
	}
	return b.String() + "  return false;\n"
}
