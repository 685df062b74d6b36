package gogen

import (
	"fmt"
	"strconv"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A tupleType emits a tuple: a struct in Go, which is written as an array.
type tupleType struct{ structType }

func (tupleType) home() string { return "types" }

// structOf returns the struct that represents a tuple in Go. Its fields are the
// items, named Item0 and so on unless the spec names them, so that the code for
// fields also handles tuples.
func (p *plan) structOf(t *model.Tuple) *model.Struct {
	if s := p.tuples[t]; s != nil {
		return s
	}
	s := &model.Struct{Meta: t.Meta, Name: t.Name}
	row := p.rows.Decl(t).Tuple
	for i, item := range t.Items {
		f := &model.Field{Meta: item.Meta, Name: strconv.Itoa(i), Type: item.Type, Optional: i >= row.Least}
		f.Patch = i >= row.Least && row.Items[i].OrNull // a null item is not a missing item
		s.Fields = append(s.Fields, f)
		p.itemNames[f] = item.Name
	}
	fields := lower.StructOf(s)
	for i := range fields.Fields {
		fields.Fields[i].Type = row.Items[i]
	}
	p.tuples[t], p.places[s], p.tupleRows[s] = s, t, fields
	return s
}

// isTuple reports whether a struct represents a tuple.
func (p *plan) isTuple(t *model.Struct) bool { return p.places[t] != nil }

// readItems reads the items of a tuple.
func (p reader) readItems(g *stmts, t *model.Struct) {
	g.put("d.BeginArray()")
	next, end := "Item", code("d.EndArray()")
	for _, f := range p.fieldsOf(t) {
		if f.row.Absent == lower.AbsentUnset {
			next, end = "NextItem", "if d.NextItem() {\n\td.Fail()\n}"
		}
		g.put(`
			if !d.$1() {
				return
			}
			$2`, next, body(func(g *stmts) { p.readField(g, f) }))
	}
	g.add(end)
}

// emitTupleAppend emits the method that writes a tuple. The array ends before the
// first item that is unset.
func (p writer) emitTupleAppend(f *file, t *model.Struct) {
	p.emitAppendOf(f, t, "v", "v *"+p.types[t], func(g *stmts, l level) {
		g.add(nullIfNil())
		w := &objectWriter{g: g, level: l.below()}
		w.text("[")
		for i, gf := range p.fieldsOf(t) {
			if gf.row.Absent == lower.AbsentUnset {
				w.flush()
				g.add(returnIf(gf.isUnset(), "append(dst, ']')"))
			}
			if i > 0 {
				w.text(",")
			}
			p.writeItem(w, gf)
		}
		w.text("]")
		w.finish()
	})
}

// writeItem writes an item that is set.
func (p writer) writeItem(w *objectWriter, f *field) {
	constant := func(w *objectWriter) { w.text(constantJSON(f.shape)) }
	value := func(w *objectWriter) { p.writeValue(w, f.deref(), f.shape.present(), 0, f.word()) }
	switch {
	case f.row.Patch:
		p.writePatch(w, f)
	case f.absent, f.flag && !f.shape.null:
		constant(w)
	case f.flag:
		w.either(f.isSet(), constant, "null")
	case f.shape.null && f.shape.form != formStruct && f.shape.form != formUnion:
		w.either(f.isSet(), value, "null")
	case f.row.Absent == lower.AbsentUnset:
		value(w)
	default:
		p.writeValue(w, src("v.$1", f.name), f.shape.present(), 0, f.word())
	}
}

// hasGaps reports whether an item of a tuple may be unset before one that is set.
func (p checker) hasGaps(t *model.Struct) bool {
	fields := p.fieldsOf(t)
	return p.isTuple(t) && len(fields) > 1 && fields[len(fields)-2].row.Absent == lower.AbsentUnset
}

// checkGaps refuses a tuple with an item unset before one that is set.
func (p checker) checkGaps(g *stmts, t *model.Struct) {
	fields := p.fieldsOf(t)
	for i, f := range fields {
		if f.row.Absent == lower.AbsentUnset && i+1 < len(fields) {
			g.add(returnIf(f.isUnset()+" && "+fields[i+1].isSet(), src("table.CheckGap(type$1, $2)", p.types[t], i)))
		}
	}
}

// itemName returns the Go name of an item of a tuple.
func itemName(i int) string { return fmt.Sprintf("Item%d", i) }

// atField adds the place of a field, or of an item, to an error.
func (p checker) atField(t *model.Struct, f *field) wrapper {
	if !p.isTuple(t) {
		return atName(f.Name, atRoot)
	}
	return atIndex(f.Name, atRoot)
}
