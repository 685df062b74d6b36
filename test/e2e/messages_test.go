package e2e

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/gogen"
	"github.com/wiregen/wiregen/internal/codegen/schemagen"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/test/gomod"
)

// A question is one message for a reader; the answer is its result.
type question struct {
	Construct string
	Type      string
	Text      string // which need not be UTF-8
}

// MarshalJSON has the bytes of the text in base64.
func (q question) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Construct string `json:"construct"`
		Type      string `json:"type"`
		Text      []byte `json:"text"`
	}{q.Construct, q.Type, []byte(q.Text)})
}

type answer struct {
	Written string `json:"written"` // when it was read
	Second  string `json:"second"`  // what a second pass writes
	Error   string `json:"error"`   // when it was refused
	Check   string `json:"check"`   // the error of CheckX for the value that was read
	Answer  string `json:"answer"`  // the id and the error of the response that Refuse makes
	Dropped string `json:"dropped"` // what was passed over: the place and the fault of each value
}

func questions(all []*construct) []question {
	var out []question
	for _, c := range all {
		for _, m := range c.messages {
			out = append(out, question{c.name, m.typ, m.text})
		}
	}
	return out
}

// compareTexts compares a reader's answers with the messages.
func compareTexts(t *testing.T, all []*construct, answers []answer) {
	t.Helper()
	i := 0
	for _, c := range all {
		for _, m := range c.messages {
			if i == len(answers) {
				t.Fatalf("%s: message %d: no answer", c.name, m.line)
			}
			a := answers[i]
			i++
			where := fmt.Sprintf("%s: message %d: %s %s", c.name, m.line, m.typ, m.text)
			switch {
			case m.accept && a.Error != "":
				t.Errorf("%s\n\trefused: %s", where, a.Error)
			case m.unfit && a.Check != m.want:
				t.Errorf("%s\n\tfault for a writer: %s\n\twant:               %s", where, a.Check, m.want)
			case m.unfit:
			case m.accept && a.Written != m.want:
				t.Errorf("%s\n\twritten: %s\n\twant:    %s", where, a.Written, m.want)
			case m.accept && a.Second != a.Written:
				t.Errorf("%s\n\twritten:     %s\n\tsecond pass: %s", where, a.Written, a.Second)
			case m.accept && a.Check != "":
				t.Errorf("%s\n\tread, but not in order for writing: %s", where, a.Check)
			case !m.accept && a.Error == "":
				t.Errorf("%s\n\taccepted, as %s\n\twant: %s", where, a.Written, m.want)
			case !m.accept && a.Error != m.want:
				t.Errorf("%s\n\terror: %s\n\twant:  %s", where, a.Error, m.want)
			}
		}
	}
	if i != len(answers) || i == 0 {
		t.Errorf("%d messages, %d answers", i, len(answers))
	}
	t.Logf("%d messages read", i)
}

func writeFiles(t *testing.T, dir string, files []backend.File) {
	t.Helper()
	for _, f := range files {
		writeFile(t, filepath.Join(dir, filepath.FromSlash(f.Name)), string(f.Data))
	}
}

func writeFile(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// ask gives every question to a reader, a line each.
func ask(t *testing.T, cmd *exec.Cmd, qs []question) []answer {
	t.Helper()
	answers, err := converse(cmd, qs)
	if err != nil {
		t.Fatal(err)
	}
	return answers
}

// patience is how long a reader may take for an answer.
const patience = 30 * time.Second

// converse is ask for a reader that may end or hang before the last answer: then
// there are fewer answers than questions, and an error.
func converse(cmd *exec.Cmd, qs []question) ([]answer, error) {
	var in, errs bytes.Buffer
	for _, q := range qs {
		line, err := json.Marshal(q)
		if err != nil {
			return nil, err
		}
		in.Write(append(line, '\n'))
	}
	cmd.Stdin, cmd.Stderr = &in, &errs
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return nil, err
	}
	silent := time.AfterFunc(patience, func() { cmd.Process.Kill() })
	var answers []answer
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<22)
	for lines.Scan() {
		silent.Reset(patience)
		var a answer
		if json.Unmarshal(lines.Bytes(), &a) != nil {
			break // half a line, or none of ours
		}
		answers = append(answers, a)
	}
	io.Copy(io.Discard, out)
	err = cmd.Wait()
	if !silent.Stop() {
		return answers, fmt.Errorf("%v: no answer for %v", cmd.Args, patience)
	}
	if err == nil && len(answers) != len(qs) {
		err = errors.New("the answers are not as many as the questions")
	}
	if err != nil {
		return answers, fmt.Errorf("%v: %w\n%.4000s", cmd.Args, err, errs.String())
	}
	return answers, nil
}

