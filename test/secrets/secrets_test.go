package secrets

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/test/gomod"
	"github.com/wiregen/wiregen/test/python"
	"github.com/wiregen/wiregen/test/tier"
)

var count = flag.Int("secrets", tier.Count(500, 10_000), "how many messages with secrets go through everything that prints")

const seed = 1

// TestGo prints values of a spec with every kind of element marked, with generated Go.
func TestGo(t *testing.T) {
	t.Parallel()
	p := compileFile(t, "testdata/secrets.yaml")
	program := goProgram(t, emit(t, p, "go"), "", false)
	list := fromTemplates(seed, *count)
	report(t, runGo(t, program, list), list)
}

// TestTypeScript prints the same with generated TypeScript.
func TestTypeScript(t *testing.T) {
	t.Parallel()
	p := compileFile(t, "testdata/secrets.yaml")
	list := fromTemplates(seed, *count)
	report(t, runTypeScript(t, emit(t, p, "ts"), list), list)
}

// runTypeScript returns what the program in testdata prints of messages.
func runTypeScript(t *testing.T, files []backend.File, list []message, args ...string) []output {
	t.Helper()
	tier.Slow(t)
	dir := t.TempDir()
	writeFiles(t, filepath.Join(dir, "demo"), files)
	writeFiles(t, dir, []backend.File{{Name: "program.mjs", Data: readFile(t, "testdata/program.mjs")}})
	cmd := exec.Command("node", append([]string{"program.mjs"}, args...)...)
	cmd.Dir, cmd.Stdin = dir, bytes.NewReader(linesOf(list))
	return outputOf(t, cmd)
}

// TestPython prints the same with generated Python.
func TestPython(t *testing.T) {
	t.Parallel()
	p := compileFile(t, "testdata/secrets.yaml")
	list := fromTemplates(seed, *count)
	report(t, runPython(t, emit(t, p, "py"), list), list)
}

// runPython returns what the program in testdata prints of messages, with what pydantic says if
// it is installed.
func runPython(t *testing.T, files []backend.File, list []message) []output {
	t.Helper()
	tier.Slow(t)
	dir := t.TempDir()
	writeFiles(t, dir, files)
	program, err := filepath.Abs("testdata/program.py")
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(files, func(f backend.File) bool { return strings.HasSuffix(f.Name, "/__init__.py") })
	name, _, _ := strings.Cut(files[i].Name, "/")
	cmd := python.Command(t, dir, program, name)
	cmd.Env = append(cmd.Environ(), "PYTHONPATH="+dir)
	cmd.Stdin = bytes.NewReader(linesOf(list))
	return outputOf(t, cmd)
}

// writeFiles writes files below a folder.
func writeFiles(t *testing.T, dir string, files []backend.File) {
	t.Helper()
	for _, f := range files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// outputOf returns what a program of testdata prints.
func outputOf(t *testing.T, cmd *exec.Cmd) []output {
	t.Helper()
	var faults bytes.Buffer
	cmd.Stderr = &faults
	text, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, faults.Bytes())
	}
	return parse(t, text)
}

// goProgram builds the program that prints values of a package. deep says that everything of the
// protocol is sensitive; overlay is a file with faults, or "".
func goProgram(t *testing.T, files []backend.File, overlay string, deep bool) string {
	t.Helper()
	m := gomod.New(t)
	m.Add(t, "demo", files)
	m.Write(t, "main.go", readFile(t, "testdata/program.go.txt"))
	if !deep {
		m.Write(t, "serve.go", readFile(t, "testdata/serve.go.txt"))
	}
	table := fmt.Sprintf("package main\n\nimport \"example.test/out/demo\"\n\nconst deep = %v\n\n"+
		"func refuse(err error) string { return string(demo.AppendMessage(nil, demo.Refuse(err))) }\n\nvar codecs = map[string]codec{\n", deep)
	for _, name := range typesOf(deep) {
		table += strings.ReplaceAll("\t\"X\": codecOf(demo.DecodeX, demo.CheckX, demo.AppendX),\n", "X", name)
	}
	m.Write(t, "table.go", []byte(table+"}\n"))
	if overlay != "" {
		return m.Build(t, "-overlay", overlay)
	}
	return m.Build(t)
}

