package check

import (
	"fmt"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// checkParams refuses params that the dialect cannot carry, and marks the structs
// that may be sent by position.
func checkParams(d *draft, m *model.Method, span source.Span) {
	if m.Params == invalid {
		return
	}
	t := model.Resolve(m.Params)
	if s, ok := t.(*model.Scalar); ok && s.Kind == model.Any {
		return
	}
	form := d.out.Dialect.Params
	allowed := map[string]model.Kinds{"object": model.Objects, "array": model.Lists, "either": model.Objects | model.Lists}[form]
	if lower.Reads(m.Params)&^allowed == 0 {
		s, ok := t.(*model.Struct)
		m.Positions = ok && form == "either" && s.Tag == nil && len(s.Groups) == 0
		return
	}
	words := map[string]string{"object": "an object", "array": "an array", "either": "an object or an array"}[form]
	help := "write the params as a map of fields, or name a struct"
	if form == "array" {
		help = "write the params as a map of fields, in their order, or as a tuple: [string, int]"
	}
	f := d.error(diag.MethodParamsKind, span, fmt.Sprintf("params must be %s, and %q is not", words, m.Params), help)
	if form != "array" {
		f.Offers("make it the field value", diag.Step{Do: diag.Write, At: span, Text: "{value: " + span.Text() + "}"})
	}
}

// positions declares the tuple of positional params from their fields.
func (c *collector) positions(m *syntax.Method, params *syntax.Ref) *model.Tuple {
	name := names.Pascal(m.Name.Text) + "Params"
	out := &model.Tuple{Name: name, Meta: model.Meta{Span: m.Name.Span, Doc: "What " + m.Name.Text + " takes as params."}}
	c.register(name, m.Name.Span, out)
	inUse := fieldSpans(params.Struct.Fields)
	var optional *syntax.Field
	for _, f := range params.Struct.Fields {
		field := c.declareField(name, f, inUse)
		item := &model.Item{Meta: field.Meta, Name: field.Name, Type: invalid, Optional: field.Optional}
		c.items = append(c.items, pair[*model.Field, *model.Item]{field, item})
		out.Items = append(out.Items, item)
		refuseInArray(c.report, f)
		if optional != nil && !f.Optional {
			c.error(diag.ParamsOrder, f.Name.Span, fmt.Sprintf("%q is required, but %q before it is optional", f.Name.Text, optional.Name.Text),
				fmt.Sprintf("put %q after it, or write %s?", optional.Name.Text, f.Name.Text)).
				Offers(fmt.Sprintf("write %s?", f.Name.Text), diag.Step{Do: diag.Mark, At: f.Name.Span}).WithRelated(optional.Name.Span, "this one is optional")
			optional = nil
		}
		if f.Optional {
			optional = f
		}
	}
	return out
}

// refuseInArray refuses the keys of fields that items of an array cannot have.
func refuseInArray(r report, f *syntax.Field) {
	at, what := source.Span{}, ""
	switch {
	case f.Default != nil && f.Const == nil:
		at, what = f.Default.Span, "cannot have a default"
	case f.Default != nil:
		at, what = f.Name.Span, "cannot have a default"
	case len(f.FormerNames) > 0:
		at, what = f.FormerNames[0].Span, "has no name in the message, so it cannot have an older one"
	case !f.Patch.IsZero():
		at, what = f.Patch.Span, "cannot distinguish absent from null"
	case !f.NullIsAbsent.IsZero():
		at, what = f.NullIsAbsent.Span, "cannot read null as absent"
	case !f.OnError.IsZero():
		at, what = f.OnError.Span, "cannot be skipped"
	case !f.Write.IsZero():
		at, what = f.Write.Span, "has no write mode"
	default:
		return
	}
	d := r.error(diag.ParamsPosition, at, fmt.Sprintf("%q is an item of an array and %s", f.Name.Text, what), fmt.Sprintf("remove it; to make a parameter at the end optional, write %s?", f.Name.Text))
	if f.Default == nil {
		d.Drops()
	} else if steps := withoutDefault(f); steps != nil {
		d.Repairable("", steps...)
	}
}
