package gogen

import (
	"github.com/dave/jennifer/jen"

	"github.com/wiregen/wiregen/internal/model"
)

// A wrapper puts the place of a value around the error about it.
type wrapper func(err jen.Code) jen.Code

func atName(name string, around wrapper) wrapper {
	return func(err jen.Code) jen.Code { return around(rt("At").Call(jen.Lit(name), err)) }
}

func atIndex(i string, around wrapper) wrapper {
	return func(err jen.Code) jen.Code { return around(rt("AtIndex").Call(jen.Id(i), err)) }
}

func atKey(key *jen.Statement, around wrapper) wrapper {
	return func(err jen.Code) jen.Code { return around(rt("At").Call(key.Clone(), err)) }
}

func atRoot(err jen.Code) jen.Code { return err }

// A spot is where a value is checked: what is put around its error, and how
// deep it is.
type spot struct {
	wrap wrapper
	level
}

// root is the spot of the value that a function checks.
func root(l level) spot { return spot{atRoot, l} }

// in is a spot one level below, whose errors are wrapped.
func (s spot) in(wrap wrapper) spot { return spot{wrap, s.below()} }

// findFaulty finds the structs that can hold a value which must not be
// written; there is nothing to check in the others.
func (p *plan) findFaulty() {
	p.faulty = map[model.Decl]bool{}
	users := map[model.Decl][]model.Decl{} // struct → structs that hold it
	var queue []model.Decl
	for _, t := range p.allStructs() {
		if p.faultyItself(t) {
			p.faulty[t] = true
			queue = append(queue, t)
		}
		if len(storedTags(t)) > 0 {
			p.faulty[t] = true
			queue = append(queue, t)
		}
		for _, f := range p.fieldsOf(t) {
			if f.absent || f.flag && !f.row.MustSet {
				continue
			}
			fails := f.row.MustSet || f.boxed
			p.holds(f.shape, func(leaf *shape) {
				if leaf.form == formStruct {
					users[leaf.decl] = append(users[leaf.decl], t)
				}
				fails = fails || p.canFail(leaf)
			})
			if fails && !p.faulty[t] {
				p.faulty[t] = true
				queue = append(queue, t)
			}
		}
	}
	for len(queue) > 0 {
		t := queue[0]
		queue = queue[1:]
		for _, user := range users[t] {
			if !p.faulty[user] {
				p.faulty[user] = true
				queue = append(queue, user)
			}
		}
	}
}

// faultyItself reports whether a struct can be refused whatever its fields hold.
func (p *plan) faultyItself(t *model.Struct) bool {
	return p.recursion.deep[t] || p.isTuple(t) && p.places[t].Least() < len(t.Fields)-1
}

// holds calls f with a shape and with those within lists and maps.
func (p *plan) holds(sh *shape, f func(*shape)) {
	seen := map[*model.Alias]bool{}
	for sh.form == formList || sh.form == formMap {
		f(sh)
		if sh.alias != nil {
			if seen[sh.alias] {
				return // a list of itself holds nothing else
			}
			seen[sh.alias] = true
		}
		sh = p.shape(sh.elem)
	}
	f(sh)
}

// canFail reports whether the Go type of a shape, which is no struct, has values
// that must not be written.
func (p *plan) canFail(sh *shape) bool {
	if sh.limits != nil || sh.key != nil && !sh.key.Open || sh.alias != nil && p.recursion.cyclic[sh.alias] {
		return true
	}
	switch sh.form {
	case formInt, formFloat, formAny, formObject, formUnion:
		return true
	case formEnum:
		t := sh.decl.(*model.Enum)
		return !t.Open || t.Integer
	case formCoded:
		return sh.coded.check != ""
	}
	return false
}

func (p *plan) needsCheck(sh *shape) bool {
	need := false
	p.holds(sh, func(leaf *shape) {
		need = need || p.canFail(leaf) || leaf.form == formStruct && p.faulty[leaf.decl]
	})
	return need
}

// emitCheck is
//
//	func CheckUsage(v *Usage) error {
//		if v == nil {
//			return table.Missing(typeUsage)
//		}
//		if err := wirert.CheckInt(v.Input); err != nil {
//			return wirert.At("input", err)
//		}
//		return nil
//	}
func (p *plan) emitCheck(f *jen.File, t *model.Struct) {
	name := p.types[t]
	p.emitCheckOf(f, t, name, ptr(name), func(g *jen.Group, l level) {
		g.Add(missingIfNil(name))
		p.checkDepth(g, t, name)
		p.checkStoredTags(g, t)
		for _, gf := range p.fieldsOf(t) {
			if gf.row.MustSet {
				// if v.Hooks == nil {
				//	return wirert.At("hooks", table.Missing(typeHooks))
				// }
				g.If(gf.isUnset()).Block(jen.Return(p.atField(t, gf)(jen.Id("table").Dot("Missing").Call(p.typeID(gf.Type)))))
			}
			if !gf.absent && !gf.flag && (gf.boxed || p.needsCheck(gf.shape)) {
				p.checkField(g, gf, spot{p.atField(t, gf), l.below()})
			}
		}
		switch {
		case p.isTuple(t):
			p.checkGaps(g, t)
		case t.Extra == model.ExtraKeep:
			g.Return(jen.Id("table").Dot("CheckExtra").Call(jen.Id("type"+name), jen.Id("v").Dot("Extra"), l.below().code()))
			return
		}
		g.Return(jen.Nil())
	})
}

