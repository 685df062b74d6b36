package gogen_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/codegen/gogen"
	"github.com/wiregen/wiregen/test/gomod"
	"github.com/wiregen/wiregen/test/tier"
)

// styleChecks are staticcheck's checks of style. Those of comments pass over
// generated files, which therefore lose their mark here.
const styleChecks = "-checks=ST1000,ST1001,ST1003,ST1005,ST1006,ST1008,ST1011,ST1012,ST1013,ST1015,ST1016,ST1017,ST1018,ST1019,ST1020,ST1021,ST1022"

// TestStyle checks that generated Go has the style of Go: 86 of 140 comments of types
// were not in the form of godoc.
func TestStyle(t *testing.T) {
	tier.AtNight(t, "make check, whose staticcheck sees gen/go,")
	m := everything(t, func(text string) string { return text })
	if out, err := runTool(t, m, "honnef.co/go/tools/cmd/staticcheck", styleChecks, "./..."); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	planted := everything(t, func(text string) string { return strings.ReplaceAll(text, " is a union: ", ": ") })
	if out, _ := runTool(t, planted, "honnef.co/go/tools/cmd/staticcheck", styleChecks, "./..."); !strings.Contains(out, "ST1021") {
		t.Errorf("comments that are not in the form of godoc are not found:\n%s", out)
	}
}

// everything returns a module with the Go of all constructs in one package,
// without the mark of generated code, and changed.
func everything(t *testing.T, change func(string) string) gomod.Module {
	t.Helper()
	spec, err := os.ReadFile("../../../testdata/everything.yaml")
	if err != nil {
		t.Fatal(err)
	}
	m := gomod.New(t)
	for file, text := range emit(t, string(spec)) {
		_, text, _ = strings.Cut(text, "\n") // the mark
		m.Write(t, "wire/"+file, []byte(change(text)))
	}
	return m
}

// runTool runs a tool of tools/go.mod in a module.
func runTool(t *testing.T, m gomod.Module, path string, args ...string) (string, error) {
	t.Helper()
	tool := filepath.Join(t.TempDir(), filepath.Base(path))
	if out, err := exec.Command("go", "-C", "../../../tools", "build", "-o", tool, path).CombinedOutput(); err != nil {
		t.Fatalf("%s does not build: %v\n%s", path, err, out)
	}
	cmd := exec.Command(tool, args...)
	cmd.Dir, cmd.Env = m.Dir, m.Go().Env
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// TestMissingCases: tools that look for switches without a case know the unions
// and the enums. go-check-sumtype found nothing before unions were marked, and
// then asked for the type that wraps a union.
func TestMissingCases(t *testing.T) {
	tier.AtNight(t, "TestGolden of test/e2e, with the marks that the tools look for,")
	m := gomod.New(t)
	for file, text := range emit(t, head+`types:
  Part: {doc: A part., union: {tag: type}, variants: {text: {fields: {text: string}}, image: {fields: {url: string}}}}
  Color: {doc: A color., enum: [red, green]}
`) {
		m.Write(t, "wire/"+file, []byte(text))
	}
	m.Write(t, "main.go", []byte(`package main

import "example.test/out/wire"

func whole(p wire.Part, c wire.Color) {
	switch p.(type) {
	case *wire.PartText, *wire.PartImage, *wire.UnknownPart:
	}
	switch c {
	case wire.ColorRed, wire.ColorGreen:
	}
}

func missing(p wire.Part, c wire.Color) {
	switch p.(type) {
	case *wire.PartText, *wire.UnknownPart:
	}
	switch c {
	case wire.ColorRed:
	}
}

func main() {
	whole(nil, "")
	missing(nil, "")
}
`))
	for path, want := range map[string]string{
		"github.com/alecthomas/go-check-sumtype/cmd/go-check-sumtype": "main.go:15:",
		"github.com/nishanths/exhaustive/cmd/exhaustive":              "main.go:18:",
	} {
		out, _ := runTool(t, m, path, "./...")
		if !strings.Contains(out, want) || strings.Contains(out, "main.go:6:") || strings.Contains(out, "main.go:9:") {
			t.Errorf("%s says\n%s", path, out)
		}
	}
}

func TestLanguageVersion(t *testing.T) {
	tier.AtNight(t, "the go line of each module, which vet and the compiler obey,")
	m := everything(t, func(text string) string { return text })
	goTool(t, m, nil, "build", "-gcflags=all=-lang="+gogen.Lowest, "./...", "github.com/wiregen/wiregen/wirert/...")
}
