package e2e

import (
	"encoding/json"
	"flag"
	"fmt"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/gogen"
	"github.com/wiregen/wiregen/internal/codegen/tsgen"
	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/protocol/sample"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/test/gomod"
	"github.com/wiregen/wiregen/test/node"
	"github.com/wiregen/wiregen/test/specfuzz"
)

var (
	codeSpecs    = flag.Int("code.specs", 3, "how many random specs have values that are written as code")
	codeMessages = flag.Int("code.messages", 1, "how many made messages of each type are written as code")
	codeSeed     = flag.Uint64("code.seed", 1, "the seed of the first random spec whose values are written as code")
)

// A coded is a value as code, with what a writer of its type makes of it.
type coded struct {
	spec, typ, name string // name is that of the type in the generated package
	text, expr      string
	want            string
}

// codeFixtures returns the specs whose values are written as code: all constructs, two
// whole protocols and some random specs.
func codeFixtures(t *testing.T) []*construct {
	t.Helper()
	all := loadSpecs(t)
	for _, file := range []string{"../../spec/wire.yaml", "../../testdata/everything.yaml"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(file), ".yaml")
		all = append(all, &construct{name: name, protocol: compileSpec(t, name, text)})
	}
	for i, found := *codeSeed, 0; found < *codeSpecs; i++ {
		root := specfuzz.New(i, specfuzz.Options{Hostile: *fuzzHostile})
		p, r := compile.Check(source.NewFile("spec.yaml", []byte(root.YAML())), nil)
		if p == nil || !r.OK() {
			continue
		}
		found++
		all = append(all, &construct{name: fmt.Sprintf("s%d", i), protocol: p})
	}
	return all
}

// codeOf writes messages of each type of a spec as code: those of the construct, and made
// ones. A message without code must be one that a writer does not write, or one for which
// why gives a reason of the target. Those are counted.
func codeOf(t *testing.T, c *construct, plan backend.Coder, why func(c *construct, text string) string, without map[string]int) []coded {
	t.Helper()
	read := interp.New(c.protocol)
	maker := sample.New(c.protocol, 16)
	var out []coded
	for _, d := range c.protocol.Decls {
		var texts []string
		for _, m := range c.messages {
			if m.accept && m.typ == d.TypeName() {
				texts = append(texts, m.text)
			}
		}
		for range *codeMessages - min(1, len(texts)) { // what a spec has is what shows something
			texts = append(texts, maker.Message(d.TypeName()))
		}
		slices.Sort(texts)
		for _, text := range slices.Compact(texts) {
			reading := read.Read(d.TypeName(), []byte(text))
			written := reading.Value.Written()
			expr, ok := plan.Code(d, []byte(text))
			reason := ""
			switch {
			case reading.Err != nil:
				reason = "it is refused"
			case reading.Unfit != nil:
				reason = "a writer must not write it"
			case strings.Contains(strings.ToLower(text), `\ud`) && !ok:
				reason = "it has half of a surrogate pair"
			case !ok:
				reason = why(c, written)
			}
			if ok != (reason == "") {
				t.Errorf("%s: %s %s\n\thas code: %v %s", c.name, d.TypeName(), text, ok, reason)
			}
			if ok {
				out = append(out, coded{c.name, d.TypeName(), plan.Names(d)[0], text, expr, written})
			} else {
				without[reason]++
			}
		}
	}
	return out
}

// callsOf are the calls of the methods of a spec, with the first of the values of their
// params that has code. One without must have params of which there is no value.
func callsOf(t *testing.T, c *construct, plan backend.Coder, values []coded) []string {
	t.Helper()
	var out []string
	for _, m := range c.protocol.Methods {
		var texts [][]byte
		if d, ok := m.Params.(model.Decl); ok {
			for _, v := range values {
				if v.typ == d.TypeName() {
					texts = append(texts, []byte(v.text))
				}
			}
		}
		if m.Params == nil {
			texts = append(texts, nil)
		}
		found := len(texts) == 0
		for _, text := range texts {
			if call, ok := plan.Call(m, text); ok {
				out, found = append(out, call), true
			}
		}
		if !found {
			t.Errorf("%s: %s: there is no call, with none of %q", c.name, m.Name, texts)
		}
	}
	return out
}

// roleOf is the role that a call is of, by the name of its variable.
func roleOf(t *testing.T, c *construct, variable string) string {
	t.Helper()
	for _, role := range c.protocol.Roles {
		if names.Camel(role) == strings.TrimSuffix(variable, "_") {
			return names.GoExported(role)
		}
	}
	t.Fatalf("%s: %s is of no role", c.name, variable)
	return ""
}

