package conform_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/check"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/message/conform"
	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

const jobs = `
wiregen: 1
protocol: {name: jobs, version: "1"}
defaults: {enums: open}
types:
  State: {enum: [queued, running, done]}
  Job:
    fields:
      id: string
      state: State
      size: int
      parent: string | null
      note?: string
  Limit: {fields: {"most?": {type: int, write: required}}}
  Jobs: {fields: {all: "Job[]", of: "map<Job>"}}
`

func protocol(t testing.TB, text string) *model.Protocol {
	t.Helper()
	var r diag.Report
	p := check.Check(syntax.Parse(source.NewFile("jobs.yaml", []byte(text)), &r), &r)
	if !r.OK() {
		t.Fatal(diagnosed(&r))
	}
	return p
}

func diagnosed(r *diag.Report) string {
	var b strings.Builder
	_ = diag.WriteText(&b, r.All(), diag.TextOptions{})
	return b.String()
}

// A fake is a program in this process, which answers each line at once.
type fake struct {
	reader *interp.Reader
	// spoil changes what the program writes for a message, given the right answer. It may
	// end the process that it is given.
	spoil   func(p *fakeProcess, q asked, right string) (written string)
	starts  int
	longest int // the most messages that were open at once
	limits  []time.Duration
}

// An asked is a message that a program is asked about.
type asked struct {
	ID     int
	Type   string
	Text   string
	Base64 []byte
}

// A fakeProcess is a fake that was started.
type fakeProcess struct {
	of     *fake
	output []string
	open   int
	dead   bool // its output has ended
	exited bool
	stuck  bool // it does not write any more
	held   bool // it writes only when its input ends
	loses  bool // what is not received when it dies is lost
	stderr string
}

func (f *fake) Start() (conform.Process, error) {
	f.starts++
	return &fakeProcess{of: f}, nil
}

func (p *fakeProcess) Send(line []byte) {
	if p.dead || p.stuck {
		return
	}
	var q asked
	if err := json.Unmarshal(line, &q); err != nil {
		panic(err)
	}
	p.open++
	p.of.longest = max(p.of.longest, p.open)
	written := answerTo(p.of.reader, q)
	if p.of.spoil != nil {
		written = p.of.spoil(p, q, written)
	}
	if written != "" {
		p.output = append(p.output, strings.Split(written, "\n")...)
	}
}

func answerTo(r *interp.Reader, q asked) string {
	got := r.Read(q.Type, append([]byte(q.Text), q.Base64...))
	var a map[string]any
	switch {
	case got.Err != nil:
		a = map[string]any{"path": got.Err.Path, "message": got.Err.Message()}
	case got.Unfit != nil:
		a = map[string]any{"unfit": true, "path": got.Unfit.Path, "message": got.Unfit.Message()}
	default:
		a = map[string]any{"written": got.Value.Written()}
	}
	a["id"] = q.ID
	return encode(a)
}

func encode(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err)
	}
	return strings.TrimSpace(b.String())
}

func (p *fakeProcess) Receive(limit time.Duration) ([]byte, error) {
	p.of.limits = append(p.of.limits, limit)
	switch {
	case len(p.output) > 0 && !p.held:
		line := p.output[0]
		p.output = p.output[1:]
		p.open--
		return []byte(line), nil
	case p.dead:
		return nil, io.EOF
	}
	return nil, conform.ErrTimeout
}

func (p *fakeProcess) Finish(limit time.Duration) ([]byte, conform.End) {
	p.held = false
	line, _ := p.Receive(limit)
	return line, p.Kill()
}

func (p *fakeProcess) Kill() conform.End {
	return conform.End{Exited: p.exited, Failed: p.exited, Status: "exit code 7", Stderr: p.stderr}
}

// die ends a process, which writes nothing more.
func (p *fakeProcess) die() string {
	p.dead, p.exited = true, true
	if p.loses {
		p.output = nil
	}
	return ""
}

