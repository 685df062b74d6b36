package gogen

import (
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// capabilityTest returns the condition under which a member of a capability struct
// is there, and neither null nor false; "" when that cannot be:
//
//	client != nil && client.Questions.Nested
func (p gates) capabilityTest(gate *model.Gate) code {
	side := p.gateParam(gate.Capability.Role)
	_, path, _ := strings.Cut(gate.Name, ".")
	further := p.pathTest(gate.Capability.Type, side, strings.Split(path, "."))
	switch {
	case further == nil:
		return src("$1 != nil", side)
	case further.never:
		return ""
	}
	return src("$1 != nil && $2", side, further.beside())
}

// A condition is an expression, or nil for what always holds.
type condition struct {
	code
	either bool // it is a || b
	never  bool // it never holds, and has no expression
}

// beside returns the condition as an operand of &&.
func (c *condition) beside() code {
	if c.either {
		return src("($1)", c.code)
	}
	return c.code
}

// pathTest returns what must hold of v, a struct, for the member at the path to
// be there, and neither null nor false.
func (p gates) pathTest(t *model.Struct, v string, path []string) *condition {
	f := p.memberOf(t, path[0])
	x := v + "." + f.name
	there, unset := f.presence(x)
	if f.row.Patch {
		x += ".Value"
	}
	further := p.valueTest(f, x, path[1:])
	switch {
	case there == "":
		return further
	case p.defaultOpens(f, path[1:]): // v.Level == nil || *v.Level
		if further == nil {
			return nil
		}
		return &condition{code: src("$1 || $2", unset, further.code), either: true}
	case further == nil:
		return &condition{code: there}
	case further.never:
		return further
	}
	return &condition{code: src("$1 && $2", there, further.beside())}
}

// valueTest returns what must hold of the value of f, which is there.
func (p gates) valueTest(f *field, x string, rest []string) *condition {
	switch u, isUnion := f.shape.decl.(*model.Union); {
	case len(rest) > 0 && isUnion:
		return p.unionTest(u, x, rest)
	case len(rest) > 0:
		return p.pathTest(f.shape.decl.(*model.Struct), x, rest)
	}
	switch f.shape.form {
	case formBool:
		if f.pointer() {
			x = "*" + x
		}
		return &condition{code: f.shape.plain(code(x))}
	case formAny:
		return &condition{code: src(`$1.String() != "null" && $1.String() != "false"`, x)}
	case formNothing:
		if value := f.onlyValue(); value == "null" || value == "false" {
			return &condition{never: true}
		}
	case formUnion:
		var tests []string
		for _, no := range p.falseVariants(f.shape.decl.(*model.Union)) {
			tests = append(tests, x+" != "+string(no))
		}
		if len(tests) > 0 {
			return &condition{code: code(strings.Join(tests, " && "))}
		}
	}
	return nil
}

// unionTest returns what must hold of a value of a union for the member at the path to be in
// it: bool | Options has none if it is true.
func (p gates) unionTest(u *model.Union, x string, rest []string) *condition {
	var tests []string
	for _, s := range model.ObjectsOf(u) {
		if len(model.Follow(s, strings.Join(rest, "."))) == 0 {
			continue
		}
		inner := p.pathTest(s, "o", rest)
		switch {
		case inner == nil:
			inner = &condition{code: "true"}
		case inner.never:
			continue
		}
		tests = append(tests, string(src("codec.Holds($1, func(o *$2) bool { return $3 })", x, p.types[s], inner.code)))
	}
	if len(tests) == 0 {
		return &condition{never: true}
	}
	return &condition{code: code(strings.Join(tests, " || ")), either: len(tests) > 1}
}

// falseVariants returns the values of a union that are false: InputBool(false).
func (p gates) falseVariants(u *model.Union) []code {
	var out []code
	for _, v := range p.variants[u] {
		sh := p.body(v)
		switch {
		case wrapped(u):
		case v.nested() != nil:
			out = append(out, p.falseVariants(v.nested())...)
		case sh.form == formBool: // also a distinct one
			out = append(out, src("$1(false)", v.typ))
		case sh.literal != nil && sh.literal.Value.JSON() == "false":
			out = append(out, src("($1{})", v.typ))
		}
	}
	return out
}

// presence returns the conditions under which f, at x, holds a value and holds
// none; "" when it always holds one.
func (f *field) presence(x string) (there, unset code) {
	switch {
	case f.absent:
		return "", ""
	case f.flag:
		return code(x), code("!" + x)
	case f.row.Patch:
		return src("$1.State == wirert.Set", x), src("$1.State != wirert.Set", x)
	case f.shape.form == formAny, f.shape.form == formObject && f.unset:
		return code("len(" + x + ") > 0"), code("len(" + x + ") == 0")
	case f.pointer(), f.unset, f.shape.form == formUnion:
		return code(x + " != nil"), code(x + " == nil")
	}
	return "", ""
}

// defaultOpens reports whether the default of f, which nil means, has the
// member at the path, and that is neither null nor false.
func (p gates) defaultOpens(f *field, path []string) bool {
	if f.def == nil || f.def.Kind == model.NullValue {
		return false
	}
	if len(path) == 0 {
		return f.def.Kind != model.BoolValue || f.def.Bool
	}
	s, value := f.shape.decl, *f.def
	if u, isUnion := s.(*model.Union); isUnion {
		v, body := p.pickVariant(value, u)
		if v == nil || v.Type == nil {
			return false
		}
		s, value = nil, body
		if t, isStruct := model.Plain(v.Type).(*model.Struct); isStruct { // else it is the boolean of bool | Options
			s = t
		}
	}
	of, isStruct := s.(*model.Struct)
	if !isStruct || len(model.Follow(of, strings.Join(path, "."))) == 0 {
		return false
	}
	inner := *p.memberOf(of, path[0])
	for _, m := range value.Members {
		if m.Key == inner.Name {
			inner.def = &m.Value
		}
	}
	return p.defaultOpens(&inner, path[1:])
}

// memberOf returns the field of t with a wire name, or the item with a name.
func (p gates) memberOf(t *model.Struct, name string) *field {
	for _, f := range p.fieldsOf(t) {
		if f.Name == name && !p.isTuple(t) || p.isTuple(t) && p.itemNames[f.Field] == name {
			return f
		}
	}
	panic("gogen: a gate leads to an undeclared field " + name)
}
