package e2e

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/message/vectors"
)

// TestVectors runs the vectors of every construct by the tests that its Go and
// its npm package ship.
func TestVectors(t *testing.T) {
	t.Parallel()
	all := loadSpecs(t)
	results := make(map[string]int)
	for _, c := range all {
		c.targets = emit(t, c, reading()...)
		for _, v := range vectors.Make(c.protocol) {
			results[v.Result]++
		}
	}
	t.Logf("%v", results)
	goVectors(t, all)
	tsVectors(t, all)
}

// tsVectors runs the tests of all npm packages in one process.
func tsVectors(t *testing.T, all []*construct) {
	t.Helper()
	dir := tsReader(t, all).Dir
	var program strings.Builder
	for _, c := range all {
		fmt.Fprintf(&program, "import \"./%s/vectors.test.js\";\n", c.name)
	}
	writeFile(t, filepath.Join(dir, "vectors.mjs"), program.String())
	cmd := exec.Command("node", "--test-reporter=tap", "vectors.mjs")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if passed := fmt.Sprintf("\n# pass %d\n", len(all)); err != nil || !strings.Contains(string(out), passed) {
		t.Errorf("node: not all of %d passed: %v\n%.8000s", len(all), err, out)
	}
}

// goVectors calls the tests of all Go packages from one program: to link one for
// each of them takes most of a minute. For that they are in files that another
// package may import. The environment may say how the program is built.
func goVectors(t *testing.T, all []*construct, env ...string) {
	t.Helper()
	m := goModule(t, all)
	var imports, rows strings.Builder
	for _, c := range all {
		fmt.Fprintf(&imports, "\tp_%s %q\n", c.name, "example.test/out/"+c.name)
		fmt.Fprintf(&rows, "\t\t%q: p_%s.TestVectors,\n", c.name, c.name)
	}
	m.Write(t, "vectors_test.go", []byte(strings.NewReplacer("/*IMPORTS*/", imports.String(), "/*ROWS*/", rows.String()).Replace(vectorsProgram)))
	cmd := m.Go("test", "-v", ".")
	cmd.Env = append(cmd.Env, env...)
	out, err := cmd.CombinedOutput()
	if ran := strings.Count(string(out), "--- PASS: TestConstructs/"); err != nil || ran != len(all) {
		t.Errorf("go test: %d of %d passed: %v\n%.8000s", ran, len(all), err, out)
	}
}

const vectorsProgram = `package main

import (
	"testing"

/*IMPORTS*/)

func TestConstructs(t *testing.T) {
	for name, test := range map[string]func(*testing.T){
/*ROWS*/	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(name)
			test(t)
		})
	}
}
`
