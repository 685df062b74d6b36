package check

import (
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// declareEnvelope declares the union of all events and requests.
func (c *collector) declareEnvelope() {
	e := c.spec.Envelope
	if e == nil {
		return
	}
	span := e.Name.Span
	if e.Name.IsZero() {
		span = e.Span
	}
	out := envelopeOf(c.draft)
	c.meta(&out.Meta, &e.Meta, span)
	out.Name, out.Messages.Name = e.Name.Text, e.Name.Text
	c.register(e.Name.Text, span, out.Messages)
	out.Messages.Meta = out.Meta
	distinctKeys(c.report, e.Tag, e.Content)
}

// envelopeOf is the envelope of the protocol, created on first use.
func envelopeOf(d *draft) *model.Envelope {
	if d.out.Envelope == nil {
		d.out.Envelope = &model.Envelope{Messages: &model.Union{Tagging: model.Adjacent, TagKind: model.StringValue}}
	}
	return d.out.Envelope
}

// declareMessages declares the union of events or of requests, and their structs.
func (c *collector) declareMessages(name string, span source.Span, list []*syntax.Message, tags map[string]source.Span) {
	if len(list) == 0 {
		return
	}
	e := envelopeOf(c.draft)
	if c.spec.Envelope == nil {
		c.error(diag.EnvelopeMissing, span, fmt.Sprintf("the spec has %s but no envelope to carry them", span.Text()),
			"add envelope: {name: Envelope, tag: type, content: payload}").
			Repairable("", diag.Step{Do: diag.Splice, At: source.Span{File: span.File, Start: span.Start, End: span.Start},
				Text: "envelope: {name: Envelope, tag: type, content: payload}\n"})
	}
	u := &model.Union{Name: name, Tagging: model.Adjacent, TagKind: model.StringValue, Meta: model.Meta{Span: span}}
	if name == "Event" {
		e.Events = u
	} else {
		e.Requests = u
	}
	c.register(name, span, u)
	for _, m := range list {
		v := c.declareVariant(u, &m.Variant, m.Tag.Text, tags)
		if name == "Request" {
			c.answer(v, m)
		}
	}
}

// messageTags are the tags of events and requests, with their places. A reader
// distinguishes the two only by their tags, so no tag may be in both.
func messageTags(spec *syntax.Spec, r report) map[string]source.Span {
	tags := map[string]source.Span{}
	for _, m := range slices.Concat(spec.Events, spec.Requests) {
		first, twice := tags[m.Tag.Text]
		if !twice {
			tags[m.Tag.Text] = m.Tag.Span
			continue
		}
		second := m.Tag.Span
		if second.File == first.File && second.Start < first.Start || second.File != first.File && second.File.Part == "" {
			first, second = second, first
		}
		r.error(diag.UnionDuplicateTag, second, fmt.Sprintf("%q is both an event and a request", m.Tag.Text), "rename one of them").
			WithRelated(first, "first declared here")
	}
	return tags
}

// answer declares the result of a request.
func (c *collector) answer(out *model.Variant, m *syntax.Message) {
	c.requests = append(c.requests, pair[*syntax.Message, *model.Variant]{m, out})
	out.Result = invalid
	if m.Result != nil {
		c.ref(&out.Result, m.Tag.Text+"Result", m.Result.Span, m.Result, placeDoc("The result of the request %s.", m.Tag.Text))
	}
}

// checkAnswers checks the paths of the members that equal the ids of requests, and
// the answers for failures.
func checkAnswers(d *draft) {
	isID := func(t model.Type) bool { return textOrNumber(t) && lower.Reads(t)&model.Nulls == 0 }
	for _, m := range d.requests {
		roots := map[string]model.Type{"payload": m.out.Type}
		if t := expect(d.report, m.from.ID, roots, isID, "but an id is a string or an integer", "name another member"); t != nil {
			m.out.ID = m.from.ID.Text
		}
		if m.from.OnFailure != nil {
			conform(d.report, m.from.OnFailure, m.out.Result, asAnswer)
			value := toModel(m.from.OnFailure)
			m.out.OnFailure = &value
		}
	}
}

// finishEnvelope fills the union of all messages, and links events and requests.
func finishEnvelope(d *draft) {
	e, s := d.out.Envelope, d.spec.Envelope
	if e == nil {
		return
	}
	unread := !section(d.spec, "events").IsZero() || !section(d.spec, "requests").IsZero()
	if s != nil && e.Events == nil && e.Requests == nil && !unread {
		d.error(diag.EnvelopeEmpty, s.Span, "the envelope carries nothing: there are no events or requests", "add events or requests, or remove the envelope").
			Offers("remove the envelope", diag.Step{Do: diag.Remove, At: s.Span})
	}
	var unknown syntax.Word
	if s != nil {
		e.Tag, e.Content, unknown = s.Tag.Text, s.Content.Text, s.Unknown
		e.Messages.UnknownName, e.Messages.UnknownAt = s.UnknownName.Text, s.UnknownName.Span
	}
	for _, u := range []*model.Union{e.Events, e.Requests} {
		if u != nil {
			e.Messages.Parts = append(e.Messages.Parts, u)
			e.Messages.Variants = append(e.Messages.Variants, u.Variants...)
		}
	}
	if e.Events != nil && e.Requests != nil {
		e.Events.Foreign = []*model.Union{e.Requests}
		e.Requests.Foreign = []*model.Union{e.Events}
	}
	for _, u := range append(e.Messages.Parts, e.Messages) {
		u.TagKey, u.Content, u.KeepUnknown = e.Tag, e.Content, keepUnknown(d.spec, unknown)
		u.OpennessExplicit = !d.spec.Defaults.Unknown.IsZero() || !unknown.IsZero()
	}
}
