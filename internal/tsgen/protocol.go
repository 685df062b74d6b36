package tsgen

import (
	"fmt"
	"strings"

	"github.com/wiregen/wiregen/internal/lower"
	"github.com/wiregen/wiregen/internal/model"
)

// maps declare the interfaces that lead from a tag or method to its types.
func (p *plan) maps() []declaration {
	payload := func(v *model.Variant) model.Type { return v.Type }
	result := func(v *model.Variant) model.Type { return v.Result }
	var out []declaration
	if e := p.proto.Envelope; e != nil {
		if e.Events != nil {
			out = append(out, p.byTag("Events", "The payloads of all events", e.Events, payload),
				declaration{Name: "EventType", Doc: []string{"The tag of a declared event."}, Alias: "keyof Events"})
		}
		if e.Requests != nil {
			out = append(out, p.byTag("Requests", "The payloads of all requests", e.Requests, payload),
				declaration{Name: "RequestType", Doc: []string{"The tag of a declared request."}, Alias: "keyof Requests"},
				p.byTag("RequestResults", "What answers a request", e.Requests, result))
		}
	}
	if p.hasMessages() {
		out = append(out, p.methodMap())
	}
	if d, ok := p.errorData(); ok {
		out = append(out, d)
	}
	if len(p.proto.Capabilities) > 0 {
		d := declaration{Name: "Capabilities", Doc: []string{"What each side can say that it is able to do."}}
		for _, c := range p.proto.Capabilities {
			d.Members = append(d.Members, memberView{Doc: docs(&c.Meta, "@remarks At `"+docText(c.At)+"`."), Key: key(c.Role), Type: p.types[c.Type]})
		}
		out = append(out, d)
	}
	return out
}

// byTag maps the tag of each variant to one of its types.
func (p *plan) byTag(name, doc string, u *model.Union, of func(*model.Variant) model.Type) declaration {
	d := declaration{Name: name, Doc: []string{doc + ", by tag. Declaration merging adds further ones."}}
	for _, v := range u.Variants {
		d.Members = append(d.Members, memberView{Key: key(v.Tag), Type: p.declared(of(v))})
	}
	return d
}

// declared is a type in a declaration, or that of anything where there is none.
func (p *plan) declared(t model.Type) string {
	if t == nil {
		return "unknown"
	}
	return p.shape(t).declare
}

func (p *plan) methodMap() declaration {
	d := declaration{Name: "Methods", Doc: []string{"All methods, by name. Declaration merging adds further ones."}}
	for i := range p.rows.Calls {
		c := &p.rows.Calls[i]
		members := []memberView{p.paramsMember(c)}
		switch c.Answer {
		case lower.AnswerTyped:
			members = append(members, memberView{Key: "result", Type: p.declared(c.Of.Result)})
		case lower.AnswerByVariant:
			members = append(members, memberView{Key: "result", Type: "RequestResults[keyof RequestResults]"})
		}
		if c.Of.Progress != nil && c.Of.Progress.Payload != nil {
			members = append(members, memberView{Key: "progress", Type: p.shape(c.Of.Progress.Payload).declare})
		}
		from := memberView{Key: "from", Type: strings.Join(p.senders(c.From), " | ")}
		members = append(members, from, memberView{Key: "kind", Type: quote(c.Shape.String())})
		d.Members = append(d.Members, memberView{Doc: docs(&c.Of.Meta), Key: key(c.Method), Type: objectType(members)})
	}
	return d
}

// senders are the roles that a call may come from.
func (p *plan) senders(from lower.From) []string {
	roles := each(p.proto.Roles[:], quote)
	switch from {
	case lower.FromClient:
		return roles[:1]
	case lower.FromAgent:
		return roles[1:]
	}
	return roles
}

