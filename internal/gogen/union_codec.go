package gogen

import (
	"slices"

	"github.com/wiregen/wiregen/internal/lower"
	"github.com/wiregen/wiregen/internal/model"
)

// unionConstruct is what is made of a union.
func (p *plan) unionConstruct(u *model.Union) construct {
	name := p.types[u]
	return construct{
		home:    p.homeOfUnion(u),
		declare: func(f *file) { p.declareUnion(f, u) },
		seal:    func(f *file) { p.seal(f, u) },
		decode: func(f *file) {
			publicDecode(f, name, article(name)+aroundWords(u), name, code("type"+name))
			p.emitUnionReader(f, u)
			for _, v := range p.variants[u] {
				if v.own && !v.bodyless() {
					p.emitVariantReader(f, v)
				}
			}
		},
		write: func(f *file) { p.emitUnionWriter(f, u) },
		check: func(f *file) { p.emitUnionCheck(f, u) },
		json:  func(f *file) { p.emitUnionJSON(f, u) },
	}
}

// aroundWords say what is written around a variant of a union; or "".
func aroundWords(u *model.Union) string {
	switch lower.ByOf(u) {
	case lower.ByContent:
		return " in its envelope"
	case lower.ByName:
		return " with its tag"
	}
	return ""
}

func (p *plan) emitUnionReader(f *file, u *model.Union) {
	read := map[lower.By]func(*stmts, *model.Union){
		lower.ByTag: p.readInternal, lower.ByContent: p.readAdjacent, lower.ByName: p.readExternal,
		lower.ByKind: p.readByKind, lower.ByKey: p.readByKey, lower.ByOrder: p.readOrdered,
	}[lower.ByOf(u)]
	f.declare("func decode$1(d *wirert.Decoder) $1 $2", p.types[u], block(func(g *stmts) { read(g, u) }))
}

// readInternal is
//
//	tag, seen := d.BeginTagged("type")
//	switch string(tag) {
//	case "text":
//		return resumeTextPart(d, seen)
//	}
//	unknown, raw := d.Unknown()
//	return &UnknownPart{Tag: unknown, Raw: raw}
func (p *plan) readInternal(g *stmts, u *model.Union) {
	seen := "_" // unions within this one read the whole object again
	if slices.ContainsFunc(p.variants[u], func(v *variant) bool { return v.nested() == nil }) {
		seen = "seen"
	}
	g.put("tag, $1 := $2", seen, p.beginTagged(u))
	switchOnTag(g, u, func(g *stmts) {
		for _, v := range p.variants[u] {
			p.resumeVariant(g, v)
		}
	})
	if !lower.KeepsUnknown(u) {
		g.put("d.Fail()\nreturn nil")
		return
	}
	p.returnUnknown(g, u)
}

// returnUnknown keeps an undeclared variant.
func (p *plan) returnUnknown(g *stmts, u *model.Union) {
	if len(p.rows.Decl(u).Union.Around) > 0 {
		g.put("d.Plainly() // the tag around it is for the plain reader to check")
	}
	g.put("unknown, raw := d.$1()\n$2", byTagKind(u, "Unknown", ""), p.keepUnknown(u))
}

// keepUnknown returns an undeclared variant that was read.
func (p *plan) keepUnknown(u *model.Union) code {
	return src("return &$1{Tag: unknown, Raw: raw}", p.unknown(u))
}

// tagsOf are the tags that a variant is read by, today's first.
func tagsOf(v *variant) []code { return tagLits(v.union, slices.Concat(v.row.Tags, v.Was)) }

// tagLits are tags of a union in Go.
func tagLits(u *model.Union, tags []string) []code {
	out := make([]code, len(tags))
	for i, tag := range tags {
		out[i] = tagLit(u, tag)
	}
	return out
}

