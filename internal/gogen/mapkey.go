package gogen

import "github.com/dave/jennifer/jen"

// mapKey is a key as the type of the map's keys.
func (p *plan) mapKey(sh *shape, key *jen.Statement) *jen.Statement {
	if sh.key == nil {
		return key
	}
	return p.keyType(sh).Call(key)
}

// checkMap checks the members of a map in the order of their keys:
//
//	for key, item := range wirert.Sorted(v.Labels) {
//		if !key.Known() {
//			return wirert.At(string(key), table.UndeclaredKey(typeMood, string(key)))
//		}
//		…
//	}
func (p *plan) checkMap(g *jen.Group, e *jen.Statement, sh *shape, depth int, at spot) {
	elem := p.shape(sh.elem)
	key, item := local("key", depth), local("item", depth)
	name := jen.Id(key)
	if sh.key != nil {
		name = jen.String().Call(jen.Id(key))
	}
	vars := jen.List(jen.Id(key), jen.Id(item))
	if !p.needsCheck(elem) {
		vars = jen.Id(key)
	}
	g.For(vars.Op(":=").Range().Add(rt("Sorted")).Call(e)).BlockFunc(func(g *jen.Group) {
		if sh.key != nil && !sh.key.Open {
			undeclared := jen.Id("table").Dot("UndeclaredKey").Call(p.typeID(sh.key), name.Clone())
			g.If(jen.Op("!").Id(key).Dot("Known").Call()).Block(jen.Return(atKey(name, at.wrap)(undeclared)))
		}
		if !p.needsCheck(elem) {
			return
		}
		value := jen.Id(item)
		if elem.form == formStruct && !elem.null {
			value = jen.Op("&").Id(item)
		}
		p.check(g, value, elem, depth+1, at.in(atKey(name, at.wrap)))
	})
}
