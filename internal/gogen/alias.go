package gogen

import (
	"github.com/dave/jennifer/jen"

	"github.com/wiregen/wiregen/internal/model"
)

// declareAlias gives the Go type of an alias.
func (p *plan) declareAlias(t *model.Alias) jen.Code {
	name := p.types[t]
	doc := p.describe(name, &t.Meta, aliasPurpose(t), aliasNotes(t)...)
	sh := p.shape(t)
	if sh.alias == t { // type Lines []string
		behind := *sh
		behind.spelled = ""
		return commented(doc, jen.Type().Id(name).Add(p.bare(&behind)))
	}
	// type SessionID = string
	return commented(doc, jen.Type().Id(name).Op("=").Add(p.goType(p.shape(t.Type))))
}

// aliasConstruct is what is made of an alias. A list or map gets methods; for
// anything else there are the three functions.
func (p *plan) aliasConstruct(t *model.Alias) construct {
	name := p.types[t]
	sh := p.shape(t)
	typ := jen.Id(name)
	if sh.form == formStruct && !sh.null {
		typ = ptr(name)
	}
	c := construct{
		home:    "types",
		declare: func(f *jen.File) { f.Add(p.declareAlias(t)).Line() },
		decode: func(f *jen.File) {
			publicDecode(f, name, article(name), typ, p.typeID(t))
			f.Add(fn("decode" + name).Params(decoderParam()).Add(typ).BlockFunc(func(g *jen.Group) { p.readAlias(g, t) }))
			f.Line()
		},
		write: func(f *jen.File) { p.writeAlias(f, t, typ) },
		check: func(f *jen.File) { p.checkAlias(f, t, typ) },
	}
	if sh.alias == t {
		c.json = func(f *jen.File) { valueJSON(f, name) }
	}
	return c
}

// readAlias is the body of an alias's reader.
func (p *plan) readAlias(g *jen.Group, t *model.Alias) {
	sh := p.shape(t)
	behind := *sh
	if sh.alias == t {
		if sh.null {
			g.If(dec("Null")).Block(jen.Return(jen.Nil()))
		}
		g.Id("v").Op(":=").Id(p.types[t]).Values()
		p.fill(g, jen.Id("v"), sh, 0)
		g.Return(jen.Id("v"))
		return
	}
	if sh.form == formStruct {
		if sh.null {
			g.If(dec("Null")).Block(jen.Return(jen.Nil()))
		}
		g.Return(jen.Id("decode" + sh.name).Call(jen.Id("d")))
		return
	}
	if sh.constant() {
		g.Add(readConst(sh))
		g.Return(jen.Struct().Values())
		return
	}
	if sh.alias != nil {
		g.Return(jen.Id("decode" + p.types[sh.alias]).Call(jen.Id("d")))
		return
	}
	if !sh.null {
		g.Return(p.readExpr(&behind))
		return
	}
	// if d.Null() { return nil }
	g.If(dec("Null")).Block(jen.Return(jen.Nil()))
	behind.null = false
	p.read(g, &behind, 1, func(e jen.Code) jen.Code {
		if sh.nilable() {
			return jen.Return(e)
		}
		return jen.Id("v").Op(":=").Add(e)
	})
	if !sh.nilable() {
		g.Return(jen.Op("&").Id("v"))
	}
}

// writeAlias gives AppendX, and AppendJSON where the alias has methods.
func (p *plan) writeAlias(f *jen.File, t *model.Alias, typ jen.Code) {
	name := p.types[t]
	sh := *p.shape(t)
	body := func(g *jen.Group, l level) {
		switch {
		case sh.null && sh.nilable():
			g.Add(nullIfNil())
			sh.null = false
		case !sh.null && sh.form != formNothing && !sh.nilable(), sh.form == formUnion, sh.form == formAny, sh.form == formObject:
			g.Return(p.appendExpr(jen.Id("v"), &sh, l))
			return
		}
		w := &objectWriter{g: g, level: l}
		p.writeValue(w, jen.Id("v"), &sh, 0, "")
		w.finish()
	}
	if sh.alias != t {
		f.Comment("// Append" + name + " appends v.")
		f.Add(fn("Append"+name).Params(dstParam(), jen.Id("v").Add(typ)).Add(bytesType()).BlockFunc(func(g *jen.Group) { body(g, level{}) }))
		f.Line()
		return
	}
	sh.alias = nil // written here, not by a call of itself
	p.publicAppend(f, t, name, typ)
	p.emitAppendOf(f, t, "v", receiver(jen.Id(name)), body)
}

// checkAlias gives CheckX.
func (p *plan) checkAlias(f *jen.File, t *model.Alias, typ jen.Code) {
	name := p.types[t]
	sh := *p.shape(t)
	if !p.needsCheck(&sh) {
		f.Comment("// Check" + name + " accepts every value.")
		f.Add(fn("Check" + name).Params(typ).Error().Add(brief(jen.Nil())))
		f.Line()
		return
	}
	p.emitCheckOf(f, t, name, typ, func(g *jen.Group, l level) {
		if sh.alias == t {
			p.checkDepth(g, t, name)
			sh.alias = nil
		}
		if !sh.null && (sh.form != formList && sh.form != formMap || sh.alias != nil) {
			g.Return(p.checkExpr(jen.Id("v"), &sh, l))
			return
		}
		p.check(g, jen.Id("v"), &sh, 1, root(l))
		g.Return(jen.Nil())
	})
}
