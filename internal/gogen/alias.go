package gogen

import (
	"github.com/dave/jennifer/jen"

	"github.com/wiregen/wiregen/internal/model"
)

// declareAlias gives the Go type of an alias.
func (p *plan) declareAlias(f *file, t *model.Alias) {
	name := p.types[t]
	doc := p.describe(name, &t.Meta, aliasPurpose(t), aliasNotes(t)...)
	sh := p.shape(t)
	if sh.alias == t {
		behind := *sh
		behind.spelled = ""
		f.define(doc, jen.Type().Id(name).Add(p.bare(&behind).jen()))
		return
	}
	f.define(doc, jen.Type().Id(name).Op("=").Add(p.goType(p.shape(t.Type)).jen()))
}

// aliasConstruct is what is made of an alias. A list or map gets methods; for
// anything else there are the three functions.
func (p *plan) aliasConstruct(t *model.Alias) construct {
	name := p.types[t]
	sh := p.shape(t)
	typ := name
	if sh.form == formStruct {
		typ = "*" + name
	}
	c := construct{
		home:    "types",
		declare: func(f *file) { p.declareAlias(f, t) },
		decode: func(f *file) {
			publicDecode(f, name, article(name), typ, p.typeID(t))
			f.declare("func decode$1(d *wirert.Decoder) $2 $3", name, typ, block(func(g *stmts) { p.readAlias(g, t) }))
		},
		write: func(f *file) { p.writeAlias(f, t, typ) },
		check: func(f *file) { p.checkAlias(f, t, typ) },
	}
	if sh.alias == t {
		c.json = func(f *file) { valueJSON(f, name) }
	}
	return c
}

// readAlias is the body of an alias's reader.
func (p *plan) readAlias(g *stmts, t *model.Alias) {
	switch sh := p.shape(t); {
	case sh.alias == t:
		g.put("v := $1{}", p.types[t])
		p.fill(g, "v", sh, 0)
		g.put("return v")
	case sh.form == formStruct:
		g.put("return decode$1(d)", sh.name)
	case sh.form == formNothing:
		g.put("$1\nreturn struct{}{}", readConst(sh))
	default:
		g.put("return $1", p.readExpr(sh))
	}
}

// writeAlias gives AppendX, and AppendJSON where the alias has methods.
func (p *plan) writeAlias(f *file, t *model.Alias, typ string) {
	name := p.types[t]
	sh := *p.shape(t)
	body := func(g *stmts, l level) { p.returnValue(g, code("v"), &sh, l) }
	if sh.alias != t {
		f.declare(`
			// Append$1 appends v.
			func Append$1(dst []byte, v $2) []byte $3`, name, typ, block(func(g *stmts) { body(g, level{}) }))
		return
	}
	sh.alias = nil // written here, not by a call of itself
	p.publicAppend(f, t, name, typ)
	p.emitAppendOf(f, t, "v", "v "+name, body)
}

// checkAlias gives CheckX.
func (p *plan) checkAlias(f *file, t *model.Alias, typ string) {
	name := p.types[t]
	sh := *p.shape(t)
	if !p.needsCheck(&sh) {
		checkNothing(f, name, typ)
		return
	}
	p.emitCheckOf(f, t, name, typ, func(g *stmts, l level) {
		if sh.alias != t {
			g.put("return $1", p.checkExpr(code("v"), &sh, l))
			return
		}
		p.checkDepth(g, t, name)
		sh.alias = nil
		p.check(g, code("v"), &sh, 1, root(l))
		g.put("return nil")
	})
}

// checkNothing gives the CheckX of a type without values that must not be written.
func checkNothing(f *file, name, typ string) {
	f.declare(`
		// Check$1 accepts every value.
		func Check$1($2) error { return nil }`, name, typ)
}
