package e2e

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/protocol/sample"
	"github.com/wiregen/wiregen/test/gomod"
)

// A progressKind is a kind of progress of a request, about which readers are asked with
// two messages on two lines: the request, and one that may report its progress.
type progressKind struct {
	*model.Progress
	construct *construct
	of        string // the type whose writer writes the progress, or its items; "" for none
	isList    bool
}

// progressKinds returns the kinds of progress whose names are not pinned.
func progressKinds(c *construct) []progressKind {
	var out []progressKind
	for _, m := range c.protocol.Methods {
		for _, x := range m.Progress {
			if len(m.Pins)+len(x.Method.Pins) > 0 {
				continue
			}
			k := progressKind{Progress: x, construct: c}
			t := x.Payload
			if l, ok := t.(*model.List); ok {
				t, k.isList = l.Elem, true
			}
			if d, ok := t.(model.Decl); ok && len(d.Info().Pins) == 0 && names.GoName(d.TypeName()) == d.TypeName() {
				k.of = d.TypeName()
			}
			out = append(out, k)
		}
	}
	return out
}

const progressHead = "progress\t"

// called are the names of the members of messages.
func (k progressKind) called(s lower.Shape) lower.Names {
	return lower.New(k.construct.protocol).Dialect.NamesOf(s)
}

// typ is what a question about the kind has for a type.
func (k progressKind) typ() string {
	of := k.of
	if k.isList && of != "" {
		of += "[]"
	}
	return progressHead + k.Of.Name + "\t" + k.Name + "\t" + of + "\t" + k.called(lower.RequestShape).Method
}

// goRow is the reader of the kind in Go.
func (k progressKind) goRow() string {
	method := "Progress"
	if k.Name != model.MainProgress {
		method = names.GoExported(k.Name) + "Progress"
	}
	rows := lower.New(k.construct.protocol)
	c := rows.Calls[slices.Index(k.construct.protocol.Methods, k.Of)]
	row := c.Progress[slices.Index(k.Of.Progress, k.Progress)]
	param := "n"
	if row.Kept && rows.Tolerates(row.Payload) {
		method += "Report"
		param = `n, func(path, words string) { a.Dropped += path + " | " + words + "\n" }`
	}
	written := `a.Written = "read"`
	pkg := "p_" + k.construct.name
	isStruct := false // of which a function takes a pointer
	if l, ok := k.Payload.(*model.List); ok {
		switch model.Resolve(l.Elem).(type) {
		case *model.Struct, *model.Tuple:
			isStruct = true
		}
	}
	switch {
	case k.of != "" && k.isList && isStruct:
		written = fmt.Sprintf(`a.Written = array(len(v), func(dst []byte, i int) []byte { return %s.Append%s(dst, &v[i]) })`, pkg, k.of)
	case k.of != "" && k.isList:
		written = fmt.Sprintf(`a.Written = array(len(v), func(dst []byte, i int) []byte { return %s.Append%s(dst, v[i]) })`, pkg, k.of)
	case k.of != "":
		written = fmt.Sprintf(`a.Written = string(%s.Append%s(nil, v))`, pkg, k.of)
	}
	return fmt.Sprintf(`	readers[%[1]q] = func(text []byte) (a answer) {
		request, message, _ := bytes.Cut(text, []byte("\n"))
		first, err := %[2]s.DecodeMessage(request)
		second, err2 := %[2]s.DecodeMessage(message)
		m, isRequest := first.(*%[2]s.%[3]sMessage)
		n, isNotification := second.(*%[2]s.%[4]sMessage)
		if err != nil || err2 != nil || !isRequest || !isNotification {
			return answer{Written: "not about it"}
		}
		v, ok, err := m.%[5]s(%[6]s)
		switch _ = v; {
		case !ok:
			return answer{Written: "not about it"}
		case err != nil:
			return answer{Error: err.Error()}
		}
		%[7]s
		return a
	}
`, k.construct.name+"."+k.typ(), pkg, names.GoExported(k.Of.Name), names.GoExported(k.Method.Name), method, param, written)
}

// tsProgress is the reader of any kind in TypeScript.
const tsProgress = `
function progressAnswer(lib, [, method, kind, of, member], text) {
  const a = { written: "", second: "", error: "", check: "", answer: "", dropped: "" };
  const [first, second] = text.split("\n").map((line) => lib.parseMessage(line));
  if (!first.ok || !second.ok || first.value[member] !== method || lib.isUnknownMessage(first.value)) return { ...a, written: "not about it" };
  const got = kind === "progress" ? lib.progressOf(first.value, second.value) : lib.progressOf(first.value, second.value, kind);
  if (got === undefined) return { ...a, written: "not about it" };
  if (!got.ok) {
    return { ...a, error: new lib.WireError(got.errors[0]).message };
  }
  for (const { path, error: e } of got.dropped ?? []) a.dropped += path + " | " + new lib.WireError(e).message + "\n";
  const write = lib["write" + of.replace("[]", "")];
  try {
    a.written = of === "" ? "read" : of.endsWith("[]") ? "[" + got.value.map((item) => write(item)).join(",") + "]" : write(got.value);
  } catch {
    a.written = "unfit";
  }
  return a;
}
`

