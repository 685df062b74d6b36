package gogen

import (
	"fmt"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/wiregen/wiregen/internal/lower"
	"github.com/wiregen/wiregen/internal/model"
	"github.com/wiregen/wiregen/internal/names"
)

// declareUnion gives the sealed interface of a union and the types that belong
// to it: tags, types for variants without one, what holds undeclared ones.
func (p *plan) declareUnion(f *jen.File, u *model.Union) {
	f.Add(p.unionInterface(u)).Line()
	if hasTags(u) && len(u.Parts) == 0 {
		p.declareTags(f, u)
	}
	for _, v := range p.variants[u] {
		if v.own {
			f.Add(p.declareVariant(v)).Line()
		}
	}
	if lower.KeepsUnknown(u) {
		f.Add(p.declareUnknown(u)).Line()
	}
	p.declareHolder(f, u)
}

// seal gives what makes types variants of a union, and reports whether they are.
func (p *plan) seal(f *jen.File, u *model.Union) {
	p.declareGuard(f, u)
	if hasTags(u) && len(u.Parts) == 0 {
		p.declareRegistry(f, u)
	}
	p.sealVariants(f, u)
}

// unionInterface is
//
//	type Part interface {
//		PartType() PartType
//		AppendJSON(dst []byte) []byte
//		isPart()
//	}
func (p *plan) unionInterface(u *model.Union) jen.Code {
	name := p.types[u]
	doc := p.describe(name, &u.Meta, p.unionPurpose(u), p.variantList(u))
	doc = append(doc, example(&u.Meta)...)
	return commented(doc, jen.Type().Id(name).InterfaceFunc(func(g *jen.Group) {
		for _, parent := range p.parents[u] {
			g.Id(p.types[parent])
		}
		if hasTags(u) && len(u.Parts) == 0 {
			g.Id(name + "Type").Params().Id(name + "Type")
		}
		if !wrapped(u) && len(p.parents[u]) == 0 {
			g.Id("AppendJSON").Params(jen.Id("dst").Add(bytesType())).Add(bytesType())
		}
		if wrapped(u) && p.root(u) == u {
			var appends, checks []jen.Code
			if p.cyclicFamily(u) {
				appends = append(appends, depthParam())
			}
			if p.deepFamily(u) {
				checks = append(checks, depthParam())
			}
			g.Id("append" + name).Params(append([]jen.Code{dstParam()}, appends...)...).Add(bytesType())
			g.Id("check" + name).Params(checks...).Error()
		}
		g.Id("is" + name).Params()
	}))
}

// root is the outermost union of the envelope that u belongs to: the one that
// has the method which writes the envelope.
func (p *plan) root(u *model.Union) *model.Union {
	for _, parent := range p.parents[u] {
		if lower.ByOf(parent) == lower.ByContent {
			return p.root(parent)
		}
	}
	return u
}

func (p *plan) unionPurpose(u *model.Union) string {
	switch {
	case len(u.Parts) > 0:
		return "anything that the envelope carries."
	case p.homeOfUnion(u) == "events":
		return "something that " + p.carrier(u, "is reported", "reports") + ", in its envelope."
	case p.homeOfUnion(u) == "requests":
		return "something that " + p.carrier(u, "is asked", "asks") + ", in its envelope."
	case lower.ByOf(u) == lower.ByKind:
		return "one of several types, told apart by their JSON kind."
	case lower.ByOf(u) == lower.ByName:
		return "one of several types, told apart by the one key of the object around them."
	case lower.ByOf(u) == lower.ByKey:
		return "one of several types, told apart by the keys that they have."
	case lower.ByOf(u) == lower.ByOrder:
		return "one of several types: the first of them that reads a value."
	}
	return fmt.Sprintf("one of several types, told apart by %q.", oneLine(u.TagKey))
}

// carrier says who sends u and with which method, where there is just one.
func (p *plan) carrier(u *model.Union, passive, active string) string {
	var carriers []*model.Method
	for _, m := range p.proto.Methods {
		if m.Params != nil && model.Resolve(m.Params) == model.Type(u) {
			carriers = append(carriers, m)
		}
	}
	if len(carriers) != 1 || carriers[0].From == model.FromBoth {
		return passive
	}
	m := carriers[0]
	return fmt.Sprintf("the %s %s with the method %s", p.proto.Roles[m.From], active, oneLine(m.Name))
}

