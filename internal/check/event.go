package check

import (
	"fmt"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/lower"
	"github.com/wiregen/wiregen/internal/model"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/internal/syntax"
)

// declareEnvelope declares the union of all events and requests.
func (c *checker) declareEnvelope() {
	e := c.spec.Envelope
	if e == nil {
		return
	}
	span := e.Name.Span
	if e.Name.IsZero() {
		span = e.Span
	}
	out := c.envelope()
	c.meta(&out.Meta, &e.Meta, span)
	out.Name, out.Messages.Name = e.Name.Text, e.Name.Text
	c.register(e.Name.Text, span, out.Messages)
	out.Messages.Meta = out.Meta
	distinctKeys(c.report, e.Tag, e.Content)
	c.examples(e.Examples, func() model.Type { return out.Messages }, &out.Meta, &out.Messages.Meta)
}

// envelope is the envelope of the protocol, made when it is first needed.
func (c *checker) envelope() *model.Envelope {
	if c.out.Envelope == nil {
		c.out.Envelope = &model.Envelope{Messages: &model.Union{Tagging: model.Adjacent, TagKind: model.StringValue}}
	}
	return c.out.Envelope
}

// declareMessages declares the union of events or of requests, and the structs
// that they spell out.
func (c *checker) declareMessages(name string, span source.Span, list []*syntax.Message) {
	if len(list) == 0 {
		return
	}
	e := c.envelope()
	if c.spec.Envelope == nil {
		c.error(diag.EnvelopeMissing, span, fmt.Sprintf("there are %s but no envelope that carries them", span.Text()),
			"add envelope: {name: Envelope, tag: type, content: payload}")
	}
	u := &model.Union{Name: name, Tagging: model.Adjacent, TagKind: model.StringValue, Meta: model.Meta{Span: span}}
	if name == "Event" {
		e.Events = u
	} else {
		e.Requests = u
	}
	c.register(name, span, u)
	live := c.messageTags()
	for _, m := range list {
		v := c.declareVariant(u, &m.Variant, m.Tag.Text, live)
		if name == "Request" {
			c.answer(v, m)
		}
	}
}

// messageTags is where each event and each request stands. Both share their
// names: a reader tells them apart by nothing else.
func (c *checker) messageTags() map[string]source.Span {
	if c.tags != nil {
		return c.tags
	}
	c.tags = map[string]source.Span{}
	for _, list := range [][]*syntax.Message{c.spec.Events, c.spec.Requests} {
		for _, m := range list {
			first, twice := c.tags[m.Tag.Text]
			if !twice {
				c.tags[m.Tag.Text] = m.Tag.Span
				continue
			}
			second := m.Tag.Span
			if second.File == first.File && second.Start < first.Start || second.File != first.File && second.File.Part == "" {
				first, second = second, first
			}
			c.error(diag.UnionDuplicateTag, second, fmt.Sprintf("%q is an event and a request", m.Tag.Text), "rename one of them").
				WithRelated(first, "first declared here")
		}
	}
	return c.tags
}

// answer resolves what a request says of its answer.
func (c *checker) answer(out *model.Variant, m *syntax.Message) {
	name := m.Tag.Text + "Result"
	if m.Result != nil && m.Result.Struct != nil {
		out.Result = c.declareStruct(name, m.Result.Span, m.Result.Struct, syntax.Meta{Doc: placeDoc("What the request %s is answered with.", m.Tag.Text)})
	} else if m.Result != nil && m.Result.Expr != nil {
		c.declareEither(name, m.Result.Expr)
		c.describeTuple(m.Result.Expr, placeDoc("What the request %s is answered with.", m.Tag.Text))
		c.resolve = append(c.resolve, func() { out.Result = c.expr(m.Result.Expr) })
	} else {
		out.Result = invalid
	}
	c.values = append(c.values, func() {
		if !m.ID.IsZero() && messageID(c.report, out, m.ID) {
			out.ID = m.ID.Text
		}
		if m.OnFailure != nil {
			conform(c.report, m.OnFailure, out.Result, asAnswer)
			value := toModel(m.OnFailure)
			out.OnFailure = &value
		}
	})
}

// messageID checks the path of the member that equals the id of the message.
func messageID(r report, v *model.Variant, id syntax.Word) bool {
	t := follow(r, id, map[string]model.Type{"payload": v.Type})
	if t == nil || t == invalid {
		return false
	}
	if lower.Reads(t)&^(model.Strings|model.Numbers) != 0 {
		r.error(diag.PathType, id.Span, fmt.Sprintf("%q is %q, and an id is a string or an integer", id.Text, t), "name another member")
		return false
	}
	return true
}

// finishEnvelope fills the union of all messages, and lets events and requests
// know of each other.
func (c *checker) finishEnvelope() {
	e := c.out.Envelope
	if e == nil {
		return
	}
	s := c.spec.Envelope
	unread := !c.section("events").IsZero() || !c.section("requests").IsZero()
	if s != nil && e.Events == nil && e.Requests == nil && !unread {
		c.error(diag.EnvelopeEmpty, s.Span, "the envelope has nothing to carry", "add events or requests, or remove it")
	}
	if s != nil {
		e.Tag, e.Content = s.Tag.Text, s.Content.Text
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
		u.TagKey, u.Content, u.KeepUnknown = e.Tag, e.Content, c.spec.Defaults.Unknown.Text != "reject"
		u.Decided = !c.spec.Defaults.Unknown.IsZero()
		if s != nil {
			u.KeepUnknown = c.keepUnknown(s.Unknown)
			u.Decided = u.Decided || !s.Unknown.IsZero()
		}
	}
	if s != nil {
		e.Messages.UnknownName, e.Messages.UnknownAt = s.UnknownName.Text, s.UnknownName.Span
	}
	c.shape = append(c.shape, func() { ownPayloads(e.Messages.Variants) })
}