// modelProgress is what the reference interpreter reads.
func modelProgress(r *interp.Reader, p *model.Protocol, typ, text string) (a answer) {
	words := strings.Split(typ, "\t")
	m := p.Methods[slices.IndexFunc(p.Methods, func(m *model.Method) bool { return m.Name == words[1] })]
	x := m.Progress[slices.IndexFunc(m.Progress, func(x *model.Progress) bool { return x.Name == words[2] })]
	request, message, _ := strings.Cut(text, "\n")
	first, second := r.Read("Message", []byte(request)), r.Read("Message", []byte(message))
	a.Written = "not about it"
	if first.Err != nil || second.Err != nil || first.Unknown {
		return a
	}
	if name := r.Parts(first.Value).Method; name == nil || name.Text != m.Name {
		return a
	}
	got, about := r.Progress(x, first.Value, second.Value)
	switch {
	case !about:
		return a
	case got.Err != nil:
		return answer{Error: got.Err.Error()}
	}
	for _, d := range got.Dropped {
		a.Dropped += d.Path + " | " + d.Err.Error() + "\n"
	}
	if a.Written = "read"; words[3] != "" {
		a.Written = got.Value.Written()
	}
	return a
}

// compareProgress compares the answers about the progress of a request. TypeScript
// refuses to write what a writer of this version must not write. It has rounded a large
// integer that was kept, so its words for the number in a fault are not compared.
func compareProgress(t *testing.T, q made, g, ts, py, m answer, say complaint) {
	t.Helper()
	unlike := func(a answer, unfit string) bool {
		if a.Error != m.Error || a.Dropped != m.Dropped {
			return true
		}
		if a.Written == unfit || a.Written == m.Written {
			return false
		}
		return !json.Valid([]byte(a.Written)) || !json.Valid([]byte(m.Written)) || !sameValue(t, m.Written, a.Written)
	}
	if unlike(g, m.Written) {
		say(q, "Go and the model disagree on progress", g, m)
	}
	if unlike(py, "unfit") {
		say(q, "Python and the model disagree on progress", py, m)
	}
	for _, a := range []*answer{&m, &ts} {
		a.Error, a.Dropped = numberFound.ReplaceAllString(a.Error, ""), numberFound.ReplaceAllString(a.Dropped, "")
	}
	if unlike(ts, "unfit") {
		say(q, "TypeScript and the model disagree on progress", ts, m)
	}
}

// numberFound are the words for a number in a fault: of one that was kept, JavaScript
// knows the value and not the text.
var numberFound = regexp.MustCompile(`, found the number \S+`)

// progressPairs returns questions about all kinds of progress.
func progressPairs(all []*construct) []made {
	var out []made
	for _, c := range all {
		kinds := progressKinds(c)
		if len(kinds) == 0 {
			continue
		}
		maker, r := sample.New(c.protocol, 7), rand.New(rand.NewPCG(5, uint64(len(out))))
		byMethod := map[string][]map[string]any{}
		for range 40 * len(c.protocol.Methods) {
			var m map[string]any
			if d := json.NewDecoder(strings.NewReader(maker.Message("Message"))); decodeNumbers(d, &m) {
				for _, s := range []lower.Shape{lower.RequestShape, lower.NotificationShape} {
					if name, ok := m[lower.New(c.protocol).Dialect.NamesOf(s).Method].(string); ok {
						byMethod[name] = append(byMethod[name], m)
						break
					}
				}
			}
		}
		for _, k := range kinds {
			requests, notifications := byMethod[k.Of.Name], byMethod[k.Method.Name]
			for i := range min(40, len(requests)*len(notifications)) {
				request, message := requests[i%len(requests)], notifications[r.IntN(len(notifications))]
				text, err := json.Marshal(request)
				if err != nil {
					panic(err)
				}
				about, err := json.Marshal(k.report(r, maker, request, message))
				if err != nil {
					panic(err)
				}
				if c.protocol.MaxWeight() < model.LeastMaxWeight && i%4 == 3 {
					about = []byte(heavier(r, string(about)))
				}
				out = append(out, made{question: question{c.name, k.typ(), string(text) + "\n" + string(about)}, multi: true})
			}
		}
	}
	return out
}

func decodeNumbers(d *json.Decoder, into any) bool {
	d.UseNumber()
	return d.Decode(into) == nil
}

