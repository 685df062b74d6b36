package gogen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A unionType emits a union.
type unionType struct {
	*plan
	of *model.Union
}

func (t unionType) home() string    { return t.homeOfUnion(t.of) }
func (t unionType) declare(f *file) { declarer{docs{t.plan}}.declareUnion(f, t.of) }
func (t unionType) seal(f *file)    { declarer{docs{t.plan}}.seal(f, t.of) }
func (t unionType) write(f *file)   { writer{t.plan}.emitUnionWriter(f, t.of) }
func (t unionType) check(f *file)   { checker{t.plan}.emitUnionCheck(f, t.of) }

func (t unionType) decode(f *file) {
	r, name := reader{t.plan}, t.types[t.of]
	publicDecode(f, name, article(name)+aroundWords(t.of), name, code("type"+name))
	t.decodeReport(f)
	r.emitUnionReader(f, t.of)
	for _, v := range t.variants[t.of] {
		if v.own && !v.bodyless() {
			r.emitVariantReader(f, v)
		}
	}
}

func (t unionType) decodeReport(f *file) {
	t.reportingDecode(f, t.of, t.types[t.of], code("type"+t.types[t.of]))
}

func (t unionType) json(f *file) {
	p, u, name := t.plan, t.of, t.types[t.of]
	t.holderJSON(f)
	for _, gv := range p.variants[u] {
		switch {
		case !gv.own:
		case gv.bodyless():
			variantJSON(f, gv.typ, gv.typ, name)
		case wrapped(u):
			p.wrappedJSON(f, u, gv.typ)
		default:
			valueJSON(f, gv.typ)
		}
		log := model.Strictest(p.alone[u], gv.LogOf(gv.Type))
		if gv.own && !gv.bodyless() && (p.logged[gv] || log != model.LogAll) {
			value := "v"
			if wrapped(u) {
				value = "&v"
			}
			p.logValue(f, gv.typ, value, p.typeID(gv.Type), log)
		}
	}
	if lower.KeepsUnknown(u) {
		variantJSON(f, p.unknown(u), name, name)
		if p.logged[u] {
			p.logValue(f, p.unknown(u), "&v", code("type"+name), model.LogAll)
		}
	}
}

// holderJSON emits the methods of XValue.
func (t unionType) holderJSON(f *file) {
	p, u, name := t.plan, t.of, t.types[t.of]
	source := "v." + name
	if p.writtenAround(u) {
		source = "in" + name + "{v." + name + "}"
		f.declare(`
			// in$1 writes $2$3.
			type in$1 struct {
				$1 $1
			}

			func (v in$1) AppendJSON(dst []byte) []byte { return Append$1(dst, v.$1) }`, name, article(name), aroundWords(u))
	}
	jsonMethods(f, name+"Value",
		src("$2, Check$1(v.$1)", name, source),
		src("codec.UnmarshalUnion(data, &v.$1, Decode$1)", name))
	if p.logged[u] {
		p.logValue(f, name+"Value", source, code("type"+name), p.alone[u], name)
	}
	if p.held[u] {
		t.unionCode(f)
	}
}

// unionCode emits the type by which the runtime calls the code of a union in a struct that has
// only a row.
func (t unionType) unionCode(f *file) {
	name := t.types[t.of]
	check, depth := src("Check$1(*codec.As[$1](at))", name), "_"
	if t.recursion.deep[t.of] {
		check, depth = src("check$1(*codec.As[$1](at), depth)", name), "depth"
	}
	f.declare(`
		// code$1 has the code of $2 for structs without generated code.
		type code$1 struct{}

		func (*code$1) ReadAt(d *codec.Decoder, at codec.Addr) { *codec.As[$1](at) = decode$1(d) }

		func (*code$1) AppendAt(dst []byte, at codec.Addr) []byte { return Append$1(dst, *codec.As[$1](at)) }

		func (*code$1) CheckAt(at codec.Addr, $4 int) error { return $3 }

		func (*code$1) IsNilAt(at codec.Addr) bool { return *codec.As[$1](at) == nil }`, name, article(name), check, depth)
}

