package jsonschema

import (
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/frontend/draft"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/names"
)

// standard are the codes of JSON-RPC, which every spec has.
var standard = []string{"-32700", "-32600", "-32601", "-32602", "-32603"}

// errors finds the codes of errors: those that the member code of an error lists, and those of
// responses with one code of their own, which may have data.
func (m *finder) errors() {
	taken := map[string]bool{}
	seen := map[string]bool{}
	for _, d := range slices.Clone(m.spec.Types) {
		s, ok := m.where[d]
		if !ok {
			continue
		}
		f := m.shape(s)
		e := f
		if p := f.prop("error"); isShell(f) && p != nil && len(p.schemas) > 0 {
			e = m.shape(p.schemas[0])
		} else if f.has["code"] && f.has["message"] && !f.has["jsonrpc"] {
			m.shells[d] = true // the error itself
		} else {
			continue
		}
		code := e.prop("code")
		if code == nil || len(code.schemas) == 0 || m.shells[d] && !isShell(f) && !m.isErrorType(d) {
			continue
		}
		for _, l := range m.codes(code) {
			if l.n.Quoted || seen[l.n.Text] || slices.Contains(standard, l.n.Text) {
				continue
			}
			name := l.name
			if name == "" && isShell(f) {
				name, _ = ending(d.Name, "Error", "ErrorResponse")
			}
			if name == "" {
				name = "code " + strings.TrimPrefix(l.n.Text, "-")
			}
			seen[l.n.Text] = true
			out := &draft.Error{Place: draft.Place{Pointer: l.said.at, Span: l.n.Span}, Code: l.n}
			out.Name = draft.Unique(taken, strings.ToUpper(names.Snake(name)))
			if m.describe(&out.Meta, l.said); out.Doc == "" && isShell(f) {
				m.describe(&out.Meta, s)
			}
			if p := e.prop("data"); isShell(f) && p != nil && p.required && len(p.schemas) > 0 {
				out.Data = m.combined(p.schemas)
			}
			m.spec.Errors = append(m.spec.Errors, out)
		}
	}
}

// isErrorType reports whether a type is the error of some response.
func (m *finder) isErrorType(d *draft.Decl) bool {
	return slices.ContainsFunc(m.spec.Types, func(o *draft.Decl) bool {
		s, ok := m.where[o]
		if !ok {
			return false
		}
		f := m.shape(s)
		for _, g := range f.unions {
			for _, a := range g.arms {
				if p := m.shape(a).prop("error"); p != nil && slices.ContainsFunc(p.schemas, func(s schema) bool { return m.flatten(s).ref == d }) {
					return true
				}
			}
		}
		p := f.prop("error")
		return p != nil && slices.ContainsFunc(p.schemas, func(s schema) bool { return m.flatten(s).ref == d })
	})
}

// codes are the values that the member code of an error may have.
func (m *finder) codes(p *property) []literal {
	var out []literal
	for _, s := range p.schemas {
		f := m.shape(s)
		out = append(out, f.literals()...)
		for _, g := range f.unions {
			for _, a := range g.arms {
				for _, l := range m.shape(a).literals() {
					l.said, l.name = a, a.text("title")
					out = append(out, l)
				}
			}
		}
	}
	return slices.DeleteFunc(out, func(l literal) bool { return kindOf(l.n) != "integer" || l.n.Kind != syntax.Scalar })
}
