package corpus_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/examples/dap/gen/go/dap"
	"github.com/wiregen/wiregen/test/corpus"
	"github.com/wiregen/wiregen/test/python"
)

const (
	wireSpec   = root + "/spec/wire.yaml"
	klpSpec    = klpDir + "klp.yaml"
	dapSpec    = dapDir + "dap.yaml"
	bridgeSpec = bridgeDir + "idebridge.yaml"
)

// A pyQuestion is a text for testdata/reader.py, or a journal.
type pyQuestion struct {
	Type    string         `json:"type,omitempty"`
	Text    string         `json:"text,omitempty"`
	Owed    map[string]int `json:"owed,omitempty"` // the members of the line that the message is owed
	Journal *string        `json:"journal,omitempty"`
}

// A pyAnswer is its answer.
type pyAnswer struct {
	corpus.Answer
	Owed   string `json:"answer"` // the line that the message is owed; or ""
	Result string `json:"result"` // of a response, as a value of its type; or ""
}

// outcome is the answer as tests of rows compare it.
func (a pyAnswer) outcome() outcome {
	out := outcome{Refused: strings.TrimPrefix(a.Error, "pass 1: "), Answer: a.Owed}
	if len(a.Passes) > 0 {
		out.Writes = a.Passes[0]
	}
	return out
}

// pyAnswers asks the generated Python of a spec, which answers all in one process.
func pyAnswers[Answer any](t *testing.T, spec string, questions []pyQuestion) []Answer {
	t.Helper()
	python.Program(t)
	dir := t.TempDir()
	python.Package(t, dir, "generated", spec)
	program, err := filepath.Abs(filepath.Join("testdata", "reader.py"))
	if err != nil {
		t.Fatal(err)
	}
	var in, errs bytes.Buffer
	enc := json.NewEncoder(&in)
	for _, q := range questions {
		if err := enc.Encode(q); err != nil {
			t.Fatal(err)
		}
	}
	cmd := python.Command(t, dir, program, "generated")
	cmd.Env = append(cmd.Environ(), "PYTHONPATH="+dir)
	cmd.Stdin, cmd.Stderr = &in, &errs
	output, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, errs.Bytes())
	}
	var out []Answer
	for lines := bufio.NewReader(bytes.NewReader(output)); ; {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			break
		}
		var a Answer
		if err := json.Unmarshal(line, &a); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		out = append(out, a)
	}
	if len(out) != len(questions) {
		t.Fatalf("%d answers to %d questions", len(out), len(questions))
	}
	return out
}

// inPython reads and writes with the generated Python of a spec.
func inPython(spec string) reader {
	return func(t *testing.T, cases []corpus.Case) []corpus.Answer {
		t.Helper()
		var questions []pyQuestion
		for _, c := range cases {
			questions = append(questions, pyQuestion{Type: c.Type, Text: c.Text})
		}
		var out []corpus.Answer
		for _, a := range pyAnswers[pyAnswer](t, spec, questions) {
			out = append(out, a.Answer)
		}
		return out
	}
}

// TestPython checks the generated Python.
func TestPython(t *testing.T) {
	all := cases(t)
	asInGo(t, all, goPasses, run(t, inPython(wireSpec), all, every, plantVerdict, plantNormal, plantUnfit))
}

// TestKLPPython checks the generated Python on the types of KLP.
func TestKLPPython(t *testing.T) {
	all := klpCases(t)
	asInGo(t, all, klpPasses, run(t, inPython(klpSpec), all, typed, plantVerdict, plantNormal, plantUnfit))
}

// asInGo demands the words and the bytes of Go.
func asInGo(t *testing.T, all []corpus.Case, passes map[string]pass, got []corpus.Answer) {
	t.Helper()
	refused, written := 0, 0
	for i, want := range inGo(passes)(t, all) {
		if want.Error != "" {
			refused++
		}
		written += len(want.Passes)
		if !reflect.DeepEqual(got[i], want) {
			t.Errorf("%s: %s\n\tGo     %+v\n\tPython %+v", all[i].Vector, all[i].Text, want, got[i])
		}
	}
	if refused < 20 || written < 500 {
		t.Errorf("%d refused, %d written", refused, written)
	}
}

