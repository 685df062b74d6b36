package hostile

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/backend"
	"github.com/wiregen/wiregen/internal/compile"
)

// An answer is what a reader made of one text, and what it took for it.
type answer struct {
	Error   string  `json:"error"`   // why it was refused; or ""
	Kept    bool    `json:"kept"`    // what was written is the text
	Same    bool    `json:"same"`    // what was written reads and writes the same, ten times over where the text is short
	Unfit   string  `json:"unfit"`   // why the value may not be written; or ""
	Seconds float64 `json:"seconds"` // to read it, the fastest of a few times
	Memory  int64   `json:"memory"`  // bytes that reading took
	Write   int64   `json:"write"`   // bytes that checking and writing took
	Held    int64   `json:"held"`    // bytes that what was read takes (Go only)
}

// A reader is a program that answers: its arguments are a set, a type, the file
// of a text, and how often to read it.
type reader func(t *testing.T, set, typ, file string, times int) answer

// emitSmall is what a target makes of testdata/hostile.yaml.
func emitSmall(t *testing.T, target, dir string) {
	t.Helper()
	f, err := compile.Load("testdata/hostile.yaml")
	if err != nil {
		t.Fatal(err)
	}
	p, r := compile.Check(f, nil)
	if !r.OK() {
		t.Fatal(r.All()[0].Message)
	}
	for _, b := range compile.Targets() {
		if b.Name() != target {
			continue
		}
		batches, err := compile.Generate(p, []compile.Output{{Backend: b, Options: backend.Options{Package: "small"}}}, r)
		if err != nil || !r.OK() {
			t.Fatal(err, r.All())
		}
		for _, file := range batches[0].Files {
			writeFile(t, filepath.Join(dir, filepath.FromSlash(file.Name)), file.Data)
		}
	}
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
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	emitSmall(t, "go", filepath.Join(dir, "small"))
	writeFile(t, filepath.Join(dir, "go.mod"), []byte("module example.test/hostile\n\ngo 1.26\n\n"+
		"require github.com/wiregen/wiregen v0.0.0\n\nreplace github.com/wiregen/wiregen => "+filepath.ToSlash(root)+"\n"))
	program, err := os.ReadFile("testdata/reader.go.txt")
	if err != nil {
		t.Fatal(err)
	}
	var rows strings.Builder
	for _, typ := range readTypes() {
		set, name, _ := strings.Cut(typ, ".")
		fmt.Fprintf(&rows, "\t%q: reader(%[2]s.Decode%[3]s, %[2]s.Append%[3]s, %[2]s.Check%[3]s),\n", typ, set, name)
	}
	writeFile(t, filepath.Join(dir, "main.go"), bytes.Replace(program, []byte("/*ROWS*/"), []byte(rows.String()), 1))
	build := exec.Command("go", "build", "-o", "reader", ".")
	build.Dir = dir
	build.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return func(t *testing.T, set, typ, file string, times int) answer {
		return run(t, exec.Command(filepath.Join(dir, "reader"), set+"."+typ, file, fmt.Sprint(times)))
	}
}

// tsReader is the program that reads with generated JavaScript. Its heap ends
// at a limit, so that a reader that takes more dies.
func tsReader(t *testing.T) reader {
	t.Helper()
	dir := t.TempDir()
	emitSmall(t, "ts", filepath.Join(dir, "small"))
	if err := os.CopyFS(filepath.Join(dir, "wire"), os.DirFS("../../gen/ts")); err != nil {
		t.Fatal(err)
	}
	program, err := filepath.Abs("testdata/reader.mjs")
	if err != nil {
		t.Fatal(err)
	}
	return func(t *testing.T, set, typ, file string, times int) answer {
		return run(t, exec.Command("node", "--expose-gc", fmt.Sprintf("--max-old-space-size=%d", 64+50*(*size>>20)), program, filepath.Join(dir, set), typ, file, fmt.Sprint(times)))
	}
}

// readTypes are the types that texts are read as, with their sets.
func readTypes() []string {
	var out []string
	seen := make(map[string]bool)
	for _, x := range append(texts(), text{set: "wire", typ: "WireMessage"}, text{set: "wire", typ: "DisplayBlock"}) {
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
