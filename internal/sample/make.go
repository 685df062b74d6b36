package sample

import (
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/model"
)

// small tells whether what is made should come to an end.
func (m *Maker) small() bool { return m.budget <= 0 || m.depth > 12 }

// make is a random value of t.
func (m *Maker) make(t model.Type) *node {
	m.depth++
	m.budget--
	defer func() { m.depth-- }()
	switch t := model.Resolve(t).(type) {
	case *model.Scalar:
		return m.scalar(t).typed(t)
	case *model.Literal:
		return constant(t.Value).typed(t)
	case *model.Enum:
		return m.enum(t).typed(t)
	case *model.Nullable:
		if m.small() || m.chance(4) {
			return null().typed(t)
		}
		return m.make(t.Elem).held(t)
	case *model.List:
		return m.list(t).typed(t)
	case *model.Map:
		return m.mapping(t).typed(t)
	case *model.Tuple:
		return m.tuple(t).typed(t)
	case *model.Struct:
		return m.structure(t).typed(t)
	case *model.Union:
		return m.union(t)
	default:
		panic(fmt.Sprintf("sample: no values of %T", t))
	}
}

func (m *Maker) enum(t *model.Enum) *node {
	if (t.Open || t.Fallback != nil) && m.foreign(4) {
		if t.Integer {
			return number(pick(m, []string{"-77", "4711", "9007199254740991"}))
		}
		return str(pick(m, oddStrings))
	}
	v := pick(m, t.Values)
	if len(v.Was) > 0 && m.foreign(4) {
		return str(pick(m, v.Was))
	}
	return enumValue(t, v)
}

func enumValue(t *model.Enum, v *model.EnumValue) *node {
	if t.Integer {
		return number(fmt.Sprint(v.Number))
	}
	return str(v.Value)
}

// count is how many items or members something has.
func (m *Maker) count(l *model.Limits) int {
	low, high := 0, 3
	if m.chance(40) {
		high = 40
	}
	if l.Read() || m.writer != nil && l.Write() {
		if l.MinItems != nil {
			low = *l.MinItems
		}
		if l.MaxItems != nil {
			high = *l.MaxItems
		}
	}
	high = max(low, min(high, low+40))
	if m.small() {
		return low
	}
	return low + m.rand.IntN(high-low+1)
}

func (m *Maker) list(t *model.List) *node {
	n := list()
	for range m.count(t.Limits) {
		n.items = append(n.items, m.make(t.Elem))
	}
	return n
}

func (m *Maker) mapping(t *model.Map) *node {
	n := object()
	for range m.count(nil) {
		key := pick(m, oddKeys)
		if t.Key != nil && (!t.Key.Open || !m.foreign(4)) {
			key = pick(m, t.Key.Values).Value
		}
		if !n.has(key) {
			n.members = append(n.members, member{key: key, value: m.make(t.Elem)})
		}
	}
	return n
}

func (n *node) has(key string) bool {
	return slices.ContainsFunc(n.members, func(x member) bool { return x.key == key })
}

func (m *Maker) tuple(t *model.Tuple) *node {
	n := list()
	for _, item := range t.Items {
		if item.Optional && (m.small() || m.chance(2)) {
			break
		}
		n.items = append(n.items, m.make(item.Type))
	}
	return n
}

// free is any JSON value.
func (m *Maker) free() *node {
	m.depth++
	m.budget--
	defer func() { m.depth-- }()
	kinds := 6
	if m.small() {
		kinds = 4
	}
	switch m.rand.IntN(kinds) {
	case 0:
		return null()
	case 1:
		return boolean(m.chance(2))
	case 2:
		return number(pick(m, freeNumbers))
	case 3:
		return str(pick(m, oddStrings))
	case 4:
		n := list()
		for range m.rand.IntN(3) {
			n.items = append(n.items, m.free())
		}
		return n
	}
	return m.freeObject()
}

func (m *Maker) freeObject() *node {
	n := object()
	for range m.rand.IntN(4) {
		if key := pick(m, oddKeys); !n.has(key) {
			n.members = append(n.members, member{key: key, value: m.free()})
		}
	}
	return n
}
