package sample

import (
	"slices"

	"github.com/wiregen/wiregen/internal/model"
	"github.com/wiregen/wiregen/internal/names"
)

// maxCover bounds how many messages stand at the edges of one type.
const maxCover = 400

// cover are the messages at the edges of the type called name: each variant,
// each enum value, each state of each field, long lists, deep nesting.
func (m *Maker) cover(name string) []*node {
	c := &coverer{Maker: m}
	switch name {
	case "Message", names.Pascal(m.proto.Roles[0]) + "Message", names.Pascal(m.proto.Roles[1]) + "Message", "Batch":
		return nil // their edges are those of methods, which come at random soon enough
	}
	d := m.decl(name)
	out := c.edges(d, 0)
	if deep := c.deep(d); deep != nil {
		out = append(out, deep)
	}
	return once(out)
}

// Least is about how long the least nested message of the type called name is;
// 0 for messages of the protocol.
func (m *Maker) Least(name string) int {
	d, ok := m.decls[name]
	if !ok {
		return 0
	}
	c := &coverer{Maker: m.Fork(1)}
	return c.least(d).size()
}

// A coverer makes values without chance but in the contents of free values.
type coverer struct{ *Maker }

// least is a smallest value of t.
func (c *coverer) least(t model.Type) *node {
	c.depth, c.budget = 100, 0
	return c.make(t)
}

// edges are values of t that together show each of its states at least once.
func (c *coverer) edges(t model.Type, level int) []*node {
	if level > 3 {
		return []*node{c.least(t)}
	}
	switch t := model.Resolve(t).(type) {
	case *model.Nullable:
		out := []*node{null()}
		for _, n := range c.edges(t.Elem, level) {
			out = append(out, n.held(t))
		}
		return out
	case *model.Enum:
		var out []*node
		for _, v := range t.Values {
			out = append(out, enumValue(t, v).typed(t))
		}
		return out
	case *model.List:
		return c.lists(t, level)
	case *model.Struct:
		return c.structs(t, level)
	case *model.Union:
		var out []*node
		for _, v := range t.Variants {
			out = append(out, c.variants(t, v, level)...)
		}
		return head(out)
	case *model.Scalar:
		return c.scalars(t)
	}
	c.depth, c.budget = 0, 6
	return []*node{c.least(t), c.make(t)}
}

// scalars are the bounds of a number, both booleans, and some texts.
func (c *coverer) scalars(t *model.Scalar) []*node {
	var out []*node
	if t.Kind == model.Bool {
		return []*node{boolean(false).typed(t), boolean(true).typed(t)}
	}
	if info := t.Kind.Info(); info.Integer {
		out = edgesOf(t, info.Min, info.Max)
	}
	for len(out) < 6 {
		c.depth, c.budget = 0, 3
		out = append(out, c.make(t))
	}
	return out
}

func edgesOf(t *model.Scalar, low, high float64) []*node {
	low, high = bounds(t, low, high)
	out := []*node{number(model.FormatNumber(low)).typed(t), number(model.FormatNumber(high)).typed(t)}
	if low < 0 && high > 0 {
		out = append(out, number("0").typed(t))
	}
	return out
}

// once are the values of list, those that are written alike only once.
func once(list []*node) []*node {
	seen := make(map[string]bool)
	return slices.DeleteFunc(list, func(n *node) bool {
		text := plain(n)
		again := seen[text]
		seen[text] = true
		return again
	})
}

func head(list []*node) []*node { return list[:min(len(list), maxCover)] }

func (c *coverer) lists(t *model.List, level int) []*node {
	out := []*node{c.least(t)}
	full := list().typed(t)
	full.items = append(full.items, c.edges(t.Elem, level+1)...)
	if l := t.Limits; l != nil {
		if l.MaxItems != nil {
			full.items = full.items[:min(len(full.items), *l.MaxItems)]
		}
		if l.MinItems != nil && len(full.items) < *l.MinItems {
			return out
		}
	}
	return append(out, full)
}

