package gogen

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// emitUnionCheck emits CheckX of a union, and the functions that it calls.
func (p checker) emitUnionCheck(f *file, u *model.Union) {
	name := p.types[u]
	p.emitCheckOf(f, u, name, name, func(g *stmts, l level) {
		if wrapped(u) {
			g.add(missingIfNil(name))
			p.checkDepth(g, u, name)
			var depth code
			if p.deepFamily(p.root(u)) {
				depth = l.code()
			}
			g.put("return v.check$1($2)", p.types[p.root(u)], depth)
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
		f.declare(`
			func (v *$1) check$2(depth int) error {
				$3
				return $4
			}`, p.unknown(u), p.types[p.root(u)], missingIfNil(name), p.checkUnknown(u, level{counts: true}))
	}
}

// deepFamily reports whether the checks of an envelope's variants count their
// depth: they satisfy one interface.
func (p *plan) deepFamily(u *model.Union) bool {
	return p.recursion.deep[u] || slices.ContainsFunc(u.Parts, p.deepFamily)
}

// emitWrappedCheck emits the method that checks a variant in its envelope.
func (p checker) emitWrappedCheck(f *file, v *variant) {
	param := ""
	switch root := p.root(v.union); {
	case p.recursion.deep[p.node(v)]:
		param = "depth int"
	case p.deepFamily(root):
		param = "int"
	}
	check := p.variantCheck(v, level{counts: true}.below())
	switch {
	case v.bodyless():
	case lower.ByOf(v.union) == lower.ByName:
		check = src("codec.At($1, $2)", quote(v.Tag), check)
	default:
		check = src("codec.At($1, $2)", quote(v.union.Content), check)
	}
	f.declare("func (v *$1) check$2($3) error { return $4 }", v.typ, p.types[p.root(v.union)], param, check)
}

// variantCheck returns the call that checks a variant, whose error may not quote it. CheckX of
// a sensitive type sees to that itself.
func (p checker) variantCheck(v *variant, at level) code {
	n := p.node(v)
	return hide(v.hidden() && (p.deepCall(n, at) || !hiddenNode(n)), p.checkCall(n, v.typ, "v", at))
}

// checkUnknown returns table.CheckUnknown(typePart, v.Tag, v.Raw, depth).
func (p checker) checkUnknown(u *model.Union, l level) code {
	check := byTagKind(u, "CheckUnknown", "")
	if lower.ByOf(u) == lower.ByName {
		check = "CheckUnknownExternal"
	}
	return src("table.$1(type$2, v.Tag, v.Raw, $3)", check, p.types[u], l.code())
}

// checkVariants emits the body of the check of a union without an envelope.
func (p checker) checkVariants(g *stmts, u *model.Union, l level) {
	types := cases(func(g *stmts) {
		for i, v := range p.variants[u] {
			g.put("case $1:\n\t$2", v.goType(), body(func(g *stmts) { p.checkVariant(g, v, i, l) }))
		}
		if lower.KeepsUnknown(u) {
			g.put(`
				case *$1:
					if v != nil {
						return $2
					}`, p.unknown(u), p.checkUnknown(u, l))
		}
	})
	g.put(`
		switch v := v.(type) $1
		return table.Missing(type$2)`, types, p.types[u])
}

// emitVariantCheck checks the type that was made for a variant.
func (p checker) emitVariantCheck(f *file, v *variant) {
	sh := *p.ownBody(v)
	typ, value := v.goType(), src("v.Payload")
	if !wrapped(v.union) {
		if !p.needsCheck(&sh) {
			checkNothing(f, v.typ, v.typ)
			return
		}
		value = p.ownValue(&sh)
	}
	p.emitCheckOf(f, v, v.typ, typ, func(g *stmts, l level) {
		if wrapped(v.union) {
			g.add(missingIfNil(p.types[v.union]))
		}
		if !sh.constant() {
			p.returnCheck(g, value, &sh, l)
			return
		}
		g.put("return nil")
	})
}

// ownValue returns v, of the type that was made for a variant, converted to the
// type of its content.
func (p *plan) ownValue(sh *shape) code {
	switch {
	case sh.form == formAny, sh.form == formObject:
		return src("wirert.Raw(v)")
	case sh.nilable():
		return "v"
	}
	return src("$1(v)", p.bare(sh))
}

// returnCheck returns the error about a value, or nil.
func (p checker) returnCheck(g *stmts, e code, sh *shape, l level) {
	if !p.needsCheck(sh) {
		g.put("return nil")
		return
	}
	if sh.form == formStruct && !sh.null {
		e = src("&$1", e)
	}
	if !sh.null && (sh.form != formList && sh.form != formMap || sh.alias != nil) {
		g.put("return $1", p.checkExpr(e, sh, l))
		return
	}
	p.check(g, e, sh, 1, root(l))
	g.put("return nil")
}

// checkVariant checks one variant of a union. One of an ordered union must not
// be read as an earlier one, where that can be.
func (p checker) checkVariant(g *stmts, v *variant, i int, l level) {
	check := p.variantCheck(v, l)
	if lower.ByOf(v.union) != lower.ByOrder || v.row.Disjoint {
		g.put("return $1", check)
		return
	}
	g.put(`
		if err := $1; err != nil {
			return err
		}
		return table.CheckOrdered(type$2, $3, Append$4(nil, v))`, check, p.types[v.union], i, v.typ)
}
