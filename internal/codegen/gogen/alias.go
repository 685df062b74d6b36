package gogen

import (
	"github.com/dave/jennifer/jen"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// An aliasType emits an alias. A list, a map or a distinct scalar gets methods; any
// other alias has only the three functions.
type aliasType struct {
	*plan
	of *model.Alias
}

// goType returns the Go type of its values.
func (t aliasType) goType() string {
	if t.shape(t.of).form == formStruct {
		return "*" + t.types[t.of]
	}
	return t.types[t.of]
}

func (t aliasType) home() string    { return "types" }
func (t aliasType) declare(f *file) { declarer{docs{t.plan}}.declareAlias(f, t.of) }
func (t aliasType) write(f *file)   { writer{t.plan}.writeAlias(f, t.of, t.goType()) }
func (t aliasType) check(f *file)   { checker{t.plan}.checkAlias(f, t.of, t.goType()) }

func (t aliasType) decode(f *file) {
	name := t.types[t.of]
	publicDecode(f, name, article(name), t.goType(), t.rootID(t.of))
	t.decodeReport(f)
	f.declare("func decode$1(d *codec.Decoder) $2 $3", name, t.goType(), block(func(g *stmts) { reader{t.plan}.readAlias(g, t.of) }))
}

func (t aliasType) decodeReport(f *file) { t.reportingDecode(f, t.of, t.goType(), t.rootID(t.of)) }

// defined reports whether an alias is a defined type in Go.
func (p *plan) defined(t *model.Alias) bool {
	sh := p.shape(t)
	return sh.alias == t || sh.distinct == t
}

func (t aliasType) json(f *file) {
	if !t.defined(t.of) {
		return
	}
	valueJSON(f, t.types[t.of])
	t.logDecl(f, t.of, "v", t.typeID(t.of))
}

// declareAlias emits the Go type of an alias.
func (p declarer) declareAlias(f *file, t *model.Alias) {
	name := p.types[t]
	doc := p.describe(name, &t.Meta, p.aliasWord(t), aliasPurpose(t), aliasNotes(t)...)
	if p.defined(t) {
		behind := *p.shape(t)
		behind.spelled = ""
		f.define(doc, jen.Type().Id(name).Add(p.bare(&behind).jen()))
		return
	}
	f.define(doc, jen.Type().Id(name).Op("=").Add(p.goType(p.shape(t.Type)).jen()))
}

// readAlias emits the body of an alias's reader.
func (p reader) readAlias(g *stmts, t *model.Alias) {
	switch sh := p.shape(t); {
	case sh.alias == t:
		g.put("v := $1{}", p.types[t])
		p.fill(g, "v", sh, 0)
		g.put("return v")
	case sh.form == formStruct:
		g.put("return $1", p.newStruct(sh))
	case sh.form == formNothing:
		g.put("$1\nreturn struct{}{}", readConst(sh))
	default:
		g.put("return $1", p.readExpr(sh))
	}
}

// writeAlias emits AppendX, and AppendJSON where the alias has methods.
func (p writer) writeAlias(f *file, t *model.Alias, typ string) {
	name := p.types[t]
	sh := *p.shape(t)
	body := func(g *stmts, l level) { p.returnValue(g, "v", &sh, l) }
	if !p.defined(t) {
		f.declare(`
			func Append$1(dst []byte, v $2) []byte $3`, name, typ, block(func(g *stmts) { body(g, level{}) }))
		return
	}
	sh.alias = nil // written here, not by a recursive call
	p.publicAppend(f, t, name, typ)
	p.emitAppendOf(f, t, "v", "v "+name, body)
}

// checkAlias emits CheckX.
func (p checker) checkAlias(f *file, t *model.Alias, typ string) {
	name := p.types[t]
	sh := *p.shape(t)
	if !p.needsCheck(&sh) {
		checkNothing(f, name, typ)
		return
	}
	p.emitCheckOf(f, t, name, typ, func(g *stmts, l level) {
		if sh.alias != t {
			g.put("return $1", p.checkExpr("v", &sh, l))
			return
		}
		p.checkDepth(g, t, name)
		sh.alias = nil
		p.check(g, "v", &sh, 1, root(l))
		g.put("return nil")
	})
}

// checkNothing emits the CheckX of a type of which every value may be written.
func checkNothing(f *file, name, typ string) {
	f.declare(`
		// Check$1 accepts every value.
		func Check$1($2) error { return nil }`, name, typ)
}
