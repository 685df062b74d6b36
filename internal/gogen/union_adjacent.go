package gogen

import (
	"slices"

	"github.com/wiregen/wiregen/internal/lower"
	"github.com/wiregen/wiregen/internal/model"
)

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
func (p reader) readAdjacent(g *stmts, u *model.Union) {
	keys := quoted([]string{u.TagKey, u.Content})
	g.put("var v $1\ntag, seen := d.$2($3)", p.types[u], byTagKind(u, "Begin", "Adjacent"), keys)
	if tagKind(u) != "string" {
		// Where there is no tag, 0 or false stands for it, which may be one.
		returnIf(g, "seen == 0", "nil")
	}
	switchOnTag(g, u, func(g *stmts) {
		for _, part := range p.leaves(u) {
			for _, v := range p.variants[part] {
				read := src("v = decode$1(d)", v.typ)
				if v.bodyless() {
					read = src("d.SkipContent()\nv = new($1)", v.typ)
				}
				g.add(caseOf(tagsOf(v), read))
			}
		}
		if !lower.KeepsUnknown(u) {
			g.put("default:\n\td.Fail()")
			return
		}
		for _, foreign := range p.foreign(u) {
			var tags []code
			for _, v := range p.variants[foreign] {
				tags = append(tags, tagsOf(v)...)
			}
			if len(tags) > 0 {
				g.add(caseOf(tags, code("// tags of "+p.types[foreign]), "d.Fail()"))
			}
		}
		g.put("default:\n\t$1", body(func(g *stmts) { p.returnUnknown(g, u) }))
	})
	g.put("d.EndAdjacent($1, seen)\nreturn v", keys)
}

// foreign are the other unions of u's envelope, whose tags are an error in u.
func (p *plan) foreign(u *model.Union) []*model.Union {
	e := p.proto.Envelope
	if e == nil || !slices.Contains(e.Messages.Parts, u) {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(e.Messages.Parts), func(part *model.Union) bool { return part == u })
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

// emitEnvelope gives the method that writes a variant in its envelope.
func (p writer) emitEnvelope(f *file, u *model.Union, v *variant) {
	if v.bodyless() {
		f.declare("func $1 { return $2 }", p.wrapper(u, "*"+v.typ, false), appendText(tagAlone(u, v.Tag)))
		return
	}
	head := "{" + model.Quote(v.Tag) + ":"
	if lower.ByOf(u) == lower.ByContent {
		head = "{" + model.Quote(u.TagKey) + ":" + tagJSON(u, v.Tag) + "," + model.Quote(u.Content) + ":"
	}
	cyclic := p.recursion.cyclic[p.node(v)] && p.cyclicFamily(p.root(u))
	payload := p.appendCall(p.node(v), "v", appendText(head), level{counts: cyclic}.below())
	f.declare("func $1 { return append($2, '}') }", p.wrapper(u, "v *"+v.typ, cyclic), payload)
}

// wrapper is the head of the method that appends a variant in its envelope.
func (p writer) wrapper(u *model.Union, receiver string, counts bool) code {
	root := p.root(u)
	depth := ""
	switch {
	case counts:
		depth = "depth int"
	case p.cyclicFamily(root):
		depth = "_ int"
	}
	return src("($1) append$2($3) []byte", receiver, p.types[root], args("dst []byte", depth))
}
