package gogen

import (
	"sort"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// nameConstants names the constants of defaults: of those that nil means in a
// field.
func (p *plan) nameConstants() {
	p.constantOf = map[*model.Field]string{}
	for _, s := range p.allStructs() {
		for _, f := range p.fieldsOf(s) {
			if f.scalar() && f.def != nil && !f.shape.null && !p.isTuple(s) && !s.InBody(f.Field) {
				e := p.names.Element(&f.Meta, "the default of field %q of %q", f.Name, s.Name)
				f.constant = "Default" + p.types[s] + f.name
				p.pkgScope.Claim(e, f.constant)
				p.constantOf[f.Field] = f.constant
			}
		}
	}
	for _, s := range p.allStructs() {
		for _, f := range p.fieldsOf(s) {
			if o := p.inBody(s, f); o != nil {
				f.constant = o.constant
			}
		}
	}
}

// declareConstants emits the constants of a struct's defaults.
func (p declarer) declareConstants(f *file, t *model.Struct) {
	for _, gf := range p.fieldsOf(t) {
		if gf.constant != "" && !t.InBody(gf.Field) {
			f.document(gf.constant+" is what a nil "+gf.name+" of "+article(p.types[t])+" means.",
				"const $1 $2 = $3", gf.constant, p.bare(gf.shape), values{plan: p.plan}.goValue(*gf.def, gf.shape.present()))
		}
	}
}

// nameDefaults names the functions that make defaults. A default that is filled
// with others calls for each of them that is a struct or a union: with the values
// themselves in it, the text would double with each struct around.
func (p *plan) nameDefaults() {
	p.defaults = map[*field]string{}
	taken := map[string]bool{}
	for _, t := range p.allStructs() {
		for _, f := range p.fieldsOf(t) {
			if f.def != nil {
				p.filledIn(*f.def, f.shape, func(t *model.Struct, inner *field) {
					if p.defaults[inner] != "" {
						return
					}
					name := "default" + p.types[t] + inner.word()
					for taken[name] {
						name += "_"
					}
					taken[name] = true
					p.defaults[inner] = name
				})
			}
		}
	}
}

// filledIn calls visit with the fields that a value leaves to defaults which are
// structs or unions.
func (p *plan) filledIn(v model.Value, sh *shape, visit func(*model.Struct, *field)) {
	if v.Kind == model.NullValue {
		return // it has no content, and a union has no variant for it
	}
	switch sh.form {
	case formList:
		for _, item := range v.Items {
			p.filledIn(item, p.shape(sh.elem), visit)
		}
	case formMap:
		for _, m := range v.Members {
			p.filledIn(m.Value, p.shape(sh.elem), visit)
		}
	case formUnion:
		if gv, body := p.pickVariant(v, sh.decl.(*model.Union)); gv != nil {
			p.filledIn(body, p.body(gv), visit)
		}
	case formStruct:
		t := sh.decl.(*model.Struct)
		for i, f := range p.fieldsOf(t) {
			m := backend.Member(v, append([]string{f.Name}, f.FormerNames...)...)
			if p.isTuple(t) && i < len(v.Items) {
				m = &v.Items[i]
			}
			present := f.shape.present()
			switch {
			case m != nil:
				p.filledIn(*m, present, visit)
			case f.def != nil && !p.plainValue(*f.def, present):
				visit(t, f)
			}
		}
		row, extra := p.object(t), p.extraShape(t)
		for _, m := range v.Members {
			if extra != nil && !row.Declares(m.Key) {
				p.filledIn(m.Value, p.shape(extra.elem), visit)
			}
		}
	}
}

// emitDefaults emits the functions that make the defaults of a struct's fields.
func (p values) emitDefaults(f *file, t *model.Struct) {
	for _, gf := range p.fieldsOf(t) {
		if name := p.defaults[gf]; name != "" {
			f.declare("func $1() $2 { return $3 }", name, p.fieldType(gf), p.fieldValue(*gf.def, gf))
		}
	}
}

// setDefault sets what an absent key means, where that is not Go's zero value.
func (p reader) setDefault(g *stmts, f *field) {
	if f.def == nil || f.zeroDefault() && !f.shape.nilable() {
		return
	}
	absent := src("v.$1 == nil", f.name)
	if p.defaultOfAbsent(f) {
		absent = src("!m.Has($1)", quote(f.Name))
	}
	value := values{plan: p.plan}.fieldValue(*f.def, f)
	switch {
	case f.constant != "":
		value = p.cell(f.shape, code(f.constant))
		if f.shape.distinct != nil && f.shape.hasCell() {
			value = p.cell(f.shape, f.shape.plain(code(f.constant)))
		}
	case f.scalar() && f.shape.form != formCoded && p.defaults[f] == "":
		value = p.cell(f.shape, values{plan: p.plan}.goValue(*f.def, f.shape.present()))
	}
	g.put(`
		if $1 {
			v.$2 = $3
		}`, absent, f.name, value)
}

// defaultOfAbsent reports whether a field has a default that is not that of each nil: nil
// says something else, or nothing.
func (p reader) defaultOfAbsent(f *field) bool {
	if f.def == nil || f.zeroDefault() && !f.shape.nilable() {
		return false
	}
	return f.shape.null || f.row.Patch || !f.pointer() && !f.shape.nilable()
}

// plainValue reports whether a default is written as the same text whatever the
// types within: it holds no struct and no union, which may add members.
func (p *plan) plainValue(v model.Value, sh *shape) bool {
	switch sh.form {
	case formStruct, formUnion:
		return false
	case formList:
		return len(v.Items) == 0 || p.plainValue(v.Items[0], p.shape(sh.elem))
	case formMap:
		return len(v.Members) == 0 || p.plainValue(v.Members[0].Value, p.shape(sh.elem))
	}
	return true
}

// sortedJSON returns a plain default as it is written: map keys in order.
func (p values) sortedJSON(v model.Value, sh *shape) string {
	if sh.form == formMap || sh.form == formList {
		return p.sortKeys(v, sh).JSON()
	}
	return v.JSON()
}

func (p values) sortKeys(v model.Value, sh *shape) model.Value {
	switch sh.form {
	case formList:
		items := make([]model.Value, len(v.Items))
		for i, item := range v.Items {
			items[i] = p.sortKeys(item, p.shape(sh.elem))
		}
		v.Items = items
	case formMap:
		members := make([]model.Member, len(v.Members))
		for i, m := range v.Members {
			members[i] = model.Member{Key: m.Key, Value: p.sortKeys(m.Value, p.shape(sh.elem))}
		}
		sort.Slice(members, func(i, j int) bool { return members[i].Key < members[j].Key })
		v.Members = members
	}
	return v
}
