package pygen_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/test/node"
	"github.com/wiregen/wiregen/test/python"
	"github.com/wiregen/wiregen/test/tier"
)

const usersSpec = head + `types:
  Shape: {union: {tag: kind}, variants: {circle: {name: Circle, fields: {radius: float}}, box: {name: Box, fields: {width: float, "height?": float}}}}
  Mood: {enum: [calm, tense]}
  Pet: {enum: [cat, dog], open: true}
  Owner: {type: string, distinct: true}
  Person: {fields: {mood: Mood, pet: {type: Pet, default: cat}, "owner?": Owner, "lives?": "map<int[]>"}}
  Confirmed: {fields: {yes: bool}}
  Header: {fields: {version: string}}
  Line: {fields: {at: int}}
  Change: {fields: {"title?": {type: "string | null", patch: true}}}
methods:
  draw: {from: client, params: {shape: Shape}, result: Person}
  drawn: {from: agent, notify: {count: int}}
  ask: {from: agent, params: Request, result: by_variant}
journal: {header: Header, record: "Line[]"}
envelope: {name: Envelope, tag: type, content: payload}
requests:
  Confirm: {result: Confirmed, fields: {text: string}}
  Guess: {result: int, payload: "string[]"}
`

// checkedByPyright returns what pyright says of a folder, in strict mode.
func checkedByPyright(t *testing.T, dir string) string {
	t.Helper()
	pyright := filepath.Join(node.Modules(t), "pyright", "index.js")
	write(t, filepath.Join(dir, "pyrightconfig.json"), `{"typeCheckingMode": "strict", "pythonVersion": "3.10"}`)
	cmd := exec.Command("node", pyright, "--pythonpath", python.Program(t), "-p", ".")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil && len(out) == 0 {
		t.Fatal(err)
	}
	return string(out)
}

// checkedByMypy returns what mypy says of a package or a file, in strict mode.
func checkedByMypy(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := python.Tool(t, dir, "mypy", append([]string{"--strict", "--python-version", "3.10", "--cache-dir", t.TempDir()}, args...)...)
	out, err := cmd.CombinedOutput()
	if err != nil && len(out) == 0 {
		t.Fatal(err)
	}
	return string(out)
}

// usersFolder has the package of usersSpec and the program of its users.
func usersFolder(t *testing.T) (dir string, want []int) {
	t.Helper()
	dir = t.TempDir()
	for name, text := range emitted(t, usersSpec) {
		write(t, filepath.Join(dir, filepath.FromSlash(name)), text)
	}
	program, err := os.ReadFile("testdata/users.py")
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "users.py"), string(program))
	for i, line := range strings.Split(string(program), "\n") {
		if strings.Contains(line, "# ERROR") {
			want = append(want, i+1)
		}
	}
	return dir, want
}

// faulty returns the lines of users.py that a type checker refuses; another fault ends the test.
func faulty(t *testing.T, out string) []int {
	t.Helper()
	var lines []int
	for _, line := range strings.Split(out, "\n") {
		m := regexp.MustCompile(`(\S+\.py):(\d+)(?::\d+)?(?: -|:) error`).FindStringSubmatch(line)
		if m == nil {
			continue
		}
		if filepath.Base(m[1]) != "users.py" {
			t.Errorf("%s", line)
		}
		if n, err := strconv.Atoi(m[2]); err == nil && !slices.Contains(lines, n) {
			lines = append(lines, n)
		}
	}
	slices.Sort(lines)
	return lines
}

// TestPyright checks a generated package and a program that uses it: unions narrow, what is
// missing or wrong is seen, and nothing else is.
func TestPyright(t *testing.T) {
	t.Parallel()
	dir, want := usersFolder(t)
	out := checkedByPyright(t, dir)
	if got := faulty(t, out); !slices.Equal(got, want) {
		t.Errorf("errors in the lines %v, want %v:\n%s", got, want, out)
	}
}

// TestMypy is TestPyright with mypy.
func TestMypy(t *testing.T) {
	tier.AtNight(t, "TestPyright")
	dir, want := usersFolder(t)
	out := checkedByMypy(t, dir, "users.py", "-p", "demo")
	if strings.Contains(out, "May only specify") {
		out = checkedByMypy(t, dir, "users.py") + checkedByMypy(t, dir, "-p", "demo")
	}
	if got := faulty(t, out); !slices.Equal(got, want) {
		t.Errorf("errors in the lines %v, want %v:\n%s", got, want, out)
	}
}

// TestWheel builds the wheel of the committed package without a network, and installs it into an
// empty environment, where it is read and typed; pytest runs its vectors.
func TestWheel(t *testing.T) {
	tier.AtNight(t, "TestPythonVectors in test/e2e")
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../../gen/py")); err != nil {
		t.Fatal(err)
	}
	commands := [][]string{
		{"pip", "wheel", "--quiet", "--no-index", "--no-build-isolation", "--no-deps", "--wheel-dir", "dist", "."},
		{"python", "-m", "venv", "--without-pip", "empty"},
		{"pip", "--python", "empty", "install", "--quiet", "--no-index", "--find-links", "dist", "kimi-wire"},
		{"pytest", "-q", "kimi_wire/test_vectors.py"},
	}
	for _, c := range commands {
		if out, err := python.Tool(t, dir, c[0], c[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", c, err, out)
		}
	}
	cmd := exec.Command(filepath.Join(dir, "empty", "bin", "python"), "-I", "-c", `
import kimi_wire, pathlib
at = pathlib.Path(kimi_wire.__file__).parent
assert (at / "py.typed").exists() and not (at / "vectors.jsonl").exists(), list(at.iterdir())
print(kimi_wire.read_message('{"jsonrpc":"2.0","method":"cancel","id":"1"}').method)
`)
	cmd.Dir = t.TempDir()
	out, err := cmd.CombinedOutput()
	if err != nil || string(out) != "cancel\n" {
		t.Errorf("%v\n%s", err, out)
	}
}
