package syntax

import (
	"fmt"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/diag"
)

// show prints an expression with every group in brackets.
func show(e *Expr) string {
	if e == nil {
		return "nothing"
	}
	switch e.Kind {
	case ListExpr:
		return show(e.Args[0]) + "[]"
	case MapExpr:
		return "map<" + show(e.Args[0]) + ">"
	case EitherExpr:
		var arms []string
		for _, a := range e.Args {
			arms = append(arms, show(a))
		}
		return "(" + strings.Join(arms, " | ") + ")"
	}
	return e.Name
}

func showValue(v *Value) string {
	if v == nil {
		return ""
	}
	s := fmt.Sprintf(" = %d:%s", v.Kind, v.Text)
	for _, i := range v.Items {
		s += showValue(i)
	}
	for _, m := range v.Members {
		s += " " + m.Key.Text + showValue(m.Value)
	}
	return s
}

func TestExpr(t *testing.T) {
	for text, want := range map[string]string{
		"string":                       "string",
		"A | B":                        "(A | B)",
		"A|B|null":                     "(A | B | null)",
		"A | B[]":                      "(A | B[])",
		"(A | B)[]":                    "(A | B)[]",
		"((A))":                        "A",
		"map<A>":                       "map<A>",
		"map < A | B[] > []":           "map<(A | B[])>[]",
		"map<map<int>>[][]":            "map<map<int>>[][]",
		"map":                          "map",
		"int = 5":                      "int = 2:5",
		"int=-5e3":                     "int = 2:-5e3",
		"bool = true":                  "bool = 1:true",
		"A = allow":                    "A = 3:allow",
		"string = \"a = \\\"b\\\"\"":   "string = 3:a = \"b\"",
		"A[] = []":                     "A[] = 4:",
		"object = {\"a\": [1, \"x\"]}": "object = 5: a = 4: = 2:1 = 3:x",
		"string | null = null":         "(string | null) = 0:null",
	} {
		spec, all := parse(header + "types:\n  T:\n    fields:\n      x: '" + strings.ReplaceAll(text, "'", "''") + "'\n")
		if len(all) > 0 {
			t.Errorf("%s: %v", text, codes(all))
			continue
		}
		f := spec.Types[0].Struct.Fields[0]
		if got := show(f.Expr) + showValue(f.Default); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

// TestBadExpr checks what is underlined in a type that is none.
func TestBadExpr(t *testing.T) {
	for text, want := range map[string]string{
		"":                         "",
		" ":                        " ",
		"|":                        "|",
		"A |":                      "|",
		"A B":                      "B",
		"A[":                       "[",
		"A[5]":                     "[5]",
		"A]":                       "]",
		"(A":                       "(",
		"A)":                       ")",
		"map<A":                    "map<",
		"map<>":                    ">",
		"A?":                       "?",
		"5":                        "5",
		"-A":                       "-",
		"A = ":                     "=",
		"A = [1":                   "[1",
		"A = [1] 2":                "[1] 2",
		"A = \"x":                  "\"x",
		"A.B":                      ".",
		"日本":                       "日",
		strings.Repeat("(", 5_000): "(",
		strings.Repeat("map<", 5_000) + "A" + strings.Repeat(">", 5_000): "m",
		"A" + strings.Repeat("[]", 5_000):                                "[]",
	} {
		_, all := parse(header + "types:\n  T: {fields: {x: '" + text + "'}}\n")
		if len(all) != 1 || all[0].Code != diag.TypeSyntax && all[0].Code != diag.DefaultSyntax {
			t.Errorf("%.40q: got %v", text, codes(all))
			continue
		}
		if got := all[0].Span.Text(); got != want && got != "'"+text+"'" {
			t.Errorf("%.40q: underlined %q, want %q", text, got, want)
		}
	}
}
