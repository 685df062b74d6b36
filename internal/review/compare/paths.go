package compare

import (
	"slices"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/lower"
)

// samePath reports whether two paths lead to the same member in both versions, which may
// call it by another name. A path that is empty leads nowhere.
func (c *comparer) samePath(old, today lower.Ref, was, is []string) bool {
	if len(was) != len(is) {
		return false
	}
	for i := range was {
		x, next := c.step(0, old, was[i])
		y, then := c.step(1, today, is[i])
		switch {
		case x < 0 || y < 0: // such as the options of a capability that may also be true
			return slices.Equal(was[i:], is[i:])
		case !c.sameMember(old, today, x, y):
			return false
		}
		old, today = next, then
	}
	return true
}

// step finds the member of a type that a step of a path leads to: its number, which is
// negative if there is none, and its type.
func (c *comparer) step(version int, r lower.Ref, name string) (int, lower.Ref) {
	if r == lower.NoType {
		return -1, r
	}
	switch t := c.sides[version].rows.At(r); t.Form {
	case lower.StructForm:
		if i := slices.IndexFunc(t.Struct.Fields, func(f lower.Field) bool { return f.Name == name }); i >= 0 {
			return i, t.Struct.Fields[i].Type
		}
	case lower.TupleForm:
		for i, item := range t.Tuple.Of.Items {
			if item.Name == name {
				return i, t.Tuple.Items[i]
			}
		}
	}
	return -1, lower.NoType
}

// sameMember reports whether members of two types, by their numbers, are the same one.
func (c *comparer) sameMember(old, today lower.Ref, x, y int) bool {
	a, b := c.sides[0].rows.At(old), c.sides[1].rows.At(today)
	if a.Form != b.Form {
		return false
	}
	if a.Form == lower.TupleForm {
		return x == y
	}
	return fieldLike(a.Struct, b.Struct, &b.Struct.Fields[y]) == &a.Struct.Fields[x]
}

// leads reports whether a path leads to a member of a type.
func (c *comparer) leads(version int, r lower.Ref, path []string) bool {
	for _, name := range path {
		at := 0
		if at, r = c.step(version, r, name); at < 0 {
			return false
		}
	}
	return len(path) > 0
}

// inside reports whether a path is another one, or one inside it. A key that is not quoted, because it is sensitive, may be
// any one.
func inside(path, outer string) bool {
	if rest, ok := strings.CutPrefix(path, outer); ok && (rest == "" || outer == "" || rest[0] == '.' || rest[0] == '[') {
		return true
	}
	if !strings.Contains(path, interp.HiddenKey) {
		return false
	}
	a, b := stepsOf(path), stepsOf(outer)
	return len(a) >= len(b) && slices.EqualFunc(a[:len(b)], b, func(x, y string) bool { return x == y || x == interp.HiddenKey })
}

// stepsOf are the steps of a path: keys, and items or quoted keys in brackets.
func stepsOf(path string) (out []string) {
	for path != "" {
		path = strings.TrimPrefix(path, ".")
		end := strings.IndexAny(path[min(1, len(path)):], ".[") + 1
		if quoted, err := strconv.QuotedPrefix(strings.TrimPrefix(path, "[")); err == nil && path[0] == '[' {
			end = len(quoted) + 2
		}
		if end == 0 {
			end = len(path)
		}
		out = append(out, path[:end])
		path = path[end:]
	}
	return out
}
