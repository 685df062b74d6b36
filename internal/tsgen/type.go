package tsgen

import (
	"cmp"
	"fmt"

	"github.com/wiregen/wiregen/internal/model"
)

// A shape is what TypeScript makes of a type where it is used.
type shape struct {
	declare  string // the type in a declaration
	function string // the guard as a function; "" where it has no name
	elem     *shape // of what may be null: what it is beside that
	// conds are what must hold of the expression x where it is of the type, in its
	// normal form. x has no effects and may stand there several times.
	conds func(x string, at depth) []string
}

// guard is the condition that x is of the type.
func (s shape) guard(x string, at depth) string { return allOfOne(s.conds(x, at)) }

// grouped is the guard as it may stand beside an "or".
func (s shape) grouped(x string, at depth) string {
	conds := s.conds(x, at)
	if len(conds) > 1 {
		return "(" + allOfOne(conds) + ")"
	}
	return conds[0]
}

// each is the guard as a function, for the items of a list or map.
func (s shape) each(at depth) string {
	return cmp.Or(s.function, "(e) => "+s.guard("e", at))
}

// parens puts a type that is several into parentheses, for a list of it.
func (s shape) parens() string {
	if s.elem != nil {
		return "(" + s.declare + ")"
	}
	return s.declare
}

// A depth is how many objects and lists stand around a value, in a guard that
// counts them.
type depth struct {
	counted bool // the guard has a parameter d: how many stood around its own value
	inner   int
}

func (d depth) down() depth { return depth{d.counted, d.inner + 1} }

func (d depth) expr() string {
	switch {
	case !d.counted:
		return fmt.Sprint(d.inner)
	case d.inner == 0:
		return "d"
	default:
		return fmt.Sprintf("d + %d", d.inner)
	}
}

// shape is the one switch over the kinds of types.
func (p *plan) shape(t model.Type) shape {
	switch t := t.(type) {
	case *model.Scalar:
		return scalarShape(t)
	case *model.List:
		return listShape(t, p.shape(t.Elem))
	case *model.Map:
		return p.mapShape(t)
	case *model.Nullable:
		elem := p.shape(t.Elem)
		return shape{declare: elem.declare + " | null", elem: &elem, conds: func(x string, at depth) []string {
			return []string{fmt.Sprintf("(%s === null || %s)", x, elem.grouped(x, at))}
		}}
	case *model.Literal:
		value := jsValue(t.Value)
		return shape{declare: value, conds: func(x string, _ depth) []string { return []string{equals(x, value)} }}
	case model.Decl:
		return p.named(t)
	default:
		panic(fmt.Sprintf("tsgen: unknown type %T", t))
	}
}

// named is a named type, which is referred to by its name everywhere.
func (p *plan) named(d model.Decl) shape {
	name := p.types[d]
	if p.deep[d] {
		return shape{declare: name, conds: func(x string, at depth) []string {
			return []string{fmt.Sprintf("at%s(%s, %s)", name, x, at.expr())}
		}}
	}
	return shape{declare: name, function: "is" + name, conds: func(x string, _ depth) []string {
		return []string{fmt.Sprintf("is%s(%s)", name, x)}
	}}
}
