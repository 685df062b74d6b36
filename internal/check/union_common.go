package check

import (
	"fmt"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/lower"
	"github.com/wiregen/wiregen/internal/model"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/internal/syntax"
)

// declareCommon declares the fields that every variant of u has. They are mixed
// in once the structs of the variants are known.
func (c *checker) declareCommon(u *model.Union, s *syntax.Union) {
	if s.Common == nil {
		return
	}
	live := map[string]source.Span{}
	for _, f := range s.Common.Fields {
		live[f.Name.Text] = f.Name.Span
	}
	u.Common = c.declareFields(u.Name, s.Common.Fields, live)
	if u.Tagging != model.ByKey {
		return
	}
	for _, v := range u.Variants {
		if t, ok := v.Type.(*model.Struct); ok {
			c.sharing[t] = u
			continue
		}
		c.error(diag.UnionCommon, c.spanOf(v), fmt.Sprintf("the variant stands elsewhere, and takes no fields that are common to %q", u.Name), "declare the variant here, with fields").
			WithRelated(s.CommonKey.Span, "the common fields")
	}
}

// commons are the unions whose common fields a struct has, the outermost first.
func (c *checker) commons(s *model.Struct) []*model.Union {
	var out []*model.Union
	for _, tag := range lower.Tags(s) {
		if u := tag.Of.Union; len(u.Common) > 0 {
			out = append(out, u)
		}
	}
	if u := c.sharing[s]; u != nil {
		out = append(out, u)
	}
	return out
}
