package tsgen

import (
	"fmt"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// orderedGuard is the body of the guard of a union by order. If variants share a kind,
// a guard would have to try each variant, and again in nested unions; it calls the
// reader instead, which tries each once.
func (e *guards) orderedGuard(u *lower.Union, at depth) string {
	var earlier model.Kinds
	for _, c := range u.Cases {
		if c.Kinds&earlier != 0 {
			e.nodes, e.reader = append(e.nodes, "$"+e.types[u.Of]), true
			return fmt.Sprintf("  return normal($%s, v, %s);\n", e.types[u.Of], at.expr())
		}
		earlier |= c.Kinds
	}
	return e.kindGuard(u, at)
}
