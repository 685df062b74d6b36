package check

import (
	"fmt"
	"math"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// limited adds limits to a type: to a scalar, a list, or the element of a nullable
// type.
func limited(r report, t model.Type, l *syntax.Limits) model.Type {
	if l == nil || t == invalid {
		return t
	}
	switch t := t.(type) {
	case *model.Nullable:
		return &model.Nullable{Elem: limited(r, t.Elem, l)}
	case *model.Scalar:
		if limits := scalarLimits(r, t, l); limits != nil {
			return &model.Scalar{Kind: t.Kind, Limits: limits}
		}
		return t
	case *model.List:
		foreignLimits(r, l, t, l.Min, l.Max, l.MinLength, l.MaxLength, wordNumber(l.Pattern))
		return &model.List{Elem: t.Elem, Limits: &model.Limits{
			MinItems: countOf(l.MinItems), MaxItems: maxCount(r, l.MinItems, l.MaxItems), Enforced: enforcement(l),
		}}
	}
	r.error(diag.LimitMisplaced, l.Span, fmt.Sprintf("limits do not apply to %q here", t), "put them where the number, string or list is declared")
	return t
}

// skipping sets how items of a list that cannot be read are handled: as the body says
// in which the list is declared.
func skipping(r report, t model.Type, b *syntax.Body) model.Type {
	if b == nil || b.BadItems.IsZero() || t == invalid {
		return t
	}
	l, ok := model.NonNull(t).(*model.List)
	switch {
	case !ok:
		r.error(diag.LimitMisplaced, b.BadItems.Span, fmt.Sprintf("\"bad_items\" does not apply to %q here", t), "put it where the list is declared")
	case l.Limits != nil && b.BadItems.Text == "skip":
		r.error(diag.LimitMisplaced, b.BadItems.Span, "a list with limits cannot skip items, because their number would change", "remove the limits, or bad_items").
			Offers("remove bad_items", diag.Step{Do: diag.Drop, At: b.BadItems.Span})
	default:
		l.SkipBad = b.BadItems.Text == "skip"
	}
	return t
}

// wordNumber is a limit with a word, for the list of limits that may be misplaced.
func wordNumber(w syntax.Word) syntax.Number {
	return syntax.Number{Key: syntax.Word{Text: "pattern", Span: w.Span}, Span: w.Span}
}

// foreignLimits refuses limits that a type of this kind does not have.
func foreignLimits(r report, l *syntax.Limits, t model.Type, found ...syntax.Number) {
	for _, n := range found {
		if !n.IsZero() {
			d := r.error(diag.LimitMisplaced, n.Key.Span, fmt.Sprintf("%q does not apply to %q", n.Key.Text, t), limitHelp(t))
			if suffix, ok := limitSuffix(t); ok && n.Key.Text != "pattern" {
				d.Means(n.Key.Text[:len("min")] + suffix) // as long as max
			}
		}
	}
}

// limitSuffix is what follows min and max in the names of the limits of a type.
func limitSuffix(t model.Type) (string, bool) {
	switch lower.Reads(t) {
	case model.Numbers:
		return "", true
	case model.Lists:
		return "_items", true
	case model.Strings:
		return "_length", true
	}
	return "", false
}

func limitHelp(t model.Type) string {
	switch {
	case lower.Reads(t) == model.Numbers:
		return "numbers have min and max"
	case lower.Reads(t) == model.Lists:
		return "lists have min_items and max_items"
	case lower.Reads(t) == model.Strings:
		return "strings have min_length, max_length and pattern"
	}
	return "remove it"
}

func enforcement(l *syntax.Limits) model.Enforcement {
	return map[string]model.Enforcement{"reader": model.EnforcedByReader, "writer": model.EnforcedByWriter, "advisory": model.Advisory}[l.Enforced.Text]
}

// scalarLimits are the limits of a scalar; nil where it has none.
func scalarLimits(r report, t *model.Scalar, l *syntax.Limits) *model.Limits {
	out := &model.Limits{Enforced: enforcement(l)}
	switch t.Kind.Info().Limits {
	case model.NumberLimits:
		foreignLimits(r, l, t, l.MinLength, l.MaxLength, l.MinItems, l.MaxItems, wordNumber(l.Pattern))
		out.Min, out.Max = bound(r, t, l.Min), bound(r, t, l.Max)
		if out.Min != nil && out.Max != nil && *out.Min > *out.Max {
			limitOrder(r, l.Min, l.Max)
		}
	case model.TextLimits:
		foreignLimits(r, l, t, l.Min, l.Max, l.MinItems, l.MaxItems)
		out.MinLength, out.MaxLength = countOf(l.MinLength), maxCount(r, l.MinLength, l.MaxLength)
		setPattern(r, out, t, l)
	default:
		r.error(diag.LimitMisplaced, l.Span, fmt.Sprintf("%q cannot have limits", t), "remove them")
		return nil
	}
	if out.Min == nil && out.Max == nil && out.MinLength == nil && out.MaxLength == nil && out.Pattern == "" {
		if !l.Enforced.IsZero() {
			r.error(diag.LimitMisplaced, l.Span, fmt.Sprintf("%q has no limit to enforce", t), "remove enforced, or add a limit").
				Offers("remove enforced", diag.Step{Do: diag.Drop, At: l.Enforced.Span})
		}
		return nil
	}
	return out
}

// bound is a limit of a number, which must be a value of the number's type.
func bound(r report, t *model.Scalar, n syntax.Number) *float64 {
	if n.IsZero() {
		return nil
	}
	info := t.Kind.Info()
	if info.Integer && (n.Value != math.Trunc(n.Value) || n.Value < info.Min || n.Value > info.Max) || math.IsInf(n.Value, 0) {
		words, help := fmt.Sprintf("%s is not a value of %q", model.FormatNumber(n.Value), t), "write a limit that is a value of the type"
		if t.Kind.Wide() {
			words, help = fmt.Sprintf("%s is not a limit of %q", model.FormatNumber(n.Value), t), "write an integer within 2^53-1, which every language represents exactly"
		}
		r.error(diag.LimitRange, n.Span, words, help)
		return nil
	}
	return &n.Value
}

func countOf(n syntax.Number) *int {
	if n.IsZero() {
		return nil
	}
	v := int(n.Value)
	return &v
}

// maxCount is the upper one of two counts, which must not be less than the lower.
func maxCount(r report, low, high syntax.Number) *int {
	if !low.IsZero() && !high.IsZero() && low.Value > high.Value {
		limitOrder(r, low, high)
	}
	return countOf(high)
}

func limitOrder(r report, low, high syntax.Number) {
	r.error(diag.LimitRange, high.Span, fmt.Sprintf("%s is less than %s, so no value is within both", high.Key.Text, low.Key.Text), "swap them").
		Repairable("", diag.Step{Do: diag.Write, At: high.Span, Text: low.Span.Text()}, diag.Step{Do: diag.Write, At: low.Span, Text: high.Span.Text()}).
		WithRelated(low.Span, "the lower limit is here")
}
