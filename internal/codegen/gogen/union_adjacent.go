package gogen

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// readAdjacent reads a union whose tag is a key beside the content.
func (p reader) readAdjacent(g *stmts, u *model.Union) {
	var untagged code
	if tagKind(u) != "string" { // without a tag, tag is 0 or false, which may be declared
		untagged = returnIf("seen == 0", "nil")
	}
	g.put(`
		var v $1
		tag, seen := d.$2($3)
		$4
		$5
		d.EndAdjacent($3, seen)
		return v`, p.types[u], byTagKind(u, "Begin", "Adjacent"), quoted([]string{u.TagKey, u.Content}), untagged,
		switchOnTag(u, func(g *stmts) { p.readContents(g, u) }))
}

// readContents emits the cases that read the content beside a tag.
func (p reader) readContents(g *stmts, u *model.Union) {
	for _, part := range p.leaves(u) {
		for _, v := range p.variants[part] {
			read := src("v = $1", p.variantReader(v))
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
	g.put("default:\n\t$1", p.returnUnknown(u))
}

// foreign returns the other unions of u's envelope, whose tags are an error in u.
func (p *plan) foreign(u *model.Union) []*model.Union {
	e := p.proto.Envelope
	if e == nil || !slices.Contains(e.Messages.Parts, u) {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(e.Messages.Parts), func(part *model.Union) bool { return part == u })
}

// leaves returns the unions that declare the variants of u: u itself, or its
// parts.
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

// emitEnvelope emits the method that writes a variant in its envelope.
func (p writer) emitEnvelope(f *file, u *model.Union, v *variant) {
	if v.bodyless() {
		f.declare("func $1 { return $2 }", p.wrapper(u, "*"+v.typ, false), appendText(tagAlone(u, v.Tag)))
		return
	}
	cyclic := p.recursion.cyclic[p.node(v)] && p.cyclicFamily(p.root(u))
	payload := p.appendCall(p.node(v), "v", appendText(opening(u, v)), level{counts: cyclic}.below())
	f.declare("func $1 { return append($2, '}') }", p.wrapper(u, "v *"+v.typ, cyclic), payload)
}

// opening returns the text of a variant up to its content, or to the member after its tag.
func opening(u *model.Union, v *variant) string {
	if lower.ByOf(u) == lower.ByName {
		return "{" + model.Quote(v.Tag) + ":"
	}
	text := "{" + model.Quote(u.TagKey) + ":" + tagJSON(u, v.Tag)
	if lower.ByOf(u) == lower.ByContent {
		text += "," + model.Quote(u.Content) + ":"
	}
	return text
}

// wrapper returns the head of the method that appends a variant in its envelope.
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
