package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/codegen/pygen"
	"github.com/wiregen/wiregen/test/node"
	"github.com/wiregen/wiregen/test/python"
	"github.com/wiregen/wiregen/test/tier"
)

// pyReader writes every construct's Python package into one folder, and returns the program that
// answers questions with them.
func pyReader(t *testing.T, all []*construct) *exec.Cmd {
	t.Helper()
	dir := t.TempDir()
	messages := make(map[string]map[string]string)
	for _, c := range all {
		writePyPackage(t, dir, c)
		of := c.protocol.MessageNames()
		messages[c.name] = map[string]string{of.Any: "either", of.Sent[0]: "client", of.Sent[1]: "agent", of.Batch: "batch"}
		delete(messages[c.name], "")
	}
	text, err := json.Marshal(messages)
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(dir, "messages.json"), string(text))
	reader, err := filepath.Abs("testdata/reader.py")
	if err != nil {
		t.Fatal(err)
	}
	return python.Command(t, dir, reader, dir)
}

// writePyPackage writes the Python of a construct as a package that has its name. The runtime, which
// is the same in each, is there once: Python would compile it for each of them.
func writePyPackage(t *testing.T, dir string, c *construct) {
	t.Helper()
	files := c.targets["py"]
	if files == nil {
		files = emit(t, c, pygen.Backend{Vectors: true})["py"]
	}
	in := filepath.Join(dir, "p_"+c.name)
	for _, f := range files {
		_, name, ok := strings.Cut(f.Name, "/")
		shared := filepath.Join(dir, name)
		switch {
		case !ok:
		case !strings.HasPrefix(name, "_runtime/"):
			writeFile(t, filepath.Join(in, name), string(f.Data))
		case !exists(shared):
			writeFile(t, shared, string(f.Data))
		default:
			if text, err := os.ReadFile(shared); err != nil || !bytes.Equal(text, f.Data) {
				t.Fatalf("%s: %s is not that of other packages: %v", c.name, name, err)
			}
		}
	}
	if err := os.Symlink(filepath.Join(dir, "_runtime"), filepath.Join(in, "_runtime")); err != nil {
		t.Fatal(err)
	}
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

// TestPythonMessages reads the messages of every construct with its Python package.
func TestPythonMessages(t *testing.T) {
	t.Parallel()
	all := loadSpecs(t)
	answers := ask(t, pyReader(t, all), questions(all))
	compareTexts(t, all, answers)
	compareOwed(t, all, answers)
}

// pyVectors runs the tests of all Python packages in one process, and returns what differs by
// construct.
func pyVectors(t *testing.T, all []*construct) map[string][]string {
	t.Helper()
	cmd := pyReader(t, all)
	var names []string
	for _, c := range all {
		names = append(names, c.name)
	}
	list, err := json.Marshal(names)
	if err != nil {
		t.Fatal(err)
	}
	run := python.Command(t, cmd.Dir, "-c", fmt.Sprintf(pyVectorsProgram, list))
	out, err := run.Output()
	faults := make(map[string][]string)
	if jsonErr := json.Unmarshal(out, &faults); err != nil || jsonErr != nil {
		t.Fatalf("%v %v\n%.4000s", err, jsonErr, out)
	}
	return faults
}

const pyVectorsProgram = `
import importlib, json, traceback
out = {}
for name in %s:
    try:
        out[name] = importlib.import_module(f"p_{name}.test_vectors").faults()
    except Exception:
        out[name] = [traceback.format_exc()]
print(json.dumps(out))
`

// TestPythonVectors imports every construct's Python package in one process, and runs the test
// that each ships.
func TestPythonVectors(t *testing.T) {
	t.Parallel()
	all := loadSpecs(t)
	faults := pyVectors(t, all)
	if len(faults) != len(all) {
		t.Errorf("%d of %d packages were imported", len(faults), len(all))
	}
	for _, name := range slices.Sorted(maps.Keys(faults)) {
		if list := faults[name]; len(list) > 0 {
			t.Errorf("%s: %d vectors differ: %.1000s", name, len(list), list[0])
		}
	}
}

// TestPythonTypes checks every construct's Python package with pyright and mypy, in strict mode.
func TestPythonTypes(t *testing.T) {
	tier.AtNight(t, "TestPyright in internal/codegen/pygen")
	all := loadSpecs(t)
	dir := pyReader(t, all).Dir
	args := []string{"--strict", "--python-version", "3.10", "--cache-dir", t.TempDir()}
	var folders []string
	for i, c := range all {
		args, folders = append(args, "-p", "p_"+c.name), append(folders, "p_"+c.name)
		if i > 0 { // the runtime is checked once
			folders[i] += "/*.py"
		}
	}
	config, err := json.Marshal(map[string]any{"typeCheckingMode": "strict", "pythonVersion": "3.10", "include": folders})
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(dir, "pyrightconfig.json"), string(config))
	if out, err := inDir(dir, "node", filepath.Join(node.Modules(t), "pyright", "index.js"), "-p", "."); err != nil {
		t.Errorf("pyright: %v\n%.4000s", err, out)
	}
	if out, err := python.Tool(t, dir, "mypy", args...).CombinedOutput(); err != nil {
		t.Errorf("mypy: %v\n%.4000s", err, out)
	}
}
