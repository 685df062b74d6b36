package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/gogen"
	"github.com/wiregen/wiregen/internal/codegen/pygen"
	"github.com/wiregen/wiregen/internal/codegen/schemagen"
	"github.com/wiregen/wiregen/internal/codegen/tsgen"
	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/lint"
	"github.com/wiregen/wiregen/internal/parallel"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/test/gomod"
	"github.com/wiregen/wiregen/test/node"
	"github.com/wiregen/wiregen/test/specfuzz"
)

// A fuzzed is a random spec, or one that was found earlier, on its way through
// the stages. A spec that shows a fault in one stage does not go into the next.
type fuzzed struct {
	*construct
	text   string
	seed   uint64
	root   *specfuzz.Node // nil: it is in a file
	list   []made         // the messages for every reader
	codes  []string       // the diagnostics that refuse it
	failed bool
}

// A fault is a fault of a spec that check accepts, or of a stage that accepts it.
type fault struct {
	class  string // the stage, and its message without the names of the spec
	detail string
	spec   *fuzzed
}

// stages runs the stages that specs and their output go through.
type stages struct {
	messages int    // for each spec
	only     string // the class of fault that is looked for, or all of them
	saw      tallies
	mu       sync.Mutex // of faults: specs are made at once
	faults   []fault
}

// bound is how long check, or all output of one spec, may take.
const bound = 2 * time.Minute

// fail records a fault of a spec, each class of it once.
func (s *stages) fail(f *fuzzed, stage, detail string) {
	class := stage
	if kind := sort(detail); kind != "" {
		class += ": " + kind
	}
	s.note(f, class, detail)
}

func (s *stages) note(f *fuzzed, class, detail string) {
	f.failed = true
	s.mu.Lock()
	defer s.mu.Unlock()
	if !slices.ContainsFunc(s.faults, func(o fault) bool { return o.spec == f && o.class == class }) {
		s.faults = append(s.faults, fault{class, strings.TrimSpace(detail), f})
	}
}

// sort returns the beginning of a text up to what depends on the spec.
func sort(detail string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(detail), "\n")
	if i := strings.IndexAny(line, ":(\"`'/.0123456789{}[]"); i >= 0 {
		line = line[:i]
	}
	words := strings.Fields(line)
	return strings.Join(words[:min(len(words), 6)], " ")
}

// guard runs a function, and describes its panic, or that it takes too long.
func guard(work func()) (what, detail string) {
	done := make(chan [2]string, 1)
	go func() {
		defer func() {
			if v := recover(); v != nil {
				done <- [2]string{"panics", fmt.Sprint(v)}
			}
		}()
		work()
		done <- [2]string{}
	}()
	select {
	case got := <-done:
		return got[0], got[1]
	case <-time.After(bound):
		return "takes too long", ""
	}
}

// makeAll makes what make does of some specs, and returns those that go on.
func (s *stages) makeAll(list []*fuzzed) (batch []*fuzzed) {
	goes := make([]bool, len(list))
	parallel.Do(len(list), func(i int) { goes[i] = s.make(list[i]) })
	for i, f := range list {
		if goes[i] {
			batch = append(batch, f)
		}
	}
	return batch
}

// make checks a spec, and makes its output and messages. It reports whether check
// accepts the spec and nothing failed.
func (s *stages) make(f *fuzzed) bool {
	var r *diag.Report
	var p *model.Protocol
	if what, detail := guard(func() { p, r = compile.Check(source.NewFile("spec.yaml", []byte(f.text)), nil) }); what != "" {
		s.fail(f, "check "+what, detail)
		return false
	}
	if f.refusedBy(r) || p == nil {
		return false
	}
	f.protocol = p
	if what, detail := guard(func() { lint.Run(p, nil, &diag.Report{}) }); what != "" {
		s.fail(f, "lint "+what, detail)
		return false
	}
	if what, detail := guard(func() { s.proofs(f) }); what != "" {
		s.fail(f, "a session or a sample "+what, detail)
	}
	if f.failed {
		return false
	}
	var err error
	if what, detail := guard(func() { f.targets, err = tryEmit(p, r, shipping()...) }); what != "" {
		s.fail(f, "generate "+what, detail)
		return false
	}
	switch {
	case f.refusedBy(r):
		return false
	case err != nil:
		s.fail(f, "generate", err.Error())
		return false
	}
	for _, file := range f.targets["go"] {
		if strings.HasSuffix(file.Name, ".go") {
			if clean, err := format.Source(file.Data); err != nil || !bytes.Equal(clean, file.Data) {
				s.fail(f, "gofmt", fmt.Sprint(err))
			}
		}
	}
	s.texts(f)
	what, detail := guard(func() {
		f.types = readableTypes(f.construct)
		if len(f.types) > 0 {
			f.list = makeMessages([]*construct{f.construct}, s.messages)
		}
		askModel([]*construct{f.construct}, f.list)
	})
	if what != "" {
		s.fail(f, "sample or the model "+what, detail)
	}
	return !f.failed
}

