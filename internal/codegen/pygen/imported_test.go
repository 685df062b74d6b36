package pygen_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/pygen"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/test/python"
	"github.com/wiregen/wiregen/test/tier"
)

// importers writes two packages that import the runtime, each in a folder of its own, and returns
// these.
func importers(t *testing.T, dir string) []string {
	t.Helper()
	text, err := os.ReadFile("../../../testdata/everything.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var folders []string
	for pkg, spec := range map[string]string{"one": string(text), "two": usersSpec} {
		folder := filepath.Join(dir, pkg+"_source")
		folders = append(folders, folder)
		for name, text := range emittedWith(t, pygen.Backend{Package: pkg, Vectors: true, Import: true}, spec) {
			if strings.Contains(name, "_runtime") || strings.Contains(text, "_runtime.") {
				t.Errorf("%s has something of a copy", name)
			}
			write(t, filepath.Join(folder, filepath.FromSlash(name)), text)
		}
	}
	return folders
}

// shared is what two packages in one process have in common.
const shared = `
import sys, wirert.value
import one, two, one.test_vectors, two.test_vectors
assert one.WireError is two.WireError and one.UNSET is two.UNSET is wirert.value.UNSET and one.Codec is two.Codec
assert not [name for name in sys.modules if "_runtime" in name]
print(one.test_vectors.faults(), two.test_vectors.faults())
box = two.Box(width=1.5)
assert two.Box.from_json(box.to_json()) == box
try:
    two.Box.from_json("{}")
except one.WireError as e:
    print(e)
`

const sharedPrints = "[] []\nkind is missing: expected \"box\"\n"

// TestImportedRuntime: packages with runtime: import share the runtime that is on the path, and
// read and write their vectors with it. One that is too old or too new for them is refused when they
// are imported.
func TestImportedRuntime(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	folders := importers(t, dir)
	runtime := filepath.Join(dir, "runtime", "wirert")
	if err := os.CopyFS(runtime, os.DirFS("../../../templates/py/runtime")); err != nil {
		t.Fatal(err)
	}
	run := func(program string) string {
		cmd := python.Command(t, dir, "-W", "error", "-c", program)
		cmd.Env = append(os.Environ(), "PYTHONPATH="+strings.Join(append(folders, filepath.Dir(runtime)), string(filepath.ListSeparator)))
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return string(out)
	}
	if got := run(shared); got != sharedPrints {
		t.Errorf("got\n%s\nwant\n%s", got, sharedPrints)
	}
	file := filepath.Join(runtime, "generation.py")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ oldest, newest, want string }{
		{"2", "2", "two is generated code of generation 1, and wirert of no version is for generation 2: generate two again, or install an older wirert\n"},
		{"2", "3", "two is generated code of generation 1, and wirert of no version is for the generations 2 to 3: generate two again, or install an older wirert\n"},
		{"0", "0", "two is generated code of generation 1, and wirert of no version is for generation 0: install a newer wirert\n"},
		{"0", "2", "imported\n"},
	} {
		changed := strings.NewReplacer("OLDEST: Final = 1\n", "OLDEST: Final = "+test.oldest+"\n", "NEWEST: Final = 1\n", "NEWEST: Final = "+test.newest+"\n").Replace(string(text))
		write(t, file, changed)
		got := run("try:\n    import two\n    print('imported')\nexcept ImportError as e:\n    print(e)")
		if got != test.want {
			t.Errorf("%s to %s: got %s, want %s", test.oldest, test.newest, got, test.want)
		}
	}
}

// TestImportingItself: a package that is called as the runtime cannot import it.
func TestImportingItself(t *testing.T) {
	var r diag.Report
	p := checked(t, head+"types:\n  A: {fields: {}}\n")
	for b, ok := range map[pygen.Backend]bool{{Package: "wirert", Import: true}: false, {Package: "wirert"}: true, {Package: "demo", Import: true}: true} {
		if _, err := b.Plan(p, backend.Common{}, &r); (err == nil) != ok {
			t.Errorf("%+v: %v", b, err)
		}
	}
}

// TestRuntimeWheel builds the wheel of the runtime and those of two packages that import it, without
// a network, and installs all of them into an empty environment.
func TestRuntimeWheel(t *testing.T) {
	tier.AtNight(t, "TestImportedRuntime")
	dir := t.TempDir()
	run := func(cmd *exec.Cmd) string {
		t.Helper()
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %v\n%s", cmd.Args, err, out)
		}
		return string(out)
	}
	pip := func(args ...string) { run(python.Tool(t, dir, "pip", args...)) }
	dist := filepath.Join(dir, "dist")
	run(exec.Command("make", "-C", "../../..", "py-runtime", "WHEELS="+dist))
	folders := importers(t, dir)
	for _, folder := range folders {
		pip("wheel", "--quiet", "--no-index", "--no-build-isolation", "--no-deps", "--wheel-dir", dist, folder)
	}
	run(python.Tool(t, dir, "python", "-m", "venv", "--without-pip", "empty"))
	pip("--python", "empty", "install", "--quiet", "--no-index", "--find-links", dist, "one", "two") // they require wirert
	program := filepath.Join(dir, "empty", "bin", "python")
	at := strings.TrimSpace(run(exec.Command(program, "-c", "import one, pathlib; print(pathlib.Path(one.__file__).parent.parent)")))
	for _, pkg := range []string{"one", "two"} { // the vectors are not in the wheels
		for _, name := range []string{"test_vectors.py", "vectors.jsonl"} {
			text, err := os.ReadFile(filepath.Join(dir, pkg+"_source", pkg, name))
			if err != nil {
				t.Fatal(err)
			}
			write(t, filepath.Join(at, pkg, name), string(text))
		}
	}
	if got := run(exec.Command(program, "-I", "-c", shared)); got != sharedPrints {
		t.Errorf("got\n%s\nwant\n%s", got, sharedPrints)
	}
	// Type checkers find the types of the runtime where it is installed.
	write(t, filepath.Join(dir, "user", "user.py"), "from two import Box, WireError\nfrom wirert.error import WireError as Same\nerror: type[Same] = WireError\nBox(width=\"1\")  # ERROR\n")
	cmd := python.Tool(t, filepath.Join(dir, "user"), "mypy", "--strict", "--python-executable", program, "--cache-dir", t.TempDir(), "user.py")
	out, _ := cmd.CombinedOutput() // it fails for the error
	if n := strings.Count(string(out), ": error:"); n != 1 || !strings.Contains(string(out), "user.py:4: error:") {
		t.Errorf("mypy: %s", out)
	}
}
