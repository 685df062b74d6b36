package gogen

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// readInternal reads a union whose tag is a key of its variants.
func (p reader) readInternal(g *stmts, u *model.Union) {
	seen := "_" // unions within this one read the whole object again
	if slices.ContainsFunc(p.variants[u], func(v *variant) bool { return v.nested() == nil }) {
		seen = "seen"
	}
	otherwise := code("d.Fail()\nreturn nil")
	if lower.KeepsUnknown(u) {
		otherwise = p.returnUnknown(u)
	}
	g.put(`
		tag, $1 := $2
		$3
		$4`, seen, p.beginTagged(u), switchOnTag(u, func(g *stmts) {
		for _, v := range p.variants[u] {
			p.resumeVariant(g, v)
		}
	}), otherwise)
}

// beginTagged is d.BeginTagged("type"), or what reads the tags of u in its stead.
func (p reader) beginTagged(u *model.Union) code {
	row := p.rows.Decl(u).Union
	if row.Default < 0 {
		return src("d.$1($2)", byTagKind(u, "Begin", "Tagged"), quote(u.TagKey))
	}
	return src("d.$1($2, $3)", byTagKind(u, "Begin", "TaggedOr"), quote(u.TagKey), tagLit(u, row.Cases[row.Default].Tags[0]))
}

// resumeVariant gives the cases that read on in an object whose tag is known.
func (p reader) resumeVariant(g *stmts, v *variant) {
	switch {
	case v.nested() != nil:
		g.add(caseOf(tagsOf(v), "d.Again()", returnDecoded(v)))
		return
	case len(v.tags) == 1:
		g.add(caseOf(tagsOf(v), src("return resume$1(d, seen)", v.typ)))
		return
	}
	for i, tag := range v.tags {
		values := []string{tag.value}
		if i == 0 {
			values = append(values, v.Was...)
		}
		g.add(caseOf(tagLits(v.union, values), src("return resume$1(d, seen, $2)", v.typ, tag.name)))
	}
}
