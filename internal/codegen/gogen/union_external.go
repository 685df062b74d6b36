package gogen

import (
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// readExternal reads a union whose tag is the one key around its variants.
func (p reader) readExternal(g *stmts, u *model.Union) {
	g.put(`
		tag, bodied := d.BeginExternal()
		if !bodied $1
		var v $2
		$3
		d.EndExternal()
		return v`, block(func(g *stmts) { p.readTagAlone(g, u) }), p.types[u], switchOnTag(u, func(g *stmts) {
		for _, v := range p.variants[u] {
			if !v.bodyless() {
				g.add(caseOf(tagsOf(v), src("v = $1", p.variantReader(v))))
			}
		}
		if !lower.KeepsUnknown(u) {
			g.put("default:\n\td.Fail()")
			return
		}
		p.refuseTags(g, u, true)
		p.keepUnknownExternal(g, u)
	}))
}

// readTagAlone reads a variant that consists of its tag.
func (p reader) readTagAlone(g *stmts, u *model.Union) {
	bodied := false
	g.add(switchOnTag(u, func(g *stmts) {
		for _, v := range p.variants[u] {
			if v.bodyless() {
				g.add(caseOf(tagsOf(v), src("return new($1)", v.typ)))
			}
			bodied = bodied || !v.bodyless()
		}
		if lower.KeepsUnknown(u) {
			p.refuseTags(g, u, false)
			p.keepUnknownExternal(g, u)
		}
	}))
	switch {
	case !lower.KeepsUnknown(u):
		g.put("d.Fail()\nreturn nil")
	case bodied: // else every case has returned
		g.put("return nil")
	}
}

// refuseTags refuses declared tags in the wrong form: those without a body as keys,
// those with a body alone.
func (p reader) refuseTags(g *stmts, u *model.Union, bodyless bool) {
	var tags []code
	for _, v := range p.variants[u] {
		if v.bodyless() == bodyless {
			tags = append(tags, tagsOf(v)...)
		}
	}
	if len(tags) == 0 {
		return
	}
	why := code("// tags that need a body")
	if bodyless {
		why = "// tags that have no body"
	}
	g.add(caseOf(tags, why, "d.Fail()"))
}

func (p reader) keepUnknownExternal(g *stmts, u *model.Union) {
	g.put(`
		default:
			$2
			unknown, raw := d.UnknownExternal(bodied)
			return &$1{Tag: unknown, Raw: raw}`, p.unknown(u), p.refuseOthers(u))
}

// tagAlone returns the JSON of a variant without a body.
func tagAlone(u *model.Union, tag string) string {
	if lower.ByOf(u) == lower.ByName {
		return model.Quote(tag)
	}
	return "{" + model.Quote(u.TagKey) + ":" + tagJSON(u, tag) + "}"
}
