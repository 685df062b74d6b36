package catalog

import (
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// method is a method with what belongs to its calls.
func (c *Catalog) method(call *lower.Call) {
	m, kind := call.Of, "method"
	if call.Shape == lower.NotificationShape {
		kind = "method, a notification"
	}
	e := c.add(m.Name, kind, Anchor(MethodSpace, m.Name), &m.Meta, m)
	e.SentBy, e.FormerNames = Senders(c.protocol, call.From), call.FormerNames
	e.Type = typeString(m.Params)
	if call.ParamsPresence == lower.ParamsOptional {
		e.Type += ", may be absent"
	}
	if call.Positions {
		e.Type += ", or its fields by position"
	}
	switch call.Answer {
	case lower.AnswerByVariant:
		e.Result = "by variant"
	case lower.AnswerTyped:
		e.Result = "with " + typeString(m.Result)
		if call.ResultOptional {
			e.Result += ", or without a result"
		}
	}
	e.Errors = call.Errors
	for _, p := range m.Progress {
		words := fmt.Sprintf("%s, with %s, reported by %s, for the token at %s", p.Name, typeString(p.Payload), p.Method.Name, p.Token)
		e.Progress = append(e.Progress, words)
	}
	if m.ErrorData != nil {
		e.ErrorData = typeString(m.ErrorData)
	}
	if r := m.Registration; r != nil {
		e.Registers = typeString(r.Options)
		if r.As != m.Name {
			e.Registers = fmt.Sprintf("as %s, with %s", r.As, e.Registers)
		}
	}
	if m.Replaces != nil {
		e.Replaces = m.Replaces.Name
	}
	for _, other := range c.protocol.Methods {
		if other.Replaces == m {
			e.ReplacedBy = append(e.ReplacedBy, other.Name)
		}
	}
	e.Opens = c.gatedBy(model.BySubscription, m.Name)
}

// errors are the error codes, and their ranges.
func (c *Catalog) errors() {
	for _, x := range c.protocol.Errors {
		kind := fmt.Sprintf("error code %d", x.Code)
		if x.Local {
			kind += ", which is never sent"
		}
		e := c.add(x.Name, kind, Anchor(ErrorSpace, x.Name), &x.Meta, x)
		e.FormerNames = x.FormerNames
		e.Type = typeString(x.Data)
		if x.Message != x.Name {
			e.Message = x.Message
		}
		for _, r := range c.protocol.Dialect.Ranges {
			if r.From <= x.Code && x.Code <= r.To {
				e.UsedIn = append(e.UsedIn, "the range "+r.Name)
			}
		}
		for _, m := range c.protocol.Methods {
			if slices.Contains(m.Errors, x) {
				e.UsedIn = append(e.UsedIn, m.Name)
			}
		}
	}
	for _, r := range c.protocol.Dialect.Ranges {
		e := c.add(r.Name, fmt.Sprintf("range of error codes, from %d to %d", r.From, r.To), Anchor(RangeSpace, r.Name), &r.Meta, r)
		for _, x := range c.protocol.Errors {
			if r.From <= x.Code && x.Code <= r.To {
				e.Parts = append(e.Parts, x.Name)
			}
		}
	}
}

// shell are the members that the dialect adds to every message.
func (c *Catalog) shell() {
	for i := range c.rows.Dialect.Members {
		f := &c.rows.Dialect.Members[i]
		fieldFacts(c.add("dialect.members."+f.Name, "member of every message", Anchor(MemberSpace, f.Name), &f.Of.Meta, f.Of), f)
	}
}

// features are the features that gates depend on.
func (c *Catalog) features() {
	for _, g := range c.protocol.Gates {
		if g.Kind != model.ByFeature {
			continue
		}
		c.add(g.Name, "feature", Anchor(FeatureSpace, g.Name), &model.Meta{}, g).Opens = c.gatedBy(model.ByFeature, g.Name)
	}
}

// gatedBy are the methods, events and requests with a gate.
func (c *Catalog) gatedBy(kind model.GateKind, name string) []string {
	gate := (&model.Gate{Kind: kind, Name: name}).String()
	var out []string
	for _, m := range c.protocol.Methods {
		if m.Gate == gate {
			out = append(out, m.Name)
		}
	}
	if e := c.protocol.Envelope; e != nil {
		for _, v := range e.Messages.Variants {
			if v.Gate == gate {
				out = append(out, v.Tag)
			}
		}
	}
	return out
}

// tupleParts are the items of an array.
func (c *Catalog) tupleParts(t *lower.Tuple, e *Element) {
	for i, item := range t.Of.Items {
		name := item.Name
		if name == "" {
			name = fmt.Sprint(i)
		}
		part := item.Type.String()
		if item.Name != "" {
			part = item.Name + " " + part
		}
		e.Parts = append(e.Parts, part)
		x := c.part(t.Of.Name, name, fmt.Sprintf("item %d of %s", i, t.Of.Name), &item.Meta, item)
		x.Type = item.Type.String()
		if i >= t.Least {
			x.Type += ", may be missing"
		}
	}
}