// protocolView fills protocol.js and its declarations.
type protocolView struct {
	Head                      string
	Version                   string
	Versions                  []string
	Versioning                string
	Legacy                    string       // of a peer that does not say its version; or ""
	Pick                      *versionPick // nil: nobody picks
	Features                  string       // their type; "" when there are none
	Codes                     []entry      // of errors
	Standard                  []int
	Kinds                     []string
	Ranges                    []entry
	Gated                     []gateView
	Agreed                    []memberView
	Transport                 []entry
	Roles                     string
	Methods, Events, Requests bool // whether there are any
	Tables                    []table
}

// UsesTypes reports whether the declarations refer to those of messages.
func (v protocolView) UsesTypes() bool {
	return len(v.Agreed) > 0 || strings.HasPrefix(v.Features, "wire.")
}

// A table is a constant object; the same text is its value and its type.
type table struct {
	Name    string
	Doc     string
	Entries []entry
}

type entry struct {
	Doc   []string
	Key   string
	Value string
}

func (p *plan) renderProtocol(rd *renderer) {
	v := protocolView{
		Head: p.head(), Version: p.proto.Version, Versions: p.proto.Versions, Versioning: string(p.proto.Versioning), Pick: p.versionPick(), Features: p.featureType(),
		Codes: p.errorCodes(), Standard: p.standardCodes(), Kinds: p.errorKinds(), Ranges: p.errorRanges(),
		Gated: p.gates(), Agreed: p.agreed(), Transport: p.transport(), Roles: strings.Join(p.senders(lower.FromBoth), " | "),
	}
	if n := p.proto.Negotiation; n != nil {
		v.Legacy = n.Legacy
	}
	if v.Methods = p.hasMessages(); v.Methods {
		v.Tables = append(v.Tables, p.methodTable())
	}
	if e := p.proto.Envelope; e != nil {
		if v.Events = e.Events != nil; v.Events {
			v.Tables = append(v.Tables, variantTable("EVENTS", "All events:", e.Events))
		}
		if v.Requests = e.Requests != nil; v.Requests {
			v.Tables = append(v.Tables, variantTable("REQUESTS", "All requests: what equals the id of the message, what an asker takes for an answer when none can be had,", e.Requests))
		}
	}
	rd.module("protocol.js", v)
	rd.module("protocol.d.ts", v)
}

func (p *plan) methodTable() table {
	t := table{Name: "METHODS", Doc: "All methods: who sends them, which errors they declare, since when, and what must be negotiated before."}
	for _, c := range p.rows.Calls {
		from := p.senders(c.From)
		var o object
		if len(from) > 1 {
			o.add("from", array(from))
		} else {
			o.add("from", from[0])
		}
		o.text("kind", c.Shape.String())
		o.flag("optionalParams", c.ParamsPresence == lower.ParamsOptional)
		if len(c.Errors) > 0 {
			o.add("errors", quoteAll(c.Errors))
		}
		if progress := c.Of.Progress; progress != nil {
			o.add("progress", fmt.Sprintf("{ method: %s, token: %s }", quote(progress.Method.Name), quote(progress.Token)))
		}
		if c.Of.Replaces != nil {
			o.add("replaces", quote(c.Of.Replaces.Name))
		}
		t.Entries = append(t.Entries, tableEntry(c.Method, &c.Of.Meta, o))
	}
	return t
}

func variantTable(name, doc string, u *model.Union) table {
	t := table{Name: name, Doc: doc + " since when, and what must be negotiated before."}
	for _, v := range u.Variants {
		var o object
		o.text("id", v.ID)
		if v.OnFailure != nil {
			o.add("onFailure", jsValue(*v.OnFailure))
		}
		t.Entries = append(t.Entries, tableEntry(v.Tag, &v.Meta, o))
	}
	return t
}

func tableEntry(name string, m *model.Meta, o object) entry {
	word := "since"
	if m.Since.After {
		word = "after"
	}
	o.text(word, m.Since.Version)
	o.text("gate", m.Gate)
	if m.Unrecorded {
		o.add("recorded", "false")
	}
	return entry{Key: key(name), Value: o.String()}
}
