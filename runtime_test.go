package wiregen_test

import (
	"io/fs"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/wiregen/wiregen"
)

// A package of the runtime that is not embedded would be missing only in the modules of
// users, and only where generated code needs it.
func TestTheWholeRuntime(t *testing.T) {
	const form = `{{$d := .Dir}}{{range .GoFiles}}{{$d}}/{{.}}
{{end}}{{range .SFiles}}{{$d}}/{{.}}
{{end}}{{range .IgnoredGoFiles}}{{$d}}/{{.}}
{{end}}{{range .IgnoredOtherFiles}}{{$d}}/{{.}}
{{end}}`
	out, err := exec.Command("go", "list", "-f", form, "./wirert/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]bool{}
	for name := range strings.FieldsSeq(string(out)) {
		name = strings.TrimPrefix(strings.ReplaceAll(name, "\\", "/"), strings.ReplaceAll(here, "\\", "/")+"/")
		if strings.HasPrefix(name, "wirert/internal/sample/") || strings.HasSuffix(name, "_test.go") {
			continue // a generated package, for tests only
		}
		want[name] = true
		if _, err := wiregen.Runtime.Open(name); err != nil {
			t.Errorf("runtime.go does not embed a file of the runtime: %v", err)
		}
	}
	if len(want) < 50 {
		t.Errorf("go list names only %d files of the runtime", len(want))
	}
	err = fs.WalkDir(wiregen.Runtime, "wirert", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && !want[name] && !strings.HasSuffix(name, "_test.go") {
			t.Errorf("%s is embedded and no part of the runtime", name)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}
