package sample

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/wiregen/wiregen/internal/protocol/lower"
)

// small reports whether the current value should be kept small.
func (m *Maker) small() bool { return m.budget <= 0 || m.depth > 12 || m.inside() }

// inside reports whether the current value is inside a narrow value, which is minimal
// below its own level.
func (m *Maker) inside() bool { return m.narrow && m.depth > 1 }

// make is a random value of r.
func (m *Maker) make(r lower.Ref) *node {
	m.depth++
	m.budget--
	defer func() { m.depth-- }()
	t := m.rows.At(r)
	if m.minimal && (m.depth > 1 || t.Form != lower.UnionForm) {
		if n := smallNode(t.Of); n != nil {
			return n
		}
	}
	if m.lifelike && !m.covers && !(r.OrNull && m.small()) {
		if n := m.example(t); n != nil {
			return n
		}
	}
	if r.OrNull {
		if m.small() || m.chance(4) {
			return m.null().in(m.rows.Reads(r))
		}
		return m.make(lower.Ref{Type: r.Type}).in(m.rows.Reads(r))
	}
	switch t.Form {
	case lower.ScalarForm:
		return m.scalar(t).typed(t)
	case lower.LiteralForm:
		return constant(t.Literal.Value).typed(t)
	case lower.EnumForm:
		return m.enum(t.Enum).typed(t)
	case lower.ListForm:
		return m.list(t).typed(t)
	case lower.MapForm:
		return m.mapping(t).typed(t)
	case lower.TupleForm:
		return m.tuple(t.Tuple).typed(t)
	case lower.StructForm:
		return m.structure(t.Struct).typed(t)
	case lower.UnionForm:
		return m.union(t)
	default:
		panic(fmt.Sprintf("sample: no values of a %s", t.Form))
	}
}

func (m *Maker) enum(e *lower.Enum) *node {
	if e.Extensions != nil && m.foreign(4) {
		return m.str(pick(m, extended(e.Extensions)))
	}
	if e.Other != lower.OtherRefused && m.foreign(4) {
		if e.Integer {
			return m.number(pick(m, []string{"-77", "4711", "9007199254740991"}))
		}
		return m.str(pick(m, oddStrings))
	}
	v := e.Values[0]
	if !m.inside() {
		v = chooseOf(m, m.valuesOf(e))
	}
	if was := e.WasOf(v); len(was) > 0 && m.foreign(4) {
		return m.str(pick(m, was))
	}
	if e.Integer {
		return m.number(v)
	}
	return m.str(v)
}

// valuesOf are the values of an enum, for a choice.
func (m *Maker) valuesOf(e *lower.Enum) named[string] {
	out, ok := m.known.values[e]
	if !ok {
		for _, v := range e.Values {
			out.add(v, v)
		}
		m.known.values[e] = out
	}
	return out
}

func enumValue(e *lower.Enum, v string) *node {
	if e.Integer {
		return number(v)
	}
	return str(v)
}

// count is a random number of items or members.
func (m *Maker) count(t *lower.Type) int {
	low, high := 0, 3
	switch {
	case m.lifelike:
		high = 2
	case m.chance(40):
		high = 40
	}
	if l := t.Limit(lower.OfItems); t.Checks == lower.CheckedByAll || m.writer != nil {
		if l.Min != nil {
			low = int(*l.Min)
		}
		if l.Max != nil {
			high = int(*l.Max)
		}
	}
	high = max(low, min(high, low+40))
	if m.small() {
		return low
	}
	return low + m.rand.IntN(high-low+1)
}

func (m *Maker) list(t *lower.Type) *node {
	count := m.count(t)
	n := m.listOf(count)
	for i := range count {
		n.items = append(n.items, within(m, strconv.Itoa(i), func() *node {
			if t.Items == lower.ItemsSkipped && m.foreign(6) {
				return m.anyValue()
			}
			return m.make(*t.Elem)
		}))
	}
	return n
}

func (m *Maker) mapping(t *lower.Type) *node {
	count := m.count(t)
	n := m.object(count)
	for range count {
		key := "a"
		if !m.lifelike {
			key = pick(m, oddKeys)
		}
		if t.Keys != nil && (t.Keys.Other == lower.OtherRefused || !m.foreign(4)) {
			key = chooseOf(m, m.valuesOf(t.Keys))
		}
		if t.Keys != nil && t.Keys.Extensions != nil && m.foreign(4) {
			key = pick(m, extended(t.Keys.Extensions))
		}
		if !n.has(key) {
			n.members = append(n.members, member{key: key, value: within(m, key, func() *node { return m.make(*t.Elem) })})
		}
	}
	return n
}

func (n *node) has(key string) bool {
	return slices.ContainsFunc(n.members, func(x member) bool { return x.key == key })
}

func (m *Maker) tuple(t *lower.Tuple) *node {
	n := m.listOf(len(t.Items))
	for i, item := range t.Items {
		if i >= t.Least && (m.small() || m.chance(2)) {
			break
		}
		n.items = append(n.items, within(m, strconv.Itoa(i), func() *node { return m.make(item) }))
	}
	return n
}

// anyValue is any JSON value.
func (m *Maker) anyValue() *node {
	m.depth++
	m.budget--
	defer func() { m.depth-- }()
	kinds := 6
	if m.small() {
		kinds = 4
	}
	switch m.rand.IntN(kinds) {
	case 0:
		return m.null()
	case 1:
		return m.boolean(m.chance(2))
	case 2:
		return m.number(pick(m, freeNumbers))
	case 3:
		return m.str(pick(m, oddStrings))
	case 4:
		count := m.rand.IntN(3)
		n := m.listOf(count)
		for range count {
			n.items = append(n.items, m.anyValue())
		}
		return n
	}
	return m.freeObject()
}

func (m *Maker) freeObject() *node {
	if m.lifelike {
		return m.object(0)
	}
	count := m.rand.IntN(4)
	n := m.object(count)
	for range count {
		if key := pick(m, oddKeys); !n.has(key) {
			n.members = append(n.members, member{key: key, value: m.anyValue()})
		}
	}
	return n
}
