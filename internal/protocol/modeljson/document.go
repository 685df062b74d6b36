package modeljson

import "github.com/wiregen/wiregen/internal/protocol/model"

// A Document is a whole protocol. Every list is in the order of the spec.
type Document struct {
	Model        int            `json:"wiregen_model"` // Version
	File         string         `json:"file"`          // base name of the spec
	Protocol     Protocol       `json:"protocol"`
	Dialect      Dialect        `json:"dialect"`
	Extensions   *Extensions    `json:"extensions,omitempty"`
	Envelope     *Envelope      `json:"envelope,omitempty"`
	Types        []Decl         `json:"types"` // every named type, including inline types
	Methods      []Method       `json:"methods"`
	Errors       []ErrorCode    `json:"errors"`
	Gates        []Gate         `json:"gates,omitempty"` // each that an element names
	Capabilities []Capability   `json:"capabilities,omitempty"`
	Negotiation  *Negotiation   `json:"negotiation,omitempty"`
	Session      []SessionRules `json:"session,omitempty"` // what may be sent when
	Journal      *JournalShape  `json:"journal,omitempty"`
}

// Extensions are the prefixes of the names of extensions, by what the names are of.
type Extensions struct {
	Methods []string `json:"methods,omitempty"`
	Values  []string `json:"values,omitempty"` // of enums
	Tags    []string `json:"tags,omitempty"`   // of unions
	Keys    []string `json:"keys,omitempty"`   // of structs
}

// A Protocol is its name and versions.
type Protocol struct {
	Name       string    `json:"name"`
	Title      string    `json:"title,omitempty"`
	Doc        string    `json:"doc,omitempty"`
	Version    string    `json:"version"`
	Versions   []string  `json:"versions"`
	Versioning string    `json:"versioning"`
	Roles      [2]string `json:"roles"`              // client side first
	Reserved   []string  `json:"reserved,omitempty"` // names that no type, event, request, method or error has again
}

// An Envelope names the unions of the {tag, content} object.
type Envelope struct {
	Name string `json:"name"`
	Meta
	Tag      string `json:"tag"`
	Content  string `json:"content"`
	Events   string `json:"events,omitempty"`
	Requests string `json:"requests,omitempty"`
}

// A JournalShape describes recorded sessions.
type JournalShape struct {
	Header   *Type  `json:"header,omitempty"`
	Record   *Type  `json:"record,omitempty"`
	Version  string `json:"version,omitempty"`
	NoHeader string `json:"no_header,omitempty"`
}

// NewDocument returns the document of p.
func NewDocument(p *model.Protocol) *Document {
	d := &Document{
		Model: Version, File: p.File,
		Protocol: newProtocol(p),
		Dialect:  newDialect(p.Dialect),
		Types:    make([]Decl, len(p.Decls)),
		Methods:  make([]Method, len(p.Methods)),
		Errors:   make([]ErrorCode, len(p.Errors)),
	}
	if e := newExtensions(&p.Extensions); e.any() {
		d.Extensions = &e
	}
	if e := p.Envelope; e != nil {
		d.Envelope = &Envelope{Meta: newMeta(&e.Meta), Name: e.Name, Tag: e.Tag, Content: e.Content, Events: unionName(e.Events), Requests: unionName(e.Requests)}
	}
	for i, t := range p.Decls {
		d.Types[i] = newDecl(t)
	}
	for i, m := range p.Methods {
		d.Methods[i] = newMethod(m, p.Roles)
	}
	for i, e := range p.Errors {
		d.Errors[i] = newErrorCode(e)
	}
	for _, g := range p.Gates {
		d.Gates = append(d.Gates, newGate(g))
	}
	for _, c := range p.Capabilities {
		d.Capabilities = append(d.Capabilities, Capability{Meta: newMeta(&c.Meta), Role: c.Role, Type: c.Type.Name, At: c.At})
	}
	if n := p.Negotiation; n != nil {
		d.Negotiation = newNegotiation(n)
	}
	for _, r := range p.Session {
		d.Session = append(d.Session, newSession(r))
	}
	if j := p.Journal; j != nil {
		d.Journal = &JournalShape{newType(j.Header), newType(j.Record), j.Version, j.NoHeader}
	}
	return d
}

func newExtensions(e *model.Extensions) Extensions {
	return Extensions{prefixes(e.Methods), prefixes(e.Values), prefixes(e.Tags), prefixes(e.Keys)}
}

func (e *Extensions) any() bool { return len(e.Methods)+len(e.Values)+len(e.Tags)+len(e.Keys) > 0 }

func prefixes(list []model.Namespace) []string {
	var out []string
	for _, n := range list {
		out = append(out, n.Prefix)
	}
	return out
}

func newProtocol(p *model.Protocol) Protocol {
	return Protocol{p.Name, p.Title, p.Doc, p.Version, append([]string{}, p.Versions...), string(p.Versioning), p.Roles, p.Reserved}
}

func unionName(u *model.Union) string {
	if u == nil {
		return ""
	}
	return u.Name
}
