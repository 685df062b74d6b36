package gogen

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// aroundWords describes what is written around a variant of a union; or "".
func aroundWords(u *model.Union) string {
	switch lower.ByOf(u) {
	case lower.ByContent:
		return " in its envelope"
	case lower.ByName:
		return " with its tag"
	}
	return ""
}

func (p reader) emitUnionReader(f *file, u *model.Union) {
	read := map[lower.By]func(*stmts, *model.Union){
		lower.ByTag: p.readInternal, lower.ByContent: p.readAdjacent, lower.ByName: p.readExternal,
		lower.ByKind: p.readByKind, lower.ByKey: p.readByKey, lower.ByOrder: p.readOrdered,
	}[lower.ByOf(u)]
	f.declare("func decode$1(d *codec.Decoder) $1 $2", p.types[u], block(func(g *stmts) { read(g, u) }))
}

// returnUnknown preserves an undeclared variant.
func (p reader) returnUnknown(u *model.Union) code {
	var require code
	if len(p.rows.Decl(u).Union.Around) > 0 {
		require = "d.RequireTable() // the table reader checks the tag around it"
	}
	return src(`
		$4
		$1
		unknown, raw := d.$2()
		return &$3{Tag: unknown, Raw: raw}`, require, byTagKind(u, "Unknown", ""), p.unknown(u), p.refuseOthers(u))
}

// tagsOf returns the tags that a variant is read by, the current one first.
func tagsOf(v *variant) []code { return tagLits(v.union, slices.Concat(v.row.Tags, v.FormerNames)) }

// tagLits returns tags of a union in Go.
func tagLits(u *model.Union, tags []string) []code {
	out := make([]code, len(tags))
	for i, tag := range tags {
		out[i] = tagLit(u, tag)
	}
	return out
}

// returnDecoded reads a variant and returns it.
func (p reader) returnDecoded(v *variant) code { return src("return $1", p.variantReader(v)) }

// variantReader returns the expression that reads a variant.
func (p reader) variantReader(v *variant) code {
	if !v.own {
		if sh := p.shape(v.Type); sh.form == formStruct {
			return p.newStruct(sh)
		}
	}
	return src("decode$1(d)", v.typ)
}

// emitVariantReader reads the type that was made for a variant.
func (p reader) emitVariantReader(f *file, v *variant) {
	sh := p.shape(v.Type)
	typ, what, read := v.goType(), article(v.typ), p.readKindVariant
	if wrapped(v.union) {
		what, read = "the payload of "+what, func(g *stmts, v *variant, sh *shape) { p.readWrapped(g, v.typ, "Payload", sh) }
	}
	of := p.rows.Ref(v.Type)
	of.Sensitive = v.hidden()
	publicDecode(f, v.typ, what, typ, p.elementID(of))
	f.declare("func decode$1(d *codec.Decoder) $2 $3", v.typ, typ, block(func(g *stmts) { read(g, v, sh) }))
}

// emitUnionWriter emits the functions and methods that write a union.
func (p writer) emitUnionWriter(f *file, u *model.Union) {
	name := p.types[u]
	doc := unlessPlain("Append"+name+" appends v"+aroundWords(u)+"."+docs(p).panicNote(u), aroundWords(u)+docs(p).panicNote(u) == "")
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
func (p writer) dispatch(g *stmts, u *model.Union, l level) {
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
// those that count their depth, and unions that write an envelope, whose
// AppendJSON is that of the payload.
func (p writer) dispatchApart(g *stmts, u *model.Union, l level) {
	var types []code
	for _, v := range p.variants[u] {
		var call code
		inner := v.nested()
		switch {
		case inner == nil && l.counts && p.counts(p.node(v)):
			call = p.appendCall(p.node(v), "v", "dst", l)
		case inner == nil:
		case l.counts && p.recursion.cyclic[inner], !hasTags(u) && p.writtenAround(inner):
			call = p.appendExpr("v", p.shape(inner), l)
		}
		if call != "" {
			types = append(types, src("case $1:\n\treturn $2", v.goType(), call))
		}
	}
	if len(types) > 0 {
		g.put("switch v := v.(type) $1", cases(func(g *stmts) { g.add(types...) }))
	}
}

// cyclicFamily reports whether the writers of an envelope's variants count their
// depth: they satisfy one interface.
func (p *plan) cyclicFamily(u *model.Union) bool {
	return p.recursion.cyclic[u] || slices.ContainsFunc(u.Parts, p.cyclicFamily)
}

// emitVariantWriter writes the type that was made for a variant.
func (p writer) emitVariantWriter(f *file, v *variant) {
	if v.bodyless() {
		f.declare(`
			// AppendJSON appends the tag; the variant has no content.
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
func (p writer) returnValue(g *stmts, e code, sh *shape, l level) {
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

// emitUnknownWriter writes an undeclared variant verbatim.
func (p writer) emitUnknownWriter(f *file, u *model.Union) {
	write := "AppendRawObject"
	if lower.ByOf(u) == lower.ByName {
		write = "AppendRaw"
	}
	f.declare(`
		// AppendJSON appends the $1 verbatim.
		func (v *$2) AppendJSON(dst []byte) []byte {
			$3
			return codec.$4(dst, v.Raw)
		}`, wholeOf(u), p.unknown(u), nullIfNil(), write)
	if wrapped(u) {
		f.declare("func $1 { return v.AppendJSON(dst) }", p.wrapper(u, "v *"+p.unknown(u), false))
	}
}
