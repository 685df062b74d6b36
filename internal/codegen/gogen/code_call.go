package gogen

import (
	"go/token"
	"slices"
	"strings"
	"sync"

	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// Call returns the call of a method of an end of a connection, such as
//
//	result, err := client.Prompt(ctx, &wire.PromptParams{UserInput: "hello"})
//
// A package without connections has none.
func (p *plan) Call(m *model.Method, data []byte) (string, bool) {
	if p.noConnections {
		return "", false
	}
	p.prepare()
	role := 0
	if m.From == model.From(lower.FromAgent) {
		role = 1
	}
	e := p.callers[role]()
	s, arg, ok := e.spoken(m, data)
	if !ok {
		return "", false
	}
	args := code("ctx")
	if arg != "" {
		args += ", " + arg
	}
	before := "err := "
	if !s.notifies() && s.result != "" {
		before = "result, err := "
	}
	return p.laidOut(before, src("$1.$2($3)", p.endVariable(role), s.name, args)), true
}

// endVariable is what users call an end.
func (p *plan) endVariable(role int) string {
	name := names.Camel(p.proto.Roles[role])
	if token.IsKeyword(name) || slices.Contains([]string{"ctx", "err", "result", "wirert", p.pkg}, name) {
		name += "_"
	}
	return name
}

// spoken returns what an end says to send a method with params, and the argument for them;
// "" if it has none.
func (e *end) spoken(m *model.Method, data []byte) (*saying, code, bool) {
	v, has := model.Value{}, data != nil
	if has {
		var ok bool
		if v, ok = e.checked.Written(m.Params, data); !ok {
			return nil, "", false
		}
	}
	write := values{e.plan, true}
	picked := sync.OnceValue(func() *variant {
		of, _ := e.pickVariant(v, e.requests())
		return of
	})
	for _, s := range e.says {
		if s.Method != m {
			continue
		}
		if s.variant != nil {
			if !has {
				return nil, "", false
			}
			if picked() == s.variant {
				return s, write.unionValue(v, e.requests()), true
			}
			continue
		}
		name, typ := s.param(e.plan)
		f := s.params
		switch {
		case name == "":
			return s, "", true
		case !has && s.optional() && (strings.HasPrefix(string(typ), "*") || f().shape.nilable()):
			return s, "nil", true
		case !has:
			return nil, "", false
		case s.byPointer():
			return s, "&" + write.goValue(v, f().shape.present()), true
		case f().unsetBy(&v):
			return s, "nil", true
		}
		return s, write.fieldValue(v, f()), true
	}
	return nil, "", false
}