// readAdjacent is
//
//	var v Event
//	tag, seen := d.BeginAdjacent("type", "payload")
//	switch string(tag) {
//	case "Begin":
//		v = decodeBegin(d)
//	case "Ask": // tags of Request
//		d.Fail()
//	default:
//		unknown, raw := d.Unknown()
//		return &UnknownEvent{Tag: unknown, Raw: raw}
//	}
//	d.EndAdjacent("type", "payload", seen)
//	return v
func (p *plan) readAdjacent(g *stmts, u *model.Union) {
	keys := quoted([]string{u.TagKey, u.Content})
	g.put("var v $1\ntag, seen := d.$2($3)", p.types[u], byTagKind(u, "Begin", "Adjacent"), keys)
	if tagKind(u) != "string" {
		// Where there is no tag, 0 or false stands for it, which may be one.
		returnIf(g, "seen == 0", "nil")
	}
	switchOnTag(g, u, func(g *stmts) {
		for _, part := range p.leaves(u) {
			for _, v := range p.variants[part] {
				read := src("v = decode$1(d)", v.typ)
				if v.bodyless() {
					read = src("d.SkipContent()\nv = new($1)", v.typ)
				}
				g.add(caseOf(tagsOf(v), read))
			}
		}
		if !lower.KeepsUnknown(u) {
			g.put("default:\n\td.Fail()")
			return
		}
		for _, foreign := range p.foreign(u) {
			var tags []code
			for _, v := range p.variants[foreign] {
				tags = append(tags, tagsOf(v)...)
			}
			if len(tags) > 0 {
				g.add(caseOf(tags, code("// tags of "+p.types[foreign]), "d.Fail()"))
			}
		}
		g.put("default:\n\t$1", body(func(g *stmts) { p.returnUnknown(g, u) }))
	})
	g.put("d.EndAdjacent($1, seen)\nreturn v", keys)
}

// foreign are the other unions of u's envelope, whose tags are an error in u.
func (p *plan) foreign(u *model.Union) []*model.Union {
	e := p.proto.Envelope
	if e == nil || !slices.Contains(e.Messages.Parts, u) {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(e.Messages.Parts), func(part *model.Union) bool { return part == u })
}

// leaves are the unions that declare the variants of u: u itself, or its parts.
func (p *plan) leaves(u *model.Union) []*model.Union {
	if len(u.Parts) == 0 {
		return []*model.Union{u}
	}
	var out []*model.Union
	for _, part := range u.Parts {
		out = append(out, p.leaves(part)...)
	}
	return out
}

// readByKind reads a union whose variants are told apart by their JSON kind.
func (p *plan) readByKind(g *stmts, u *model.Union) {
	g.put(`
		switch d.Kind() $1
		d.Fail()
		return nil`, cases(func(g *stmts) {
		for _, v := range p.variants[u] {
			var kinds []code
			for _, k := range v.row.Kinds.List() {
				kinds = append(kinds, rt(kindConst(k)))
			}
			g.put("case $1:\n\t$2", list(kinds), returnDecoded(v))
		}
	}))
}

// returnDecoded reads a variant and returns it.
func returnDecoded(v *variant) code { return src("return decode$1(d)", v.typ) }

func kindConst(k model.ValueKind) string {
	return [...]string{"KindNull", "KindBool", "KindNumber", "KindString", "KindArray", "KindObject"}[k]
}

// emitVariantReader reads the type that was made for a variant.
func (p *plan) emitVariantReader(f *file, v *variant) {
	sh := p.shape(v.Type)
	typ, what, read := v.goType(), article(v.typ), p.readKindVariant
	if wrapped(v.union) {
		what, read = "the payload of "+what, func(g *stmts, v *variant, sh *shape) { p.readWrapped(g, v.typ, "Payload", sh) }
	}
	publicDecode(f, v.typ, what, typ, p.typeID(v.Type))
	f.declare("func decode$1(d *wirert.Decoder) $2 $3", v.typ, typ, block(func(g *stmts) { read(g, v, sh) }))
}

func (p *plan) readKindVariant(g *stmts, v *variant, sh *shape) {
	switch sh.form {
	case formNothing:
		g.put("$1\nreturn $2{}", readConst(sh), v.typ)
	case formList, formMap:
		g.put("v := $1{}", v.typ)
		p.fill(g, "v", sh, 0)
		g.put("return v")
	default:
		g.put("return $1($2)", v.typ, p.readExpr(sh))
	}
}

// readWrapped reads a value into the one field of a struct that was made to
// hold it.
func (p *plan) readWrapped(g *stmts, typ, field string, sh *shape) {
	if sh.constant() {
		g.put("$1\nreturn new($2)", readConst(sh), typ)
		return
	}
	if e := p.readExpr(sh); e != "" && !sh.null {
		g.put("return &$1{$2: $3}", typ, field, e)
		return
	}
	g.put("v := new($1)", typ)
	p.readTo(g, "v."+field, sh)
	g.put("return v")
}

