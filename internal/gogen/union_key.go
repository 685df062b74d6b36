package gogen

import (
	"github.com/dave/jennifer/jen"

	"github.com/wiregen/wiregen/internal/model"
)

// readByKey is
//
//	switch d.FindKey("text", "blob") {
//	case 0:
//		return decodeTextContents(d)
//	case 1:
//		return decodeBlobContents(d)
//	}
//	d.Fail()
//	return nil
func (p *plan) readByKey(g *jen.Group, u *model.Union) {
	var keys []string
	end := src("d.Fail()\nreturn nil")
	cases := jen.BlockFunc(func(g *jen.Group) {
		for i, v := range p.variants[u] {
			if v.Key == "" {
				end = src("$1", returnDecoded(v))
				continue
			}
			keys = append(keys, v.Key)
			put(g, "case $1: $2", jen.Lit(i), returnDecoded(v))
		}
	})
	put(g, "switch d.FindKey($1) $2\n$3", quoted(keys), cases, end)
}
