package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/review/compare"
)

// Markdown writes a report as one comment of a review: what breaks or is dangerous in a
// table, and the rest folded.
func Markdown(w io.Writer, v View) error {
	v = v.scoped()
	var b strings.Builder
	fmt.Fprintf(&b, "### %s: %s\n\n", cell(v.Versions()), v.Counts())
	fmt.Fprintf(&b, "%s → %s", codeSpan(v.Old), codeSpan(v.New))
	if n := v.Failing(); n > 0 {
		fmt.Fprintf(&b, ", %s %s the check", names.Count(n, "finding"), plural(n, "fails", "fail"))
	}
	b.WriteString("\n")
	if code := v.Code(); code != "" {
		fmt.Fprintf(&b, "\n%s\n", cell(code))
	}
	if upkeep := v.upkeep(); upkeep != "" && v.folds {
		fmt.Fprintf(&b, "\n%s\n", cell(upkeep))
	}
	shown, others, hidden := v.listed()
	for _, text := range v.sums(shown) {
		fmt.Fprintf(&b, "\n%s\n", cell(text))
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
	if len(severe) > 0 {
		b.WriteString("\n| | element | edit | who | at |\n|---|---|---|---|---|\n")
		for _, f := range severe {
			who := texts(v.Places(f))
			for _, g := range v.Groups(f) {
				who = append(who, cell(brief(g.words())))
			}
			fmt.Fprintf(&b, "| **%s** | %s | %s | %s | %s |\n", v.level(f), codeSpan(f.Name()), cell(f.Title()+v.Note(f)), strings.Join(who, "<br>"), cell(Place(f.At())))
		}
		for i, f := range severe {
			if b.Len() > commentSize {
				fmt.Fprintf(&b, "\nThe messages of %s more are in `--format text`.\n", names.Count(len(severe)-i, "finding"))
				break
			}
			v.details(&b, f)
		}
	}
	folded(&b, "of something new", added, v)
	folded(&b, "accepted, but something is dropped or unknown", mild, v)
	folded(&b, "that only code meets", code, v)
	folded(&b, "without effect on messages", none, v)
	if text := v.others(others); text != "" {
		fmt.Fprintf(&b, "\n%s\n", text)
	}
	if hidden > 0 {
		fmt.Fprintf(&b, "\n%s without effect: `--all` lists %s\n", names.Count(hidden, "other edit"), plural(hidden, "it", "them"))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// commentSize is the length, in bytes, from which a comment shows no further messages: forges
// refuse those of more than 65,536 characters.
const commentSize = 40_000

// details are the witnesses and the repair of a finding, folded.
func (v *View) details(b *strings.Builder, f *compare.Finding) {
	fmt.Fprintf(b, "\n<details><summary><code>%s</code> %s</summary>\n\n", f.Name(), cell(f.Rule.Title))
	for _, g := range v.Groups(f) {
		x := g.Witness
		if x == nil {
			continue
		}
		fmt.Fprintf(b, "%s:\n\n```json\n%s\n```\n\n> %s\n\n", cell(v.WitnessLine(x)), shownText(x), cell(x.Effect))
	}
	if f.Repair != nil {
		fmt.Fprintf(b, "Repair: write %s (%s)\n\n", codeSpan(f.Repair.Text), cell(f.Repair.Why))
	}
	b.WriteString("</details>\n")
}

// folded is a list of findings under a line that opens it.
func folded(b *strings.Builder, what string, list []*compare.Finding, v View) {
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(b, "\n<details><summary>%s %s</summary>\n\n", names.Count(len(list), "edit"), what)
	for _, f := range list {
		fmt.Fprintf(b, "- %s %s", codeSpan(f.Name()), cell(f.Title()))
		if at := Place(f.At()); at != "" {
			fmt.Fprintf(b, " (%s)", cell(at))
		}
		for _, text := range v.Places(f) {
			fmt.Fprintf(b, "; %s", cell(text))
		}
		for _, g := range v.Groups(f) {
			if g.code {
				fmt.Fprintf(b, "; %s", cell(g.words()))
			}
		}
		b.WriteString("\n")
	}
	b.WriteString("\n</details>\n")
}

var cellEscapes = strings.NewReplacer("|", "\\|", "\n", " ", "<", "&lt;", ">", "&gt;", "`", "\\`")

// cell is a text within a line of Markdown.
func cell(text string) string { return cellEscapes.Replace(text) }

// brief is a text with at most as many characters as a cell of a table shows.
func brief(text string) string {
	const most = 200
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}

func texts(list []string) []string {
	out := make([]string, len(list))
	for i, text := range list {
		out[i] = cell(text)
	}
	return out
}

// codeSpan is a text as code within a line of Markdown.
func codeSpan(text string) string { return "`" + text + "`" }
