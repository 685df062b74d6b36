// Package model represents a resolved, language-neutral protocol: a spec with pointers instead
// of names. The check package makes it and freezes it; backends read it. It does not depend on
// target languages or YAML.
package model

import (
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/source"
)

// A Protocol is one whole spec, checked. Its lists are in the order of the spec.
type Protocol struct {
	File       string // base name of the spec file, for the heads of generated files
	Name       string // kebab-case, as in the spec: kimi-wire
	Title      string
	Doc        string
	Version    string
	VersionAt  source.Span
	Versions   []string // every version that was released, oldest first; ends with Version
	Versioning Versioning
	Roles      [2]string // client side first
	RoleSpans  [2]source.Span

	Dialect Dialect
	// Extensions are the namespaces of names that the protocol leaves to others.
	Extensions Extensions
	Decls      []Decl // every named type, including inline types of fields, params and events
	Envelope   *Envelope

	Methods      []*Method
	Errors       []*ErrorCode
	Gates        []*Gate // every gate that an element names, in the order of the spec
	Capabilities []*Capability
	Negotiation  *Negotiation
	Session      []*SessionRules
	Journal      *Journal

	Reserved []string // names that no type, event, request, method or error has again

	Below   []*source.File // the files of the specs that this one extends
	Excuses []*Excuse      // the rules of lint that are off somewhere
}

// An Excuse turns a rule of lint off for an element of the spec, or for all of it.
type Excuse struct {
	Rule   string        // the ID of its code
	Span   source.Span   // of its name
	Places []source.Span // of the element, apart from other elements within it; none: the whole spec
}

// Extensions are namespaces, by what the names are of.
type Extensions struct {
	Methods []Namespace
	Values  []Namespace // of enums
	Tags    []Namespace // of unions
	Keys    []Namespace // of structs
}

// A Namespace is the names with a prefix. Those that the spec declares are not names of
// extensions.
type Namespace struct {
	Prefix string
	Span   source.Span // of the pattern
}

// Versioning says how versions are compared.
type Versioning string

// The ways to number versions.
const (
	Counter Versioning = "counter" // dotted numbers, compared number by number: 1.9 < 1.10
	Semver  Versioning = "semver"
	Date    Versioning = "date"
	Integer Versioning = "integer"
	// Breaking versions are integers, of which only a change that breaks peers makes a new one.
	Breaking Versioning = "breaking"
)

// Meta is what every element of a spec may carry.
type Meta struct {
	Span         source.Span // of the element's name
	Doc          string
	Since        Since
	Deprecated   *Deprecated
	Experimental bool
	Gate         string // what must be negotiated before it is sent, as Gates spells it; or ""
	Sensitive    bool
	LogTruncate  int    // longest text that a log may show, in code points; 0 means no limit
	Unit         string // seconds, bytes
	Hot          bool   // so frequent that a decoder should expect it
	Unrecorded   bool   // it is not recorded in a journal
	Derived      bool   // the name of a type was derived from its place
	Inline       bool   // a struct is declared where it is used: as a variant, or as what a method or an error holds
	Examples     []Example
	FormerNames  []string       // older names of a method, which are read but not written; of a type, an error or a capability, which are not in messages
	Reserved     []string       // of a type: names that its parts do not have again
	Pins         map[string]Pin // by the name of the target
	Annotations  []Member       // the keys for other tools, which begin with x-
}

// A Pin is the name that the spec gives an element in one target.
type Pin struct {
	Name string
	Span source.Span
}

// NameSpan returns the place that its name in a target comes from: the pin, or the element.
func (m *Meta) NameSpan(target string) source.Span {
	if pin, ok := m.Pins[target]; ok {
		return pin.Span
	}
	return m.Span
}

// Since says when an element was added. The zero Since means the first version, or
// unknown.
type Since struct {
	Version string
	After   bool // added after Version, in no released version
}

// Deprecated says that an element should no longer be used.
type Deprecated struct {
	Since string // a version, or ""
	Use   string // what to use instead, or ""
}

// An Example is a value of an element, checked against its type.
type Example struct {
	Value Value
	Doc   string
}

// Envelope is the {tag, content} object that carries events and requests.
type Envelope struct {
	Meta
	Name     string // of the union of both: WireMessage
	Tag      string
	Content  string
	Events   *Union // nil when the spec has no events
	Requests *Union // nil when the spec has no requests
	Messages *Union // every variant of both, events first
}

