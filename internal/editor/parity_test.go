package editor_test

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/editor"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// outputs are those of a spec without a configuration.
func outputs() []compile.Output {
	var out []compile.Output
	for _, b := range compile.Targets().Unasked() {
		out = append(out, compile.Output{Backend: b, Dir: path.Join("gen", b.Target().Dir)})
	}
	return out
}

// complete are the options with which a snapshot finds what check does.
func complete(f *source.File) editor.Options {
	return editor.Options{
		Spec: f, Pins: compile.Targets().Pins(),
		Plan: func(p *model.Protocol, r *diag.Report) ([]backend.Plan, error) { return compile.Plan(p, outputs(), r) },
	}
}

// told are findings as lines.
func told(list []*diag.Diagnostic) []string {
	var out []string
	for _, d := range list {
		out = append(out, fmt.Sprintf("%s %d-%d %s %s %s", d.Span.File.Name, d.Span.Start, d.Span.End, d.Code.ID, d.Message, d.Help))
	}
	return out
}

// checked are the findings of wiregen check.
func checked(t *testing.T, f *source.File) []string {
	t.Helper()
	p, r := compile.Check(f, nil)
	if r.OK() {
		if _, err := compile.Plan(p, outputs(), r); err != nil {
			t.Fatal(err)
		}
	}
	return told(r.All())
}

// TestSameAsCheck: the findings in an editor are those of the command, over all mistakes.
func TestSameAsCheck(t *testing.T) {
	texts := map[string]string{}
	archives, err := filepath.Glob("../../testdata/mistakes/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal(err)
	}
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		head := ""
		for _, f := range archive.Files {
			switch path.Base(f.Name) {
			case "head.yaml":
				head = string(f.Data)
			case "wrong.yaml":
				texts[f.Name] = head + string(f.Data)
			}
		}
	}
	for _, name := range []string{"spec/wire.yaml", "testdata/everything.yaml", "examples/klp/klp.yaml", "testdata/planted.yaml"} {
		text, err := os.ReadFile(filepath.Join("../..", name))
		if err != nil {
			t.Fatal(err)
		}
		texts[name] = string(text)
	}
	names := 0
	for name, text := range texts {
		f := source.NewFile("spec.yaml", []byte(text))
		want := checked(t, f)
		if names += len(want); !slices.Equal(told(editor.Load(complete(f)).Diagnostics()), want) {
			t.Errorf("%s: an editor shows\n%s\nbut check says\n%s", name, strings.Join(told(editor.Load(complete(f)).Diagnostics()), "\n"), strings.Join(want, "\n"))
		}
	}
	if names < 100 {
		t.Errorf("the specs have only %d findings", names)
	}
}
