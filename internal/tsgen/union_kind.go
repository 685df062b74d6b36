package tsgen

import (
	"github.com/wiregen/wiregen/internal/model"
)

// kindGuard is the body of the guard of a union told apart by JSON kind.
func (p *plan) kindGuard(t *model.Union, at depth) string {
	conds := make([]string, len(t.Variants))
	for i, v := range t.Variants {
		conds[i] = grouped(p.shape(v.Type), "v", at)
	}
	return anyOf(conds)
}