// declareUnion emits the sealed interface of a union and the types that belong
// to it: tags, types of variants without one, the type of undeclared variants.
func (p declarer) declareUnion(f *file, u *model.Union) {
	p.unionInterface(f, u)
	if hasTags(u) && len(u.Parts) == 0 {
		p.declareTags(f, u)
	}
	for _, v := range p.variants[u] {
		if v.own {
			p.declareVariant(f, v)
		}
	}
	if lower.KeepsUnknown(u) {
		p.declareUnknown(f, u)
	}
	p.declareHolder(f, u)
}

// seal emits the methods that make types variants of a union, and its predicate.
func (p declarer) seal(f *file, u *model.Union) {
	p.declareGuard(f, u)
	if hasTags(u) && len(u.Parts) == 0 {
		p.declareRegistry(f, u)
	}
	p.sealVariants(f, u)
}

// unionInterface emits
//
//	type Part interface {
//		PartType() PartType
//		AppendJSON(dst []byte) []byte
//		isPart()
//	}
func (p declarer) unionInterface(f *file, u *model.Union) {
	name := p.types[u]
	doc := p.describe(name, &u.Meta, p.unionWord(u), p.unionPurpose(u), p.variantList(u))
	doc = append(append(append(doc, example(&u.Meta)...), p.unionJSON(u)...), "", sumType)
	f.define(doc, jen.Type().Id(name).InterfaceFunc(func(g *jen.Group) {
		for _, parent := range p.parents[u] {
			g.Id(p.types[parent])
		}
		if hasTags(u) && len(u.Parts) == 0 {
			g.Id(name + "Type").Params().Id(name + "Type")
		}
		if !wrapped(u) && len(p.parents[u]) == 0 {
			g.Op("AppendJSON(dst []byte) []byte")
		}
		if wrapped(u) && p.root(u) == u {
			appends, checks := "", ""
			if p.cyclicFamily(u) {
				appends = "depth int"
			}
			if p.deepFamily(u) {
				checks = "depth int"
			}
			g.Op("append" + name + "(" + args("dst []byte", appends) + ") []byte")
			g.Op("check" + name + "(" + checks + ") error")
		}
		g.Id("is" + name).Params()
	}))
}

// unionJSON says how encoding/json writes and reads a union.
func (p docs) unionJSON(u *model.Union) []string {
	value := "[" + p.types[u] + "Value]"
	text := "encoding/json cannot read an interface: use " + value + " in your own structs."
	if wrapped(u) {
		text = "encoding/json cannot read an interface, and writes a variant" + aroundWords(u)
		var apart []string
		for _, v := range p.variants[u] {
			if s, ok := v.Type.(*model.Struct); ok && !v.own && !s.Inline {
				apart = append(apart, v.goType())
			}
		}
		if len(apart) > 0 {
			text += " unless it is a type of its own (" + strings.Join(apart, ", ") + ")"
		}
		text += ": use " + value + " in your own structs."
	}
	return append([]string{""}, paragraphs(text)...)
}

// root returns the outermost union of the envelope that u belongs to: the one
// that has the method which writes the envelope.
func (p *plan) root(u *model.Union) *model.Union {
	for _, parent := range p.parents[u] {
		if lower.ByOf(parent) == lower.ByContent {
			return p.root(parent)
		}
	}
	return u
}

func (p docs) unionPurpose(u *model.Union) string {
	switch {
	case len(u.Parts) > 0:
		return "the content of an envelope."
	case p.homeOfUnion(u) == "events":
		return "an event" + p.carrier(u) + ", in its envelope."
	case p.homeOfUnion(u) == "requests":
		return "a request" + p.carrier(u) + ", in its envelope."
	case lower.ByOf(u) == lower.ByKind:
		return "one of several types, distinguished by the JSON kind of the value."
	case lower.ByOf(u) == lower.ByName:
		return "one of several types, distinguished by the only key of the object around them."
	case lower.ByOf(u) == lower.ByKey:
		return "one of several types, distinguished by the keys of the object."
	case lower.ByOf(u) == lower.ByOrder:
		return "one of several types: the first one that accepts the value."
	}
	return fmt.Sprintf("one of several types, distinguished by %q.", oneLine(u.TagKey))
}