// variantList says what an interface may hold.
func (p *plan) variantList(u *model.Union) string {
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
			text += ", and *" + p.unknown(u) + " for a tag that this version does not declare"
		}
		return text + "."
	default:
		for _, v := range p.variants[u] {
			list = append(list, v.goType())
		}
	}
	if lower.KeepsUnknown(u) {
		list = append(list, "*"+p.unknown(u)+" for a tag that this version does not declare")
	}
	return "Its variants are " + names.List(list, "and") + "."
}

func (v *variant) goType() string {
	if v.pointer {
		return "*" + v.typ
	}
	return v.typ
}

// declareVariant gives the type that stands for a variant without a struct of
// its own.
func (p *plan) declareVariant(v *variant) jen.Code {
	union := p.types[v.union]
	sh := p.body(v)
	if !hasTags(v.union) {
		// type InputList []Part
		sh.spelled = ""
		doc := p.describe(v.typ, &v.Meta, "the "+union+" that is "+oneLine(lower.Expected(v.Type))+".")
		return commented(doc, jen.Type().Id(v.typ).Add(p.bare(sh)))
	}
	// type PartEvent struct { Payload Part }
	doc := p.describe(v.typ, &v.Meta, p.tagPurpose(v))
	doc = append(doc, example(&v.Meta)...)
	decl := jen.Type().Id(v.typ).Struct()
	if !sh.constant() {
		decl = jen.Type().Id(v.typ).Struct(jen.Id("Payload").Add(p.goType(sh)))
	}
	return commented(doc, decl)
}

// declareUnknown is
//
//	type UnknownPart struct {
//		Tag string
//		Raw wirert.Raw
//	}
func (p *plan) declareUnknown(u *model.Union) jen.Code {
	doc := paragraphs(fmt.Sprintf("%s is a variant of %s that this version does not declare: "+
		"the whole "+wholeOf(u)+", kept as it came and written back.", p.unknown(u), p.types[u]))
	return commented(doc, jen.Type().Id(p.unknown(u)).Struct(
		jen.Id("Tag").Id(tagKind(u)),
		jen.Id("Raw").Add(rt("Raw")),
	))
}

// declareTags is the type of the tags and its constants.
func (p *plan) declareTags(f *jen.File, u *model.Union) {
	name := p.types[u]
	// type PartType string
	f.Comment("// " + name + "Type is the tag of a variant of " + name + ".")
	f.Type().Id(name + "Type").Id(tagKind(u))
	f.Line()
	if len(p.variants[u]) > 0 {
		// const (
		//	PartTypeText PartType = "text"
		// )
		f.Comment("// The tags of " + name + ".")
		f.Const().DefsFunc(func(g *jen.Group) {
			for _, v := range p.variants[u] {
				for _, tag := range v.tags {
					g.Add(commented(deprecated(nil, &v.Meta), jen.Id(tag.name).Id(name+"Type").Op("=").Add(tagLit(u, tag.value))))
				}
			}
		})
		f.Line()
	}
	// func (t PartType) Known() bool { … }
	f.Comment("// Known reports whether t is a declared tag.")
	f.Add(jen.Func().Params(jen.Id("t").Id(name + "Type")).Id("Known").Params().Bool().BlockFunc(func(g *jen.Group) {
		if len(p.variants[u]) > 0 {
			var tags []string
			for _, v := range p.variants[u] {
				for _, tag := range v.tags {
					tags = append(tags, tag.name)
				}
			}
			g.Add(knownSwitch("t", tags))
		}
		g.Return(jen.False())
	}))
	f.Line()
}

