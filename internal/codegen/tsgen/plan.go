package tsgen

import (
	"cmp"
	"slices"
	"sync"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A plan has every exported name of the package. It is not changed while files are
// rendered.
type plan struct {
	proto *model.Protocol
	opts  Backend
	given backend.Common
	rows  *lower.Program
	// reading says that only what reads is made, see Reading.
	reading bool

	types     map[model.Decl]string
	unknown   map[*model.Union]string   // of unions that keep unknown variants
	envelopes map[*model.Variant]string // the {tag, content} object, where a variant has one
	methods   map[*model.Method]string  // PromptMessage
	sides     [2]string                 // ClientMessage, AgentMessage
	deep      map[model.Decl]bool       // types that lead to one that contains itself
	in        inputs
	names     *backend.Names
	scope     *backend.Scope
	checked   backend.Values
	// qualified is the plan with the names of types as another module has them, which imports
	// all of them as wire; made once.
	qualified func() *plan
}

func newPlan(proto *model.Protocol, opts Backend, given backend.Common, chosen *backend.Names) *plan {
	rows := given.Rows(proto)
	p := &plan{
		proto:     proto,
		opts:      opts,
		given:     given,
		rows:      rows,
		types:     map[model.Decl]string{},
		unknown:   map[*model.Union]string{},
		envelopes: map[*model.Variant]string{},
		methods:   map[*model.Method]string{},
		deep:      deepTypes(proto.Decls),
		names:     chosen,
		checked:   backend.NewValues(rows),
	}
	p.scope = chosen.Scope("the generated package", p.reserved()...)
	p.qualified = sync.OnceValue(p.qualify)
	for i, role := range proto.Roles {
		p.sides[i] = names.GoExported(role) + "Message"
		if !p.hasMessages() {
			continue
		}
		p.scope.Keep(p.sides[i], "a message of one side")
		for _, f := range functionsOf(p.sides[i]) {
			p.scope.Keep(f, "a function for messages of one side")
		}
	}
	for _, d := range proto.Decls {
		p.nameType(d)
	}
	for _, t := range p.rows.Types {
		if t.Union != nil {
			p.nameVariants(t.Union)
		}
	}
	for _, m := range proto.Methods {
		p.nameMethod(m)
	}
	p.nameInputs()
	p.names.Unused(proto)
	return p
}

// yielding are what gives way to a type of the spec, by the name of that: it then has the other
// name.
var yielding = map[string]struct{ name, other string }{
	"Capabilities": {"Capabilities", "ProtocolCapabilities"},
	"Registration": {"readRegistration", "readRegistrationOptions"},
}

// yielded is the name of what gives way to a type called typ.
func (p *plan) yielded(typ string) string {
	of, pins := yielding[typ], target().Name
	for _, d := range p.proto.Decls {
		if cmp.Or(d.Info().Pins[pins].Name, identifier(d.TypeName())) == typ {
			return of.other
		}
	}
	return of.name
}

// reserved are the names that the package reserves.
func (p *plan) reserved() []backend.Reserved {
	out := backend.Needed(p.rows, exactNames())
	for typ, of := range yielding {
		if i := slices.IndexFunc(out, func(r backend.Reserved) bool { return r.Name == of.name }); i >= 0 {
			out[i].Name = p.yielded(typ)
		}
	}
	return out
}

// title is the title of the protocol.
func (p *plan) title() string { return cmp.Or(p.proto.Title, p.proto.Name) }

// declNames are the names of the types that the spec declares.
func (p *plan) declNames() []string {
	return each(p.proto.Decls, func(d model.Decl) string { return p.types[d] })
}

// functionsOf are the functions that every type has.
func functionsOf(name string) []string {
	return []string{"is" + name, "read" + name, "parse" + name, "write" + name}
}

// claim claims the name of a type, and those of its functions.
func (p *plan) claim(e backend.Element, name string) {
	p.scope.Claim(e, append([]string{name}, functionsOf(name)...)...)
}

func (p *plan) nameType(d model.Decl) {
	e := p.names.Element(d.Info(), "type %q", d.TypeName())
	name := cmp.Or(p.names.Pinned(e, d.Info()), identifier(d.TypeName()))
	p.types[d] = name
	p.claim(e, name)
	if s, ok := d.(*model.Struct); ok && s.ExtraType != nil {
		p.scope.Claim(e, "extraOf"+name)
	}
	if p.extensionsOf(d) != nil {
		p.scope.Claim(e, "isExtension"+name)
	}
}

// identifier is a name of the spec, unchanged if TypeScript allows it.
func identifier(name string) string {
	if isIdentifier(name) {
		return name
	}
	return names.GoExported(name)
}

func (p *plan) nameVariants(row *lower.Union) {
	u := row.Of
	if e := p.names.Element(&u.Meta, "type %q", u.Name); row.Unknown.Kept() {
		p.unknown[u] = p.names.Unknown(p.rows, u, e, p.types[u])
		p.scope.Claim(e, p.unknown[u], "Known"+p.types[u], "isKnown"+p.types[u], "unknown"+p.types[u])
	}
	if row.By == lower.ByContent && len(row.Parts) == 0 {
		for _, v := range u.Variants {
			p.envelopes[v] = p.nameEnvelope(u, v)
		}
	}
}

// nameEnvelope names the object that carries the variant: its tag, then its union. A
// pin on an event that declares its struct is the name of that struct.
func (p *plan) nameEnvelope(u *model.Union, v *model.Variant) string {
	e := p.names.Element(&v.Meta, "variant %q of %q", v.Tag, u.Name)
	pin := p.names.Pinned(e, &v.Meta)
	if s, ok := v.Type.(*model.Struct); ok && v.OwnPayload && p.types[s] == pin {
		pin = ""
	}
	name := cmp.Or(pin, names.GoExported(v.Tag)+p.types[u])
	p.scope.Claim(e, name)
	return name
}

func (p *plan) nameMethod(m *model.Method) {
	e := p.names.Element(&m.Meta, "method %q", m.Name)
	name := cmp.Or(p.names.Pinned(e, &m.Meta), names.GoExported(m.Name)) + "Message"
	p.methods[m] = name
	p.claim(e, name)
}
