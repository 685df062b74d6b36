package check

import (
	"fmt"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/lower"
	"github.com/wiregen/wiregen/internal/model"
	"github.com/wiregen/wiregen/internal/syntax"
)

// declareCommon declares the fields that every variant of u has. They are mixed
// in once the structs of the variants are known.
func (c *collector) declareCommon(u *model.Union, s *syntax.Union) {
	if s.Common == nil {
		return
	}
	u.Common = c.declareFields(u.Name, s.Common.Fields, fieldSpans(s.Common.Fields))
	if u.Tagging != model.ByKey {
		return
	}
	for _, v := range u.Variants {
		if c.variants[v].Struct != nil {
			continue
		}
		c.error(diag.UnionCommon, c.variants.spanOf(v), fmt.Sprintf("the variant stands elsewhere, and takes no fields that are common to %q", u.Name), "declare the variant here, with fields").
			WithRelated(s.CommonKey.Span, "the common fields")
	}
}

// sharedByKey are the unions told by keys that have common fields, by the
// structs that are their variants.
func sharedByKey(d *draft) map[*model.Struct]*model.Union {
	out := map[*model.Struct]*model.Union{}
	for u := range all[*model.Union](d) {
		for _, v := range u.Variants {
			if s, ok := v.Type.(*model.Struct); ok && len(u.Common) > 0 && u.Tagging == model.ByKey && d.variants[v].Struct != nil {
				out[s] = u
			}
		}
	}
	return out
}

// commonTo are the unions whose common fields a struct has, the outermost first.
// The last one is told by keys, or nil.
func commonTo(s *model.Struct, byKey *model.Union) []*model.Union {
	var out []*model.Union
	for _, tag := range lower.Tags(s) {
		if u := tag.Of.Union; len(u.Common) > 0 {
			out = append(out, u)
		}
	}
	if byKey != nil {
		out = append(out, byKey)
	}
	return out
}
