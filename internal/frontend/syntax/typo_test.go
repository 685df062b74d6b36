package syntax

import (
	"os"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/test/tier"
)

// TestTypos leaves out one quote, bracket or colon of a real spec, each in turn,
// and checks that the broken YAML is reported once, on the line of the typo.
func TestTypos(t *testing.T) {
	tier.Slow(t)
	data, err := os.ReadFile("../../../spec/wire.yaml")
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	broken := 0
	for i := range text {
		if !strings.ContainsRune("\"'[]{}:", rune(text[i])) {
			continue
		}
		var r diag.Report
		f := source.NewFile("spec.yaml", []byte(text[:i]+text[i+1:]))
		if ReadNodes(f, &r) != nil {
			continue
		}
		broken++
		all := r.All()
		if line := f.Position(i).Line; len(all) != 1 || f.Position(all[0].Span.Start).Line != line {
			context, _ := f.Line(line)
			t.Errorf("without the %q of line %d, %q: got %v", text[i], line, context, codes(all))
		}
	}
	if broken < 500 {
		t.Errorf("only %d typos broke the YAML", broken)
	}
}

// TestKeysOfOtherLanguages: the help for a key with the name that another language has
// was the list of all keys, and for a default in brackets a rule about commas.
func TestKeysOfOtherLanguages(t *testing.T) {
	const head = "wiregen: 1\nprotocol: {name: demo, version: \"1\"}\n"
	for _, test := range [][2]string{
		{"types: {A: {extends: [B], fields: {}}}", `did you mean "with"?`},
		{"types: {A: {fields: {a: {type: string, optional: true}}}}", "write ? after the name of the field"},
		{"methods: {a: {from: client, params: A, returns: B}}", `did you mean "result"?`},
		{"types: {A: {fields: {a: B = {}}}}", `put a type with such a default in quotes: "Name = {}"`},
	} {
		var r diag.Report
		Parse(source.NewFile("spec.yaml", []byte(head+test[0]+"\n")), &r)
		if all := r.All(); len(all) != 1 || all[0].Help != test[1] {
			t.Errorf("%s: got %v, want one fault with the help %q", test[0], all, test[1])
		}
	}
}
