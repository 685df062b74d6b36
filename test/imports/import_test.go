package imports

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wiregen/wiregen/test/gomod"
	"github.com/wiregen/wiregen/test/node"
	"github.com/wiregen/wiregen/test/python"
)

var (
	update  = flag.Bool("update", false, "write what the imports say into testdata")
	samples = flag.Int("samples", 10_000, "how many values are compared with each source")
)

// most is how many times as long as a check of the spec its import may take. The aim is three: it is
// up to four, because the spec is checked after each round of repairs, of which two are usual.
const most = 5

var program = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "wiregen")
	if err != nil {
		return "", err
	}
	file := filepath.Join(dir, "wiregen")
	out, err := exec.Command("go", "build", "-o", file, "../../cmd/wiregen").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return file, nil
})

// A folder is where one version of a protocol is imported.
type folder struct {
	t    *testing.T
	dir  string
	args []string // the files of the source
}

// place writes the files of a version and its decisions into a folder.
func (p protocol) place(t *testing.T, dir string, v version) *folder {
	t.Helper()
	f := &folder{t: t, dir: dir}
	for _, s := range v.files {
		f.write(s.name, s.text(t))
		f.args = append(f.args, s.name)
	}
	f.write("decide.yaml", p.decisions(t, v))
	return f
}

func (p protocol) recorded(v version, kind string) string {
	return filepath.Join("testdata", p.name+"-"+v.name+"."+kind)
}

