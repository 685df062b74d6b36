package report

import (
	"io"

	"github.com/wiregen/wiregen/internal/markdown"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/review/compare"
)

// Markdown writes a report as one comment of a review: what breaks or is dangerous in a
// table, and the rest folded.
func Markdown(out io.Writer, v View) error {
	v = v.scoped()
	var w markdown.Writer
	w.Put("### %s: %s\n\n%s → %s", v.Versions(), v.Counts(), markdown.Code(v.Old), markdown.Code(v.New))
	if n := v.Failing(); n > 0 {
		w.Put(", %s %s the check", names.Count(n, "finding"), plural(n, "fails", "fail"))
	}
	w.Put("\n")
	if code := v.Code(); code != "" {
		w.Put("\n%s\n", code)
	}
	if upkeep := v.upkeep(); upkeep != "" && v.folds {
		w.Put("\n%s\n", upkeep)
	}
	shown, others, hidden := v.listed()
	for _, text := range v.sums(shown) {
		w.Put("\n%s\n", text)
	}
	var severe, added, mild, code, none []*compare.Finding
	for _, f := range shown {
		switch {
		case v.level(f) >= compare.Danger || v.Fails(f):
			severe = append(severe, f)
		case v.addition(f) && v.level(f) > compare.OK:
			added = append(added, f)
		case v.level(f) == compare.Loss:
			mild = append(mild, f)
		case f.CodeLevel() > compare.OK:
			code = append(code, f)
		default:
			none = append(none, f)
		}
	}
	v.severe(&w, severe)
	folded(&w, "of something new", added, v)
	folded(&w, "accepted, but something is dropped or unknown", mild, v)
	folded(&w, "that only code meets", code, v)
	folded(&w, "without effect on messages", none, v)
	if text := v.others(others); text != "" {
		w.Put("\n%s\n", text)
	}
	if hidden > 0 {
		w.Put("\n%s without effect: `--all` lists %s\n", names.Count(hidden, "other edit"), plural(hidden, "it", "them"))
	}
	_, err := io.WriteString(out, w.String())
	return err
}

// commentSize is the length, in bytes, from which a comment shows no further messages: forges
// refuse those of more than 65,536 characters.
const commentSize = 40_000

// severe is the table of the findings to look at first, and their messages.
func (v *View) severe(w *markdown.Writer, list []*compare.Finding) {
	if len(list) == 0 {
		return
	}
	w.Put("\n")
	w.Head("", "element", "edit", "who", "at")
	for _, f := range list {
		var who []markdown.Inline
		for _, text := range v.Places(f) {
			who = append(who, markdown.Text(text))
		}
		for _, g := range v.Groups(f) {
			who = append(who, markdown.Text(brief(g.words())))
		}
		w.Row(markdown.Line("**%s**", v.level(f)), markdown.Code(f.Name()), f.Title()+v.Note(f), markdown.Join(who, "<br>"), markdown.Code(Place(f.At())))
	}
	for i, f := range list {
		if w.Len() > commentSize {
			w.Put("\nThe messages of %s more are in `--format text`.\n", names.Count(len(list)-i, "finding"))
			return
		}
		v.details(w, f)
	}
}

// details are the witnesses and the repair of a finding, folded.
func (v *View) details(w *markdown.Writer, f *compare.Finding) {
	w.Put("\n")
	w.Fold(f.Name(), markdown.Text(f.Rule.Title))
	for _, g := range v.Groups(f) {
		v.witness(w, g.Witness)
	}
	repair(w, f.Repair)
	w.FoldEnd()
}

// witness is a message that shows a verdict; nil for none.
func (v *View) witness(w *markdown.Writer, x *compare.Witness) {
	if x == nil {
		return
	}
	w.Put("%s:\n\n", v.WitnessLine(x))
	w.Fence("", "json", shownText(x))
	w.Put("\n> %s\n\n", x.Effect)
}

func repair(w *markdown.Writer, r *compare.Repair) {
	if r != nil {
		w.Put("Repair: write %s (%s)\n\n", markdown.Code(r.Text), r.Why)
	}
}

// Alone returns what is said of one finding: who meets it, with the messages that show it and the
// repair.
func (v *View) Alone(f *compare.Finding) string {
	var w markdown.Writer
	w.Put("%s %s (%s)\n\n", markdown.Code(f.Name()), f.Title()+v.Note(f), f.Rule.ID)
	for _, g := range v.Groups(f) {
		w.Put("%s\n\n", g.words())
		v.witness(&w, g.Witness)
	}
	repair(&w, f.Repair)
	return w.String()
}

// folded is a list of findings under a line that opens it.
func folded(w *markdown.Writer, what markdown.Inline, list []*compare.Finding, v View) {
	if len(list) == 0 {
		return
	}
	w.Put("\n")
	w.Fold("", markdown.Line("%s %s", names.Count(len(list), "edit"), what))
	for _, f := range list {
		w.Put("- %s %s", markdown.Code(f.Name()), f.Title())
		if at := Place(f.At()); at != "" {
			w.Put(" (%s)", markdown.Code(at))
		}
		for _, text := range v.Places(f) {
			w.Put("; %s", text)
		}
		for _, g := range v.Groups(f) {
			if g.code {
				w.Put("; %s", g.words())
			}
		}
		w.Put("\n")
	}
	w.Put("\n")
	w.FoldEnd()
}

// brief is a text with at most as many characters as a cell of a table shows.
func brief(text string) string { return cut(text, 200) }

// cut is the beginning of a text that is longer than so many characters.
func cut(text string, most int) string {
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}
