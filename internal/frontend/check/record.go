package check

import (
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// Names are the names that a check resolves.
type Names struct {
	Uses  []Use
	Types []TypeName // of all types, in the order in which they are declared
}

// A Use is where an element is named, and where it is declared. Several elements may be meant.
type Use struct {
	At, Of source.Span
	Type   bool // as a type
}

// A TypeName is the name of a type, which may follow from those of other elements, and its place.
type TypeName struct {
	Name    string
	At      source.Span
	Derived bool
}

// Record is Check that also records names, those of a spec with errors as far as they are
// resolved.
func Record(spec *syntax.Spec, to *diag.Report, into *Names) *model.Protocol {
	if spec == nil {
		return nil
	}
	return check(spec, report{to, into})
}

// uses records that an element is named at a place.
func (r report) uses(at, of source.Span) {
	if r.names != nil && !at.IsZero() && !of.IsZero() {
		r.names.Uses = append(r.names.Uses, Use{At: at, Of: of})
	}
}

// usesType records that a type is named at a place.
func (r report) usesType(at, of source.Span) {
	if r.names != nil && !of.IsZero() {
		r.names.Uses = append(r.names.Uses, Use{at, of, true})
	}
}

// usesStep records that a step of a path, which is at a place, names a part of a type.
func (r report) usesStep(at source.Span, t model.Type, step string) {
	if r.names == nil {
		return
	}
	t = model.Resolve(model.NonNull(t))
	for _, s := range model.ObjectsOf(t) {
		if f := s.Field(step); f != nil {
			r.uses(at, f.Span)
		}
	}
	if t, ok := t.(*model.Tuple); ok {
		for _, item := range t.Items {
			if item.Name == step {
				r.uses(at, item.Span)
			}
		}
	}
}

// usesRole records that a role is named at a place.
func (d *draft) usesRole(at source.Span, role string) {
	for i, name := range d.out.Roles {
		if name == role {
			d.uses(at, d.out.RoleSpans[i])
		}
	}
}
