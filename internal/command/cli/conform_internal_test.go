package cli

import (
	"slices"
	"testing"
)

func TestSplitCommand(t *testing.T) {
	for text, want := range map[string][]string{
		"":                        nil,
		" \t\n":                   nil,
		"a":                       {"a"},
		" ./reader  --x  y ":      {"./reader", "--x", "y"},
		`"a b" 'c d' e" f"g`:      {"a b", "c d", "e fg"},
		`a "" ''`:                 {"a", "", ""},
		`a\ b \" 'it'\''s' "\$"`:  {"a b", `"`, "it's", `\$`},
		`"a\"b\\c" 'a\b'`:         {`a"b\c`, `a\b`},
		`sh -c 'echo $HOME; "x"'`: {"sh", "-c", `echo $HOME; "x"`},
	} {
		if got, err := splitCommand(text); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q is %q, %v; want %q", text, got, err, want)
		}
	}
	for _, text := range []string{`"a`, `'a`, `a\`, `"a\"`} {
		if got, err := splitCommand(text); err == nil {
			t.Errorf("%q is %q", text, got)
		}
	}
}
