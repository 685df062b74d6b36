package gogen

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/wiregen/wiregen/internal/lower"
	"github.com/wiregen/wiregen/internal/model"
)

// An objectWriter gathers the statements that write an object. Text that is
// always the same is joined into one literal: `{"type":"text","text":`.
type objectWriter struct {
	g       *jen.Group
	pending strings.Builder
	first   bool // nothing was written yet
	late    bool // the first member may be left out: commas go first, the brace last
	level        // of what is written next
}

// within writes to g, for what stands within what w writes.
func (w *objectWriter) within(g *jen.Group) *objectWriter {
	return &objectWriter{g: g, level: w.level}
}

// dstParam is the parameter that text is appended to.
func dstParam() jen.Code { return jen.Id("dst").Add(bytesType()) }

// setDst is dst = e.
func setDst(e jen.Code) *jen.Statement { return jen.Id("dst").Op("=").Add(e) }

// appendText is append(dst, `text`...), or append(dst, 'c') for one byte.
func appendText(text string) *jen.Statement {
	if len(text) == 1 && text[0] < 0x80 && text[0] >= ' ' {
		return jen.Append(jen.Id("dst"), jen.LitRune(rune(text[0])))
	}
	return jen.Append(jen.Id("dst"), lit(text).Op("..."))
}

// beginObject begins an object. late says that its first member may be left out.
func beginObject(g *jen.Group, late bool, l level) *objectWriter {
	w := &objectWriter{g: g, first: true, late: late, level: l.below()}
	if late {
		// start := len(dst)
		g.Id("start").Op(":=").Len(jen.Id("dst"))
		w.first = false
	} else {
		w.pending.WriteByte('{')
	}
	return w
}

func (w *objectWriter) comma() string {
	if w.first {
		w.first = false
		return ""
	}
	return ","
}

// constant writes a member whose value is always the same text.
func (w *objectWriter) constant(key, json string) {
	w.pending.WriteString(w.comma() + model.Quote(key) + ":" + json)
}

// member writes a key; value emits its value.
func (w *objectWriter) member(key string, value func(*jen.Group, *objectWriter)) {
	w.pending.WriteString(w.comma() + model.Quote(key) + ":")
	value(w.g, w)
}

// maybe writes a member only where cond holds.
func (w *objectWriter) maybe(cond jen.Code, key string, value func(*jen.Group, *objectWriter)) {
	w.flush()
	w.g.If(cond).BlockFunc(func(g *jen.Group) {
		inner := w.within(g)
		inner.pending.WriteString("," + model.Quote(key) + ":")
		value(g, inner)
		inner.flush()
	})
}

// flush appends the text that waits.
func (w *objectWriter) flush() {
	if w.pending.Len() > 0 {
		w.g.Add(setDst(appendText(w.pending.String())))
		w.pending.Reset()
	}
}

// end closes the object and returns it.
func (w *objectWriter) end() {
	if w.late {
		w.flush()
		w.g.Return(rt("CloseObject").Call(jen.Id("dst"), jen.Id("start")))
		return
	}
	w.pending.WriteByte('}')
	w.g.Return(appendText(w.pending.String()))
}

// finish returns what was appended, for a writer of one value: the last
// assignment becomes the return.
func (w *objectWriter) finish() {
	if w.pending.Len() > 0 {
		w.g.Return(appendText(w.pending.String()))
		return
	}
	w.g.Return(jen.Id("dst"))
}

// isSet is the condition under which a field is written.
func (f *field) isSet() *jen.Statement {
	v := jen.Id("v").Dot(f.name)
	switch {
	case f.row.Patch:
		return v.Dot("State").Op("!=").Add(rt("Unchanged"))
	case f.flag:
		return v
	case f.shape.form == formAny || f.shape.form == formObject:
		return jen.Len(v).Op(">").Lit(0)
	}
	return v.Op("!=").Nil()
}

// emitAppendJSON is the method that writes a struct.
func (p *plan) emitAppendJSON(f *jen.File, t *model.Struct) {
	if p.isTuple(t) {
		p.emitTupleAppend(f, t)
		return
	}
	fields := p.fieldsOf(t)
	keeps := t.Extra == model.ExtraKeep
	late := !writesTag(t) && (len(fields) > 0 && fields[0].row.Omittable() || len(fields) == 0 && keeps)
	what := "v"
	if writesTag(t) {
		what = "v with its tag"
	}
	p.emitAppendOf(f, t, what, receiver(ptr(p.types[t])), func(g *jen.Group, l level) {
		g.Add(nullIfNil())
		w := beginObject(g, late, l)
		tags := ownTags(t)
		for i := len(tags) - 1; i >= 0; i-- {
			p.writeOwnTag(w, &tags[i])
		}
		for _, f := range fields {
			p.writeField(w, f)
		}
		if keeps {
			w.assign(jen.Id("table").Dot("AppendExtra").Call(jen.Id("dst"), jen.Id("type"+p.types[t]), jen.Id("v").Dot("Extra")))
		}
		w.end()
	})
}

