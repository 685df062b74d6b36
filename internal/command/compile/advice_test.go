package compile_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/lint"
	"github.com/wiregen/wiregen/internal/source"
)

// advised matches the whole sections of a spec that a help text suggests.
var advised = regexp.MustCompile(`\b(defaults|dialect|envelope|negotiation|journal): \{[^{}…]*\}`)

// TestAdviceCompiles adds the sections that help texts suggest to the specs that they
// are for: the fault must be fixed, without a new one. Adding
// envelope: {name: Message, …} caused four.
func TestAdviceCompiles(t *testing.T) {
	tried := 0
	for _, code := range diag.Codes() {
		if strings.Contains(code.Wrong, "-- ") {
			continue // of several files
		}
		text := code.Wrong
		if code == diag.EnvelopeMissing {
			text += "methods:\n  event: {from: agent, notify: Event}\n"
		}
		for _, d := range faults(t, text) {
			if d.Code != code {
				continue
			}
			for _, section := range advised.FindAllString(d.Help, -1) {
				tried++
				key, _, _ := strings.Cut(section, ":")
				better := regexp.MustCompile(`(?m)^`+key+`:.*(?:\n .*)*\n`).ReplaceAllString(text, "") + section + "\n"
				for _, left := range faults(t, better) {
					if left.Code.Lint && !code.Lint {
						continue // what is added may be regretted
					}
					t.Errorf("%s: with %s: %s %s", code.ID, section, left.Code.ID, left.Message)
				}
			}
		}
	}
	if tried < 3 {
		t.Errorf("only %d sections were found in help texts", tried)
	}
}

// faults returns all that check, lint and the targets find in text.
func faults(t *testing.T, text string) []*diag.Diagnostic {
	t.Helper()
	p, r := compile.Check(source.NewFile("spec.yaml", []byte(text)), nil)
	if p == nil {
		return r.All()
	}
	lint.Run(p, []string{diag.LintDocMissing.ID, diag.LintUnused.ID}, r)
	var outputs []compile.Output
	for _, b := range compile.Targets() {
		outputs = append(outputs, compile.Output{Backend: b, Dir: b.Target().Dir})
	}
	if _, err := compile.Plan(p, outputs, r); err != nil {
		t.Fatal(err)
	}
	return r.All()
}
