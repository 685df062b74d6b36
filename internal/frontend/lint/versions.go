package lint

import (
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// laterRequired warns about required fields that are newer than messages that have
// them.
func laterRequired(l *linter) {
	at := versionsOf(l.proto)
	done := make(map[source.Span]bool)
	warn := func(m *model.Meta, name string, holder int, help string) {
		if holder < at.first(m.Since) && !m.Span.IsZero() && !done[m.Span] {
			done[m.Span] = true // a field of a mixin is in several structs
			l.warn(m.Span, fmt.Sprintf("the field %q is required, but a peer of version %q does not write it", name, l.proto.Versions[holder]), help,
				diag.Choice("make it optional for readers", diag.Step{Do: diag.Mark, At: m.Span}, diag.Step{Do: diag.Set, At: m.Span, Key: "write", Text: "required"}))
		}
	}
	field := func(f *model.Field, holder int) {
		if lower.FieldOf(f).Absent == lower.AbsentRefused {
			warn(&f.Meta, f.Name, holder, fmt.Sprintf("write %s? with write: required, or give it a default", f.Name))
		}
	}
	for _, d := range l.proto.Decls {
		holder, ok := at.types[d]
		if !ok {
			continue // a struct that others only include
		}
		switch t := d.(type) {
		case *model.Struct:
			for _, f := range t.Fields {
				field(f, holder)
			}
		case *model.Tuple:
			for _, i := range t.Items[:lower.LeastItems(t)] {
				if i.Name != "" {
					warn(&i.Meta, i.Name, holder, fmt.Sprintf("write %s?", i.Name))
				}
			}
		}
	}
	for _, f := range l.proto.Dialect.AllMembers() {
		field(f, 0)
	}
}

// Versions say in which version a message could have a type for the first time, as
// an index of the versions of the protocol.
type versions struct {
	proto *model.Protocol
	types map[model.Decl]int
}

// versionsOf finds, for each type, the first version of any message that has it. A
// type that no message has counts as one of a message.
func versionsOf(p *model.Protocol) *versions {
	v := &versions{proto: p, types: make(map[model.Decl]int)}
	for _, m := range p.Methods {
		first := v.first(m.Since)
		for _, t := range m.Types() {
			v.visit(t, first)
		}
	}
	for _, e := range p.Errors {
		v.visit(e.Data, v.first(e.Since))
	}
	for _, c := range p.Capabilities {
		v.visit(c.Type, v.first(c.Since))
	}
	if j := p.Journal; j != nil {
		v.visit(j.Header, 0)
		v.visit(j.Record, 0)
	}
	for _, f := range p.Dialect.AllMembers() {
		v.visit(f.Type, v.first(f.Since))
	}
	// Then the types that no message has: first those that no other type has, then
	// those that have each other. A struct that others include is part of them.
	within, included := make(map[model.Type]bool), make(map[model.Decl]bool)
	for _, d := range p.Decls {
		markChildren(d, within)
		if s, ok := d.(*model.Struct); ok {
			for _, from := range s.With {
				included[from] = true
			}
		}
	}
	for _, inner := range []bool{false, true} {
		for _, d := range p.Decls {
			if _, reached := v.types[d]; !reached && !included[d] && within[d] == inner {
				v.visit(d, 0)
			}
		}
	}
	return v
}

// markChildren adds the named types that the type of d is made of.
func markChildren(t model.Type, into map[model.Type]bool) {
	for _, child := range t.Children() {
		if _, named := child.(model.Decl); named {
			into[child] = true
			continue
		}
		markChildren(child, into)
	}
}

// first is the index of the first released version that has an element.
func (v *versions) first(s model.Since) int {
	i := max(0, slices.Index(v.proto.Versions, s.Version))
	if s.After {
		i++
	}
	return i
}

// visit notes that a message of a version has t.
func (v *versions) visit(t model.Type, version int) {
	if t == nil {
		return
	}
	if d, named := t.(model.Decl); named {
		version = max(version, v.first(d.Info().Since))
		if known, ok := v.types[d]; ok && known <= version {
			return
		}
		v.types[d] = version
	}
	switch t := t.(type) {
	case *model.Struct:
		for _, f := range t.Fields {
			v.visit(f.Type, max(version, v.first(f.Since)))
		}
		if t.ExtraType != nil {
			v.visit(t.ExtraType, version)
		}
	case *model.Union:
		for _, variant := range t.Variants {
			first := max(version, v.first(variant.Since))
			v.visit(variant.Type, first)
			v.visit(variant.Result, first) // of a request
		}
	case *model.Tuple:
		for _, i := range t.Items {
			v.visit(i.Type, max(version, v.first(i.Since)))
		}
	default:
		for _, child := range t.Children() {
			v.visit(child, version)
		}
	}
}