// declareRegistry is the list of tags and the maker of empty variants.
func (p *plan) declareRegistry(f *jen.File, u *model.Union) {
	name := p.types[u]
	// func PartTypes() []PartType { return []PartType{PartTypeText, …} }
	f.Comment("// " + name + "Types are the declared tags of " + name + ", in the order of the spec.")
	f.Add(fn(name + "Types").Params().Index().Id(name + "Type").Block(
		jen.Return(jen.Index().Id(name + "Type").ValuesFunc(func(g *jen.Group) {
			for _, v := range p.variants[u] {
				for _, tag := range v.tags {
					g.Line().Id(tag.name)
				}
			}
			if len(p.variants[u]) > 0 {
				g.Line()
			}
		})),
	))
	f.Line()

	// func NewPart(tag PartType) Part {
	//	switch tag {
	//	case PartTypeText:
	//		return new(TextPart)
	//	}
	//	return nil
	// }
	doc := "New" + name + " makes an empty variant of " + name + ", or nil for a tag that is not declared"
	if slices.ContainsFunc(p.variants[u], func(v *variant) bool { return v.nested() != nil }) {
		doc += ", or that several variants share"
	}
	docLines(f, doc+".")
	f.Add(fn("New" + name).Params(jen.Id("tag").Id(name + "Type")).Id(name).BlockFunc(func(g *jen.Group) {
		if len(p.variants[u]) > 0 {
			g.Switch(jen.Id("tag")).BlockFunc(func(g *jen.Group) {
				for _, v := range p.variants[u] {
					p.newVariant(g, v)
				}
			})
		}
		g.Return(jen.Nil())
	}))
	f.Line()
}

// sealVariants gives the methods that make types variants: the tag, and the
// markers of all unions around. Each type gets each marker once, in the file
// of the first union that it belongs to.
func (p *plan) sealVariants(f *jen.File, u *model.Union) {
	for _, v := range p.variants[u] {
		if v.nested() != nil {
			continue
		}
		for _, m := range p.markersFor(v) {
			f.Add(marker(v.typ, m, v.pointer))
		}
	}
	if lower.KeepsUnknown(u) {
		for _, m := range p.markers(u) {
			f.Add(marker(p.unknown(u), m, true))
		}
	}
	f.Line()
	if !hasTags(u) || len(u.Parts) > 0 {
		return
	}
	name := p.types[u]
	for _, v := range p.variants[u] {
		for _, typ := range p.typesOf(v) {
			p.tellTag(f, v, typ)
		}
	}
	if lower.KeepsUnknown(u) {
		// func (v *UnknownPart) PartType() PartType { return PartType(v.Tag) }
		f.Comment("// " + name + "Type is the undeclared tag.")
		f.Add(method(p.unknown(u), name+"Type").Params().Id(name + "Type").
			Add(brief(jen.Id(name + "Type").Call(jen.Id("v").Dot("Tag")))))
		f.Line()
	}
}

// markersFor are the markers of a variant's type that its union gives it. A
// type of several unions gets those of the first one there, the others add
// what is missing.
func (p *plan) markersFor(v *variant) []string {
	all := p.markers(v.union)
	d, ok := v.Type.(model.Decl)
	if v.own || !ok {
		return all
	}
	var before []*model.Union
	for _, u := range p.owners[d] {
		if u == v.union {
			break
		}
		before = append(before, u)
	}
	given := map[string]bool{}
	for _, m := range p.markers(before...) {
		given[m] = true
	}
	var out []string
	for _, m := range all {
		if !given[m] {
			out = append(out, m)
		}
	}
	return out
}

// declareGuard is
//
//	func IsPart(v any) bool {
//		_, ok := v.(Part)
//		return ok
//	}
func (p *plan) declareGuard(f *jen.File, u *model.Union) {
	name := p.types[u]
	f.Comment("// Is" + name + " reports whether v is a variant of " + name + ".")
	f.Add(fn("Is"+name).Params(jen.Id("v").Any()).Bool().Block(
		jen.List(jen.Id("_"), jen.Id("ok")).Op(":=").Id("v").Assert(jen.Id(name)),
		jen.Return(jen.Id("ok")),
	))
	f.Line()
}

// declareHolder is the type that carries a union through encoding/json.
func (p *plan) declareHolder(f *jen.File, u *model.Union) {
	name := p.types[u]
	// type PartValue struct{ Part }
	doc := name + "Value holds any " + name + " in a struct of one's own that encoding/json reads and writes"
	if wrapped(u) {
		doc += ", with its tag around it, which a variant by itself is without"
	}
	docLines(f, doc+". Where null may stand, hold a pointer to one.")
	f.Add(jen.Type().Id(name + "Value").Struct(jen.Id(name)))
	f.Line()
}
