package corpus_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/wiregen/wiregen/examples/dap/gen/go/dap"
	"github.com/wiregen/wiregen/internal/message/verify"
	"github.com/wiregen/wiregen/internal/protocol/interp"
	npm "github.com/wiregen/wiregen/test/node"
	"github.com/wiregen/wiregen/test/tier"
)

const (
	dapDir = root + "/examples/dap/"
	dapTS  = dapDir + "gen/ts/index.js"
)

// A dapRow is a message of a debug session, or one that is refused.
type dapRow struct {
	Name string `json:"name"`
	Text string `json:"text"`
	outcome
}

// A dapOutcome is how a row ends, and the result of a response.
type dapOutcome struct {
	outcome
	Result string `json:"result,omitempty"`
}

// TestDAPSession reads a debug session in Go, in TypeScript and in the reference
// interpreter. Each result is read as that of the command which the response names.
func TestDAPSession(t *testing.T) {
	rows := dapRows(t)
	read := interp.New(protocol(t, dapDir+"dap.yaml"))
	inNode := dapInNode(t)
	calls := make(map[string]dap.Message)
	results := 0
	for i, r := range rows {
		got := dapInGo(t, r, calls)
		if got.outcome != r.outcome {
			t.Errorf("%s: Go\n\tgot  %+v\n\twant %+v", r.Name, got.outcome, r.outcome)
		}
		if inNode[i] != got {
			t.Errorf("%s: TypeScript\n\tgot  %+v\n\tGo   %+v", r.Name, inNode[i], got)
		}
		if got.Result != "" {
			results++
		}
		meant := read.Read("Message", []byte(r.Text))
		switch {
		case meant.Err != nil && meant.Err.Error() != r.Refused:
			t.Errorf("%s: the interpreter refuses it: %v", r.Name, meant.Err)
		case meant.Err == nil && meant.Value.Written() != r.Writes:
			t.Errorf("%s: the interpreter writes %s", r.Name, meant.Value.Written())
		}
		if owed := read.Answer(meant); (owed != nil) != (r.Answer != "") {
			t.Errorf("%s: the interpreter owes the answer %v", r.Name, owed)
		}
	}
	if results < 12 {
		t.Errorf("%d results, too few", results)
	}
	t.Logf("%d messages, %d results", len(rows), results)
}

func dapInGo(t *testing.T, r dapRow, calls map[string]dap.Message) dapOutcome {
	message, err := dap.DecodeMessage([]byte(r.Text))
	if err != nil {
		out := dapOutcome{outcome: outcome{Refused: err.Error()}}
		if answer := dap.Refuse(err); answer != nil {
			out.Answer = string(dap.AppendMessage(nil, answer))
		}
		return out
	}
	out := dapOutcome{outcome: outcome{Writes: string(dap.AppendMessage(nil, message))}}
	if err := dap.CheckMessage(message); err != nil {
		t.Errorf("%s: it must not be written: %v", r.Name, err)
	}
	switch m := message.(type) {
	case *dap.UnknownMessage:
		if answer := m.Refuse(); answer != nil {
			out.Answer = string(dap.AppendMessage(nil, answer))
		}
	case *dap.Response:
		if m.Error != nil {
			break
		}
		call := calls[m.Method]
		result, err := dap.ResultOf(call, m.Result)
		if err != nil {
			t.Errorf("%s: %v", r.Name, err)
		}
		out.Result = "{}"
		if result, ok := result.(interface{ AppendJSON([]byte) []byte }); ok {
			out.Result = string(result.AppendJSON(nil))
		}
	default:
		var call struct{ Command string }
		if err := json.Unmarshal([]byte(r.Text), &call); err != nil {
			t.Fatal(err)
		}
		calls[call.Command] = message
	}
	return out
}

// TestDAPReply answers a request with its result and with an error.
func TestDAPReply(t *testing.T) {
	message, err := dap.DecodeClientMessage([]byte(`{"seq":7,"type":"request","command":"threads"}`))
	if err != nil {
		t.Fatal(err)
	}
	call, ok := message.(*dap.ThreadsMessage)
	if !ok {
		t.Fatalf("read as %T", message)
	}
	answer, err := call.Reply(&dap.ThreadsResult{Threads: []dap.Thread{{ID: 1, Name: "main"}}})
	if err != nil {
		t.Fatal(err)
	}
	answer.Seq = 3
	const want = `{"type":"response","request_seq":7,"command":"threads","success":true,"body":{"threads":[{"id":1,"name":"main"}]},"seq":3}`
	if got := string(dap.AppendMessage(nil, answer)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestDAPVerify pairs the requests and the responses of the session.
func TestDAPVerify(t *testing.T) {
	var session bytes.Buffer
	for _, r := range dapRows(t) {
		if r.Refused == "" && r.Answer == "" {
			session.WriteString(r.Text + "\n")
		}
	}
	text := session.String()
	session.Reset()
	session.WriteString(`{"seq":60,"type":"request","command":"threads"}` + "\n")
	session.WriteString(`{"seq":61,"type":"response","request_seq":60,"command":"threads","success":true,"body":{}}` + "\n")
	session.WriteString(text)
	session.WriteString(`{"seq":50,"type":"request","command":"threads"}` + "\n")
	session.WriteString(`{"seq":52,"type":"response","request_seq":49,"command":"threads","success":false}` + "\n")
	var faults []string
	v, err := verify.New(protocol(t, dapDir+"dap.yaml"), verify.Options{}, func(f verify.Fault) { faults = append(faults, f.Text()) })
	if err != nil {
		t.Fatal(err)
	}
	if err := v.Read(&session); err != nil {
		t.Fatal(err)
	}
	want := []string{"body.threads is missing: expected an array", `"threads" is sent after "disconnect", which ended the session (line 36)`, "request_seq: no request with the id 49 is waiting for an answer"}
	if !slices.Equal(faults, want) {
		t.Errorf("got  %q\nwant %q", faults, want)
	}
}

// TestDAPTypes compiles a program against the declarations of TypeScript.
func TestDAPTypes(t *testing.T) {
	tier.Generated(t, dapTS)
	tsc := filepath.Join(npm.Modules(t), "typescript", "bin", "tsc")
	cmd := exec.Command("node", tsc, "--noEmit", "--strict", "--exactOptionalPropertyTypes", "--module", "nodenext", "--target", "es2022", "testdata/dap.mts")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func dapRows(t *testing.T) []dapRow {
	t.Helper()
	data, err := os.ReadFile(dapDir + "testdata/session.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var out []dapRow
	for lines := bufio.NewScanner(bytes.NewReader(data)); lines.Scan(); {
		var r dapRow
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatalf("%s: %v", lines.Bytes(), err)
		}
		out = append(out, r)
	}
	return out
}

func dapInNode(t *testing.T) []dapOutcome {
	t.Helper()
	tier.Generated(t, dapTS)
	session, err := os.Open(dapDir + "testdata/session.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	cmd := exec.Command("node", append([]string{filepath.Join("testdata", "dap.mjs")}, absolute(t, []string{dapTS})...)...)
	var errs bytes.Buffer
	cmd.Stdin, cmd.Stderr = session, &errs
	output, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, errs.Bytes())
	}
	var out []dapOutcome
	for lines := bufio.NewScanner(bytes.NewReader(output)); lines.Scan(); {
		var o dapOutcome
		if err := json.Unmarshal(lines.Bytes(), &o); err != nil {
			t.Fatal(err)
		}
		out = append(out, o)
	}
	return out
}
