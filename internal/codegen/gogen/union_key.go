package gogen

import (
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// readByKey reads a union whose variants are distinguished by their keys.
func (p reader) readByKey(g *stmts, u *model.Union) {
	var keys []string
	end := code("d.Fail()\nreturn nil")
	variants := cases(func(g *stmts) {
		for i, v := range p.variants[u] {
			if v.Key == "" {
				end = p.returnDecoded(v)
				continue
			}
			keys = append(keys, v.Key)
			g.put("case $1:\n\t$2", i, p.returnDecoded(v))
		}
	})
	g.put(`
		switch d.FindKey($1) $2
		$3`, quoted(keys), variants, end)
}
