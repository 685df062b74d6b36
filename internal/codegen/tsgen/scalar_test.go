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
	all, exact, guards := text("scalar.js"), text("exact.js"), text("guard.js")
	for _, kind := range model.ScalarKinds() {
		form := formOf(kind)
		info, scalars, number := kind.Info(), all, "number"
		if kind.Wide() {
			scalars, number = exact, "isNumber"
		}
		has := func(where, text, part string) {
			if !strings.Contains(text, part) {
				t.Errorf("%s: %s lacks\n%s", info.Name, where, part)
			}
		}
		_, node, _ := strings.Cut(scalars, fmt.Sprintf("export const %s = [read", form.table))
		node, _, _ = strings.Cut(node, "\n")
		has("the node", node, fmt.Sprintf(", %q, ", info.Expected))
		fault := strings.TrimSuffix(form.table, "Text") + "Fault"
		_, body, _ := strings.Cut(scalars, "function "+fault+"(v) {\n")
		if info.Kinds == model.Strings {
			has("the node", node, ", text")
		}
		if info.Integer {
			has("the node", node, ", "+number+", "+fault+"]")
			want := fmt.Sprintf("return rangeFault(v, %d, %d);\n", int64(info.Min), int64(info.Max))
			if info.Max == 1<<53-1 && info.Min == -info.Max {
				want = "return Number.isSafeInteger(v) ? undefined : intWords(v);\n"
			}
			if kind.Wide() {
				want = fmt.Sprintf("return exactFault(v, %sn, %sn);\n", info.Low, info.High)
			}
			has(fault, body, want)
		}
		if info.Checked {
			has("the node", node, ", text, "+fault+"]")
			has(fault, body, fmt.Sprintf("return %s(v) ? undefined : %q;\n", form.function, info.Form))
		}
		if form.guard == "" && !strings.Contains(form.function, ".") {
			has("the guards", guards, "export function "+form.function+"(v)")
		}
	}
}
