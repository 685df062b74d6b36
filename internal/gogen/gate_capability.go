package gogen

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/wiregen/wiregen/internal/model"
)

// capabilityTest is the condition under which a member of a capability struct
// is there, and true if it is a boolean:
//
//	client != nil && client.Questions.Nested
func (p *plan) capabilityTest(gate *model.Gate) jen.Code {
	side := jen.Id(gateParam(gate.Capability.Role))
	_, path, _ := strings.Cut(gate.Name, ".")
	test := side.Clone().Op("!=").Nil()
	if further := p.pathTest(gate.Capability.Type, side, strings.Split(path, ".")); further != nil {
		test.Op("&&").Add(further.beside())
	}
	return test
}

// A condition is an expression, or nil for what always holds.
type condition struct {
	*jen.Statement
	either bool // it is a || b
}

// beside is the condition as it stands beside &&.
func (c *condition) beside() *jen.Statement {
	if c.either {
		return jen.Parens(c.Statement)
	}
	return c.Statement
}

// pathTest is what must hold of v, a struct, for the member at the path to be
// there.
func (p *plan) pathTest(t *model.Struct, v *jen.Statement, path []string) *condition {
	f := p.memberOf(t, path[0])
	x := v.Clone().Dot(f.name)
	there, unset := f.presence(x)
	if f.row.Patch {
		x = x.Clone().Dot("Value")
	}
	further := p.valueTest(f, x, path[1:])
	switch {
	case there == nil:
		return further
	case p.defaultOpens(f, path[1:]): // v.Level == nil || *v.Level
		if further == nil {
			return nil
		}
		return &condition{unset.Op("||").Add(further.Statement), true}
	case further == nil:
		return &condition{there, false}
	}
	return &condition{there.Op("&&").Add(further.beside()), false}
}

// valueTest is what must hold of the value of f, which is there.
func (p *plan) valueTest(f *field, x *jen.Statement, rest []string) *condition {
	switch {
	case len(rest) > 0:
		return p.pathTest(f.shape.decl.(*model.Struct), x, rest)
	case f.shape.form == formBool && f.pointer():
		return &condition{jen.Op("*").Add(x), false}
	case f.shape.form == formBool:
		return &condition{x, false}
	}
	return nil
}

// presence are the conditions under which f holds a value and holds none; nil
// when it always holds one.
func (f *field) presence(x *jen.Statement) (there, unset *jen.Statement) {
	switch {
	case f.absent:
		return nil, nil
	case f.flag:
		return x.Clone(), jen.Op("!").Add(x)
	case f.row.Patch:
		state := x.Clone().Dot("State")
		return state.Clone().Op("==").Add(rt("Set")), state.Clone().Op("!=").Add(rt("Set"))
	case f.pointer(), f.unset:
		return x.Clone().Op("!=").Nil(), x.Clone().Op("==").Nil()
	}
	return nil, nil
}

// defaultOpens tells whether the default of f, which nil stands for, has the
// member at the path, and true if it is a boolean.
func (p *plan) defaultOpens(f *field, path []string) bool {
	if f.def == nil || f.def.Kind == model.NullValue {
		return false
	}
	if len(path) == 0 {
		return f.def.Kind != model.BoolValue || f.def.Bool
	}
	inner := *p.memberOf(f.shape.decl.(*model.Struct), path[0])
	for _, m := range f.def.Members {
		if m.Key == inner.Name {
			inner.def = &m.Value
		}
	}
	return p.defaultOpens(&inner, path[1:])
}

// memberOf is the field of t with a wire name, or the item with a name.
func (p *plan) memberOf(t *model.Struct, name string) *field {
	for _, f := range p.fieldsOf(t) {
		if f.Name == name && !p.isTuple(t) || p.isTuple(t) && p.itemNames[f.Field] == name {
			return f
		}
	}
	panic("gogen: a gate leads to no field " + name)
}
