package check

import (
	"fmt"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/model"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/internal/syntax"
)

// meta carries over what every element has, to into. The gate is checked when
// all types stand.
func (c *checker) meta(into *model.Meta, m *syntax.Meta, span source.Span) {
	*into = model.Meta{
		Span: span, Doc: m.Doc.Text, Experimental: m.Experimental,
		Sensitive: m.Sensitive, LogTruncate: m.LogTruncate, Unit: m.Unit.Text, Hot: m.Hot, Unrecorded: m.Unrecorded,
	}
	for target, w := range m.Pins {
		if into.Pins == nil {
			into.Pins = map[string]model.Pin{}
		}
		into.Pins[target] = model.Pin{Name: w.Text, Span: w.Span}
	}
	for _, w := range m.Was {
		into.Was = append(into.Was, w.Text)
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

// examples checks the examples of an element against its type, once all types
// stand, and carries them over to each of into.
func (c *checker) examples(list []*syntax.Value, t func() model.Type, into ...*model.Meta) {
	if len(list) == 0 {
		return
	}
	c.values = append(c.values, func() {
		for _, v := range list {
			conform(c.report, v, t(), asExample)
			for _, m := range into {
				m.Examples = append(m.Examples, model.Example{Value: toModel(v)})
			}
		}
	})
}

// olderNames checks older names against the names of today and among each other.
// live tells where a name stands that is in use.
func olderNames(r report, list []syntax.Word, live map[string]source.Span, what string) []string {
	var out []string
	for _, w := range list {
		if at, used := live[w.Text]; used {
			r.error(diag.WasLive, w.Span, fmt.Sprintf("the older name %q is a name of today", w.Text), "remove it from was, or rename one of them").
				WithRelated(at, "the "+what+" stands here")
			continue
		}
		live[w.Text] = w.Span
		out = append(out, w.Text)
	}
	return out
}

// refuseReserved checks that no name of today is one that must never be used again.
func refuseReserved(r report, list []syntax.Word, live map[string]source.Span) {
	for _, w := range list {
		if at, used := live[w.Text]; used {
			r.error(diag.NameReserved, at, fmt.Sprintf("the name %q is reserved, so that it is never used again", w.Text), "choose another name").
				WithRelated(w.Span, "reserved here")
		}
	}
}