func (p protocol) decisions(t *testing.T, v version) []byte {
	t.Helper()
	text, err := os.ReadFile(p.recorded(v, "decide.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func (f *folder) write(name string, text []byte) {
	f.t.Helper()
	if err := os.WriteFile(filepath.Join(f.dir, name), text, 0o666); err != nil {
		f.t.Fatal(err)
	}
}

func (f *folder) read(name string) string {
	f.t.Helper()
	text, err := os.ReadFile(filepath.Join(f.dir, name))
	if err != nil {
		f.t.Fatal(err)
	}
	return string(text)
}

// A said is what a run of wiregen says.
type said struct {
	out, err string
	code     int
	took     time.Duration
}

func (f *folder) wiregen(args ...string) said {
	f.t.Helper()
	file, err := program()
	if err != nil {
		f.t.Fatal(err)
	}
	cmd := exec.Command(file, args...)
	cmd.Dir = f.dir
	var out, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &stderr
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		f.t.Fatal(err)
	}
	return said{out.String(), stderr.String(), cmd.ProcessState.ExitCode(), cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}
}

// withDecisions runs wiregen import with the decisions file and the spec of the folder.
func (f *folder) withDecisions(args ...string) said {
	f.t.Helper()
	return f.wiregen(slices.Concat([]string{"import", "--decisions", "decide.yaml", "-o", "spec.yaml"}, args)...)
}

// mustImport imports with the decisions, which must answer all questions.
func (f *folder) mustImport(n int) said {
	f.t.Helper()
	got := f.withDecisions(append([]string{"--samples", strconv.Itoa(n), "--seed", "47"}, f.args...)...)
	if got.code != 0 {
		f.t.Fatalf("wiregen import: exit status %d\n%.6000s", got.code, got.err)
	}
	return got
}

// imported imports one version.
func (p protocol) imported(t *testing.T, v version) {
	m := gomod.New(t)
	f := p.place(t, m.Dir, v)
	open := f.wiregen(append([]string{"import", "-o", "first.yaml", "--samples", "0"}, f.args...)...)
	got := f.mustImport(*samples)
	for _, text := range []string{"not known:", "not compared", "stopped after"} {
		if strings.Contains(got.err, text) {
			t.Errorf("the comparison with the source says %q:\n%s", text, got.err)
		}
	}
	p.compare(t, v, got.err)
	p.whole(f)
	f.generate(m)
	imports, checks := f.best("import", "--decisions", "decide.yaml", "-o", "spec.yaml", "--samples", "0"), f.best("check", "spec.yaml")
	t.Logf("%s; %s questions without decisions\n%s\nimport %d ms, check %d ms: %.1f times", firstLine(got.err), count(t, open.err, `(\d+) open question`),
		comparison(got.err), imports.Milliseconds(), checks.Milliseconds(), imports.Seconds()/checks.Seconds())
	if imports > most*checks {
		t.Errorf("the import takes %v, more than %d times as long as the check of its spec, which takes %v", imports, most, checks)
	}
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

func count(t *testing.T, text, pattern string) string {
	t.Helper()
	found := regexp.MustCompile(pattern).FindStringSubmatch(text)
	if found == nil {
		t.Fatalf("nothing like %s is in\n%s", pattern, text)
	}
	return found[1]
}

// comparison is the part of a report about the comparison with the source.
func comparison(text string) string {
	_, text, _ = strings.Cut(text, "\ncompared")
	return "compared " + strings.TrimSpace(text)
}

// compare compares what an import says otherwise than the source with what is recorded.
func (p protocol) compare(t *testing.T, v version, text string) {
	t.Helper()
	_, text, _ = strings.Cut(text, "\nwhat the spec says otherwise")
	text, _, _ = strings.Cut(text, "\n\ncompared")
	_, text, _ = strings.Cut(text, "\n")
	text += "\n"
	name := p.recorded(v, "otherwise")
	if *update {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != text {
		t.Errorf("what the spec says otherwise than the source is now\n%s", text)
	}
}

// whole checks that each definition of the source is in the spec, or has a reason not to be.
func (p protocol) whole(f *folder) {
	spec := f.read("spec.yaml")
	for _, name := range f.args {
		var doc map[string]any
		if err := json.Unmarshal([]byte(f.read(name)), &doc); err != nil {
			f.t.Fatal(err)
		}
		for _, key := range []string{"$defs", "definitions"} {
			all, _ := doc[key].(map[string]any)
			for def := range all {
				if !strings.Contains(spec, "x-source: \"#/"+key+"/"+def+"\"\n") && !strings.Contains(spec, "x-source: '#/"+key+"/"+def+"'\n") &&
					p.left[def] == "" && !isMessage(all, def, nil) {
					f.t.Errorf("%s is not in the spec, for no known reason", def)
				}
			}
		}
	}
}

// isMessage reports whether a definition is a message of JSON-RPC, or a union of such ones.
func isMessage(all map[string]any, name string, above []string) bool {
	d, _ := all[name].(map[string]any)
	if d == nil || slices.Contains(above, name) {
		return false
	}
	fields, _ := d["properties"].(map[string]any)
	for _, key := range []string{"jsonrpc", "method"} {
		if fields[key] != nil {
			return true
		}
	}
	for _, key := range []string{"anyOf", "oneOf", "allOf"} {
		arms, _ := d[key].([]any)
		for _, arm := range arms {
			arm, _ := arm.(map[string]any)
			ref, _ := arm["$ref"].(string)
			if ref != "" && !isMessage(all, ref[strings.LastIndexByte(ref, '/')+1:], append(above, name)) {
				return false
			}
		}
		if len(arms) > 0 {
			return true
		}
	}
	return false
}

const config = `spec: spec.yaml
go: {dir: gen/wire, package: wire}
ts: {dir: gen/ts}
py: {dir: gen/py, package: wire}
schema: {dir: gen/schema}
docs: {dir: docs}
`

// generate writes the output of all targets, and compiles it.
func (f *folder) generate(m gomod.Module) {
	t := f.t
	f.write("wiregen.yaml", []byte(config))
	if got := f.wiregen("generate"); got.code != 0 {
		t.Fatalf("wiregen generate: exit status %d\n%.4000s", got.code, got.err)
	}
	tsc := exec.Command("node", filepath.Join(node.Modules(t), "typescript-7", "bin", "tsc"), "--noEmit", "--strict", "--exactOptionalPropertyTypes",
		"--module", "nodenext", "--target", "es2022", "gen/ts/index.d.ts")
	tsc.Dir = f.dir
	for _, cmd := range []*exec.Cmd{m.Go("vet", "./..."), tsc, python.Command(t, f.dir, "-c", "import sys; sys.path.insert(0, 'gen/py'); import wire; print(len(wire.__all__))")} {
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%.4000s", strings.Join(cmd.Args, " "), err, out)
		}
	}
}

// best is the shortest time of a few runs: that of the processor, which other programs change less.
func (f *folder) best(args ...string) time.Duration {
	out := time.Hour
	for range 7 {
		out = min(out, f.wiregen(args...).took)
	}
	return out
}
