package gogen

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/wiregen/wiregen/internal/lower"
	"github.com/wiregen/wiregen/internal/model"
)

// emitUnionCheck gives CheckX of a union, and what it stands on.
func (p *plan) emitUnionCheck(f *jen.File, u *model.Union) {
	name := p.types[u]
	p.emitCheckOf(f, u, name, jen.Id(name), func(g *jen.Group, l level) {
		if wrapped(u) {
			g.Add(missingIfNil(name))
			p.checkDepth(g, u, name)
			g.Return(vdot("check" + p.types[p.root(u)]).Call(p.wrapDepth(u, l)...))
			return
		}
		p.checkDepth(g, u, name)
		p.checkVariants(g, u, l)
	})
	for _, v := range p.variants[u] {
		if v.own {
			p.emitVariantCheck(f, v)
		}
		if wrapped(u) {
			p.emitWrappedCheck(f, v)
		}
	}
	if lower.KeepsUnknown(u) && wrapped(u) {
		f.Add(method(p.unknown(u), "check"+p.types[p.root(u)]).Params(depthParam()).Error().Block(
			missingIfNil(name), jen.Return(p.checkUnknown(u, level{counts: true}))))
		f.Line()
	}
}

// wrapDepth is the argument for how deep a variant and its tag stand, or nothing
// where no variant of the envelope asks for it.
func (p *plan) wrapDepth(u *model.Union, l level) []jen.Code {
	if !p.deepFamily(p.root(u)) {
		return nil
	}
	return []jen.Code{l.code()}
}

// deepFamily reports whether the checks of an envelope's variants count how deep
// they are: they satisfy one interface.
func (p *plan) deepFamily(u *model.Union) bool {
	return p.recursion.deep[u] || slices.ContainsFunc(u.Parts, p.deepFamily)
}

// emitWrappedCheck is
//
//	func (v *Begin) checkFrame() error { return wirert.At("payload", CheckBegin(v)) }
func (p *plan) emitWrappedCheck(f *jen.File, v *variant) {
	var params []jen.Code
	deep := p.recursion.deep[p.node(v)]
	switch {
	case deep:
		params = append(params, depthParam())
	case p.deepFamily(p.root(v.union)):
		params = append(params, jen.Int())
	}
	l := level{counts: true}
	check := p.checkCall(p.node(v), v.typ, jen.Id("v"), l.below())
	switch {
	case v.bodyless():
	case lower.ByOf(v.union) == lower.ByName:
		check = rt("At").Call(jen.Lit(v.Tag), check)
	default:
		check = rt("At").Call(jen.Lit(v.union.Content), check)
	}
	f.Add(method(v.typ, "check"+p.types[p.root(v.union)]).Params(params...).Error().Add(brief(check)))
	f.Line()
}

// checkUnknown is table.CheckUnknown(typePart, v.Tag, v.Raw, depth).
func (p *plan) checkUnknown(u *model.Union, l level) jen.Code {
	v := jen.Id("v")
	check := byTagKind(u, "CheckUnknown", "")
	if lower.ByOf(u) == lower.ByName {
		check = "CheckUnknownExternal"
	}
	return jen.Id("table").Dot(check).Call(jen.Id("type"+p.types[u]), v.Clone().Dot("Tag"), v.Clone().Dot("Raw"), l.code())
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
func (p *plan) checkVariants(g *jen.Group, u *model.Union, l level) {
	name := p.types[u]
	g.Switch(jen.Id("v").Op(":=").Id("v").Assert(jen.Type())).BlockFunc(func(g *jen.Group) {
		for i, v := range p.variants[u] {
			g.Case(jen.Id(v.goType())).BlockFunc(func(g *jen.Group) { p.checkVariant(g, v, i, l) })
		}
		if lower.KeepsUnknown(u) {
			g.Case(ptr(p.unknown(u))).Block(jen.If(jen.Id("v").Op("!=").Nil()).Block(jen.Return(p.checkUnknown(u, l))))
		}
	})
	g.Return(jen.Id("table").Dot("Missing").Call(jen.Id("type" + name)))
}

// emitVariantCheck checks the type that was made for a variant.
func (p *plan) emitVariantCheck(f *jen.File, v *variant) {
	sh := *p.ownBody(v)
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
	p.emitCheckOf(f, v, v.typ, typ, func(g *jen.Group, l level) {
		if adjacent {
			g.Add(missingIfNil(p.types[v.union]))
		} else {
			if !sh.nilable() {
				value = p.bare(&sh).Call(value)
			} else if sh.form == formAny || sh.form == formObject {
				value = rt("Raw").Call(value)
			}
		}
		if !sh.constant() {
			p.returnCheck(g, value, &sh, l)
			return
		}
		g.Return(jen.Nil())
	})
}

// returnCheck returns the error about a value, or nil.
func (p *plan) returnCheck(g *jen.Group, e *jen.Statement, sh *shape, l level) {
	if !p.needsCheck(sh) {
		g.Return(jen.Nil())
		return
	}
	if sh.form == formStruct && !sh.null {
		e = jen.Op("&").Add(e)
	}
	if !sh.null && (sh.form != formList && sh.form != formMap || sh.alias != nil) {
		g.Return(p.checkExpr(e, sh, l))
		return
	}
	p.check(g, e, sh, 1, root(l))
	g.Return(jen.Nil())
}

// checkVariant checks one variant of a union. One of an ordered union must not
// be read as an earlier one, where that can be.
func (p *plan) checkVariant(g *jen.Group, v *variant, i int, l level) {
	check := p.checkCall(p.node(v), v.typ, jen.Id("v"), l)
	if lower.ByOf(v.union) != lower.ByOrder || v.Apart {
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