// goModule writes every construct's Go into one separate module, with a program
// that answers questions.
func goModule(t *testing.T, all []*construct) gomod.Module {
	t.Helper()
	m := gomod.New(t)
	var imports, rows strings.Builder
	for _, c := range all {
		m.Add(t, c.name, goFiles(c))
		types := slices.Clone(c.types)
		for _, x := range c.messages {
			types = append(types, x.typ)
		}
		if len(types) > 0 {
			fmt.Fprintf(&imports, "\tp_%s %q\n", c.name, "example.test/out/"+c.name)
		}
		slices.Sort(types)
		rows.WriteString("\nfunc init() {\n") // one for each construct: a compiler takes long for large functions
		for _, typ := range slices.Compact(types) {
			called := c.nameIn("go", typ)
			written := called
			if c.isMessage(typ) {
				fmt.Fprintf(&rows, refusalRow, c.name+"."+typ, c.name, called)
				if called != "Batch" {
					written = "Message" // the messages of one side are read apart and written alike
				}
			}
			if reports(c, typ) {
				fmt.Fprintf(&rows, "\treports[%q] = reporter(p_%[2]s.Decode%[3]sReport)\n", c.name+"."+typ, c.name, called)
			}
			fmt.Fprintf(&rows, "\treaders[%q] = reader(p_%[2]s.Decode%[3]s, p_%[2]s.Append%[4]s, p_%[2]s.Check%[4]s, p_%[2]s.Protocol.Verify, %[5]q)\n", c.name+"."+typ, c.name, called, written, typ)
		}
		for _, k := range progressKinds(c) {
			if len(types) == 0 {
				break
			}
			rows.WriteString(k.goRow())
		}
		rows.WriteString("}\n")
	}
	program := strings.NewReplacer("/*IMPORTS*/", imports.String(), "/*ROWS*/", rows.String()).Replace(goProgram)
	m.Write(t, "main.go", []byte(program))
	return m
}

// goFiles returns the files of a construct's Go package. Its test, if it has one, is in a file
// that another package may import: to link a program of tests for each package takes most of
// a minute.
func goFiles(c *construct) []backend.File {
	out := slices.Clone(c.targets["go"])
	for i := range out {
		if out[i].Name == "vectors_test.go" {
			out[i].Name = "vectors_shipped.go"
		}
	}
	return out
}

// reports reports whether the reader of a type tells what it passes over.
func reports(c *construct, typ string) bool {
	rows := lower.New(c.protocol)
	for _, d := range c.protocol.Decls {
		if d.TypeName() == typ {
			return rows.Tolerates(rows.Ref(d))
		}
	}
	return rows.TolerantMessages()
}

const refusalRow = `
	refusals[%q] = func(text []byte) string {
		v, err := p_%[2]s.Decode%[3]s(text)
		r := p_%[2]s.Refuse(err)
		if u, ok := any(v).(*p_%[2]s.UnknownMessage); ok {
			r = u.Refuse()
		}
		if r == nil {
			return ""
		}
		return answered(r.ID, r.Error)
	}
`