// carrier returns who sends u and with which method, if there is just one.
func (p docs) carrier(u *model.Union) string {
	var carriers []*model.Method
	for _, m := range p.proto.Methods {
		if m.Params != nil && model.Resolve(m.Params) == model.Type(u) {
			carriers = append(carriers, m)
		}
	}
	if len(carriers) != 1 || carriers[0].From == model.FromBoth {
		return ""
	}
	m := carriers[0]
	return fmt.Sprintf(" that the %s sends with the method %s", p.proto.Roles[m.From], oneLine(m.Name))
}

// variantList returns the list of the variants of a union.
func (p docs) variantList(u *model.Union) string {
	name := p.types[u]
	var list []string
	switch {
	case len(u.Parts) > 0:
		for _, part := range u.Parts {
			list = append(list, p.types[part])
		}
	case hasTags(u) && len(u.Variants) > 8:
		text := "There is a variant for each of " + name + "Types"
		if lower.KeepsUnknown(u) {
			text += ", and *" + p.unknown(u) + " for an undeclared tag"
		}
		return text + "."
	default:
		for _, v := range p.variants[u] {
			list = append(list, v.goType())
		}
	}
	if lower.KeepsUnknown(u) {
		list = append(list, "*"+p.unknown(u)+" for an undeclared tag")
	}
	return "Its variants are " + names.List(list, "and") + "."
}

func (v *variant) goType() string {
	if v.pointer {
		return "*" + v.typ
	}
	return v.typ
}

// declareVariant emits the type of a variant that is not a declared struct.
func (p declarer) declareVariant(f *file, v *variant) {
	union := p.types[v.union]
	sh := p.body(v)
	if !hasTags(v.union) {
		sh.spelled = ""
		doc := p.describe(v.typ, &v.Meta, article(union), "the "+union+" that is "+oneLine(lower.Expected(v.Type))+".")
		f.define(doc, jen.Type().Id(v.typ).Add(p.bare(sh).jen()))
		return
	}
	doc := p.describe(v.typ, &v.Meta, p.variantWord(v.union), p.tagPurpose(v))
	doc = append(doc, example(&v.Meta)...)
	f.define(doc, p.holderOf(v.typ, "Payload", sh))
}

// holderOf returns a struct that was made to hold a value: type PartEvent
// struct { Payload Part }
func (p declarer) holderOf(name, field string, sh *shape) *jen.Statement {
	if sh.constant() {
		return jen.Type().Id(name).Struct()
	}
	return jen.Type().Id(name).Struct(jen.Id(field).Add(p.goType(sh).jen()))
}

// declareUnknown emits the type that holds an undeclared variant.
func (p declarer) declareUnknown(f *file, u *model.Union) {
	f.document(fmt.Sprintf("%s is an undeclared variant of %s: "+
		"the whole "+wholeOf(u)+", preserved verbatim.", p.unknown(u), p.types[u]), `
		type $1 struct {
			Tag $2
			Raw wirert.Raw
		}`, p.unknown(u), tagKind(u))
	if p.rows.Decl(u).Union.Extensions != nil {
		f.declare(`
			// IsExtension reports whether the tag is an undeclared one in a namespace for extensions.
			func (v *$1) IsExtension() bool { return table.IsExtension(type$2, v.Tag) }`, p.unknown(u), p.types[u])
	}
}

// tagsOfUnion returns the constants of the tags of u, and how each is declared.
func (p declarer) tagsOfUnion(u *model.Union) (names []string, decls []jen.Code) {
	for _, v := range p.variants[u] {
		for _, tag := range v.tags {
			names = append(names, tag.name)
			decl := jen.Id(tag.name).Id(p.types[u] + "Type").Op("=").Add(tagLit(u, tag.value).jen())
			decls = append(decls, commented(deprecated(nil, &v.Meta), decl))
		}
	}
	return names, decls
}

