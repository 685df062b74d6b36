package sample

import (
	"slices"
	"strconv"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// Lifelike returns a maker of the same protocol whose messages are realistic for a peer of
// this version: examples of the spec where it has some, or else small plausible values,
// without content that only other versions send.
func (m *Maker) Lifelike(seed uint64) *Maker {
	n := m.Fork(seed)
	n.lifelike = true
	return n
}

// example is one of the examples of a type, or nil.
func (m *Maker) example(t *lower.Type) *node {
	d, ok := t.Of.(model.Decl)
	if !ok || len(d.Info().Examples) == 0 {
		return nil
	}
	n := constant(pick(m, d.Info().Examples).Value)
	if t.Form == lower.StructForm {
		for _, tag := range t.Struct.Tags {
			if u := m.rows.Decl(tag.Of.Union).Union; !n.has(u.Key) {
				n.members = append([]member{tagMember(u, tag.Values[0])}, n.members...)
			}
		}
	}
	return n
}

// examplePart is the params or the result of one of the examples of a method; ok is false
// if none has it.
func (m *Maker) examplePart(method, part string) (value model.Value, ok bool) {
	var list []model.Value
	for _, x := range m.rows.CallNamed(method).Of.Examples {
		for _, y := range x.Value.Members {
			if y.Key == part {
				list = append(list, y.Value)
			}
		}
	}
	if len(list) == 0 {
		return model.Value{}, false
	}
	return pick(m, list), true
}

// plausible is a small value of a scalar, whose name says what it is.
func (m *Maker) plausible(t *lower.Type) *node {
	s := t.Scalar
	info := s.Kind.Info()
	switch {
	case s.Kind == model.Any:
		return str("anything")
	case s.Kind == model.Bool:
		return boolean(m.chance(2))
	case info.Kinds == model.Strings && !info.Checked && info.Form == "" && len(t.Limits) == 0:
		return str(m.called)
	case info.Form != "" && !info.Checked && hasForm(t, info.Edges[0]):
		return str(info.Edges[0])
	case info.Kinds == model.Numbers && len(t.Limits) == 0:
		return number(strconv.Itoa(1 + m.rand.IntN(100)))
	}
	return smallNode(t.Of)
}

// Value returns a value of t, as JSON.
func (m *Maker) Value(t model.Type) string {
	return plain(m.fresh(func() *node { return m.make(m.rows.Ref(t)) }))
}

// AnswerWith returns the response to a request of a method with an id and a result, all as
// JSON.
func (m *Maker) AnswerWith(method, id, result string) string {
	return m.respond(method, id, member{key: "result", value: raw(result), required: true})
}

// Refusal returns the response with an error of a code to a request with an id, which may
// be null, or empty for none. data is JSON, or empty for none.
func (m *Maker) Refusal(method, id string, code int, words, data string) string {
	fault := faultOf(strconv.Itoa(code), words)
	if data != "" {
		fault.members = append(fault.members, member{key: "data", value: raw(data)})
	}
	return m.respond(method, id, member{key: "error", value: fault, required: true})
}

// respond returns the response with an id and a result or an error.
func (m *Maker) respond(method, id string, outcome member) string {
	names := m.rows.Dialect.NamesOf(lower.ResponseShape)
	n := m.shell(lower.ResponseShape)
	if id != "" {
		n.members = append(n.members, member{key: "id", value: raw(id), required: true})
	}
	n.members = append(n.members, outcome)
	n = m.ordered(n, lower.ResponseShape)
	if names.Method != "" {
		set(n, names.Method, str(method))
	}
	if outcome.key == "result" && n.member(names.Result) == nil { // it may be left out of some messages
		n.members = append(n.members, member{key: names.Result, value: outcome.value})
	}
	n.members = slices.DeleteFunc(n.members, func(x member) bool { return x.key == names.Method && method == "" && names.Method != "" })
	return plain(n)
}

// Result returns the result of a request of a method, or of the request with a tag in it,
// as JSON; the members at the paths are set.
func (m *Maker) Result(method, tag string, settings []Setting) string {
	return plain(m.fresh(func() *node {
		var n *node
		if value, ok := m.examplePart(method, "result"); ok && tag == "" {
			n = constant(value)
		} else {
			m.called = method
			n = m.make(m.resultOf(method, tag))
		}
		for _, s := range settings {
			n.place(s.Path, raw(s.JSON))
		}
		return n
	}))
}