// structs are the smallest object, the fullest, and one for each state of each
// field; where few keys are optional, one for each way to leave them out.
func (c *coverer) structs(t *model.Struct, level int) []*node {
	base := c.least(t)
	out := []*node{base}
	full := base.copy()
	for _, f := range t.Fields {
		if c.height(f.Type) >= endless {
			continue
		}
		for i, v := range c.edges(f.Type, level+1) {
			if len(out) < maxCover {
				n := base.copy()
				n.set(f, v)
				out = append(out, n)
			}
			if i == 0 {
				full.set(f, v)
			}
		}
	}
	out = append(out, full)
	if level == 0 {
		out = append(out, c.presence(t, full)...)
	}
	if level > 0 {
		return out[:min(len(out), maxCover/10)]
	}
	return head(out)
}

// set puts v in the place of f, in the order of the spec.
func (n *node) set(f *model.Field, v *node) {
	v = v.in(f)
	for i := range n.members {
		if n.members[i].field == f {
			n.members[i].value = v
			return
		}
	}
	n.members = append(n.members, member{key: f.Name, value: v, field: f, required: f.Required()})
}

// presence are the ways to leave optional keys out of a full object.
func (c *coverer) presence(t *model.Struct, full *node) []*node {
	var optional []*model.Field
	for _, f := range t.Fields {
		if !f.Required() {
			optional = append(optional, f)
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

func (n *node) drop(f *model.Field) {
	for i := range n.members {
		if n.members[i].field == f {
			n.members = append(n.members[:i], n.members[i+1:]...)
			return
		}
	}
}

// variants are the edges of one variant, in the dress of its union.
func (c *coverer) variants(t *model.Union, v *model.Variant, level int) []*node {
	if v.Type == nil {
		c.depth, c.budget = 0, 3
		return []*node{c.variant(t, v)}
	}
	if c.height(v.Type) >= endless {
		return nil
	}
	var out []*node
	for _, body := range c.edges(v.Type, level+1) {
		switch t.Tagging {
		case model.Adjacent:
			body = object(member{key: t.TagKey, value: tagNode(t, v.Tag), tag: t, required: true},
				member{key: t.Content, value: body, required: true}).typed(t)
		case model.External:
			body = object(member{key: v.Tag, value: body}).typed(t)
		case model.ByKind, model.ByKey, model.Ordered:
			body = body.held(t)
		}
		out = append(out, body)
	}
	return out
}

// maxDeep bounds how deep a deep value is nested.
const maxDeep = 500

// deep is a value of a recursive type that is nested a few hundred levels.
func (c *coverer) deep(t model.Type) *node {
	n := c.least(t)
	for range 98 {
		grown := c.around(t, n)
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

// depth is how deep n is nested.
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

// around is a value of t that holds inner, which is one of t too, or nil.
func (c *coverer) around(t model.Type, inner *node) *node {
	return c.hold(t, t, inner, make(map[model.Type]bool))
}

// hold is a value of t with inner, of type goal, somewhere in it. A type that
// was met leads to none, or is being looked at: neither is worth a second look.
func (c *coverer) hold(t, goal model.Type, inner *node, met map[model.Type]bool) *node {
	t = model.Resolve(t)
	if met[t] {
		return nil
	}
	met[t] = true
	inside := func(child model.Type) *node {
		if model.Resolve(child) == model.Resolve(goal) {
			return inner
		}
		return c.hold(child, goal, inner, met)
	}
	switch t := t.(type) {
	case *model.Nullable:
		if v := inside(t.Elem); v != nil {
			place := *v
			return place.held(t)
		}
	case *model.List:
		if v := inside(t.Elem); v != nil && (t.Limits == nil || t.Limits.MinItems == nil || *t.Limits.MinItems <= 1) {
			return list(v).typed(t)
		}
	case *model.Map:
		if v := inside(t.Elem); v != nil && t.Key == nil {
			return object(member{key: "k", value: v}).typed(t)
		}
	case *model.Struct:
		for _, f := range t.Fields {
			if v := inside(f.Type); v != nil {
				n := c.least(t)
				n.set(f, v)
				return n
			}
		}
	case *model.Union:
		for _, v := range t.Variants {
			if v.Type == nil {
				continue
			}
			if body := inside(v.Type); body != nil {
				switch t.Tagging {
				case model.Adjacent:
					return object(member{key: t.TagKey, value: tagNode(t, v.Tag), tag: t, required: true},
						member{key: t.Content, value: body, required: true}).typed(t)
				case model.External:
					return object(member{key: v.Tag, value: body}).typed(t)
				}
				return body.held(t)
			}
		}
	}
	return nil
}
