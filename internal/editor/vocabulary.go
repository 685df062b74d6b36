package editor

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A class is a kind of names that a spec may have at a place.
type class int

const (
	roleNames class = iota
	versionNames
	methodNames
	requestNames // what is answered: methods and requests of the envelope
	actNames     // methods, events and requests
	errorNames
	structNames
	typeNames
	gateNames       // client.supports_question
	featureNames    // of gates
	capabilityNames // client.max_message_bytes
)

// classOf has the class of the names that a key has, in one kind of map or in every one.
var classOf = map[string][]class{
	"since": {versionNames}, "after.after": {versionNames}, "negotiation.legacy": {versionNames}, "journal.no_header": {versionNames},
	"method.from": {roleNames}, "method.errors": {errorNames}, "method.replaces": {methodNames},
	"progress.method": {methodNames}, "negotiation.method": {methodNames}, "cancel.by": {methodNames}, "gate.subscription": {methodNames},
	"settling.by": {actNames}, "session.during": {requestNames}, "session.not_during": {requestNames}, "session.after": {actNames},
	"session.ordered_before": {requestNames},
	"session.error":          {errorNames}, "cancel.answered": {errorNames}, "negotiation.none": {errorNames}, "negotiation.early": {errorNames},
	"rate.error": {errorNames}, "framing.too_large": {errorNames}, "errorRules.fallback": {errorNames},
	"with": {structNames}, "variant.body": {structNames}, "capability.type": {structNames},
	"journal.header": {typeNames}, "journal.record": {typeNames},
	"gate": {gateNames}, "gate.feature": {featureNames}, "framing.max_from": {capabilityNames}, "framing.max_bytes": {capabilityNames},
	"deprecated.use": {typeNames, actNames, errorNames},
}

// sectionOf has the section of a spec that declares names of a class.
var sectionOf = map[class][]string{
	methodNames: {"methods"}, requestNames: {"methods", "requests"}, actNames: {"methods", "events", "requests"}, errorNames: {"errors"},
	structNames: {"types"}, typeNames: {"types"},
}

// An entry is a name of a spec with what is said of it in a list of names.
type entry struct {
	name, detail, doc string
	old               bool
	of                any // the element of the model; nil if it is none
}

// A vocabulary has the names of a protocol.
type vocabulary struct {
	protocol *model.Protocol // the newest valid one; nil if none was
	rows     *lower.Program  // likewise
	classes  map[class][]entry
	decls    map[string]model.Decl
}

// newVocabulary collects the names of a protocol, which may be nil.
func newVocabulary(p *model.Protocol) *vocabulary {
	v := &vocabulary{protocol: p, classes: map[class][]entry{}, decls: map[string]model.Decl{}}
	if p == nil {
		return v
	}
	v.rows = lower.New(p)
	for _, role := range p.Roles {
		v.add(entry{name: role, detail: "a role"}, roleNames)
	}
	for _, version := range slices.Backward(p.Versions) {
		v.add(entry{name: version, detail: "a version"}, versionNames)
	}
	for _, d := range p.Decls {
		v.decls[d.TypeName()] = d
		of := []class{typeNames}
		if _, ok := d.(*model.Struct); ok {
			of = append(of, structNames)
		}
		v.element(d, d.TypeName(), kindOf(d), d.Info(), of...)
	}
	for _, c := range v.rows.Calls {
		if c.Shape == lower.NotificationShape {
			v.element(c.Of, c.Method, "a notification", &c.Of.Meta, methodNames, actNames)
		} else {
			v.element(c.Of, c.Method, "a request", &c.Of.Meta, methodNames, actNames, requestNames)
		}
	}
	if e := p.Envelope; e != nil {
		v.carried(e.Events, "an event", actNames)
		v.carried(e.Requests, "a request", actNames, requestNames)
	}
	for _, e := range p.Errors {
		v.element(e, e.Name, "an error", &e.Meta, errorNames)
	}
	for _, k := range p.Capabilities {
		for _, f := range k.Type.Fields {
			of := capabilityNames
			if kind, _ := bare(f.Type).(*model.Scalar); kind != nil && kind.Kind == model.Bool {
				of = gateNames
			}
			v.element(fieldOf{k.Type, f}, k.Role+"."+f.Name, "a capability", &f.Meta, of)
		}
	}
	for _, g := range p.Gates {
		if g.Kind == model.ByFeature {
			v.add(entry{name: g.Name, detail: "a feature"}, featureNames)
		}
	}
	return v
}

func (v *vocabulary) carried(u *model.Union, detail string, of ...class) {
	if u == nil {
		return
	}
	for _, x := range u.Variants {
		v.element(x, x.Tag, detail, &x.Meta, of...)
	}
}

func (v *vocabulary) element(is any, name, detail string, m *model.Meta, of ...class) {
	v.add(entry{name: name, detail: detail, doc: m.Doc, old: m.Deprecated != nil, of: is}, of...)
}

func (v *vocabulary) add(n entry, of ...class) {
	for _, c := range of {
		v.classes[c] = append(v.classes[c], n)
	}
}

// find is the element that a name of one of some classes is; nil if there is none.
func (v *vocabulary) find(name string, of ...class) any {
	for _, c := range of {
		for _, n := range v.classes[c] {
			if n.name == name && n.of != nil {
				return n.of
			}
		}
	}
	return nil
}

// of are the names of a class: those of the protocol, and those that only a sketch of the file
// has so far.
func (v *vocabulary) of(s *sketch, c class) []entry {
	known := map[string]bool{}
	var out []entry
	for _, n := range v.classes[c] {
		if !known[n.name] {
			known[n.name] = true
			out = append(out, n)
		}
	}
	for _, other := range []class{typeNames, actNames} { // of which some are not of the class
		for _, n := range v.classes[other] {
			known[n.name] = true
		}
	}
	for _, section := range sectionOf[c] {
		p := s.root.child(section)
		if p == nil {
			continue
		}
		for _, x := range p.parts {
			if x.colon >= 0 && x.key != "" && !known[x.key] {
				known[x.key] = true
				out = append(out, entry{name: x.key, detail: "in " + section})
			}
		}
	}
	return out
}

// kindOf is what a type is, in a word.
func kindOf(d model.Decl) string {
	switch d := d.(type) {
	case *model.Struct:
		return "a struct"
	case *model.Enum:
		return "an enum"
	case *model.Union:
		return "a union"
	case *model.Tuple:
		return "a tuple"
	case *model.Alias:
		if d.Distinct {
			return "a distinct type"
		}
		return "another name of " + d.Type.String()
	}
	return ""
}
