package report

import (
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/markdown"
	"github.com/wiregen/wiregen/internal/review/compare"
)

// The parts of a changelog, in their order.
var parts = []struct {
	title string
	holds func(f *compare.Finding) bool
}{
	{"Removed", func(f *compare.Finding) bool { return strings.HasSuffix(f.Rule.ID, "-removed") }},
	{"Renamed", func(f *compare.Finding) bool { return strings.HasSuffix(f.Rule.ID, "-renamed") }},
	{"Added", func(f *compare.Finding) bool { return strings.HasSuffix(f.Rule.ID, "-added") }},
	{"Deprecated", func(f *compare.Finding) bool { return f.Rule.ID == "deprecation-changed" }},
	{"Changed", func(f *compare.Finding) bool { return !f.Rule.Note() }},
	{"Documentation", func(f *compare.Finding) bool { return true }},
}

// Changelog writes what changed to the new version of a comparison, as a section of
// Markdown. Each edit says what it does to peers, if it does something.
func Changelog(b *markdown.Writer, r *compare.Report) {
	version := r.New.Version
	if version == r.Old.Version {
		version = "Unreleased"
	}
	b.Put("## %s\n\nSince %s.\n\n", version, r.Old.Version)
	v := View{Report: r}
	left := slices.DeleteFunc(slices.Clone(v.Edits()), func(f *compare.Finding) bool {
		return strings.HasPrefix(f.Rule.ID, "version-") || strings.HasPrefix(f.Rule.ID, "type-") && f.Level() == compare.OK
	})
	for _, p := range parts {
		var own []*compare.Finding
		left = slices.DeleteFunc(left, func(f *compare.Finding) bool {
			if !p.holds(f) {
				return false
			}
			own = append(own, f)
			return true
		})
		if len(own) == 0 {
			continue
		}
		b.Put("### %s\n\n", p.title)
		if p.title == "Documentation" {
			b.Put("- %s\n\n", elements(own))
			continue
		}
		for _, f := range own {
			v.entry(b, f)
		}
		b.WriteString("\n")
	}
	if next := strings.TrimRight(b.String(), "\n"); next != b.String() {
		b.Reset()
		b.WriteString(next + "\n\n")
	}
}

// entry is one edit, with what it does to peers.
func (v *View) entry(b *markdown.Writer, f *compare.Finding) {
	what := f.Title()
	if f.Element == f.Is || f.Element == f.Was || strings.HasSuffix(f.Element, " "+f.Is) && f.Is != "" || strings.HasSuffix(f.Element, " "+f.Was) && f.Was != "" {
		what = f.Rule.Title
	}
	b.Put("- %s: %s", markdown.Code(f.Name()), what)
	for _, text := range v.Places(f) {
		b.Put("; %s", text)
	}
	for _, g := range v.Groups(f) {
		if g.Level > compare.OK && g.Why != "" && !g.upkeep {
			b.Put("; %s", g.words())
		}
	}
	b.WriteString("\n")
	shown := 0
	for _, g := range v.Groups(f) {
		if x := g.Witness; x != nil && g.Level >= compare.Danger {
			shown++
			b.Put("\n  %s:\n", v.WitnessLine(x))
			b.Fence("  ", "json", shownText(x))
			b.Put("  %s\n", x.Effect)
		}
	}
	if shown > 0 {
		b.WriteString("\n")
	}
}

// elements are the elements of some findings, in code quotes.
func elements(list []*compare.Finding) markdown.Inline {
	var out []markdown.Inline
	for _, f := range each(list) {
		if name := markdown.Code(f.Element); !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return markdown.Join(out, ", ")
}

// each are the findings of which some are made.
func each(list []*compare.Finding) []*compare.Finding {
	var out []*compare.Finding
	for _, f := range list {
		out = append(out, f.Each()...)
	}
	return out
}
