package backend

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// A Naming has the naming rules of a target. In a target without one, names cannot be pinned
// and cannot clash.
type Naming struct {
	Valid func(name string) bool   // reports whether a name is valid
	Rule  string                   // what a valid name is: an exported identifier
	Near  func(name string) string // makes a valid name of an invalid one
	Exact []Reserved               // the names that the output reserves
	Forms []Reserved               // and the forms of names that it derives from those of the spec
	Words []string                 // reserved words of the language
	// Escape makes another name of one that is derived from the spec and reserved, such as
	// import_ of import. Nil: such names are refused. Pinned names are never escaped.
	Escape func(name string) string
	Note   string // more text for the page about names, in Markdown
}

// Reserved is a name, or a form of names, that a target reserves. It is an alias so
// that a table of them may leave out the keys.
type Reserved = struct {
	Name string // Message; with a capital X for the name of a type: DecodeX
	Why  string // what it is
	For  Part   // the part of a protocol without which it is free
}

// Part is a part of a protocol, which some names are generated for.
type Part uint8

// The parts.
const (
	Anything Part = iota
	Messages
	Batches
	Ignored      // messages that are ignored
	Members      // further members of every message
	NamedShapes  // shapes that name the members of their messages
	ShapeMembers // further members of one shape
	Envelope     // events or requests
	Errors       // errors
	ErrorKinds   // errors that are distinguished by their kind
	ErrorRanges  // ranges of error codes
	Capabilities // capabilities, or a gate
	Negotiation
	Journal
	Tolerance    // values that readers pass over
	Progress     // progress of requests
	ErrorReplies // data of the errors that answer a method
	Registrations
	ExtensionMethods // methods of extensions
	Extensions       // names of extensions, of any kind
	Hidden           // elements that are sensitive or shown in part
)

func (p Part) String() string {
	return [...]string{
		"", "methods", "batches", "ignored messages", "further members", "shapes that name members", "members of one shape", "events or requests", "errors", "errors by kind", "ranges of errors",
		"capabilities or gates", "a negotiation", "a journal", "tolerance", "progress", "methods with error_data", "registrations", "methods of extensions", "extensions",
		"elements that are sensitive or truncated in logs",
	}[p]
}

// has reports whether a protocol has a part.
func has(rows *lower.Program, part Part) bool {
	p := rows.Protocol
	messages := len(p.Methods) > 0
	switch part {
	case Messages:
		return messages
	case Batches:
		return messages && rows.Dialect.Batch != nil
	case Ignored:
		return rows.Dialect.Ignores
	case Members:
		return len(rows.Dialect.Members) > 0
	case NamedShapes:
		return messages && rows.Dialect.Named()
	case ShapeMembers:
		return len(p.Dialect.AllMembers()) > len(p.Dialect.Members)
	case Envelope:
		return p.Envelope != nil
	case Errors:
		return len(p.Errors) > 0
	case ErrorKinds:
		return len(p.Errors) > 0 && rows.Dialect.ErrorIdentity == lower.ByDataKind
	case ErrorRanges:
		return len(p.Dialect.Ranges) > 0
	case Capabilities:
		return len(p.Capabilities) > 0 || len(p.Gates) > 0
	case Negotiation:
		return p.Negotiation != nil
	case Journal:
		return p.Journal != nil
	case Progress:
		return rows.HasProgress()
	case Tolerance:
		return rows.Tolerant()
	case ErrorReplies:
		return rows.MethodsHaveErrorData()
	case Registrations:
		return len(rows.Registrations) > 0
	case ExtensionMethods:
		return rows.Dialect.Extensions != nil
	case Extensions:
		e := &p.Extensions
		return len(e.Methods)+len(e.Values)+len(e.Tags)+len(e.Keys) > 0
	case Hidden:
		return p.AnyMarked(func(m *model.Meta) bool { return m.Log() != model.LogAll })
	}
	return true
}

// Needed returns the reserved names that the output for a protocol has.
func Needed(rows *lower.Program, all []Reserved) []Reserved {
	return slices.DeleteFunc(slices.Clone(all), func(r Reserved) bool { return !has(rows, r.For) })
}

// UnknownPrefix is what the name of the type of undeclared variants begins with, before
// that of the union: it gives way to a type that the spec declares.
func UnknownPrefix(rows *lower.Program, u *model.Union) string {
	if rows.Declares("Unknown" + u.Name) {
		return "Undeclared"
	}
	return "Unknown"
}

// Names chooses the names of one plan and reports their faults, with one family of
// codes and messages that name the target.
type Names struct {
	target Target
	report *diag.Report
	asked  map[source.Span]bool // the pins that a name was made of
	words  map[string]bool      // those of the language
}

// NewNames returns the Names of a target.
func NewNames(t Target, r *diag.Report) *Names {
	n := &Names{target: t, report: r, asked: map[source.Span]bool{}, words: map[string]bool{}}
	if t.Naming != nil {
		for _, w := range t.Naming.Words {
			n.words[w] = true
		}
	}
	return n
}

// An Element is the owner of a name: a place in the spec, and words for it, which only
// a diagnostic puts together.
type Element struct {
	Span  source.Span
	form  string    // field %q of %q
	names [2]string // in the places of form, which has one or two
}

// NewElement returns the element of the spec at span, in the words of form with names in its
// places.
func NewElement(span source.Span, form string, names ...string) Element {
	e := Element{Span: span, form: form}
	copy(e.names[:], names)
	return e
}

// Element returns an element of the spec, at its pin where it has one.
func (n *Names) Element(m *model.Meta, form string, names ...string) Element {
	return NewElement(m.NameSpan(n.target.Name), form, names...)
}

