package check

import (
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/model"
)

// unreachable reports the variants of u of which nothing can ever be written,
// because an earlier one reads all of it.
func (c *checker) unreachable(u *model.Union) {
	for j, b := range u.Variants {
		if b.Type == c.bad {
			continue
		}
		i := slices.IndexFunc(u.Variants[:j], func(a *model.Variant) bool { return a.Type != c.bad && covers(a.Type, b.Type, 0) })
		if i < 0 {
			continue
		}
		a := u.Variants[i]
		message := fmt.Sprintf("%q is never read: %q comes first and reads all of it", b.Type, a.Type)
		if v, ok := bothAccept(a.Type, b.Type); ok {
			message += fmt.Sprintf(", such as %s", v.JSON())
		}
		help := "remove it"
		if !covers(b.Type, a.Type, 0) {
			help = fmt.Sprintf("put %q before %q", b.Type, a.Type)
		}
		c.error(diag.UnionUnreachable, c.spanOf(b), message, help).WithRelated(c.spanOf(a), "the earlier variant")
	}
}

// maxCover bounds how deep structs are looked into: where it ends, nothing is proved.
const maxCover = 20

// covers tells whether a reader of a reads whatever an author writes as b. It
// is false where that is not certain.
func covers(a, b model.Type, depth int) bool {
	a, b = model.Resolve(a), model.Resolve(b)
	if narrower(b, a) {
		return true
	}
	x, ok := a.(*model.Struct)
	y, both := b.(*model.Struct)
	if !ok || !both || depth > maxCover {
		return false
	}
	if x.Tag != nil && x.Tag != y.Tag {
		return false
	}
	for _, f := range x.Fields {
		i := slices.IndexFunc(y.Fields, func(g *model.Field) bool { return g.Name == f.Name })
		if i < 0 {
			if f.Required() {
				return false
			}
			continue
		}
		g := y.Fields[i]
		if f.Required() && !alwaysWritten(g) || !covers(f.Type, g.Type, depth+1) {
			return false
		}
	}
	return x.Extra != model.ExtraReject || !slices.ContainsFunc(y.Fields, func(g *model.Field) bool { return !declares(x, g.Name) })
}
