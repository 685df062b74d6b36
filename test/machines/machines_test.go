// Package machines compares the machines that check sessions, in Go, TypeScript and Python, step
// by step: what each says of a message, and what it knows after it.
package machines

import (
	"bytes"
	"cmp"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/txtar"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/pygen"
	"github.com/wiregen/wiregen/internal/codegen/tsgen"
	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/message/sessions"
	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/test/python"
	"github.com/wiregen/wiregen/test/script"
	"github.com/wiregen/wiregen/test/tier"
	"github.com/wiregen/wiregen/wirert/session"
)

// A step of a session is a message, as a text or in parts.
type step struct {
	New     bool   `json:"new,omitempty"` // a session begins
	Side    string `json:"side,omitempty"`
	Number  int    `json:"number,omitempty"`
	Time    int64  `json:"time,omitempty"`
	Refused bool   `json:"refused,omitempty"`
	Answers string `json:"answers,omitempty"` // the method of the calls that a response may answer
	Text    string `json:"text,omitempty"`
	Parts   *parts `json:"parts,omitempty"`
}

type parts struct {
	Method string     `json:"method,omitempty"`
	ID     any        `json:"id,omitempty"`
	Params any        `json:"params,omitempty"`
	Result any        `json:"result,omitempty"`
	Error  *errorPart `json:"error,omitempty"`
}

type errorPart struct {
	Code int    `json:"code"`
	Kind string `json:"kind,omitempty"`
}

// A state is what a machine says of a step, and what it knows after it.
type state struct {
	Judged  []fault   `json:"judged,omitempty"` // of a message in parts, before it is observed; not in Go
	Verdict verdict   `json:"verdict"`
	Owed    []call    `json:"unanswered"`
	Missing []fault   `json:"missing"`
	Open    [3][]call `json:"open"` // of each side, and of both
	May     [3][]string
}

type verdict struct {
	Is     string  `json:"is"`
	Number int     `json:"number"`
	Call   *call   `json:"call,omitempty"`
	Faults []fault `json:"faults"`
	Advice []fault `json:"advice"`
}

type fault struct {
	Rule    string `json:"rule"`
	Element string `json:"element"`
	Message int    `json:"message"`
	Other   int    `json:"other,omitempty"`
	Text    string `json:"text"`
}

type call struct {
	Number  int             `json:"number"`
	Side    string          `json:"side,omitempty"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method,omitempty"`
	Request string          `json:"request,omitempty"`
	Time    int64           `json:"time,omitempty"`
	Owed    bool            `json:"unanswered"`
}

// A specimen is a protocol with the machine of its sessions in Go.
type specimen struct {
	proto   *model.Protocol
	rows    *lower.Program
	rules   *session.Rules
	reader  *interp.Reader
	machine *session.Machine
}

func newSpecimen(p *model.Protocol) *specimen {
	rows := lower.New(p)
	return &specimen{proto: p, rows: rows, rules: rows.Session(), reader: interp.New(p)}
}

// observe is what the machine in Go says of a step.
func (s *specimen) observe(t *testing.T, x step) state {
	t.Helper()
	if x.New {
		s.machine = session.New(s.rules)
	}
	msg := session.Message{Number: x.Number, Time: x.Time, Refused: x.Refused, Side: session.Either}
	if x.Side != "" {
		msg.Side = session.Side(slices.Index(s.proto.Roles[:], x.Side))
	}
	if x.Answers != "" {
		msg.Answers = func(c *session.Call) bool { return c.Method == x.Answers }
	}
	if x.Parts != nil {
		s.tellParts(t, &msg, x.Parts)
	} else {
		s.tellText(t, &msg, x.Text)
	}
	v := s.machine.Observe(msg)
	out := state{
		Verdict: verdict{string(v.Is), v.Number, s.call(v.Call), faults(v.Faults), faults(v.Advice)},
		Owed:    s.calls(s.machine.Unanswered()), Missing: faults(s.machine.Finish()),
	}
	for side := range out.Open {
		out.Open[side] = s.calls(s.machine.Open(session.Side(side)))
		out.May[side] = append([]string{}, s.machine.MaySend(session.Side(side))...)
	}
	return out
}