// What returns the element in words: type "Foo".
func (e Element) What() string {
	places := []any{e.names[0], e.names[1]}
	return fmt.Sprintf(e.form, places[:strings.Count(e.form, "%")]...)
}

// Pinned returns the name that the spec pins for an element, or "" if there is no valid
// one.
func (n *Names) Pinned(e Element, m *model.Meta) string {
	pin, ok := m.Pins[n.target.Name]
	if !ok || n.asked[pin.Span] && !n.target.Naming.Valid(pin.Name) { // already reported, for an element with the same pin
		return ""
	}
	n.asked[pin.Span] = true
	return n.Checked(e, pin.Name)
}

// Checked returns a name as it is written in the spec, or "" if it is not valid.
func (n *Names) Checked(e Element, name string) string {
	if naming := n.target.Naming; !naming.Valid(name) {
		n.report.Add(diag.TargetNameInvalid, e.Span,
			fmt.Sprintf("the %s name %q pinned for %s is not %s", n.target.Title, name, e.What(), naming.Rule)).
			WithHelp(fmt.Sprintf("write %s: %s", n.target.Name, naming.Near(name))).Means(naming.Near(name))
		return ""
	}
	return name
}

// Unknown returns the name of the type of undeclared variants of a union, which e is, with a
// name: what the spec says, "" if that is not valid, or one that follows from it.
func (n *Names) Unknown(rows *lower.Program, u *model.Union, e Element, name string) string {
	if u.UnknownName == "" {
		return UnknownPrefix(rows, u) + name
	}
	e.Span = u.UnknownAt
	return n.Checked(e, u.UnknownName)
}

// A Scope is a set of names that must differ: a package, or the members of a struct.
type Scope struct {
	*Names
	where string
	kept  map[string]string
	taken map[string]*Element
	met   map[[2]Element]bool // pairs of elements with the same name that were reported; nil for none
	// refused are the reserved names that elements claimed.
	refused []string
}

// Scope returns an empty set of names; where names it in diagnostics.
func (n *Names) Scope(where string, kept ...Reserved) *Scope {
	s := &Scope{Names: n, where: where, kept: make(map[string]string, len(kept)), taken: make(map[string]*Element, len(kept))}
	for _, k := range kept {
		s.Keep(k.Name, k.Why)
	}
	return s
}

// Keep reserves a name.
func (s *Scope) Keep(name, why string) { s.kept[name] = why }

// Claim takes names for an element, and reports the first of them that is taken or
// reserved. Two elements with the same name also have the same derived names, which
// is reported once.
func (s *Scope) Claim(e Element, wanted ...string) {
	for _, name := range wanted {
		would := func() string { return fmt.Sprintf("%s would be %q in %s", e.What(), name, s.target.Title) }
		if why, ok := s.kept[name]; ok {
			s.refused = append(s.refused, name)
			s.reserved(e, wanted[0], fmt.Sprintf("%s, which %s reserves: %s", would(), s.where, why))
			return
		}
		if s.words[name] {
			s.reserved(e, wanted[0], would()+", which is a reserved word")
			return
		}
		other, ok := s.taken[name]
		if !ok {
			s.taken[name] = &e
			continue
		}
		// Names derived from a refused name clash as well.
		follows := slices.ContainsFunc(s.refused, func(head string) bool { return strings.HasPrefix(name, head) })
		if both := [2]Element{*other, e}; !follows && !s.met[both] {
			if s.met == nil {
				s.met = map[[2]Element]bool{}
			}
			s.met[both] = true
			s.report.Add(diag.TargetNameDuplicate, e.Span, fmt.Sprintf("%s, which is taken by %s", would(), other.What())).
				WithAdvice(s.pin(e, wanted[0], fmt.Sprintf("pin another name with %s:", s.target.Name))).
				WithRelated(other.Span, other.What()+" has the name here")
		}
		return
	}
}

func (s *Scope) reserved(e Element, name, message string) {
	s.report.Add(diag.TargetNameReserved, e.Span, message).
		WithAdvice(s.pin(e, name, fmt.Sprintf("rename it, or pin another name with %s:", s.target.Name)))
}

// pin is the advice to pin another name for an element: its own with what it is behind it, if
// that is free.
func (s *Scope) pin(e Element, name, help string) diag.Advice {
	a := diag.Advice{Help: help}
	kind, _, _ := strings.Cut(e.form, " ")
	pinned := name + "_" + kind
	if name != "" && name[0] >= 'A' && name[0] <= 'Z' {
		pinned = name + names.Pascal(kind)
	}
	if naming := s.target.Naming; naming != nil && naming.Valid(pinned) && s.Free(pinned) {
		a.Steps = []diag.Step{{Do: diag.Set, At: e.Span, Key: s.target.Name, Text: pinned}}
	}
	return a
}

// Name chooses the name of an element: the pinned one, or the one that was derived for it,
// escaped if it is reserved and the target has a rule for that. It takes the name, as Claim
// does.
func (s *Scope) Name(e Element, m *model.Meta, derived string) string {
	name := s.Pinned(e, m)
	if name == "" {
		name = s.Escaped(derived)
	}
	s.Claim(e, name)
	return name
}

// Escaped returns a name, or what the target makes of it if the scope or the language reserves
// it. A name that another element has is not escaped: that would depend on the order of the
// spec.
func (s *Scope) Escaped(name string) string {
	naming := s.target.Naming
	if naming == nil || naming.Escape == nil {
		return name
	}
	for {
		if _, kept := s.kept[name]; !kept && !s.words[name] {
			return name
		}
		name = naming.Escape(name)
	}
}

// Free reports whether a name is neither taken nor reserved.
func (s *Scope) Free(name string) bool {
	_, taken := s.taken[name]
	_, kept := s.kept[name]
	return !taken && !kept
}