// isUnset is the condition under which a field is not there.
func (f *field) isUnset() *jen.Statement {
	v := jen.Id("v").Dot(f.name)
	switch {
	case f.row.Patch:
		return v.Dot("State").Op("==").Add(rt("Unchanged"))
	case f.flag:
		return jen.Op("!").Add(v)
	case f.shape.form == formAny || f.shape.form == formObject:
		return jen.Len(v).Op("==").Lit(0)
	}
	return v.Op("==").Nil()
}

func missingIfNil(name string) jen.Code {
	return jen.If(jen.Id("v").Op("==").Nil()).Block(jen.Return(jen.Id("table").Dot("Missing").Call(jen.Id("type" + name))))
}

func (p *plan) checkField(g *jen.Group, f *field, at spot) {
	present := *f.shape
	present.null = false
	target := jen.Id("v").Dot(f.name)
	if f.row.Patch {
		p.checkPatch(g, f, at)
		return
	}
	// Nothing is asked of the items of a list that is nil, but how many there are.
	list := (f.shape.form == formList || f.shape.form == formMap) && f.shape.limits == nil
	if !list && (f.unset || f.def != nil && (f.pointer() || f.shape.nilable())) {
		g.If(f.isSet()).BlockFunc(func(g *jen.Group) { p.check(g, p.deref(f), &present, 1, at) })
		return
	}
	if present.form == formStruct && !f.boxed {
		target = jen.Op("&").Add(target)
	}
	p.check(g, target, &present, 1, at)
}

// check returns the error about a value, if there is one.
func (p *plan) check(g *jen.Group, e *jen.Statement, sh *shape, depth int, at spot) {
	present := *sh
	present.null = false
	switch {
	case sh.null && sh.limits != nil && sh.form == formList && sh.alias == nil:
		g.If(e.Clone().Op("!=").Nil()).BlockFunc(func(g *jen.Group) { p.checkEach(g, e, sh, depth, at) })
	case (sh.form == formList || sh.form == formMap) && sh.alias == nil:
		p.checkEach(g, e, sh, depth, at)
	case sh.null && sh.form == formAny || sh.null && sh.form == formObject:
		g.If(jen.Len(e).Op(">").Lit(0)).BlockFunc(func(g *jen.Group) { p.check(g, e, &present, depth, at) })
	case sh.null:
		value := jen.Op("*").Add(e)
		if sh.nilable() || sh.form == formStruct {
			value = e
		}
		g.If(e.Clone().Op("!=").Nil()).BlockFunc(func(g *jen.Group) { p.check(g, value, &present, depth, at) })
	default:
		g.If(jen.Err().Op(":=").Add(p.checkExpr(e, sh, at.level)), jen.Err().Op("!=").Nil()).Block(jen.Return(at.wrap(jen.Err())))
	}
}

// checkExpr is the call that checks a value.
func (p *plan) checkExpr(e *jen.Statement, sh *shape, at level) *jen.Statement {
	if sh.limits != nil && sh.form != formList {
		return sh.limits.check(sh.kindWord(), e)
	}
	switch sh.form {
	case formInt:
		return rt("CheckInt").Call(e)
	case formFloat:
		return rt("CheckFloat").Call(e)
	case formCoded:
		return rt(sh.coded.check).Call(e)
	case formAny:
		return rt("CheckRaw").Call(e, at.code())
	case formObject:
		return rt("CheckRawObject").Call(e, at.code())
	case formList, formMap:
		return p.checkCall(sh.alias, p.types[sh.alias], e, at)
	default:
		return p.checkCall(sh.decl, sh.name, e, at)
	}
}

// checkEach checks the elements of a list or map.
func (p *plan) checkEach(g *jen.Group, e *jen.Statement, sh *shape, depth int, at spot) {
	elem := p.shape(sh.elem)
	if sh.limits != nil {
		g.If(jen.Err().Op(":=").Add(sh.limits.check("Items", jen.Len(e.Clone()))), jen.Err().Op("!=").Nil()).Block(jen.Return(at.wrap(jen.Err())))
	}
	switch {
	case sh.form == formMap:
		p.checkMap(g, e, sh, depth, at)
		return
	case !p.needsCheck(elem):
		return
	}
	i, item := local("i", depth), local("item", depth)
	vars, value := jen.List(jen.Id(i), jen.Id(item)), jen.Id(item)
	if elem.form == formStruct && !elem.null { // not copied
		vars, value = jen.Id(i), jen.Op("&").Add(e).Index(jen.Id(i))
	}
	g.For(vars.Op(":=").Range().Add(e)).BlockFunc(func(g *jen.Group) {
		p.check(g, value, elem, depth+1, at.in(atIndex(i, at.wrap)))
	})
}