// nullIfNil is
//
//	if v == nil {
//		return append(dst, "null"...)
//	}
func nullIfNil() jen.Code {
	return jen.If(jen.Id("v").Op("==").Nil()).Block(jen.Return(appendText("null")))
}

// constantJSON is the text of a value that carries no information.
func constantJSON(sh *shape) string {
	switch {
	case sh.literal != nil:
		return sh.literal.Value.JSON()
	case sh.empty:
		return "{}"
	}
	return "null"
}

func (p *plan) writeField(w *objectWriter, f *field) {
	target := jen.Id("v").Dot(f.name)
	present := *f.shape
	present.null = false
	switch {
	case f.row.Patch:
		w.maybe(f.isSet(), f.Name, func(_ *jen.Group, w *objectWriter) { p.writePatch(w, f) })
	case f.absent && f.row.Write == lower.WriteNotDefault:
	case f.row.Write == lower.WriteNotDefault && f.flag:
		other := constantJSON(f.shape)
		if f.def != nil {
			other = "null"
		}
		w.maybe(p.differs(f), f.Name, func(_ *jen.Group, w *objectWriter) { w.pending.WriteString(other) })
	case f.row.Write == lower.WriteNotDefault && f.shape.null && f.def != nil:
		w.maybe(p.differs(f), f.Name, func(_ *jen.Group, w *objectWriter) { p.writeValue(w, target, f.shape, 0, f.name) })
	case f.row.Write == lower.WriteNotDefault:
		w.maybe(p.differs(f), f.Name, func(_ *jen.Group, w *objectWriter) { p.writeValue(w, p.deref(f), &present, 0, f.name) })
	case f.absent:
		w.constant(f.Name, constantJSON(f.shape))
	case f.flag && f.row.Omittable():
		w.maybe(f.isSet(), f.Name, func(_ *jen.Group, w *objectWriter) { w.pending.WriteString(constantJSON(f.shape)) })
	case f.flag:
		w.member(f.Name, func(_ *jen.Group, w *objectWriter) {
			w.either(f.isSet(), func(w *objectWriter) { w.pending.WriteString(constantJSON(f.shape)) }, "null")
		})
	case f.row.Omittable():
		w.maybe(f.isSet(), f.Name, func(_ *jen.Group, w *objectWriter) { p.writeValue(w, p.deref(f), &present, 0, f.name) })
	case f.unset:
		w.member(f.Name, func(_ *jen.Group, w *objectWriter) {
			if f.shape.form == formStruct || f.shape.form == formUnion {
				p.writeValue(w, target, &present, 0, f.name) // writes null for nil by itself
				return
			}
			w.either(f.isSet(), func(w *objectWriter) { p.writeValue(w, p.deref(f), &present, 0, f.name) }, "null")
		})
	case f.def != nil && !f.zeroDefault():
		w.member(f.Name, func(g *jen.Group, w *objectWriter) { p.writeDefaulted(w, f) })
	default:
		w.member(f.Name, func(_ *jen.Group, w *objectWriter) { p.writeValue(w, target, &present, 0, f.name) })
	}
}

// differs is the condition under which a field does not hold its default.
func (p *plan) differs(f *field) *jen.Statement {
	v := jen.Id("v").Dot(f.name)
	switch {
	case f.shape.null && f.def == nil: // the default is null
		return f.isSet()
	case f.flag:
		return jen.Op("!").Add(v)
	case f.shape.form == formBool && f.zeroDefault():
		return v
	}
	present := *f.shape
	present.null = false
	other, maybeNil := (*jen.Statement)(nil), true
	switch {
	case f.shape.form == formList, f.shape.form == formMap, f.shape.coded.word == "Bytes" && f.zeroDefault():
		other, maybeNil = jen.Len(v).Op(">").Lit(0), false
	case f.shape.coded.word == "Bytes":
		other = jen.String().Call(v).Op("!=").Add(lit(string(decodeBytes(f.def.Text))))
	case f.shape.form == formAny || f.shape.form == formObject:
		other = jen.Op("!").Add(rt("IsRaw")).Call(v, lit(f.def.JSON()))
	case f.shape.form == formStruct: // its default is {}
		other = jen.String().Call(v.Clone().Dot("AppendJSON").Call(jen.Nil())).Op("!=").Lit("{}")
	case f.shape.form == formBool && f.pointer() && f.def.Bool:
		other = jen.Op("!").Op("*").Add(v)
	case f.shape.form == formBool && f.pointer():
		other = jen.Op("*").Add(v)
	case f.pointer():
		other = jen.Op("*").Add(v).Op("!=").Add(p.goValue(*f.def, &present))
	default:
		other, maybeNil = v.Clone().Op("!=").Add(p.goValue(*f.def, &present)), false
	}
	switch {
	case f.shape.null: // null is not the default
		return f.isUnset().Op("||").Add(other)
	case maybeNil:
		return f.isSet().Op("&&").Add(other)
	}
	return other
}

