package sample

import (
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A node is a value of a message, with its meaning in the spec.
type node struct {
	kind    model.ValueKind
	token   string // of a scalar, as JSON; of a raw value its text
	items   []*node
	members []member
	typ     *lower.Type // nil for null, and for content without a declared type
	takes   model.Kinds // the kinds that are allowed here; none if the spec does not say
	byKey   bool        // a key identifies its variant
	ordered bool        // another variant may accept what one refuses
	places  bool        // the fields of an object, which may also be sent as an array
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
	n := &node{kind: v.Kind, token: v.JSON()}
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
func plain(n *node) string {
	var b strings.Builder
	n.write(&b)
	return b.String()
}

func (n *node) write(b *strings.Builder) {
	switch n.kind {
	case model.ListValue:
		model.WriteParts(b, "[]", n.items, func(item *node) { item.write(b) })
	case model.ObjectValue:
		model.WriteParts(b, "{}", n.members, func(x member) {
			b.WriteString(model.Quote(x.key) + ":")
			x.value.write(b)
		})
	default:
		b.WriteString(n.token)
	}
}