// typesOf are the types of the values that the program reads.
func typesOf(deep bool) []string {
	names := []string{"Message"}
	for _, m := range fromTemplates(seed, strings.Count(templates, "\n")) {
		if !deep && !slices.Contains(names, m.typ) {
			names = append(names, m.typ)
		}
	}
	return names
}

// runGo returns what that program prints of messages.
func runGo(t *testing.T, program string, list []message) []output {
	t.Helper()
	cmd := exec.Command(program)
	cmd.Stdin = bytes.NewReader(linesOf(list))
	return outputOf(t, cmd)
}

func compileFile(t *testing.T, name string) *model.Protocol {
	t.Helper()
	p, r := compile.Check(source.NewFile(filepath.Base(name), readFile(t, name)), fstest.MapFS{})
	if p == nil {
		t.Fatalf("%s has errors: %v", name, r)
	}
	return p
}

// emit returns the files of a target for a protocol.
func emit(t *testing.T, p *model.Protocol, target string) []backend.File {
	t.Helper()
	var r diag.Report
	for _, b := range compile.Targets() {
		if b.Target().Name != target {
			continue
		}
		plan, err := b.Plan(p, backend.Common{Folder: "demo"}, &r)
		if err != nil || !r.OK() {
			t.Fatalf("%s: %v %v", target, err, r)
		}
		files, err := plan.Emit()
		if err != nil {
			t.Fatal(err)
		}
		return files
	}
	t.Fatal("no target " + target)
	return nil
}

func readFile(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// An output is what a program printed of a message in one way.
type output struct {
	n          int // the number of the message; negative for one of several messages
	kind, text string
}

// parse reads what the programs in testdata print.
func parse(t *testing.T, text []byte) (list []output) {
	t.Helper()
	in := bufio.NewScanner(bytes.NewReader(text))
	in.Buffer(nil, 1<<28)
	for in.Scan() {
		parts := strings.SplitN(in.Text(), "\t", 3)
		if len(parts) != 3 {
			t.Fatalf("the program printed %q", in.Text())
		}
		var o output
		if _, err := fmt.Sscan(parts[0], &o.n); err != nil {
			t.Fatal(err)
		}
		o.kind, o.text = parts[1], parts[2]
		list = append(list, o)
	}
	return list
}

// linesOf are the lines that the programs in testdata read.
func linesOf(list []message) []byte {
	var in bytes.Buffer
	for i, m := range list {
		text, err := json.Marshal(map[string]any{"n": i, "type": m.typ, "text": m.text})
		if err != nil {
			panic(err)
		}
		in.Write(append(text, '\n'))
	}
	return in.Bytes()
}

// isLog reports whether a kind of output shows values, and not errors.
func isLog(kind string) bool {
	return strings.HasPrefix(kind, "value ") || strings.HasPrefix(kind, "redacted ")
}

// report fails for each kind of output with a secret, and prints how many were looked at.
func report(t *testing.T, list []output, of []message) {
	t.Helper()
	type leak struct {
		n     int
		where string
	}
	found, kinds := map[string]*leak{}, map[string]int{}
	for _, o := range list {
		kinds[o.kind]++
		where := leaks(o.text)
		if where == "" || o.n >= 0 && of[o.n].quotable && !isLog(o.kind) {
			continue
		}
		key := o.kind
		if o.n >= 0 {
			key += " of " + of[o.n].typ
			where = of[o.n].text + "\n\t\t… " + where
		}
		if found[key] == nil {
			found[key] = &leak{where: where}
		}
		found[key].n++
	}
	for key, l := range found {
		t.Errorf("%d times: %s\n\t%s", l.n, key, l.where)
	}
	t.Logf("%d messages, %d outputs of %d kinds, %d with secrets", len(of), len(list), len(kinds), len(found))
}
