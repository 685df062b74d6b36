package editor

import (
	"slices"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/assemble"
	"github.com/wiregen/wiregen/internal/frontend/rewrite"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// An Action is edits of the spec that an author may choose.
type Action struct {
	Title     string
	Kind      ActionKind
	Edits     []source.Edit
	Of        *diag.Diagnostic // what a repair repairs; nil for others
	Preferred bool             // it is the one repair
}

// An ActionKind says what an action is for.
type ActionKind int

// The kinds of actions.
const (
	RepairAction  ActionKind = iota // of a finding
	ExtractAction                   // a type gets a declaration of its own
	InlineAction                    // a type is declared where it is used
	RewriteAction                   // of one element
	LayoutAction                    // of the whole file
)

// Actions returns what can be done at a part of a file, the repairs of findings there first. No
// action makes a new error.
func (s *Snapshot) Actions(file string, from, to int) []Action {
	d := s.files[file]
	if d == nil {
		return nil
	}
	var out []Action
	for _, x := range s.assistant.repairs() {
		if x.Span.File == nil || x.Span.File.Name != file || x.Span.Start > to || x.Span.End < from {
			continue
		}
		for _, f := range x.Fixes {
			a := Action{Title: f.Message, Kind: RepairAction, Edits: f.Edits, Of: x, Preferred: len(x.Fixes) == 1 && !f.Choice}
			if s.harmless(a) {
				out = append(out, a)
			}
		}
	}
	if d.beside == Part {
		out = append(out, s.changes(d, from)...)
		if edits, err := s.Format(file); err == nil && len(edits) > 0 {
			out = append(out, Action{Title: "give the file its canonical layout", Kind: LayoutAction, Edits: edits})
		}
	}
	return out
}

// FixAll returns the edits, in all files of the spec, that repair the findings with one repair, as
// wiregen check --fix does. Warnings of lint stay.
func (s *Snapshot) FixAll() []source.Edit {
	r, err := assemble.Fix(func(texts assemble.Edited) (*diag.Report, error) {
		after := s.with(texts, true)
		return after.report, after.err
	})
	if err != nil {
		return nil
	}
	return s.difference(r.Texts)
}

// repaired are the findings with the edits that repair them.
func (s *Snapshot) repaired() []*diag.Diagnostic {
	var out []*diag.Diagnostic
	for _, d := range s.Diagnostics() {
		own := *d // the snapshot does not change
		own.Fixes = slices.Clone(d.Fixes)
		out = append(out, &own)
	}
	new(rewrite.Files).Fix(out)
	return out
}

// harmless reports whether no error is new after an action, and the one that it repairs is gone.
func (s *Snapshot) harmless(a Action) bool {
	texts := assemble.Edited{}
	for _, e := range a.Edits {
		if d := s.files[e.Span.File.Name]; d == nil || d.beside != Part {
			return true // not in the spec
		}
	}
	apply(texts, a.Edits)
	found := map[[2]string]int{}
	for _, d := range s.Diagnostics() {
		if d.Severity == diag.Error {
			found[[2]string{d.Code.ID, d.Message}]++
		}
	}
	if a.Of != nil && a.Of.Severity == diag.Error {
		found[[2]string{a.Of.Code.ID, a.Of.Message}]--
	}
	for _, d := range s.with(texts, s.options.Plan != nil).Diagnostics() {
		key := [2]string{d.Code.ID, d.Message}
		if found[key]--; d.Severity == diag.Error && found[key] < 0 {
			return false
		}
	}
	return true
}

// changes are what can be done with the element at a place of a valid spec.
func (s *Snapshot) changes(d *document, offset int) []Action {
	p, fresh := s.Model()
	if !fresh || d.tree() == nil {
		return nil
	}
	cur, ok := d.sketch().cursor(min(max(offset, 0), len(d.file.Text)))
	if !ok || cur.at == nil {
		return nil
	}
	var out []Action
	add := func(a Action) {
		if a.Edits != nil && s.harmless(a) {
			out = append(out, a)
		}
	}
	add(s.extract(d, cur.at))
	if cur.key {
		add(s.inline(d, cur.at))
	}
	if cur.key && p.Version != "" && cur.at.child("since") == nil && s.assistant.words().holderOf(cur.at.path()).is != nil {
		at := source.Span{File: d.file, Start: cur.at.start, End: cur.at.keyEnd}
		add(Action{Title: "say since: " + model.Quote(p.Version), Kind: RewriteAction, Edits: new(rewrite.Files).Set(at, "since", model.Quote(p.Version))})
	}
	return out
}