// report returns a notification that mostly reports progress of the request.
func (k progressKind) report(r *rand.Rand, maker *sample.Maker, request, message map[string]any) map[string]any {
	var whole map[string]any
	text, err := json.Marshal(message) // the parts of message are not changed
	if err != nil || !decodeNumbers(json.NewDecoder(strings.NewReader(string(text))), &whole) {
		panic(err)
	}
	token, params := request[k.called(lower.RequestShape).Params], k.called(lower.NotificationShape).Params
	for _, name := range strings.Split(k.Token, ".")[1:] {
		token = memberOf(token, k.Of.Params, name)
	}
	if token != nil && r.IntN(8) > 0 {
		setMember(whole[params], k.Method.Params, k.As, token)
	}
	if k.Value != "" && r.IntN(8) > 0 {
		setMember(whole[params], k.Method.Params, k.Value, k.madeValue(r, maker))
	}
	return whole
}

// madeValue returns progress, valid or not.
func (k progressKind) madeValue(r *rand.Rand, maker *sample.Maker) any {
	one := func() json.RawMessage {
		text := []string{`1`, `"a"`, `null`, `{}`, `[]`, `true`, `1.5`, `[1]`, `["a"]`, `{"a":1}`}[r.IntN(10)]
		if k.of != "" && r.IntN(10) > 0 {
			if text = maker.Message(k.of); r.IntN(4) == 0 {
				text = maker.Invalid(k.of).Text
			}
		}
		if !json.Valid([]byte(text)) || !utf8.ValidString(text) { // the whole text would be invalid
			text = "0"
		}
		return json.RawMessage(text)
	}
	if k.isList && k.of != "" && r.IntN(10) > 0 {
		list := []json.RawMessage{}
		for range r.IntN(3) {
			list = append(list, one())
		}
		return list
	}
	return one()
}

// place returns where a parameter by position is, or -1.
func place(t model.Type, name string) int {
	tuple, ok := model.Plain(t).(*model.Tuple)
	if !ok {
		return -1
	}
	return slices.IndexFunc(tuple.Items, func(item *model.Item) bool { return item.Name == name })
}

func memberOf(v any, params model.Type, name string) any {
	switch v := v.(type) {
	case map[string]any:
		return v[name]
	case []any:
		if i := place(params, name); i >= 0 && i < len(v) {
			return v[i]
		}
	}
	return nil
}

func setMember(v any, params model.Type, name string, to any) {
	switch v := v.(type) {
	case map[string]any:
		v[name] = to
	case []any:
		if i := place(params, name); i >= 0 && i < len(v) {
			v[i] = to
		}
	}
}

// TestProgress asks every reader about pairs of a request and a message.
func TestProgress(t *testing.T) {
	var c *construct
	for _, x := range toRead(t) {
		if x.name == "progress_several" {
			c = x
		}
	}
	const (
		references = `{"jsonrpc":"2.0","id":1,"method":"references","params":{"symbol":"a","workDoneToken":"7","partialResultToken":7}}`
		silent     = `{"jsonrpc":"2.0","id":1,"method":"references","params":{"symbol":"a"}}`
		index      = `{"jsonrpc":"2.0","id":2,"method":"index","params":{"_meta":{"token":"7"}}}`
	)
	work, partial, whole, count := progressHead+"references\tprogress\tWorkProgress\tmethod", progressHead+"references\tpartial\tLocation[]\tmethod",
		progressHead+"index\tprogress\tIndexedParams\tmethod", progressHead+"index\tcount\t\tmethod"
	report := func(token, value string) string {
		return `{"jsonrpc":"2.0","method":"$/progress","params":{"token":` + token + `,"value":` + value + `}}`
	}
	const none = "not about it"
	var qs []question
	var want []string
	for _, x := range [][4]string{
		{work, references, report(`"7"`, `{"kind":"begin","title":"t"}`), `{"kind":"begin","title":"t"}`},
		{work, references, report(`"7"`, `{"kind":"begin"}`), `params.value.title is missing: expected a string`},
		{work, references, report(`"7"`, `[]`), `params.value: expected an object, found an array`},
		{work, references, report(`7`, `{"kind":"end"}`), none}, // a string is not a number
		{work, silent, report(`"7"`, `{"kind":"end"}`), none},
		{work, references, `{"jsonrpc":"2.0","method":"$/progress","id":1,"params":{"token":"7","value":{"kind":"end"}}}`, none},
		{work, references, references, none},
		{work, references, `{"jsonrpc":"2.0","id":1,"result":null}`, none},
		{partial, references, report(`7`, `[{"uri":"u","line":1}]`), `[{"uri":"u","line":1}]`},
		{partial, references, report(`7.0`, `[]`), `[]`}, // 7.0 is 7
		{partial, references, report(`"7"`, `[]`), none},
		{partial, references, report(`7`, `[{"uri":"u","line":1},{"uri":"u"}]`), `params.value[1].line is missing: expected an integer`},
		{whole, index, `{"jsonrpc":"2.0","method":"indexed","params":{"on":"7","done":3}}`, `{"on":"7","done":3}`},
		{whole, index, `{"jsonrpc":"2.0","method":"indexed","params":{"on":"8","done":3}}`, none},
		{whole, index, report(`"7"`, `1`), none},
		{count, index, `{"jsonrpc":"2.0","method":"indexed","params":{"on":"7","done":3}}`, `read`},
	} {
		qs = append(qs, question{c.name, x[0], x[1] + "\n" + x[2]})
		want = append(want, x[3])
	}
	outcome := func(list []answer) []string {
		var out []string
		for _, a := range list {
			out = append(out, a.Written+a.Error)
		}
		return out
	}
	var model []answer
	r := interp.New(c.protocol)
	for _, q := range qs {
		model = append(model, modelProgress(r, c.protocol, q.Type, q.Text))
	}
	all := []*construct{c}
	for reader, got := range map[string][]answer{"the model": model, "Go": ask(t, goReader(t, all), qs), "TypeScript": ask(t, tsReader(t, all), qs)} {
		if diff := cmp.Diff(want, outcome(got)); diff != "" {
			t.Errorf("%s: %s", reader, diff)
		}
	}
}

