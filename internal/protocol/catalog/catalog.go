// Package catalog lists the elements of a protocol: the kind of each, who sends it, where it
// is used, and its anchor in the pages of the protocol.
package catalog

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// An Element describes one element of a spec. The fields are also its JSON.
type Element struct {
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
	Message     string        `json:"message,omitempty"` // of an error that is made without one
	Progress    []string      `json:"progress,omitempty"`
	Registers   string        `json:"registers,omitempty"` // with what options a peer registers for it
	Replaces    string        `json:"replaces,omitempty"`
	ReplacedBy  []string      `json:"replaced_by,omitempty"`
	Opens       []string      `json:"opens,omitempty"` // what is sent only with this feature or subscription
	Names       []TargetNames `json:"names,omitempty"`
	Examples    []string      `json:"examples,omitempty"`
	Place       string        `json:"place,omitempty"`

	Anchor string `json:"-"` // in the pages of the protocol
	Of     []any  `json:"-"` // the elements of the model: the first, and the payload that is shown with it
	// Owner is the named type that the element is a part of; "" if it is none.
	Owner string `json:"-"`
	// Users are UsedIn, with the anchor of each.
	Users []User `json:"-"`
}

// TargetNames are the names of an element in what a target generates.
type TargetNames struct {
	Target string   `json:"target"`
	Names  []string `json:"names"`
}

// A User is an element that uses a type.
type User struct{ Words, Anchor string }

// NamesIn returns the names of e in a target, whose plan they are asked of, each once.
func (e *Element) NamesIn(plan interface{ Names(element any) []string }) []string {
	var names []string
	for _, of := range e.Of {
		for _, n := range plan.Names(of) {
			if !slices.Contains(names, n) {
				names = append(names, n)
			}
		}
	}
	return names
}

// A Catalog has the elements of a protocol.
type Catalog struct {
	Elements []*Element // in the order of the spec, methods first

	protocol *model.Protocol
	rows     *lower.Program
	senders  map[model.Decl][]string
	users    map[model.Decl][]User
	told     map[model.Decl]bool // structs shown together with the event or request whose payload they are
}

// New makes the catalog of a protocol.
func New(rows *lower.Program) *Catalog {
	p := rows.Protocol
	c := &Catalog{protocol: p, rows: rows, told: map[model.Decl]bool{}, senders: sendersOf(rows), users: usersOf(p)}
	for i := range rows.Calls {
		c.method(&rows.Calls[i])
	}
	if p.Envelope != nil {
		c.variants(p.Envelope.Events, EventSpace)
		c.variants(p.Envelope.Requests, RequestSpace)
	}
	for _, d := range p.Decls {
		c.decl(d)
	}
	c.errors()
	c.shell()
	c.features()
	for _, k := range p.Capabilities {
		e := c.add("capabilities."+k.Role, "what the "+k.Role+" can do", Anchor(CapabilitySpace, k.Role), &k.Meta, k)
		e.Type = k.Type.Name
		e.Parts = []string{"at " + k.At}
	}
	return c
}

// Find returns the elements called name, which may have different kinds.
func (c *Catalog) Find(name string) []*Element {
	var out []*Element
	for _, e := range c.Elements {
		if e.Name == name {
			out = append(out, e)
		}
	}
	return out
}

// Names returns the names of all elements.
func (c *Catalog) Names() []string {
	out := make([]string, len(c.Elements))
	for i, e := range c.Elements {
		out[i] = e.Name
	}
	return out
}

// With returns the element that is shown with a type: its own, or that of the event or request
// whose payload it is.
func (c *Catalog) With(d model.Decl) *Element {
	i := slices.IndexFunc(c.Elements, func(e *Element) bool {
		return len(e.Of) > 0 && (e.Of[0] == any(d) || c.told[d] && len(e.Of) > 1 && e.Of[1] == any(d))
	})
	if i < 0 {
		return nil
	}
	return c.Elements[i]
}