func run(t *testing.T, spoil func(p *fakeProcess, q asked, right string) string, opt conform.Options) (*conform.Report, *fake) {
	t.Helper()
	p := protocol(t, jobs)
	f := &fake{reader: interp.New(p), spoil: spoil}
	r, err := conform.Run(context.Background(), p, f, opt)
	if err != nil {
		t.Fatal(err)
	}
	return r, f
}

var all = conform.Options{Random: 600, Seed: 1, Words: true, Bytes: true, Timeout: time.Second}

// text is a report for people.
func text(t *testing.T, r *conform.Report) string {
	t.Helper()
	var b strings.Builder
	if err := conform.Text(&b, conform.View{Report: r, Protocol: protocol(t, jobs), Spec: "jobs.yaml", Command: "reader"}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestRight(t *testing.T) {
	r, f := run(t, nil, all)
	if !r.OK() || r.Agreed != r.Given || r.Random != 600 || r.Vectors < 20 || f.starts != 1 {
		t.Errorf("%+v, started %d times", r, f.starts)
	}
	if f.limits[0] != 10*time.Second || f.limits[1] != time.Second {
		t.Errorf("the first answers may take %s and %s", f.limits[0], f.limits[1])
	}
	if f.longest < 2 {
		t.Error("messages are given one at a time")
	}
	verdicts := map[string]bool{}
	if _, err := conform.Run(context.Background(), protocol(t, jobs), &fake{reader: interp.New(protocol(t, jobs)), spoil: func(_ *fakeProcess, q asked, right string) string {
		for _, of := range []string{`"written"`, `"unfit"`, `"message":"missing`, `UTF-8`} {
			if strings.Contains(right, of) {
				verdicts[of] = true
			}
		}
		return right
	}}, all); err != nil || len(verdicts) != 4 {
		t.Errorf("%v; messages of these kinds were given: %v", err, verdicts)
	}
}

// TestJudge has a program that only judges: it agrees with all verdicts.
func TestJudge(t *testing.T) {
	r, _ := run(t, func(_ *fakeProcess, q asked, right string) string {
		return fmt.Sprintf(`{"ok":%v}`, !strings.Contains(right, `"path"`) || strings.Contains(right, `"unfit"`))
	}, conform.Options{Random: 300, Seed: 1, Bytes: true, Timeout: time.Second})
	if !r.OK() || r.Given < 300 {
		t.Error(text(t, r))
	}
}

// TestFailures has a program that does something else than to answer, at one message: it is
// found at that message, whatever was given with it and whatever answers were lost.
func TestFailures(t *testing.T) {
	const at = `"done"`
	id := func(right string) string { return right[strings.Index(right, `"id"`):] }
	for name, c := range map[string]struct {
		spoil func(p *fakeProcess, right string) string
		want  string
	}{
		"it dies":              {func(p *fakeProcess, _ string) string { return p.die() }, "it died: exit code 7"},
		"it loses answers":     {func(p *fakeProcess, _ string) string { p.loses = true; return p.die() }, "it died: exit code 7"},
		"it closes its output": {func(p *fakeProcess, _ string) string { p.dead = true; return "" }, "it closed its output without an answer"},
		"it hangs":             {func(p *fakeProcess, _ string) string { p.stuck = true; return "" }, "it gave no answer within 1s"},
		"no JSON":              {func(*fakeProcess, string) string { return "Traceback:" }, `it wrote what is not an answer: "Traceback:"`},
		"no object":            {func(*fakeProcess, string) string { return "null" }, `it wrote what is not an answer: "null"`},
		"no form":              {func(*fakeProcess, string) string { return "{}" }, `it wrote what is not an answer: "{}"`},
		"two forms":            {func(*fakeProcess, string) string { return `{"skip":"a","ok":true}` }, `it wrote what is not an answer`},
		"a wrong type":         {func(*fakeProcess, string) string { return `{"written":{}}` }, `it wrote what is not an answer`},
		"two answers":          {func(_ *fakeProcess, right string) string { return right + "\n" + right }, "it wrote more than one answer"},
		"another id":           {func(*fakeProcess, string) string { return `{"id":0,"ok":true}` }, `it is out of step`},
		"an id as text":        {func(_ *fakeProcess, right string) string { return `{"ok":true,"id":"` + id(right)[5:8] + `"}` }, `it is out of step`},
	} {
		t.Run(name, func(t *testing.T) {
			r, f := run(t, func(p *fakeProcess, q asked, right string) string {
				if q.Type == "State" && q.Text == at {
					p.stderr = "planted"
					return c.spoil(p, right)
				}
				return right
			}, conform.Options{Random: 40, Seed: 1, Timeout: time.Second})
			if len(r.Failures) == 0 || r.OK() || r.Disagreed > 0 {
				t.Fatal(text(t, r))
			}
			for _, x := range r.Failures {
				if x.Type != "State" || x.Message.String() != at || !strings.Contains(x.Fault, c.want) || x.Stderr != "planted" {
					t.Errorf("%s: %s %s, %q; want %q", x.Type, x.Message, x.Fault, x.Stderr, c.want)
				}
			}
			if f.starts > 20 { // twice for each failure at the message, and to try smaller ones
				t.Errorf("started %d times for %d failures", f.starts, len(r.Failures))
			}
			if !strings.Contains(text(t, r), "message   "+at) {
				t.Error(text(t, r))
			}
		})
	}
}

// TestSmallerFailures has a program that dies at each queued job: the smallest such message is
// found, once.
func TestSmallerFailures(t *testing.T) {
	r, _ := run(t, func(p *fakeProcess, q asked, right string) string {
		var job struct{ State string }
		if q.Type == "Job" && json.Unmarshal([]byte(q.Text), &job) == nil && job.State == "queued" {
			return p.die()
		}
		return right
	}, all)
	if len(r.Failures) != 1 || r.Failures[0].Count != 5 || r.Failures[0].Message.String() != `{"state":"queued"}` || !r.Failures[0].Reduced {
		t.Error(text(t, r))
	}
}

// TestGivesUp has a program that fails at every message: the run ends.
func TestGivesUp(t *testing.T) {
	for name, spoil := range map[string]func(p *fakeProcess, q asked, right string) string{
		"dies":             func(p *fakeProcess, _ asked, _ string) string { return p.die() },
		"dies at its end":  func(p *fakeProcess, q asked, right string) string { p.loses = true; p.die(); return "" },
		"never answers":    func(p *fakeProcess, _ asked, _ string) string { p.stuck = true; return "" },
		"writes something": func(*fakeProcess, asked, string) string { return "hello" },
	} {
		r, f := run(t, spoil, all)
		if !r.GivenUp || r.OK() || r.Given > 0 || f.starts > 40 || !strings.Contains(text(t, r), "not all messages were given") {
			t.Errorf("%s: started %d times\n%s", name, f.starts, text(t, r))
		}
	}
}

// TestUnflushed has a program that answers only when its input ends.
func TestUnflushed(t *testing.T) {
	r, f := run(t, func(p *fakeProcess, q asked, right string) string {
		p.held = true
		return right
	}, all)
	if f.starts != 1 || len(r.Failures) != 1 || !strings.Contains(r.Failures[0].Fault, "must flush its output after each line") {
		t.Errorf("started %d times\n%s", f.starts, text(t, r))
	}
}

// TestAhead has a program that fails only if several messages are open: it is said so once,
// and they are given one at a time from then on.
func TestAhead(t *testing.T) {
	r, f := run(t, func(p *fakeProcess, q asked, right string) string {
		if p.open > 1 {
			return p.die()
		}
		return right
	}, all)
	if len(r.Failures) != 1 || !strings.Contains(r.Failures[0].Fault, "answered when they were given one at a time") || r.Given != r.Agreed || r.Random != 600 || f.starts != 2 {
		t.Errorf("started %d times\n%s", f.starts, text(t, r))
	}
}

// TestEnd has programs that do something wrong when their input ends: they write one line more
// than there were messages, without an id that would tell, or fail.
func TestEnd(t *testing.T) {
	withoutID := func(right string) string { return "{" + right[strings.Index(right, ",")+1:] }
	for name, c := range map[string]struct {
		spoil func(p *fakeProcess, q asked, right string) string
		want  string
	}{
		"one line more": {func(_ *fakeProcess, q asked, right string) string {
			if q.ID == 3 {
				return withoutID(right) + "\n" + withoutID(right)
			}
			return withoutID(right)
		}, "after its last answer it wrote one more line: "},
		"an exit code": {func(p *fakeProcess, _ asked, right string) string { p.exited = true; return right }, "after its last answer, when its input ended, it died: exit code 7"},
	} {
		r, _ := run(t, c.spoil, conform.Options{Only: []string{"State"}, Timeout: time.Second})
		if len(r.Failures) != 1 || r.OK() || !strings.Contains(text(t, r), c.want) {
			t.Errorf("%s:\n%s", name, text(t, r))
		}
	}
}

// change is text with the first old as new.
func change(text, old, new string) string { return strings.Replace(text, old, new, 1) }

// disagreements are faults of programs, each with lines of the report.
var disagreements = map[string]struct {
	spoil func(q asked, right string) string
	want  []string
}{
	"a closed enum": {func(q asked, right string) string {
		var job struct{ State string }
		_ = json.Unmarshal([]byte(q.Text), &job)
		if q.Type == "Job" && strings.Contains(right, `"written"`) && job.State != "queued" && job.State != "running" && job.State != "done" {
			return encode(map[string]any{"id": q.ID, "path": "state", "message": "no state"})
		}
		return right
	}, []string{
		`Job, another verdict: N messages`, `  message   {"id":"","state":"","size":0,"parent":null}`,
		`  expected  read`, `  got       refused: state: no state`,
	}},
	"null as an absent key": {func(q asked, right string) string {
		if q.Type == "Job" && strings.Contains(right, `"path":"note"`) && strings.Contains(right, "found null") {
			return encode(map[string]any{"id": q.ID, "ok": true})
		}
		return right
	}, []string{
		`Job, another verdict: N messages`, `,"note":null}`,
		`  expected  refused: note: expected a string, found null`, `  got       read`,
	}},
	"an absent key as null": {func(q asked, right string) string {
		if q.Type == "Job" && strings.Contains(right, `"written"`) && !strings.Contains(right, `note\"`) {
			return change(right, `}"`, `,\"note\":null}"`)
		}
		return right
	}, []string{
		`Job, another value is written: N messages`, `  message   {"id":"","state":"","size":0,"parent":""}`,
		`  expected  written as {"id":"","state":"","size":0,"parent":""}`, `  got       written as {"id":"","state":"","size":0,"parent":"","note":null}`,
		`  differs   at note: expected nothing, found null`,
	}},
	"another path": {func(q asked, right string) string { return change(right, `"path":"size"`, `"path":"$.size"`) }, []string{
		`Job, another path: N messages`, `  message   {"id":"","state":""}`,
		`  expected  refused: size is missing: expected an integer`, `  got       refused: $.size is missing: expected an integer`,
	}},
	"other words": {func(q asked, right string) string {
		return change(right, "expected an integer, found null", "not an integer")
	}, []string{
		`Job, other words: N messages`, `  message   {"id":"","state":"","size":null}`,
		`  expected  refused: size: expected an integer, found null`, `  got       refused: size: not an integer`,
	}},
	"other bytes": {func(q asked, right string) string { return change(right, `\"size\":0`, `\"size\":0.0`) }, []string{
		`Job, other bytes are written: N messages`, `  message   {"id":"","state":"","size":0,"parent":null}`,
	}},
	"written though unfit": {func(q asked, right string) string {
		if strings.Contains(right, `"unfit"`) {
			return encode(map[string]any{"id": q.ID, "written": q.Text})
		}
		return right
	}, []string{
		`Limit, another verdict: N messages`, `  message   {}`,
		`  expected  read, but not written: most is missing: expected an integer`, `  got       written as {}`,
	}},
	"refused though unfit": {func(q asked, right string) string { return change(right, `"unfit":true`, `"ok":false`) }, []string{
		`  got       refused: most is missing: expected an integer`,
	}},
	"unfit though valid": {func(q asked, right string) string {
		if q.Type == "Job" && strings.Contains(right, `"written"`) {
			return encode(map[string]any{"id": q.ID, "unfit": true, "path": "id", "message": "no"})
		}
		return right
	}, []string{
		`Job, another verdict: N messages`, `  message   {"id":"","state":"","size":0,"parent":""}`,
		`  expected  read`, `  got       read, but not written: id: no`,
	}},
	"bytes that are not UTF-8": {func(q asked, right string) string {
		if strings.Contains(right, "UTF-8") {
			return encode(map[string]any{"id": q.ID, "ok": true})
		}
		return right
	}, []string{`  message   base64 `, `  expected  refused: expected UTF-8 text, found an invalid byte`}},
	"not JSON": {func(q asked, right string) string { return change(right, `"written":"`, `"written":"=`) }, []string{
		`which is not valid: expected one JSON value, found a syntax error`,
	}},
}

// TestDisagreements has a fault of each kind: the smallest message that shows it is found.
func TestDisagreements(t *testing.T) {
	for name, c := range disagreements {
		t.Run(name, func(t *testing.T) {
			r, _ := run(t, func(_ *fakeProcess, q asked, right string) string { return c.spoil(q, right) }, all)
			got := text(t, r)
			if r.OK() || r.Disagreed == 0 || len(r.Failures) > 0 {
				t.Error("no disagreement")
			}
			for _, line := range c.want {
				before, after, counted := strings.Cut(line, "N messages")
				if counted && !(strings.Contains(got, "\n"+before) && after == "") || !counted && !strings.Contains(got, line) {
					t.Errorf("no line %q", line)
				}
			}
			if t.Failed() {
				t.Log(got)
			}
		})
	}
}

// TestLess has what is compared only if it is asked for.
func TestLess(t *testing.T) {
	r, _ := run(t, func(_ *fakeProcess, q asked, right string) string {
		right = strings.Replace(right, `"message":"`, `"message":"! `, 1)
		return strings.Replace(right, `\":`, `\": `, -1)
	}, conform.Options{Random: 200, Seed: 1, Timeout: time.Second})
	if !r.OK() {
		t.Error(text(t, r))
	}
}

func TestSkips(t *testing.T) {
	r, _ := run(t, func(_ *fakeProcess, q asked, right string) string {
		if q.Type == "State" {
			return `{"skip":"not yet"}`
		}
		return right
	}, all)
	if len(r.Skips) != 1 || r.Skips[0].Count != r.Skipped || r.Given != r.Agreed+r.Skipped || !strings.Contains(text(t, r), "skipped: State, ") {
		t.Error(text(t, r))
	}
	p := protocol(t, jobs)
	_, err := conform.Run(context.Background(), p, &fake{reader: interp.New(p), spoil: func(*fakeProcess, asked, string) string { return `{"skip":"no"}` }}, all)
	if err == nil || !strings.Contains(err.Error(), "nothing was compared") {
		t.Error(err)
	}
}

// TestInterrupted has a context that ends during the run.
func TestInterrupted(t *testing.T) {
	p := protocol(t, jobs)
	ctx, stop := context.WithCancel(context.Background())
	_, err := conform.Run(ctx, p, &fake{reader: interp.New(p), spoil: func(_ *fakeProcess, q asked, right string) string {
		if q.ID == 100 {
			stop()
		}
		return right
	}}, all)
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestMany has more kinds of disagreements and of skips than are kept.
func TestMany(t *testing.T) {
	p := load(t, "../../../testdata/everything.yaml")
	n := 0
	f := &fake{reader: interp.New(p), spoil: func(_ *fakeProcess, q asked, right string) string {
		if n++; n%3 == 0 {
			return encode(map[string]any{"id": q.ID, "skip": fmt.Sprint(n) + strings.Repeat("x", 1000)})
		}
		return encode(map[string]any{"id": q.ID, "written": strings.Repeat("y", 50_000)})
	}}
	r, err := conform.Run(context.Background(), p, f, conform.Options{Random: 1000, Seed: 1, Timeout: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Kinds) != 200 || r.More == 0 || len(r.Skips) > 200+len(r.Types) {
		t.Errorf("%d kinds, %d more, %d skips", len(r.Kinds), r.More, len(r.Skips))
	}
	v := conform.View{Report: r, Protocol: p, Spec: "spec", Command: "reader"}
	for name, write := range map[string]func(io.Writer, conform.View) error{"JSON": conform.JSON, "text": conform.Text} {
		var b strings.Builder
		if err := write(&b, v); err != nil || b.Len() > 5<<20 {
			t.Errorf("%s has %d bytes, %v", name, b.Len(), err)
		}
		if name == "text" && (b.Len() > 200_000 || !strings.Contains(b.String(), "messages of other kinds, which --format json lists")) {
			t.Errorf("the text has %d bytes", b.Len())
		}
	}
}

// TestFormats checks the formats for machines, on a report with everything in it.
func TestFormats(t *testing.T) {
	dies := 0
	r, _ := run(t, func(p *fakeProcess, q asked, right string) string {
		switch {
		case q.Text == `"done"`:
			if dies++; dies <= 2 {
				return p.die()
			}
		case q.Type == "State" && strings.Contains(right, `"path"`):
			return encode(map[string]any{"id": q.ID, "ok": true})
		}
		return right
	}, all)
	v := conform.View{Report: r, Protocol: protocol(t, jobs), Spec: "jobs.yaml", Command: "reader"}
	for name, c := range map[string]struct {
		write func(io.Writer, conform.View) error
		want  []string
	}{
		"json":  {conform.JSON, []string{`"version": 1`, `"fault": "it died: exit code 7"`, `"about": "verdict"`, `"skips": []`}},
		"sarif": {conform.SARIF, []string{`"ruleId": "conform-failure"`, `"ruleId": "conform-verdict"`, `"startLine": 6`}},
		"junit": {conform.JUnit, []string{`name="answers"`, `<testcase name="Job" classname="conform"></testcase>`, `<failure message="1 failure"`}},
	} {
		var b strings.Builder
		if err := c.write(&b, v); err != nil {
			t.Fatal(err)
		}
		for _, want := range c.want {
			if !strings.Contains(b.String(), want) {
				t.Errorf("%s has no %s\n%s", name, want, b.String())
			}
		}
	}
}

// load is the protocol of a file.
func load(t *testing.T, file string) *model.Protocol {
	t.Helper()
	f, err := compile.Load(file)
	if err != nil {
		t.Fatal(err)
	}
	p, r := compile.Targets().Check(f, compile.Folder(file))
	if !r.OK() {
		t.Fatal(diagnosed(r))
	}
	return p
}

// TestSpecs has readers of the specs of this repository that agree with themselves.
func TestSpecs(t *testing.T) {
	for _, file := range []string{"../../../spec/wire.yaml", "../../../testdata/everything.yaml"} {
		p := load(t, file)
		opt := all
		opt.Random = 2000
		r, err := conform.Run(context.Background(), p, &fake{reader: interp.New(p)}, opt)
		if err != nil || !r.OK() {
			t.Errorf("%s: %v %+v", file, err, r)
		}
	}
}
