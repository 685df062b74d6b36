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

// checkVariant checks one variant of a union. One of an ordered union must not
// be read as an earlier one.
func (p *plan) checkVariant(g *jen.Group, v *variant, i int) {
	check := jen.Id("Check" + v.typ).Call(jen.Id("v"))
	if v.union.Tagging != model.Ordered || i == 0 {
		g.Return(check)
		return
	}
	// if err := CheckPoint(v); err != nil {
	//	return err
	// }
	// return table.CheckOrdered(typeShape, 1, AppendPoint(nil, v))
	g.If(jen.Err().Op(":=").Add(check), jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Err()))
	g.Return(jen.Id("table").Dot("CheckOrdered").Call(
		jen.Id("type"+p.types[v.union]), jen.Lit(i), jen.Id("Append"+v.typ).Call(jen.Nil(), jen.Id("v"))))
}
