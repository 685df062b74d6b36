package gogen

import (
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// readByKind reads a union whose variants are distinguished by their JSON kind.
func (p reader) readByKind(g *stmts, u *model.Union) {
	g.put(`
		switch d.Kind() $1
		d.Fail()
		return nil`, cases(func(g *stmts) {
		for _, v := range p.variants[u] {
			var kinds []code
			for _, k := range v.row.Kinds.List() {
				kinds = append(kinds, rt(kindConst(k)))
			}
			g.put("case $1:\n\t$2", list(kinds), p.returnDecoded(v))
		}
	}))
}

func kindConst(k model.ValueKind) string {
	return [...]string{"KindNull", "KindBool", "KindNumber", "KindString", "KindArray", "KindObject"}[k]
}

func (p reader) readKindVariant(g *stmts, v *variant, sh *shape) {
	switch sh.form {
	case formNothing:
		g.put("$1\nreturn $2{}", readConst(sh), v.typ)
	case formList, formMap:
		g.put("v := $1{}", v.typ)
		p.fill(g, "v", sh, 0)
		g.put("return v")
	default:
		g.put("return $1($2)", v.typ, p.readExpr(sh))
	}
}