// deref is the value of a field that is set.
func (p *plan) deref(f *field) *jen.Statement {
	if f.pointer() && f.shape.form != formStruct {
		return jen.Op("*").Id("v").Dot(f.name)
	}
	return jen.Id("v").Dot(f.name)
}

// either writes a value where cond holds, and a text where not.
func (w *objectWriter) either(cond jen.Code, value func(*objectWriter), otherwise string) {
	w.flush()
	w.g.If(cond).BlockFunc(func(g *jen.Group) {
		inner := w.within(g)
		value(inner)
		inner.flush()
	}).Else().Block(setDst(appendText(otherwise)))
}

// writeDefaulted writes a field whose nil means its default.
func (p *plan) writeDefaulted(w *objectWriter, f *field) {
	present := *f.shape
	present.null = false
	if p.plainValue(*f.def, &present) {
		w.either(f.isSet(), func(w *objectWriter) { p.writeValue(w, p.deref(f), &present, 0, f.name) },
			p.sortedJSON(*f.def, &present))
		return
	}
	// point := v.Point
	// if point == nil {
	//	point = &Point{}
	// }
	w.flush()
	name := "the" + f.name
	w.g.Id(name).Op(":=").Id("v").Dot(f.name)
	w.g.If(jen.Id(name).Op("==").Nil()).Block(jen.Id(name).Op("=").Add(p.fieldValue(*f.def, f)))
	p.writeValue(w, jen.Id(name), &present, 0, f.name)
}

// writeValue writes a value of a shape. e is an expression without side effects.
func (p *plan) writeValue(w *objectWriter, e *jen.Statement, sh *shape, depth int, name string) {
	if sh.null {
		p.writeNullable(w, e, sh, depth, name)
		return
	}
	switch sh.form {
	case formNothing:
		w.pending.WriteString(constantJSON(sh))
	case formList:
		if sh.alias != nil {
			w.assign(p.appendCall(sh.alias, e, jen.Id("dst"), w.level))
			return
		}
		if each := p.appendFunc(p.shape(sh.elem), w.level); each != nil {
			// dst = wirert.AppendList(dst, v.Parts, AppendPart)
			w.assign(rt("AppendList").Call(jen.Id("dst"), e, each))
			return
		}
		p.writeList(w, e, sh, depth, name)
	case formMap:
		if sh.alias != nil {
			w.assign(p.appendCall(sh.alias, e, jen.Id("dst"), w.level))
			return
		}
		if each := p.appendFunc(p.shape(sh.elem), w.level); each != nil {
			w.assign(rt("AppendMap").Call(jen.Id("dst"), e, each))
			return
		}
		p.writeMap(w, e, sh, depth, name)
	default:
		w.assign(p.appendExpr(e, sh, w.level))
	}
}

func (w *objectWriter) assign(e jen.Code) {
	w.flush()
	w.g.Add(setDst(e))
}

// appendExpr is the call that appends a value which is no list and no map.
func (p *plan) appendExpr(e *jen.Statement, sh *shape, at level) *jen.Statement {
	dst := jen.Id("dst")
	switch sh.form {
	case formString:
		return rt("AppendString").Call(dst, e)
	case formBool:
		return rt("AppendBool").Call(dst, e)
	case formInt:
		return rt("AppendInt").Call(dst, e)
	case formFloat:
		return rt("AppendFloat").Call(dst, e)
	case formCoded:
		return rt(sh.coded.write()).Call(dst, e)
	case formAny:
		return rt("AppendRaw").Call(dst, e)
	case formObject:
		return rt("AppendRawObject").Call(dst, e)
	case formEnum:
		return appendEnum(sh.decl.(*model.Enum), e)
	case formUnion:
		if p.recursion.cyclic[sh.decl] && at.counts {
			return jen.Id("append"+sh.name).Call(dst, e, at.code())
		}
		return jen.Id("Append"+sh.name).Call(dst, e)
	default:
		return p.appendCall(sh.decl, e, dst, at)
	}
}