func (s *specimen) tellParts(t *testing.T, msg *session.Message, p *parts) {
	t.Helper()
	lookup := func(v any) func(...string) []byte {
		if v == nil {
			return nil
		}
		return func(path ...string) []byte {
			x := v
			for _, name := range path {
				has := false
				switch in := x.(type) {
				case map[string]any:
					x, has = in[name]
				case []any:
					if i, err := strconv.Atoi(name); err == nil && i < len(in) {
						x, has = in[i], true
					}
				}
				if !has {
					return nil
				}
			}
			return written(t, x)
		}
	}
	msg.Method, msg.Params, msg.Result = p.Method, lookup(p.Params), lookup(p.Result)
	if p.ID != nil {
		msg.ID = string(written(t, p.ID))
	}
	if p.Error != nil {
		msg.Error = &session.ErrorIdentity{Code: p.Error.Code, Kind: p.Error.Kind}
	}
}

func written(t *testing.T, v any) []byte {
	t.Helper()
	out, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// tellText tells of a message in a text, as the callers of the generated machines do.
func (s *specimen) tellText(t *testing.T, msg *session.Message, text string) {
	t.Helper()
	value, err := s.reader.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	if got := s.reader.ReadValue("Message", value); got.Err != nil {
		msg.Refused = true
	} else if value = got.Value; got.Ignored {
		return
	}
	p := s.reader.Parts(value)
	if p.ID != nil && (p.ID.Kind == model.StringValue || p.ID.Kind == model.NumberValue) {
		msg.ID = p.ID.Written()
	}
	if !p.IsResponse && (p.Method == nil || p.Method.Kind != model.StringValue) {
		*msg = session.Message{Side: msg.Side, Number: msg.Number, Refused: true} // nothing is known of it
		return
	}
	told := sessions.SessionMessage(&p, "")
	msg.Method, msg.Params, msg.Result, msg.Error = told.Method, told.Params, told.Result, told.Error
	if p.IsResponse {
		return
	}
	if c := s.rows.CallNamed(msg.Method); c != nil && msg.Side == session.Either {
		msg.Side = session.Side(c.From)
	}
}

func faults(list []session.Fault) []fault {
	out := []fault{}
	for _, f := range list {
		out = append(out, fault{f.Rule, f.Act, f.Message, f.Other, f.Text})
	}
	return out
}

func (s *specimen) call(c *session.Call) *call {
	if c == nil {
		return nil
	}
	out := &call{Number: c.Number, ID: json.RawMessage(c.ID), Method: c.Method, Request: c.Event, Time: c.Time, Owed: c.Unanswered()}
	if c.Side != session.Either {
		out.Side = s.proto.Roles[c.Side]
	}
	return out
}

func (s *specimen) calls(list []*session.Call) []call {
	out := []call{}
	for _, c := range list {
		out = append(out, *s.call(c))
	}
	return out
}

// A driver is a program that tells a generated machine of steps, each in a line, and prints
// the state after each.
type driver struct {
	language string
	target   backend.Backend
	file     string // in testdata
	start    func(t *testing.T, dir, pkg, roles string) *exec.Cmd
}

var drivers = []driver{
	{"TypeScript", tsgen.Backend{}, "drive.mjs", func(t *testing.T, dir, _, roles string) *exec.Cmd {
		cmd := exec.Command("node", "drive.mjs", roles)
		cmd.Dir = dir
		return cmd
	}},
	{"Python", pygen.Backend{}, "drive.py", func(t *testing.T, dir, pkg, roles string) *exec.Cmd {
		return python.Command(t, dir, "-X", "dev", "-W", "error", "drive.py", pkg, roles)
	}},
}

// states returns what the generated machine says of the steps. Packages of Python share their
// runtime in a folder: Python would compile it for each.
func (d driver) states(t *testing.T, p *model.Protocol, steps []step, shared string) []state {
	t.Helper()
	dir := t.TempDir()
	var r diag.Report
	plan, err := d.target.Plan(p, backend.Common{}, &r)
	if err != nil || !r.OK() {
		t.Fatalf("%v %v", err, r.All())
	}
	files, err := plan.Emit()
	if err != nil {
		t.Fatal(err)
	}
	pkg := ""
	for _, f := range append(files, backend.File{Name: d.file, Data: read(t, "testdata/"+d.file)}) {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if _, of, ok := strings.Cut(f.Name, "/_runtime/"); ok {
			if name = filepath.Join(shared, of); exists(name) {
				continue
			}
		}
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o600); err != nil {
			t.Fatal(err)
		}
		if dir, ok := strings.CutSuffix(f.Name, "/_rows.py"); ok {
			pkg = dir
		}
	}
	if pkg != "" {
		if err := os.Symlink(shared, filepath.Join(dir, pkg, "_runtime")); err != nil {
			t.Fatal(err)
		}
	}
	cmd := d.start(t, dir, pkg, string(written(t, p.Roles)))
	var in bytes.Buffer
	for _, x := range steps {
		in.Write(append(written(t, x), '\n'))
	}
	cmd.Stdin, cmd.Stderr = &in, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v", d.language, err)
	}
	var all []state
	for dec := json.NewDecoder(bytes.NewReader(out)); dec.More(); {
		var got state
		if err := dec.Decode(&got); err != nil {
			t.Fatalf("%s: %v", d.language, err)
		}
		all = append(all, got)
	}
	if len(all) != len(steps) {
		t.Fatalf("%s: %d states after %d steps", d.language, len(all), len(steps))
	}
	return all
}