// TestProgressPairs: enough of the made pairs are about each other.
func TestProgressPairs(t *testing.T) {
	counts := map[string]int{}
	all := toRead(t)
	list := progressPairs(all)
	askModel(all, list)
	for _, q := range list {
		switch {
		case q.model.Error != "":
			counts["invalid"]++
		case q.model.Written == "not about it":
			counts["of another"]++
		default:
			counts["valid"]++
		}
	}
	for _, what := range []string{"invalid", "of another", "valid"} {
		if counts[what] < 10 {
			t.Errorf("%s pairs are %s", strconv.Itoa(counts[what]), what)
		}
	}
	t.Log(counts)
}

// TestProgressOfTheDocumentation runs the Go and the TypeScript that language.md shows.
func TestProgressOfTheDocumentation(t *testing.T) {
	page, err := os.ReadFile("../../docs/language.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(page), "### Progress")
	block := func(language string) string {
		_, after, _ := strings.Cut(section, "```"+language+"\n")
		text, _, _ := strings.Cut(after, "```")
		return text
	}
	c := &construct{name: "wire", protocol: compileSpec(t, "wire", []byte(block("yaml")))}
	c.targets = emit(t, c, every()...)
	report := `{"jsonrpc":"2.0","method":"$/progress","params":{"token":"t","value":`
	lines := strings.Join([]string{
		`{"jsonrpc":"2.0","id":1,"method":"references","params":{"symbol":"a","workDoneToken":"w","partialResultToken":"t"}}`,
		report + `[{"uri":"u","line":1}]}}`,
		report + `[{"uri":"u","line":-1}]}}`,
		strings.Replace(report, `"t"`, `"w"`, 1) + `{"kind":"end"}}}`,
	}, "\n")
	const want = "1 more locations\nrefused: params.value[0].line: expected an integer from 0 to 4294967295, found the number -1\n"

	m := gomod.New(t)
	m.Add(t, "wire", c.targets["go"])
	m.Write(t, "main.go", []byte(`package main

import (
	"bufio"
	"fmt"
	"os"

	wire "example.test/out/wire"
)

func main() {
	in := bufio.NewScanner(os.Stdin)
	in.Scan()
	first, _ := wire.DecodeMessage(in.Bytes())
	request := first.(*wire.ReferencesMessage)
	for in.Scan() {
		message, _ := wire.DecodeMessage(in.Bytes())
		notification := message.(*wire.ProgressMessage)
`+block("go")+`	}
}
`))
	check := func(what string, cmd *exec.Cmd) {
		cmd.Stdin, cmd.Stderr = strings.NewReader(lines), os.Stderr
		got, err := cmd.Output()
		if diff := cmp.Diff(want, string(got)); err != nil || diff != "" {
			t.Errorf("%s: %v\n%s", what, err, diff)
		}
	}
	check("Go", exec.Command(m.Build(t)))

	dir := t.TempDir()
	writeFiles(t, filepath.Join(dir, "wire"), c.targets["ts"])
	writeFile(t, filepath.Join(dir, "progress.mjs"), `import { readFileSync } from "node:fs";
import * as wire from "./wire/index.js";
const [request, ...messages] = readFileSync(0, "utf8").split("\n").map((line) => wire.parseMessage(line).value);
for (const message of messages) {
`+block("ts")+`}
`)
	node := exec.Command("node", "progress.mjs")
	node.Dir = dir
	check("TypeScript", node)
}
