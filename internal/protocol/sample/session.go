package sample

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A Setting is a member of params with a given value.
type Setting struct {
	Path []string
	JSON string
}

// Call returns a message of a method with an id, as JSON, if it is a request. If tag is
// not empty, its params are the event or the request with that tag. ok is false if none
// was found, or if the params do not have the members that are set.
func (m *Maker) Call(method, tag, id string, settings []Setting) (text string, ok bool) {
	x := m.rows.CallNamed(method)
	m.wanted = tag
	defer func() { m.wanted = "" }()
	for range tries {
		n := m.fresh(func() *node { return m.call(x) })
		params := n.member(m.rows.Dialect.NamesOf(x.Shape).Params)
		if tag != "" && (params == nil || params.tag(m.proto.Envelope.Tag) != tag) {
			continue
		}
		set(n, m.rows.Dialect.NamesOf(x.Shape).ID, raw(id))
		for _, s := range settings {
			if params == nil || !params.place(s.Path, raw(s.JSON)) {
				return "", false
			}
		}
		return plain(n), true
	}
	return "", false
}

// CallWith returns the message of a method with an id, as JSON, if it is a request, and
// with the given params, or without any.
func (m *Maker) CallWith(method, id, params string) string {
	x := m.rows.CallNamed(method)
	n := m.shell(x.Shape)
	if x.Shape == lower.RequestShape {
		n.members = append(n.members, member{key: "id", value: raw(id), required: true})
	}
	n.members = append(n.members, member{key: "method", value: str(method), required: true})
	if params != "" {
		n.members = append(n.members, member{key: "params", value: raw(params), required: true})
	}
	if d := &m.rows.Dialect; d.WriteJSONRPC && !d.Named() && n.member("jsonrpc") == nil {
		n.members = append(n.members, member{key: "jsonrpc", value: str(d.JSONRPC)})
	}
	return plain(m.ordered(n, x.Shape))
}

// Answer returns the response to a request of a method, or to the request with a tag in
// it, with an id as JSON: the error with a name, or a result if that is empty.
func (m *Maker) Answer(method, tag, id, failure string) string {
	names := m.rows.Dialect.NamesOf(lower.ResponseShape)
	var result *node
	bare := failure == "" && m.rows.CallNamed(method).ResultOptional && m.chance(3)
	n := m.fresh(func() *node {
		n := m.shell(lower.ResponseShape)
		n.members = append(n.members, member{key: "id", value: raw(id), required: true})
		if failure == "" {
			result = m.make(m.resultOf(method, tag))
			n.members = append(n.members, member{key: "result", value: result, required: true})
		} else {
			n.members = append(n.members, member{key: "error", value: m.failure(failure), required: true})
		}
		return m.ordered(n, lower.ResponseShape)
	})
	set(n, names.ID, raw(id))
	if names.Method != "" {
		set(n, names.Method, str(method))
	}
	if result != nil && n.member(names.Result) == nil {
		n.members = append(n.members, member{key: names.Result, value: result})
	}
	if bare {
		n.without(names.Result)
	}
	return plain(n)
}

// fresh makes a value of a moderate size.
func (m *Maker) fresh(do func() *node) *node {
	m.depth, m.budget = 0, 10+m.rand.IntN(20)
	return do()
}

// resultOf is the type of the result of a request.
func (m *Maker) resultOf(method, tag string) lower.Ref {
	if e := m.proto.Envelope; tag != "" && e.Requests != nil {
		if v := e.Requests.Variant(tag); v != nil {
			return m.rows.Ref(v.Result)
		}
	}
	return m.rows.CallNamed(method).Result
}

// failure is the declared error with a name.
func (m *Maker) failure(name string) *node {
	e := m.rows.ErrorNamed(name)
	words := "no"
	if e.Message != name {
		words = e.Message
	} else if m.lifelike {
		words = cmp.Or(e.Of.Doc, name)
	}
	n := faultOf(strconv.Itoa(e.Code), words)
	if e.Data != lower.NoType || m.rows.Dialect.ErrorIdentity == lower.ByDataKind {
		n.members = append(n.members, member{key: "data", value: m.errorData(e)})
	}
	return n
}

// set sets a member of a message, if it has one.
func set(n *node, key string, v *node) {
	for i := range n.members {
		if n.members[i].key == key {
			n.members[i].value = v
		}
	}
}

// without removes a member of a message.
func (n *node) without(key string) {
	n.members = slices.DeleteFunc(n.members, func(x member) bool { return x.key == key })
}

// member is the value of a member, or nil.
func (n *node) member(key string) *node {
	for _, x := range n.members {
		if x.key == key {
			return x.value
		}
	}
	return nil
}

// tag is the text of a member that is a string.
func (n *node) tag(key string) string {
	v := n.member(key)
	if v == nil || v.kind != model.StringValue {
		return ""
	}
	text, _ := strconv.Unquote(v.token)
	return text
}

// place sets the member at a path, of which all but the last are there.
func (n *node) place(path []string, v *node) bool {
	inner := n
	for _, step := range path[:len(path)-1] {
		if inner = inner.member(step); inner == nil {
			return false
		}
	}
	last := path[len(path)-1]
	if inner.kind != model.ObjectValue {
		return false
	}
	for i := range inner.members {
		if inner.members[i].key == last {
			inner.members[i].value = v
			return true
		}
	}
	inner.members = append(inner.members, member{key: last, value: v})
	return true
}