const goProgram = `package main

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"runtime/debug"

	"github.com/wiregen/wiregen/wirert"

/*IMPORTS*/)

type question struct {
	Construct, Type string
	Text            []byte
}

type answer struct {
	Written string ` + "`json:\"written\"`" + `
	Second  string ` + "`json:\"second\"`" + `
	Error   string ` + "`json:\"error\"`" + `
	Check   string ` + "`json:\"check\"`" + `
	Answer  string ` + "`json:\"answer\"`" + `
	Dropped string ` + "`json:\"dropped\"`" + `
}

// reports are what each type passes over.
var reports = map[string]func(text []byte) string{}

func reporter[T any](decode func([]byte, func(path, words string)) (T, error)) func([]byte) string {
	return func(text []byte) (out string) {
		decode(text, func(path, words string) { out += path + " | " + words + "\n" })
		return out
	}
}

// refusals are the answers of each type of messages to those that it refuses.
var refusals = map[string]func(text []byte) string{}

// answered is the text of an answer.
func answered(id wirert.ID, e *wirert.ResponseError) string {
	text := fmt.Sprintf("%s %d %s", id, e.Code, e.Message)
	if len(e.Data) > 0 {
		text += " " + string(e.Data)
	}
	return text
}

// read reads, checks and writes. A pass reads and writes.
func read(text []byte, pass func(text []byte, check *error) ([]byte, error)) (a answer) {
	defer func() {
		if v := recover(); v != nil {
			a = answer{Error: fmt.Sprint("panic: ", v)}
		}
	}()
	var fault, none error
	written, err := pass(text, &fault)
	if err != nil {
		return answer{Error: err.Error()}
	}
	if a.Written = string(written); fault != nil {
		a.Check = fault.Error()
	}
	second, err := pass(written, &none)
	if a.Second = string(second); err != nil {
		a.Second = err.Error()
	}
	return a
}

// reader takes little code for each type, of which there are thousands.
func reader[T any](decode func([]byte) (T, error), write func([]byte, T) []byte, check func(T) error, verify func(string, []byte, wirert.Options) error, name string) func([]byte) answer {
	pass := func(text []byte, fault *error) ([]byte, error) {
		v, err := decode(text)
		if err != nil {
			return nil, err
		}
		out := write(nil, v)
		*fault = check(v)
		return out, nil
	}
	return func(text []byte) answer {
		a := read(text, pass)
		if err := verify(name, text, wirert.Options{}); fmt.Sprint(err) != cmp.Or(a.Error, "<nil>") {
			a.Error += fmt.Sprintf(" (but Verify says %v)", err)
		}
		return a
	}
}

var readers = map[string]func([]byte) answer{}

// array writes a list.
func array(n int, item func(dst []byte, i int) []byte) string {
	var items [][]byte
	for i := range n {
		items = append(items, item(nil, i))
	}
	return "[" + string(bytes.Join(items, []byte(","))) + "]"
}
/*ROWS*/

func main() {
	debug.SetMaxStack(64 << 20) // of one that has no end
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<22)
	out := json.NewEncoder(os.Stdout)
	for in.Scan() {
		var q question
		if err := json.Unmarshal(in.Bytes(), &q); err != nil {
			panic(err)
		}
		a := readers[q.Construct+"."+q.Type](q.Text)
		if refuse := refusals[q.Construct+"."+q.Type]; refuse != nil {
			a.Answer = refuse(q.Text)
		}
		if report := reports[q.Construct+"."+q.Type]; report != nil {
			a.Dropped = report(q.Text)
		}
		if err := out.Encode(a); err != nil {
			panic(err)
		}
	}
}
`

// TestGoMessages vets every construct's Go, and reads the messages with it.
func TestGoMessages(t *testing.T) {
	t.Parallel()
	all := loadSpecs(t)
	for _, c := range all {
		c.targets = emit(t, c, gogen.New())
	}
	if out, err := goModule(t, all).Go("vet", "./...").CombinedOutput(); err != nil {
		t.Fatalf("go vet: %v\n%s", err, out)
	}
	all = toRead(t)
	answers := ask(t, goReader(t, all), questions(all))
	compareTexts(t, all, answers)
	compareOwed(t, all, answers)
}

