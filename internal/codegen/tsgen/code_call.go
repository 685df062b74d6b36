package tsgen

import (
	"slices"

	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// Call is the call of a method over a connection, such as
//
//	const result = await client.call("prompt", { user_input: "hello" });
func (p *plan) Call(m *model.Method, data []byte) (string, bool) {
	conn := &connection{plan: p, wire: p.qualified()}
	call := conn.callOf(m)
	name, args := m.Name, []expr{}
	if data == nil && call.ParamsPresence == lower.ParamsRequired {
		return "", false
	}
	if data != nil && call.ParamsPresence != lower.ParamsNone {
		v, ok := p.checked.Written(m.Params, data)
		if !ok || depthOf(v) > deepest {
			return "", false
		}
		t := m.Params
		if carried := conn.carrierOf(call, v); carried != nil {
			u, _ := model.Resolve(m.Params).(*model.Union)
			name, t = carried.Name, carried.Of.Type
			_, _, v = p.checked.CaseOf(v, u)
		}
		if t != nil {
			c := &coder{plan: p}
			args = append(args, c.value(t, v, context{}))
			if c.inherits {
				return "", false
			}
		}
	}
	end, verb, before := p.endVariable(call), "call", "const result = await "
	switch {
	case call.Shape == lower.NotificationShape:
		verb, before = "notify", "await "
	case call.Answer == lower.AnswerTyped && (m.Result == nil || p.typ(m.Result) == emptyForm):
		before = "await "
	}
	e := literal(shown(name) + ")")
	if len(args) > 0 {
		e = args[0]
		e.After += ")"
		e.Before = shown(name) + ", " + e.Before
	}
	e.Before = before + end + "." + verb + "(" + e.Before
	e.After += ";"
	return forUsers.Lay(e, "", ""), true
}

// endVariable is what users call the end that sends a method.
func (p *plan) endVariable(c *lower.Call) string {
	role := 0
	if !c.SentBy(sides[0]) {
		role = 1
	}
	name := names.Camel(p.proto.Roles[role])
	if slices.Contains(languageWords(), name) || name == "result" {
		name += "_"
	}
	return name
}

// carrierOf is the event or the request that the params of a method are; nil if they carry
// none that is declared.
func (e *connection) carrierOf(call *lower.Call, v model.Value) *lower.Carried {
	u, ok := model.Resolve(call.Of.Params).(*model.Union)
	if !ok {
		return nil
	}
	of, i, _ := e.checked.CaseOf(v, u)
	if of == nil {
		return nil
	}
	variant := of.Variants[i]
	list := e.rows.Carried()
	if at := slices.IndexFunc(list, func(c lower.Carried) bool { return c.Call == call && c.Of == variant }); at >= 0 {
		return &list[at]
	}
	return nil
}