// appendFunc is the function that appends one element of a list or map, or nil
// when there is none by itself, or it is to count how deep it is.
func (p *plan) appendFunc(sh *shape, at level) jen.Code {
	switch {
	case at.counts && p.recursion.cyclic[nodeOf(sh)]:
		return nil
	case sh.null && sh.form != formUnion:
		if sh.form == formStruct {
			return jen.Id("Append" + sh.name)
		}
		return nil
	case sh.alias != nil:
		return jen.Id("Append" + p.types[sh.alias])
	}
	switch sh.form {
	case formString:
		return rt("AppendString")
	case formBool:
		return rt("AppendBool")
	case formInt:
		return rt("AppendInt")
	case formFloat:
		return rt("AppendFloat")
	case formCoded:
		return rt(sh.coded.write())
	case formAny:
		return rt("AppendRaw")
	case formObject:
		return rt("AppendRawObject")
	case formEnum, formUnion:
		return jen.Id("Append" + sh.name)
	}
	return nil
}

func (p *plan) writeNullable(w *objectWriter, e *jen.Statement, sh *shape, depth int, name string) {
	present := *sh
	present.null = false
	switch {
	case sh.form == formStruct || sh.form == formUnion:
		p.writeValue(w, e, &present, depth, name)
	case sh.nilable():
		w.either(e.Clone().Op("!=").Nil(), func(w *objectWriter) { p.writeValue(w, e, &present, depth, name) }, "null")
	default:
		w.either(e.Clone().Op("!=").Nil(), func(w *objectWriter) {
			p.writeValue(w, jen.Op("*").Add(e), &present, depth, name)
		}, "null")
	}
}

// writeList is
//
//	dst = append(dst, '[')
//	for i := range v.Points {
//		if i > 0 {
//			dst = append(dst, ',')
//		}
//		dst = v.Points[i].AppendJSON(dst)
//	}
//	dst = append(dst, ']')
func (p *plan) writeList(w *objectWriter, e *jen.Statement, sh *shape, depth int, name string) {
	w.pending.WriteByte('[')
	w.flush()
	i, item := local("i", depth+1), local("item", depth+1)
	elem := p.shape(sh.elem)
	vars := jen.List(jen.Id(i), jen.Id(item))
	value := jen.Id(item)
	if elem.constant() {
		vars = jen.Id(i)
	}
	if elem.form == formStruct && !elem.null { // not copied
		vars, value = jen.Id(i), e.Clone().Index(jen.Id(i))
	}
	w.g.For(vars.Op(":=").Range().Add(e)).BlockFunc(func(g *jen.Group) {
		g.If(jen.Id(i).Op(">").Lit(0)).Block(setDst(appendText(",")))
		inner := w.within(g)
		inner.more++
		p.writeValue(inner, value, elem, depth+1, name)
		inner.flush()
	})
	w.pending.WriteByte(']')
}

// writeMap is
//
//	dst = append(dst, '{')
//	sortedPoints := wirert.SortKeys(v.Points)
//	for i, key := range sortedPoints.Names {
//		dst = wirert.AppendKey(dst, i, key)
//		item := v.Points[key]
//		dst = item.AppendJSON(dst)
//	}
//	sortedPoints.Free()
//	dst = append(dst, '}')
func (p *plan) writeMap(w *objectWriter, e *jen.Statement, sh *shape, depth int, name string) {
	w.pending.WriteByte('{')
	w.flush()
	i, key, item, sorted := local("i", depth+1), local("key", depth+1), local("item", depth+1), local("sorted"+name, depth+1)
	elem := p.shape(sh.elem)
	w.g.Id(sorted).Op(":=").Add(rt("SortKeys")).Call(e)
	w.g.For(jen.List(jen.Id(i), jen.Id(key)).Op(":=").Range().Id(sorted).Dot("Names")).BlockFunc(func(g *jen.Group) {
		g.Add(setDst(rt("AppendKey").Call(jen.Id("dst"), jen.Id(i), jen.Id(key))))
		value := e.Clone().Index(p.mapKey(sh, jen.Id(key)))
		if elem.null || elem.form == formStruct || elem.form == formMap || elem.form == formList {
			g.Id(item).Op(":=").Add(value)
			value = jen.Id(item)
		}
		inner := w.within(g)
		inner.more++
		p.writeValue(inner, value, elem, depth+1, name)
		inner.flush()
	})
	w.g.Id(sorted).Dot("Free").Call()
	w.pending.WriteByte('}')
}