const tsProgram = `import { createInterface } from "node:readline";

const packages = new Map();
const called = /*CALLED*/; // what packages call types with another name in the spec
const names = new Map(); // of the members of a response, if shapes name them
let lines = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const q = JSON.parse(line);
  const bytes = Buffer.from(q.text, "base64");
  const text = bytes.toString("utf8");
  // Both forms of input, in turn; only bytes can be invalid UTF-8.
  const isText = Buffer.from(text, "utf8").equals(bytes);
  const input = lines++ % 2 === 0 && isText ? text : bytes;
  if (!packages.has(q.construct)) {
    packages.set(q.construct, await import("./" + q.construct + "/index.js"));
    const { shell } = await import("./" + q.construct + "/table.js");
    names.set(q.construct, shell?.shapes?.names?.response);
  }
  const lib = packages.get(q.construct);
  if (q.type.startsWith("progress\t")) {
    console.log(JSON.stringify(progressAnswer(lib, q.type.split("\t"), text)));
    continue;
  }
  const type = called[q.construct + "." + q.type] ?? q.type;
  const parse = lib["parse" + type];
  const write = lib["write" + type];
  const is = lib["is" + type];
  const a = { written: "", second: "", error: "", check: "", answer: "", dropped: "" };
  let got;
  try {
    got = parse(input);
  } catch (e) {
    console.log(JSON.stringify({ ...a, error: "thrown: " + e.message }));
    continue;
  }
  const isUnknown = got.ok && type === "Message" && lib.isUnknownMessage?.(got.value);
  let answer = got.refused ? lib.refuse(got) : isUnknown ? lib.refuseUnknown(got.value) : undefined;
  const n = names.get(q.construct);
  if (answer && n) {
    const own = { __proto__: null, ...answer }; // a member may be called constructor
    answer = { id: own[n.id], error: n.error ? own[n.error] : { code: 0, message: own[n.words], data: own[n.data] } };
  }
  if (got.ok && type.endsWith("Message") && type !== "Message") a.answer = "not asked"; // isUnknownMessage knows no side
  if (answer) a.answer = [JSON.stringify(answer.id), answer.error.code, answer.error.message, ...(answer.error.data ? [JSON.stringify(answer.error.data)] : [])].join(" ");
  if (!got.ok) {
    const first = got.errors[0];
    a.error = new lib.WireError(first).message;
    let raw;
    try { raw = JSON.parse(text); } catch { raw = undefined; }
    if (isText && raw !== undefined && is(raw) && !/^expected (a finite number|at most 1000 levels|a weight of at most)/.test(first.message)) a.error += " (but is" + q.type + " is true)";
  } else {
    for (const { path, error: e } of got.dropped ?? []) a.dropped += path + " | " + new lib.WireError(e).message + "\n";
    if (!is(got.value)) a.check = "is" + q.type + " is false for what was read";
    try {
      a.written = write(got.value);
    } catch (e) {
      a.check = e.message;
    }
    if (a.check === "") {
      const again = parse(a.written);
      a.second = again.ok ? write(again.value) : JSON.stringify(again.errors);
    }
  }
  console.log(JSON.stringify(a));
}
` + tsProgress + `
`

// TestTypeScriptMessages reads the messages with every construct's JavaScript, in Node.
func TestTypeScriptMessages(t *testing.T) {
	t.Parallel()
	all := toRead(t)
	answers := ask(t, tsReader(t, all), questions(all))
	compareTexts(t, all, answers)
	compareOwed(t, all, answers)
}

// TestSchemaMessages validates the messages against the read schema, and those
// that must not be written against the write schema too.
func TestSchemaMessages(t *testing.T) {
	ran := 0
	for _, c := range loadSpecs(t) {
		c.targets = emit(t, c, schemagen.New())
		bundles, err := newSchemas(c)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range c.messages {
			ran++
			where := fmt.Sprintf("%s: message %d: %s %s", c.name, m.line, m.typ, m.text)
			value, err := jsonschema.UnmarshalJSON(strings.NewReader(m.text))
			if err != nil || isBeyondSchemas(m.want) {
				if m.accept {
					t.Errorf("%s: %v", where, err)
				}
				continue // the text layer is checked before the schema
			}
			if err := bundles.must(t, readSide, m.typ).Validate(value); (err == nil) != m.accept {
				t.Errorf("%s\n\tthe read schema returns: %v", where, err)
			}
			if m.unfit && bundles.must(t, writeSide, m.typ).Validate(value) == nil {
				t.Errorf("%s\n\tthe write schema accepts it", where)
			}
		}
	}
	if ran == 0 {
		t.Error("no message was validated")
	}
	t.Logf("%d messages validated", ran)
}
