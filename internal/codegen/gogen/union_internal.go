package gogen

import (
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// readInternal reads a union whose tag is a key of its variants.
func (p reader) readInternal(g *stmts, u *model.Union) {
	otherwise := code("d.Fail()\nreturn nil")
	if lower.KeepsUnknown(u) {
		otherwise = p.returnUnknown(u)
	}
	g.put(`
		tag := $1
		$2
		$3`, p.beginTagged(u), switchOnTag(u, func(g *stmts) {
		for _, v := range p.variants[u] {
			if v.nested() != nil {
				g.add(caseOf(tagsOf(v), "d.Rewind()", p.returnDecoded(v)))
			} else {
				g.add(caseOf(tagsOf(v), p.returnDecoded(v)))
			}
		}
	}), otherwise)
}

// beginTagged returns d.BeginTagged("type"), or the variant of it for the tags of u.
func (p reader) beginTagged(u *model.Union) code {
	row := p.rows.Decl(u).Union
	if row.Default < 0 {
		return src("d.$1($2)", byTagKind(u, "Begin", "Tagged"), quote(u.TagKey))
	}
	return src("d.$1($2, $3)", byTagKind(u, "Begin", "TaggedOr"), quote(u.TagKey), tagLit(u, row.Cases[row.Default].Tags[0]))
}
