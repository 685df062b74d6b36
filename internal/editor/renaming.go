package editor

import (
	"errors"
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/assemble"
	"github.com/wiregen/wiregen/internal/frontend/check"
	"github.com/wiregen/wiregen/internal/frontend/rewrite"
	"github.com/wiregen/wiregen/internal/source"
)

// A renaming is one rename. It changes the texts of the spec, checks them again as a whole, and
// so finds what no rule about single names could: clashes of names that follow from others, in
// each target, and paths that lead elsewhere.
type renaming struct {
	s      *Snapshot
	to     string
	what   RenameMode
	target RenameTarget

	family []*Symbol // what is renamed: an element, and those that replace it or that it replaces
	old    string
	keep   string // the name of the struct that stays; ""
	give   bool   // the struct gets a name; nothing else changes
}

func (r *renaming) edits() ([]source.Edit, error) {
	if err := r.choose(); err != nil {
		return nil, err
	}
	if r.to == r.old {
		return nil, nil
	}
	var derived []source.Edit
	for range maxDerived {
		texts, after, err := r.made(derived)
		if err != nil {
			return nil, err
		}
		more := r.derived(after)
		if len(more) == len(derived) {
			if err := r.verify(after); err != nil {
				return nil, err
			}
			return r.s.difference(texts), nil
		}
		derived = more
	}
	return nil, fmt.Errorf("names that follow from %q are used in too many ways", r.old)
}

// maxDerived bounds how often names are renamed because others that they follow from are.
const maxDerived = 4

// choose finds what is renamed.
func (r *renaming) choose() error {
	of := r.target.Symbol
	r.old = of.Name
	v := of.variant
	switch {
	case v == nil || r.target.Wire == "":
	case r.what&OnWire == 0 && !v.Name.IsZero():
		of = r.s.index().at(v.Name.Span)
		r.old = v.Name.Text
	case r.what&OnWire == 0 && r.target.Name != "":
		r.old, r.give = r.target.Name, true
	case r.what&OnWire == 0:
		return fmt.Errorf("the %s %q declares no struct that could have a name: rename the type of its content", of.Kind, of.Name)
	case r.what&InSpec == 0 && v.Name.IsZero():
		r.keep = r.target.Name
	}
	r.family = []*Symbol{of}
	for i := 0; i < len(r.family); i++ {
		for _, o := range r.s.index().related(r.family[i]) {
			if !slices.Contains(r.family, o) && o.Name == r.old {
				r.family = append(r.family, o)
			}
		}
	}
	return nil
}

// made are the texts of the files after the rename and some other edits, and what is read from
// them.
func (r *renaming) made(more []source.Edit) (assemble.Edited, *Snapshot, error) {
	list := slices.Clone(more)
	if !r.give {
		for _, o := range r.s.index().places(r.family, true) {
			if o.beside {
				continue // what was accepted is of an older version
			}
			if o.declares || named(o.span) == r.old && !(o.asType && r.keep != "") {
				list = append(list, source.Edit{Span: o.span, Text: r.to})
			}
		}
	}
	edits, missed := new(rewrite.Files).Names(list)
	if !missed.IsZero() {
		return nil, nil, fmt.Errorf("%s: the name is written with escapes or on several lines: rename it there first", placeOf(missed))
	}
	texts := assemble.Edited{}
	apply(texts, edits)
	after := r.s.with(texts, false)
	if after.read.Spec == nil || len(after.index().symbols) != len(r.s.index().symbols) {
		return nil, nil, r.refused(after)
	}
	steps, err := r.steps(after)
	if err != nil {
		return nil, nil, err
	}
	apply(texts, steps)
	after = r.s.with(texts, true)
	if after.read.Spec == nil {
		return nil, nil, r.refused(after)
	}
	return texts, after, nil
}

// steps are the edits of what the renamed elements say besides: older names, and the name of a
// struct.
func (r *renaming) steps(after *Snapshot) ([]source.Edit, error) {
	w := &rewrite.Files{}
	var out []source.Edit
	for i, was := range r.s.index().symbols {
		if !slices.Contains(r.family, was) {
			continue
		}
		is := after.index().symbols[i]
		var steps []diag.Step
		if r.what&KeepOld != 0 && (!r.s.index().replaces(was, r.family) || len(was.former) > 0) {
			steps = append(steps, r.older(was, is))
		} else if step, has := r.live(is); has {
			steps = append(steps, step)
		}
		if name := r.structName(); name != "" {
			steps = append(steps, diag.Step{Do: diag.Set, At: is.Span, Key: "name", Text: rewrite.Word(name)})
		}
		if len(steps) == 0 {
			continue
		}
		edits := w.Steps(steps...)
		if edits == nil {
			return nil, fmt.Errorf("%s: the notation here has no place for what the rename adds: write the element as a map in brackets, on one line or with a line for each key", placeOf(was.Span))
		}
		out = append(out, edits...)
	}
	return out, nil
}

