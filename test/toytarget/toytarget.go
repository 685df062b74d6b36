// Package toytarget is a target that only tests have: a list of the types and
// methods of a protocol, in a language with three words. It has everything that a
// target needs; a test adds it to the registry with one line.
package toytarget

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// New returns the backend.
func New() backend.Backend { return list{} }

type list struct{ heading string }

var identifier = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

func (list) Target() backend.Target {
	return backend.Target{
		Name: "toy", Title: "Toy", Makes: "a list", Dir: "toy", Example: "{dir: list, heading: Everything}",
		Naming: &backend.Naming{
			Valid: identifier.MatchString, Rule: "a word in small letters", Near: names.Snake,
			Exact: []backend.Reserved{{Name: "heading", Why: "the first line"}},
			Words: []string{"type", "method", "end"}, Escape: func(name string) string { return name + "_" },
		},
	}
}

func (l list) Configure(s *backend.Section) backend.Backend {
	l.heading = s.Text("heading", "The first line.")
	return l
}

func (l list) Plan(p *model.Protocol, _ backend.Common, r *diag.Report) (backend.Plan, error) {
	chosen := backend.NewNames(l.Target(), r)
	out := &plan{heading: cmp.Or(l.heading, p.Name), names: map[any]string{}}
	take := func(scope *backend.Scope, of any, m *model.Meta, kind, name string) {
		e := chosen.Element(m, "%s %q", kind, name)
		out.names[of] = scope.Name(e, m, names.Snake(name))
		out.lines = append(out.lines, kind+" "+out.names[of])
	}
	types, methods := chosen.Scope("the list", l.Target().Naming.Exact...), chosen.Scope("the list of methods")
	for _, d := range p.Decls {
		take(types, d, d.Info(), "type", d.TypeName())
	}
	for _, m := range p.Methods {
		take(methods, m, &m.Meta, "method", m.Name)
	}
	chosen.Unused(p)
	return out, nil
}

type plan struct {
	heading string
	lines   []string
	names   map[any]string
}

func (p *plan) Emit() ([]backend.File, error) {
	text := fmt.Sprintf("%s\n%s\nend\n", p.heading, strings.Join(p.lines, "\n"))
	return []backend.File{{Name: "list.txt", Data: []byte(text)}}, nil
}

func (p *plan) Names(element any) []string {
	if name, ok := p.names[element]; ok {
		return []string{name}
	}
	return nil
}
