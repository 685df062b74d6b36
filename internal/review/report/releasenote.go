package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/markdown"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/review/compare"
)

// The parts of a release note have at most so many lines, so that it has at most 60.
const (
	mostBreaks = 18
	mostTraps  = 8
	mostLosses = 8
)

// ReleaseNote writes what changed for those who read release notes, as Markdown of at most 60
// lines: who must act, what breaks, what is added and what is deprecated.
func ReleaseNote(w io.Writer, v View) error {
	v.For = forPeers
	var b markdown.Writer
	b.Put("## %s\n\n%s.\n\n", v.Versions(), v.Counts())
	v.toDo(&b)
	var breaks, traps, losses, added, deprecated []*compare.Finding
	for _, f := range v.Edits() {
		switch l := v.level(f); {
		case f.Rule.ID == "deprecation-changed" && f.Is != "":
			deprecated = append(deprecated, f)
		case l == compare.Break:
			breaks = append(breaks, f)
		case l == compare.Danger:
			traps = append(traps, f)
		case strings.HasSuffix(f.Rule.ID, "-added") && f.Rule.ID != "gate-added":
			added = append(added, f)
		case l == compare.Loss:
			losses = append(losses, f)
		}
	}
	v.part(&b, "Breaks", breaks, mostBreaks)
	v.part(&b, "Means something else", traps, mostTraps)
	v.part(&b, "Dropped or unknown", losses, mostLosses)
	additions(&b, added)
	if len(deprecated) > 0 {
		b.Put("### Deprecated\n\n- %s\n\n", short(deprecated, 20))
	}
	_, err := io.WriteString(w, strings.TrimRight(b.String(), "\n")+"\n")
	return err
}

// toDo says what each kind of reader has to do.
func (v *View) toDo(b *markdown.Writer) {
	b.WriteString("### Who must act\n\n")
	roles := v.Report.New.Roles
	worst := func(a compare.Audience) (l compare.Level, n, unstable int) {
		for _, f := range v.Edits() {
			if x := f.Verdicts[a].Level; x > l {
				l, n, unstable = x, 0, 0
			}
			if f.Verdicts[a].Level == l {
				n++
				if f.Unstable {
					unstable++
				}
			}
		}
		return l, n, unstable
	}
	for _, x := range []struct {
		a         compare.Audience
		who, peer string
		act       string
	}{
		{compare.OldClient, roles[0] + "s", roles[1] + "s of the new version", "update before you connect to one"},
		{compare.NewClient, roles[1] + "s", roles[0] + "s of the new version", "update before they connect"},
		{compare.Journal, "recordings", "readers of the new version", "keep a reader of the old version, or convert them"},
	} {
		l, n, unstable := worst(x.a)
		edits := names.Count(n, "edit")
		if unstable > 0 {
			edits += fmt.Sprintf(" (%d experimental)", unstable)
		}
		switch l {
		case compare.Break:
			b.Put("- **If you have %s of the old version**: %s %s with %s; %s.\n", x.who, edits, plural(n, "breaks", "break"), x.peer, x.act)
		case compare.Danger:
			b.Put("- **If you have %s of the old version**: nothing is refused by or from %s, but %s %s what messages mean, as listed below.\n", x.who, x.peer, edits, plural(n, "changes", "change"))
		case compare.Loss:
			b.Put("- If you have %s of the old version: they work with %s, without what is new.\n", x.who, x.peer)
		default:
			if x.a != compare.Journal || v.Report.New.Journal != nil {
				b.Put("- If you have %s of the old version: nothing to do.\n", x.who)
			}
		}
	}
	for i, target := range v.Targets {
		n := 0
		for _, f := range v.Edits() {
			if f.CodeFor(i).Level == compare.Break {
				n++
			}
		}
		if n > 0 {
			b.Put("- If you use the generated %s: %s %s it from compiling; `wiregen diff --for code` lists %s.\n", target.Title, names.Count(n, "edit"), plural(n, "stops", "stop"), plural(n, "it", "them"))
		}
	}
	b.WriteString("\n")
}

// part is a list of edits under a heading, each with who meets it: those of which the same is
// said in one line.
func (v *View) part(b *markdown.Writer, title string, list []*compare.Finding, most int) {
	if len(list) == 0 {
		return
	}
	slices.SortStableFunc(list, func(f, g *compare.Finding) int { return cmp.Compare(weight(f), weight(g)) })
	var lines []noteLine
	at := map[markdown.Inline]int{}
	for _, f := range list {
		text := v.noteText(f)
		i, ok := at[text]
		if !ok {
			i = len(lines)
			at[text] = i
			lines = append(lines, noteLine{text: text})
		}
		lines[i].of = append(lines[i].of, f)
	}
	b.Put("### %s\n\n", title)
	for i, line := range lines {
		if i == most-1 && len(lines) > most {
			var rest []*compare.Finding
			for _, line := range lines[i:] {
				rest = append(rest, line.of...)
			}
			b.Put("- and %d more: %s\n", len(rest), shortNames(rest, 20))
			break
		}
		b.Put("- %s: %s\n", shortNames(line.of, 20), line.text)
	}
	b.WriteString("\n")
}

// A noteLine is what a release note says of some edits.
type noteLine struct {
	text markdown.Inline
	of   []*compare.Finding
}

// noteText is what a release note says of an edit, apart from its name.
func (v *View) noteText(f *compare.Finding) markdown.Inline {
	what := brief(f.Title())
	if f.Unstable {
		what += " (experimental)"
	}
	for _, g := range v.Groups(f) {
		if g.Level == v.level(f) {
			return markdown.Line("%s (%s%s: %s)", what, names.List(g.Who, "and"), Mark(g.Verdict), cut(g.Why, 100))
		}
	}
	return markdown.Line("%s", what)
}

// weight orders the edits of a release note: first those that all messages meet, then whole
// methods, and last what is experimental.
func weight(f *compare.Finding) int {
	switch id := f.Rule.ID; {
	case f.Unstable:
		return 3
	case id == "dialect-changed", id == "negotiation-changed":
		return 0
	case id == "method-removed", id == "method-added", id == "method-direction", id == "method-kind":
		return 1
	}
	return 2
}

// additions are lists of what is new, by kind.
func additions(b *markdown.Writer, list []*compare.Finding) {
	if len(list) == 0 {
		return
	}
	b.WriteString("### Added\n\n")
	var order []string
	kinds := map[string][]*compare.Finding{}
	for _, f := range list {
		kind := strings.TrimSuffix(f.Rule.Title, " added")
		if kinds[kind] == nil {
			order = append(order, kind)
		}
		kinds[kind] = append(kinds[kind], f)
	}
	for _, kind := range order {
		own := each(kinds[kind])
		b.Put("- %s: %s\n", names.Count(len(own), kind), short(own, 30))
	}
	b.WriteString("\n")
}

// short are the elements of some findings, at most so many.
func short(list []*compare.Finding, most int) markdown.Inline {
	list = each(list)
	if len(list) <= most {
		return elements(list)
	}
	return markdown.Line("%s and %d more", elements(list[:most]), len(list)-most)
}

// shortNames are the names of some findings, at most so many.
func shortNames(list []*compare.Finding, most int) markdown.Inline {
	var out []markdown.Inline
	for _, f := range list[:min(most, len(list))] {
		out = append(out, markdown.Code(f.Name()))
	}
	if n := len(list) - most; n > 0 {
		out = append(out, markdown.Line("and %d more", n))
	}
	return markdown.Join(out, ", ")
}
