package sample

import (
	"slices"
	"strconv"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A node is a value of a message, with its meaning in the spec.
type node struct {
	kind      model.ValueKind
	token     string // of a scalar, as JSON; of a raw value its text
	items     []*node
	members   []member
	typ       *lower.Type // nil for null, and for content without a declared type
	takes     model.Kinds // the kinds that are allowed here; none if the spec does not say
	byKey     bool        // a key identifies its variant
	ordered   bool        // another variant may accept what one refuses
	exact     bool        // it is a number of a default whose exact value counts
	loose     bool        // a reader passes over a fault in it
	skippable bool        // a reader may skip it
	places    bool        // the fields of an object, which may also be sent as an array
}

// A member is one key of an object.
type member struct {
	key      string
	value    *node
	field    *lower.Field // its field, under the current name or an older one; or nil
	tag      *lower.Union // the union whose tag it is, or nil
	required bool         // required
}

func null() *node { return &node{kind: model.NullValue, token: "null"} }

func boolean(b bool) *node {
	return &node{kind: model.BoolValue, token: strconv.FormatBool(b)}
}

func number(token string) *node { return &node{kind: model.NumberValue, token: token} }

func str(s string) *node { return &node{kind: model.StringValue, token: model.Quote(s)} }

func list(items ...*node) *node { return &node{kind: model.ListValue, items: items} }

func object(members ...member) *node { return &node{kind: model.ObjectValue, members: members} }

// raw is a value with the given text.
func raw(text string) *node { return &node{token: text} }

// constant is a value of the spec.
func constant(v model.Value) *node {
	n := &node{kind: v.Kind, token: v.JSON(), exact: v.Wide}
	for _, item := range v.Items {
		n.items = append(n.items, constant(item))
	}
	for _, x := range v.Members {
		n.members = append(n.members, member{key: x.Key, value: constant(x.Value)})
	}
	return n
}

func (n *node) typed(t *lower.Type) *node {
	n.typ, n.takes = t, t.Reads
	return n
}

// in is n in a place that allows some kinds of values.
func (n *node) in(takes model.Kinds) *node {
	n.takes = takes
	return n
}

// undeclared is n as content without a declared type.
func (n *node) undeclared() *node {
	n.typ, n.takes, n.byKey, n.ordered = nil, 0, false, false
	for _, item := range n.items {
		item.undeclared()
	}
	for i, x := range n.members {
		n.members[i] = member{key: x.key, value: x.value.undeclared()}
	}
	return n
}

// copy is a copy of n that can be changed.
func (n *node) copy() *node {
	out := *n
	out.items = make([]*node, len(n.items))
	for i, item := range n.items {
		out.items[i] = item.copy()
	}
	out.members = make([]member, len(n.members))
	for i, x := range n.members {
		x.value = x.value.copy()
		out.members[i] = x
	}
	return &out
}

// plain is the text of n without spaces.
func plain(n *node) string { return string(n.append(make([]byte, 0, n.size()))) }

// append is the text of n behind what dst has.
func (n *node) append(dst []byte) []byte {
	switch n.kind {
	case model.ListValue:
		dst = append(dst, '[')
		for i, item := range n.items {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = item.append(dst)
		}
		return append(dst, ']')
	case model.ObjectValue:
		dst = append(dst, '{')
		for i := range n.members {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(model.AppendQuote(dst, n.members[i].key), ':')
			dst = n.members[i].value.append(dst)
		}
		return append(dst, '}')
	}
	return append(dst, n.token...)
}

// A memory is what a node was.
type memory struct {
	of      *node
	was     node
	items   []*node
	members []member
}

// remember is all that n holds, which shares nothing within itself.
func (n *node) remember(out []memory) []memory {
	out = append(out, memory{n, *n, slices.Clone(n.items), slices.Clone(n.members)})
	for _, item := range n.items {
		out = item.remember(out)
	}
	for _, x := range n.members {
		out = x.value.remember(out)
	}
	return out
}

// restore makes nodes what they were, in their places.
func restore(list []memory) {
	for _, m := range list {
		*m.of = m.was
		copy(m.of.items, m.items)
		copy(m.of.members, m.members)
	}
}
