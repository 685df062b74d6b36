package gogen

import "github.com/dave/jennifer/jen"

// declareExtra is the field that holds the keys which a struct does not declare.
func declareExtra(g *jen.Group, apart bool) {
	if apart {
		g.Line()
	}
	g.Comment("// Extra holds the undeclared keys, preserved verbatim. They are written after").Line().
		Comment("// the fields, in order.").Line().
		Id("Extra").Map(jen.String()).Add(userType("Raw").jen())
}
