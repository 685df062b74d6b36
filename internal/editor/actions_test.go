package editor_test

import (
	"path"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/editor"
	"github.com/wiregen/wiregen/test/tier"
)

// errorsOf counts the errors of a spec.
func errorsOf(s *editor.Snapshot) map[string]int {
	out := map[string]int{}
	for _, d := range s.Diagnostics() {
		if d.Severity == diag.Error {
			out[d.Code.ID+": "+d.Message]++
		}
	}
	return out
}

// judged makes each action of a part of a text and reports errors that are new.
func judged(t *testing.T, name, text string, from, to int) []editor.Action {
	t.Helper()
	s := editor.Load(options(text))
	before := errorsOf(s)
	list := s.Actions("spec.yaml", from, to)
	for _, a := range list {
		after := string(s.File("spec.yaml").Edited(a.Edits))
		for what, n := range errorsOf(editor.Load(options(after))) {
			if n > before[what] {
				t.Errorf("%s: after %q: %s\n%s", name, a.Title, what, after)
			}
		}
	}
	return list
}

// TestActionsOnMistakes: no action on a spec with a mistake makes a new error, and those that are
// offered repair most mistakes.
func TestActionsOnMistakes(t *testing.T) {
	files, err := filepath.Glob("../../testdata/mistakes/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal(err, files)
	}
	specs, repairs, fixed := 0, 0, 0
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		head := ""
		for _, f := range archive.Files {
			switch path.Base(f.Name) {
			case "head.yaml":
				head = string(f.Data)
			case "wrong.yaml":
				text := head + string(f.Data)
				specs++
				wrong := editor.Load(options(text))
				after := string(wrong.File("spec.yaml").Edited(wrong.FixAll()))
				if was, is := len(errorsOf(wrong)), len(errorsOf(editor.Load(options(after)))); is == 0 && was > 0 {
					fixed++
				}
				if list := judged(t, f.Name, text, 0, len(text)); len(list) > 0 && list[0].Kind == editor.RepairAction {
					repairs++
				}
			}
		}
	}
	if repairs*2 < specs || fixed*2 < specs {
		t.Errorf("%d of %d mistakes have a repair, %d are repaired with all others", repairs, specs, fixed)
	}
}

// TestActionsEverywhere: no action at a place of a valid spec makes an error.
func TestActionsEverywhere(t *testing.T) {
	tier.Slow(t)
	kinds := map[editor.ActionKind]int{}
	for i, name := range specs {
		text := read(t, name)
		for at := 50 + i; at < len(text); at += tier.Count(2003, 101) {
			for _, a := range judged(t, name, text, at, at) {
				kinds[a.Kind]++
			}
		}
	}
	if kinds[editor.ExtractAction] == 0 || kinds[editor.RewriteAction] == 0 {
		t.Errorf("the actions are %v", kinds)
	}
}

// TestExtract: a type that is declared within an element gets a declaration with its name.
func TestExtract(t *testing.T) {
	const head = "wiregen: 1\nprotocol: {name: demo, version: \"2\"}\nmethods:\n  say:\n    from: client\n"
	const tail = "types:\n  A: {fields: {a: int}}\n  B:\n    fields:\n      b: int\n"
	for _, c := range []struct{ text, title, want string }{
		{"    params: {te‸xt: string}\n    result: empty\n", "declare SayParams under types", "params: SayParams\n"},
		{"    params:\n      te‸xt: string # words\n      more: int\n    result: empty\n", "declare SayParams under types", "  SayParams:\n    fields:\n      text: string # words\n      more: int\n"},
		{"    params:\n      mood: {doc: How., enum: [low, h‸igh]}\n    result: empty\n", "declare SayParamsMood under types", "mood: {type: SayParamsMood, doc: How.}\n"},
		{"    params:\n      mood:\n        doc: How.\n        en‸um:\n          low: Softly.\n          high: |\n            Loudly.\n\n            Very.\n    result: empty\n", "declare SayParamsMood under types",
			"  SayParamsMood:\n    enum:\n      low: Softly.\n      high: |\n        Loudly.\n\n        Very.\n"},
		{"    params: {mood: {enum: [low, hi‸gh]}}\n    result: empty\n", "declare SayParamsMood under types", "params: {mood: SayParamsMood}\n"},
	} {
		at := strings.Index(head+c.text, "‸")
		text := head + strings.Replace(c.text, "‸", "", 1) + tail
		var after string
		for _, a := range judged(t, c.title, text, at, at) {
			if a.Title == c.title {
				after = string(a.Edits[0].Span.File.Edited(a.Edits))
			}
		}
		if !strings.Contains(after, c.want) {
			t.Errorf("%s: %q is not in:\n%s", c.text, c.want, after)
		}
		got, _ := editor.Load(options(text)).Model()
		want, _ := editor.Load(options(after)).Model()
		if got == nil || want == nil || len(got.Decls) != len(want.Decls) {
			t.Errorf("%s: the types are not the same", c.text)
		}
	}
}

