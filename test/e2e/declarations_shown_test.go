package e2e

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/wiregen/wiregen/internal/codegen/backend"
)

// TestDeclarations plants a change in the output of a target: what is shown of it
// changes with a declaration, and only then.
func TestDeclarations(t *testing.T) {
	files := declared()
	sections := func(target string, files []backend.File) string {
		t.Helper()
		out, err := declarations(target, files)
		if err != nil {
			t.Fatal(err)
		}
		return string(txtar.Format(&txtar.Archive{Files: out}))
	}
	for _, test := range []struct {
		target, old, new string
		changes          bool
	}{
		{"go", "a string comes first", "a text comes first", false},
		{"go", "'}'", "']'", false},
		{"go", "return moods", "return []Mood{MoodGood}", false},
		{"go", "return v == MoodGood", "return string(v) == \"good\"", false},
		{"go", "kept  []byte", "rest  []byte", false},
		{"go", "*Part { return nil }", "*Part { return new(Part) }", false},
		{"go", "// AppendPart appends v.", "// AppendPart writes v.", false},
		{"go", "Code generated.", "Code generated from spec.yaml.", false},
		{"go", "Part: a piece", "Part: a part", true},
		{"go", "What it says.", "What it tells.", true},
		{"go", "Count *int64", "Count *uint64", true},
		{"go", "Nil means 3.", "Nil means 4.", true},
		{"go", "it smiles", "it laughs", true},
		{"go", `"good"`, `"fine"`, true},
		{"go", "Known() bool", "Known() (bool, error)", true},
		{"go", "reports whether v is a", "tells whether v is a", true},
		{"go", "isBlock()", "IsBlock()", true},
		{"go", "func Moods() []Mood", "func Moods() []string", true},
		{"go", "Moods are all moods", "Moods are the moods", true},
		{"go", "type Mood string", "type Mood int", true},
		{"ts", "object(v)", "own(v)", false},
		{"ts", "A piece", "A part", true},
		{"ts", "text: string", "text?: string", true},
		{"py", "self.text = text", "self.text = str(text)", false},
		{"py", "A piece", "A part", true},
		{"py", "*, text: str", "*, text: str = \"\"", true},
		{"py", "    text: str\n", "    text: bytes\n", true},
		{"py", "Mood: TypeAlias = str", "Mood: TypeAlias = int", true},
		{"schema", `,
      "additionalProperties": false`, "", false},
		{"schema", `"type": "object"`, `"type": "array"`, true},
		{"schema", `{"type": "string"}`, `{"type": "number"}`, true},
		{"schema", `"Kept"`, `"Held"`, true},
		{"schema", `["good"]`, `["fine"]`, true},
	} {
		planted, found := slices.Clone(files[test.target]), false
		for i, f := range planted {
			if text := strings.Replace(string(f.Data), test.old, test.new, 1); text != string(f.Data) && !found {
				planted[i].Data, found = []byte(text), true
			}
		}
		if !found {
			t.Fatalf("%s: %q is not there to be changed", test.target, test.old)
		}
		before, after := sections(test.target, files[test.target]), sections(test.target, planted)
		if (before != after) != test.changes {
			t.Errorf("%s: %q for %q: the change shows: %t, want %t, in\n%s", test.target, test.new, test.old, before != after, test.changes, after)
		}
	}
	// The file of a declaration is not shown.
	moved := []backend.File{{Name: "all.go", Data: slices.Concat(files["go"][0].Data, bytes.TrimPrefix(files["go"][1].Data, []byte("package demo\n")))}}
	if before, after := sections("go", files["go"]), sections("go", moved); before != after {
		t.Errorf("moved to one file:\n%s\nwere:\n%s", after, before)
	}
}

// declared are the generated files in which TestDeclarations makes changes.
func declared() map[string][]backend.File {
	return map[string][]backend.File{
		"go": declaredInGo(),
		"ts": {
			{Name: "guards.js", Data: []byte("export function isPart(v) {\n  return object(v);\n}\n")},
			{Name: "types.d.ts", Data: []byte("/** A piece of text. */\nexport interface Part {\n  text: string;\n}\n")},
		},
		"py": {{Name: "demo/types.py", Data: []byte(declaredInPython)}},
		"schema": {
			{Name: "demo.read.schema.json", Data: []byte(`{
  "$defs": {
    "Part": {
      "type": "object"
    },
    "Mood": {"type": "string"},
    "Kept": {}
  }
}
`)},
			{Name: "demo.write.schema.json", Data: []byte(`{
  "$defs": {
    "Part": {
      "type": "object",
      "additionalProperties": false
    },
    "Mood": {"enum": ["good"]}
  }
}
`)},
		},
	}
}

func declaredInGo() []backend.File {
	return []backend.File{{Name: "codec.go", Data: []byte(`// Code generated. DO NOT EDIT.

package demo

import "github.com/wiregen/wiregen/wirert"

// AppendPart appends v.
func AppendPart(dst []byte, v *Part) []byte { return v.AppendJSON(dst) }

// AppendJSON appends v.
func (v *Part) AppendJSON(dst []byte) []byte {
	// a string comes first
	return append(dst, '}')
}

func decodePart(d *wirert.Decoder) *Part { return nil }
`)}, {Name: "types.go", Data: []byte(`package demo

// Part: a piece of text.
type Part struct {
	// What it says.
	Text  string
	Count *int64 // Nil means 3.
	kept  []byte
}

// Mood: how it feels.
type Mood string

// The values of Mood.
const (
	// MoodGood: it smiles.
	MoodGood Mood = "good"
)

// Known reports whether v is a declared value.
func (v Mood) Known() bool { return v == MoodGood }

// Block is a *Part or a Mood.
type Block interface {
	AppendJSON(dst []byte) []byte
	isBlock()
}

var moods = []Mood{MoodGood}

// Moods are all moods.
func Moods() []Mood {
	return moods
}
`)}}
}

const declaredInPython = `class Part(_Struct):
    """A piece of text."""

    __slots__ = ("text",)

    text: str

    def __init__(self, *, text: str) -> None:
        self.text = text


Mood: TypeAlias = str
"""How it feels."""
`
