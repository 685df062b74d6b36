package sample

import (
	"slices"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/protocol/regular"
)

// Limits of a small value. Without them, types that contain each other several times
// would make a tree.
const (
	maxSmallDepth = 20
	maxSmallParts = 400
)

// Small returns a value of t of minimum depth, without parts that a writer may leave out; it
// is the same for the same type. There is none if it would be large. It may not match a
// pattern, if a text that does is hard to find. The protocol may have faults: t may be
// infinite.
func Small(t model.Type) (text string, ok bool) {
	if n := smallNode(t); n != nil {
		return plain(n), true
	}
	return "", false
}

func smallNode(t model.Type) *node {
	for depth := 1; depth <= maxSmallDepth; depth++ {
		s := small{left: maxSmallParts}
		if n := s.value(t, depth); n != nil {
			return n
		}
	}
	return nil
}

// A small counts the values that may still be made.
type small struct{ left int }

// value is a value of t of at most a depth, or nil.
func (s *small) value(t model.Type, depth int) *node {
	if s.left--; s.left < 0 || depth == 0 {
		return nil
	}
	switch t := model.Resolve(t).(type) {
	case *model.Scalar:
		return smallScalar(t)
	case *model.Literal:
		return constant(t.Value)
	case *model.Enum:
		switch {
		case len(t.Values) == 0:
			return nil
		case t.Integer:
			return number(strconv.FormatInt(t.Values[0].Number, 10))
		}
		return str(t.Values[0].Value)
	case *model.List:
		return s.list(slices.Repeat([]model.Type{t.Elem}, min(lower.LeastItems(t), maxSmallParts+1)), depth)
	case *model.Tuple:
		return s.list(t.Children()[:lower.LeastItems(t)], depth)
	case *model.Map:
		return object()
	case *model.Struct:
		return s.structure(t, depth)
	case *model.Union:
		for _, v := range t.Variants {
			if n := s.variant(t, v, depth); n != nil {
				return n
			}
		}
		return nil
	}
	return null()
}

func (s *small) list(items []model.Type, depth int) *node {
	out := list()
	for _, t := range items {
		item := s.value(t, depth-1)
		if item == nil {
			return nil
		}
		out.items = append(out.items, item)
	}
	return out
}

func (s *small) structure(t *model.Struct, depth int) *node {
	out := object()
	for _, tag := range lower.Tags(t) {
		if !tag.Implied {
			out.members = append(out.members, member{key: tag.Key, value: raw(tag.Kind.JSON(tag.Values[0]))})
		}
	}
	for _, f := range t.Fields {
		typ := f.Type
		switch row := lower.FieldOf(f); {
		case row.Absent == lower.AbsentRefused:
		case row.MustSet: // null may say that it is not set
			typ = model.NonNull(model.Resolve(typ))
		default:
			continue
		}
		value := s.value(typ, depth-1)
		if value == nil {
			return nil
		}
		out.members = append(out.members, member{key: f.Name, value: value})
	}
	for _, g := range lower.StructOf(t).Groups {
		if g.Rule.NeedsOne() && !s.oneOf(out, t, g.At, depth) {
			return nil
		}
	}
	return out
}

// oneOf sets one of some fields of t, and reports whether it could.
func (s *small) oneOf(out *node, t *model.Struct, fields []int, depth int) bool {
	for _, i := range fields {
		f := t.Fields[i]
		if value := s.value(model.NonNull(model.Resolve(f.Type)), depth-1); value != nil {
			out.members = append(out.members, member{key: f.Name, value: value})
			return true
		}
	}
	return false
}

func (s *small) variant(u *model.Union, v *model.Variant, depth int) *node {
	by := lower.ByOf(u)
	if !by.Around() {
		return s.value(v.Type, depth)
	}
	var body *node
	if v.Type != nil {
		if body = s.value(v.Type, depth-1); body == nil {
			return nil
		}
	}
	tag := tagNode(lower.TagKindOf(u), v.Tag)
	switch {
	case by == lower.ByContent && body != nil:
		return object(member{key: u.TagKey, value: tag}, member{key: u.Content, value: body})
	case by == lower.ByContent:
		return object(member{key: u.TagKey, value: tag})
	case body != nil:
		return object(member{key: v.Tag, value: body})
	}
	return tag
}

func smallScalar(t *model.Scalar) *node {
	info, l := t.Kind.Info(), t.Limits
	switch {
	case info.Checked, l != nil && l.PatternName != "":
		return str(info.Edges[0])
	case info.Kinds == model.Strings && l != nil && l.Pattern != "":
		return str(smallText(l))
	case info.Kinds == model.Strings && l != nil && l.MinLength != nil:
		return str(strings.Repeat("a", max(1, min(*l.MinLength, maxSmallParts))))
	case info.Kinds == model.Strings:
		return str("a")
	case info.Kinds == model.Booleans:
		return boolean(false)
	case info.Kinds == model.Objects:
		return object()
	case info.Kinds != model.Numbers:
		return null()
	case l != nil && l.Min != nil:
		return number(model.FormatNumber(*l.Min))
	case l != nil && l.Max != nil:
		return number(model.FormatNumber(*l.Max))
	}
	return number("1")
}

// smallText is a short text within limits that have a pattern.
func smallText(l *model.Limits) string {
	texts := regular.Language{Patterns: []string{l.Pattern}, Max: -1}
	if l.MinLength != nil {
		texts.Min = *l.MinLength
	}
	if l.MaxLength != nil {
		texts.Max = *l.MaxLength
	}
	if text, ok := texts.Example(); ok {
		return text
	}
	return "a"
}
