package tsgen

import (
	"fmt"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// orderedGuard is the body of the guard of a union whose first variant that
// reads a value has it. Where variants share a kind, a guard would have to ask
// of each whether it reads the value, and ask again in the unions inside: the
// reader does so once for each of them.
func (e *guards) orderedGuard(u *lower.Union, at depth) string {
	var earlier model.Kinds
	for _, c := range u.Cases {
		if c.Kinds&earlier != 0 {
			e.reader = true
			return fmt.Sprintf("  return normal(types, %s, v, %s);\n", quote(e.types[u.Of]), at.expr())
		}
		earlier |= c.Kinds
	}
	return e.kindGuard(u, at)
}
