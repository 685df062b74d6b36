package gogen

import "github.com/dave/jennifer/jen"

// declareExtra emits the field that holds the undeclared keys of a struct.
func declareExtra(g *jen.Group, apart bool) {
	if apart {
		g.Line()
	}
	g.Comment("// Extra holds the undeclared keys, preserved verbatim. They are written after").Line().
		Comment("// the fields, in order.").Line().
		Id("Extra").Map(jen.String()).Add(userType("Raw").jen())
}
