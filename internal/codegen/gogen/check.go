package gogen

import (
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A checker emits the functions that report whether a value may be written.
type checker struct{ *plan }

// A wrapper adds the place of a value to the error about it.
type wrapper func(err code) code

func atName(name string, around wrapper) wrapper {
	return func(err code) code { return around(src("codec.At($1, $2)", quote(name), err)) }
}

func atIndex(i string, around wrapper) wrapper {
	return func(err code) code { return around(src("codec.AtIndex($1, $2)", i, err)) }
}

// atKey is atName for a key that the spec does not declare.
func atKey(key code, around wrapper) wrapper {
	return func(err code) code { return around(src("codec.AtKey($1, $2)", key, err)) }
}

// hiding removes what an error quotes, because the value is sensitive.
func hiding(around wrapper) wrapper {
	return func(err code) code { return around(src("codec.Hide($1)", err)) }
}

func atRoot(err code) code { return err }

// A spot is a place where a value is checked: how its error is wrapped, and how
// deep the value is.
type spot struct {
	wrap wrapper
	level
}

// root returns the spot of the value that a function checks.
func root(l level) spot { return spot{atRoot, l} }

// in returns a spot one level below, whose errors are wrapped.
func (s spot) in(wrap wrapper) spot { return spot{wrap, s.below()} }

// findFaulty finds the structs that can hold a value which must not be
// written; there is nothing to check in the others.
func (p *plan) findFaulty() {
	p.faulty = map[model.Decl]bool{}
	users := map[model.Decl][]model.Decl{} // struct → structs that hold it
	var queue []model.Decl
	fault := func(t model.Decl) {
		if !p.faulty[t] {
			p.faulty[t] = true
			queue = append(queue, t)
		}
	}
	for _, t := range p.allStructs() {
		if p.faultyItself(t) {
			fault(t)
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
			if fails {
				fault(t)
			}
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, user := range users[queue[0]] {
			fault(user)
		}
	}
}

// faultyItself reports whether a struct can be refused whatever its fields hold.
func (p *plan) faultyItself(t *model.Struct) bool {
	return p.recursion.deep[t] || p.extraShape(t) != nil || len(storedTags(t)) > 0 || len(t.Groups) > 0 || p.isTuple(t) && p.rows.Decl(p.places[t]).Tuple.Least < len(t.Fields)-1
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

// canFail reports whether the Go type of a shape, which is not a struct, has values
// that must not be written.
func (p *plan) canFail(sh *shape) bool {
	if sh.limits != nil || p.closedKeys(sh) || sh.alias != nil && p.recursion.cyclic[sh.alias] {
		return true
	}
	switch sh.form {
	case formUnion:
		return true
	case formEnum:
		row := p.rows.Decl(sh.decl).Enum
		return row.Other != lower.OtherKept || row.Integer
	}
	return sh.codec.check != ""
}

func (p *plan) needsCheck(sh *shape) bool {
	need := false
	p.holds(sh, func(leaf *shape) {
		need = need || p.canFail(leaf) || leaf.form == formStruct && p.faulty[leaf.decl]
	})
	return need
}

// emitCheck emits CheckX of a struct.
func (p checker) emitCheck(f *file, t *model.Struct) {
	name := p.types[t]
	if p.byRow[t] {
		f.declare("func Check$1(v *$1) error { return table.CheckRow(v) }", name)
		return
	}
	keeps := p.object(t).KeepsVerbatim()
	if !p.faulty[t] && !keeps {
		f.declare("func Check$1(v *$1) error { return table.CheckSet(type$1, v != nil) }", name)
		return
	}
	p.emitCheckOf(f, t, name, "*"+name, func(g *stmts, l level) {
		g.add(missingIfNil(name))
		p.checkDepth(g, t, name)
		p.checkStoredTags(g, t)
		list := &checkList{g: g}
		for _, gf := range p.fieldsOf(t) {
			at := spot{p.atField(t, gf), l.below()}
			if gf.row.MustSet {
				missing := src("table.Missing($1)", p.typeID(gf.Type))
				list.apart(func(g *stmts) { g.add(returnIf(gf.isUnset(), at.wrap(missing))) })
			}
			if gf.hidden() {
				at.wrap = hiding(at.wrap)
			}
			if !gf.absent && !gf.flag && (gf.boxed || p.needsCheck(gf.shape)) {
				p.checkMember(list, t, gf, at)
			}
		}
		p.checkGroups(list, t)
		p.checkExtra(list, t, l.below())
		switch {
		case keeps:
			list.last(src("table.CheckExtra(type$1, v.$2, $3)", name, extraField(t), l.below().code()))
		case p.hasGaps(t):
			list.apart(func(g *stmts) { p.checkGaps(g, t) })
			fallthrough
		default:
			list.last("nil")
		}
	})
}

// checkMember adds the checks of a field. Those that lead back to the struct are
// returned from at once: all others are made even after one that failed, which
// would double the time with each level.
func (p checker) checkMember(list *checkList, t *model.Struct, f *field, at spot) {
	cond, call := p.callFor(t, f, at.level)
	sh, key := f.shape, quote(f.Name)
	switch {
	case f.hidden():
		list.apart(func(g *stmts) { p.checkField(g, f, at) })
	case p.itemsAlone(t, f):
		p.checkItems(list, f, at)
	case p.isTuple(t) && cond == "" && call != "":
		list.add(src("c.Add($1)", at.wrap(call)), at.wrap(call))
	case call == "" || p.isTuple(t):
		list.apart(func(g *stmts) { p.checkField(g, f, at) })
	case sh.limits == nil && (sh.form == formInt || sh.form == formFloat) && cond == "":
		list.add(src("c.$1($2, $3)", sh.codec.word, key, sh.plain(src("v.$1", f.name))), at.wrap(call))
	case sh.limits == nil && (sh.form == formInt || sh.form == formFloat):
		list.add(src("c.Optional$1($2, $3)", sh.codec.word, key, sh.plainPointer(src("v.$1", f.name))), "")
	case cond == "":
		list.add(src("c.At($1, $2)", key, call), at.wrap(call))
	default:
		list.add(src(`
			if $1 {
				c.At($2, $3)
			}`, cond, key, call), "")
	}
}

// itemsAlone reports whether a field is a list whose items need one call each, and
// do not lead back to the struct.
func (p checker) itemsAlone(t *model.Struct, f *field) bool {
	sh := f.shape
	if p.isTuple(t) || sh.form != formList || sh.alias != nil || sh.limits != nil || f.row.MustSet || f.row.Patch {
		return false
	}
	elem := p.shape(sh.elem)
	n := nodeOf(elem)
	return !elem.null && (elem.form != formList && elem.form != formMap || elem.alias != nil) &&
		(n == nil || !p.recursion.cyclic[t] || !p.recursion.cyclic[n])
}

// checkItems adds the checks of such a field.
func (p checker) checkItems(list *checkList, f *field, at spot) {
	elem, key := p.shape(f.shape.elem), quote(f.Name)
	if elem.limits == nil && elem.distinct == nil && (elem.form == formInt || elem.form == formFloat) {
		list.add(src("c.$1s($2, v.$3)", elem.codec.word, key, f.name), "")
		return
	}
	vars, value := "i, item", code("item")
	if elem.form == formStruct { // not copied
		vars, value = "i", src("&v.$1[i]", f.name)
	}
	list.add(src(`
		for $1 := range v.$2 {
			c.Item($3, i, $4)
		}`, vars, f.name, key, p.checkExpr(value, elem, at.below())), "")
}

// A checkList collects the checks of a struct. Several are made by a codec.Checks,
// which has the first error; one alone is returned.
type checkList struct {
	g      *stmts
	checks []code // that were not emitted yet
	alone  code   // the error of the only one of them, as an expression; or ""
	begun  bool   // c is declared
}

// add adds a check, which is a statement, and its error as an expression or "".
func (l *checkList) add(check, alone code) {
	if l.checks = append(l.checks, check); len(l.checks) > 1 {
		alone = ""
	}
	l.alone = alone
}

// emit emits the checks that were added.
func (l *checkList) emit() {
	if !l.begun {
		l.g.put("var c codec.Checks")
		l.begun = true
	}
	l.g.add(l.checks...)
	l.checks = nil
}

// apart emits statements that return errors, after those of earlier checks.
func (l *checkList) apart(emit func(*stmts)) {
	switch {
	case len(l.checks) > 0 && l.alone != "":
		returnErr(l.g, l.alone, "err")
		l.checks = nil
	case len(l.checks) > 0:
		l.emit()
		returnErr(l.g, "c.Err()", "err")
	}
	emit(l.g)
}

// last emits the return of the first error, and otherwise of result.
func (l *checkList) last(result code) {
	switch {
	case result != "nil":
		l.apart(func(g *stmts) { g.put("return $1", result) })
	case len(l.checks) == 0:
		l.g.put("return nil")
	case l.alone != "":
		l.g.put("return $1", l.alone)
	default:
		l.emit()
		l.g.put("return c.Err()")
	}
}

// callFor returns the one call that checks a field, and the condition under which
// there is something to check or ""; no call if it needs more than one, or leads
// back to the struct.
func (p checker) callFor(t *model.Struct, f *field, at level) (cond, call code) {
	sh := f.shape.present()
	n := nodeOf(sh)
	switch {
	case f.row.MustSet || f.row.Patch || sh.form == formAny || sh.form == formObject,
		(sh.form == formList || sh.form == formMap) && sh.alias == nil,
		n != nil && p.recursion.cyclic[t] && p.recursion.cyclic[n]:
		return "", ""
	case f.unset || f.def != nil && (f.pointer() || sh.nilable()):
		return f.isSet(), p.checkExpr(f.deref(), sh, at)
	}
	return "", p.checkExpr(f.address("v."+f.name), sh, at)
}

// isUnset returns the condition under which a field is unset.
func (f *field) isUnset() code {
	switch {
	case f.row.Patch:
		return src("v.$1.State == wirert.Unchanged", f.name)
	case f.flag:
		return src("!v.$1", f.name)
	case f.shape.form == formAny || f.shape.form == formObject:
		return src("len(v.$1) == 0", f.name)
	}
	return src("v.$1 == nil", f.name)
}

func missingIfNil(name string) code {
	return returnIf("v == nil", src("table.Missing(type$1)", name))
}

// returnIf returns the statement that returns result if cond holds.
func returnIf(cond, result code) code {
	return src(`
		if $1 {
			return $2
		}`, cond, result)
}

// returnErr emits a check and the return of result if it fails.
func returnErr(g *stmts, check, result code) {
	g.put(`
		if err := $1; err != nil {
			return $2
		}`, check, result)
}

func (p checker) checkField(g *stmts, f *field, at spot) {
	if f.row.Patch {
		p.checkPatch(g, f, at)
		return
	}
	// A nil list has no items to check, but their number may be limited.
	list := (f.shape.form == formList || f.shape.form == formMap) && f.shape.limits == nil
	if !list && (f.unset || f.def != nil && (f.pointer() || f.shape.nilable())) {
		p.checkWhere(g, f.isSet(), f.deref(), f.shape.present(), 1, at)
		return
	}
	p.check(g, f.address("v."+f.name), f.shape.present(), 1, at)
}

// address returns the argument of a check for a place of the type of a field.
func (f *field) address(place string) code {
	if f.shape.form == formStruct && !f.boxed {
		return code("&" + place)
	}
	return code(place)
}

// check emits the check of a value.
func (p checker) check(g *stmts, e code, sh *shape, depth int, at spot) {
	switch {
	case sh.null && sh.limits != nil && sh.form == formList && sh.alias == nil:
		g.put("if $1 != nil $2", e, block(func(g *stmts) { p.checkEach(g, e, sh, depth, at) }))
	case (sh.form == formList || sh.form == formMap) && sh.alias == nil:
		p.checkEach(g, e, sh, depth, at)
	case sh.null && (sh.form == formAny || sh.form == formObject):
		p.checkWhere(g, src("len($1) > 0", e), e, sh.present(), depth, at)
	case sh.null && (sh.nilable() || sh.form == formStruct):
		p.checkWhere(g, src("$1 != nil", e), e, sh.present(), depth, at)
	case sh.null:
		p.checkWhere(g, src("$1 != nil", e), src("*$1", e), sh.present(), depth, at)
	default:
		returnErr(g, p.checkExpr(e, sh, at.level), at.wrap("err"))
	}
}

// checkWhere checks a value if cond holds.
func (p checker) checkWhere(g *stmts, cond, e code, sh *shape, depth int, at spot) {
	g.put("if $1 $2", cond, block(func(g *stmts) { p.check(g, e, sh, depth, at) }))
}

// checkExpr returns the call that checks a value.
func (p checker) checkExpr(e code, sh *shape, at level) code {
	if sh.limits != nil && sh.form != formList {
		return sh.limits.check(sh.kindWord(), sh.plain(e))
	}
	switch sh.form {
	case formAny, formObject:
		return src("codec.$1($2, $3)", sh.codec.check, e, at.code())
	case formList, formMap:
		return p.checkCall(sh.alias, p.types[sh.alias], e, at)
	case formStruct, formEnum, formUnion:
		return p.checkCall(sh.decl, sh.name, e, at)
	}
	return src("codec.$1($2)", sh.codec.check, sh.plain(e))
}

// checkEach checks the elements of a list or map.
func (p checker) checkEach(g *stmts, e code, sh *shape, depth int, at spot) {
	elem := p.shape(sh.elem)
	if sh.limits != nil {
		returnErr(g, sh.limits.check("Items", src("len($1)", e)), at.wrap("err"))
	}
	switch {
	case sh.form == formMap:
		p.checkMap(g, e, sh, depth, at)
		return
	case !p.needsCheck(elem):
		return
	}
	i, item := local("i", depth), local("item", depth)
	vars, value := i+", "+item, code(item)
	if elem.form == formStruct && !elem.null { // not copied
		vars, value = i, src("&$1[$2]", e, i)
	}
	g.put("for $1 := range $2 $3", vars, e, block(func(g *stmts) {
		p.check(g, value, elem, depth+1, at.in(atIndex(i, at.wrap)))
	}))
}
