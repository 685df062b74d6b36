package gogen

import (
	"github.com/dave/jennifer/jen"

	"github.com/wiregen/wiregen/internal/model"
)

// emitUnionCheck gives CheckX of a union, and what it stands on.
func (p *plan) emitUnionCheck(f *jen.File, u *model.Union) {
	name := p.types[u]
	f.Comment("// Check" + name + " tells whether v may be written.")
	f.Add(fn("Check" + name).Params(jen.Id("v").Id(name)).Error().BlockFunc(func(g *jen.Group) {
		if wrapped(u) {
			g.Add(missingIfNil(name))
			g.Return(jen.Id("v").Dot("check" + p.types[p.root(u)]).Call())
			return
		}
		p.checkVariants(g, u)
	}))
	f.Line()
	for _, v := range p.variants[u] {
		if v.own {
			p.emitVariantCheck(f, v)
		}
		if wrapped(u) {
			// func (v *Begin) checkFrame() error { return wirert.At("payload", CheckBegin(v)) }
			check := jen.Id("Check" + v.typ).Call(jen.Id("v"))
			switch {
			case v.bodyless():
			case u.Tagging == model.External:
				check = rt("At").Call(jen.Lit(v.Tag), check)
			default:
				check = rt("At").Call(jen.Lit(u.Content), check)
			}
			f.Add(method(v.typ, "check"+p.types[p.root(u)]).Params().Error().Add(brief(check)))
			f.Line()
		}
	}
	if p.keepsUnknown(u) && wrapped(u) {
		f.Add(method(p.unknown(u), "check"+p.types[p.root(u)]).Params().Error().Block(
			missingIfNil(name), jen.Return(p.checkUnknown(u))))
		f.Line()
	}
}

// checkUnknown is table.CheckUnknown(typePart, v.Tag, v.Raw).
func (p *plan) checkUnknown(u *model.Union) jen.Code {
	v := jen.Id("v")
	check := byTagKind(u, "CheckUnknown", "")
	if u.Tagging == model.External {
		check = "CheckUnknownExternal"
	}
	return jen.Id("table").Dot(check).Call(jen.Id("type"+p.types[u]), v.Clone().Dot("Tag"), v.Clone().Dot("Raw"))
}

// checkVariants is
//
//	switch v := v.(type) {
//	case *TextPart:
//		return CheckTextPart(v)
//	case *UnknownPart:
//		if v != nil {
//			return table.CheckUnknown(typePart, v.Tag, v.Raw)
//		}
//	}
//	return table.Missing(typePart)
func (p *plan) checkVariants(g *jen.Group, u *model.Union) {
	name := p.types[u]
	g.Switch(jen.Id("v").Op(":=").Id("v").Assert(jen.Type())).BlockFunc(func(g *jen.Group) {
		for i, v := range p.variants[u] {
			g.Case(jen.Id(v.goType())).BlockFunc(func(g *jen.Group) { p.checkVariant(g, v, i) })
		}
		if p.keepsUnknown(u) {
			g.Case(ptr(p.unknown(u))).Block(jen.If(jen.Id("v").Op("!=").Nil()).Block(jen.Return(p.checkUnknown(u))))
		}
	})
	g.Return(jen.Id("table").Dot("Missing").Call(jen.Id("type" + name)))
}

// emitVariantCheck checks the type that was made for a variant.
func (p *plan) emitVariantCheck(f *jen.File, v *variant) {
	sh := *p.body(v)
	adjacent := wrapped(v.union)
	if !adjacent && !p.needsCheck(&sh) {
		f.Comment("// Check" + v.typ + " accepts every value.")
		f.Add(fn("Check" + v.typ).Params(jen.Id(v.typ)).Error().Add(brief(jen.Nil())))
		f.Line()
		return
	}
	typ, value := jen.Id(v.typ), jen.Id("v")
	if adjacent {
		typ, value = ptr(v.typ), jen.Id("v").Dot("Payload")
	}
	f.Comment("// Check" + v.typ + " tells whether v may be written.")
	f.Add(fn("Check" + v.typ).Params(jen.Id("v").Add(typ)).Error().BlockFunc(func(g *jen.Group) {
		if adjacent {
			g.Add(missingIfNil(p.types[v.union]))
		} else {
			sh.alias = nil
			if !sh.nilable() {
				value = p.bare(&sh).Call(value)
			} else if sh.form == formAny || sh.form == formObject {
				value = rt("Raw").Call(value)
			}
		}
		if sh.form != formNothing {
			p.returnCheck(g, value, &sh)
			return
		}
		g.Return(jen.Nil())
	}))
	f.Line()
}

// returnCheck returns the error about a value, or nil.
func (p *plan) returnCheck(g *jen.Group, e *jen.Statement, sh *shape) {
	if !p.needsCheck(sh) {
		g.Return(jen.Nil())
		return
	}
	if sh.form == formStruct && !sh.null {
		e = jen.Op("&").Add(e)
	}
	if !sh.null && (sh.form != formList && sh.form != formMap || sh.alias != nil) {
		g.Return(p.checkExpr(e, sh))
		return
	}
	p.check(g, e, sh, 1, atRoot)
	g.Return(jen.Nil())
}

// checkVariant checks one variant of a union. One of an ordered union must not
// be read as an earlier one, where that can be.
func (p *plan) checkVariant(g *jen.Group, v *variant, i int) {
	check := jen.Id("Check" + v.typ).Call(jen.Id("v"))
	if v.union.Tagging != model.Ordered || v.Apart {
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
