package docgen

import (
	"fmt"

	"github.com/wiregen/wiregen/internal/protocol/catalog"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// methods are the methods of the protocol.
func (b *builder) methods() *section {
	s := &section{ID: "all-methods", Title: "Methods"}
	for i := range b.rows.Calls {
		s.Entries = append(s.Entries, b.method(&b.rows.Calls[i]))
	}
	return s.orNone()
}

// orNone is nil for a section without content.
func (s *section) orNone() *section {
	if len(s.Entries)+len(s.Tables)+len(s.Lines) == 0 {
		return nil
	}
	return s
}

func (b *builder) method(c *lower.Call) *entry {
	m := c.Of
	x := b.element(m, &m.Meta)
	x.Kind = "request"
	if c.Shape == lower.NotificationShape {
		x.Kind = "notification"
	}
	e := b.elements[m]
	switch c.ParamsPresence {
	case lower.ParamsNone:
		x.fact("Params", words("none; what is sent is ignored"))
	default:
		l := b.typed(m.Params)
		if b.isHome(m.Params, m) {
			l = words("an object, see below")
		}
		if c.ParamsPresence == lower.ParamsOptional {
			l = append(l, bit{Text: ", may be left out"})
			if c.NullAsAbsent {
				l = append(l, bit{Text: "; null reads as left out"})
			}
		}
		if c.Positions {
			l = append(l, bit{Text: ", or its fields by position as an array"})
		}
		x.fact("Params", l)
	}
	switch c.Answer {
	case lower.AnswerNone:
		x.fact("Answered", words("not at all: it is a notification"))
	case lower.AnswerTyped:
		l := b.typed(m.Result)
		if b.isHome(m.Result, m) {
			l = words("an object, see below")
		}
		if c.ResultOptional {
			l = append(l, bit{Text: ", may be left out"})
		}
		if c.ResultOptional || !b.isHome(m.Result, m) {
			x.fact("Answered with", l)
		}
	case lower.AnswerByVariant:
		x.fact("Answered with", words("the result of the request in it"))
	}
	x.fact("May fail with", commas(b.failures(c.Errors)))
	if m.ErrorData != nil {
		x.fact("Data of errors", b.typed(m.ErrorData))
	}
	for _, p := range m.Progress {
		x.fact("Progress", say("%s: %s is reported by %s, for the token at %s", words(p.Name), b.typed(p.Payload), b.named(p.Method.Name), code(p.Token)))
	}
	if r := m.Registration; r != nil {
		x.fact("Registration", say("as %s, with %s", code(r.As), b.typed(r.Options)))
	}
	if m.Replaces != nil {
		x.fact("Replaces", b.named(m.Replaces.Name))
	}
	x.fact("Replaced by", commas(b.namedAll(e.ReplacedBy)))
	x.fact("Opens", commas(b.namedAll(e.Opens)))
	x.rules(b.actRules(&model.Act{Method: m}))
	b.owned(x, m.Params, "Params")
	b.owned(x, m.Result, "Result")
	b.calls(x, c)
	b.refuse(x, m.Params, func(value string) (string, bool) { return b.maker.CallWith(c.Method, b.id(), value), true })
	x.Names = b.generated(x.of)
	return x
}

// rules adds the rules of the session about an element.
func (x *entry) rules(rules []line) {
	var all line
	for i, r := range rules {
		if i > 0 {
			all = append(all, bit{Text: " "})
		}
		all = append(all, r...)
	}
	x.fact("Session", all)
}

func (b *builder) namedAll(names []string) []line {
	var out []line
	for _, n := range names {
		out = append(out, b.named(n))
	}
	return out
}

func (b *builder) failure(name string) line {
	return link(name, catalog.Anchor(catalog.ErrorSpace, name))
}

func (b *builder) failures(names []string) []line {
	var out []line
	for _, n := range names {
		out = append(out, b.failure(n))
	}
	return out
}

// owned adds the table of a type that is shown with its one user.
func (b *builder) owned(x *entry, t model.Type, caption string) {
	s, ok := t.(*model.Struct)
	if !ok || !b.isHome(t, x.of[0].Of[0]) {
		return
	}
	f := b.fields(s)
	f.ID = catalog.Anchor(catalog.TypeSpace, s.Name)
	f.Caption = words(caption)
	if s.Name != x.Name {
		f.Caption = say(caption+": %s", code(s.Name))
	}
	x.Tables = append(x.Tables, f)
	if e := b.elements[s]; e != nil && e.Of[0] == any(s) {
		x.of = append(x.of, e)
	}
}

// events are the events or the requests of the envelope.
func (b *builder) events(kind model.ActKind) *section {
	e := b.proto.Envelope
	s, u, space := &section{ID: "all-events", Title: "Events"}, (*model.Union)(nil), catalog.EventSpace
	if e != nil {
		u = e.Events
	}
	if kind == model.RequestAct {
		s.ID, s.Title, space = "all-requests", "Requests", catalog.RequestSpace
		if e != nil {
			u = e.Requests
		}
	}
	if u == nil {
		return nil
	}
	s.Lead = b.prose.prose(u.Doc)
	lead := say("They have the form %s", code(fmt.Sprintf(`{%q: …, %q: …}`, e.Tag, e.Content)))
	if c := b.carrier(kind); c != nil {
		lead = append(append(lead, say(", as the params of %s", link(c.Method, catalog.Anchor(catalog.MethodSpace, c.Method)))...), bit{Text: "."})
	} else {
		lead = append(lead, bit{Text: "."})
	}
	s.Lines = append(s.Lines, lead)
	seen := map[string]bool{}
	for _, v := range u.Variants {
		if id := catalog.Anchor(space, v.Tag); !seen[id] {
			seen[id] = true
			s.Entries = append(s.Entries, b.variant(v, kind))
		}
	}
	return s
}

func (b *builder) variant(v *model.Variant, kind model.ActKind) *entry {
	x := b.element(v, &v.Meta)
	if v.Type == nil {
		x.fact("Payload", words("none"))
	} else if !b.isHome(v.Type, v) {
		x.fact("Payload", b.typed(v.Type))
	}
	if v.Result != nil && !b.isHome(v.Result, v) {
		x.fact("Answered with", b.typed(v.Result))
	}
	if v.ID != "" {
		x.fact("Id", say("the id of the message is that at %s", code(v.ID)))
	}
	if v.OnFailure != nil {
		x.fact("Without an answer", say("an error, or no answer at all, counts as a result with %s", code(v.OnFailure.JSON())))
	}
	if c := b.carrier(kind); c != nil {
		x.fact("May fail with", commas(b.failures(c.Errors)))
	}
	x.rules(b.actRules(&model.Act{Variant: v, Kind: kind}))
	b.owned(x, v.Type, "Payload")
	b.owned(x, v.Result, "Answer")
	b.carries(x, v, kind)
	if c := b.carrier(kind); c != nil {
		b.refuse(x, v.Type, func(value string) (string, bool) {
			text, _, ok := b.carried(b.maker.Fork(1), c, v, value)
			return text, ok
		})
	}
	x.Names = b.generated(x.of)
	return x
}

// types are the types that are not shown with another element.
func (b *builder) types() *section {
	s := &section{ID: "all-types", Title: "Types"}
	for _, d := range b.proto.Decls {
		if b.home[d] == nil && b.elements[d] != nil {
			s.Entries = append(s.Entries, b.declared(d))
		}
	}
	return s.orNone()
}

func (b *builder) declared(d model.Decl) *entry {
	x := b.element(d, d.Info())
	switch d.(type) {
	case *model.Struct:
		x.Kind = "object"
	case *model.Tuple:
		x.Kind = "array"
	}
	e := b.elements[d]
	b.body(x, d)
	var users []line
	for _, u := range e.Users {
		users = append(users, link(u.Words, u.Anchor))
	}
	x.long("Used in", users)
	if r := d.Info().Reserved; len(r) > 0 {
		x.fact("Reserved", say("%s, which no part has again", list(codes(r), "and")))
	}
	b.examples(x, d)
	x.Names = b.generated(x.of)
	return x
}
