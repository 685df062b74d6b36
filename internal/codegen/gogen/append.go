package gogen

import (
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A writer emits the functions that write values.
type writer struct{ *plan }

// An objectWriter collects the statements that write an object. Text that is
// always the same is joined into one literal: `{"type":"text","text":`.
type objectWriter struct {
	g       *stmts
	call    code // the last call that appends, which may become the result
	pending strings.Builder
	first   bool // nothing was written yet
	late    bool // the first member may be omitted: commas go first, the brace last
	level        // of what is written next
}

// appendText returns append(dst, `text`...), or append(dst, 'c') for one byte.
func appendText(text string) code {
	if len(text) == 1 && text[0] < 0x80 && text[0] >= ' ' {
		return src("append(dst, $1)", strconv.QuoteRune(rune(text[0])))
	}
	return src("append(dst, $1...)", lit(text))
}

// beginObject begins an object. If late, its first member may be omitted.
func beginObject(g *stmts, late bool, l level) *objectWriter {
	w := &objectWriter{g: g, first: true, late: late, level: l.below()}
	if late {
		g.put("start := len(dst)")
		w.first = false
	} else {
		w.text("{")
	}
	return w
}

// text writes text that is always the same.
func (w *objectWriter) text(s string) { w.pending.WriteString(s) }

func (w *objectWriter) comma() string {
	if w.first {
		w.first = false
		return ""
	}
	return ","
}

// constant writes a member whose value is always the same text.
func (w *objectWriter) constant(key, json string) {
	w.text(w.comma() + model.Quote(key) + ":" + json)
}

// member writes a key; value emits its value.
func (w *objectWriter) member(key string, value func(*objectWriter)) {
	w.constant(key, "")
	value(w)
}

// block returns the output of write as the body of a statement within that of w.
func (w *objectWriter) block(write func(*objectWriter)) code {
	w.flush()
	return block(func(g *stmts) {
		inner := &objectWriter{g: g, level: w.level}
		write(inner)
		inner.flush()
	})
}

// maybe writes a member only if cond holds.
func (w *objectWriter) maybe(cond code, key string, value func(*objectWriter)) {
	w.g.put("if $1 $2", cond, w.block(func(w *objectWriter) {
		w.constant(key, "")
		value(w)
	}))
}

// flush appends the pending text.
func (w *objectWriter) flush() {
	w.flushCall()
	if w.pending.Len() > 0 {
		w.g.put("dst = $1", appendText(w.pending.String()))
		w.pending.Reset()
	}
}

// assign appends a value by a call that is written as Go, with dst as its first
// argument. The pending text is appended in its place:
//
//	dst = codec.PutInt(dst, `,"count":`, v.Count)
//	dst = v.Usage.AppendJSON(append(dst, `,"usage":`...))
func (w *objectWriter) assign(text string, args ...any) {
	call := src(text, args...)
	w.flushCall()
	if word, after, ok := putWord(call); ok && w.pending.Len() > 0 {
		call = src("codec.Put$1(dst, $2$3", word, lit(w.pending.String()), after)
		w.pending.Reset()
	}
	if w.pending.Len() > 0 {
		before, after, ok := strings.Cut(string(call), "(dst")
		if !ok {
			panic("gogen: no call that appends to dst: " + string(call))
		}
		call = code(before) + "(" + appendText(w.pending.String()) + code(after)
		w.pending.Reset()
	}
	w.call = call
}

// putWord returns the kind of value that a call appends, if the runtime can append
// text before it by the same call, and what follows its first argument.
func putWord(call code) (word string, after code, ok bool) {
	name, args, _ := strings.Cut(string(call), "(dst")
	word = strings.TrimPrefix(name, string(rt("Append")))
	switch word {
	case "String", "Bool", "Int", "Float", "ID":
		return word, code(args), true
	}
	return "", "", false
}

// flushCall assigns what the last call returned.
func (w *objectWriter) flushCall() {
	if w.call != "" {
		w.g.put("dst = $1", w.call)
		w.call = ""
	}
}

// end closes the object and returns it.
func (w *objectWriter) end() {
	if w.late {
		w.flush()
		w.g.put("return codec.CloseObject(dst, start)")
		return
	}
	w.text("}")
	w.finish()
}

// finish returns what was appended: the last assignment becomes the return.
func (w *objectWriter) finish() {
	dst := code("dst")
	switch {
	case w.pending.Len() > 0:
		w.flushCall()
		dst = appendText(w.pending.String())
	case w.call != "":
		dst = w.call
	}
	w.g.put("return $1", dst)
}

// isSet returns the condition under which a field is written.
func (f *field) isSet() code {
	switch {
	case f.row.Patch:
		return src("v.$1.State != wirert.Unchanged", f.name)
	case f.flag:
		return src("v.$1", f.name)
	case f.shape.form == formAny || f.shape.form == formObject:
		return src("len(v.$1) > 0", f.name)
	}
	return src("v.$1 != nil", f.name)
}

// emitAppendJSON emits the method that writes a struct.
func (p writer) emitAppendJSON(f *file, t *model.Struct) {
	if p.isTuple(t) {
		p.emitTupleAppend(f, t)
		return
	}
	if p.byRow[t] {
		doc := ""
		if writesTag(t) {
			doc = "AppendJSON appends v with its tag." + docs(p).panicNote(t)
		}
		f.document(doc, "func (v *$1) AppendJSON(dst []byte) []byte { return table.AppendRow(dst, v) }", p.types[t])
		return
	}
	fields := p.fieldsOf(t)
	keeps := p.object(t).Keeps()
	late := beginsWithTag(t) == lower.WrittenAsRead ||
		beginsWithTag(t) == lower.WrittenNever && (len(fields) > 0 && fields[0].row.Omittable() || len(fields) == 0 && keeps)
	what := "v"
	if writesTag(t) {
		what = "v with its tag"
	}
	p.emitAppendOf(f, t, what, "v *"+p.types[t], func(g *stmts, l level) {
		g.add(nullIfNil())
		w := beginObject(g, late, l)
		tags := ownTags(t)
		for i := len(tags) - 1; i >= 0; i-- {
			p.writeOwnTag(w, &tags[i])
		}
		for _, f := range fields {
			p.writeField(w, f)
		}
		p.writeExtra(w, t)
		w.end()
	})
}

// nullIfNil returns the first statement of a writer whose v may be nil.
func nullIfNil() code {
	return src(`
		if v == nil {
			return codec.AppendNull(dst)
		}`)
}

// constantJSON returns the text of a value that carries no information.
func constantJSON(sh *shape) string {
	switch {
	case sh.literal != nil:
		return sh.literal.Value.JSON()
	case sh.empty:
		return "{}"
	}
	return "null"
}

func (p writer) writeField(w *objectWriter, f *field) {
	present := f.shape.present()
	constant := func(w *objectWriter) { w.text(constantJSON(f.shape)) }
	ifSet := func(w *objectWriter) { p.writeValue(w, f.deref(), present, 0, f.word()) }
	plain := func(w *objectWriter) { p.writeValue(w, src("v.$1", f.name), present, 0, f.word()) }
	switch {
	case f.row.Patch:
		w.maybe(f.isSet(), f.Name, func(w *objectWriter) { p.writePatch(w, f) })
	case f.absent && f.row.Write == lower.WriteNotDefault:
	case f.row.Write == lower.WriteNotDefault && f.shape.form == formStruct && f.def != nil:
		p.writeNotEmpty(w, f)
	case f.row.Write == lower.WriteNotDefault:
		w.maybe(p.differs(f), f.Name, func(w *objectWriter) {
			switch {
			case f.flag && f.def != nil:
				w.text("null")
			case f.flag:
				constant(w)
			case f.shape.null && f.def != nil:
				p.writeValue(w, src("v.$1", f.name), f.shape, 0, f.word())
			default:
				ifSet(w)
			}
		})
	case f.absent:
		w.constant(f.Name, constantJSON(f.shape))
	case f.flag && f.row.Omittable():
		w.maybe(f.isSet(), f.Name, constant)
	case f.flag:
		w.member(f.Name, func(w *objectWriter) { w.either(f.isSet(), constant, "null") })
	case f.row.Omittable() && f.optionalWord() != "":
		w.flush()
		w.constant(f.Name, "")
		text := lit(w.pending.String())
		w.pending.Reset()
		w.assign("codec.PutOptional$1(dst, $2, $3)", f.optionalWord(), text, f.optionalPointer())
	case f.row.Omittable():
		w.maybe(f.isSet(), f.Name, ifSet)
	case f.unset && f.shape.form != formStruct && f.shape.form != formUnion: // they write null for nil by themselves
		w.member(f.Name, func(w *objectWriter) { w.either(f.isSet(), ifSet, "null") })
	case !f.unset && f.def != nil && !f.zeroDefault():
		w.member(f.Name, func(w *objectWriter) { p.writeDefaulted(w, f) })
	default:
		w.member(f.Name, plain)
	}
}

// writeNotEmpty writes a field whose default is a struct without members, unless it
// holds that. The value is written and taken back, because a condition that writes it
// once more takes time that doubles with each level of a struct within itself.
func (p writer) writeNotEmpty(w *objectWriter, f *field) {
	write := func(w *objectWriter) {
		w.g.put("before := len(dst)")
		w.constant(f.Name, "")
		p.writeValue(w, src("v.$1", f.name), f.shape, 0, f.word())
		w.flush()
		w.g.put(`
			if string(dst[before:]) == $1 {
				dst = dst[:before]
			}`, lit(","+model.Quote(f.Name)+":{}"))
	}
	if f.shape.null {
		w.g.put("$1", w.block(write))
		return
	}
	w.g.put("if $1 $2", f.isSet(), w.block(write))
}

// differs returns the condition under which a field does not hold its default.
func (p writer) differs(f *field) code {
	switch {
	case f.shape.null && f.def == nil: // the default is null
		return f.isSet()
	case f.flag:
		return src("!v.$1", f.name)
	case f.shape.form == formBool && f.zeroDefault():
		return src("v.$1", f.name)
	}
	var other code
	maybeNil := true
	switch {
	case f.shape.form == formList, f.shape.form == formMap, f.shape.codec.word == "Bytes" && f.zeroDefault():
		other, maybeNil = src("len(v.$1) > 0", f.name), false
	case f.shape.codec.word == "Bytes":
		other = src("string(v.$1) != $2", f.name, lit(string(decodeBytes(f.def.Text))))
	case f.shape.form == formAny || f.shape.form == formObject:
		other = src("!codec.IsRaw(v.$1, $2)", f.name, lit(f.def.JSON()))
	case f.shape.form == formBool && f.pointer() && f.def.Bool:
		other = src("!*v.$1", f.name)
	case f.shape.form == formBool && f.pointer():
		other = src("*v.$1", f.name)
	default:
		other, maybeNil = src("$1 != $2", f.deref(), values{plan: p.plan}.goValue(*f.def, f.shape.present())), f.pointer()
	}
	switch {
	case f.shape.null: // null is not the default
		return src("$1 || $2", f.isUnset(), other)
	case maybeNil:
		return src("$1 && $2", f.isSet(), other)
	}
	return other
}

// optionalWord returns the kind of scalar that a field points to, if the runtime
// can append it by one call; or "".
func (f *field) optionalWord() string {
	switch {
	case !f.pointer():
		return ""
	case f.shape.textual():
		return "String"
	case f.shape.form == formBool, f.shape.form == formInt, f.shape.form == formFloat:
		return f.shape.codec.word
	}
	return ""
}

// optionalPointer returns the pointer of such a field, as the runtime takes it.
func (f *field) optionalPointer() code {
	if f.shape.form == formEnum {
		return src("(*string)(v.$1)", f.name)
	}
	return f.shape.plainPointer(src("v.$1", f.name))
}

// deref returns the value of a field that is set.
func (f *field) deref() code {
	if f.scalar() {
		return src("*v.$1", f.name)
	}
	return src("v.$1", f.name)
}

// either writes a value if cond holds, and a text otherwise.
func (w *objectWriter) either(cond code, value func(*objectWriter), otherwise string) {
	w.g.put(`
		if $1 $2 else {
			dst = $3
		}`, cond, w.block(value), appendText(otherwise))
}

// writeDefaulted writes a field whose nil means its default.
func (p writer) writeDefaulted(w *objectWriter, f *field) {
	present := f.shape.present()
	if p.plainValue(*f.def, present) {
		w.either(f.isSet(), func(w *objectWriter) { p.writeValue(w, f.deref(), present, 0, f.word()) },
			values{plan: p.plan}.sortedJSON(*f.def, present))
		return
	}
	w.flush()
	w.g.put(`
		the$1 := v.$2
		if the$1 == nil {
			the$1 = $3
		}`, f.word(), f.name, values{plan: p.plan}.fieldValue(*f.def, f))
	p.writeValue(w, src("the$1", f.word()), present, 0, f.word())
}

// writeValue writes a value of a shape. e is an expression without side effects.
func (p writer) writeValue(w *objectWriter, e code, sh *shape, depth int, name string) {
	switch {
	case sh.null:
		p.writeNullable(w, e, sh, depth, name)
	case sh.form == formNothing:
		w.text(constantJSON(sh))
	case sh.form != formList && sh.form != formMap:
		w.assign("$1", p.appendExpr(e, sh, w.level))
	case sh.alias != nil:
		w.assign("$1", p.appendCall(sh.alias, e, "dst", w.level))
	default:
		each := p.appendFunc(p.shape(sh.elem), w.level)
		switch {
		case each != "" && sh.form == formList:
			w.assign("codec.AppendList(dst, $1, $2)", e, each)
		case each != "":
			w.assign("codec.AppendMap(dst, $1, $2)", e, each)
		case sh.form == formList:
			p.writeList(w, e, sh, depth, name)
		default:
			p.writeMap(w, e, sh, depth, name)
		}
	}
}

// appendExpr returns the call that appends a value which is neither a list nor a map.
func (p writer) appendExpr(e code, sh *shape, at level) code {
	switch sh.form {
	case formEnum:
		return appendEnum(sh.decl.(*model.Enum), e)
	case formUnion:
		if p.recursion.cyclic[sh.decl] && at.counts {
			return src("append$1(dst, $2, $3)", sh.name, e, at.code())
		}
		return src("Append$1(dst, $2)", sh.name, e)
	case formStruct:
		return p.appendCall(sh.decl, e, "dst", at)
	}
	return src("codec.$1(dst, $2)", sh.codec.write(), sh.plain(e))
}

// appendFunc returns the function that appends one element of a list or map, or
// "" if there is none, or if it must count the depth.
func (p writer) appendFunc(sh *shape, at level) code {
	switch {
	case at.counts && p.counts(nodeOf(sh)):
		return ""
	case sh.null && sh.form != formUnion && sh.form != formStruct:
		return ""
	case sh.alias != nil:
		return src("Append$1", p.types[sh.alias])
	case sh.distinct != nil:
		return src("Append$1", p.types[sh.distinct])
	case sh.form == formEnum, sh.form == formUnion, sh.form == formStruct && sh.null:
		return src("Append$1", sh.name)
	case sh.codec.word != "":
		return src("codec.$1", sh.codec.write())
	}
	return ""
}

func (p writer) writeNullable(w *objectWriter, e code, sh *shape, depth int, name string) {
	present := sh.present()
	if sh.form == formStruct || sh.form == formUnion {
		p.writeValue(w, e, present, depth, name)
		return
	}
	value := e
	if !sh.nilable() {
		value = src("*$1", e)
	}
	w.either(src("$1 != nil", e), func(w *objectWriter) { p.writeValue(w, value, present, depth, name) }, "null")
}

// writeList writes a list whose items are not written by a named function.
func (p writer) writeList(w *objectWriter, e code, sh *shape, depth int, name string) {
	w.text("[")
	i, item := local("i", depth+1), local("item", depth+1)
	elem := p.shape(sh.elem)
	vars, value := i+", "+item, code(item)
	if elem.constant() {
		vars = i
	}
	if elem.form == formStruct && !elem.null { // not copied
		vars, value = i, src("$1[$2]", e, i)
	}
	w.g.put("for $1 := range $2 $3", vars, e, w.block(func(w *objectWriter) {
		w.g.put(`
			if $1 > 0 {
				dst = append(dst, ',')
			}`, i)
		w.more++
		p.writeValue(w, value, elem, depth+1, name)
	}))
	w.text("]")
}

// writeMap writes a map whose members are not written by a named function, in the
// order of their keys.
func (p writer) writeMap(w *objectWriter, e code, sh *shape, depth int, name string) {
	w.text("{")
	w.flush()
	i, key, item, sorted := local("i", depth+1), local("key", depth+1), local("item", depth+1), local("sorted"+name, depth+1)
	elem := p.shape(sh.elem)
	value := src("$1[$2]", e, p.mapKey(sh, key))
	w.g.put(`
		$1 := codec.SortKeys($2)
		for $3, $4 := range $1.Names $5
		$1.Free()`, sorted, e, i, key, w.block(func(w *objectWriter) {
		w.g.put("dst = codec.AppendKey(dst, $1, $2)", i, key)
		if elem.null || elem.form == formStruct || elem.form == formMap || elem.form == formList {
			w.g.put("$1 := $2", item, value)
			value = code(item)
		}
		w.more++
		p.writeValue(w, value, elem, depth+1, name)
	}))
	w.text("}")
}
