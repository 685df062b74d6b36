package vectors_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/gogen"
	"github.com/wiregen/wiregen/internal/codegen/tsgen"
	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/test/gomod"
)

// plants are wrong vectors: what is changed in one line, and into what.
var plants = map[string][2]string{
	"another verdict":    {`"result":"invalid"`, `"result":"valid"`},
	"the other verdict":  {`"result":"valid"`, `"result":"invalid"`},
	"a fit value":        {`"result":"valid"`, `"result":"unfit"`},
	"another path":       {`"path":"at"`, `"path":"color"`},
	"other words":        {`missing: expected an integer`, `expected an integer, found null`},
	"another default":    {`\"size\":12,`, `\"size\":13,`},
	"an undeclared type": {`{"type":"Color"`, `{"type":"Colour"`},
	"a line that is cut": {`missing: expected an integer"}`, `missing`},
}

// TestRunners runs the tests that the packages ship, and checks that each of them
// passes, and fails for each wrong vector that is planted.
func TestRunners(t *testing.T) {
	for _, target := range []struct {
		name, file string
		build      []string // by the go command
		run        []string
	}{
		{"go", "testdata/vectors.jsonl", []string{"test", "-c", "-o", "vectors.test"}, []string{"./vectors.test"}},
		{"ts", "vectors.jsonl", nil, []string{"node", "--test"}},
	} {
		t.Run(target.name, func(t *testing.T) {
			m := gomod.New(t)
			m.Add(t, ".", emit(t, target.name))
			if target.build != nil {
				if out, err := m.Go(target.build...).CombinedOutput(); err != nil {
					t.Fatalf("%v\n%s", err, out)
				}
			}
			passes := func() (bool, string) {
				cmd := exec.Command(target.run[0], target.run[1:]...)
				cmd.Dir = m.Dir
				out, err := cmd.CombinedOutput()
				return err == nil, string(out)
			}
			if ok, out := passes(); !ok {
				t.Fatalf("the vectors do not pass:\n%s", out)
			}
			lines, err := os.ReadFile(filepath.Join(m.Dir, filepath.FromSlash(target.file)))
			if err != nil {
				t.Fatal(err)
			}
			for what, change := range plants {
				wrong := bytes.Replace(lines, []byte(change[0]), []byte(change[1]), 1)
				if bytes.Equal(wrong, lines) {
					t.Errorf("%s: no line has %s", what, change[0])
				}
				m.Write(t, target.file, wrong)
				if ok, out := passes(); ok || !strings.Contains(out, "line ") && !strings.Contains(out, "SyntaxError") {
					t.Errorf("%s was not caught:\n%s", what, out)
				}
			}
			m.Write(t, target.file, nil)
			if ok, _ := passes(); ok {
				t.Error("a file without vectors passes")
			}
		})
	}
}

// TestCommitted runs the test of the npm package in gen/ts. That of the Go
// package is run with all others.
func TestCommitted(t *testing.T) {
	cmd := exec.Command("node", "--test", "--test-reporter=tap")
	cmd.Dir = "../../../gen/ts"
	if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), "\n# pass 1\n") {
		t.Errorf("%v\n%s", err, out)
	}
}

// emit returns the package of a target, with its vectors.
func emit(t *testing.T, target string) []backend.File {
	t.Helper()
	b := map[string]backend.Backend{"go": gogen.Backend{Vectors: true}, "ts": tsgen.Backend{Vectors: true}}[target]
	var r diag.Report
	plans, err := compile.Plan(load(t, "../../../testdata/planted.yaml"), []compile.Output{{Backend: b}}, &r)
	if err != nil || !r.OK() {
		t.Fatal(err, r.All())
	}
	files, err := plans[0].Emit()
	if err != nil {
		t.Fatal(err)
	}
	return files
}
