package tsgen

import (
	"fmt"
	"strings"

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

func (p *plan) kindTable(t *model.Union) string {
	var arms []string
	for _, v := range t.Variants {
		s := p.shape(v.Type)
		for _, k := range kindsOf(v.Type) {
			arms = append(arms, fmt.Sprintf("[%s, %s]", quote(k), s.table()))
		}
	}
	return "{ kinds: [" + strings.Join(arms, ", ") + "] }"
}
