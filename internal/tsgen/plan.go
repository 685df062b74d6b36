package tsgen

import (
	"cmp"
	"fmt"

	"github.com/wiregen/wiregen/internal/backend"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/model"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/source"
)

// A plan holds every exported name of the package. It is made once, and only
// read while files are rendered.
type plan struct {
	proto *model.Protocol
	opts  backend.Options

	types    map[model.Decl]string
	unknown  map[*model.Union]string // of unions that keep what they do not declare
	variants map[*model.Union][]*variant
	methods  map[*model.Method]string // PromptMessage
	sides    [2]string                // ClientMessage, AgentMessage
	deep     map[model.Decl]bool      // types that lead to one that contains itself
	scope    *scope
}

// A variant is one member of a union with a tag.
type variant struct {
	*model.Variant
	envelope string // the {tag, content} object; "" when there is none
}

func newPlan(proto *model.Protocol, opts backend.Options, r *diag.Report) *plan {
	p := &plan{
		proto:    proto,
		opts:     opts,
		types:    map[model.Decl]string{},
		unknown:  map[*model.Union]string{},
		variants: map[*model.Union][]*variant{},
		methods:  map[*model.Method]string{},
		deep:     deepTypes(proto.Decls),
		scope:    newScope(r),
	}
	for i, role := range proto.Roles {
		p.sides[i] = names.GoExported(role) + "Message"
		p.scope.keep(p.sides[i], "is a message of one side")
		for _, f := range functionsOf(p.sides[i]) {
			p.scope.keep(f, "is a function for messages of one side")
		}
	}
	for _, d := range proto.Decls {
		p.nameType(d)
	}
	for _, d := range proto.Decls {
		if u, ok := d.(*model.Union); ok && hasTags(u) {
			p.nameVariants(u)
		}
	}
	for _, m := range proto.Methods {
		p.nameMethod(m)
	}
	return p
}

// functionsOf are the functions that every type has.
func functionsOf(name string) []string {
	return []string{"is" + name, "read" + name, "parse" + name, "write" + name}
}

func (p *plan) nameType(d model.Decl) {
	span, what := d.Info().TSSpan(), fmt.Sprintf("type %q", d.TypeName())
	name := cmp.Or(p.scope.pinned(span, what, d.Info().TSName), identifier(d.TypeName()))
	p.types[d] = name
	p.scope.claim(span, what, name)
	for _, f := range functionsOf(name) {
		p.scope.claim(span, what, f)
	}
}

// identifier keeps a name of the spec wherever TypeScript can.
func identifier(name string) string {
	if names.IsJSIdentifier(name) {
		return name
	}
	return names.GoExported(name)
}

func (p *plan) nameVariants(u *model.Union) {
	span, what := u.TSSpan(), fmt.Sprintf("type %q", u.Name)
	if u.KeepsUnknown() {
		p.unknown[u] = "Unknown" + p.types[u]
		if u.UnknownName != "" {
			p.unknown[u] = p.scope.pinned(u.UnknownAt, what, u.UnknownName)
		}
		p.scope.claim(span, what, p.unknown[u])
		for _, name := range []string{"Known" + p.types[u], "isKnown" + p.types[u], "unknown" + p.types[u]} {
			p.scope.claim(span, what, name)
		}
	}
	for _, v := range u.Variants {
		tv := &variant{Variant: v}
		if u.Tagging == model.Adjacent && len(u.Parts) == 0 {
			tv.envelope = p.nameEnvelope(u, v)
		}
		p.variants[u] = append(p.variants[u], tv)
	}
}

// nameEnvelope names the object that carries the variant: its tag, then its
// union. A pin on an event that declares its own struct is that struct's.
func (p *plan) nameEnvelope(u *model.Union, v *model.Variant) string {
	what := fmt.Sprintf("variant %q of %q", v.Tag, u.Name)
	name := ""
	if s, ok := v.Type.(*model.Struct); !ok || !v.OwnPayload || s.TSName != v.TSName {
		name = p.scope.pinned(v.TSSpan(), what, v.TSName)
	}
	if name == "" {
		name = names.GoExported(v.Tag) + p.types[u]
	}
	p.scope.claim(v.TSSpan(), what, name)
	return name
}

func (p *plan) nameMethod(m *model.Method) {
	span, what := m.TSSpan(), fmt.Sprintf("method %q", m.Name)
	name := cmp.Or(p.scope.pinned(span, what, m.TSName), names.GoExported(m.Name))
	name += "Message"
	p.methods[m] = name
	p.scope.claim(span, what, name)
	for _, f := range functionsOf(name) {
		p.scope.claim(span, what, f)
	}
}

// A scope holds the exported names of the package, types and values alike:
// every module is re-exported by the first, so they must not meet.
type scope struct {
	report   *diag.Report
	reserved map[string]string
	owners   map[string]owner
	met      map[[2]owner]bool // who was reported to want one name already
}

type owner struct {
	span source.Span
	what string
}

func newScope(r *diag.Report) *scope {
	s := &scope{report: r, reserved: map[string]string{}, owners: map[string]owner{}, met: map[[2]owner]bool{}}
	for _, n := range exactNames() {
		s.reserved[n.Name] = n.Why
	}
	return s
}

func (s *scope) keep(name, why string) { s.reserved[name] = why }

// pinned checks a name that a spec pins; "" when there is none or it is wrong.
func (s *scope) pinned(span source.Span, what, name string) string {
	if name == "" || names.IsJSIdentifier(name) && !names.IsTSReserved(name) {
		return name
	}
	s.report.Add(diag.TSNameInvalid, span, fmt.Sprintf("%s is pinned to %q, which is no identifier of TypeScript", what, name)).
		WithHelp(fmt.Sprintf("write ts: %s, a name of letters, digits, _ and $ that is no keyword", names.GoExported(name)))
	return ""
}

// claim takes name for an element, or reports why it cannot. Two elements that
// meet in one name meet in all that are made of it, which is said once.
func (s *scope) claim(span source.Span, what, name string) {
	if why, ok := s.reserved[name]; ok {
		s.report.Add(diag.TSNameReserved, span, fmt.Sprintf("%s would be called %q in TypeScript, which %s", what, name, why)).
			WithHelp("pin another name with ts:")
		return
	}
	if names.IsTSReserved(name) {
		s.report.Add(diag.TSNameReserved, span, fmt.Sprintf("%s would be called %q in TypeScript, which is a word of the language", what, name)).
			WithHelp("pin another name with ts:")
		return
	}
	if first, ok := s.owners[name]; ok {
		both := [2]owner{first, {span, what}}
		if s.met[both] {
			return
		}
		s.met[both] = true
		s.report.Add(diag.TSNameDuplicate, span, fmt.Sprintf("%s and %s would both be called %q in TypeScript", what, first.what, name)).
			WithHelp("pin another name for one of them with ts:").
			WithRelated(first.span, first.what+" takes the name here")
		return
	}
	s.owners[name] = owner{span, what}
}