// structName is the name that the struct of a variant gets; or "".
func (r *renaming) structName() string {
	if r.give {
		return r.to
	}
	return r.keep
}

// older adds the old name to those that are read. One that is the current name again goes.
func (r *renaming) older(was, is *Symbol) diag.Step {
	for _, w := range is.former {
		if w.Text == r.to {
			return diag.Step{Do: diag.Replace, At: w.Span, Text: r.old}
		}
	}
	if was.Kind == VariantSymbol && was.Span.Text() == r.old && rewrite.Word(r.old) != r.old { // a number or a boolean
		if n := len(is.former); n > 0 {
			return diag.Step{Do: diag.Splice, At: is.former[n-1].Span, Text: is.former[n-1].Span.Text() + ", " + r.old}
		}
		return diag.Step{Do: diag.Set, At: is.Span, Key: "was", Text: "[" + r.old + "]"}
	}
	return diag.Step{Do: diag.Include, At: is.Span, Key: "was", Text: r.old}
}

// live takes the new name out of the older ones.
func (r *renaming) live(is *Symbol) (diag.Step, bool) {
	for _, w := range is.former {
		if w.Text == r.to && r.what&OnWire != 0 {
			if len(is.former) == 1 {
				return diag.Step{Do: diag.Unset, At: is.Span, Key: "was"}, true
			}
			return diag.Step{Do: diag.Remove, At: w.Span}, true
		}
	}
	return diag.Step{}, false
}

// derived are the edits of names of types that follow from what was renamed, where they are used.
func (r *renaming) derived(after *Snapshot) []source.Edit {
	was, is := r.s.names.Types, after.names.Types
	if len(was) != len(is) {
		return nil
	}
	names := map[string]string{}
	own := map[source.Span]bool{}
	for _, of := range r.family {
		own[of.Span] = !r.give
	}
	for i, t := range was {
		if t.Name != is[i].Name && !(own[t.At] && t.Name == r.old && !t.Derived) {
			names[t.Name] = is[i].Name
		}
	}
	var out []source.Edit
	seen := map[source.Span]bool{}
	for _, u := range r.s.names.Uses {
		if to, ok := names[named(u.At)]; ok && u.Type && !seen[u.At] && slices.ContainsFunc(was, func(t check.TypeName) bool { return t.At == u.Of && t.Name == named(u.At) }) {
			seen[u.At] = true
			out = append(out, source.Edit{Span: u.At, Text: to})
		}
	}
	return out
}

// verify refuses a rename after which the spec has an error that it did not have, or names mean
// something else.
func (r *renaming) verify(after *Snapshot) error {
	if err := after.Err(); err != nil {
		return err
	}
	if r.newError(after) != nil {
		return r.refused(after)
	}
	if was, is := r.s.index().count(), after.index().count(); was != is {
		return fmt.Errorf("%q cannot be the new name: then %d names of the spec are of something declared, not %d", r.to, is, was)
	}
	return nil
}

// newError is an error that the spec did not have, or nil.
func (r *renaming) newError(after *Snapshot) *diag.Diagnostic {
	had := map[string]int{}
	for _, d := range r.s.Diagnostics() {
		had[d.Code.ID]++
	}
	for _, d := range after.Diagnostics() {
		if d.Severity != diag.Error {
			continue
		}
		if had[d.Code.ID]--; had[d.Code.ID] < 0 {
			return d
		}
	}
	return nil
}

func (r *renaming) refused(after *Snapshot) error {
	d := r.newError(after)
	if d == nil {
		return errors.New("the files would have other names: rename it by hand")
	}
	words := d.Message
	if d.Help != "" {
		words += " (" + d.Help + ")"
	}
	return fmt.Errorf("%q cannot be the new name: %s", r.to, words)
}

// difference are the edits that make the files of the spec texts.
func (s *Snapshot) difference(texts assemble.Edited) []source.Edit {
	var out []source.Edit
	for _, f := range s.read.Files {
		if text, changed := texts[f.Part]; changed {
			out = append(out, lineEdits(f, text)...)
		}
	}
	return out
}

func placeOf(span source.Span) string {
	pos := span.File.Position(span.Start)
	return fmt.Sprintf("%s:%d:%d", span.File.Name, pos.Line, pos.Column)
}

// apply makes edits of files, each of which has the text that the edits are of.
func apply(texts assemble.Edited, edits []source.Edit) {
	for _, e := range edits {
		texts[e.Span.File.Part] = e.Span.File.Edited(edits)
	}
}

// with reads the spec with other texts of some of its files; whole also asks the targets.
func (s *Snapshot) with(texts assemble.Edited, whole bool) *Snapshot {
	o := s.options
	o.Beside, o.Lint = nil, false
	if !whole {
		o.Plan = nil
	}
	if text, ok := texts[""]; ok {
		o.Spec = source.NewFile(o.Spec.Name, text)
	}
	if o.Folder != nil {
		o.Folder = texts.In(o.Folder)
	}
	return Load(o)
}
