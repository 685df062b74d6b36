package sample

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// maxCover is the maximum number of edge cases of one type.
const maxCover = 400

// cover are the edge cases of the type called name: each variant, each enum value,
// each state of each field, long lists, deep nesting.
func (m *Maker) cover(name string) []*node {
	if m.isMessage(name) {
		return nil // their edge cases are those of methods, which random messages reach soon
	}
	m.covers = true
	defer func() { m.covers = false }()
	c := &coverer{Maker: m}
	r := m.ref(name)
	out := c.edges(r, 0)
	if deep := c.deep(r); deep != nil {
		out = append(out, deep)
	}
	return once(out)
}

// Least returns the approximate length of the least nested message of the type called
// name; 0 for messages of the protocol.
func (m *Maker) Least(name string) int {
	r, ok := m.refs[name]
	if !ok {
		return 0
	}
	c := &coverer{Maker: m.Fork(1)}
	return c.least(r).size()
}

// A coverer makes values without random choices, except in the contents of free
// values.
type coverer struct {
	*Maker
	met   map[lower.Ref]int // the last search in which embed came to a type
	round int
}

// least is a smallest value of r.
func (c *coverer) least(r lower.Ref) *node {
	c.depth, c.budget = 100, 0
	return within(c.Maker, "least", func() *node { return c.make(r) })
}

// edges are values of r that together have each of its states at least once.
func (c *coverer) edges(r lower.Ref, level int) []*node {
	if level > 3 || c.narrow && level > 1 {
		return []*node{c.least(r)}
	}
	if r.OrNull {
		out := []*node{null()}
		for _, n := range c.edges(lower.Ref{Type: r.Type}, level) {
			out = append(out, n.in(c.rows.Reads(r)))
		}
		return out
	}
	t := c.rows.At(r)
	var out []*node
	switch t.Form {
	case lower.EnumForm:
		for _, v := range t.Enum.Values {
			out = append(out, enumValue(t.Enum, v).typed(t))
		}
		if t.Enum.Extensions != nil && c.writer == nil {
			out = append(out, str(extended(t.Enum.Extensions)[0]).typed(t))
		}
		return out
	case lower.ListForm:
		return c.lists(r, level)
	case lower.StructForm:
		return c.structs(r, level)
	case lower.UnionForm:
		var lists [][]*node
		for i := range t.Union.Cases {
			v := &t.Union.Cases[i]
			lists = append(lists, within(c.Maker, caseName(v), func() []*node { return c.variants(t, v, level) }))
		}
		return inTurn(lists)
	case lower.ScalarForm:
		return c.scalars(r)
	}
	c.depth, c.budget = 0, 6
	return []*node{c.least(r), c.make(r)}
}

// scalars are the bounds of a number, both booleans, and some texts.
func (c *coverer) scalars(r lower.Ref) []*node {
	t := c.rows.At(r)
	if t.Scalar.Kind == model.Bool {
		return []*node{boolean(false).typed(t), boolean(true).typed(t)}
	}
	var out []*node
	if t.Scalar.Integer {
		low, high := bounds(t)
		out = append(out, number(model.FormatNumber(low)).typed(t), number(model.FormatNumber(high)).typed(t))
		if low < 0 && high > 0 {
			out = append(out, number("0").typed(t))
		}
	}
	if t.Scalar.Kind.Wide() && t.Checks == lower.CheckedByNobody {
		for _, token := range t.Scalar.Kind.Info().Edges {
			out = append(out, number(token).typed(t))
		}
	}
	for len(out) < 6 {
		c.depth, c.budget = 0, 3
		out = append(out, c.make(r))
	}
	return out
}

// once are the values of list without duplicates.
func once(list []*node) []*node {
	seen := make(map[string]bool)
	return slices.DeleteFunc(list, func(n *node) bool {
		text := plain(n)
		again := seen[text]
		seen[text] = true
		return again
	})
}

// inTurn is the first of each list, then the second of each, up to the maximum.
func inTurn(lists [][]*node) []*node {
	var out []*node
	for i := 0; len(out) < maxCover; i++ {
		before := len(out)
		for _, list := range lists {
			if i < len(list) {
				out = append(out, list[i])
			}
		}
		if len(out) == before {
			break
		}
	}
	return head(out)
}

func head(list []*node) []*node { return list[:min(len(list), maxCover)] }

func (c *coverer) lists(r lower.Ref, level int) []*node {
	out := []*node{c.least(r)}
	t := c.rows.At(r)
	l := t.Limit(lower.OfItems)
	items := c.edges(*t.Elem, level+1)
	if l.Max != nil {
		items = items[:min(len(items), int(*l.Max))]
	}
	if l.Min != nil && len(items) < int(*l.Min) {
		return out
	}
	return append(out, list(items...).typed(t))
}

// structs are the smallest object, the fullest, and one for each state of each
// field; where few keys are optional, one for each way to leave them out.
func (c *coverer) structs(r lower.Ref, level int) []*node {
	t := c.rows.At(r).Struct
	fields := t.Fields
	base := c.least(r)
	out := []*node{base}
	full := base.copy()
	for i := range fields {
		f := &fields[i]
		if c.height(f.Type) >= infinite {
			continue
		}
		for i, v := range within(c.Maker, f.Name, func() []*node { return c.edges(f.Type, level+1) }) {
			if len(out) < maxCover {
				n := base.copy()
				n.set(f, v)
				c.mend(t, n, f)
				out = append(out, n)
			}
			if i == 0 {
				full.set(f, v)
			}
		}
	}
	if extra := t.ExtraType; extra != nil && c.height(*extra) < infinite {
		key := c.freeKey(t)
		for i, v := range within(c.Maker, "extra", func() []*node { return c.edges(*extra, level+1) }) {
			if len(out) < maxCover {
				n := base.copy()
				n.members = append(n.members, member{key: key, value: v})
				out = append(out, n)
			}
			if i == 0 {
				full.members = append(full.members, member{key: key, value: v})
			}
		}
	}
	c.mend(t, full, nil)
	out = append(out, full)
	if level == 0 {
		for _, n := range presence(fields, full) {
			if meets(t, n) {
				out = append(out, n)
			}
		}
	}
	if level > 0 {
		return out[:min(len(out), maxCover/10)]
	}
	return head(out)
}

