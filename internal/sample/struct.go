package sample

import (
	"slices"

	"github.com/wiregen/wiregen/internal/model"
)

// structure is an object with declared keys: its tags, its fields, and now and
// then keys that nobody declares.
func (m *Maker) structure(t *model.Struct) *node {
	n := object()
	m.tags(t, n)
	for _, f := range t.Fields {
		if v := m.field(f); v != nil {
			n.members = append(n.members, member{key: m.fieldName(f), value: v, field: f, required: f.Required()})
		}
	}
	if t.Extra != model.ExtraReject && m.foreign(6) {
		m.extra(t, n)
	}
	return n
}

// tags puts the tags of a variant before its fields.
func (m *Maker) tags(t *model.Struct, n *node) {
	var chain []*model.StructTag
	for tag := t.Tag; tag != nil; tag = tag.Outer {
		chain = append(chain, tag)
	}
	slices.Reverse(chain)
	for _, tag := range chain {
		if tag.Optional() && !m.chance(3) {
			continue
		}
		value := pick(m, tag.Variant.Tags)
		if len(tag.Variant.Was) > 0 && m.foreign(4) {
			value = pick(m, tag.Variant.Was)
		}
		n.members = append(n.members, member{key: tag.Key, value: tagNode(tag.Union, value), tag: tag.Union, required: tag.Union.Default == nil})
	}
}

// tagNode is a tag as it stands in a message.
func tagNode(u *model.Union, tag string) *node {
	switch u.TagKind {
	case model.NumberValue:
		return number(tag)
	case model.BoolValue:
		return boolean(tag == "true")
	}
	return str(tag)
}

func (m *Maker) fieldName(f *model.Field) string {
	if len(f.Was) > 0 && m.foreign(4) {
		return pick(m, f.Was)
	}
	return f.Name
}

// field is a value of f, or nil where the key is left out.
func (m *Maker) field(f *model.Field) *node {
	mustSet := m.writer != nil && f.WriteRequired
	if !f.Required() && (m.height(f.Type) >= endless || !mustSet && (m.small() || m.chance(3))) {
		return nil
	}
	if f.NullIsAbsent && m.foreign(4) {
		return null()
	}
	if !f.NullIsAbsent && f.Default != nil && m.chance(4) {
		return constant(*f.Default).typed(f.Type)
	}
	return m.make(f.Type).in(f)
}

// in is n as the value of f.
func (n *node) in(f *model.Field) *node {
	if f.NullIsAbsent {
		return n.held(&model.Nullable{Elem: f.Type})
	}
	return n
}

// extra adds keys that t does not declare.
func (m *Maker) extra(t *model.Struct, n *node) {
	known := declared(t)
	for range 1 + m.rand.IntN(3) {
		key := pick(m, oddKeys)
		if !slices.Contains(known, key) && !n.has(key) {
			n.members = append(n.members, member{key: key, value: m.free()})
		}
	}
}

// declared are all keys that mean something to t, older ones too, and to the
// unions that it may stand in.
func declared(t *model.Struct) []string {
	var out []string
	for tag := t.Tag; tag != nil; tag = tag.Outer {
		out = append(out, tag.Key)
	}
	for _, f := range t.Fields {
		out = append(append(out, f.Name), f.Was...)
	}
	return out
}