// add records an element of the spec.
func (c *Catalog) add(name, kind, anchor string, m *model.Meta, of any) *Element {
	e := &Element{Name: name, Kind: kind, Anchor: anchor, Doc: m.Doc, Since: SinceWords(m.Since), Gate: m.Gate, Deprecated: DeprecatedWords(m.Deprecated), Of: []any{of}}
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
	c.Elements = append(c.Elements, e)
	return e
}

// SinceWords say when an element was added; "" if it was there from the start.
func SinceWords(s model.Since) string {
	switch {
	case s.Version == "":
		return ""
	case s.After:
		return "after " + s.Version
	}
	return s.Version
}

// DeprecatedWords say since when an element is deprecated and what to use instead; "" if
// it is not.
func DeprecatedWords(d *model.Deprecated) string {
	if d == nil {
		return ""
	}
	words := "yes"
	if d.Since != "" {
		words = "since " + d.Since
	}
	if d.Use != "" {
		words += ", use " + d.Use
	}
	return words
}

// variants are the events, or the requests, by their tag.
func (c *Catalog) variants(u *model.Union, space Space) {
	if u == nil {
		return
	}
	for _, v := range u.Variants {
		e := c.add(v.Tag, string(space), Anchor(space, v.Tag), &v.Meta, v)
		e.FormerNames, e.SentBy, e.Type = v.FormerNames, c.senders[u], v.Type.String()
		if v.Result != nil {
			e.Result = "with " + v.Result.String()
		}
		if s, ok := v.Type.(*model.Struct); ok && v.OwnPayload {
			e.Parts, e.Type = fieldNames(c.rows.Decl(s).Struct), ""
			e.Of = append(e.Of, s)
			c.told[s] = s.Name == v.Tag
		}
	}
}

func (c *Catalog) decl(d model.Decl) {
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
	e := &Element{} // what is said of a type that is shown with its event
	if !c.told[d] {
		e = c.add(d.TypeName(), kind, Anchor(TypeSpace, d.TypeName()), d.Info(), d)
		e.SentBy, e.Users = c.senders[d], c.users[d]
		for _, u := range e.Users {
			e.UsedIn = append(e.UsedIn, u.Words)
		}
	}
	switch row := c.rows.Decl(d); d := d.(type) {
	case *model.Struct:
		c.structParts(row.Struct, e)
	case *model.Enum:
		c.enumParts(d, e)
	case *model.Union:
		c.unionParts(row.Union, e)
	case *model.Alias:
		e.Type = d.Type.String()
	case *model.Tuple:
		c.tupleParts(row.Tuple, e)
	}
}

// part adds a part of a named type.
func (c *Catalog) part(owner, name, kind string, m *model.Meta, of any) *Element {
	e := c.add(owner+"."+name, kind, PartAnchor(owner, name), m, of)
	e.Owner = owner
	return e
}

func (c *Catalog) structParts(s *lower.Struct, e *Element) {
	e.Parts = fieldNames(s)
	for i := range s.Fields {
		f := &s.Fields[i]
		fieldFacts(c.part(s.Of.Name, f.Name, "field", &f.Of.Meta, f.Of), f)
	}
}

// fieldFacts adds what is particular to a field.
func fieldFacts(e *Element, f *lower.Field) {
	e.FormerNames = f.FormerNames
	e.Type = f.Of.Type.String()
	switch f.Absent {
	case lower.AbsentDefault:
		e.Type += " = " + f.Default.JSON()
	case lower.AbsentUnset:
		e.Type += ", may be absent"
	}
}

func (c *Catalog) enumParts(t *model.Enum, e *Element) {
	for _, v := range t.Values {
		e.Parts = append(e.Parts, v.Value)
		c.part(t.Name, v.Value, "value of "+t.Name, &v.Meta, v)
	}
}

