package gogen

import (
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// readOrdered reads a union of which the table reader picks the variant.
func (p reader) readOrdered(g *stmts, u *model.Union) {
	g.put("switch d.VariantHint(&table, type$1) $2\nreturn nil", p.types[u], cases(func(g *stmts) {
		for i, v := range p.variants[u] {
			g.put("case $1:\n\t$2", i, p.returnDecoded(v))
		}
	}))
}