// A Method is one JSON-RPC method.
type Method struct {
	Meta
	Name           string
	From           From
	Notify         bool // a notification: Params is its payload and there is no answer
	Params         Type // nil: the method takes none
	ParamsOptional bool // the key params may be absent
	ResultOptional bool // a response may have neither a result nor an error
	Result         Type // of a request, unless ByVariant
	ByVariant      bool // Params is the union of requests; each variant names its result
	Errors         []*ErrorCode
	ErrorData      Type        // of the data of an error that answers it; nil: what the error declares
	Progress       []*Progress // each kind under its own name
	Registration   *Registration
	Replaces       *Method // the older method that this one replaces; or nil
	// Positions reports that Params is a struct that may also be sent as an array of
	// its fields in order; it is written as an object.
	Positions bool
}

// Types returns the types that m names, each once for each place.
func (m *Method) Types() []Type {
	out := []Type{m.Params, m.Result, m.ErrorData}
	for _, p := range m.Progress {
		out = append(out, p.Payload)
	}
	if m.Registration != nil {
		out = append(out, m.Registration.Options)
	}
	return slices.DeleteFunc(out, func(t Type) bool { return t == nil })
}

// A Registration says with what options a peer registers for a method at run time.
type Registration struct {
	As      string // the name that it registers under
	Options Type
}

// MainProgress is the name of a kind of progress that the spec does not name.
const MainProgress = "progress"

// Progress says which notification reports a kind of progress of a request.
type Progress struct {
	Of      *Method // the request
	Name    string  // tells it from others of the request
	Method  *Method // a notification, whose payload has the members As and Value
	Token   string  // path of the token in the request: params.token
	As      string  // the member of the payload that repeats the token
	Value   string  // the member of the payload that holds the progress; "": all of it
	Payload Type    // the type of the progress, which the member may be declared as, or any
}

// GateKind is the kind of a gate.
type GateKind int

// The kinds of gates.
const (
	ByCapability   GateKind = iota // client.supports_question
	ByFeature                      // feature push.jobs
	BySubscription                 // subscription jobs.subscribe
)

// A Gate is what must be negotiated before an element is sent.
type Gate struct {
	Kind GateKind
	// Name is the path of a member of a capability struct, with the role first;
	// the name of a feature; or the method that subscribes.
	Name       string
	Capability *Capability // ByCapability
	Method     *Method     // BySubscription
}

// String returns the gate in the form of Meta.Gate: client.supports_question, feature
// push.jobs, subscription jobs.subscribe.
func (g *Gate) String() string {
	switch g.Kind {
	case ByFeature:
		return "feature " + g.Name
	case BySubscription:
		return "subscription " + g.Name
	}
	return g.Name
}

// OpenByDefault reports whether a gate of a capability is open for a peer that leaves out
// the member.
func (g *Gate) OpenByDefault() bool {
	_, path, _ := strings.Cut(g.Name, ".")
	return slices.ContainsFunc(Follow(g.Capability.Type, path), func(f *Field) bool {
		return f.Default != nil && (f.Default.Kind != BoolValue || f.Default.Bool)
	})
}

// From is the side that sends a method.
type From int

// The sides.
const (
	FromClient From = iota // the first role
	FromAgent              // the second role
	FromBoth
)

// An ErrorCode is a declared error of the protocol, or a standard one of JSON-RPC.
type ErrorCode struct {
	Meta
	Name     string
	Code     int
	Standard bool   // predeclared by JSON-RPC
	Local    bool   // never sent: a peer creates it for its own use
	Data     Type   // of the error's data; nil: not declared
	Message  string // that of an error which is made without one; never empty
}

// A Capability is a struct in which one side declares its capabilities.
type Capability struct {
	Meta
	Role string
	Type *Struct
	At   string // its path in the handshake: params.capabilities
}

// Negotiation is the handshake of two peers, which may agree on a version and on
// features.
type Negotiation struct {
	Meta
	Method   *Method
	Offer    string     // path of what the client offers: params.protocol_version; "" if no version is agreed on
	Chosen   string     // path of the version that the agent answers: result.protocol_version; or ""
	Pick     string     // "" for one version offered; "highest" for a list, of which the highest common one is chosen
	Features *Features  // or nil
	None     *ErrorCode // the answer if there is no common version; or nil
	First    bool       // no message may be sent before the handshake
	Early    *ErrorCode // the answer to a request before the handshake; nil: that to one that is not valid
	Optional bool       // the handshake may be skipped
	Legacy   string     // the version of a peer that skipped it
}

// Features are names that both peers list. The agreed features are those that both
// sides list.
type Features struct {
	Offer  string // path of the client's list: params.features
	Chosen string // path of the agent's list: result.features
}

// A Journal is a recorded session: JSON lines, a header first.
type Journal struct {
	Meta
	Header   Type
	Record   Type
	Version  string // path of the version: header.protocol_version
	NoHeader string // the version of a file without a header
}

// VersionPath returns the path of the version in the header; empty for none.
func (j *Journal) VersionPath() []string {
	path := strings.TrimPrefix(j.Version, "header.")
	if path == "" {
		return nil
	}
	return strings.Split(path, ".")
}