// refusedBy records the diagnostics that refuse a spec, if any.
func (f *fuzzed) refusedBy(r *diag.Report) bool {
	for _, d := range r.All() {
		if d.Severity == diag.Error && !slices.Contains(f.codes, d.Code.ID) {
			f.codes = append(f.codes, d.Code.ID)
		}
	}
	return len(f.codes) > 0
}

// shipping returns every target, with all that a package may ship.
func shipping() []backend.Backend {
	return []backend.Backend{gogen.Backend{Vectors: true}, tsgen.Backend{Vectors: true, Brands: true}, pygen.Backend{Vectors: true}, schemagen.New()}
}

// sound returns those specs of a batch that showed no fault yet.
func sound(batch []*fuzzed) []*fuzzed {
	return slices.DeleteFunc(slices.Clone(batch), func(f *fuzzed) bool { return f.failed })
}

func constructsOf(batch []*fuzzed) []*construct {
	var out []*construct
	for _, f := range batch {
		out = append(out, f.construct)
	}
	return out
}

// all runs the further stages on specs that make has accepted: their output is built
// and loaded, and its readers are compared.
func (s *stages) all(t *testing.T, batch []*fuzzed) {
	t.Helper()
	if s.looksFor("ESM", "CommonJS", "tsc") {
		s.inNode(t, sound(batch))
	}
	if s.looksFor("a schema") {
		s.schemas(t, sound(batch))
	}
	if s.looksFor("vectors, in TypeScript") {
		s.vectorsInNode(t, sound(batch))
	}
	if s.looksFor("vectors, in Python") {
		s.vectorsInPython(t, sound(batch))
	}
	if *fuzzTypes && s.looksFor("pyright", "mypy") {
		s.typesInPython(t, sound(batch))
	}
	if batch = sound(batch); len(batch) == 0 || !s.looksFor("go ", "vectors", "agree") {
		return
	}
	program := s.build(t, batch)
	if s.looksFor("vectors") {
		s.vectors(t, program, sound(batch))
	}
	if s.looksFor("agree") {
		s.agree(t, program, sound(batch))
	}
}

// looksFor reports whether faults of a class with one of these prefixes are
// looked for.
func (s *stages) looksFor(heads ...string) bool {
	return s.only == "" || slices.ContainsFunc(heads, func(head string) bool { return strings.HasPrefix(s.only, head) })
}

const loads = `import { existsSync } from "node:fs";
import { createRequire } from "node:module";
const require = createRequire(import.meta.url);
async function connected({ connect, pair, serve }) {
  const [near, far] = pair();
  const agent = serve(far);
  for (const text of ["no JSON", "{}", '{"id":1,"method":"no method"}']) near.send(text);
  const conn = await connect(near);
  await conn.close();
  await agent.closed;
}
for (const name of process.argv.slice(2)) {
  for (const [how, load] of [["ESM", (of) => import("./" + name + "/" + of + ".js")], ["CommonJS", (of) => require("./" + name + "/" + of + ".cjs")]]) {
    try {
      await load("index");
      if (!existsSync("./" + name + "/connection.js")) continue;
      await connected(await load("connection"));
      await load("node");
    } catch (e) {
      console.log(JSON.stringify([name, how, String(e)]));
    }
  }
}
`

// inNode loads both forms of each npm package, connects its two ends, and checks the
// declarations of all packages as one program.
func (s *stages) inNode(t *testing.T, batch []*fuzzed) {
	t.Helper()
	if len(batch) == 0 {
		return
	}
	dir := t.TempDir()
	for _, f := range batch {
		writeFiles(t, filepath.Join(dir, f.name), f.targets["ts"])
	}
	writeFile(t, filepath.Join(dir, "loads.mjs"), loads)
	args, files := []string{"loads.mjs"}, []string{}
	byName := map[string]*fuzzed{}
	for _, f := range batch {
		args, files = append(args, f.name), append(files, f.name+"/index.d.ts", f.name+"/index.d.cts")
		for _, name := range []string{"connection", "node"} {
			if _, err := os.Stat(filepath.Join(dir, f.name, name+".js")); err == nil {
				files = append(files, f.name+"/"+name+".d.ts", f.name+"/"+name+".d.cts")
			}
		}
		byName[f.name] = f
	}
	out, err := inDir(dir, "node", args...)
	for _, line := range strings.Split(strings.TrimSpace(out), "\n") {
		var got [3]string
		if json.Unmarshal([]byte(line), &got) == nil && byName[got[0]] != nil {
			s.fail(byName[got[0]], got[1], got[2])
		}
	}
	if err != nil {
		t.Errorf("node loads.mjs: %v\n%.2000s", err, out)
	}
	config, err := json.Marshal(map[string]any{"files": files, "compilerOptions": map[string]any{
		"module": "nodenext", "target": "es2022", "strict": true, "exactOptionalPropertyTypes": true, "isolatedModules": true,
		"noUncheckedIndexedAccess": true, "skipLibCheck": false, "noEmit": true, "types": []string{},
	}})
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(dir, "tsconfig.json"), string(config))
	tsc := filepath.Join(node.Modules(t), "typescript-7", "bin", "tsc")
	out, err = inDir(dir, "node", tsc, "-p", ".", "--pretty", "false")
	if !s.blame(batch, "tsc", out) && err != nil {
		t.Errorf("tsc: %v\n%.2000s", err, out)
	}
}

