package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/review/compare"
)

var colours = [...]string{compare.OK: "32", compare.Loss: "36", compare.Danger: "33", compare.Break: "31"}

// Text writes a report for a terminal.
func Text(w io.Writer, v View, colour bool) error {
	v = v.scoped()
	var b strings.Builder
	line := func(format string, args ...any) {
		for i, x := range args {
			if text, ok := x.(string); ok {
				args[i] = diag.Harmless(text)
			}
		}
		fmt.Fprintf(&b, format+"\n", args...)
	}
	paint := func(code, text string) painted {
		if !colour {
			return painted(diag.Harmless(text))
		}
		return painted("\x1b[" + code + "m" + diag.Harmless(text) + "\x1b[0m")
	}
	line("%s: %s (%s → %s)", v.Versions(), v.Counts(), v.Old, v.New)
	if code := v.Code(); code != "" {
		line("%s", code)
	}
	if upkeep := v.upkeep(); upkeep != "" && v.folds {
		line("%s", upkeep)
	}
	shown, others, hidden := v.listed()
	for _, text := range v.sums(shown) {
		line("%s", text)
	}
	var added []*compare.Finding
	for _, f := range shown {
		if v.addition(f) {
			added = append(added, f)
			continue
		}
		b.WriteByte('\n')
		line("%s  %s  %s%s  [%s]", paint("1;"+colours[v.level(f)], v.heading(f)), paint("1", f.Name()), f.Title(), v.Note(f), f.Rule.ID)
		if at := Place(f.At()); at != "" {
			line("  %s", at)
		}
		for _, text := range v.Places(f) {
			line("  %s", text)
		}
		for _, g := range v.Groups(f) {
			line("  %s", g.words())
			if x := g.Witness; x != nil {
				line("    %s:", v.WitnessLine(x))
				for _, text := range strings.Split(shownText(x), "\n") {
					line("    %s", paint("2", text))
				}
				if x.Effect != g.Why {
					line("    %s", x.Effect)
				}
			}
		}
		if f.Repair != nil {
			line("  repair: %s", repairWords(f.Repair))
		}
	}
	v.addedLines(added, line, paint)
	if text := v.others(others); text != "" {
		line("\n%s", text)
	}
	if hidden > 0 {
		line("\n%s that %s nothing to messages: --all lists %s", names.Count(hidden, "other edit"), plural(hidden, "does", "do"), plural(hidden, "it", "them"))
	}
	if next := v.Next(); v.TooSmall() {
		line("\nnext version: at least %s", next)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// addedLines lists additions, each with who loses what.
func (v *View) addedLines(added []*compare.Finding, line func(format string, args ...any), paint func(code, text string) painted) {
	if len(added) > 0 {
		line("\nAdded:")
	}
	for _, f := range added {
		line("  %s  %s%s  %s", paint("1", f.Name()), f.Title(), v.Note(f), Place(f.At()))
		for _, g := range v.Groups(f) {
			line("    %s", g.words())
		}
		if f.Repair != nil {
			line("    repair: %s", repairWords(f.Repair))
		}
	}
}

// heading is the level of a finding as a word, or that only code meets it.
func (v *View) heading(f *compare.Finding) string {
	if f.Level() == compare.OK && worst(f) > compare.OK {
		return "CODE"
	}
	return strings.ToUpper(v.level(f).String())
}

// A painted is a text for a terminal, perhaps with a colour.
type painted string

// longest is the length, in bytes, of the longest message that is shown whole.
const longest = 600

// shownText is the message of a witness, or how long it is, or those of a session.
func shownText(w *compare.Witness) string {
	if w.Session != nil {
		return strings.Join(w.Session, "\n")
	}
	if w.Length > 0 {
		return fmt.Sprintf("(a message of %d bytes)", w.Length)
	}
	return clip(w.Text)
}

// Note says why a finding does not fail.
func (v *View) Note(f *compare.Finding) string {
	if reason, ok := v.Accepted[f.Each()[0]]; ok {
		return " (accepted: " + reason + ")"
	}
	if f.Unstable {
		return " (experimental)"
	}
	return ""
}

func clip(text string) string {
	if len(text) <= longest {
		return text
	}
	return strings.ToValidUTF8(text[:longest], "") + fmt.Sprintf("… (%d bytes)", len(text))
}

func plural(n int, one, several string) string {
	if n == 1 {
		return one
	}
	return several
}
