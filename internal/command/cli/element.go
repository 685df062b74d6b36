package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// An element is the explanation of one element of a spec; the fields are also its
// JSON.
type element struct {
	Name        string        `json:"name"`
	Kind        string        `json:"kind"`
	Doc         string        `json:"doc,omitempty"`
	Type        string        `json:"type,omitempty"`
	SentBy      []string      `json:"sent_by,omitempty"` // roles
	Result      string        `json:"result,omitempty"`
	UsedIn      []string      `json:"used_in,omitempty"`
	Since       string        `json:"since,omitempty"`
	Deprecated  string        `json:"deprecated,omitempty"`
	Gate        string        `json:"gate,omitempty"`
	FormerNames []string      `json:"was,omitempty"`
	Parts       []string      `json:"parts,omitempty"` // fields, values, variants
	Errors      []string      `json:"errors,omitempty"`
	ErrorData   string        `json:"error_data,omitempty"`
	Progress    []string      `json:"progress,omitempty"`
	Registers   string        `json:"registers,omitempty"` // with what options a peer registers for it
	Replaces    string        `json:"replaces,omitempty"`
	ReplacedBy  []string      `json:"replaced_by,omitempty"`
	Opens       []string      `json:"opens,omitempty"` // what is sent only with this feature or subscription
	Names       []targetNames `json:"names,omitempty"`
	Examples    []string      `json:"examples,omitempty"`
	Place       string        `json:"place,omitempty"`

	elements []any // of the model
}

type targetNames struct {
	Target string   `json:"target"`
	Names  []string `json:"names"`
}

// A catalog collects the elements of a protocol with a certain name.
type catalog struct {
	protocol *model.Protocol
	rows     *lower.Program
	senders  map[model.Decl][]string
	users    map[model.Decl][]string
	want     string
	found    []*element
	all      []string
	told     map[model.Decl]bool // structs shown together with the event or request whose payload they are
}

// findElements returns the elements called name, and all names.
func findElements(p *model.Protocol, name string) (found []*element, all []string) {
	rows := lower.New(p)
	c := &catalog{protocol: p, rows: rows, want: name, told: map[model.Decl]bool{}, senders: sendersOf(rows), users: usersOf(p)}
	for i := range rows.Calls {
		c.method(&rows.Calls[i])
	}
	if p.Envelope != nil {
		c.variants(p.Envelope.Events, "event")
		c.variants(p.Envelope.Requests, "request")
	}
	for _, d := range p.Decls {
		c.decl(d)
	}
	c.errors()
	c.shell()
	c.features()
	for _, k := range p.Capabilities {
		if e := c.add("capabilities."+k.Role, "what the "+k.Role+" can do", &k.Meta, k); e != nil {
			e.Type = k.Type.Name
			e.Parts = []string{"at " + k.At}
		}
	}
	return c.found, c.all
}

// add records the name of an element; it returns the element if the name matches.
func (c *catalog) add(name, kind string, m *model.Meta, of any) *element {
	c.all = append(c.all, name)
	if name != c.want {
		return nil
	}
	e := &element{Name: name, Kind: kind, Doc: m.Doc, Since: since(m.Since), Gate: m.Gate, elements: []any{of}}
	if d := m.Deprecated; d != nil {
		e.Deprecated = "yes"
		if d.Since != "" {
			e.Deprecated = "since " + d.Since
		}
		if d.Use != "" {
			e.Deprecated += ", use " + d.Use
		}
	}
	if m.Experimental {
		e.Kind += ", experimental"
	}
	for _, x := range m.Examples {
		e.Examples = append(e.Examples, x.Value.JSON())
	}
	if !m.Span.IsZero() {
		pos := m.Span.File.Position(m.Span.Start)
		e.Place = fmt.Sprintf("%s:%d:%d", m.Span.File.Name, pos.Line, pos.Column)
	}
	c.found = append(c.found, e)
	return e
}

// variants are the events, or the requests, by their tag.
func (c *catalog) variants(u *model.Union, kind string) {
	if u == nil {
		return
	}
	for _, v := range u.Variants {
		e := c.add(v.Tag, kind, &v.Meta, v)
		if e == nil {
			continue
		}
		e.FormerNames, e.SentBy, e.Type = v.FormerNames, c.senders[u], v.Type.String()
		if v.Result != nil {
			e.Result = "with " + v.Result.String()
		}
		if s, ok := v.Type.(*model.Struct); ok && v.OwnPayload {
			e.Parts, e.Type = fieldNames(c.rows.Decl(s).Struct), ""
			e.elements = append(e.elements, s)
			c.told[s] = s.Name == v.Tag
		}
	}
}

func (c *catalog) decl(d model.Decl) {
	kind := ""
	switch d := d.(type) {
	case *model.Struct:
		kind = "struct"
	case *model.Enum:
		kind = "enum"
	case *model.Alias:
		kind = "alias"
		if d.Distinct {
			kind = "distinct alias"
		}
	case *model.Union:
		kind = "union"
	case *model.Tuple:
		kind = "tuple"
	}
	var e *element
	if !c.told[d] {
		e = c.add(d.TypeName(), kind, d.Info(), d)
	}
	if e != nil {
		e.SentBy, e.UsedIn = c.senders[d], c.users[d]
	}
	switch row := c.rows.Decl(d); d := d.(type) {
	case *model.Struct:
		c.structParts(row.Struct, e)
	case *model.Enum:
		c.enumParts(d, e)
	case *model.Union:
		c.unionParts(row.Union, e)
	case *model.Alias:
		if e != nil {
			e.Type = d.Type.String()
		}
	case *model.Tuple:
		c.tupleParts(row.Tuple, e)
	}
}

