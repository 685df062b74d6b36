package check

import (
	"fmt"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// meta copies the keys of every element to into. The gate is checked when all types
// are complete.
func (c *collector) meta(into *model.Meta, m *syntax.Meta, span source.Span) {
	*into = model.Meta{
		Span: span, Doc: m.Doc.Text, Experimental: m.Experimental,
		Sensitive: m.Sensitive, LogTruncate: m.LogTruncate, Unit: m.Unit.Text, Hot: m.Hot, Unrecorded: m.Unrecorded,
	}
	c.unmarked = append(c.unmarked, m.Unmarked...)
	for target, w := range m.Pins {
		if into.Pins == nil {
			into.Pins = map[string]model.Pin{}
		}
		into.Pins[target] = model.Pin{Name: w.Text, Span: w.Span}
	}
	for _, n := range m.Annotations {
		into.Annotations = append(into.Annotations, model.Member{Key: n.Key.Text, Value: toModel(n.Value)})
	}
	for _, w := range m.FormerNames {
		into.FormerNames = append(into.FormerNames, w.Text)
	}
	for _, w := range m.Reserved {
		into.Reserved = append(into.Reserved, w.Text)
	}
	if m.Since != nil {
		into.Since = model.Since{Version: c.listed(m.Since.Version), After: m.Since.After}
	}
	if m.Deprecated != nil {
		into.Deprecated = &model.Deprecated{Since: c.listed(m.Deprecated.Since), Use: m.Deprecated.Use.Text}
	}
	if m.Gate != nil {
		into.Gate = c.gate(m.Gate)
	}
}

// checkExamples checks the examples of all elements against their types, and copies
// them to the model.
func checkExamples(d *draft) {
	for _, f := range d.fields {
		setExamples(d.report, f.from.Examples, f.out.Type, &f.out.Meta)
	}
	for _, i := range d.items {
		i.out.Examples = i.from.Examples
	}
	for _, t := range d.types {
		setExamples(d.report, t.from.Examples, t.out, t.out.Info())
	}
	for v, from := range d.variants {
		metas := []*model.Meta{&v.Meta}
		if s, ok := v.Type.(*model.Struct); ok && from.Struct != nil {
			metas = append(metas, &s.Meta)
		}
		setExamples(d.report, from.Examples, v.Type, metas...)
	}
	if e, out := d.spec.Envelope, d.out.Envelope; e != nil && out != nil {
		setExamples(d.report, e.Examples, out.Messages, &out.Meta, &out.Messages.Meta)
	}
	for _, m := range d.methods {
		checkCalls(d, m.out, m.from)
	}
}

func setExamples(r report, list []*syntax.Value, t model.Type, into ...*model.Meta) {
	for _, v := range list {
		conform(r, v, t, asExample)
		for _, m := range into {
			m.Examples = append(m.Examples, model.Example{Value: toModel(v)})
		}
	}
}

// noteSpans records the places of the elements of a list, by name.
func noteSpans[T any](into map[string]source.Span, list []T, name func(T) syntax.Word) map[string]source.Span {
	for _, x := range list {
		w := name(x)
		into[w.Text] = w.Span
	}
	return into
}

// namesOf are the names of the elements of a list.
func namesOf[T any](list []T, name func(T) string) []string {
	var out []string
	for _, x := range list {
		out = append(out, name(x))
	}
	return out
}

// olderNames checks that older names are not in use. inUse has the names that are in
// use, with their places.
func olderNames(r report, list []syntax.Word, inUse map[string]source.Span, what string) []string {
	var out []string
	for _, w := range list {
		if at, used := inUse[w.Text]; used {
			r.error(diag.WasLive, w.Span, fmt.Sprintf("the older name %q is still in use", w.Text), "remove it from was, or rename one of them").
				Offers("remove it from was", diag.Step{Do: diag.Remove, At: w.Span}).
				WithRelated(at, "the "+what+" is declared here")
			continue
		}
		inUse[w.Text] = w.Span
		out = append(out, w.Text)
	}
	return out
}

// refuseReserved checks that no current name is reserved.
func refuseReserved(r report, list []syntax.Word, inUse map[string]source.Span) {
	for _, w := range list {
		if at, used := inUse[w.Text]; used {
			r.error(diag.NameReserved, at, fmt.Sprintf("the name %q is reserved and cannot be used again", w.Text), "choose another name").
				WithRelated(w.Span, "reserved here")
		}
	}
}
