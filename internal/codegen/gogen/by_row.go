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
	p.byRow, p.enumRows, p.held = map[*model.Struct]bool{}, map[*model.Enum]bool{}, map[*model.Union]bool{}
	fast := p.withinHot()
	for _, d := range p.proto.Decls {
		if t, ok := d.(*model.Enum); ok {
			p.enumRows[t] = !fast[t] && !t.Integer && p.isPlainEnum(t)
		}
	}
	var coded []*model.Struct
	all := p.allStructs()
	for _, t := range all {
		if fast[t] || !p.isPlain(t) {
			coded = append(coded, t)
		}
	}
	withCode := model.Leading(coded, all, p.structsIn)
	for _, t := range all {
		if withCode[t] {
			continue
		}
		p.byRow[t] = true
		for _, f := range p.fieldsOf(t) {
			if u, ok := p.items(f.shape).decl.(*model.Union); ok {
				p.held[u] = true
			}
		}
	}
}

// structsIn returns the structs in the fields of a struct, and in their lists.
func (p *plan) structsIn(t *model.Struct) []*model.Struct {
	var out []*model.Struct
	for _, f := range p.fieldsOf(t) {
		if held, ok := p.items(f.shape).decl.(*model.Struct); ok {
			out = append(out, held)
		}
	}
	return out
}

// items returns the shape of what is in lists of lists, however deep.
func (p *plan) items(sh *shape) *shape {
	for sh.form == formList && !p.isEndless(sh) {
		sh = p.shape(sh.elem)
	}
	return sh
}

// isEndless reports whether a shape is that of a list that may hold lists of its type.
func (p *plan) isEndless(sh *shape) bool { return sh.alias != nil && p.recursion.cyclic[sh.alias] }

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

// isPlain reports whether a struct is nothing but its fields and at most one tag, and the
// rows of its fields say all about them.
func (p *plan) isPlain(t *model.Struct) bool {
	if p.isTuple(t) || p.isMembers(t) || t.Body != nil || p.recursion.cyclic[t] && !p.holdsItself(t) ||
		slices.ContainsFunc(p.fieldsOf(t), func(f *field) bool { return !p.isPlainField(f) }) {
		return false
	}
	row, tags := p.object(t), lower.Tags(t)
	if len(row.Groups) > 0 || row.Extensions != nil || row.Keeps() || row.ExtraType != nil || len(tags) > 1 {
		return false
	}
	return len(tags) == 0 || !tags[0].Stored && !tags[0].Implied && tags[0].Kind == lower.StringTag && tags[0].Written == lower.WrittenAlways
}

// holdsItself reports whether only structs are on the ways from a recursive struct to itself:
// unions and maps have code, to which the runtime does not tell the depth.
func (p *plan) holdsItself(t *model.Struct) bool {
	return !p.recursion.mixed[p.recursion.component[t]]
}

// isPlainField reports whether the row of a field says all about it, but for what is in its
// struct.
func (p *plan) isPlainField(f *field) bool {
	row := &f.row
	if f.absent || f.flag || f.boxed || row.Patch || row.MustSet || row.OnError != lower.OnErrorRefuse || row.Write == lower.WriteNotDefault {
		return false
	}
	if f.def != nil && (!f.zeroDefault() || f.pointer() || f.shape.nilable() && f.shape.form != formList) {
		return false
	}
	return p.isPlainShape(f.shape)
}

func (p *plan) isPlainShape(sh *shape) bool {
	switch {
	case sh.limits != nil && sh.limits.reads() == nil, sh.limits != nil && !sh.limitable():
		return false
	case sh.form == formUnion:
		return true
	case sh.form == formStruct:
		return !p.isTuple(sh.decl.(*model.Struct))
	case sh.form == formEnum:
		return p.isPlainEnum(sh.decl.(*model.Enum))
	case sh.form == formList:
		elem := p.shape(sh.elem)
		return !elem.null && !p.isEndless(sh) && p.isPlainShape(elem)
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
