package corpus_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/gen/go/wire"
	"github.com/wiregen/wiregen/wirert"
	"github.com/wiregen/wiregen/wirert/journal"
)

// A wireFile is a vector of the kind wire_file: the lines of a journal, and what the
// original implementation makes of it.
type wireFile struct {
	ID     string
	Kind   string
	Input  json.RawMessage
	Expect struct {
		Version   string
		IsEmpty   bool `json:"is_empty"`
		Envelopes int
		Replay    []json.RawMessage
	}
}

// text returns the journal.
func (v wireFile) text(t *testing.T) string {
	t.Helper()
	var lines []string
	if err := json.Unmarshal(v.Input, &lines); err != nil {
		t.Fatal(err)
	}
	return strings.Join(append(lines, ""), "\n")
}

// wireFiles returns the vectors of that kind.
func wireFiles(t *testing.T) (out []wireFile) {
	t.Helper()
	data, err := os.ReadFile("../../testdata/vectors/kimi.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(data) {
		v := wireFile{}
		if !bytes.Contains(line, []byte(`"wire_file"`)) {
			continue
		}
		if err := json.Unmarshal(line, &v); err != nil {
			t.Fatal(err)
		}
		out = append(out, v)
	}
	return out
}

// A journaled is what the generated package makes of a journal.
type journaled struct {
	version string
	empty   bool
	records int
	faults  []string
	replay  []string // what answers a call of replay with the id r
}

// readJournal reads a journal and replays it: each event and each request as a message,
// then the answer.
func readJournal(t *testing.T, r io.Reader) journaled {
	t.Helper()
	from := wire.NewJournalReader(r)
	got := journaled{version: from.Version(), empty: true}
	var result wire.ReplayResult
	say := func(m wire.Message) { got.replay = append(got.replay, string(wire.AppendMessage(nil, m))) }
	for record, err := range from.Records() {
		got.empty = false
		var fault *journal.LineError
		switch {
		case errors.As(err, &fault):
			got.faults = append(got.faults, fault.Error())
			continue
		case err != nil:
			t.Fatal(err)
		}
		got.records++
		switch m := record.Message.(type) {
		case wire.Event:
			result.Events++
			say(&wire.EventMessage{Params: m})
		case wire.Request:
			result.Requests++
			say(&wire.RequestMessage{ID: requestID(t, m), Params: m})
		}
	}
	result.Status = wire.ReplayResultStatusFinished
	answer, err := (&wire.ReplayMessage{ID: wirert.StringID("r")}).Reply(&result)
	if err != nil {
		t.Fatal(err)
	}
	say(answer)
	return got
}

// requestID returns the id in a request, which is that of its message.
func requestID(t *testing.T, r wire.Request) wirert.ID {
	t.Helper()
	var whole struct{ Payload struct{ ID string } }
	if err := json.Unmarshal(wire.AppendRequest(nil, r), &whole); err != nil {
		t.Fatal(err)
	}
	return wirert.StringID(whole.Payload.ID)
}

// TestWireFiles reads the journals of the vectors, and appends to each.
func TestWireFiles(t *testing.T) {
	files := wireFiles(t)
	if len(files) < 4 {
		t.Fatalf("%d vectors, there were 4", len(files))
	}
	for _, v := range files {
		text := v.text(t)
		got := readJournal(t, strings.NewReader(text))
		if got.version != v.Expect.Version || got.empty != v.Expect.IsEmpty || got.records != v.Expect.Envelopes {
			t.Errorf("%s: got %+v, want %+v", v.ID, got, v.Expect)
		}
		if !sameLines(t, got.replay, v.Expect.Replay) {
			t.Errorf("%s: the replay is %s, want %s", v.ID, got.replay, v.Expect.Replay)
		}

		name := filepath.Join(t.TempDir(), "wire.jsonl")
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if len(got.faults) > 0 && got.records == 0 {
			// None of its lines shows that it is a journal, so that it is left alone.
			if _, err := wire.OpenJournal(name, &wire.JournalHeader{ProtocolVersion: wire.ProtocolVersion()}); !errors.Is(err, journal.ErrNotJournal) {
				t.Errorf("%s: opening it: %v", v.ID, err)
			}
			continue
		}
		again := appendTo(t, name, &wire.TurnEnd{})
		if again.records != got.records+1 || len(again.faults) != len(got.faults) {
			t.Errorf("%s: %+v, and with another record %+v", v.ID, got, again)
		}
		if want := got.version; text != "" && again.version != want {
			t.Errorf("%s: the version became %s", v.ID, again.version)
		}
		after, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if headed := bytes.HasPrefix(after, []byte(`{"type":"metadata","protocol_version":"1.10"}`)); text == "" && !headed || !bytes.Contains(after, []byte(text)) {
			t.Errorf("%s: the file is %s", v.ID, after)
		}
	}
}

