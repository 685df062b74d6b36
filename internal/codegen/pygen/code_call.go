package pygen

import (
	"slices"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// Call is the call of a method of an end of a connection:
//
//	result = await client.prompt(PromptParams(user_input="hello"))
func (p *plan) Call(m *model.Method, data []byte) (string, bool) {
	if !p.hasConnections() {
		return p.written(m, data)
	}
	role := 0
	if m.From == model.From(lower.FromAgent) {
		role = 1
	}
	call := p.rows.CallNamed(m.Name)
	if data == nil && call.ParamsPresence == lower.ParamsRequired {
		return "", false
	}
	var args []backend.Expr
	var variant *model.Variant
	if data != nil && call.ParamsPresence != lower.ParamsNone {
		v, ok := p.checked.Written(m.Params, data)
		if !ok {
			return "", false
		}
		args = append(args, p.valueCode(m.Params, v))
		if u, ok := model.Resolve(m.Params).(*model.Union); ok {
			if of, i, _ := p.checked.CaseOf(v, u); of != nil {
				variant = of.Variants[i]
			}
		}
	}
	at := slices.IndexFunc(p.ends[role].says, func(s *saying) bool { return s.call == call && (s.variant == nil || s.variant == variant) })
	if at < 0 {
		return "", false // an undeclared request
	}
	s := p.ends[role].says[at]
	e := calledWith("await "+p.endVariable(role)+"."+s.name, args...)
	if s.answered() && p.annotator().given(s) != "None" {
		e.Before = "result = " + e.Before
	}
	return forUsers.Lay(e, "", ""), true
}

// endVariable is what users call an end.
func (p *plan) endVariable(role int) string {
	name := attributeName(p.proto.Roles[role])
	if isLanguageWord()[name] || name == "result" {
		return escaped(name)
	}
	return name
}

// written is the message of a method, written, for packages without connections:
//
//	text = write_message(PromptMessage(id="1", params=PromptParams(user_input="hello")))
//
// There is none where the message needs further members.
func (p *plan) written(m *model.Method, data []byte) (string, bool) {
	call := p.rows.CallNamed(m.Name)
	if data == nil && call.ParamsPresence == lower.ParamsRequired || slices.ContainsFunc(p.rows.Dialect.MembersOf(call.Shape), isRequired) {
		return "", false
	}
	e := calledWith(p.methods[m])
	if call.Shape == lower.RequestShape {
		id := "1"
		if p.rows.Dialect.StringID {
			id = `"1"`
		}
		e.Set("id=", backend.Expr{Text: id})
	}
	if data != nil && call.ParamsPresence != lower.ParamsNone {
		v, ok := p.checked.Written(m.Params, data)
		if !ok {
			return "", false
		}
		e.Set("params=", p.valueCode(m.Params, v))
	}
	out := calledWith("text = write_message", e)
	return forUsers.Lay(out, "", ""), true
}
