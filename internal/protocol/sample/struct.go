package sample

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// structure is an object with declared keys: its tags, its fields, and sometimes
// undeclared keys.
func (m *Maker) structure(t *lower.Struct) *node {
	n := m.object(len(t.Tags) + m.usual(t.Fields))
	m.tags(t.Tags, n)
	m.fields(t.Fields, t.Groups, n)
	switch {
	case t.Extra == lower.ExtraTyped:
		if m.height(*t.ExtraType) < infinite && !m.small() && !m.lifelike && m.chance(3) {
			m.extra(t, n, func() *node { return m.make(*t.ExtraType) })
		}
	case t.Extra != lower.ExtraRefused && m.foreign(6):
		m.extra(t, n, m.anyValue)
	}
	if t.Extensions != nil && m.foreign(6) {
		if key := pick(m, extended(t.Extensions)); !slices.Contains(m.telling[t], key) && !n.has(key) {
			n.members = append(n.members, member{key: key, value: m.anyValue()})
		}
	}
	return n
}

// usual is about how many fields an object gets.
func (m *Maker) usual(fields []lower.Field) int {
	if !m.small() {
		return len(fields)
	}
	required := 0
	for i := range fields {
		if fields[i].Absent == lower.AbsentRefused {
			required++
		}
	}
	return required
}

// tags puts the tags of a variant before its fields.
func (m *Maker) tags(tags []lower.Tag, n *node) {
	for _, tag := range tags {
		if tag.Implied && !m.chance(3) {
			continue
		}
		value := pick(m, tag.Values)
		if len(tag.FormerNames) > 0 && m.foreign(4) {
			value = pick(m, tag.FormerNames)
		}
		n.members = append(n.members, m.tagMember(m.rows.Decl(tag.Of.Union).Union, value))
	}
}

// tagMember is the tag of a union as a member of a message.
func (m *Maker) tagMember(u *lower.Union, tag string) member {
	x := member{key: u.Key, tag: u, required: u.Default < 0}
	switch u.TagKind {
	case lower.IntegerTag:
		x.value = m.number(tag)
	case lower.BooleanTag:
		x.value = m.boolean(tag == "true")
	default:
		x.value = m.str(tag)
	}
	return x
}

// tagMember is the same for a value that is kept.
func tagMember(u *lower.Union, tag string) member {
	return member{key: u.Key, value: tagNode(u.TagKind, tag), tag: u, required: u.Default < 0}
}

func tagNode(kind lower.TagKind, tag string) *node {
	switch kind {
	case lower.IntegerTag:
		return number(tag)
	case lower.BooleanTag:
		return boolean(tag == "true")
	}
	return str(tag)
}

// fields adds fields to an object, unless they are left out. Those of groups are set as
// the rules say.
func (m *Maker) fields(fields []lower.Field, groups []lower.Group, n *node) {
	chosen := m.choose(fields, groups)
	for i := range fields {
		f := &fields[i]
		m.called = f.Name
		if v := within(m, f.Name, func() *node { return m.fieldAs(f, chosen[f.Name]) }); v != nil {
			v.loose = f.OnError == lower.OnErrorUnset
			n.members = append(n.members, member{key: m.fieldName(f), value: v, field: f, required: f.Absent == lower.AbsentRefused})
		}
	}
}

func (m *Maker) fieldName(f *lower.Field) string {
	if len(f.FormerNames) > 0 && m.foreign(4) {
		return pick(m, f.FormerNames)
	}
	return f.Name
}

// maxMustSet is the depth below which fields are set that only a writer must set. The
// types of such fields may contain themselves, and heights do not count them.
const maxMustSet = 100

// field is a value of f, or nil if the key is left out.
func (m *Maker) field(f *lower.Field) *node {
	mustSet := m.writer != nil && f.MustSet && m.depth < maxMustSet
	if f.Absent != lower.AbsentRefused && (m.height(f.Type) >= infinite || !mustSet && (m.small() || m.chance(3))) {
		return nil
	}
	if f.OnError == lower.OnErrorUnset && m.foreign(8) {
		n := *m.anyValue()
		n.skippable = true
		return m.node(n)
	}
	switch {
	case f.Null == lower.NullAsAbsent:
		if m.foreign(4) {
			return m.null()
		}
	case f.Absent == lower.AbsentDefault:
		if m.chance(4) {
			n := constant(f.Default.Value).in(m.rows.Reads(f.Type))
			if n.kind != model.NullValue {
				n.typ = m.rows.At(f.Type)
			}
			return n
		}
	}
	return m.make(f.Type).valueOf(f)
}

// valueOf is n as the value of f.
func (n *node) valueOf(f *lower.Field) *node {
	if f.Null == lower.NullAsAbsent {
		n.takes |= model.Nulls
	}
	return n
}

// extra adds keys that t does not declare.
func (m *Maker) extra(t *lower.Struct, n *node, value func() *node) {
	known, ok := m.known.keys[t]
	if !ok {
		known = slices.Concat(t.Keys(), m.telling[t])
		m.known.keys[t] = known
	}
	for range 1 + m.rand.IntN(3) {
		key := pick(m, oddKeys)
		if !slices.Contains(known, key) && !n.has(key) {
			n.members = append(n.members, member{key: key, value: value()})
		}
	}
}

// telling are the identifying keys of the unions by key of which a struct is a
// variant, for each struct.
func telling(p *lower.Program) map[*lower.Struct][]string {
	out := make(map[*lower.Struct][]string)
	for _, t := range p.Types {
		if t.Form != lower.UnionForm || t.Union.By != lower.ByKey {
			continue
		}
		var keys []string
		for _, c := range t.Union.Cases {
			if c.Key != "" {
				keys = append(keys, c.Key)
			}
		}
		for _, c := range t.Union.Cases {
			s := p.At(c.Type).Struct
			out[s] = append(out[s], keys...)
		}
	}
	return out
}
