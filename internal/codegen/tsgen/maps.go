package tsgen

import (
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// maps declare the interfaces that map a tag or method to its types.
func (e *declarations) maps() []declaration {
	payload := func(v *model.Variant) model.Type { return v.Type }
	result := func(v *model.Variant) model.Type { return v.Result }
	var out []declaration
	if env := e.proto.Envelope; env != nil {
		if env.Events != nil {
			out = append(out, e.byTag("Events", "The payloads of all events", env.Events, payload),
				declaration{Name: "EventType", Doc: []string{"The tag of a declared event."}, Alias: "keyof Events"})
		}
		if env.Requests != nil {
			out = append(out, e.byTag("Requests", "The payloads of all requests", env.Requests, payload),
				declaration{Name: "RequestType", Doc: []string{"The tag of a declared request."}, Alias: "keyof Requests"},
				e.byTag("RequestResults", "The results of requests", env.Requests, result))
		}
	}
	if e.hasMessages() {
		out = append(out, e.methodMap())
		if e.answers() {
			out = append(out, declaration{Name: "RequestMethod", Doc: []string{"The name of a request method."},
				Alias: `{ [M in keyof Methods]: Methods[M] extends { kind: "request" } ? M : never }[keyof Methods]`})
			out = append(out, e.resultInputs()...)
		}
	}
	if len(e.rows.Registrations) > 0 {
		d := declaration{Name: "Registrations", Doc: []string{"The options of registrations, by the registered name."}}
		for _, r := range e.rows.Registrations {
			d.Members = append(d.Members, memberView{Key: key(r.As), Type: e.typ(r.Of.Registration.Options)})
		}
		out = append(out, d)
	}
	if e.rows.HasProgress() {
		out = append(out, declaration{Name: "ProgressMethod", Doc: []string{"The name of a method whose progress is reported."},
			Alias: "{ [M in keyof Methods]: Methods[M] extends { progress: object } ? M : never }[keyof Methods]"})
	}
	if d, ok := e.errorData(); ok {
		out = append(append(out, d), e.errorInputs()...)
	}
	if len(e.proto.Capabilities) > 0 {
		d := declaration{Name: e.yielded("Capabilities"), Doc: []string{"The capabilities that each side can declare."}}
		for _, c := range e.proto.Capabilities {
			d.Members = append(d.Members, memberView{Doc: docs(&c.Meta, "@remarks At `"+docText(c.At)+"`."), Key: key(c.Role), Type: e.types[c.Type]})
		}
		out = append(out, d)
	}
	return out
}

// byTag maps the tag of each variant to one of its types.
func (e *declarations) byTag(name, doc string, u *model.Union, of func(*model.Variant) model.Type) declaration {
	d := declaration{Name: name, Doc: []string{doc + ", by tag. Extend it by declaration merging."}}
	for _, v := range u.Variants {
		d.Members = append(d.Members, memberView{Key: key(v.Tag), Type: e.declared(of(v))})
	}
	return d
}

// declared is a type in a declaration, or unknown if there is none.
func (e *declarations) declared(t model.Type) string {
	if t == nil {
		return "unknown"
	}
	return e.typ(t)
}

func (e *declarations) methodMap() declaration {
	d := declaration{Name: "Methods", Doc: []string{"All methods, by name. Extend it by declaration merging."}}
	for i := range e.rows.Calls {
		c := &e.rows.Calls[i]
		members := []memberView{e.paramsMember(c, "params")}
		switch c.Answer {
		case lower.AnswerTyped:
			members = append(members, memberView{Key: "result", Type: orNone(c, e.declared(c.Of.Result))})
		case lower.AnswerByVariant:
			members = append(members, memberView{Key: "result", Type: "RequestResults[keyof RequestResults]"})
		}
		if c.ErrorData != lower.NoType {
			members = append(members, memberView{Key: "errorData", Type: e.typ(c.Of.ErrorData)})
		}
		if len(c.Progress) > 0 {
			var kinds []memberView
			for _, x := range c.Progress {
				kinds = append(kinds, memberView{Key: x.Name, Type: e.typ(x.Of.Payload)})
			}
			members = append(members, memberView{Key: "progress", Type: objectType(kinds)})
		}
		from := memberView{Key: "from", Type: strings.Join(e.senders(c.From), " | ")}
		members = append(members, from, memberView{Key: "kind", Type: quote(c.Shape.String())})
		d.Members = append(d.Members, memberView{Doc: e.callDocs(c.Of, nil), Key: key(c.Method), Type: objectType(members)})
	}
	return d
}