func inDir(dir, program string, args ...string) (string, error) {
	cmd := exec.Command(program, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// blamed matches a line of a compiler: the file that it names, and its message.
var blamed = regexp.MustCompile(`^(?:vet: )?(\S+?)(?:\(\d+,\d+\)|:\d+:\d+): (.*)$`)

// blame finds the specs that the lines of a compiler name, and reports whether there
// are any. It takes the first line about each.
func (s *stages) blame(batch []*fuzzed, stage, out string) bool {
	byName := map[string]*fuzzed{}
	for _, f := range batch {
		byName[f.name] = f
	}
	found := false
	for _, line := range strings.Split(out, "\n") {
		m := blamed.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		for _, folder := range strings.Split(m[1], "/") {
			if f := byName[folder]; f != nil && !f.failed {
				s.fail(f, stage, m[2])
				found = true
			}
		}
	}
	return found
}

// schemas compiles every type of both sides with both validators.
func (s *stages) schemas(t *testing.T, batch []*fuzzed) {
	t.Helper()
	var questions []validation
	var of []*fuzzed
	for _, f := range batch {
		compiled, err := newSchemas(f.construct)
		for _, typ := range f.types {
			for _, side := range []string{readSide, writeSide} {
				if err == nil {
					_, err = compiled.of(side, typ)
				}
				questions = append(questions, validation{made: made{question: question{Construct: f.name, Type: typ}}, side: side, compiles: true})
				of = append(of, f)
			}
		}
		if err != nil {
			s.note(f, "a schema does not compile, in Go", err.Error())
		}
	}
	if len(questions) == 0 {
		return
	}
	for i, wrong := range ajv(t, constructsOf(batch), questions) {
		if wrong != "" {
			s.fail(of[i], "a schema does not compile, in ajv", wrong)
		}
	}
}

// fuzzProgram is a test that is also a reader: one program to link for both.
const fuzzProgram = `package main

import (
	"os"
	"runtime/debug"
	"testing"

/*IMPORTS*/)

func TestMain(m *testing.M) {
	debug.SetMaxStack(64 << 20) // of one that has no end
	if os.Getenv("READER") != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

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

// build vets and builds all Go packages of a batch. Those that fail are left
// out of the program that it returns.
func (s *stages) build(t *testing.T, batch []*fuzzed) string {
	t.Helper()
	packages := gomod.New(t)
	for _, f := range batch {
		packages.Add(t, f.name, goFiles(f.construct))
	}
	if out, err := packages.Go("vet", "./...").CombinedOutput(); err != nil && !s.blame(batch, "go vet", string(out)) {
		t.Fatalf("go vet: %v\n%s", err, out)
	}
	for {
		batch = sound(batch)
		if len(batch) == 0 || !s.looksFor("go build", "vectors", "agree") {
			return ""
		}
		m := goModule(t, constructsOf(batch))
		var imports, rows strings.Builder
		for _, f := range batch {
			fmt.Fprintf(&imports, "\tp_%s %q\n", f.name, "example.test/out/"+f.name)
			fmt.Fprintf(&rows, "\t\t%q: p_%s.TestVectors,\n", f.name, f.name)
		}
		m.Write(t, "main_test.go", []byte(strings.NewReplacer("/*IMPORTS*/", imports.String(), "/*ROWS*/", rows.String()).Replace(fuzzProgram)))
		out, err := m.Go("test", "-c", "-vet=off", "-o", "program", ".").CombinedOutput()
		if err == nil {
			return filepath.Join(m.Dir, "program")
		}
		if !s.blame(batch, "go build", string(out)) {
			t.Fatalf("go test -c: %v\n%s", err, out)
		}
	}
}

var verdict = regexp.MustCompile(`(?m)^ *(=== RUN  |--- PASS:|--- FAIL:) +TestConstructs/(\w+)`)

// wrong matches what the test of a package reports about a vector.
var wrong = regexp.MustCompile(`: (written as|refused|must be|what was written is not read|a second pass|there is no|what was read is not)`)

// vectors runs the tests that the Go packages ship.
func (s *stages) vectors(t *testing.T, program string, batch []*fuzzed) {
	t.Helper()
	for rest := sound(batch); len(rest) > 0; {
		var names []string
		for _, f := range rest {
			names = append(names, f.name)
		}
		out, err := inDir(filepath.Dir(program), program, "-test.v", "-test.timeout", "2m", "-test.run", "^TestConstructs$/^("+strings.Join(names, "|")+")$")
		state, last := map[string]string{}, ""
		for _, m := range verdict.FindAllStringSubmatch(out, -1) {
			state[m[2]] = m[1]
			last = m[2]
		}
		died := state[last] == "=== RUN  "
		for _, f := range rest {
			switch {
			case state[f.name] == "--- FAIL:":
				_, detail, _ := strings.Cut(out, "=== RUN   TestConstructs/"+f.name+"\n")
				s.note(f, "vectors, in Go"+wrong.FindString(detail), fmt.Sprintf("%.600s", detail))
			case died && f.name == last:
				_, detail, _ := strings.Cut(out, "=== RUN   TestConstructs/"+f.name+"\n")
				s.note(f, "vectors kill Go", fmt.Sprintf("%.600s", detail))
			}
		}
		if last == "" {
			t.Fatalf("vectors: %v\n%.4000s", err, out)
		}
		if rest = sound(rest); !died {
			break
		}
	}
}

func (s *stages) vectorsInNode(t *testing.T, batch []*fuzzed) {
	t.Helper()
	if len(batch) == 0 {
		return
	}
	dir := tsReader(t, constructsOf(batch)).Dir
	var program strings.Builder
	for _, f := range batch {
		fmt.Fprintf(&program, "import \"./%s/vectors.test.js\";\n", f.name)
	}
	writeFile(t, filepath.Join(dir, "vectors.mjs"), program.String())
	out, err := inDir(dir, "node", "--test-reporter=tap", "vectors.mjs")
	found := false
	for i, f := range batch {
		if _, detail, failed := strings.Cut(out, fmt.Sprintf("\nnot ok %d - ", i+1)); failed {
			s.note(f, "vectors, in TypeScript"+wrong.FindString(detail), fmt.Sprintf("%.600s", detail))
			found = true
		}
	}
	if err != nil && !found {
		t.Fatalf("vectors: %v\n%.4000s", err, out)
	}
}

// vectorsInPython imports the Python packages, and runs the tests that they ship.
func (s *stages) vectorsInPython(t *testing.T, batch []*fuzzed) {
	t.Helper()
	if len(batch) == 0 {
		return
	}
	faults := pyVectors(t, constructsOf(batch))
	for _, f := range batch {
		if list := faults[f.name]; len(list) > 0 {
			s.note(f, "vectors, in Python", fmt.Sprintf("%.600s", list[0]))
		}
	}
}

// typesInPython checks the types of the Python packages.
func (s *stages) typesInPython(t *testing.T, batch []*fuzzed) {
	t.Helper()
	if len(batch) == 0 {
		return
	}
	for tool, faults := range pyTypes(t, constructsOf(batch)) {
		for _, f := range batch {
			if list := faults[f.name]; len(list) > 0 {
				_, message, _ := strings.Cut(list[0], " ")
				s.note(f, tool+": "+sort(message), strings.Join(list[:min(len(list), 5)], "\n\t"))
			}
		}
	}
}

// agree reads the messages of a batch with all readers.
func (s *stages) agree(t *testing.T, program string, batch []*fuzzed) {
	t.Helper()
	var list []made
	byName := map[string]*fuzzed{}
	for _, f := range batch {
		list = append(list, f.list...)
		byName[f.name] = f
	}
	if len(list) == 0 {
		return
	}
	say := func(q made, what string, answers ...any) {
		s.note(byName[q.Construct], "agree: "+strings.TrimSuffix(what, "at "+q.path), fmt.Sprintf("%s %.400q\n\t%+.800v", q.Type, q.Text, answers))
	}
	all := constructsOf(batch)
	inGo := answersOf(list, func() *exec.Cmd {
		cmd := exec.Command(program)
		cmd.Env = append(os.Environ(), "READER=1")
		return cmd
	}, "Go", say)
	inTS := answersOf(list, func() *exec.Cmd { return tsReader(t, all) }, "TypeScript", say)
	inPython := answersOf(list, func() *exec.Cmd { return pyReader(t, all) }, "Python", say)
	compareAll(t, all, list, given{inGo, inTS, inPython}, s.saw, say)
}