// compareSessions tells all machines of the steps, and compares what they say.
func compareSessions(t *testing.T, shared, name string, spec []byte, steps []step) {
	t.Helper()
	s := newSpecimen(protocol(t, name, spec))
	saw := map[string]int{}
	begun := make([]int, len(steps)) // where the session of each step begins
	want := make([][]byte, len(steps))
	for i, x := range steps {
		if begun[i] = i; !x.New {
			begun[i] = begun[i-1]
		}
		state := s.observe(t, x)
		want[i] = written(t, state)
		saw[state.Verdict.Is]++
		for _, f := range state.Verdict.Faults {
			saw[f.Rule]++
		}
	}
	judged := make([]string, len(steps)) // by the first driver
	for k, d := range drivers {
		for i, got := range d.states(t, s.proto, steps, shared) {
			if j := string(written(t, got.Judged)); k == 0 {
				judged[i] = j
				saw["judged"] += len(got.Judged)
			} else if j != judged[i] {
				t.Errorf("%s: step %d of %s\n%s judges %s\n%s: %s", name, i-begun[i], written(t, steps[begun[i]:i+1]), d.language, j, drivers[0].language, judged[i])
				break
			}
			got.Judged = nil
			if g := written(t, got); !bytes.Equal(g, want[i]) {
				t.Errorf("%s: step %d of %s\n%s: %s\nGo: %s", name, i-begun[i], written(t, steps[begun[i]:i+1]), d.language, g, want[i])
				break
			}
		}
	}
	t.Logf("%s: %d steps: %v", name, len(steps), saw)
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

func protocol(t *testing.T, name string, text []byte) *model.Protocol {
	t.Helper()
	p, r := compile.Check(source.NewFile(name, text), fstest.MapFS{})
	if p == nil {
		t.Fatalf("%s: %s", name, r.All()[0].Message)
	}
	return p
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestSessions compares the machines on recorded sessions.
func TestSessions(t *testing.T) {
	tier.Slow(t)
	verified := txtar.Parse(read(t, "../../testdata/script/verify_session.txtar"))
	spec, steps := []byte(nil), []step(nil)
	for _, f := range verified.Files {
		switch {
		case f.Name == "wire.yaml":
			spec = f.Data
		case strings.HasSuffix(f.Name, ".jsonl") && f.Name != "sides.jsonl":
			steps = append(steps, recorded(t, f)...)
		}
	}
	shared := t.TempDir()
	compareSessions(t, shared, "verify_session.yaml", spec, steps)

	more, err := script.Read("../../testdata/sessions")
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range more {
		var steps []step
		for _, f := range x.Sessions {
			steps = append(steps, scripted(t, f)...)
		}
		compareSessions(t, shared, x.Name+".yaml", x.Spec, steps)
	}
}

// namedParts is a spec whose shapes name their members, with params by position.
const namedParts = `
wiregen: 1
protocol: {name: demo, version: "1"}
dialect:
  shapes:
    tag: t
    request: {is: q, id: n, method: do, params: with}
    response: {is: a, id: n, method: did, ok: fine, message: why, result: got}
    notification: {is: e, method: told, params: of}
  id: {types: [int]}
  params: {form: array}
methods:
  run: {from: client, params: {dir: string, n: int}, result: empty}
  stop: {from: client, notify: {force: bool, id: int}}
session:
  run: {once: open, cancel: {by: stop, id: params.id, answered: none}}
`

// TestNamedSessions compares the machines where shapes name the parts of messages.
func TestNamedSessions(t *testing.T) {
	compareSessions(t, t.TempDir(), "named.yaml", []byte(namedParts), recorded(t, txtar.File{Data: []byte(`
{"t":"q","n":1,"do":"run","with":["/",1]}
{"t":"q","n":2,"do":"run","with":["/",1]}
{"t":"a","n":2,"did":"run","fine":false,"why":"no"}
{"t":"e","told":"stop","of":[true,1]}
{"t":"a","n":1,"did":"run","fine":true,"got":{}}
{"t":"a","n":1,"did":"run","fine":true,"got":{}}
{"t":"q","n":3,"do":"run","with":["/"]}
{"t":"a","n":3,"did":"run","fine":false,"why":"bad"}
{"t":"q","n":"x","do":"run","with":["/",1]}
{"t":"q","n":4,"do":7,"with":["/",1]}
{"t":"?","n":4}
{"t":"a","n":9,"did":"run"}
[]
`)}))
}

// recorded are the messages of a recording, whose lines may say who sent them and when.
func recorded(t *testing.T, f txtar.File) []step {
	t.Helper()
	var out []step
	for i, line := range strings.Split(strings.TrimSpace(string(f.Data)), "\n") {
		x := step{New: len(out) == 0, Number: i + 1, Text: line}
		var directed struct {
			Dir  string          `json:"dir"`
			Time json.RawMessage `json:"time"`
			Line string          `json:"line"`
			Msg  json.RawMessage `json:"msg"`
		}
		_ = json.Unmarshal([]byte(line), &directed) // it may be no object
		if directed.Dir != "" {
			if directed.Dir != "client" && directed.Dir != "agent" {
				continue // a fault of the recording
			}
			x.Side, x.Text = directed.Dir, cmp.Or(directed.Line, string(directed.Msg))
			_ = json.Unmarshal(directed.Time, &x.Time) // others are texts, and not those of the machine
		}
		out = append(out, x)
	}
	return out
}

// scripted are the messages of a session of testdata/sessions.
func scripted(t *testing.T, f txtar.File) []step {
	t.Helper()
	list, err := script.Messages(string(f.Data))
	if err != nil {
		t.Fatalf("%s: %v", f.Name, err)
	}
	var out []step
	for i, m := range list {
		out = append(out, step{New: i == 0, Number: i + 1, Side: m.Side, Time: m.Time, Text: m.Text})
	}
	return out
}