// appendTo appends a message to a journal and reads all of it.
func appendTo(t *testing.T, name string, m wire.WireMessage) journaled {
	t.Helper()
	w, err := wire.OpenJournal(name, &wire.JournalHeader{ProtocolVersion: wire.ProtocolVersion()})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.Append(&wire.JournalRecord{Timestamp: 2, Message: m}), w.Close()); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	return readJournal(t, f)
}

func sameLines(t *testing.T, got []string, want []json.RawMessage) bool {
	t.Helper()
	same := len(got) == len(want)
	for i := 0; same && i < len(got); i++ {
		same = normal(t, []byte(got[i])) == normal(t, want[i])
	}
	return same
}

// normal returns JSON with sorted keys.
func normal(t *testing.T, text []byte) string {
	t.Helper()
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	out, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// oldJournal is a journal as an agent of 1.1 left it: older names, absent fields, another spacing,
// a bad line, an event that nobody declares, and a torn end.
const oldJournal = `{"timestamp": 1.5, "message": {"type": "TurnBegin", "payload": {"user_input": "Hello"}}}

{"timestamp": 2, "message": {"type": "ApprovalRequest", "payload": {"id": "a", "tool_call_id": "c", "sender": "Shell", "action": "run", "description": "ls"}}}
{"timestamp": 3, "message": {"type": "ApprovalRequestResolved", "payload": {"request_id": "a", "response": "approve"}}}
{"timestamp": 4, "message": {"type": "StepBegin", "payload": {}}}
{"timestamp": 5, "message": {"type": "Weather", "payload": {"sun": [1, 2]}}}
{"timestamp": 6, "message": {"type": "TurnEnd", "pay`

// TestOldJournal replays oldJournal, with another record at its end.
func TestOldJournal(t *testing.T) {
	name := filepath.Join(t.TempDir(), "wire.jsonl")
	if err := os.WriteFile(name, []byte(oldJournal), 0o600); err != nil {
		t.Fatal(err)
	}
	got := appendTo(t, name, &wire.TurnEnd{})
	want := []string{
		`{"jsonrpc":"2.0","method":"event","params":{"type":"TurnBegin","payload":{"user_input":"Hello"}}}`,
		`{"jsonrpc":"2.0","method":"request","id":"a","params":{"type":"ApprovalRequest","payload":{"id":"a","tool_call_id":"c","sender":"Shell","action":"run","description":"ls",` +
			`"source_kind":null,"source_id":null,"agent_id":null,"subagent_type":null,"source_description":null,"display":[]}}}`,
		`{"jsonrpc":"2.0","method":"event","params":{"type":"ApprovalResponse","payload":{"request_id":"a","response":"approve","feedback":""}}}`,
		`{"jsonrpc":"2.0","method":"event","params":{"type":"TurnEnd","payload":{}}}`,
		`{"jsonrpc":"2.0","id":"r","result":{"status":"finished","events":3,"requests":1}}`,
	}
	texts := make([]json.RawMessage, len(want))
	for i, w := range want {
		texts[i] = json.RawMessage(w)
	}
	if !sameLines(t, got.replay, texts) {
		t.Errorf("the replay is\n%s\nwant\n%s", strings.Join(got.replay, "\n"), strings.Join(want, "\n"))
	}
	if got.version != wire.JournalVersion || got.records != 5 || len(got.faults) != 1 || !strings.HasPrefix(got.faults[0], "line 5, at byte ") {
		t.Errorf("%+v", got)
	}
}
