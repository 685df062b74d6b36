package sample

import (
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/model"
)

func (m *Maker) union(t *model.Union) *node {
	if t.KeepsUnknown() && !m.small() && m.chance(8) {
		if n := m.unknown(t); n != nil {
			return n.typed(t)
		}
	}
	return m.variant(t, m.variantFor(t))
}

// variantFor is any variant, or the smallest where the value should end.
func (m *Maker) variantFor(t *model.Union) *model.Variant {
	fits := slices.DeleteFunc(slices.Clone(t.Variants), func(v *model.Variant) bool { return v.Type != nil && m.height(v.Type) >= endless })
	if !m.small() {
		return pick(m, fits)
	}
	return slices.MinFunc(fits, func(a, b *model.Variant) int { return m.variantHeight(a) - m.variantHeight(b) })
}

func (m *Maker) variantHeight(v *model.Variant) int {
	if v.Type == nil {
		return 0
	}
	return m.height(v.Type)
}

// variant is a value of the variant v of t.
func (m *Maker) variant(t *model.Union, v *model.Variant) *node {
	switch t.Tagging {
	case model.Internal:
		return m.make(v.Type)
	case model.ByKind, model.ByKey, model.Ordered:
		return m.make(v.Type).held(t)
	case model.Adjacent:
		n := object(member{key: t.TagKey, value: tagNode(t, m.tagOf(v)), tag: t, required: true})
		if v.Type != nil {
			n.members = append(n.members, member{key: t.Content, value: m.make(v.Type), required: true})
		} else if m.chance(4) {
			n.members = append(n.members, member{key: t.Content, value: m.free()})
		}
		return n.typed(t)
	case model.External:
		if v.Type == nil {
			return str(m.tagOf(v)).typed(t)
		}
		return object(member{key: m.tagOf(v), value: m.make(v.Type)}).typed(t)
	}
	panic(fmt.Sprintf("sample: no values of the union %s", t.Name))
}

func (m *Maker) tagOf(v *model.Variant) string {
	if len(v.Was) > 0 && m.chance(4) {
		return pick(m, v.Was)
	}
	return v.Tag
}

// unknown is a value with a tag that t does not declare and keeps; nil where
// there is none.
func (m *Maker) unknown(t *model.Union) *node {
	var tag *node
	switch t.TagKind {
	case model.NumberValue:
		tag = number(pick(m, []string{"-99", "4711", "9007199254740991"}))
	case model.BoolValue:
		return nil
	default:
		tag = str(pick(m, []string{"from_the_future", "", "é", "__proto__", "constructor", "Unknown"}))
	}
	if m.isKnown(t, tag) {
		return nil
	}
	if t.Tagging == model.External {
		if m.chance(2) {
			return tag
		}
		return object(member{key: "from_the_future", value: m.free()})
	}
	n := object()
	for outer := t.Outer; outer != nil; outer = outer.Outer {
		if !outer.Optional() || m.chance(2) {
			n.members = append(n.members, member{key: outer.Key, value: tagNode(outer.Union, outer.Value), required: outer.Union.Default == nil})
		}
	}
	n.members = append(n.members, member{key: t.TagKey, value: tag, tag: t, required: t.Default == nil})
	for _, x := range m.freeObject().members {
		if !n.has(x.key) {
			n.members = append(n.members, x)
		}
	}
	if t.Tagging == model.Adjacent && m.chance(2) && !n.has(t.Content) {
		n.members = append(n.members, member{key: t.Content, value: m.free()})
	}
	return n
}

func (m *Maker) isKnown(t *model.Union, tag *node) bool {
	for _, u := range append([]*model.Union{t}, t.Foreign...) {
		for _, v := range u.Variants {
			for _, s := range slices.Concat(v.Tags, v.Was) {
				if tagNode(u, s).token == tag.token {
					return true
				}
			}
		}
	}
	return false
}
