package check

import (
	"fmt"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/model"
	"github.com/wiregen/wiregen/internal/syntax"
)

// declareTuple declares the tuple that e spells, and what its items spell.
func (c *checker) declareTuple(name string, e *syntax.Expr) *model.Tuple {
	t := &model.Tuple{Name: name, Meta: model.Meta{Span: e.Span, Derived: true}}
	if c.register(name, e.Span, t) {
		c.tuples[e] = t
	}
	for i, arg := range e.Args {
		item := &model.Item{Meta: model.Meta{Span: arg.Span}, Type: invalid}
		t.Items = append(t.Items, item)
		c.declareEither(fmt.Sprintf("%sItem%d", name, i), arg)
		c.resolve = append(c.resolve, func() { item.Type = c.expr(arg) })
	}
	return t
}

// keyed is a map with keys of its own type, which must be an enum that every
// language can have as keys.
func (c *checker) keyed(e *syntax.Expr) model.Type {
	out := &model.Map{Elem: c.expr(e.Args[1])}
	key := c.expr(e.Args[0])
	if key == invalid {
		return out
	}
	if s, ok := key.(*model.Scalar); ok && s.Kind == model.String {
		return out
	}
	c.shape = append(c.shape, func() {
		if model.Resolve(key) == invalid {
			return
		}
		at := e.Args[0].Span
		t, ok := model.Resolve(key).(*model.Enum)
		switch {
		case !ok:
			c.error(diag.MapKeyType, at, fmt.Sprintf("%q cannot be the key of a map: keys are strings", key), "name an enum, or write map<T>")
		case t.Integer:
			c.error(diag.MapKeyType, at, fmt.Sprintf("the values of %q are integers, and keys are strings", t.Name), "write map<T>")
		case t.Fallback != nil || hasOldValues(t):
			c.error(diag.MapKeyType, at, fmt.Sprintf("%q reads several values as one, so that two keys could become one", t.Name), "name an enum without fallback and was, or write map<T>")
		default:
			out.Key = t
		}
	})
	return out
}

func hasOldValues(t *model.Enum) bool {
	for _, v := range t.Values {
		if len(v.Was) > 0 {
			return true
		}
	}
	return false
}
