package tsgen

import (
	"fmt"
	"strings"

	"github.com/wiregen/wiregen/internal/model"
)

// maps declare the interfaces that lead from a tag or method to its types.
func (p *plan) maps() []declaration {
	var out []declaration
	if e := p.proto.Envelope; e != nil {
		if e.Events != nil {
			out = append(out, p.payloads("Events", "events", e.Events),
				declaration{Name: "EventType", Doc: []string{"The tag of a declared event."}, Alias: "keyof Events"})
		}
		if e.Requests != nil {
			out = append(out, p.payloads("Requests", "requests", e.Requests),
				declaration{Name: "RequestType", Doc: []string{"The tag of a declared request."}, Alias: "keyof Requests"},
				p.results(e.Requests))
		}
	}
	if len(p.proto.Methods) > 0 {
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

func (p *plan) payloads(name, what string, u *model.Union) declaration {
	d := declaration{Name: name, Doc: []string{"The payloads of all " + what + ", by tag. Declaration merging adds further ones."}}
	for _, v := range u.Variants {
		d.Members = append(d.Members, memberView{Key: key(v.Tag), Type: p.shape(v.Type).declare()})
	}
	return d
}

func (p *plan) results(u *model.Union) declaration {
	d := declaration{Name: "RequestResults", Doc: []string{"What answers a request, by tag. Declaration merging adds further ones."}}
	for _, v := range u.Variants {
		result := "unknown"
		if v.Result != nil {
			result = p.shape(v.Result).declare()
		}
		d.Members = append(d.Members, memberView{Key: key(v.Tag), Type: result})
	}
	return d
}

func (p *plan) methodMap() declaration {
	d := declaration{Name: "Methods", Doc: []string{"All methods, by name. Declaration merging adds further ones."}}
	for _, m := range p.proto.Methods {
		members := []memberView{p.paramsMember(m)}
		if !m.Notify {
			result := "unknown"
			switch {
			case m.ByVariant:
				result = "RequestResults[keyof RequestResults]"
			case m.Result != nil:
				result = p.shape(m.Result).declare()
			}
			members = append(members, memberView{Key: "result", Type: result})
		}
		if m.Progress != nil && m.Progress.Payload != nil {
			members = append(members, memberView{Key: "progress", Type: p.shape(m.Progress.Payload).declare()})
		}
		members = append(members, memberView{Key: "from", Type: p.from(m, " | ")}, memberView{Key: "kind", Type: quote(kindOf(m))})
		d.Members = append(d.Members, memberView{Doc: docs(&m.Meta), Key: key(m.Name), Type: objectType(members)})
	}
	return d
}

func (p *plan) from(m *model.Method, sep string) string {
	switch m.From {
	case model.FromClient:
		return quote(p.proto.Roles[0])
	case model.FromAgent:
		return quote(p.proto.Roles[1])
	default:
		return quote(p.proto.Roles[0]) + sep + quote(p.proto.Roles[1])
	}
}

func kindOf(m *model.Method) string {
	if m.Notify {
		return "notification"
	}
	return "request"
}

// protocolView fills protocol.js and its declarations.
type protocolView struct {
	Head       string
	Version    string
	Versions   []string
	Legacy     string
	Versioning string
	Pick       *versionPick // nil: nobody picks
	Features   string       // their type; "" when there are none
	Errors     []entry
	Standard   []string
	Kinds      []string
	Ranges     []entry
	Gates      []gateView
	Agreed     []memberView
	Dialect    []entry
	Infos      []declaration // what the tables say of any entry
	Tables     []table
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
	Type  string
}

func (p *plan) renderProtocol(rd *renderer) {
	v := protocolView{Head: p.head(), Version: p.proto.Version, Versions: p.proto.Versions, Versioning: string(p.proto.Versioning)}
	if n := p.proto.Negotiation; n != nil {
		v.Legacy = n.Legacy
	}
	v.Pick, v.Features = p.versionPick(), p.featureType()
	v.Errors, v.Standard, v.Kinds, v.Ranges = p.errorEntries(), p.standardCodes(), p.errorKinds(), p.errorRanges()
	v.Gates, v.Agreed, v.Dialect = p.gates(), p.agreed(), p.connection()
	v.Infos = p.infos()
	if len(p.proto.Methods) > 0 {
		t := table{Name: "METHODS", Doc: "All methods: who sends them, which errors they declare, since when, and what must be negotiated before."}
		for _, m := range p.proto.Methods {
			from := p.from(m, ", ")
			if m.From == model.FromBoth {
				from = "[" + from + "]"
			}
			parts := []string{"from: " + from, "kind: " + quote(kindOf(m))}
			if m.ParamsOptional {
				parts = append(parts, "optionalParams: true")
			}
			if len(m.Errors) > 0 {
				parts = append(parts, "errors: "+quoteAll(errorNames(m)))
			}
			if m.Progress != nil {
				parts = append(parts, progressOf(m))
			}
			if m.Replaces != nil {
				parts = append(parts, "replaces: "+quote(m.Replaces.Name))
			}
			t.Entries = append(t.Entries, tableEntry(m.Name, &m.Meta, parts...))
		}
		v.Tables = append(v.Tables, t)
	}
	if e := p.proto.Envelope; e != nil {
		if e.Events != nil {
			v.Tables = append(v.Tables, variantTable("EVENTS", "All events:", e.Events))
		}
		if e.Requests != nil {
			v.Tables = append(v.Tables, variantTable("REQUESTS", "All requests: what equals the id of the message, what an asker takes for an answer when none can be had,", e.Requests))
		}
	}
	rd.module("protocol.js", v)
	rd.module("protocol.d.ts", v)
}

func errorNames(m *model.Method) []string {
	out := make([]string, len(m.Errors))
	for i, e := range m.Errors {
		out[i] = e.Name
	}
	return out
}

func variantTable(name, doc string, u *model.Union) table {
	t := table{Name: name, Doc: doc + " since when, and what must be negotiated before."}
	for _, v := range u.Variants {
		var parts []string
		if v.ID != "" {
			parts = append(parts, "id: "+quote(v.ID))
		}
		if v.OnFailure != nil {
			parts = append(parts, "onFailure: "+jsValue(*v.OnFailure))
		}
		t.Entries = append(t.Entries, tableEntry(v.Tag, &v.Meta, parts...))
	}
	return t
}

func tableEntry(name string, m *model.Meta, parts ...string) entry {
	if m.Since.Version != "" {
		word := "since"
		if m.Since.After {
			word = "after"
		}
		parts = append(parts, fmt.Sprintf("%s: %s", word, quote(m.Since.Version)))
	}
	if m.Gate != "" {
		parts = append(parts, "gate: "+quote(m.Gate))
	}
	if m.Unrecorded {
		parts = append(parts, "recorded: false")
	}
	e := entry{Key: key(name), Value: "{}", Type: "{}"}
	if len(parts) > 0 {
		e.Value = "{ " + strings.Join(parts, ", ") + " }"
	}
	e.Type = e.Value
	return e
}
