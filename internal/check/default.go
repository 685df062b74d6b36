package check

import (
	"fmt"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/model"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/internal/syntax"
)

// conformDefault checks a default against its field, and notes which fields
// within it are left to defaults of their own.
func (c *checker) conformDefault(v *syntax.Value, field *model.Field) {
	c.defaulted = append(c.defaulted, field)
	c.leaves[field.Span] = append(c.leaves[field.Span], conform(c.report, v, field.Type, asDefault)...)
}

// maxFilled is how many fields a default may be filled with.
const maxFilled = 1000

// endlessDefaults reports defaults that are filled with themselves, so that a
// reader would never come to an end, and those that are filled with so much that
// a short message would make a large value. A field that a struct takes in from
// another stands at the same place as that one.
func (c *checker) endlessDefaults() {
	filled := map[source.Span]int{} // with how many fields, itself among them
	var path []*model.Field
	var visit func(f *model.Field)
	visit = func(f *model.Field) {
		for i, open := range path {
			if open.Span == f.Span {
				c.endlessDefault(path[i:])
				return
			}
		}
		if filled[f.Span] > 0 {
			return
		}
		path = append(path, f)
		total, large := 1, false
		for _, inner := range c.leaves[f.Span] {
			visit(inner)
			n := filled[inner.Span]
			total, large = min(total+n, 2*maxFilled), large || n > maxFilled
		}
		path = path[:len(path)-1]
		filled[f.Span] = total
		if total > maxFilled && !large {
			c.error(diag.DefaultLarge, f.Span, fmt.Sprintf("the default of %q is filled with more than %d fields that have defaults themselves", f.Name, maxFilled),
				fmt.Sprintf("let the field be absent: %s?", f.Name))
		}
	}
	for _, f := range c.defaulted {
		visit(f)
	}
}

func (c *checker) endlessDefault(cycle []*model.Field) {
	names := make([]string, 0, len(cycle)+1)
	for _, f := range append(cycle, cycle[0]) {
		names = append(names, fmt.Sprintf("%q", f.Name))
	}
	if len(names) > 6 {
		names = append(append(names[:4:4], "others"), names[len(names)-1])
	}
	c.error(diag.DefaultEndless, cycle[0].Span, "the default of "+strings.Join(names, " is filled with that of ")+", without end",
		fmt.Sprintf("let the field be absent: %s?", cycle[0].Name))
}
