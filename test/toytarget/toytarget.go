// Package toytarget is a target that only tests have: a list of the types and
// methods of a protocol, in a language with three words. It has everything that a
// target needs, and all that targets share; a test adds it to the registry with one line.
package toytarget

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/lower"
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

func (l list) Plan(p *model.Protocol, c backend.Common, r *diag.Report) (backend.Plan, error) {
	chosen := backend.NewNames(l.Target(), r)
	out := &plan{proto: p, rows: c.Rows(p), heading: cmp.Or(l.heading, p.Name), names: map[any]string{}}
	take := func(scope *backend.Scope, of any, m *model.Meta, kind, name string) {
		out.names[of] = scope.Name(chosen.Element(m, "%s %q", kind, name), m, names.Snake(name))
	}
	types, methods := chosen.Scope("the list", l.Target().Naming.Exact...), chosen.Scope("the list of methods")
	for _, d := range p.Decls {
		take(types, d, d.Info(), "type", d.TypeName())
		if s, ok := d.(*model.Struct); ok {
			fields := chosen.Scope(s.Name)
			for _, f := range s.Fields {
				take(fields, f, &f.Meta, "field", f.Name)
			}
		}
	}
	for _, m := range p.Methods {
		take(methods, m, &m.Meta, "method", m.Name)
	}
	chosen.Unused(p)
	return out, nil
}

type plan struct {
	proto   *model.Protocol
	rows    *lower.Program
	heading string
	names   map[any]string
}

func (p *plan) Emit() ([]backend.File, error) {
	lines := []string{p.heading}
	for _, x := range backend.Order(p.rows, nil) { // no name is used before its line, but for cycles
		line := "type " + p.names[x.Decl]
		if use := backend.UseOf(p.rows, x.Decl).Named(); use.Name != x.Decl {
			line += " is " + p.typ(use)
		}
		for _, d := range x.Later {
			line += ", before " + p.names[d]
		}
		lines = append(lines, line)
		if row := p.rows.Decl(x.Decl); row != nil && row.Struct != nil {
			for i := range row.Struct.Fields {
				lines = append(lines, p.field(&row.Struct.Fields[i]))
			}
		}
	}
	for _, m := range p.proto.Methods {
		lines = append(lines, "method "+p.names[m])
	}
	text := strings.Join(append(lines, "end"), "\n") + "\n"
	return []backend.File{{Name: "list.txt", Data: []byte(text)}}, nil
}

// field is the line of a field, with its default and what else the spec says of it.
func (p *plan) field(f *lower.Field) string {
	line := "  " + p.names[f.Of] + " is " + p.typ(backend.UseOf(p.rows, f.Of.Type))
	if f.Default != nil {
		line += ", else " + literals.Code(f.Default.Value)
	}
	remarks := words.Sentences(append(backend.FieldRemarks(f), backend.ElementRemarks(&f.Of.Meta)...))
	if d := words.Deprecation(f.Of.Deprecated); d != "" {
		remarks = append(remarks, "Deprecated. "+d)
	}
	if len(remarks) > 0 {
		line += " # " + strings.Join(remarks, " ")
	}
	return line
}

// typ is a use of a type.
func (p *plan) typ(u backend.Use) string {
	return backend.Walk(u, backend.Forms[string]{
		Name:    func(d model.Decl) string { return p.names[d] },
		Scalar:  func(s *lower.Scalar) string { return "a " + s.Name },
		Literal: literals.Code,
		List:    func(elem string) string { return "many (" + elem + ")" },
		Map: func(key model.Decl, elem string) string {
			if key != nil {
				return elem + " by " + p.names[key]
			}
			return elem + " by name"
		},
		OrNull: func(t string) string { return t + " or nothing" },
	})
}

// literals are values in the language.
var literals = backend.Literals{
	Null: "nothing", True: "yes", False: "no",
	Number: func(v model.Value) string { return v.Text },
	String: strconv.Quote,
	List:   func(items []string) string { return "(" + strings.Join(items, " ") + ")" },
	Object: func(members []backend.LiteralMember) string {
		items := make([]string, len(members))
		for i, m := range members {
			items[i] = strconv.Quote(m.Key) + "=" + m.Code
		}
		return "(" + strings.Join(items, " ") + ")"
	},
}

// words are the language of comments: one line.
var words = backend.Words{
	Name:  strconv.Quote,
	Text:  func(text string) string { return strings.Join(strings.Fields(text), " ") },
	Error: func(c *model.ErrorCode) string { return c.Name },
}

func (p *plan) Names(element any) []string {
	if name, ok := p.names[element]; ok {
		return []string{name}
	}
	return nil
}
