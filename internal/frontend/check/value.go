package check

import (
	"strconv"

	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// toModel is v as a value of the model.
func toModel(v *syntax.Value) model.Value {
	out := model.Value{Kind: model.ValueKind(v.Kind), Bool: v.Bool}
	switch v.Kind {
	case syntax.StringValue:
		out.Text = v.Text
	case syntax.NumberValue:
		if n, ok := model.ExactInteger(v.Text); v.Exact && ok {
			out.Text, out.Wide = n.String(), true
		} else {
			out.Text = model.FormatNumber(number(v))
		}
	}
	for _, item := range v.Items {
		out.Items = append(out.Items, toModel(item))
	}
	for _, m := range v.Members {
		out.Members = append(out.Members, model.Member{Key: m.Key.Text, Value: toModel(m.Value)})
	}
	return out
}

func number(v *syntax.Value) float64 {
	f, _ := strconv.ParseFloat(v.Text, 64)
	return f
}

// A reading is a value of the spec as an interp.Value, with the corresponding parts
// of the spec.
type reading struct {
	whole *interp.Value
	from  *syntax.Value
	parts map[*interp.Value]part // nil until one is asked for
}

// A part is a value of the spec and its key.
type part struct {
	value *syntax.Value
	key   syntax.Word
}

func readingOf(v *syntax.Value) *reading { return &reading{whole: valueOf(v), from: v} }

func valueOf(v *syntax.Value) *interp.Value {
	if v.Kind == syntax.NumberValue {
		return interp.Number(v.Text)
	}
	out := &interp.Value{Kind: model.ValueKind(v.Kind), Bool: v.Bool}
	if v.Kind == syntax.StringValue {
		out.Text = v.Text
	}
	for _, item := range v.Items {
		out.Items = append(out.Items, valueOf(item))
	}
	for _, m := range v.Members {
		out.Members = append(out.Members, interp.Member{Key: m.Key.Text, Value: valueOf(m.Value)})
	}
	return out
}

// part is the part of the spec that v is made of.
func (r *reading) part(v *interp.Value) part {
	if r.parts == nil { // most values have no fault
		r.parts = map[*interp.Value]part{}
		r.add(r.whole, part{value: r.from})
	}
	return r.parts[v]
}

func (r *reading) add(v *interp.Value, at part) {
	r.parts[v] = at
	for i, item := range at.value.Items {
		r.add(v.Items[i], part{value: item})
	}
	for i, m := range at.value.Members {
		r.add(v.Members[i].Value, part{m.Value, m.Key})
	}
}

// span is the span to underline for the fault e of a value.
func (p part) span(e *interp.Error) source.Span {
	if e.Part == interp.PartKey {
		return p.key.Span
	}
	return p.value.Span
}
