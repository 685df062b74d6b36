package adversarial

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/command/output"
	"github.com/wiregen/wiregen/test/gomod"
	"github.com/wiregen/wiregen/test/python"
)

// An answer is the result of a reader for one text, with the time and memory used.
type answer struct {
	Error   string  `json:"error"`   // why it was refused; or ""
	Kept    bool    `json:"kept"`    // what was written is the text
	Same    bool    `json:"same"`    // what was written reads and writes the same, ten times over where the text is short
	Unfit   string  `json:"unfit"`   // why the value may not be written; or ""
	Seconds float64 `json:"seconds"` // to read it, the fastest of a few times
	Writes  float64 `json:"writes"`  // the same, to check and write it
	Memory  int64   `json:"memory"`  // bytes that reading took
	Write   int64   `json:"write"`   // bytes that checking and writing took
	Held    int64   `json:"held"`    // bytes that what was read takes (Go only)
	Peak    int64   `json:"peak"`    // most bytes of the process while it read (Go only)
}

// A reader is a program that answers: its arguments are a set, a type, the file
// of a text, and how often to read it.
type reader func(t *testing.T, set, typ, file string, times int) answer

// small returns the output of a target for testdata/hostile.yaml.
func small(t *testing.T, target string) []output.File {
	t.Helper()
	f, err := compile.Load("testdata/hostile.yaml")
	if err != nil {
		t.Fatal(err)
	}
	p, r := compile.Check(f, nil)
	if !r.OK() {
		t.Fatal(r.All()[0].Message)
	}
	targets := compile.Targets()
	i := slices.IndexFunc(targets, func(b backend.Backend) bool { return b.Target().Name == target })
	batches, err := targets.Generate(p, []compile.Output{{Backend: targets[i], Dir: "small"}}, r)
	if err != nil || !r.OK() {
		t.Fatal(err, r.All())
	}
	return batches[0].Files
}

func writeFile(t *testing.T, name string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// goReader builds the program that reads with generated Go.
func goReader(t *testing.T) reader {
	t.Helper()
	m := gomod.New(t)
	for _, f := range small(t, "go") {
		m.Write(t, "small/"+f.Name, f.Data)
	}
	program, err := os.ReadFile("testdata/reader.go.txt")
	if err != nil {
		t.Fatal(err)
	}
	var rows strings.Builder
	for _, typ := range readTypes() {
		set, name, _ := strings.Cut(typ, ".")
		fmt.Fprintf(&rows, "\t%q: reader(%[2]s.Decode%[3]s, %[2]s.Append%[3]s, %[2]s.Check%[3]s),\n", typ, set, name)
	}
	m.Write(t, "main.go", bytes.Replace(program, []byte("/*ROWS*/"), []byte(rows.String()), 1))
	built := m.Build(t)
	return func(t *testing.T, set, typ, file string, times int) answer {
		return run(t, exec.Command(built, set+"."+typ, file, fmt.Sprint(times)))
	}
}

// tsReader returns the program that reads with generated JavaScript. Its heap ends
// at a limit, so that a reader that takes more dies.
func tsReader(t *testing.T) reader {
	t.Helper()
	dir := t.TempDir()
	for _, f := range small(t, "ts") {
		writeFile(t, filepath.Join(dir, "small", filepath.FromSlash(f.Name)), f.Data)
	}
	if err := os.CopyFS(filepath.Join(dir, "wire"), os.DirFS("../../gen/ts")); err != nil {
		t.Fatal(err)
	}
	program, err := filepath.Abs("testdata/reader.mjs")
	if err != nil {
		t.Fatal(err)
	}
	return func(t *testing.T, set, typ, file string, times int) answer {
		return run(t, exec.Command("node", "--expose-gc", fmt.Sprintf("--max-old-space-size=%d", 64+50*max(*size>>20, len(fileText(t, file))>>20)), program, filepath.Join(dir, set), typ, file, fmt.Sprint(times)))
	}
}

// pyReader starts the program that reads with generated Python, for the time of a test.
func pyReader(t *testing.T) reader {
	t.Helper()
	python.Program(t)
	dir := t.TempDir()
	python.Package(t, dir, "small", "testdata/hostile.yaml")
	python.Package(t, dir, "wire", "../../spec/wire.yaml")
	program, err := filepath.Abs("testdata/reader.py")
	if err != nil {
		t.Fatal(err)
	}
	cmd := python.Command(t, dir, program)
	cmd.Env = append(cmd.Environ(), "PYTHONPATH="+dir)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		if err := cmd.Wait(); err != nil {
			t.Errorf("%v\n%.2000s", err, errs.String())
		}
	})
	ask, answers := json.NewEncoder(in), json.NewDecoder(out)
	return func(t *testing.T, set, typ, file string, times int) (a answer) {
		t.Helper()
		if err := ask.Encode([]any{set, typ, file, times}); err != nil {
			t.Fatal(err)
		}
		if err := answers.Decode(&a); err != nil {
			t.Fatal(err)
		}
		return a
	}
}

// readTypes returns the types that texts are read as, with their sets.
func readTypes() []string {
	var out []string
	seen := make(map[string]bool)
	all := texts()
	for _, x := range heavyTexts {
		all = append(all, text{set: "small", typ: x.typ})
	}
	for _, x := range append(all, text{set: "wire", typ: "WireMessage"}, text{set: "wire", typ: "DisplayBlock"},
		text{set: "small", typ: "Sparses"}, text{set: "small", typ: "Filleds"}, text{set: "small", typ: "Flags"}) {
		if typ := x.set + "." + x.typ; !seen[typ] {
			seen[typ] = true
			out = append(out, typ)
		}
	}
	return out
}

func run(t *testing.T, cmd *exec.Cmd) (a answer) {
	t.Helper()
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%.2000s", err, errs.String())
	}
	if err := json.Unmarshal(out.Bytes(), &a); err != nil {
		t.Fatalf("%v: %.200q", err, out.String())
	}
	return a
}

// fileText returns the text of a file.
func fileText(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