// pyOutcomes returns what the generated Python of a spec makes of messages.
func pyOutcomes(t *testing.T, spec string, questions []pyQuestion) []dapOutcome {
	t.Helper()
	var out []dapOutcome
	for _, a := range pyAnswers[pyAnswer](t, spec, questions) {
		if a.Unfit != "" {
			t.Errorf("it must not be written: %s", a.Unfit)
		}
		out = append(out, dapOutcome{outcome: a.outcome(), Result: a.Result})
	}
	return out
}

// TestDAPPython reads the debug session of TestDAPSession, and messages whose refusals name the
// command only where it is known. Refusals had no command, so that they could not be written.
func TestDAPPython(t *testing.T) {
	rows := dapRows(t)
	for _, text := range []string{
		`{"seq":1,"type":"request"}`, `{"seq":1,"type":"request","command":7}`, `{"seq":1,"type":"request","command":"later"}`,
		`{"seq":1,"type":"request","command":"launch"}`, `{"seq":1,"type":"event"}`, `{"seq":1}`, `[]`, `{`,
	} {
		rows = append(rows, dapRow{Name: text, Text: text})
	}
	var questions []pyQuestion
	for _, r := range rows {
		questions = append(questions, pyQuestion{Type: "Message", Text: r.Text, Owed: map[string]int{"seq": 0}})
	}
	calls := make(map[string]dap.Message)
	results := 0
	for i, got := range pyOutcomes(t, dapSpec, questions) {
		if want := dapInGo(t, rows[i], calls); got != want {
			t.Errorf("%s: Python\n\tgot  %+v\n\tGo   %+v", rows[i].Name, got, want)
		}
		if got.Result != "" {
			results++
		}
	}
	if results < 12 {
		t.Errorf("%d results, too few", results)
	}
}

// TestBridgePython reads the messages of TestBridgeRows.
func TestBridgePython(t *testing.T) {
	rows := bridgeRows(t)
	var questions []pyQuestion
	for _, r := range rows {
		questions = append(questions, pyQuestion{Type: r.Type, Text: r.Text})
	}
	for i, got := range pyOutcomes(t, bridgeSpec, questions) {
		if r := rows[i]; got.outcome != r.outcome {
			t.Errorf("row %d, %s: Python\n\tgot  %+v\n\twant %+v", r.Row, r.Name, got.outcome, r.outcome)
		}
	}
}

// refuseInPython answers lines of a client as an agent that only refuses.
func refuseInPython(t *testing.T, lines []string) []string {
	t.Helper()
	var questions []pyQuestion
	for _, line := range lines {
		questions = append(questions, pyQuestion{Type: "ClientMessage", Text: line})
	}
	var out []string
	for _, a := range pyAnswers[pyAnswer](t, klpSpec, questions) {
		out = append(out, a.Owed)
	}
	return out
}

// TestPythonJournals reads and replays the journals of TestWireFiles and TestOldJournal.
func TestPythonJournals(t *testing.T) {
	texts := []string{oldJournal, oldJournal + "load\": {}}}\n", "\n\n", "{}\n"}
	for _, v := range wireFiles(t) {
		texts = append(texts, v.text(t))
	}
	var questions []pyQuestion
	for i := range texts {
		questions = append(questions, pyQuestion{Journal: &texts[i]})
	}
	for i, a := range pyAnswers[struct {
		Version string
		Empty   bool
		Records int
		Faults  []string
		Replay  []string
	}](t, wireSpec, questions) {
		got, want := journaled{a.Version, a.Empty, a.Records, a.Faults, a.Replay}, readJournal(t, strings.NewReader(texts[i]))
		if got.version != want.version || got.empty != want.empty || got.records != want.records || !slices.Equal(got.replay, want.replay) || !slices.Equal(got.faults, want.faults) {
			t.Errorf("%s\n\tGo     %+v\n\tPython %+v", texts[i], want, got)
		}
	}
}