// readTo reads a value of any shape to a place of its Go type.
func (p *plan) readTo(g *stmts, target string, sh *shape) {
	switch {
	case sh.form == formStruct && !sh.null:
		p.decodeInto(g, target, sh.decl.(*model.Struct), "")
	case (sh.form == formList || sh.form == formMap) && sh.alias == nil && !sh.null:
		g.put("$1 = $2{}", target, p.bare(sh))
		p.fill(g, target, sh, 0)
	default:
		p.read(g, sh, 1, func(e code) code { return src("$1 = $2", target, e) })
	}
}

// emitUnionWriter gives the functions and methods that write a union.
func (p *plan) emitUnionWriter(f *file, u *model.Union) {
	name := p.types[u]
	doc := "Append" + name + " appends v" + aroundWords(u) + "." + p.panicNote(u)
	body := func(l level) code { return block(func(g *stmts) { p.dispatch(g, u, l) }) }
	if !p.recursion.cyclic[u] {
		f.document(doc, "func Append$1(dst []byte, v $1) []byte $2", name, body(level{}))
	} else {
		f.document(doc, `
			func Append$1(dst []byte, v $1) []byte { return append$1(dst, v, 0) }

			func append$1(dst []byte, v $1, depth int) []byte $2`, name, body(level{counts: true}))
	}
	for _, v := range p.variants[u] {
		if v.own {
			p.emitVariantWriter(f, v)
		}
		if wrapped(u) {
			p.emitEnvelope(f, u, v)
		}
	}
	if lower.KeepsUnknown(u) {
		p.emitUnknownWriter(f, u)
	}
}

// dispatch appends v, which is one of the variants of u.
func (p *plan) dispatch(g *stmts, u *model.Union, l level) {
	root := p.root(u)
	if lower.ByOf(u) == lower.ByContent && root != u && !l.counts {
		g.put("return Append$1(dst, v)", p.types[root])
		return
	}
	g.add(nullIfNil())
	switch {
	case wrapped(u) && p.cyclicFamily(root):
		g.put("return v.append$1(dst, $2)", p.types[root], l.code())
	case wrapped(u):
		g.put("return v.append$1(dst)", p.types[root])
	default:
		p.dispatchApart(g, u, l)
		g.put("return v.AppendJSON(dst)")
	}
}

// dispatchApart appends the variants that are not written by their AppendJSON:
// those that count how deep they are, and unions that write an envelope, whose
// AppendJSON is that of the payload.
//
//	switch v := v.(type) {
//	case *GroupPart:
//		return v.appendJSON(dst, depth)
//	case Frame:
//		return AppendFrame(dst, v)
//	}
func (p *plan) dispatchApart(g *stmts, u *model.Union, l level) {
	var types []code
	for _, v := range p.variants[u] {
		var call code
		inner := v.nested()
		switch {
		case inner == nil && l.counts && p.recursion.cyclic[p.node(v)]:
			call = p.appendCall(p.node(v), code("v"), "dst", l)
		case inner == nil:
		case l.counts && p.recursion.cyclic[inner], !hasTags(u) && p.writtenAround(inner):
			call = p.appendExpr(code("v"), p.shape(inner), l)
		}
		if call != "" {
			types = append(types, src("case $1:\n\treturn $2", v.goType(), call))
		}
	}
	if len(types) > 0 {
		g.put("switch v := v.(type) $1", cases(func(g *stmts) { g.add(types...) }))
	}
}

// cyclicFamily reports whether the writers of an envelope's variants count how
// deep they are: they satisfy one interface.
func (p *plan) cyclicFamily(u *model.Union) bool {
	return p.recursion.cyclic[u] || slices.ContainsFunc(u.Parts, p.cyclicFamily)
}

// emitEnvelope gives the method that writes a variant in its envelope.
func (p *plan) emitEnvelope(f *file, u *model.Union, v *variant) {
	if v.bodyless() {
		f.declare("func $1 { return $2 }", p.wrapper(u, "*"+v.typ, false), appendText(tagAlone(u, v.Tag)))
		return
	}
	head := "{" + model.Quote(v.Tag) + ":"
	if lower.ByOf(u) == lower.ByContent {
		head = "{" + model.Quote(u.TagKey) + ":" + tagJSON(u, v.Tag) + "," + model.Quote(u.Content) + ":"
	}
	cyclic := p.recursion.cyclic[p.node(v)] && p.cyclicFamily(p.root(u))
	payload := p.appendCall(p.node(v), code("v"), appendText(head), level{counts: cyclic}.below())
	f.declare("func $1 { return append($2, '}') }", p.wrapper(u, "v *"+v.typ, cyclic), payload)
}

