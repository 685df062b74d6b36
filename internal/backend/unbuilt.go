package backend

import (
	"fmt"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/model"
	"github.com/wiregen/wiregen/internal/source"
)

// Built tells whether every target can compile p, and reports the constructs
// that not all of them can yet.
func Built(p *model.Protocol, r *diag.Report) bool {
	u := &unbuilt{report: r}
	for _, d := range p.Decls {
		u.at = d.Info().Span
		u.visit(d)
	}
	for _, m := range p.Methods {
		u.at = m.Span
		for _, t := range []model.Type{m.Params, m.Result} {
			if t != nil {
				u.visit(t)
			}
		}
	}
	return !u.found
}

// Refused is the plan of a protocol that cannot be compiled: it makes nothing.
type Refused struct{}

// Emit makes no files.
func (Refused) Emit() ([]File, error) { return nil, nil }

type unbuilt struct {
	report *diag.Report
	at     source.Span // the element that is looked at
	found  bool
}

func (u *unbuilt) say(construct string) {
	u.found = true
	u.report.Add(diag.ConstructNotBuilt, u.at, fmt.Sprintf("%s is part of the language, but this version of wiregen does not compile it to every target", construct)).
		WithHelp("leave it out")
}

// visit looks at t, and at what is inside it as far as it has no name.
func (u *unbuilt) visit(t model.Type) {
	switch t := t.(type) {
	case *model.Scalar:
		if t.Limits.Write() {
			u.say("a limit")
		}
	case *model.List:
		if t.Limits.Write() {
			u.say("a limit")
		}
		u.part(t.Elem)
	case *model.Map:
		if t.Key != nil {
			u.say("a map with an enum for keys")
		}
		u.part(t.Elem)
	case *model.Tuple:
		u.say("a tuple")
	case *model.Struct:
		u.structure(t)
	default:
		for _, child := range t.Children() {
			u.part(child)
		}
	}
}

// part visits a part of a type, unless it is declared elsewhere.
func (u *unbuilt) part(t model.Type) {
	if _, named := t.(model.Decl); !named {
		u.visit(t)
	}
}

func (u *unbuilt) structure(t *model.Struct) {
	switch t.Extra {
	case model.ExtraKeep:
		u.say("extra: keep")
	case model.ExtraReject:
		u.say("extra: reject")
	}
	for _, f := range t.Fields {
		u.at = f.Span
		if f.Patch {
			u.say("patch: true")
		}
		u.part(f.Type)
	}
}