// carried is the space of the events or the requests, if the variant v of u is one of them:
// it is the same element. Otherwise it is TypeSpace.
func (c *Catalog) carried(u *model.Union, v *model.Variant) Space {
	e := c.protocol.Envelope
	switch {
	case e == nil || u != e.Events && u != e.Requests && u != e.Messages:
	case e.Events != nil && slices.Contains(e.Events.Variants, v):
		return EventSpace
	case e.Requests != nil && slices.Contains(e.Requests.Variants, v):
		return RequestSpace
	}
	return TypeSpace
}

// VariantName returns the name of a variant in its union.
func VariantName(u *lower.Union, v *model.Variant) string {
	if u.By.Tagged() {
		return v.Tag
	}
	return v.Type.String()
}

func (c *Catalog) unionParts(u *lower.Union, e *Element) {
	for _, v := range u.Of.Variants {
		name := VariantName(u, v)
		e.Parts = append(e.Parts, name)
		part := c.part(u.Of.Name, name, "variant of "+u.Of.Name, &v.Meta, v)
		if space := c.carried(u.Of, v); space != TypeSpace {
			part.Anchor = Anchor(space, v.Tag)
		}
		part.FormerNames = v.FormerNames
		if v.Type != nil {
			part.Type = v.Type.String()
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

// Senders returns the roles of a side.
func Senders(p *model.Protocol, from lower.From) []string {
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
			asks := slices.Contains(Senders(p, call.From), role)
			answers := call.From == lower.FromBoth || !asks
			if asks {
				w.visit(call.Of.Params)
			}
			if answers {
				w.visit(call.Of.Result)
				w.visit(call.Of.ErrorData)
			}
			for _, x := range call.Of.Progress {
				if slices.Contains(Senders(p, lower.From(x.Method.From)), role) {
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
func usersOf(p *model.Protocol) map[model.Decl][]User {
	out := map[model.Decl][]User{}
	note := func(t model.Type, words, anchor string) {
		for _, d := range namedIn(t) {
			if !slices.ContainsFunc(out[d], func(u User) bool { return u.Words == words }) {
				out[d] = append(out[d], User{words, anchor})
			}
		}
	}
	for _, m := range p.Methods {
		anchor := Anchor(MethodSpace, m.Name)
		note(m.Params, m.Name+" (params)", anchor)
		note(m.Result, m.Name+" (result)", anchor)
		note(m.ErrorData, m.Name+" (data of errors)", anchor)
		for _, x := range m.Progress {
			note(x.Payload, m.Name+" ("+x.Name+")", anchor)
		}
		if m.Registration != nil {
			note(m.Registration.Options, m.Name+" (registration)", anchor)
		}
	}
	for _, e := range p.Errors {
		note(e.Data, e.Name+" (data)", Anchor(ErrorSpace, e.Name))
	}
	for _, d := range p.Decls {
		anchor := Anchor(TypeSpace, d.TypeName())
		switch d := d.(type) {
		case *model.Struct:
			for _, f := range d.Fields {
				note(f.Type, d.Name+"."+f.Name, PartAnchor(d.Name, f.Name))
			}
			note(d.ExtraType, d.Name+" (undeclared keys)", anchor)
		case *model.Alias:
			note(d.Type, d.Name, anchor)
		case *model.Tuple:
			for _, i := range d.Items {
				note(i.Type, d.Name, anchor)
			}
		case *model.Union:
			for _, v := range d.Variants {
				if len(d.Parts) > 0 { // its variants are in its parts
					continue
				}
				part := PartAnchor(d.Name, v.Tag)
				switch e := p.Envelope; {
				case e != nil && d == e.Events:
					part = Anchor(EventSpace, v.Tag)
				case e != nil && d == e.Requests:
					part = Anchor(RequestSpace, v.Tag)
				case !lower.ByOf(d).Tagged():
					part = anchor
				}
				note(v.Type, strings.TrimSuffix(d.Name+"."+v.Tag, "."), part)
				note(v.Result, v.Tag+" (result)", part)
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
