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
		switch t.Tagging {
		case model.Internal, model.Adjacent, model.ByKey:
			return objectKind
		case model.External:
			return externalKinds(t)
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

// externalKinds are the kinds in which the variants of u come: a string without
// a body, an object with one.
func externalKinds(u *model.Union) kinds {
	var all kinds
	for _, v := range u.Variants {
		if v.Type == nil {
			all |= stringKind
		} else {
			all |= objectKind
		}
	}
	if u.KeepUnknown {
		return stringKind | objectKind
	}
	return all
}

// fill takes in the arms that a union spells.
func (c *checker) fill(u *model.Union, arms []*syntax.Expr) {
	for _, arm := range arms {
		u.Variants = append(u.Variants, &model.Variant{Meta: model.Meta{Span: arm.Span}, Type: c.expr(arm)})
	}
}

// flatten is the variants of u with those of unions by kind, and of unions that
// are told apart like u, in the place of the unions. Cycles are broken before.
func flatten(u *model.Union) []*model.Variant {
	var out []*model.Variant
	for _, v := range u.Variants {
		inner, ok := model.Resolve(v.Type).(*model.Union)
		if !ok || inner.Tagging != model.ByKind && inner.Tagging != u.Tagging {
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
func (c *checker) overlap(u *model.Union) {
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
			c.error(diag.UnionKindOverlap, c.spanOf(b), message, overlapHelp(a, b)).WithRelated(c.spanOf(a), "the other variant")
			return
		}
		apart = append(apart, b)
	}
}

// overlapHelp says how a and b, which share a kind, could be told apart.
func overlapHelp(a, b *model.Variant) string {
	_, isStruct := model.Resolve(a.Type).(*model.Struct)
	_, both := model.Resolve(b.Type).(*model.Struct)
	reads, isRead := covers(a.Type, b.Type), covers(b.Type, a.Type)
	switch {
	case reads && isRead:
		return "remove one of them"
	case isStruct && both && (ownKey(a, []*model.Variant{b}) != "" || ownKey(b, []*model.Variant{a}) != ""):
		return "tell them apart by a tag: union: {tag: type}; or by a key that only one has: match: key"
	case reads:
		return fmt.Sprintf("remove %q, or write match: ordered with %q before %q", b.Type, b.Type, a.Type)
	case isRead:
		return fmt.Sprintf("remove %q, or write match: ordered", a.Type)
	case isStruct || both:
		return "tell them apart by a tag: union: {tag: type}; or let the first one count that reads the value: match: ordered"
	}
	return "let the first one count that reads the value: match: ordered"
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
