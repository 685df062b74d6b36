package check

import (
	"fmt"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/model"
	"github.com/wiregen/wiregen/internal/syntax"
)

// kinds is a set of JSON kinds.
type kinds int

const (
	stringKind kinds = 1 << iota
	boolKind
	numberKind
	listKind
	objectKind
	nullKind
	allKinds = stringKind | boolKind | numberKind | listKind | objectKind | nullKind
)

// kindsOf is the JSON kinds that a value of t may have.
func kindsOf(t model.Type) kinds {
	switch t := model.Resolve(t).(type) {
	case *model.Scalar:
		return scalarKinds(t)
	case *model.Enum:
		if t.Integer {
			return numberKind
		}
		return stringKind
	case *model.List, *model.Tuple:
		return listKind
	case *model.Nullable:
		return kindsOf(t.Elem) | nullKind
	case *model.Literal:
		return map[model.ValueKind]kinds{model.StringValue: stringKind, model.NumberValue: numberKind, model.BoolValue: boolKind}[t.Value.Kind]
	case *model.Union:
		if t.Tagging != model.ByKind {
			return objectKind
		}
		var all kinds
		for _, v := range t.Variants {
			all |= kindsOf(v.Type)
		}
		return all
	}
	return objectKind
}

func scalarKinds(t *model.Scalar) kinds {
	switch t.Kind {
	case model.Bool:
		return boolKind
	case model.Int, model.Int32, model.Uint32, model.Float:
		return numberKind
	case model.Int64, model.Uint64:
		if !t.Text {
			return numberKind
		}
	case model.Any:
		return allKinds
	case model.Object, model.Empty:
		return objectKind
	case model.Null:
		return nullKind
	}
	return stringKind
}

// fillByKind fills the union that arms spell. Once all names are resolved, it
// takes in the arms of unions among them and checks that no two share a kind.
func (c *checker) fillByKind(u *model.Union, e *syntax.Expr, arms []*syntax.Expr) {
	for _, arm := range arms {
		u.Variants = append(u.Variants, &model.Variant{Meta: model.Meta{Span: arm.Span}, Type: c.expr(arm)})
	}
	c.shape = append(c.shape, func() {
		u.Variants = flatten(u)
		c.values = append(c.values, func() { c.overlap(u, e) })
	})
}

// flatten is the variants of u with those of unions by kind in the place of
// the unions. Cycles are broken before.
func flatten(u *model.Union) []*model.Variant {
	var out []*model.Variant
	for _, v := range u.Variants {
		inner, ok := model.Resolve(v.Type).(*model.Union)
		if !ok || inner.Tagging != model.ByKind {
			out = append(out, v)
			continue
		}
		for _, w := range flatten(inner) {
			out = append(out, &model.Variant{Meta: model.Meta{Span: v.Span}, Type: w.Type})
		}
	}
	return out
}

// overlap reports the first two variants that share a JSON kind, with a value
// that both accept.
func (c *checker) overlap(u *model.Union, e *syntax.Expr) {
	var apart []*model.Variant // no two share a kind, so there are never more than kinds
	for _, b := range u.Variants {
		if b.Type == c.bad {
			continue
		}
		for _, a := range apart {
			shared := kindsOf(a.Type) & kindsOf(b.Type)
			if shared == 0 {
				continue
			}
			message := fmt.Sprintf("%q and %q are both %s", a.Type, b.Type, kindWord(shared))
			if v, ok := bothAccept(a.Type, b.Type); ok {
				message += fmt.Sprintf(": %s fits each of them", v.JSON())
			}
			c.error(diag.UnionKindOverlap, b.Span, message, "tell them apart by a tag: union: {tag: type}")
			return
		}
		apart = append(apart, b)
	}
}

func kindWord(k kinds) string {
	switch {
	case k&objectKind != 0:
		return "objects"
	case k&stringKind != 0:
		return "strings"
	case k&numberKind != 0:
		return "numbers"
	case k&listKind != 0:
		return "lists"
	case k&boolKind != 0:
		return "booleans"
	}
	return "null"
}
