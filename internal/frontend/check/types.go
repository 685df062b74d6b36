package check

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// A typeRef is a type expression and the place in the model for its type.
type typeRef struct {
	expr *syntax.Expr // nil where it could not be read
	body *syntax.Body // that has the limits; or nil
	into *model.Type

	among []*syntax.Expr // of the first arm of A | B: all arms
}

// limits are those of the type; or nil.
func (r typeRef) limits() *syntax.Limits {
	if r.body == nil {
		return nil
	}
	return r.body.Limits
}

// A nullRef is a type that is combined with null.
type nullRef struct {
	of model.Type
	at source.Span
}

// A resolver replaces names with types. It declares nothing: collect has declared
// the unions and tuples of every expression. Later passes check whether a type may
// be combined with null or be a key.
type resolver struct{ *draft }

func resolve(d *draft) {
	r := resolver{d}
	told := map[*syntax.Expr]bool{} // what was reported
	for _, ref := range d.refs {
		if words := r.words(ref.among); words != nil {
			at := ref.expr.Span
			at.End = ref.among[len(words)-1].Span.End
			r.error(diag.TypeUnknown, at, "there is no type "+names.List(namesOf(words, model.Quote), "or"),
				"if these are the values of an enum, write {enum: ["+strings.Join(words, ", ")+"]}").
				Writes("{enum: [" + strings.Join(words, ", ") + "]}")
			for _, arm := range ref.among {
				told[arm] = true
			}
		}
		if told[ref.expr] {
			*ref.into = invalid
			continue
		}
		*ref.into = skipping(d.report, limited(d.report, r.expr(ref.expr), ref.limits()), ref.body)
	}
	for a := range all[*model.Alias](d) {
		a.Type = model.NonNull(a.Type)
	}
	for u := range all[*model.Union](d) {
		refuseNull(d, u)
	}
	setCapabilities(d)
}

func literal(r report, v *syntax.Value) model.Type {
	switch v.Kind {
	case syntax.NumberValue:
		if n, err := strconv.ParseInt(v.Text, 10, 64); err == nil && strconv.FormatFloat(float64(n), 'f', 0, 64) != v.Text {
			r.error(diag.NumberTooLarge, v.Span, fmt.Sprintf("readers cannot distinguish %s from %s", v.Text, model.FormatNumber(float64(n))), "write an integer within 2^53-1, or a string")
			return invalid
		}
		fallthrough
	case syntax.StringValue, syntax.BoolValue:
		return &model.Literal{Value: toModel(v)}
	}
	r.error(diag.LiteralKind, v.Span, "a literal must be a string, a number or a boolean", "use a type instead")
	return invalid
}

// expr is the type of an expression. An unknown name is reported once and then
// treated as invalid.
func (r resolver) expr(e *syntax.Expr) model.Type {
	if e == nil {
		return invalid
	}
	switch e.Kind {
	case syntax.ListExpr:
		return &model.List{Elem: r.expr(e.Args[0]), SkipBad: r.spec.Defaults.BadItems.Text == "skip"}
	case syntax.MapExpr:
		if len(e.Args) == 2 {
			return r.keyed(e)
		}
		return &model.Map{Elem: r.expr(e.Args[0])}
	case syntax.TupleExpr:
		if t := r.inline[e]; t != nil {
			return t
		}
		return invalid
	case syntax.EitherExpr:
		return r.either(e)
	}
	if kind, ok := model.ScalarNamed(e.Name, int64Forms[r.spec.Defaults.Int64.Text]); ok {
		return &model.Scalar{Kind: kind}
	}
	if d := r.scope.named[e.Name]; d != nil {
		r.usesType(e.Span, d.span)
		return d.decl
	}
	r.scope.unknown(r.report, e.Name, e.Span)
	return invalid
}

var int64Forms = map[string]model.Int64Form{"bigint": model.Int64AsBigInt, "string": model.Int64AsText}

// words are the names of two arms or more that are all unknown and in small letters, and
// so are not meant as types; or nil.
func (r resolver) words(arms []*syntax.Expr) []string {
	var out []string
	for _, arm := range arms {
		_, scalar := model.ScalarNamed(arm.Name, model.Int64AsNumber)
		_, foreign := foreignNames[arm.Name]
		if arm.Kind != syntax.NameExpr || scalar || foreign || r.scope.named[arm.Name] != nil || arm.Name != strings.ToLower(arm.Name) {
			return nil
		}
		out = append(out, arm.Name)
	}
	if len(out) < 2 {
		return nil
	}
	return out
}

// either is A | B: nullable, a union by JSON kind, or both.
func (r resolver) either(e *syntax.Expr) model.Type {
	arms, nulls := splitNull(e)
	if len(nulls) > 1 || len(arms) == 0 {
		r.error(diag.TypeNullRedundant, nulls[len(nulls)-1].Span, "null is listed twice", "remove one").
			Repairable("", diag.Step{Do: diag.Replace, At: behindBar(nulls[len(nulls)-1].Span)})
	}
	if len(arms) == 0 {
		return &model.Scalar{Kind: model.Null}
	}
	var t model.Type = r.inline[e]
	if len(arms) == 1 {
		t = r.expr(arms[0])
	}
	if len(nulls) == 0 {
		return t
	}
	r.nulls = append(r.nulls, nullRef{t, nulls[0].Span})
	if n, ok := t.(*model.Nullable); ok {
		return n
	}
	return &model.Nullable{Elem: t}
}

// checkNulls refuses null in a type that already allows it.
func checkNulls(d *draft) {
	for _, n := range d.nulls {
		if s, ok := model.Resolve(n.of).(*model.Scalar); ok && (s.Kind == model.Any || s.Kind == model.Null) && s != invalid {
			d.error(diag.TypeNullRedundant, n.at, fmt.Sprintf("%q already allows null", n.of), "remove | null").
				Repairable("", diag.Step{Do: diag.Replace, At: behindBar(n.at)})
		}
	}
}

// splitNull splits A | B | null into its variants, including those in inner
// brackets, and its nulls.
func splitNull(e *syntax.Expr) (arms, nulls []*syntax.Expr) {
	for _, arm := range e.Args {
		switch {
		case arm.Kind == syntax.EitherExpr:
			a, n := splitNull(arm)
			arms, nulls = append(arms, a...), append(nulls, n...)
		case arm.Kind == syntax.NameExpr && arm.Name == "null":
			nulls = append(nulls, arm)
		default:
			arms = append(arms, arm)
		}
	}
	return arms, nulls
}
