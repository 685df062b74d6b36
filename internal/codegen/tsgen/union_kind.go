package tsgen

import (
	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/protocol/lower"
)

// kindGuard is the body of the guard of a union by JSON kind.
func (e *guards) kindGuard(u *lower.Union, at depth) string {
	return anyOf(each(u.Cases, func(c lower.Case) string { return e.grouped(backend.UseOf(e.rows, c.Of.Type), "v", at) }))
}