// notInTypeScript is why there is no TypeScript for a text that is written; or "".
func notInTypeScript(c *construct, text string) string {
	const deepest = 40
	inherited := []string{
		"__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__", "__proto__", "constructor",
		"hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString", "toString", "valueOf",
	}
	depth, most, odd := 0, 0, false
	for d := json.NewDecoder(strings.NewReader(text)); ; {
		token, err := d.Token()
		if err != nil {
			break
		}
		switch token := token.(type) {
		case json.Delim:
			if depth--; token == '[' || token == '{' {
				depth += 2
			}
		case string:
			odd = odd || slices.Contains(inherited, token)
		}
		most = max(most, depth)
	}
	for _, d := range c.protocol.Decls {
		if s, ok := d.(*model.Struct); ok {
			odd = odd || slices.ContainsFunc(s.Fields, func(f *model.Field) bool { return slices.Contains(inherited, f.Name) })
		}
	}
	switch {
	case most > deepest:
		return "it is nested too deep"
	case odd:
		return "a name is one that every object inherits"
	}
	return ""
}

// coderOf plans a target for a spec. It is nil if names collide, as those of a random spec may.
func coderOf(t *testing.T, c *construct, b backend.Backend) backend.Coder {
	t.Helper()
	var r diag.Report
	plan, err := b.Plan(c.protocol, backend.Common{Folder: "demo"}, &r)
	if err != nil {
		t.Fatal(err)
	}
	if !r.OK() {
		return nil
	}
	return plan.(backend.Coder)
}

// compareCoded compares what a program wrote, a line for each value: what it makes of the
// code and, where a language cannot keep all content verbatim, of the message.
func compareCoded(t *testing.T, values []coded, out []byte) {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if len(lines) != len(values) {
		t.Fatalf("%d values, %d answers\n%.2000s", len(values), len(lines), out)
	}
	wrong := 0
	for i, v := range values {
		var got []string
		if err := json.Unmarshal([]byte(lines[i]), &got); err != nil {
			t.Fatalf("%v: %s", err, lines[i])
		}
		want := v.want
		if got[0] != want && len(got) > 1 && sameValue(t, got[1], want) {
			want = got[1]
		}
		verbatim := strings.Contains(v.expr, "wirert.Raw(") // whose strings may have other escapes
		if got[0] != want && !(verbatim && sameValue(t, got[0], want)) {
			if wrong++; wrong <= 10 {
				t.Errorf("%s: %s %s\n%s\n\tis written: %q\n\twant:       %q", v.spec, v.typ, v.text, v.expr, got, v.want)
			}
		}
	}
	t.Logf("%d values, %d are written as others", len(values), wrong)
}

const codeInGo = `package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

var out = bufio.NewWriter(os.Stdout)

// put returns what prints how a value is written, or why it must not be.
func put[T any](write func([]byte, T) []byte, check func(T) error) func(T) {
	return func(v T) { line(func() []byte { return write(nil, v) }, func() error { return check(v) }) }
}

func line(write func() []byte, check func() error) {
	text := func() (text string) {
		defer func() {
			if p := recover(); p != nil {
				text = fmt.Sprint("panic: ", p)
			}
		}()
		if err := check(); err != nil {
			return "refused: " + err.Error()
		}
		return string(write())
	}()
	line, _ := json.Marshal([]string{text})
	out.Write(append(line, '\n'))
}

func main() {
	defer out.Flush()
%s}
`

// callee matches the variable of a call, in both languages.
var callee = regexp.MustCompile(`^(?:result, err := |err := |const result = await |await )(\w+)\.`)

// TestCodeInGo compiles values that are written as Go, and demands that they are those
// that they were made of.
func TestCodeInGo(t *testing.T) {
	t.Parallel()
	m := gomod.New(t)
	counts := 0
	var values []coded
	without := map[string]int{}
	none := func(*construct, string) string { return "" }
	var calls strings.Builder
	for _, c := range codeFixtures(t) {
		plan := coderOf(t, c, gogen.New())
		if plan == nil {
			continue
		}
		list := codeOf(t, c, plan, none, without)
		if len(list) == 0 {
			continue
		}
		files, err := plan.Emit()
		if err != nil {
			t.Fatal(err)
		}
		m.Add(t, c.name, files)
		var text strings.Builder
		for i, v := range list {
			if i%20 == 0 { // a compiler takes long for large functions
				fmt.Fprintf(&text, "}\n\nfunc %s_%d() {\n", c.name, i)
				fmt.Fprintf(&calls, "\t%s_%d()\n", c.name, i)
			}
			if shown, err := format.Source([]byte("_ = " + v.expr)); err != nil || string(shown) != "_ = "+v.expr {
				t.Errorf("%s: gofmt changes\n%s\n%v", c.name, v.expr, err)
			}
			fmt.Fprintf(&text, "put(demo.Append%[1]s, demo.Check%[1]s)(%[2]s)\n", v.name, v.expr)
		}
		for _, call := range callsOf(t, c, plan, list) {
			variable := callee.FindStringSubmatch(call)[1]
			fmt.Fprintf(&text, "}\n\nfunc _(ctx context.Context, %s *demo.%s) {\n%s\n_ = err\n", variable, roleOf(t, c, variable), call)
			if strings.HasPrefix(call, "result") {
				text.WriteString("_ = result\n")
			}
			counts++
		}
		head := fmt.Sprintf("package main\n\nimport (\n\tdemo %q\n", "example.test/out/"+c.name)
		if strings.Contains(text.String(), "context.") {
			head += "\t\"context\"\n"
		}
		if strings.Contains(text.String(), "wirert.") {
			head += "\n\t\"github.com/wiregen/wiregen/wirert\"\n"
		}
		m.Write(t, c.name+".go", []byte(head+")\n"+strings.TrimPrefix(text.String(), "}\n")+"}\n"))
		values = append(values, list...)
	}
	m.Write(t, "main.go", fmt.Appendf(nil, codeInGo, calls.String()))
	out, err := exec.Command(m.Build(t, "-gcflags=example.test/out=-N -l")).Output()
	if err != nil {
		t.Fatal(err)
	}
	compareCoded(t, values, out)
	t.Logf("%d calls; without code: %s", counts, counted(without))
}