// freeKey is a key that t does not declare, and that identifies no variant of a union.
func (c *coverer) freeKey(t *lower.Struct) string {
	known, key := append(t.Keys(), c.telling[t]...), "extra"
	for slices.Contains(known, key) {
		key += "_"
	}
	return key
}

// set puts v at the position of f, in the order of the spec.
func (n *node) set(f *lower.Field, v *node) {
	place := *v.valueOf(f) // the value may be in other places, too
	place.loose = f.OnError == lower.OnErrorUnset
	for i := range n.members {
		if n.members[i].field == f {
			n.members[i].value = &place
			return
		}
	}
	n.members = append(n.members, member{key: f.Name, value: &place, field: f, required: f.Absent == lower.AbsentRefused})
}

// presence are the ways to leave optional keys out of a full object.
func presence(fields []lower.Field, full *node) []*node {
	var optional []*lower.Field
	for i := range fields {
		if fields[i].Absent != lower.AbsentRefused {
			optional = append(optional, &fields[i])
		}
	}
	if len(optional) == 0 || len(optional) > 6 {
		return nil
	}
	var out []*node
	for bits := range 1 << len(optional) {
		n := full.copy()
		for i, f := range optional {
			if bits&(1<<i) == 0 {
				n.drop(f)
			}
		}
		out = append(out, n)
	}
	return out
}

func (n *node) drop(f *lower.Field) {
	for i := range n.members {
		if n.members[i].field == f {
			n.members = append(n.members[:i], n.members[i+1:]...)
			return
		}
	}
}

// variants are the edge cases of one variant, with the tag of its union.
func (c *coverer) variants(t *lower.Type, v *lower.Case, level int) []*node {
	if !v.Body {
		c.depth, c.budget = 0, 3
		return []*node{c.variant(t, v)}
	}
	if c.height(v.Type) >= infinite {
		return nil
	}
	var out []*node
	bodies := c.edges(v.Type, level+1)
	if c.narrow { // with the field that random values have, present or not
		bodies = bodies[:min(len(bodies), narrowEdges)]
		c.depth, c.budget = 1, 0
		out = append(out, c.variant(t, v))
	}
	for _, body := range bodies {
		out = append(out, dressed(t, v.Of.Tag, body))
	}
	return out
}

// narrowEdges is the number of values of each variant that a narrow maker makes.
const narrowEdges = 6

// maxDeep is the maximum depth of a deep value.
const maxDeep = 500

// deep is a value of a recursive type that is nested a few hundred levels.
func (c *coverer) deep(r lower.Ref) *node {
	n := c.least(r)
	for range 98 {
		grown := c.around(r, n)
		switch {
		case grown == nil:
			return nil
		case grown.depth() > maxDeep:
			return n
		}
		n = grown
	}
	return n
}

// depth is the nesting depth of n.
func (n *node) depth() int {
	deepest := 0
	for _, item := range n.items {
		deepest = max(deepest, item.depth())
	}
	for _, x := range n.members {
		deepest = max(deepest, x.value.depth())
	}
	return 1 + deepest
}

// around is a value of r that contains inner, another value of r; or nil.
func (c *coverer) around(r lower.Ref, inner *node) *node {
	if c.met == nil {
		c.met = make(map[lower.Ref]int)
	}
	c.round++
	return c.embed(r, r, inner)
}

// embed is a value of r that contains inner, of type goal. Types that this search
// has met were already tried or are being tried, so they are skipped.
func (c *coverer) embed(r, goal lower.Ref, inner *node) *node {
	r, goal = r.Bare(), goal.Bare()
	if c.met[r] == c.round {
		return nil
	}
	c.met[r] = c.round
	inside := func(child lower.Ref) *node {
		if child.Bare() == goal {
			return inner
		}
		return c.embed(child, goal, inner)
	}
	if r.OrNull {
		if v := inside(lower.Ref{Type: r.Type}); v != nil {
			place := *v
			return place.in(c.rows.Reads(r))
		}
		return nil
	}
	t := c.rows.At(r)
	switch t.Form {
	case lower.ListForm:
		least := t.Limit(lower.OfItems).Min
		if v := inside(*t.Elem); v != nil && (least == nil || *least <= 1) {
			return list(v).typed(t)
		}
	case lower.MapForm:
		if v := inside(*t.Elem); v != nil && t.Keys == nil {
			return object(member{key: "k", value: v}).typed(t)
		}
	case lower.StructForm:
		for i := range t.Struct.Fields {
			f := &t.Struct.Fields[i]
			if v := inside(f.Type); v != nil {
				n := c.least(r)
				n.set(f, v)
				c.mend(t.Struct, n, f)
				return n
			}
		}
		if extra := t.Struct.ExtraType; extra != nil {
			if v := inside(*extra); v != nil {
				n := c.least(r)
				n.members = append(n.members, member{key: c.freeKey(t.Struct), value: v})
				return n
			}
		}
	case lower.UnionForm:
		for i := range t.Union.Cases {
			v := &t.Union.Cases[i]
			if !v.Body {
				continue
			}
			if body := inside(v.Type); body != nil {
				return dressed(t, v.Of.Tag, body)
			}
		}
	}
	return nil
}
