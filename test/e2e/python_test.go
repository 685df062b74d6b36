package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/codegen/backend"
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
	writePyFiles(t, dir, "p_"+c.name, files)
}

// writePyFiles writes the files of a package under another name, with the shared runtime.
func writePyFiles(t *testing.T, dir, pkg string, files []backend.File) {
	t.Helper()
	in := filepath.Join(dir, pkg)
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
				t.Fatalf("%s: %s is not that of other packages: %v", pkg, name, err)
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

// pyVectors runs the tests of all Python packages in one process, loads their connections, and returns
// what differs by construct.
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
import importlib, importlib.util, json, traceback
out = {}
for name in %s:
    try:
        out[name] = importlib.import_module(f"p_{name}.test_vectors").faults()
        if importlib.util.find_spec(f"p_{name}.connection"):
            for module in ("connection", "peer", "session"):
                importlib.import_module(f"p_{name}.{module}")
            importlib.import_module(f"p_{name}.session").new_session()
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
	for tool, faults := range pyTypes(t, loadSpecs(t)) {
		for _, name := range slices.Sorted(maps.Keys(faults)) {
			t.Errorf("%s: %s: %d errors: %s", tool, name, len(faults[name]), strings.Join(faults[name][:min(len(faults[name]), 3)], "\n\t"))
		}
	}
}

// pyTypes checks the Python packages of constructs in one process of pyright and in one of mypy, in
// strict mode, and returns the errors by tool and construct. An error that is planted beside the
// packages shows that both look.
func pyTypes(t *testing.T, all []*construct) map[string]map[string][]string {
	t.Helper()
	dir := pyReader(t, all).Dir
	const planted = "planted"
	writeFile(t, filepath.Join(dir, "p_"+planted, "__init__.py"), "wrong: int = \"\"\n")
	args := []string{"--strict", "--python-version", "3.10", "--cache-dir", t.TempDir(), "-p", "p_" + planted}
	folders := []string{"p_" + planted}
	for i, c := range all {
		args, folders = append(args, "-p", "p_"+c.name), append(folders, "p_"+c.name)
		folders[i+1] += "/*.py"
	}
	folders = append(folders, "_runtime") // which is the same for all
	config, err := json.Marshal(map[string]any{"typeCheckingMode": "strict", "pythonVersion": "3.10", "include": folders})
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(dir, "pyrightconfig.json"), string(config))
	out := map[string]map[string][]string{}
	run := func(tool string, cmd *exec.Cmd) {
		text, err := cmd.CombinedOutput()
		found := map[string][]string{}
		all := typeFault.FindAllStringSubmatch(string(text), -1)
		for _, m := range all {
			found[m[1]] = append(found[m[1]], m[2]+" "+m[3])
		}
		sum := regexp.MustCompile(`(?m)^(?:Found )?(\d+) errors?\b`).FindStringSubmatch(string(text))
		if len(found[planted]) != 1 || sum == nil || sum[1] != strconv.Itoa(len(all)) {
			t.Fatalf("%s: %v\n%.4000s", tool, err, text)
		}
		delete(found, planted)
		out[tool] = found
	}
	check := exec.Command("node", filepath.Join(node.Modules(t), "pyright", "index.js"), "-p", ".")
	check.Dir = dir
	run("pyright", check)
	run("mypy", python.Tool(t, dir, "mypy", args...))
	return out
}

// typeFault matches an error that pyright or mypy reports: the construct, the place in it, and the
// message.
var typeFault = regexp.MustCompile(`(?m)^.*?\bp_(\w+)/(\S+?):? (?:- )?error: (.*)$`)
