package gogen

import (
	"fmt"
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/wiregen/wiregen/internal/lower"
	"github.com/wiregen/wiregen/internal/model"
)

// structOf gives a tuple the struct that it is in Go: a field for each place,
// Item0 and so on, or the name of the place. It has no place in the spec of its
// own, so that everything about how fields are held serves tuples too.
func (p *plan) structOf(t *model.Tuple) *model.Struct {
	if s := p.tuples[t]; s != nil {
		return s
	}
	s := &model.Struct{Meta: t.Meta, Name: t.Name}
	for i, item := range t.Items {
		_, nullable := item.Type.(*model.Nullable)
		f := &model.Field{Meta: item.Meta, Name: strconv.Itoa(i), Type: item.Type, Optional: item.Optional}
		f.Patch = item.Optional && nullable // an item that is null is not one that is missing
		s.Fields = append(s.Fields, f)
		p.itemNames[f] = item.Name
	}
	p.tuples[t], p.places[s] = s, t
	return s
}

// isTuple reports whether a struct stands for a tuple.
func (p *plan) isTuple(t *model.Struct) bool { return p.places[t] != nil }

// tupleConstruct is what is made of a tuple.
func (p *plan) tupleConstruct(t *model.Tuple) construct {
	c := p.structConstruct(p.structOf(t))
	c.home = "types"
	return c
}

// tupleReader is the method that reads the items of a tuple:
//
//	func (v *Span) decode(d *wirert.Decoder) {
//		d.BeginArray()
//		if !d.Item() {
//			return
//		}
//		v.Item0 = d.Int()
//		d.EndArray()
//	}
func (p *plan) tupleReader(t *model.Struct, params []jen.Code) jen.Code {
	return method(p.types[t], "decode").Params(params...).BlockFunc(func(g *jen.Group) {
		g.Add(dec("BeginArray"))
		fields := p.fieldsOf(t)
		optional := false
		for _, f := range fields {
			next := "Item"
			if f.row.Absent == lower.AbsentUnset {
				optional, next = true, "NextItem"
			}
			g.If(jen.Op("!").Add(dec(next))).Block(jen.Return())
			p.readField(g, f)
		}
		if optional {
			g.If(dec("NextItem")).Block(dec("Fail"))
			return
		}
		g.Add(dec("EndArray"))
	})
}

// emitTupleAppend is the method that writes a tuple. It ends before the first
// item that is unset.
func (p *plan) emitTupleAppend(f *jen.File, t *model.Struct) {
	p.emitAppendOf(f, t, "v", receiver(ptr(p.types[t])), func(g *jen.Group, l level) {
		g.Add(nullIfNil())
		w := &objectWriter{g: g, level: l.below()}
		w.pending.WriteByte('[')
		for i, gf := range p.fieldsOf(t) {
			if gf.row.Absent == lower.AbsentUnset {
				w.flush()
				g.If(gf.isUnset()).Block(jen.Return(appendText("]")))
			}
			if i > 0 {
				w.pending.WriteByte(',')
			}
			p.writeItem(w, gf)
		}
		w.pending.WriteByte(']')
		w.finish()
	})
}

// writeItem writes an item that is there.
func (p *plan) writeItem(w *objectWriter, f *field) {
	present := *f.shape
	present.null = false
	switch {
	case f.row.Patch:
		p.writePatch(w, f)
	case f.absent:
		w.pending.WriteString(constantJSON(f.shape))
	case f.flag && !f.shape.null:
		w.pending.WriteString(constantJSON(f.shape))
	case f.flag:
		w.either(f.isSet(), func(w *objectWriter) { w.pending.WriteString(constantJSON(f.shape)) }, "null")
	case f.shape.null && f.shape.form != formStruct && f.shape.form != formUnion:
		w.either(f.isSet(), func(w *objectWriter) { p.writeValue(w, p.deref(f), &present, 0, f.name) }, "null")
	case f.row.Absent == lower.AbsentUnset:
		p.writeValue(w, p.deref(f), &present, 0, f.name)
	default:
		p.writeValue(w, jen.Id("v").Dot(f.name), &present, 0, f.name)
	}
}

// checkGaps refuses a tuple with an item unset before one that is set:
//
//	if v.Item1 == nil && v.Item2 != nil {
//		return table.CheckGap(typeSpan, 1)
//	}
func (p *plan) checkGaps(g *jen.Group, t *model.Struct) {
	fields := p.fieldsOf(t)
	for i, f := range fields {
		if f.row.Absent != lower.AbsentUnset || i+1 == len(fields) {
			continue
		}
		g.If(f.isUnset().Op("&&").Add(fields[i+1].isSet())).Block(
			jen.Return(jen.Id("table").Dot("CheckGap").Call(jen.Id("type"+p.types[t]), jen.Lit(i))))
	}
}

// itemName is what a place of a tuple is called in Go.
func itemName(i int) string { return fmt.Sprintf("Item%d", i) }

// atField puts the place of a field, or of an item, around an error.
func (p *plan) atField(t *model.Struct, f *field) wrapper {
	if !p.isTuple(t) {
		return atName(f.Name, atRoot)
	}
	return func(err jen.Code) jen.Code { return rt("AtIndex").Call(jen.Op(f.Name), err) }
}
