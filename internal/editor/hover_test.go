package editor_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/wiregen/wiregen/internal/editor"
)

// TestHover: what is said of the word at a mark. The mark is put into the word of the spec chat
// that is named first, or of what is added to it.
func TestHover(t *testing.T) {
	for _, c := range []struct {
		at   string
		want []string
	}{
		{"  he‸llo: {doc: Begins.", []string{"request **`hello`**, client → agent (since 1)", "Begins.", "HelloParams", "Request:", "```json", `"method":"hello"`, "Go"}},
		{"params: {part: Pa‸rt, \"level?\"", []string{"union **`Part`**", "A piece.", "The key `type` says which variant it is.", "Any other variant is accepted and kept"}},
		{"\"lev‸el?\": Level}", []string{"field **`level`** of `SayParams`", "may be absent, not null", "left out when unset", "- Go: `Level`"}},
		{"result: {ver‸sion: string", []string{"field **`version`** of `HelloResult`", "- Read: required"}},
		{"enum: {lo‸w: Softly.", []string{"value **`\"low\"`** of `Level`", "Softly.", "- Go: `LevelLow`"}},
		{"errors: [BU‸SY]", []string{"error **`BUSY`** -32000", "Not now.", "May answer: `say`"}},
		{"  BU‸SY: {code", []string{"error **`BUSY`** -32000"}},
		{"errors: [BUSY]}\n  sa‸id", []string{"notification **`said`**, agent → client"}},
		{"te‸xt: {name: TextPart", []string{"variant **`text`** of `Part`", "object **`TextPart`**", "required"}},
		{"fro‸m: client, params: {version", []string{"key **`from`** of a method", "The role that sends it"}},
		{"a: str‸ing}", []string{"type **`string`**"}},
		{"negotiation: {method: hel‸lo", []string{"request **`hello`**"}},
		{"unk‸nown: keep", nil},
	} {
		before, _, _ := strings.Cut(c.at, "‸")
		whole := strings.Replace(c.at, "‸", "", 1)
		at := strings.Index(chat, whole)
		h, ok := editor.Load(options(chat)).Hover("spec.yaml", at+len(before))
		if at < 0 {
			ok = false
		}
		if ok != (c.want != nil) {
			t.Errorf("%s: said: %t", c.at, ok)
		}
		for _, w := range c.want {
			if !strings.Contains(h.Markdown, w) {
				t.Errorf("%s: %q is not in:\n%s", c.at, w, h.Markdown)
			}
		}
		t.Logf("%s\n%s", c.at, h.Markdown)
	}
}

// TestOverFiles: what another file of the spec declares is proposed and told.
func TestOverFiles(t *testing.T) {
	o := options("wiregen: 1\nprotocol: {name: demo, version: \"1\"}\ninclude: [types.yaml]\nmethods:\n  say: {from: client, params: {to: Person}, result: empty}\n")
	part := "types:\n  Person: {doc: Someone., fields: {name: string, knows: \"Person[]\"}}\n"
	o.Folder = fstest.MapFS{"types.yaml": {Data: []byte(part)}}
	s := editor.Load(o)
	for _, at := range []struct {
		file string
		at   int
	}{
		{"spec.yaml", strings.Index(string(o.Spec.Text), "Person") + 3},
		{"types.yaml", strings.Index(part, "Person[]") + 3},
	} {
		if got := labels(s.Complete(at.file, at.at)); got != "Person" {
			t.Errorf("%s: proposed is %s", at.file, got)
		}
		if h, ok := s.Hover(at.file, at.at); !ok || !strings.Contains(h.Markdown, "Someone.") {
			t.Errorf("%s: said is %s", at.file, h.Markdown)
		}
	}
}
