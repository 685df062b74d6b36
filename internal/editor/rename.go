package editor

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/source"
)

// A RenameMode says which name of an element is renamed.
type RenameMode uint8

// The parts of a mode. Most elements have one name for both; of a variant, messages have the tag
// and code the name of its struct.
const (
	InSpec  RenameMode = 1 << iota // the name that the spec and generated code have
	OnWire                         // the name that messages have
	KeepOld                        // readers still accept the old name of messages: was
)

// A RenameTarget is what can be renamed at a place.
type RenameTarget struct {
	Symbol  *Symbol
	Span    source.Span // of the name there
	Name    string      // in the spec and in generated code; "" if it has none of its own
	Wire    string      // in messages; "" if they do not have it
	Was     bool        // an older name can be kept
	Default RenameMode  // of a rename that does not say more
}

var (
	errNoName  = errors.New("there is no name here that can be renamed")
	errStale   = errors.New("the spec has changed and cannot be read: repair it first")
	errRelease = errors.New("a released version is not changed")
)

// RenameAt returns what can be renamed at a place.
func (s *Snapshot) RenameAt(file string, offset int) (RenameTarget, error) {
	d := s.files[file]
	switch {
	case s.options.Release || d != nil && d.beside == Released:
		return RenameTarget{}, errRelease
	case s.indexed != s:
		return RenameTarget{}, errStale
	}
	for _, o := range s.index().named(file, offset) {
		return s.target(o)
	}
	return RenameTarget{}, errNoName
}

// target says what can be renamed of a symbol.
func (s *Snapshot) target(o occurrence) (RenameTarget, error) {
	of := o.of
	out := RenameTarget{Symbol: of, Span: o.span, Name: of.Name, Default: InSpec}
	switch of.Kind {
	case SectionSymbol, FileSymbol:
		return RenameTarget{}, errNoName
	case FieldSymbol, MethodSymbol:
		out.Wire, out.Was = of.Name, true
	case EventSymbol, RequestSymbol:
		out.Name, out.Wire, out.Was = s.structName(of), of.Name, true
	case VariantSymbol:
		if of.tagged {
			out.Name, out.Wire, out.Was = s.structName(of), of.Name, true
		}
	case ValueSymbol:
		if of.enum == nil || !slices.ContainsFunc(of.enum.Values, func(v *syntax.EnumValue) bool { return !v.Number.IsZero() }) {
			out.Wire, out.Was = of.Name, true
		}
	case VersionSymbol, FeatureSymbol:
		out.Wire = of.Name
	case ErrorSymbol:
		if x := s.read.Spec.Dialect; x != nil && x.Identity.Text == "data.kind" {
			out.Wire = of.Name
		}
	}
	if out.Wire != "" {
		out.Default |= OnWire
	}
	if out.Was && s.hasReleases() {
		out.Default |= KeepOld
	}
	if text := named(o.span); text != of.Name && !o.declares {
		return RenameTarget{}, fmt.Errorf("the name %q follows from that of the %s %q: rename that", text, of.Kind, of.Name)
	}
	return out, nil
}

// named is a name as it is at a place, without quotes.
func named(at source.Span) string {
	return strings.Trim(at.Text(), "\"'")
}

// structName is the name of the struct that a variant declares, which follows from its tag where
// none is written; "" if it declares none.
func (s *Snapshot) structName(of *Symbol) string {
	if v := of.variant; !v.Name.IsZero() {
		return v.Name.Text
	}
	for _, t := range s.names.Types {
		if t.At == of.Span && of.variant.Struct != nil {
			return t.Name
		}
	}
	return ""
}

// hasReleases reports whether there are older versions of the protocol, with which peers may
// speak to those of this one.
func (s *Snapshot) hasReleases() bool {
	p := s.read.Spec.Protocol
	return s.options.Released || p != nil && len(p.Versions) > 1 || slices.ContainsFunc(s.options.Beside, func(b Beside) bool { return b.Kind == Released })
}

// Rename returns the edits, in all files of the spec, that give the element at a place another
// name. It refuses a name that the spec, or a target of it, cannot have.
func (s *Snapshot) Rename(file string, offset int, to string, what RenameMode) ([]source.Edit, error) {
	target, err := s.RenameAt(file, offset)
	if err != nil {
		return nil, err
	}
	if what == 0 {
		what = target.Default
	}
	switch {
	case to == "":
		return nil, errors.New("the new name is empty")
	case strings.ContainsAny(to, "\n\r\t"):
		return nil, fmt.Errorf("%q has line breaks or tabs, which a name cannot have", to)
	case what&OnWire != 0 && target.Wire == "":
		return nil, fmt.Errorf("messages do not have the name of the %s %q", target.Symbol.Kind, target.Symbol.Name)
	case what&KeepOld != 0 && (!target.Was || what&OnWire == 0):
		return nil, fmt.Errorf("the %s %q cannot keep its older name", target.Symbol.Kind, target.Symbol.Name)
	case what&OnWire == 0 && target.Wire != "" && target.Symbol.variant == nil:
		return nil, fmt.Errorf("the %s %q has one name, which messages have: rename that, or pin the name of a target", target.Symbol.Kind, target.Symbol.Name)
	}
	r := &renaming{s: s, to: to, what: what, target: target}
	return r.edits()
}
