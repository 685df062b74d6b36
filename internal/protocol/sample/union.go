package sample

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/lower"
)

func (m *Maker) union(t *lower.Type) *node {
	if t.Union.Unknown.Kept() && !m.small() && m.foreign(8) {
		if n := m.unknown(t.Union); n != nil {
			return n.typed(t)
		}
	}
	return m.variant(t, m.variantFor(t.Union))
}

// variantFor is any variant, or the smallest if the value should be small.
func (m *Maker) variantFor(u *lower.Union) *lower.Case {
	fits, ok := m.known.fits[u]
	if !ok {
		for i := range u.Cases {
			if c := &u.Cases[i]; m.height(c.Type) < infinite {
				fits.add(c, caseName(c))
			}
		}
		m.known.fits[u] = fits
	}
	if !m.small() {
		return chooseOf(m, fits)
	}
	return slices.MinFunc(fits.list, func(a, b *lower.Case) int { return m.height(a.Type) - m.height(b.Type) })
}

// caseName is a name of a variant that others of its union do not have.
func caseName(c *lower.Case) string {
	if len(c.Tags) > 0 {
		return c.Tags[0]
	}
	return c.Of.Type.String()
}

// variant is a value of the variant c of t.
func (m *Maker) variant(t *lower.Type, c *lower.Case) *node {
	tag := ""
	if t.Union.By.Around() {
		tag = m.tagOf(c)
	}
	if c.Body {
		part := within[*node]
		if m.narrow {
			part = fixed[*node]
		}
		return m.dressed(t, tag, part(m, caseName(c), func() *node { return m.make(c.Type) }))
	}
	if t.Union.By == lower.ByName {
		return m.str(tag).typed(t)
	}
	n := m.object(2)
	n.members = append(n.members, m.tagMember(t.Union, tag))
	if m.foreign(4) {
		n.members = append(n.members, member{key: t.Union.Content, value: m.anyValue()})
	}
	return n.typed(t)
}

// dressed is the body of a variant as a value of t, with tag as its tag.
func (m *Maker) dressed(t *lower.Type, tag string, body *node) *node {
	u := t.Union
	if u.By != lower.ByContent && u.By != lower.ByName {
		return dressed(t, tag, body)
	}
	n := m.object(2)
	if u.By == lower.ByName {
		n.members = append(n.members, member{key: tag, value: body})
	} else {
		n.members = append(n.members, m.tagMember(u, tag), member{key: u.Content, value: body, required: true})
	}
	return n.typed(t)
}

// dressed is the same for a value that is kept.
func dressed(t *lower.Type, tag string, body *node) *node {
	switch u := t.Union; u.By {
	case lower.ByContent:
		return object(tagMember(u, tag), member{key: u.Content, value: body, required: true}).typed(t)
	case lower.ByName:
		return object(member{key: tag, value: body}).typed(t)
	case lower.ByTag:
		for i := range body.members { // of a struct that other unions list as well, which treat tags in other ways
			if x := &body.members[i]; x.tag != nil && x.key == u.Key {
				x.tag = u
			}
		}
	case lower.ByKey:
		body.byKey = true
	case lower.ByOrder:
		body.ordered = true
	}
	return body.in(t.Reads)
}

func (m *Maker) tagOf(c *lower.Case) string {
	if len(c.FormerNames) > 0 && m.foreign(4) {
		return pick(m, c.FormerNames)
	}
	return c.Tags[0]
}

// unknown is a value with an undeclared tag that u keeps; nil if u keeps none.
func (m *Maker) unknown(u *lower.Union) *node {
	var tag string
	switch u.TagKind {
	case lower.IntegerTag:
		tag = pick(m, []string{"-99", "4711", "9007199254740991"})
	case lower.BooleanTag:
		return nil
	default:
		tag = pick(m, []string{"from_the_future", "", "é", "__proto__", "constructor", "Unknown"})
	}
	key := "from_the_future"
	if u.Extensions != nil && (u.Unknown == lower.UnknownExtended || m.chance(2)) {
		tag = pick(m, extended(u.Extensions))
		key = tag
	}
	if isKnown(u, tag) {
		return nil
	}
	if u.By == lower.ByName {
		if m.chance(2) {
			return str(tag)
		}
		return object(member{key: key, value: m.anyValue()})
	}
	n := object()
	for _, outer := range u.Around {
		if !outer.Implied || m.chance(2) {
			n.members = append(n.members, tagMember(m.rows.Decl(outer.Of.Union).Union, outer.Values[0]))
		}
	}
	n.members = append(n.members, tagMember(u, tag))
	for _, x := range m.freeObject().members {
		if !n.has(x.key) {
			n.members = append(n.members, x)
		}
	}
	if u.By == lower.ByContent && m.chance(2) && !n.has(u.Content) {
		n.members = append(n.members, member{key: u.Content, value: m.anyValue()})
	}
	return n
}

func isKnown(u *lower.Union, tag string) bool {
	return slices.Contains(u.Foreign, tag) || slices.ContainsFunc(u.Cases, func(c lower.Case) bool {
		return slices.Contains(c.Tags, tag) || slices.Contains(c.FormerNames, tag)
	})
}
