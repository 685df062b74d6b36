package tsgen

import (
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// protocolView fills protocol.js and its declarations.
type protocolView struct {
	Version                   string
	Versions                  []string
	Semver                    bool
	Legacy                    string       // of a peer that does not state its version; or ""
	Pick                      *versionPick // nil: versions are not picked
	Features                  string       // their type; "" when there are none
	Errors                    bool         // whether there are any
	Codes                     []entry      // of errors
	Standard                  []int
	Kinds                     []string
	Ranges                    []entry
	Gated                     []gateView
	Agreed                    []memberView
	Transport                 []entry
	Roles                     string
	Methods, Events, Requests bool // whether there are any
	Progress                  bool // of some method
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

// protocol emits the module about the protocol as a whole: versions, errors, gates, and
// tables of methods, events and requests.
type protocol struct{ *plan }

func (p *plan) emitProtocol(out *output) {
	e := &protocol{p}
	v := e.view()
	m := &module{}
	m.export("PROTOCOL_VERSION", v)
	m.export("PROTOCOL_VERSIONS", v)
	if v.Legacy != "" {
		m.export("LEGACY_VERSION", v)
	}
	m.add("compareParts", v)
	m.export("compareVersions", v)
	if v.Semver {
		m.add("compareReleases", v)
	}
	if v.Pick != nil {
		m.export("pickVersion", v.Pick)
	}
	if v.Features != "" {
		m.export("commonFeatures", v)
	}
	if v.Errors {
		v.addErrors(m)
	}
	if len(v.Gated) > 0 {
		if slices.ContainsFunc(v.Gated, func(g gateView) bool { return g.Options }) {
			m.add("options", nil)
		}
		m.export("gateOpen", v)
	}
	if len(v.Transport) > 0 {
		m.export("table", table{Name: "Dialect", Entries: v.Transport})
	}
	for _, t := range v.Tables {
		m.export("table", t)
	}
	out.module("protocol", m)

	d := &module{}
	if v.UsesTypes() {
		d.links = []link{typesLink}
	}
	d.fill("protocol.d.ts.tmpl", v)
	out.declarations("protocol", d)
}

// addErrors adds the functions and tables about errors.
func (v *protocolView) addErrors(m *module) {
	m.export("table", table{Name: "ErrorCodes", Entries: v.Codes})
	m.export("errorName", v)
	m.export("isErrorCode", v)
	m.export("isStandardErrorCode", v)
	if len(v.Kinds) > 0 {
		m.export("ErrorKinds", v)
		m.export("errorKind", v)
	}
	if len(v.Ranges) > 0 {
		m.export("table", table{Name: "ErrorRanges", Entries: v.Ranges})
		m.export("errorRange", v)
	}
}

func (e *protocol) view() *protocolView {
	v := &protocolView{
		Version: e.proto.Version, Versions: e.proto.Versions, Semver: e.proto.Versioning == "semver", Pick: e.versionPick(), Features: e.featureType(),
		Errors: len(e.proto.Errors) > 0, Codes: e.errorCodes(), Standard: e.standardCodes(), Kinds: e.errorKinds(), Ranges: e.errorRanges(),
		Gated: e.gates(), Agreed: e.agreed(), Transport: e.transport(), Roles: strings.Join(e.senders(lower.FromBoth), " | "),
	}
	if n := e.proto.Negotiation; n != nil {
		v.Legacy = n.Legacy
	}
	v.Progress = e.rows.HasProgress()
	if v.Methods = e.hasMessages(); v.Methods {
		v.Tables = append(v.Tables, e.methodTable())
	}
	if env := e.proto.Envelope; env != nil {
		if v.Events = env.Events != nil; v.Events {
			v.Tables = append(v.Tables, e.variantTable("EVENTS", "All events:", env.Events))
		}
		if v.Requests = env.Requests != nil; v.Requests {
			v.Tables = append(v.Tables, e.variantTable("REQUESTS", "All requests: the member that equals the id of the message, the answer to use if none can be obtained,", env.Requests))
		}
	}
	return v
}

func (e *protocol) methodTable() table {
	t := table{Name: "METHODS", Doc: "All methods: who sends them, their errors, since when they exist, and what must be negotiated first."}
	for _, c := range e.rows.Calls {
		from := e.senders(c.From)
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
		if kinds := progressEntries(&c); len(kinds) > 0 {
			o.add("progress", kinds.String())
		}
		if c.Of.Replaces != nil {
			o.add("replaces", quote(c.Of.Replaces.Name))
		}
		row := tableEntry(c.Method, &c.Of.Meta, o)
		row.Doc = e.callDocs(c.Of, nil)
		t.Entries = append(t.Entries, row)
	}
	return t
}

// progressEntries are the kinds of progress of a call in the table of methods, by name.
func progressEntries(c *lower.Call) object {
	var kinds object
	for _, x := range c.Of.Progress {
		var o object
		o.text("method", x.Method.Name)
		o.text("token", x.Token)
		o.text("as", x.As)
		o.text("value", x.Value)
		kinds.add(x.Name, o.String())
	}
	return kinds
}

func (e *protocol) variantTable(name, doc string, u *model.Union) table {
	carrier := new(model.Method) // none
	for _, m := range e.proto.Methods {
		if events, requests := e.proto.Envelope.Carries(m); events && u == e.proto.Envelope.Events || requests && u == e.proto.Envelope.Requests {
			carrier = m
		}
	}
	t := table{Name: name, Doc: doc + " since when they exist, and what must be negotiated first."}
	for _, v := range u.Variants {
		var o object
		o.text("id", v.ID)
		if v.OnFailure != nil {
			o.add("onFailure", constants.Code(*v.OnFailure))
		}
		row := tableEntry(v.Tag, &v.Meta, o)
		row.Doc = e.callDocs(carrier, v)
		t.Entries = append(t.Entries, row)
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