// wrapper is the head of the method that appends a variant in its envelope.
func (p *plan) wrapper(u *model.Union, receiver string, counts bool) code {
	root := p.root(u)
	depth := ""
	switch {
	case counts:
		depth = "depth int"
	case p.cyclicFamily(root):
		depth = "_ int"
	}
	return src("($1) append$2($3) []byte", receiver, p.types[root], args("dst []byte", depth))
}

// emitVariantWriter writes the type that was made for a variant.
func (p *plan) emitVariantWriter(f *file, v *variant) {
	if v.bodyless() {
		f.declare(`
			// AppendJSON appends the tag, which is all there is.
			func (v *$1) AppendJSON(dst []byte) []byte {
				$2
				return $3
			}`, v.typ, nullIfNil(), appendText(tagAlone(v.union, v.Tag)))
		return
	}
	p.publicAppend(f, v, v.typ, v.goType())
	if wrapped(v.union) {
		p.emitAppendOf(f, v, "the payload", "v *"+v.typ, func(g *stmts, l level) {
			g.add(nullIfNil())
			p.returnValue(g, src("v.Payload"), p.shape(v.Type), l)
		})
		return
	}
	sh, receiver := p.shape(v.Type), "v "+v.typ
	if sh.form == formNothing {
		receiver = v.typ
	}
	p.emitAppendOf(f, v, "v", receiver, func(g *stmts, l level) { p.returnValue(g, p.ownValue(sh), p.ownBody(v), l) })
}

// returnValue returns dst with a value appended.
func (p *plan) returnValue(g *stmts, e code, sh *shape, l level) {
	switch {
	case sh.null, sh.form == formNothing, (sh.form == formList || sh.form == formMap) && sh.alias == nil:
		w := &objectWriter{g: g, level: l}
		p.writeValue(w, e, sh, 0, "")
		w.finish()
	case sh.alias != nil:
		g.put("return $1", p.appendCall(sh.alias, e, "dst", l))
	default:
		g.put("return $1", p.appendExpr(e, sh, l))
	}
}

// emitUnknownWriter writes an undeclared variant as it came.
func (p *plan) emitUnknownWriter(f *file, u *model.Union) {
	write := "AppendRawObject"
	if lower.ByOf(u) == lower.ByName {
		write = "AppendRaw"
	}
	f.declare(`
		// AppendJSON appends the $1 as it came.
		func (v *$2) AppendJSON(dst []byte) []byte {
			$3
			return wirert.$4(dst, v.Raw)
		}`, wholeOf(u), p.unknown(u), nullIfNil(), write)
	if wrapped(u) {
		f.declare("func $1 { return v.AppendJSON(dst) }", p.wrapper(u, "v *"+p.unknown(u), false))
	}
}

// emitUnionJSON gives the methods for encoding/json.
func (p *plan) emitUnionJSON(f *file, u *model.Union) {
	name := p.types[u]
	p.holderJSON(f, u)
	for _, gv := range p.variants[u] {
		switch {
		case !gv.own:
		case gv.bodyless():
			variantJSON(f, gv.typ, gv.typ, name)
		case wrapped(u):
			pointerJSON(f, gv.typ)
		default:
			valueJSON(f, gv.typ)
		}
	}
	if lower.KeepsUnknown(u) {
		variantJSON(f, p.unknown(u), name, name)
	}
}

// holderJSON gives the methods of XValue.
func (p *plan) holderJSON(f *file, u *model.Union) {
	name := p.types[u]
	source := "v." + name
	if p.writtenAround(u) {
		source = "in" + name + "{v." + name + "}"
		f.declare(`
			// in$1 writes $2$3.
			type in$1 struct {
				$1
			}

			func (v in$1) AppendJSON(dst []byte) []byte { return Append$1(dst, v.$1) }`, name, article(name), aroundWords(u))
	}
	jsonMethods(f, name+"Value",
		src("wirert.Marshal($2, Check$1(v.$1))", name, source),
		src("wirert.UnmarshalUnion(data, &v.$1, Decode$1)", name))
}
