package gogen

import (
	"github.com/dave/jennifer/jen"

	"github.com/wiregen/wiregen/internal/model"
)

// readOrdered reads a union of which the plain reader picks the variant.
func (p *plan) readOrdered(g *jen.Group, u *model.Union) {
	put(g, "switch d.Picked(&table, type$1) $2\nreturn nil", p.types[u], jen.BlockFunc(func(g *jen.Group) {
		for i, v := range p.variants[u] {
			put(g, "case $1: $2", jen.Lit(i), returnDecoded(v))
		}
	}))
}
