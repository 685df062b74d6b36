package check

import (
	"fmt"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// maxFilled is how many fields a default may be filled with.
const maxFilled = 1000

// checkDefaults checks defaults against their fields. No default may be filled with
// itself, which a reader would never finish, or with so much that a short message
// becomes a large value.
func checkDefaults(d *draft) {
	f := &filling{report: d.report, fields: d.fields, open: map[source.Span][]*model.Field{}, size: map[source.Span]int{}}
	for _, field := range d.fields {
		if v := field.from.Default; v != nil && field.from.Const == nil && !field.from.Optional {
			conform(d.report, v, field.out.Type, asDefault)
			at := field.out.Span
			f.open[at] = append(f.open[at], interp.Fills(field.out.Type, readingOf(v).whole)...)
		}
	}
	for _, x := range d.defaults { // which of their numbers are exact is known now
		*x.out = toModel(x.from)
	}
	for _, field := range d.fields {
		f.visit(field.out)
	}
}

// A filling follows defaults to the defaults that they are filled with. It
// identifies a field by its place, because an included field is a copy.
type filling struct {
	report
	fields []pair[*syntax.Field, *model.Field]
	open   map[source.Span][]*model.Field // the fields that the default of a field leaves to their defaults
	size   map[source.Span]int            // how many fields it is filled with, including itself
	path   []*model.Field
}

func (f *filling) visit(field *model.Field) {
	for i, outer := range f.path {
		if outer.Span == field.Span {
			f.refuseInfinite(f.path[i:])
			return
		}
	}
	if f.size[field.Span] > 0 {
		return
	}
	f.path = append(f.path, field)
	total, large := 1, false
	for _, inner := range f.open[field.Span] {
		f.visit(inner)
		n := f.size[inner.Span]
		total, large = min(total+n, 2*maxFilled), large || n > maxFilled
	}
	f.path = f.path[:len(f.path)-1]
	f.size[field.Span] = total
	if total > maxFilled && !large {
		f.error(diag.DefaultLarge, field.Span, fmt.Sprintf("the default of %q is filled with more than %d fields", field.Name, maxFilled),
			fmt.Sprintf("make the field optional: %s?", field.Name)).Repairable("", f.optional(field)...)
	}
}

func (f *filling) refuseInfinite(cycle []*model.Field) {
	names := aroundCycle(namesOf(cycle, func(field *model.Field) string { return field.Name }))
	f.error(diag.DefaultEndless, cycle[0].Span, "the default of "+strings.Join(names, " is filled with that of ")+", without end",
		fmt.Sprintf("make the field optional: %s?", cycle[0].Name)).Repairable("", f.optional(cycle[0])...)
}

// optional makes a field optional instead of giving it a default.
func (f *filling) optional(field *model.Field) []diag.Step {
	for _, x := range f.fields {
		if x.out == field {
			return append(withoutDefault(x.from), diag.Step{Do: diag.Mark, At: x.from.Name.Span})
		}
	}
	return nil
}

// withoutDefault takes out the default of a field: what follows "=", or the key default.
func withoutDefault(f *syntax.Field) []diag.Step {
	if f.Expr == nil || f.Default == nil {
		return nil
	}
	between := source.Span{File: f.Expr.Span.File, Start: f.Expr.Span.End, End: f.Default.Span.Start}
	if between.End > between.Start && strings.TrimSpace(between.Text()) == "=" {
		between.End = f.Default.Span.End
		return []diag.Step{{Do: diag.Replace, At: between}}
	}
	return []diag.Step{{Do: diag.Drop, At: f.Default.Span, Key: "default"}}
}
