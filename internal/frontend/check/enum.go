package check

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

func (c *collector) declareEnum(name string, span source.Span, b *syntax.Body) *model.Enum {
	out := &model.Enum{Name: name}
	c.meta(&out.Meta, &b.Meta, span)
	c.register(name, span, out)
	out.Open = c.spec.Defaults.Enums.Text == "open"
	out.OpennessExplicit = !c.spec.Defaults.Enums.IsZero() || !b.Enum.Open.IsZero() || !b.Enum.Fallback.IsZero()
	if !b.Enum.Open.IsZero() {
		out.Open = b.Enum.Open.Text == "true"
	}
	inUse := map[string]source.Span{}
	for _, v := range b.Enum.Values {
		value := &model.EnumValue{Name: v.Name.Text, Value: v.Name.Text}
		c.meta(&value.Meta, &v.Meta, v.Name.Span)
		out.Values = append(out.Values, value)
		inUse[v.Name.Text] = v.Name.Span
	}
	for i, v := range b.Enum.Values {
		out.Values[i].FormerNames = olderNames(c.report, v.FormerNames, inUse, "value")
	}
	setNumbers(c.report, out, b.Enum)
	setFallback(c.report, out, b.Enum)
	if len(out.Values) == 0 {
		c.error(diag.EnumEmpty, span, fmt.Sprintf("the enum %q has no values", name), "add a value, or use string").
			Offers("use string", diag.Step{Do: diag.Assign, At: span, Text: "string"})
	}
	refuseReserved(c.report, b.Reserved, inUse)
	return out
}

// setNumbers gives the values of an enum of integers their numbers.
func setNumbers(r report, out *model.Enum, e *syntax.Enum) {
	var with, without *syntax.EnumValue
	seen := make(map[int64]source.Span)
	for i, v := range e.Values {
		if v.Number.IsZero() {
			without = v
			continue
		}
		with = v
		n, err := strconv.ParseInt(v.Number.Text, 10, 64)
		if err != nil || v.Number.Quoted || n > model.MaxSafe || n < -model.MaxSafe || strconv.FormatInt(n, 10) != v.Number.Text {
			r.error(diag.EnumNumber, v.Number.Span, fmt.Sprintf("the value of %q must be an integer within ±%d, not %q", v.Name.Text, model.MaxSafe, v.Number.Text), "write value: 1")
			continue
		}
		if first, twice := seen[n]; twice {
			r.error(diag.EnumDuplicateValue, v.Number.Span, fmt.Sprintf("the value %d is declared twice", n), "keep one of the two").
				WithRelated(first, "first declared here")
		}
		seen[n] = v.Number.Span
		out.Values[i].Number = n
		if len(v.FormerNames) > 0 {
			r.error(diag.EnumNumber, v.FormerNames[0].Span, "an enum of integers cannot have older values", "remove was").Drops()
		}
	}
	out.Integer = with != nil
	if with != nil && without != nil {
		r.error(diag.EnumNumber, without.Name.Span, fmt.Sprintf("%q has no number, but other values of this enum have one", without.Name.Text), "give all of them a number with value:, or none").
			WithRelated(with.Number.Span, "a number is here")
	}
}

// setFallback finds the value that undeclared ones are read as.
func setFallback(r report, out *model.Enum, e *syntax.Enum) {
	w := e.Fallback
	if w.IsZero() {
		return
	}
	if e.Open.Text == "true" {
		r.error(diag.EnumOpenFallback, w.Span, "an open enum keeps undeclared values, so it cannot have a fallback", "remove open or fallback").
			Offers("remove open", diag.Step{Do: diag.Drop, At: e.Open.Span}).Offers("remove fallback", diag.Step{Do: diag.Drop, At: w.Span})
	}
	out.Open = false
	i := slices.IndexFunc(out.Values, func(v *model.EnumValue) bool { return v.Name == w.Text })
	if i >= 0 {
		out.Fallback = out.Values[i]
		r.uses(w.Span, out.Values[i].Span)
		return
	}
	r.advise(diag.EnumFallback, w.Span, fmt.Sprintf("%q has no value %q", out.Name, w.Text),
		near(w.Span, w.Text, namesOf(out.Values, func(v *model.EnumValue) string { return v.Name }), "write one of its values"))
}
