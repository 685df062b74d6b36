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
	p.emitCheckOf(f, u, name, name, func(g *jen.Group, l level) {
		if wrapped(u) {
			g.Add(missingIfNil(name))
			p.checkDepth(g, u, name)
			depth := jen.Code(jen.Null())
			if p.deepFamily(p.root(u)) {
				depth = l.code()
			}
			put(g, "return v.check$1($2)", p.types[p.root(u)], depth)
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
		declare(f, `
			func (v *$1) check$2(depth int) error {
				$3
				return $4
			}`, p.unknown(u), p.types[p.root(u)], missingIfNil(name), p.checkUnknown(u, level{counts: true}))
	}
}

// deepFamily reports whether the checks of an envelope's variants count how deep
// they are: they satisfy one interface.
func (p *plan) deepFamily(u *model.Union) bool {
	return p.recursion.deep[u] || slices.ContainsFunc(u.Parts, p.deepFamily)
}

// emitWrappedCheck gives the method that checks a variant in its envelope.
func (p *plan) emitWrappedCheck(f *jen.File, v *variant) {
	param := ""
	switch root := p.root(v.union); {
	case p.recursion.deep[p.node(v)]:
		param = "depth int"
	case p.deepFamily(root):
		param = "int"
	}
	check := p.checkCall(p.node(v), v.typ, src("v"), level{counts: true}.below())
	switch {
	case v.bodyless():
	case lower.ByOf(v.union) == lower.ByName:
		check = src("wirert.At($1, $2)", jen.Lit(v.Tag), check)
	default:
		check = src("wirert.At($1, $2)", jen.Lit(v.union.Content), check)
	}
	declare(f, "func (v *$1) check$2($3) error { return $4 }", v.typ, p.types[p.root(v.union)], param, check)
}

// checkUnknown is table.CheckUnknown(typePart, v.Tag, v.Raw, depth).
func (p *plan) checkUnknown(u *model.Union, l level) jen.Code {
	check := byTagKind(u, "CheckUnknown", "")
	if lower.ByOf(u) == lower.ByName {
		check = "CheckUnknownExternal"
	}
	return src("table.$1(type$2, v.Tag, v.Raw, $3)", check, p.types[u], l.code())
}

// checkVariants is the body of the check of a union without an envelope.
func (p *plan) checkVariants(g *jen.Group, u *model.Union, l level) {
	cases := jen.BlockFunc(func(g *jen.Group) {
		for i, v := range p.variants[u] {
			g.Case(src(v.goType())).BlockFunc(func(g *jen.Group) { p.checkVariant(g, v, i, l) })
		}
		if lower.KeepsUnknown(u) {
			put(g, "case *$1: if v != nil { return $2 }", p.unknown(u), p.checkUnknown(u, l))
		}
	})
	put(g, `
		switch v := v.(type) $1
		return table.Missing(type$2)`, cases, p.types[u])
}

// emitVariantCheck checks the type that was made for a variant.
func (p *plan) emitVariantCheck(f *jen.File, v *variant) {
	sh := *p.ownBody(v)
	typ, value := v.goType(), src("v.Payload")
	if !wrapped(v.union) {
		if !p.needsCheck(&sh) {
			checkNothing(f, v.typ, v.typ)
			return
		}
		value = p.ownValue(&sh)
	}
	p.emitCheckOf(f, v, v.typ, typ, func(g *jen.Group, l level) {
		if wrapped(v.union) {
			g.Add(missingIfNil(p.types[v.union]))
		}
		if !sh.constant() {
			p.returnCheck(g, value, &sh, l)
			return
		}
		put(g, "return nil")
	})
}

// ownValue is v, of the type that was made for a variant, as what it holds.
func (p *plan) ownValue(sh *shape) *jen.Statement {
	switch {
	case sh.form == formAny, sh.form == formObject:
		return src("wirert.Raw(v)")
	case sh.nilable():
		return src("v")
	}
	return src("$1(v)", p.bare(sh))
}

// returnCheck returns the error about a value, or nil.
func (p *plan) returnCheck(g *jen.Group, e jen.Code, sh *shape, l level) {
	if !p.needsCheck(sh) {
		put(g, "return nil")
		return
	}
	if sh.form == formStruct && !sh.null {
		e = src("&$1", e)
	}
	if !sh.null && (sh.form != formList && sh.form != formMap || sh.alias != nil) {
		put(g, "return $1", p.checkExpr(e, sh, l))
		return
	}
	p.check(g, e, sh, 1, root(l))
	put(g, "return nil")
}

// checkVariant checks one variant of a union. One of an ordered union must not
// be read as an earlier one, where that can be.
func (p *plan) checkVariant(g *jen.Group, v *variant, i int, l level) {
	check := p.checkCall(p.node(v), v.typ, src("v"), l)
	if lower.ByOf(v.union) != lower.ByOrder || v.row.Disjoint {
		put(g, "return $1", check)
		return
	}
	put(g, `
		if err := $1; err != nil {
			return err
		}
		return table.CheckOrdered(type$2, $3, Append$4(nil, v))`, check, p.types[v.union], jen.Lit(i), v.typ)
}
