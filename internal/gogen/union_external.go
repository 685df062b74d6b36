package gogen

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/wiregen/wiregen/internal/model"
)

// readExternal is
//
//	tag, bodied := d.BeginExternal()
//	if !bodied {
//		switch string(tag) {
//		case "idle":
//			return new(IdleState)
//		}
//		d.Fail()
//		return nil
//	}
//	var v State
//	switch string(tag) {
//	case "running":
//		v = decodeRunning(d)
//	default:
//		d.Fail()
//	}
//	d.EndExternal()
//	return v
func (p *plan) readExternal(g *jen.Group, u *model.Union) {
	g.List(jen.Id("tag"), jen.Id("bodied")).Op(":=").Add(dec("BeginExternal"))
	g.If(jen.Op("!").Id("bodied")).BlockFunc(func(g *jen.Group) { p.readTagAlone(g, u) })
	g.Var().Id("v").Id(p.types[u])
	g.Add(switchOnTag(u).BlockFunc(func(g *jen.Group) {
		for _, v := range p.variants[u] {
			if !v.bodyless() {
				g.Add(caseOf(tagsOf(v), jen.Id("v").Op("=").Id("decode"+v.typ).Call(jen.Id("d"))))
			}
		}
		if !u.KeepsUnknown() {
			g.Default().Block(dec("Fail"))
			return
		}
		p.refuseTags(g, u, true)
		g.Default().BlockFunc(func(g *jen.Group) { p.returnUnknownExternal(g, u) })
	}))
	g.Add(dec("EndExternal"))
	g.Return(jen.Id("v"))
}

// readTagAlone reads a variant that is its tag.
func (p *plan) readTagAlone(g *jen.Group, u *model.Union) {
	g.Add(switchOnTag(u).BlockFunc(func(g *jen.Group) {
		for _, v := range p.variants[u] {
			if v.bodyless() {
				g.Add(caseOf(tagsOf(v), jen.Return(jen.New(jen.Id(v.typ)))))
			}
		}
		if u.KeepsUnknown() {
			p.refuseTags(g, u, false)
			g.Default().BlockFunc(func(g *jen.Group) { p.returnUnknownExternal(g, u) })
		}
	}))
	bodied := slices.ContainsFunc(p.variants[u], func(v *variant) bool { return !v.bodyless() })
	switch {
	case !u.KeepsUnknown():
		g.Add(dec("Fail"))
	case !bodied:
		return // every case has returned
	}
	g.Return(jen.Nil())
}

// refuseTags refuses declared tags where their variants cannot stand: those
// without a body as keys, those with one alone.
func (p *plan) refuseTags(g *jen.Group, u *model.Union, bodyless bool) {
	var tags []jen.Code
	for _, v := range p.variants[u] {
		if v.bodyless() == bodyless {
			tags = append(tags, tagsOf(v)...)
		}
	}
	if len(tags) == 0 {
		return
	}
	why := "// tags that need a body"
	if bodyless {
		why = "// tags that have no body"
	}
	g.Add(caseOf(tags, jen.Comment(why), dec("Fail")))
}

func (p *plan) returnUnknownExternal(g *jen.Group, u *model.Union) {
	g.List(jen.Id("unknown"), jen.Id("raw")).Op(":=").Add(dec("UnknownExternal", jen.Id("bodied")))
	p.returnUnknownOf(g, u, "unknown")
}

// tagAlone is what is written of a variant without a body.
func tagAlone(u *model.Union, tag string) string {
	if u.Tagging == model.External {
		return model.Quote(tag)
	}
	return "{" + model.Quote(u.TagKey) + ":" + tagJSON(u, tag) + "}"
}
