package check

import (
	"fmt"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/model"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/internal/syntax"
)

func (c *checker) declareEnum(name string, span source.Span, b *syntax.Body) *model.Enum {
	out := &model.Enum{Name: name}
	c.meta(&out.Meta, &b.Meta, span)
	c.register(name, span, out)
	out.Open = c.spec.Defaults.Enums.Text == "open"
	out.Decided = !c.spec.Defaults.Enums.IsZero() || !b.Enum.Open.IsZero()
	if !b.Enum.Open.IsZero() {
		out.Open = b.Enum.Open.Text == "true"
	}
	live := map[string]source.Span{}
	for _, v := range b.Enum.Values {
		value := &model.EnumValue{Name: v.Name.Text, Value: v.Name.Text}
		c.meta(&value.Meta, &v.Meta, v.Name.Span)
		out.Values = append(out.Values, value)
		live[v.Name.Text] = v.Name.Span
	}
	if len(out.Values) == 0 {
		c.error(diag.EnumEmpty, span, fmt.Sprintf("the enum %q has no values", name), "add a value, or use string")
	}
	c.reserved(b.Reserved, live)
	c.examples(b.Examples, func() model.Type { return out }, &out.Meta)
	return out
}
