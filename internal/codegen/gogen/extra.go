package gogen

import (
	"github.com/dave/jennifer/jen"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// extraShape returns the shape of the field Extra of a struct whose undeclared keys
// have a type, or nil.
func (p *plan) extraShape(t *model.Struct) *shape {
	if t.ExtraType == nil {
		return nil
	}
	return &shape{form: formMap, elem: t.ExtraType}
}

// declareExtra emits the field that holds the undeclared keys of a struct.
func (p declarer) declareExtra(g *jen.Group, t *model.Struct, apart bool) {
	if apart {
		g.Line()
	}
	if sh := p.extraShape(t); sh != nil {
		g.Comment("// Extra holds the undeclared keys. They are written after the fields, sorted.").Line().
			Id("Extra").Add(p.goType(sh).jen())
		return
	}
	held := "the undeclared keys"
	if p.object(t).Extra != lower.ExtraKept {
		held = "the keys of extensions"
	}
	g.Comment("// Extra holds " + held + ", preserved verbatim. They are written after").Line().
		Comment("// the fields, sorted.").Line().
		Id("Extra").Map(jen.String()).Add(userType("Raw").jen())
}

// readExtra reads an undeclared key, if one comes next.
func (p reader) readExtra(g *stmts, t *model.Struct) {
	sh := p.extraShape(t)
	switch {
	case sh == nil && p.object(t).KeepsVerbatim():
		g.put("v.$1 = m.Extra(v.$1)", extraField(t))
	case sh != nil:
		g.put("if name, ok := m.Undeclared(); ok $1", block(func(g *stmts) {
			g.put(`
				if v.$2 == nil {
					v.$2 = $1{}
				} else if _, again := v.$2[name]; again {
					d.Fail()
				}`, p.bare(sh), extraField(t))
			p.read(g, p.shape(sh.elem), 1, func(e code) code { return src("v.$1[name] = $2", extraField(t), e) })
		}))
	}
}

// writeExtra writes the undeclared keys of a struct. There is a member before them, or
// the commas of the object go first.
func (p writer) writeExtra(w *objectWriter, t *model.Struct) {
	sh := p.extraShape(t)
	if sh == nil {
		if p.object(t).KeepsVerbatim() {
			w.assign("table.AppendExtra(dst, type$1, v.$2)", p.types[t], extraField(t))
		}
		return
	}
	elem := p.shape(sh.elem)
	w.flush()
	w.g.put(`
		if len(v.$1) > 0 $2`, extraField(t), w.block(func(w *objectWriter) {
		w.g.put(`
			sorted := codec.SortKeys(v.$1)
			for _, key := range sorted.Names $2
			sorted.Free()`, extraField(t), w.block(func(w *objectWriter) {
			w.g.put(`
				if table.Declares(type$1, key) {
					continue
				}
				dst = codec.AppendKey(dst, 1, key)`, p.types[t])
			value := src("v.$1[key]", extraField(t))
			if elem.null || elem.form == formStruct || elem.form == formMap || elem.form == formList {
				w.g.put("item := $1", value)
				value = "item"
			}
			p.writeValue(w, value, elem, 1, "Extra")
		}))
	}))
}

// checkExtra adds the checks of typed undeclared keys.
func (p checker) checkExtra(list *checkList, t *model.Struct, at level) {
	sh := p.extraShape(t)
	if sh == nil {
		return
	}
	elem := p.shape(sh.elem)
	vars, value := "name", code("value")
	if p.needsCheck(elem) {
		vars += ", value"
	}
	if elem.form == formStruct && !elem.null {
		value = "&value"
	}
	list.apart(func(g *stmts) {
		g.put("for $1 := range codec.Sorted(v.$2) $3", vars, extraField(t), block(func(g *stmts) {
			if p.needsCheck(elem) {
				p.check(g, value, elem, 1, spot{atKey("name", atRoot), at})
			}
			returnErr(g, src("table.CheckUndeclared(type$1, name)", p.types[t]), atKey("name", atRoot)("err"))
		}))
	})
}

// extraValue adds the undeclared keys of a value of the spec to a struct literal.
func (p values) extraValue(w *entryWriter, v model.Value, t *model.Struct) {
	row := p.object(t)
	sh := p.extraShape(t)
	if !row.Keeps() {
		return
	}
	var members []code
	for _, m := range v.Members {
		switch {
		case row.Declares(m.Key):
		case sh != nil:
			members = append(members, pair{quote(m.Key), p.goValue(m.Value, p.shape(sh.elem))}.code())
		default:
			members = append(members, pair{quote(m.Key), src("wirert.Raw($1)", lit(m.Value.JSON()))}.code())
		}
	}
	if len(members) > 0 {
		typ := src("map[string]wirert.Raw")
		if sh != nil {
			typ = p.bare(sh)
		}
		w.add("Extra", src("$1{$2}", typ, list(members)))
	}
}
