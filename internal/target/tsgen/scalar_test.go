package tsgen

import (
	"fmt"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/templates"
)

// TestScalarsOfRuntime compares the scalars in the source of the runtime with their
// rows.
func TestScalarsOfRuntime(t *testing.T) {
	text := func(name string) string {
		data, err := templates.TS.ReadFile("ts/runtime/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	words, scalars, guards := text("error.js"), text("scalar.js"), text("guard.js")
	_, kinds, _ := strings.Cut(scalars, "function hasKind(")
	kinds, faults, _ := strings.Cut(kinds, "function scalarFault(")
	ofText, ofNumber, _ := strings.Cut(kinds, `return typeof v === "string";`)
	for kind, form := range scalarForms {
		info := kind.Info()
		has := func(where, text, part string) {
			if !strings.Contains(text, part) {
				t.Errorf("%s: %s lacks\n%s", info.Name, where, part)
			}
		}
		label := fmt.Sprintf("case %q:\n", form.table)
		has("the table of words", words, fmt.Sprintf("  %s: %q,\n", form.table, info.Expected))
		if info.Kinds == model.Strings {
			has("hasKind", ofText, label)
		}
		if info.Integer {
			has("hasKind", ofNumber, label)
			has("scalarFault", faults, fmt.Sprintf("%s      return rangeFault(v, %d, %d);\n", label, int64(info.Min), int64(info.Max)))
		}
		if info.Checked {
			has("scalarFault", faults, fmt.Sprintf("%s      return %s(v) ? undefined : %q;\n", label, form.function, info.Form))
		}
		if form.guard == "" && !strings.Contains(form.function, ".") {
			has("the guards", guards, "export function "+form.function+"(v)")
		}
	}
}
