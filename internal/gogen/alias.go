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
	if sh.alias == t {
		behind := *sh
		behind.spelled = ""
		return commented(doc, src("type $1 $2", name, p.bare(&behind)))
	}
	return commented(doc, src("type $1 = $2", name, p.goType(p.shape(t.Type))))
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
		declare: func(f *jen.File) { f.Add(p.declareAlias(t)).Line() },
		decode: func(f *jen.File) {
			publicDecode(f, name, article(name), typ, p.typeID(t))
			declare(f, "func decode$1(d *wirert.Decoder) $2 $3", name, typ, jen.BlockFunc(func(g *jen.Group) { p.readAlias(g, t) }))
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
	switch sh := p.shape(t); {
	case sh.alias == t:
		put(g, "v := $1{}", p.types[t])
		p.fill(g, "v", sh, 0)
		put(g, "return v")
	case sh.form == formStruct:
		put(g, "return decode$1(d)", sh.name)
	case sh.form == formNothing:
		put(g, "$1\nreturn struct{}{}", readConst(sh))
	default:
		put(g, "return $1", p.readExpr(sh))
	}
}

// writeAlias gives AppendX, and AppendJSON where the alias has methods.
func (p *plan) writeAlias(f *jen.File, t *model.Alias, typ string) {
	name := p.types[t]
	sh := *p.shape(t)
	body := func(g *jen.Group, l level) { p.returnValue(g, src("v"), &sh, l) }
	if sh.alias != t {
		declare(f, `
			// Append$1 appends v.
			func Append$1(dst []byte, v $2) []byte $3`, name, typ, jen.BlockFunc(func(g *jen.Group) { body(g, level{}) }))
		return
	}
	sh.alias = nil // written here, not by a call of itself
	p.publicAppend(f, t, name, typ)
	p.emitAppendOf(f, t, "v", "v "+name, body)
}

// checkAlias gives CheckX.
func (p *plan) checkAlias(f *jen.File, t *model.Alias, typ string) {
	name := p.types[t]
	sh := *p.shape(t)
	if !p.needsCheck(&sh) {
		checkNothing(f, name, typ)
		return
	}
	p.emitCheckOf(f, t, name, typ, func(g *jen.Group, l level) {
		if sh.alias != t {
			put(g, "return $1", p.checkExpr(src("v"), &sh, l))
			return
		}
		p.checkDepth(g, t, name)
		sh.alias = nil
		p.check(g, src("v"), &sh, 1, root(l))
		put(g, "return nil")
	})
}

// checkNothing gives the CheckX of a type without values that must not be written.
func checkNothing(f *jen.File, name, typ string) {
	declare(f, `
		// Check$1 accepts every value.
		func Check$1($2) error { return nil }`, name, typ)
}
