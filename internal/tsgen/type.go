package tsgen

import (
	"fmt"

	"github.com/wiregen/wiregen/internal/model"
)

// A shape is what TypeScript makes of a type where it is used.
type shape interface {
	// declare is the type in a declaration.
	declare() string
	// guard is an expression that reports whether the expression x is of the
	// type, in its normal form. x has no effects and may stand there twice.
	guard(x string, at depth) string
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
		return scalar{t}
	case *model.List:
		return list{t, p.shape(t.Elem)}
	case *model.Map:
		return p.mapping(t)
	case *model.Nullable:
		return nullable{p.shape(t.Elem)}
	case *model.Literal:
		return literal{t.Value}
	case model.Decl:
		return named{p, t}
	default:
		panic(fmt.Sprintf("tsgen: unknown type %T", t))
	}
}

// parens puts a type that is several into parentheses, for a list of it.
func parens(s shape) string {
	if _, several := s.(nullable); several {
		return "(" + s.declare() + ")"
	}
	return s.declare()
}

// grouped is a guard that may stand beside an "or".
func grouped(s shape, x string, at depth) string {
	if c, ok := s.(interface{ compound() bool }); ok && c.compound() {
		return "(" + s.guard(x, at) + ")"
	}
	return s.guard(x, at)
}

// guardFunc is a guard as a function, for the items of a list or map.
func guardFunc(s shape, at depth) string {
	if f, ok := s.(interface{ function() string }); ok {
		if name := f.function(); name != "" {
			return name
		}
	}
	return "(e) => " + s.guard("e", at)
}

// A named type is referred to by its name everywhere.
type named struct {
	p    *plan
	decl model.Decl
}

func (n named) name() string    { return n.p.types[n.decl] }
func (n named) declare() string { return n.name() }

func (n named) guard(x string, at depth) string {
	if n.p.deep[n.decl] {
		return fmt.Sprintf("at%s(%s, %s)", n.name(), x, at.expr())
	}
	return fmt.Sprintf("is%s(%s)", n.name(), x)
}

func (n named) function() string {
	if n.p.deep[n.decl] {
		return ""
	}
	return "is" + n.name()
}
