package editor

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/rewrite"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/review/accept"
	"github.com/wiregen/wiregen/internal/review/compare"
	"github.com/wiregen/wiregen/internal/review/report"
	"github.com/wiregen/wiregen/internal/source"
)

// A Change is an edit of the spec since another version, with what it does to peers.
type Change struct {
	Span     source.Span // of the element, or of what is above the place of one that is gone
	Rule     string
	Level    compare.Level
	Title    string     // in a line
	Markdown string     // who meets it, with the messages that show it
	Accepted string     // the reason for which it is accepted; or ""
	Fixes    []diag.Fix // that avoid the harm, and one that accepts it
}

// Review compares the spec with an older version, and returns what each change does to the peers
// of that version, in the order of the places. There are no changes while the spec has errors.
// Acceptances that have ended now do not count.
func (s *Snapshot) Review(old *model.Protocol, now time.Time) []Change {
	today, fresh := s.Model()
	if old == nil || today == nil || !fresh {
		return nil
	}
	v := report.View{Report: compare.Compare(old, today), Apart: true}
	list, file := s.accepted()
	if list != nil {
		v.Accepted = list.Mark(v.Report, now)
	}
	var out []Change
	for _, a := range v.Annotations(&rewrite.Files{}) {
		f := a.Finding
		c := Change{
			Span: placeOfChange(v.Report, a), Rule: f.Rule.ID, Level: f.Level(), Title: fmt.Sprintf("%s: %s %s", f.Level(), f.Name(), f.Title()), Markdown: v.Alone(f),
			Accepted: v.Accepted[f], Fixes: a.Fixes,
		}
		if c.Accepted == "" && c.Level >= compare.Loss && !f.Unstable {
			c.Fixes = append(c.Fixes, acceptance(file, f, today.Version)...)
		}
		out = append(out, c)
	}
	slices.SortStableFunc(out, func(a, b Change) int {
		if n := strings.Compare(a.Span.File.Name, b.Span.File.Name); n != 0 {
			return n
		}
		return a.Span.Start - b.Span.Start
	})
	return out
}

// placeOfChange is the place of an element in the new spec; of one that is gone, that of the
// element which it was a part of, or of what was above it.
func placeOfChange(r *compare.Report, a report.Annotation) source.Span {
	if !a.Finding.NewAt.IsZero() {
		return a.Span
	}
	meta := func(name string) *compare.Element {
		i := slices.IndexFunc(r.Elements, func(e compare.Element) bool { return e.Name == name })
		if i < 0 {
			return nil
		}
		return &r.Elements[i]
	}
	if own := meta(a.Finding.Element); own != nil {
		if of := meta(own.Parent); of != nil && of.Of[1] != nil && !of.Of[1].Span.IsZero() {
			return of.Of[1].Span
		}
	}
	return a.Span
}

// accepted is the list of the findings that are accepted, and its file; nil if there is none.
func (s *Snapshot) accepted() (*accept.List, *source.File) {
	for _, b := range s.options.Beside {
		if b.Kind != Accept {
			continue
		}
		root := s.files[b.File.Name].tree()
		if root == nil {
			return nil, b.File
		}
		if list, err := accept.Read(b.File, root); err == nil {
			return list, b.File
		}
		return nil, b.File
	}
	return nil, nil
}

// acceptance is the edit that adds a finding to the file of those that are accepted; none if
// there is no such file, or if it is not one to append to.
func acceptance(file *source.File, f *compare.Finding, version string) []diag.Fix {
	if file == nil {
		return nil
	}
	entry := accept.Entries([]*compare.Finding{f}, func(*compare.Finding) bool { return true }, version)
	text := string(file.Text)
	switch {
	case strings.TrimSpace(text) == "":
	case strings.Contains("\n"+text, "\naccept:\n") && !strings.Contains(text, "\n- "):
		_, entry, _ = strings.Cut(entry, "\n")
	default:
		return nil
	}
	if text != "" && !strings.HasSuffix(text, "\n") {
		entry = "\n" + entry
	}
	end := source.Span{File: file, Start: len(text), End: len(text)}
	return []diag.Fix{{Message: "accept it in " + accept.FileName + ", with a reason", Edits: []source.Edit{{Span: end, Text: entry}}, Choice: true}}
}
