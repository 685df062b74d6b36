package backend

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/spec/diag"
	"github.com/wiregen/wiregen/internal/spec/source"
)

// A Naming is what a target demands of names. In a target without one no name can
// be pinned and none can clash.
type Naming struct {
	Valid func(name string) bool   // reports whether a name can stand in the output
	Rule  string                   // what such a name is: an exported identifier
	Near  func(name string) string // a name that can, made of one that cannot
	Exact []Reserved               // what the output keeps for itself
	Forms []Reserved               // and the names that it makes of those of the spec
	Words []string                 // of the language, which no element may be called
	Note  string                   // what else the page about names says, in Markdown
}

// Reserved is a name, or a form of names, that a target uses for itself. It is an
// alias so that a table of them may leave out the keys.
type Reserved = struct {
	Name string // Message; with a capital X for the name of a type: DecodeX
	Why  string // what it is
}

// Names picks the names of one plan and reports what is wrong with them: one
// family of codes, in which the message names the target.
type Names struct {
	target Target
	report *diag.Report
	asked  map[source.Span]bool // the pins that a name was made of
}

// NewNames picks names for a target.
func NewNames(t Target, r *diag.Report) *Names {
	return &Names{target: t, report: r, asked: map[source.Span]bool{}}
}

// An Element is what a name is made for: a place in the spec, and words for it.
type Element struct {
	Span source.Span
	What string // type "Foo"
}

// Element is an element of the spec, at its pin where it has one.
func (n *Names) Element(m *model.Meta, format string, args ...any) Element {
	return Element{m.NameSpan(n.target.Name), fmt.Sprintf(format, args...)}
}

// Pinned is the name that the spec pins for an element, or "" where there is none
// that can stand.
func (n *Names) Pinned(e Element, m *model.Meta) string {
	pin, ok := m.Pins[n.target.Name]
	if !ok || n.asked[pin.Span] && !n.target.Naming.Valid(pin.Name) { // reported before, for what shares the pin
		return ""
	}
	n.asked[pin.Span] = true
	return n.Checked(e, pin.Name)
}

// Checked is a name as the spec writes it, or "" where it cannot stand.
func (n *Names) Checked(e Element, name string) string {
	if naming := n.target.Naming; !naming.Valid(name) {
		n.report.Add(diag.TargetNameInvalid, e.Span,
			fmt.Sprintf("the %s name %q pinned for %s is not %s", n.target.Title, name, e.What, naming.Rule)).
			WithHelp(fmt.Sprintf("write %s: %s", n.target.Name, naming.Near(name)))
		return ""
	}
	return name
}

// A Scope is one set of names that must differ: a package, or the members of one
// struct.
type Scope struct {
	*Names
	where string
	kept  map[string]string
	taken map[string]Element
	met   map[[2]Element]bool // what was reported to want one name
	// refused are the reserved names that elements claimed.
	refused []string
}

// Scope is an empty set of names; where it is stands in diagnostics.
func (n *Names) Scope(where string, kept ...Reserved) *Scope {
	s := &Scope{Names: n, where: where, kept: map[string]string{}, taken: map[string]Element{}, met: map[[2]Element]bool{}}
	for _, k := range kept {
		s.Keep(k.Name, k.Why)
	}
	return s
}

// Keep keeps a name from all elements.
func (s *Scope) Keep(name, why string) { s.kept[name] = why }

// Claim takes names for an element, and reports the first of them that is taken
// or reserved. Two elements that meet in one name meet in all that are made of
// it, which is reported once.
func (s *Scope) Claim(e Element, wanted ...string) {
	for _, name := range wanted {
		would := func() string { return fmt.Sprintf("%s would be %q in %s", e.What, name, s.target.Title) }
		if why, ok := s.kept[name]; ok {
			s.refused = append(s.refused, name)
			s.reserved(e, fmt.Sprintf("%s, which %s reserves: %s", would(), s.where, why))
			return
		}
		if slices.Contains(s.target.Naming.Words, name) {
			s.reserved(e, would()+", which is a reserved word")
			return
		}
		other, ok := s.taken[name]
		if !ok {
			s.taken[name] = e
			continue
		}
		// What is made of a refused name meets what that is reserved for.
		follows := slices.ContainsFunc(s.refused, func(head string) bool { return strings.HasPrefix(name, head) })
		if both := [2]Element{other, e}; !follows && !s.met[both] {
			s.met[both] = true
			s.report.Add(diag.TargetNameDuplicate, e.Span, fmt.Sprintf("%s, which is taken by %s", would(), other.What)).
				WithHelp(fmt.Sprintf("pin another name with %s:", s.target.Name)).
				WithRelated(other.Span, other.What+" has the name here")
		}
		return
	}
}

func (s *Scope) reserved(e Element, message string) {
	s.report.Add(diag.TargetNameReserved, e.Span, message).
		WithHelp(fmt.Sprintf("rename it, or pin another name with %s:", s.target.Name))
}

// Free reports whether nothing has taken a name.
func (s *Scope) Free(name string) bool {
	_, taken := s.taken[name]
	_, kept := s.kept[name]
	return !taken && !kept
}