const codeInTS = `import * as $package from "./index.js";

const $wrote = (write: () => string): string => {
  try {
    return write();
  } catch (e) {
    return "refused: " + e;
  }
};
const $value = <$T,>(r: { ok: true; value: $T } | { ok: false }): $T => {
  if (r.ok) return r.value;
  throw "not read";
};
const $put = (given: () => string, read: () => string): void => {
  console.log(JSON.stringify([$wrote(given), $wrote(read)]));
};
`

// exported matches the types and the functions of a package that expressions name, in the
// files that declare them.
var exported = map[string]*regexp.Regexp{
	"types.d.ts":  regexp.MustCompile(`(?m)^export (?:interface|type) ([^\s<=]+)`),
	"unions.d.ts": regexp.MustCompile(`(?m)^export declare function (unknown[^\s(]+)\(value:`),
}

// TestCodeInTypeScript checks values that are written as TypeScript with tsc --strict, and
// demands that they are those that they were made of.
func TestCodeInTypeScript(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	counts := 0
	var values []coded
	without := map[string]int{}
	var files []string
	all := codeFixtures(t)
	for _, c := range all {
		plan := coderOf(t, c, tsgen.Backend{Brands: true})
		if plan == nil {
			continue
		}
		list := codeOf(t, c, plan, notInTypeScript, without)
		if len(list) == 0 {
			continue
		}
		out, err := plan.Emit()
		if err != nil {
			t.Fatal(err)
		}
		out = slices.DeleteFunc(out, func(f backend.File) bool { return strings.HasSuffix(f.Name, "cjs") || strings.HasSuffix(f.Name, "cts") })
		writeFiles(t, filepath.Join(dir, c.name), out)
		calls := callsOf(t, c, plan, list)
		counts += len(calls)
		values = append(values, list...)
		writeFile(t, filepath.Join(dir, c.name, "code.mts"), programInTS(t, c, out, list, calls))
		files = append(files, c.name+"/code.mts")
	}
	compileTS(t, dir, files)
	var load strings.Builder
	for _, file := range files {
		fmt.Fprintf(&load, "await import(%q);\n", "./"+strings.TrimSuffix(file, ".mts")+".mjs")
	}
	writeFile(t, filepath.Join(dir, "main.mjs"), load.String())
	cmd := exec.Command("node", "main.mjs")
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	compareCoded(t, values, out)
	t.Logf("%d calls; without code: %s", counts, counted(without))
}

// programInTS is a program that writes each of a list of values twice, as code and as read from its
// message, and that has all calls.
func programInTS(t *testing.T, c *construct, out []backend.File, list []coded, calls []string) string {
	var text strings.Builder
	text.WriteString(codeInTS)
	for _, f := range out { // what the expressions name
		named := exported[f.Name]
		if named == nil {
			continue
		}
		for _, m := range named.FindAllStringSubmatch(string(f.Data), -1) {
			fmt.Fprintf(&text, "import { %s } from \"./index.js\";\n", m[1])
		}
	}
	for _, v := range list {
		message, err := json.Marshal(v.text)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&text, "$put(() => $package.write%[1]s(%[2]s), () => $package.write%[1]s($value($package.parse%[1]s(%[3]s))));\n", v.name, v.expr, message)
	}
	for _, call := range calls {
		variable := callee.FindStringSubmatch(call)[1]
		role := roleOf(t, c, variable)
		if slices.Contains([]string{"Call", "Connection", "Stream"}, role) {
			role += "End"
		}
		fmt.Fprintf(&text, "async (%s: import(\"./connection.js\").%sConnection) => {\n%s\n};\n", variable, role, call)
	}
	return text.String()
}

// compileTS compiles files in a folder.
func compileTS(t *testing.T, dir string, files []string) {
	t.Helper()
	config, err := json.Marshal(map[string]any{"files": files, "compilerOptions": map[string]any{
		"module": "nodenext", "target": "es2022", "strict": true, "exactOptionalPropertyTypes": true, "noUncheckedIndexedAccess": true, "skipLibCheck": true, "types": []string{},
		"lib": []string{"es2022", "dom"},
	}})
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(dir, "tsconfig.json"), string(config))
	tsc := filepath.Join(node.Modules(t), "typescript-7", "bin", "tsc")
	if out, err := inDir(dir, "node", tsc, "-p", ".", "--pretty", "false"); err != nil {
		t.Fatalf("tsc: %v\n%.6000s", err, out)
	}
}
