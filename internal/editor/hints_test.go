package editor_test

import (
	"slices"
	"testing"

	"github.com/wiregen/wiregen/internal/editor"
)

// TestHints: what is shown at which words.
func TestHints(t *testing.T) {
	const text = `wiregen: 1
protocol: {name: demo, version: "1"}
methods:
  say: {from: client, params: {mood: {enum: [low, high]}}, result: empty}
  ask: {from: both, params: {part: Part}, result: Size}
  said: {from: agent, notify: {part: Part}}
types:
  Part: {union: {tag: type}, variants: {text: {fields: {text: string}}}}
  Size: int | string
  Contents: {union: {match: key}, variants: {text: {fields: {text: string}}, blob: {fields: {blob: string}}}}
`
	s := editor.Load(options(text))
	var got []string
	for _, h := range s.Hints("spec.yaml") {
		start := h.Offset
		for start > 0 && text[start-1] != ' ' && text[start-1] != '\n' && text[start-1] != '{' {
			start--
		}
		got = append(got, text[start:h.Offset]+" "+h.Label)
	}
	for _, want := range []string{"say client → agent", "ask client ⇄ agent", "said agent → client", "Size by kind", "Contents by the key that is present: text, blob"} {
		if !slices.Contains(got, want) {
			t.Errorf("%q is not among %q", want, got)
		}
	}
	if !slices.ContainsFunc(got, func(h string) bool { return h == "mood SayParamsMood" }) {
		t.Errorf("the derived name is not among %q", got)
	}
}
