package tsgen

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// headerDiffers reports whether writers fill in a member of every message of a shape,
// beside its method: the version, the tag, or a member with a default.
func (p *plan) headerDiffers(shape lower.Shape) bool {
	d := &p.rows.Dialect
	return fillsVersion(d) || d.Shapes != nil || p.membersDiffer(shape)
}

func (p *plan) membersDiffer(shape lower.Shape) bool {
	return slices.ContainsFunc(p.rows.Dialect.MembersOf(shape), p.fieldDiffers)
}

// unknownDiffers reports whether writers fill in a member of the messages of undeclared
// methods. They do not know the tag if that says what the members are called.
func (p *plan) unknownDiffers() bool {
	if p.rows.Dialect.Named() {
		return slices.ContainsFunc(unknownShapes, p.membersDiffer)
	}
	return p.headerDiffers(lower.RequestShape)
}

// fillsVersion reports whether the version is required where it is read, and filled in
// where it is written.
func fillsVersion(d *lower.Dialect) bool {
	return d.WriteJSONRPC && (d.ReadJSONRPC == lower.MemberRequired || d.ReadJSONRPC == lower.MemberAny)
}

// callDiffers reports whether a message with its method may be less than what is read.
func (p *plan) callDiffers(c *lower.Call) bool {
	return p.headerDiffers(c.Shape) || c.Of.Params != nil && p.differs(c.Of.Params)
}

// writtenMessages are the names of the messages with a second type: those of a method,
// which writers fill in, and the others if a part differs.
func (p *plan) writtenMessages() []string {
	if !p.hasMessages() {
		return nil
	}
	anyDiffers := false
	var out []string
	for i := range p.rows.Calls {
		c := &p.rows.Calls[i]
		anyDiffers = anyDiffers || p.callDiffers(c)
		out = append(out, p.methods[c.Of])
	}
	if p.headerDiffers(lower.ResponseShape) {
		anyDiffers, out = true, append(out, "Response")
	}
	if p.unknownDiffers() {
		anyDiffers, out = true, append(out, "UnknownMessage")
	}
	if anyDiffers {
		out = append(out, "Message", p.sides[0], p.sides[1])
		if p.rows.Dialect.Batch != nil {
			out = append(out, "Batch")
		}
	}
	return out
}

// inputOfMessage is the name of the type that the writer of a message takes.
func (p *plan) inputOfMessage(name string) string {
	if in := p.in.messages[name]; in != "" {
		return in
	}
	return name
}

// messageInputs declare the second types of messages.
func (e *declarations) messageInputs() []declaration {
	var out []declaration
	add := func(name string, d declaration) {
		if in := e.in.messages[name]; in != "" {
			d.Name, d.Doc = in, []string{inputDoc(name)}
			out = append(out, d)
		}
	}
	if !e.hasMessages() {
		return nil
	}
	written := &declarations{plan: e.plan, written: true}
	add("Message", written.messageUnion("Message", "", lower.FromBoth))
	for i, name := range e.sides {
		add(name, written.messageUnion(name, "", sides[i]))
	}
	for i := range e.rows.Calls {
		c := &e.rows.Calls[i]
		add(e.methods[c.Of], written.methodMessage(c))
	}
	add("Response", written.responseDecl())
	add("UnknownMessage", written.unknownMessageDecl())
	add("Batch", declaration{Alias: "readonly " + e.inputOfMessage("Message") + "[]"})
	return out
}

// resultDiffers reports whether the result of some method does.
func (p *plan) resultDiffers() bool {
	return slices.ContainsFunc(p.rows.Calls, func(c lower.Call) bool { return p.answerDiffers(&c) })
}

func (p *plan) answerDiffers(c *lower.Call) bool {
	switch c.Answer {
	case lower.AnswerTyped:
		return c.Of.Result != nil && p.differs(c.Of.Result)
	case lower.AnswerByVariant:
		return slices.ContainsFunc(p.variantResults(), p.differs)
	}
	return false
}

// variantResults are the results of the requests of the envelope.
func (p *plan) variantResults() []model.Type {
	var out []model.Type
	for _, v := range p.proto.Envelope.Requests.Variants {
		if v.Result != nil {
			out = append(out, v.Result)
		}
	}
	return out
}

// resultInputs declare the results of methods as they are written, where they differ.
func (e *declarations) resultInputs() []declaration {
	if e.in.results[0] == "" {
		return nil
	}
	d := declaration{Name: e.in.results[0], Doc: []string{"The results of methods as writers take them, where they differ."}}
	for i := range e.rows.Calls {
		c := &e.rows.Calls[i]
		if !e.answerDiffers(c) {
			continue
		}
		m := memberView{Key: key(c.Method)}
		if c.Answer == lower.AnswerTyped {
			m.Type = orNone(c, e.input(c.Of.Result))
		} else {
			m.Type = "RequestResults[keyof RequestResults]"
			for _, t := range e.variantResults() {
				if e.differs(t) {
					m.Type += " | " + e.input(t)
				}
			}
		}
		d.Members = append(d.Members, m)
	}
	of := declaration{
		Name: e.in.results[1] + "<M extends RequestMethod>", Doc: []string{"The result of a method as writers take it."},
		Alias: "M extends keyof " + d.Name + " ? " + d.Name + "[M] : Methods[M][\"result\"]",
	}
	return []declaration{d, of}
}

// writtenResult is the type of the result of the method M in the writers of results.
func (p *plan) writtenResult() string {
	if p.in.results[1] != "" {
		return "wire." + p.in.results[1] + "<M>"
	}
	return `wire.Methods[M]["result"]`
}
