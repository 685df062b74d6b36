package gogen

import (
	"github.com/dave/jennifer/jen"

	"github.com/wiregen/wiregen/internal/model"
)

// readByKey is
//
//	switch d.FindKey("text", "blob") {
//	case 0:
//		return decodeTextContents(d)
//	case 1:
//		return decodeBlobContents(d)
//	}
//	d.Fail()
//	return nil
func (p *plan) readByKey(g *jen.Group, u *model.Union) {
	var keys []jen.Code
	var last *variant
	for _, v := range p.variants[u] {
		if v.Key != "" {
			keys = append(keys, jen.Lit(v.Key))
		} else {
			last = v
		}
	}
	decode := func(v *variant) jen.Code { return jen.Return(jen.Id("decode" + v.typ).Call(jen.Id("d"))) }
	g.Switch(dec("FindKey", keys...)).BlockFunc(func(g *jen.Group) {
		for i, v := range p.variants[u] {
			if v != last {
				g.Case(jen.Lit(i)).Block(decode(v))
			}
		}
	})
	if last != nil {
		g.Add(decode(last))
		return
	}
	g.Add(dec("Fail"))
	g.Return(jen.Nil())
}
