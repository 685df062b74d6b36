package tsgen

import "github.com/wiregen/wiregen/internal/lower"

// kindGuard is the body of the guard of a union told apart by JSON kind.
func (p *plan) kindGuard(u *lower.Union, at depth) string {
	return anyOf(each(u.Cases, func(c lower.Case) string { return p.shape(c.Of.Type).grouped("v", at) }))
}
