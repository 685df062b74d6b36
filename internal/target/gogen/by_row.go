package gogen

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// Most structs are plain: scalars, enums, unions, lists and other plain structs, each of which
// is written if it is set. The runtime reads, writes and checks these by their row of the
// table, which says all of that (wirert/codec, row.go), so that no code is generated,
// compiled and linked for each of them. What the spec calls hot, and what is in it, has
// code.

// findByRow finds the structs and the enums that have no code.
func (p *plan) findByRow() {
	p.byRow, p.enumRows = map[*model.Struct]bool{}, map[*model.Enum]bool{}
	fast := p.withinHot()
	for _, d := range p.proto.Decls {
		if t, ok := d.(*model.Enum); ok {
			p.enumRows[t] = !fast[t] && !t.Integer && p.isPlainEnum(t)
		}
	}
	seen := map[*model.Struct]bool{}
	var find func(t *model.Struct) bool
	find = func(t *model.Struct) bool {
		if !seen[t] {
			seen[t] = true
			p.byRow[t] = !fast[t] && p.isPlain(t) && !slices.ContainsFunc(p.fieldsOf(t), func(f *field) bool { return !p.isPlainField(f, find) })
		}
		return p.byRow[t]
	}
	p.held = map[*model.Union]bool{}
	for _, t := range p.allStructs() {
		if !find(t) {
			continue
		}
		for _, f := range p.fieldsOf(t) {
			if u, ok := p.items(f.shape).decl.(*model.Union); ok {
				p.held[u] = true
			}
		}
	}
}

// items returns the shape of what is in lists of lists, however deep.
func (p *plan) items(sh *shape) *shape {
	for sh.form == formList {
		sh = p.shape(sh.elem)
	}
	return sh
}

// withinHot returns what the spec calls hot, and what that holds. Of a union, the spec says
// which variants are hot.
func (p *plan) withinHot() map[node]bool {
	within := map[node]bool{}
	var add func(n node)
	add = func(n node) {
		if _, union := n.(*model.Union); !union && !within[n] {
			within[n] = true
			for _, held := range p.recursion.holds[n] {
				add(held)
			}
		}
	}
	for t := range p.hot {
		add(t)
	}
	return within
}

// isPlain reports whether a struct is nothing but its fields and at most one tag, and
// never holds another one of its type.
func (p *plan) isPlain(t *model.Struct) bool {
	if p.isTuple(t) || p.isMembers(t) || p.recursion.cyclic[t] || t.Body != nil {
		return false
	}
	row, tags := p.object(t), lower.Tags(t)
	if len(row.Groups) > 0 || row.Extensions != nil || row.Keeps() || row.ExtraType != nil || len(tags) > 1 {
		return false
	}
	return len(tags) == 0 || !tags[0].Stored && !tags[0].Implied && tags[0].Kind == lower.StringTag && tags[0].Written == lower.WrittenAlways
}

// isPlainField reports whether the row of a field says all about it; structs are those
// that are plain.
func (p *plan) isPlainField(f *field, structs func(*model.Struct) bool) bool {
	row := &f.row
	if f.absent || f.flag || f.boxed || row.Patch || row.MustSet || row.OnError != lower.OnErrorRefuse || row.Write == lower.WriteNotDefault {
		return false
	}
	if f.def != nil && (!f.zeroDefault() || f.pointer() || f.shape.nilable() && f.shape.form != formList) {
		return false
	}
	return p.isPlainShape(f.shape, structs)
}

func (p *plan) isPlainShape(sh *shape, structs func(*model.Struct) bool) bool {
	switch {
	case sh.limits != nil && sh.limits.reads() == nil, sh.limits != nil && !sh.limitable():
		return false
	case sh.form == formUnion:
		return true
	case sh.form == formStruct:
		t := sh.decl.(*model.Struct)
		return !p.isTuple(t) && structs(t)
	case sh.form == formEnum:
		return p.isPlainEnum(sh.decl.(*model.Enum))
	case sh.form == formList:
		elem := p.shape(sh.elem)
		return !elem.null && !(sh.alias != nil && p.recursion.cyclic[sh.alias]) && p.isPlainShape(elem, structs)
	}
	return sh.codec.word != ""
}

// isPlainEnum reports whether the row of an enum says all about it.
func (p *plan) isPlainEnum(t *model.Enum) bool {
	row := p.rows.Decl(t).Enum
	return row.Other != lower.OtherFallback && row.Extensions == nil && len(row.FormerValues) == 0
}

// limitable reports whether the runtime checks limits of values of a shape by their row.
func (s *shape) limitable() bool {
	switch s.codec.word {
	case "String", "Int", "Float", "Int32", "Uint32", "Uint", "Int64", "Uint64":
		return true
	}
	return s.form == formList
}

// hasRow reports whether a shape is that of a struct without code.
func (p *plan) hasRow(sh *shape) bool {
	t, ok := sh.decl.(*model.Struct)
	return ok && sh.form == formStruct && p.byRow[t]
}

// readStruct returns the statement that reads a struct to a place.
func (p reader) readStruct(sh *shape, place code) code {
	if p.hasRow(sh) {
		return src("d.Row(&$1)", place)
	}
	return src("$1.DecodeJSON(d)", place)
}

// readPointed returns the statement that reads a struct that v points to.
func (p reader) readPointed(sh *shape, v code) code {
	if p.hasRow(sh) {
		return src("d.Row($1)", v)
	}
	return src("$1.DecodeJSON(d)", v)
}

// newStruct returns the expression that reads a newly allocated struct.
func (p reader) newStruct(sh *shape) code {
	if p.hasRow(sh) {
		return src("codec.NewRow(d, new($1))", sh.name)
	}
	return src("codec.New(d, new($1))", sh.name)
}

// always reports whether a field of a struct without code is written if it is unset, too.
func (f *field) always() bool {
	return f.row.Absent != lower.AbsentRefused && !f.row.Omittable() && (f.pointer() || f.shape.nilable())
}
