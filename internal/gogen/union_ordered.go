package gogen

import (
	"github.com/dave/jennifer/jen"

	"github.com/wiregen/wiregen/internal/model"
)

// readOrdered is
//
//	switch d.Picked(&table, typeShape) {
//	case 0:
//		return decodePoint(d)
//	}
//	return nil
func (p *plan) readOrdered(g *jen.Group, u *model.Union) {
	g.Switch(dec("Picked", jen.Op("&").Id("table"), jen.Id("type"+p.types[u]))).BlockFunc(func(g *jen.Group) {
		for i, v := range p.variants[u] {
			g.Case(jen.Lit(i)).Block(jen.Return(jen.Id("decode" + v.typ).Call(jen.Id("d"))))
		}
	})
	g.Return(jen.Nil())
}