func (c *catalog) structParts(s *lower.Struct, e *element) {
	if e != nil {
		e.Parts = fieldNames(s)
	}
	for i := range s.Fields {
		c.field(s.Of.Name+"."+s.Fields[i].Name, "field", &s.Fields[i])
	}
}

func (c *catalog) field(name, kind string, f *lower.Field) {
	e := c.add(name, kind, &f.Of.Meta, f.Of)
	if e == nil {
		return
	}
	e.FormerNames = f.FormerNames
	e.Type = f.Of.Type.String()
	switch f.Absent {
	case lower.AbsentDefault:
		e.Type += " = " + f.Default.JSON()
	case lower.AbsentUnset:
		e.Type += ", may be absent"
	}
}

func (c *catalog) enumParts(t *model.Enum, e *element) {
	for _, v := range t.Values {
		if e != nil {
			e.Parts = append(e.Parts, v.Value)
		}
		c.add(t.Name+"."+v.Value, "value of "+t.Name, &v.Meta, v)
	}
}

func (c *catalog) unionParts(u *lower.Union, e *element) {
	for _, v := range u.Of.Variants {
		name := v.Tag
		if !u.By.Tagged() {
			name = v.Type.String()
		}
		if e != nil {
			e.Parts = append(e.Parts, name)
		}
		if part := c.add(u.Of.Name+"."+name, "variant of "+u.Of.Name, &v.Meta, v); part != nil {
			part.FormerNames = v.FormerNames
			if v.Type != nil {
				part.Type = v.Type.String()
			}
		}
	}
}

// fieldNames are the fields of a struct, then the rules about which are present.
func fieldNames(s *lower.Struct) []string {
	var out []string
	for _, f := range s.Fields {
		name := f.Name
		if f.Absent != lower.AbsentRefused {
			name += "?"
		}
		out = append(out, name)
	}
	for _, g := range s.Groups {
		out = append(out, g.Words)
	}
	return out
}

func typeString(t model.Type) string {
	if t == nil {
		return ""
	}
	return t.String()
}

func roles(p *model.Protocol, from lower.From) []string {
	switch from {
	case lower.FromClient:
		return p.Roles[:1]
	case lower.FromAgent:
		return p.Roles[1:]
	}
	return p.Roles[:]
}

// sendersOf returns the sides that send each named type.
func sendersOf(rows *lower.Program) map[model.Decl][]string {
	out := map[model.Decl][]string{}
	p := rows.Protocol
	for side, role := range p.Roles {
		w := &walk{seen: map[model.Decl]bool{}}
		for _, call := range rows.Calls {
			asks := slices.Contains(roles(p, call.From), role)
			answers := call.From == lower.FromBoth || !asks
			if asks {
				w.visit(call.Of.Params)
			}
			if answers {
				w.visit(call.Of.Result)
				w.visit(call.Of.ErrorData)
			}
			for _, x := range call.Of.Progress {
				if slices.Contains(roles(p, lower.From(x.Method.From)), role) {
					w.visit(x.Payload)
				}
			}
			if answers && call.Answer == lower.AnswerByVariant {
				for _, c := range rows.At(call.Params).Union.Cases {
					w.visit(c.Of.Result)
				}
			}
		}
		for _, d := range p.Decls {
			if w.seen[d] {
				out[d] = append(out[d], p.Roles[side])
			}
		}
	}
	return out
}

// A walk visits every type that a value may contain.
type walk struct{ seen map[model.Decl]bool }

func (w *walk) visit(t model.Type) {
	if t == nil {
		return
	}
	if d, ok := t.(model.Decl); ok {
		if w.seen[d] {
			return
		}
		w.seen[d] = true
	}
	for _, c := range t.Children() {
		w.visit(c)
	}
}

// usersOf returns the elements that use each named type: fields, variants, aliases,
// methods.
func usersOf(p *model.Protocol) map[model.Decl][]string {
	out := map[model.Decl][]string{}
	note := func(t model.Type, user string) {
		for _, d := range namedIn(t) {
			if !slices.Contains(out[d], user) {
				out[d] = append(out[d], user)
			}
		}
	}
	for _, m := range p.Methods {
		note(m.Params, m.Name+" (params)")
		note(m.Result, m.Name+" (result)")
		note(m.ErrorData, m.Name+" (data of errors)")
		for _, x := range m.Progress {
			note(x.Payload, m.Name+" ("+x.Name+")")
		}
		if m.Registration != nil {
			note(m.Registration.Options, m.Name+" (registration)")
		}
	}
	for _, e := range p.Errors {
		note(e.Data, e.Name+" (data)")
	}
	for _, d := range p.Decls {
		switch d := d.(type) {
		case *model.Struct:
			for _, f := range d.Fields {
				note(f.Type, d.Name+"."+f.Name)
			}
			note(d.ExtraType, d.Name+" (undeclared keys)")
		case *model.Alias:
			note(d.Type, d.Name)
		case *model.Tuple:
			for _, i := range d.Items {
				note(i.Type, d.Name)
			}
		case *model.Union:
			for _, v := range d.Variants {
				if len(d.Parts) > 0 { // its variants are in its parts
					continue
				}
				note(v.Type, strings.TrimSuffix(d.Name+"."+v.Tag, "."))
				note(v.Result, v.Tag+" (result)")
			}
		}
	}
	return out
}

// namedIn are the named types in t, without what those are made of.
func namedIn(t model.Type) []model.Decl {
	if t == nil {
		return nil
	}
	if d, ok := t.(model.Decl); ok {
		return []model.Decl{d}
	}
	var out []model.Decl
	for _, c := range t.Children() {
		out = append(out, namedIn(c)...)
	}
	return out
}
