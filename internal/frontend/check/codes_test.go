package check_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/txtar"

	whole "github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/source"
)

// compile runs the front end on text: a spec, or an archive of several files of
// which the first is the spec.
func compile(name, text string) (*diag.Report, bool) {
	files := fstest.MapFS{}
	if strings.HasPrefix(text, "-- ") {
		archive := txtar.Parse([]byte(text))
		for _, f := range archive.Files {
			files[f.Name] = &fstest.MapFile{Data: f.Data}
		}
		name, text = archive.Files[0].Name, string(archive.Files[0].Data)
	}
	p, r := whole.Check(source.NewFile(name, []byte(text)), files)
	return r, p != nil
}

// Codes about bytes have no example that a person could read; unit tests of
// internal/frontend/syntax cover them.
var withoutExample = []string{"import-decision", "import-json", "import-schema", "yaml-control-character", "yaml-not-utf8", "yaml-too-deep", "yaml-too-large"}

func TestEveryCodesExample(t *testing.T) {
	var without []string
	for _, code := range diag.Codes() {
		if code.Wrong == "" {
			without = append(without, code.ID)
			continue
		}
		if ofBackend(code.ID) || code.Lint {
			r, ok := compile("wrong.yaml", code.Wrong)
			if all := r.All(); len(all) != 0 || !ok {
				t.Errorf("%s: the wrong example, which only a backend or lint refuses, gives %s", code.ID, describe(all))
			}
			r, ok = compile("right.yaml", code.Right)
			if all := r.All(); len(all) != 0 || !ok {
				t.Errorf("%s: the right example gives %s", code.ID, describe(all))
			}
			continue
		}
		t.Run(code.ID, func(t *testing.T) {
			r, _ := compile("wrong.yaml", code.Wrong)
			if all := r.All(); len(all) != 1 || all[0].Code != code {
				t.Errorf("the wrong example gives %s, want %s alone", describe(all), code.ID)
			}
			r, ok := compile("right.yaml", code.Right)
			if all := r.All(); len(all) != 0 || !ok {
				t.Errorf("the right example gives %s", describe(all))
			}
		})
	}
	if !slices.Equal(without, withoutExample) {
		t.Errorf("codes without an example: %v, want %v", without, withoutExample)
	}
}

// ofBackend reports whether a code is about names in generated code.
func ofBackend(id string) bool { return strings.HasPrefix(id, "target-name-") }

func describe(all []*diag.Diagnostic) string {
	var lines []string
	for _, d := range all {
		pos := d.Span.File.Position(d.Span.Start)
		lines = append(lines, fmt.Sprintf("%d:%d %s: %s «%s»", pos.Line, pos.Column, d.Code.ID, d.Message, d.Span.Text()))
	}
	return "[" + strings.Join(lines, "; ") + "]"
}