// declareTags emits the type of the tags and its constants.
func (p declarer) declareTags(f *file, u *model.Union) {
	name := p.types[u]
	tags, decls := p.tagsOfUnion(u)
	f.declare(`
		// $1Type is the tag of a variant of $1.
		type $1Type $2`, name, tagKind(u))
	known := code("{\n\treturn false\n}")
	if len(tags) > 0 {
		f.define([]string{"The tags of " + name + "."}, jen.Const().Defs(decls...))
		known = knownSwitch("t", tags)
	}
	f.declare(`
		// Known reports whether t is a declared tag.
		func (t $1Type) Known() bool $2`, name, known)
}

// declareRegistry emits the list of tags and the constructor of empty variants.
func (p declarer) declareRegistry(f *file, u *model.Union) {
	name := p.types[u]
	tags, _ := p.tagsOfUnion(u)
	f.declare(`
		// $1Types returns the declared tags of $1, in the order of the spec.
		func $1Types() []$1Type {
			return $2
		}`, name, onLines(src("[]$1Type", name), ids(tags)))
	doc := "New returns an empty variant of " + name + ", or nil if t is not declared"
	if slices.ContainsFunc(p.variants[u], func(v *variant) bool { return v.nested() != nil }) {
		doc += " or several variants share it"
	}
	f.document(doc+".", "func (t $1Type) New() $1 $2", name, block(func(g *stmts) {
		if len(tags) > 0 {
			g.put("switch t $1", cases(func(g *stmts) {
				for _, v := range p.variants[u] {
					p.newVariant(g, v)
				}
			}))
		}
		g.put("return nil")
	}))
}

// sealVariants emits the methods that make types variants: the tag, and the
// markers of all unions around. Each type gets each marker once, in the file
// of the first union that it belongs to.
func (p declarer) sealVariants(f *file, u *model.Union) {
	var seals []marker
	for _, v := range p.variants[u] {
		if v.nested() != nil {
			continue
		}
		for _, m := range p.markersFor(v) {
			seals = append(seals, marker{v.goType(), m})
		}
	}
	if lower.KeepsUnknown(u) {
		for _, m := range p.markers(u) {
			seals = append(seals, marker{"*" + p.unknown(u), m})
		}
	}
	f.seal(seals)
	if !hasTags(u) || len(u.Parts) > 0 {
		return
	}
	for _, v := range p.variants[u] {
		for _, typ := range p.typesOf(v) {
			p.tellTag(f, v, typ)
		}
	}
	if lower.KeepsUnknown(u) {
		f.declare(`
			// $1Type returns the undeclared tag.
			func (v *$2) $1Type() $1Type { return $1Type(v.Tag) }`, p.types[u], p.unknown(u))
	}
}

// markersFor returns the markers of a variant's type that its union gives it. A
// type of several unions gets those of the first one there, the others add
// what is missing.
func (p declarer) markersFor(v *variant) []string {
	all := p.markers(v.union)
	d, ok := behind(v.Type).(model.Decl)
	if v.own || !ok {
		return all
	}
	owners := p.owners[d]
	given := p.markers(owners[:slices.Index(owners, v.union)]...)
	return slices.DeleteFunc(all, func(m string) bool { return slices.Contains(given, m) })
}

// declareGuard emits the predicate for variants.
func (p declarer) declareGuard(f *file, u *model.Union) {
	f.declare(`
		// Is$1 reports whether v is a variant of $1.
		func Is$1(v any) bool {
			_, ok := v.($1)
			return ok
		}`, p.types[u])
}

// declareHolder emits the type that carries a union through encoding/json. It does
// not embed the union, or it would be one of its variants.
func (p declarer) declareHolder(f *file, u *model.Union) {
	name := p.types[u]
	doc := name + "Value wraps " + article(name) + " for use as a struct field with encoding/json"
	if wrapped(u) {
		doc += ", including its envelope"
	}
	f.document(doc+". Use *"+name+"Value if null is allowed.", `
		type $1Value struct {
			$1 $1
		}`, name)
}
