package compare

import (
	"slices"

	"github.com/wiregen/wiregen/internal/frontend/rewrite"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// mend offers a repair of an edit by a rule. What is part of an edit by another one, as
// all that is in a type that changed, is not repaired by itself.
func (e *edit) mend(rule string, r *Repair) {
	if e.rule.ID == rule {
		e.repair = r
	}
}

// optional makes a field optional.
func optional(f *lower.Field, why string) *Repair {
	return &Repair{Text: f.Name + "?:", Why: why, edits: func(w *rewrite.Files) []source.Edit {
		return w.Loosen(f.Of.Span, f.Name, true, false)
	}}
}

// defaulted gives a field the default that it had.
func defaulted(f *lower.Field, value string) *Repair {
	return &Repair{Text: "default: " + value, Why: "keep the default, and set it where it is needed", edits: func(w *rewrite.Files) []source.Edit {
		return w.Set(f.Of.Span, "default", value)
	}}
}

// nullable lets a field be null, and makes it optional if it has to be.
func nullable(f *lower.Field, typ string, missing bool) *Repair {
	mark := ""
	if missing || f.Absent == lower.AbsentUnset {
		mark = "?"
	}
	return &Repair{Text: f.Name + mark + ": " + typ + " | null", Why: "keep it nullable, and check it where it is used", edits: func(w *rewrite.Files) []source.Edit {
		return w.Loosen(f.Of.Span, f.Name, missing, true)
	}}
}

// formerly declares an older name of the element at a place.
func formerly(name string, at source.Span, why string) *Repair {
	return &Repair{Text: "was: [" + rewrite.Word(name) + "]", Why: why, edits: func(w *rewrite.Files) []source.Edit { return w.Add(at, "was", name) }}
}

// deprecated is the repair of a value that was removed. Any other value means something else, so none must read it.
func deprecated(name string) *Repair {
	return &Repair{Text: rewrite.Word(name) + ": {deprecated: true}", Why: "keep it as deprecated until no peer writes it any more"}
}

// sinceNow says that an element was added in a version.
func sinceNow(version string, at source.Span) *Repair {
	return &Repair{Text: "since: " + model.Quote(version), Why: "say in which version it was added", edits: func(w *rewrite.Files) []source.Edit {
		return w.Set(at, "since", model.Quote(version))
	}}
}

// reserve keeps a name from being used again; the place is zero for a name of the whole spec.
func reserve(name string, at source.Span) *Repair {
	return &Repair{Text: "reserved: [" + rewrite.Word(name) + "]", Why: "it keeps the name from being used again", edits: func(w *rewrite.Files) []source.Edit {
		return w.Add(at, "reserved", name)
	}}
}

// numbered gives a spec the version after that which it has.
func numbered(p *model.Protocol, next string) *Repair {
	return &Repair{Text: "version: " + model.Quote(next), Why: "lets peers tell the two apart", edits: func(w *rewrite.Files) []source.Edit {
		return w.Number(p.VersionAt, next, filesOf(p), p.Negotiation != nil && p.Negotiation.Offer != "")
	}}
}

// renumbered gives a spec another version than the one that it has.
func renumbered(p *model.Protocol, next string) *Repair {
	return &Repair{Text: "version: " + model.Quote(next), Why: "says how much changed", edits: func(w *rewrite.Files) []source.Edit {
		return w.Renumber(p.VersionAt, next, filesOf(p))
	}}
}

// filesOf are the files that declare the elements of a protocol.
func filesOf(p *model.Protocol) []*source.File {
	out := []*source.File{p.VersionAt.File}
	add := func(m *model.Meta) {
		if f := m.Span.File; f != nil && !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	for _, d := range p.Decls {
		add(d.Info())
	}
	for _, m := range p.Methods {
		add(&m.Meta)
	}
	for _, e := range p.Errors {
		add(&e.Meta)
	}
	return out
}