// TestInline: a type that is used once is declared there, and then has a declaration again.
func TestInline(t *testing.T) {
	const head = "wiregen: 1\nprotocol: {name: demo, version: \"2\"}\nmethods:\n  say: {from: client, params: Said, result: empty}\ntypes:\n  Said: {fields: {text: string, mood: Mood, to: {type: To, doc: Whom.}}}\n"
	for _, c := range []struct{ text, want string }{
		{"  Mo‸od: {enum: [low, high]}\n  To: {fields: {name: string}}\n", "mood: {enum: [low, high]}, to"},
		{"  T‸o: {doc: A person., fields: {name: string}}\n  Mood: {enum: [low, high]}\n", "to: {fields: {name: string}, doc: Whom.}"},
		{"  T‸o: {fields: {name: string}, extra: keep}\n  Mood: {enum: [low, high]}\n", "to: {fields: {name: string}, extra: keep, doc: Whom.}"},
		{"  Mood: {enum: [low, high]}\n  To: {fields: {name: string}}\n  B:\n    fields:\n      c: C\n      d: int\n  ‸C:\n    fields:\n      e: int # one\n      f: int\n",
			"      c:\n        fields:\n          e: int # one\n          f: int\n      d: int\n"},
		{"  Mood: {enum: [low, high]}\n  To: {fields: {name: string}}\n  B:\n    fields:\n      c:\n        type: C\n        doc: It.\n  ‸C:\n    doc: A.\n    fields:\n      e: int\n",
			"      c:\n        fields:\n          e: int\n        doc: It.\n"},
		{"  Mo‸od: {enum: [low, high]}\n  To: {fields: {name: string, mood: Mood}}\n", ""}, // used twice
		{"  Mood: {enum: [low, high]}\n  T‸o:\n    # of this\n    fields: {name: string}\n", ""},
		{"  Mood: {enum: [low, high]}\n  To: {fields: {name: string}}\n  B:\n    fields:\n      c: C\n  ‸C:\n    # of this\n    fields:\n      e: int\n", ""},
		{"  Mood: {enum: [low, high]}\n  T‸o: {fields: {name: string}, was: [Towards]}\n", ""},
	} {
		at := strings.Index(head+c.text, "‸")
		text := head + strings.Replace(c.text, "‸", "", 1)
		after := ""
		for _, a := range judged(t, c.text, text, at, at) {
			if a.Kind == editor.InlineAction {
				after = string(a.Edits[0].Span.File.Edited(a.Edits))
			}
		}
		if c.want == "" != (after == "") || !strings.Contains(after, c.want) {
			t.Errorf("%s: %q is not in:\n%s", c.text, c.want, after)
		}
	}
}

// TestSince: an element can say the version that adds it.
func TestSince(t *testing.T) {
	at := strings.Index(chat, "loud?")
	for _, a := range judged(t, "since", chat, at, at) {
		if after := string(a.Edits[0].Span.File.Edited(a.Edits)); a.Kind == editor.RewriteAction && strings.Contains(after, `{"loud?": {type: bool, since: "2"}}`) {
			return
		}
	}
	t.Errorf("since is not offered")
}
