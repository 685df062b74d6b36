package gogen

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/wiregen/wiregen/internal/lower"
	"github.com/wiregen/wiregen/internal/model"
)

// unionConstruct is what is made of a union.
func (p *plan) unionConstruct(u *model.Union) construct {
	name := p.types[u]
	return construct{
		home:    p.homeOfUnion(u),
		declare: func(f *jen.File) { p.declareUnion(f, u) },
		seal:    func(f *jen.File) { p.seal(f, u) },
		decode: func(f *jen.File) {
			what := article(name)
			if lower.ByOf(u) == lower.ByContent {
				what += " in its envelope"
			} else if lower.ByOf(u) == lower.ByName {
				what += " with its tag"
			}
			publicDecode(f, name, what, jen.Id(name), jen.Id("type"+name))
			p.emitUnionReader(f, u)
			for _, v := range p.variants[u] {
				if v.own && !v.bodyless() {
					p.emitVariantReader(f, v)
				}
			}
		},
		write: func(f *jen.File) { p.emitUnionWriter(f, u) },
		check: func(f *jen.File) { p.emitUnionCheck(f, u) },
		json:  func(f *jen.File) { p.emitUnionJSON(f, u) },
	}
}

func (p *plan) emitUnionReader(f *jen.File, u *model.Union) {
	name := p.types[u]
	f.Add(fn("decode" + name).Params(decoderParam()).Id(name).BlockFunc(func(g *jen.Group) {
		switch lower.ByOf(u) {
		case lower.ByTag:
			p.readInternal(g, u)
		case lower.ByContent:
			p.readAdjacent(g, u)
		case lower.ByName:
			p.readExternal(g, u)
		case lower.ByKey:
			p.readByKey(g, u)
		case lower.ByOrder:
			p.readOrdered(g, u)
		default:
			p.readByKind(g, u)
		}
	}))
	f.Line()
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
func (p *plan) readInternal(g *jen.Group, u *model.Union) {
	seen := "_" // unions within this one read the whole object again
	if slices.ContainsFunc(p.variants[u], func(v *variant) bool { return v.nested() == nil }) {
		seen = "seen"
	}
	g.List(jen.Id("tag"), jen.Id(seen)).Op(":=").Add(beginTagged(u))
	g.Add(switchOnTag(u).BlockFunc(func(g *jen.Group) {
		for _, v := range p.variants[u] {
			p.resumeVariant(g, v)
		}
	}))
	if !lower.KeepsUnknown(u) {
		g.Add(dec("Fail"))
		g.Return(jen.Nil())
		return
	}
	p.returnUnknown(g, u, "unknown")
}

// returnUnknown keeps an undeclared variant.
func (p *plan) returnUnknown(g *jen.Group, u *model.Union, tag string) {
	if u.Outer != nil {
		g.Add(dec("Plainly")).Comment("// the tag around it is for the plain reader to check")
	}
	g.List(jen.Id(tag), jen.Id("raw")).Op(":=").Add(dec(byTagKind(u, "Unknown", "")))
	p.returnUnknownOf(g, u, tag)
}

func (p *plan) returnUnknownOf(g *jen.Group, u *model.Union, tag string) {
	g.Return(jen.Op("&").Id(p.unknown(u)).Values(
		jen.Id("Tag").Op(":").Id(tag),
		jen.Id("Raw").Op(":").Id("raw"),
	))
}

// tagsOf are the tags that a variant is read by, today's first.
func tagsOf(v *variant) []jen.Code {
	var out []jen.Code
	for _, tag := range v.tags {
		out = append(out, tagLit(v.union, tag.value))
	}
	for _, old := range v.Was {
		out = append(out, tagLit(v.union, old))
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
func (p *plan) readAdjacent(g *jen.Group, u *model.Union) {
	keys := []jen.Code{jen.Lit(u.TagKey), jen.Lit(u.Content)}
	g.Var().Id("v").Id(p.types[u])
	g.List(jen.Id("tag"), jen.Id("seen")).Op(":=").Add(dec(byTagKind(u, "Begin", "Adjacent"), keys...))
	if tagKind(u) != "string" {
		// Where there is no tag, 0 or false stands for it, which may be one.
		g.If(jen.Id("seen").Op("==").Lit(0)).Block(jen.Return(jen.Nil()))
	}
	g.Add(switchOnTag(u).BlockFunc(func(g *jen.Group) {
		for _, part := range p.leaves(u) {
			for _, v := range p.variants[part] {
				if v.bodyless() {
					g.Add(caseOf(tagsOf(v), dec("SkipContent"), jen.Id("v").Op("=").New(jen.Id(v.typ))))
					continue
				}
				g.Add(caseOf(tagsOf(v), jen.Id("v").Op("=").Id("decode"+v.typ).Call(jen.Id("d"))))
			}
		}
		if !lower.KeepsUnknown(u) {
			g.Default().Block(dec("Fail"))
			return
		}
		for _, foreign := range u.Foreign {
			var tags []jen.Code
			for _, v := range p.variants[foreign] {
				tags = append(tags, tagsOf(v)...)
			}
			if len(tags) > 0 {
				g.Add(caseOf(tags, jen.Comment("// tags of "+p.types[foreign]), dec("Fail")))
			}
		}
		g.Default().BlockFunc(func(g *jen.Group) { p.returnUnknown(g, u, "unknown") })
	}))
	g.Add(dec("EndAdjacent", append(keys, jen.Id("seen"))...))
	g.Return(jen.Id("v"))
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

// readByKind is
//
//	switch d.Kind() {
//	case wirert.KindString:
//		return decodeInputString(d)
//	}
//	d.Fail()
//	return nil
func (p *plan) readByKind(g *jen.Group, u *model.Union) {
	g.Switch(dec("Kind")).BlockFunc(func(g *jen.Group) {
		for _, v := range p.variants[u] {
			var kinds []jen.Code
			for _, k := range lower.Reads(v.Type).List() {
				kinds = append(kinds, rt(kindConst(k)))
			}
			g.Case(kinds...).Block(jen.Return(jen.Id("decode" + v.typ).Call(jen.Id("d"))))
		}
	})
	g.Add(dec("Fail"))
	g.Return(jen.Nil())
}

func kindConst(k model.ValueKind) string {
	return [...]string{"KindNull", "KindBool", "KindNumber", "KindString", "KindArray", "KindObject"}[k]
}

// emitVariantReader reads the type that was made for a variant.
func (p *plan) emitVariantReader(f *jen.File, v *variant) {
	sh := p.shape(v.Type)
	typ, what := jen.Id(v.typ), article(v.typ)
	if wrapped(v.union) {
		typ, what = ptr(v.typ), "the payload of "+article(v.typ)
	}
	publicDecode(f, v.typ, what, typ, p.typeID(v.Type))
	f.Add(fn("decode" + v.typ).Params(decoderParam()).Add(typ).BlockFunc(func(g *jen.Group) {
		if wrapped(v.union) {
			p.readWrapped(g, v.typ, "Payload", sh)
			return
		}
		p.readKindVariant(g, v, sh)
	}))
	f.Line()
}

func (p *plan) readKindVariant(g *jen.Group, v *variant, sh *shape) {
	switch {
	case sh.form == formNothing:
		g.Add(readConst(sh))
		g.Return(jen.Id(v.typ).Values())
	case sh.form == formList || sh.form == formMap:
		g.Id("v").Op(":=").Id(v.typ).Values()
		p.fill(g, jen.Id("v"), sh, 0)
		g.Return(jen.Id("v"))
	default:
		g.Return(jen.Id(v.typ).Call(p.readExpr(sh)))
	}
}

// readWrapped reads a value into the one field of a struct that was made to
// hold it.
func (p *plan) readWrapped(g *jen.Group, typ, field string, sh *shape) {
	if sh.constant() {
		g.Add(readConst(sh))
		g.Return(jen.New(jen.Id(typ)))
		return
	}
	if e := p.readExpr(sh); e != nil && !sh.null {
		g.Return(jen.Op("&").Id(typ).Values(jen.Id(field).Op(":").Add(e)))
		return
	}
	g.Id("v").Op(":=").New(jen.Id(typ))
	p.readTo(g, jen.Id("v").Dot(field), sh)
	g.Return(jen.Id("v"))
}

// readTo reads a value of any shape to a place of its Go type.
func (p *plan) readTo(g *jen.Group, target *jen.Statement, sh *shape) {
	switch {
	case sh.null:
		p.read(g, sh, 1, func(e jen.Code) jen.Code { return target.Clone().Op("=").Add(e) })
	case sh.form == formStruct:
		g.Add(p.decodeInto(target, sh.decl.(*model.Struct), nil))
	case (sh.form == formList || sh.form == formMap) && sh.alias == nil:
		g.Add(target.Clone().Op("=").Add(p.bare(sh)).Values())
		p.fill(g, target, sh, 0)
	default:
		p.read(g, sh, 1, func(e jen.Code) jen.Code { return target.Clone().Op("=").Add(e) })
	}
}

// emitUnionWriter gives the functions and methods that write a union.
func (p *plan) emitUnionWriter(f *jen.File, u *model.Union) {
	name := p.types[u]
	what := ""
	switch lower.ByOf(u) {
	case lower.ByContent:
		what = " in its envelope"
	case lower.ByName:
		what = " with its tag"
	}
	docLines(f, "Append"+name+" appends v"+what+"."+p.panicNote(u))
	head := func(name string, more ...jen.Code) *jen.Statement {
		return fn(name).Params(append([]jen.Code{dstParam(), jen.Id("v").Id(p.types[u])}, more...)...).Add(bytesType())
	}
	if !p.recursion.cyclic[u] {
		f.Add(head("Append" + name).BlockFunc(func(g *jen.Group) { p.dispatch(g, u, level{}) }))
	} else {
		f.Add(head("Append" + name).Add(brief(jen.Id("append"+name).Call(jen.Id("dst"), jen.Id("v"), jen.Lit(0)))))
		f.Line()
		f.Add(head("append"+name, depthParam()).BlockFunc(func(g *jen.Group) { p.dispatch(g, u, level{counts: true}) }))
	}
	f.Line()
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
func (p *plan) dispatch(g *jen.Group, u *model.Union, l level) {
	root := p.root(u)
	if lower.ByOf(u) == lower.ByContent && root != u && !l.counts {
		// return AppendFrame(dst, v)
		g.Return(jen.Id("Append"+p.types[root]).Call(jen.Id("dst"), jen.Id("v")))
		return
	}
	g.Add(nullIfNil())
	if wrapped(u) {
		args := []jen.Code{jen.Id("dst")}
		if p.cyclicFamily(root) {
			args = append(args, l.code())
		}
		g.Return(vdot("append" + p.types[root]).Call(args...))
		return
	}
	p.dispatchApart(g, u, l)
	g.Return(vdot("AppendJSON").Call(jen.Id("dst")))
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
func (p *plan) dispatchApart(g *jen.Group, u *model.Union, l level) {
	var cases []jen.Code
	for _, v := range p.variants[u] {
		var call *jen.Statement
		inner := v.nested()
		switch {
		case inner == nil && l.counts && p.recursion.cyclic[p.node(v)]:
			call = p.appendCall(p.node(v), jen.Id("v"), jen.Id("dst"), l)
		case inner == nil:
		case l.counts && p.recursion.cyclic[inner], !hasTags(u) && p.writtenAround(inner):
			call = p.appendExpr(jen.Id("v"), p.shape(inner), l)
		}
		if call != nil {
			cases = append(cases, jen.Case(jen.Id(v.goType())).Block(jen.Return(call)))
		}
	}
	if len(cases) > 0 {
		g.Switch(jen.Id("v").Op(":=").Id("v").Assert(jen.Type())).Block(cases...)
	}
}

// cyclicFamily reports whether the writers of an envelope's variants count how
// deep they are: they satisfy one interface.
func (p *plan) cyclicFamily(u *model.Union) bool {
	return p.recursion.cyclic[u] || slices.ContainsFunc(u.Parts, p.cyclicFamily)
}

// emitEnvelope is
//
//	func (v *Begin) appendFrame(dst []byte) []byte {
//		return append(v.AppendJSON(append(dst, `{"type":"Begin","payload":`...)), '}')
//	}
func (p *plan) emitEnvelope(f *jen.File, u *model.Union, v *variant) {
	if v.bodyless() {
		f.Add(p.wrapper(u, ptr(v.typ), false).Add(brief(appendText(tagAlone(u, v.Tag)))))
		f.Line()
		return
	}
	head := "{" + model.Quote(v.Tag) + ":"
	if lower.ByOf(u) == lower.ByContent {
		head = "{" + model.Quote(u.TagKey) + ":" + tagJSON(u, v.Tag) + "," + model.Quote(u.Content) + ":"
	}
	cyclic := p.recursion.cyclic[p.node(v)] && p.cyclicFamily(p.root(u))
	payload := p.appendCall(p.node(v), jen.Id("v"), appendText(head), level{counts: cyclic}.below())
	f.Add(p.wrapper(u, receiver(ptr(v.typ)), cyclic).Add(brief(jen.Append(payload, jen.LitRune('}')))))
	f.Line()
}

// wrapper is the head of the method that appends a variant in its envelope:
//
//	func (v *Begin) appendFrame(dst []byte, depth int) []byte
func (p *plan) wrapper(u *model.Union, receiver jen.Code, counts bool) *jen.Statement {
	root := p.root(u)
	params := []jen.Code{dstParam()}
	switch {
	case counts:
		params = append(params, depthParam())
	case p.cyclicFamily(root):
		params = append(params, jen.Id("_").Int())
	}
	return jen.Func().Params(receiver).Id("append" + p.types[root]).Params(params...).Add(bytesType())
}

// emitVariantWriter writes the type that was made for a variant.
func (p *plan) emitVariantWriter(f *jen.File, v *variant) {
	if v.bodyless() {
		f.Comment("// AppendJSON appends the tag, which is all there is.")
		f.Add(method(v.typ, "AppendJSON").Params(dstParam()).Add(bytesType()).Block(
			nullIfNil(),
			jen.Return(appendText(tagAlone(v.union, v.Tag))),
		))
		f.Line()
		return
	}
	sh := p.shape(v.Type)
	if wrapped(v.union) {
		p.publicAppend(f, v, v.typ, ptr(v.typ))
		p.emitAppendOf(f, v, "the payload", receiver(ptr(v.typ)), func(g *jen.Group, l level) {
			g.Add(nullIfNil())
			p.returnValue(g, jen.Id("v").Dot("Payload"), sh, l)
		})
		return
	}
	p.publicAppend(f, v, v.typ, jen.Id(v.typ))
	recv := receiver(jen.Id(v.typ))
	if sh.form == formNothing {
		recv = jen.Id(v.typ)
	}
	p.emitAppendOf(f, v, "v", recv, func(g *jen.Group, l level) {
		e := jen.Id("v")
		if !sh.nilable() && sh.form != formNothing {
			e = p.bare(sh).Call(e)
		} else if sh.form == formAny || sh.form == formObject {
			e = rt("Raw").Call(e)
		}
		p.returnValue(g, e, p.ownBody(v), l)
	})
}

// returnValue returns dst with a value appended.
func (p *plan) returnValue(g *jen.Group, e *jen.Statement, sh *shape, l level) {
	if !sh.null && sh.form != formNothing && (sh.form != formList && sh.form != formMap || sh.alias != nil) {
		if sh.alias != nil {
			g.Return(p.appendCall(sh.alias, e, jen.Id("dst"), l))
			return
		}
		g.Return(p.appendExpr(e, sh, l))
		return
	}
	w := &objectWriter{g: g, level: l}
	p.writeValue(w, e, sh, 0, "")
	w.finish()
}

// emitUnknownWriter writes an undeclared variant as it came.
func (p *plan) emitUnknownWriter(f *jen.File, u *model.Union) {
	write := "AppendRawObject"
	if lower.ByOf(u) == lower.ByName {
		write = "AppendRaw"
	}
	f.Comment("// AppendJSON appends the " + wholeOf(u) + " as it came.")
	f.Add(method(p.unknown(u), "AppendJSON").Params(dstParam()).Add(bytesType()).Block(
		nullIfNil(),
		jen.Return(rt(write).Call(jen.Id("dst"), jen.Id("v").Dot("Raw"))),
	))
	f.Line()
	if wrapped(u) {
		f.Add(p.wrapper(u, receiver(ptr(p.unknown(u))), false).
			Add(brief(jen.Id("v").Dot("AppendJSON").Call(jen.Id("dst")))))
		f.Line()
	}
}

// emitUnionJSON gives the methods for encoding/json.
func (p *plan) emitUnionJSON(f *jen.File, u *model.Union) {
	name := p.types[u]
	p.holderJSON(f, u)
	for _, gv := range p.variants[u] {
		switch {
		case !gv.own:
		case gv.bodyless():
			v := jen.Op("&").Id("v")
			jsonMethods(f, gv.typ,
				rt("Marshal").Call(v, jen.Id("Check"+gv.typ).Call(v)),
				rt("UnmarshalVariant").Call(jen.Id("data"), jen.Id("v"), jen.Id("Decode"+name)))
		case wrapped(u):
			pointerJSON(f, gv.typ)
		default:
			valueJSON(f, gv.typ)
		}
	}
	if lower.KeepsUnknown(u) {
		v := jen.Op("&").Id("v")
		jsonMethods(f, p.unknown(u),
			rt("Marshal").Call(v, jen.Id("Check"+name).Call(v)),
			rt("UnmarshalVariant").Call(jen.Id("data"), jen.Id("v"), jen.Id("Decode"+name)))
	}
}

// holderJSON gives the methods of XValue.
func (p *plan) holderJSON(f *jen.File, u *model.Union) {
	name := p.types[u]
	inner := jen.Id("v").Dot(name)
	var source jen.Code = inner
	if p.writtenAround(u) {
		source = jen.Id("in" + name).Values(inner)
		// inFrame writes the envelope around its payload.
		around := "."
		switch lower.ByOf(u) {
		case lower.ByContent:
			around = " in its envelope."
		case lower.ByName:
			around = " with its tag."
		}
		f.Comment("// in" + name + " writes " + article(name) + around)
		f.Type().Id("in" + name).Struct(jen.Id(name))
		f.Line()
		f.Add(jen.Func().Params(jen.Id("v").Id("in" + name)).Id("AppendJSON").Params(dstParam()).Add(bytesType()).
			Add(brief(jen.Id("Append"+name).Call(jen.Id("dst"), inner))))
		f.Line()
	}
	jsonMethods(f, name+"Value",
		rt("Marshal").Call(source, jen.Id("Check"+name).Call(inner)),
		rt("UnmarshalUnion").Call(jen.Id("data"), jen.Op("&").Add(inner), jen.Id("Decode"+name)))
}
