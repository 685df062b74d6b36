package gogen_test

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/wiregen/wiregen/internal/gomodule"
)

// TestOutputRuns compiles what is made of the specs in testdata/run in a
// module of its own, and runs the tests that stand beside each spec. The
// output must also please vet, for systems other than this one too, and
// staticcheck.
func TestOutputRuns(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a module")
	}
	files, err := filepath.Glob("testdata/run/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no specs:", err)
	}
	m := gomodule.New(t)
	for _, name := range files {
		a, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		folder := strings.TrimSuffix(filepath.Base(name), ".txtar")
		for _, f := range a.Files {
			if f.Name != "spec.yaml" {
				m.Write(t, folder+"/"+f.Name, f.Data)
				continue
			}
			for file, text := range emit(t, string(f.Data)) {
				m.Write(t, folder+"/"+file, []byte(text))
			}
		}
	}
	goTool(t, m, nil, "vet", "./...")
	goTool(t, m, nil, "test", "./...")
	goTool(t, m, []string{"GOOS=windows"}, "vet", "./...")
	goTool(t, m, []string{"GOARCH=arm64"}, "vet", "./...")
	staticcheck(t, m)
}

// staticcheck runs honnef.co/go/tools over a module.
func staticcheck(t *testing.T, m gomodule.Module) {
	t.Helper()
	tool := filepath.Join(t.TempDir(), "staticcheck")
	if out, err := exec.Command("go", "-C", "../../tools", "build", "-o", tool, "honnef.co/go/tools/cmd/staticcheck").CombinedOutput(); err != nil {
		t.Fatalf("staticcheck does not build: %v\n%s", err, out)
	}
	cmd := exec.Command(tool, "./...")
	cmd.Dir, cmd.Env = m.Dir, m.Go().Env
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("staticcheck: %v\n%s", err, out)
	}
}

// TestManyFields has more fields than a mask has bits.
func TestManyFields(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a module")
	}
	const n = 150
	var spec, object strings.Builder
	spec.WriteString(head + "types:\n  Wide:\n    doc: Many fields.\n    fields:\n")
	for i := range n {
		fmt.Fprintf(&spec, "      f%d: int\n", i)
		if i > 0 {
			object.WriteString(",")
		}
		fmt.Fprintf(&object, "%q:%d", fmt.Sprintf("f%d", i), i)
	}
	program := fmt.Sprintf("package wire_test\n\nimport (\n\t\"strings\"\n\t\"testing\"\n\n\twire \"example.test/out/wide\"\n)\n\n"+
		"const text = `{%s}`\n\n%s", object.String(), wideTest)
	m := gomodule.New(t)
	for file, text := range emit(t, spec.String()) {
		m.Write(t, "wide/"+file, []byte(text))
	}
	m.Write(t, "wide/wide_test.go", []byte(program))
	goTool(t, m, nil, "test", "./...")
}

const wideTest = `func TestWide(t *testing.T) {
	v, err := wire.DecodeWide([]byte(text))
	if err != nil || string(wire.AppendWide(nil, v)) != text {
		t.Fatal(v, err)
	}
	_, err = wire.DecodeWide([]byte(strings.Replace(text, "\"f140\"", "\"g\"", 1)))
	if err == nil || err.Error() != "f140: expected an integer, found nothing" {
		t.Error(err)
	}
	v, err = wire.DecodeWide([]byte(strings.Replace(text, "\"f0\"", "\"f149\":\"x\",\"f0\"", 1)))
	if err != nil || v.F149 != 149 {
		t.Error("the last of two keys counts:", err)
	}
}
`
