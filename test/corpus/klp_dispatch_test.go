package corpus_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/wiregen/wiregen/examples/klp/gen/go/klp"
	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/test/corpus"
	"github.com/wiregen/wiregen/test/tier"
)

// klpConnection has the vectors whose answer needs more than the message: a
// connection with its state, or the handler of a method.
var klpConnection = map[string]string{
	"d0002": "the result of a handshake",
	"d0006": "a handler that picks the version: StaleProtocol",
	"d0007": "the result of a handshake",
	"d0008": "the state: before the handshake any call is an InvalidRequest, also of an unknown method",
	"d0012": "the result of a method",
	"d0019": "framing",
	"f0001": "framing",
	"f0002": "framing",
	"f0003": "framing",
}

// klpText has the inputs that the vectors only describe.
var klpText = map[string]string{"d0017": "{not JSON"}

// klpPromised has the vectors to which the original gives another answer than its
// documentation promises: we keep the promise.
var klpPromised = map[string]corpus.Expect{
	// A call with a numeric id is dropped, so that its caller waits for ever.
	"d0018": {Error: json.RawMessage("-32600"), DataKind: "InvalidRequest"},
}

// An agent that only refuses answers a line, or "".
type refuser func(t *testing.T, lines []string) []string

// TestKLPRefusals checks the error that answers a message which is refused, and that
// none is owed where the original sends none.
func TestKLPRefusals(t *testing.T) {
	tier.Generated(t, klpTS)
	var vectors []corpus.Vector
	var lines []string
	connection, promised := 0, 0
	for _, v := range klpVectors(t) {
		switch {
		case v.Kind == "type":
			continue
		case klpConnection[v.ID] != "":
			connection++
			continue
		case v.Kind != "dispatch":
			t.Errorf("%s: neither answered nor listed as one that needs a connection", v.ID)
			continue
		}
		if other, ok := klpPromised[v.ID]; ok {
			if reflect.DeepEqual(v.Expect, other) {
				t.Errorf("%s: listed, but no other answer", v.ID)
			}
			v.Expect = other
			promised++
		}
		line, described := klpText[v.ID]
		if !described {
			line = string(v.Input)
		}
		vectors, lines = append(vectors, v), append(lines, line)
	}
	if connection != len(klpConnection) || promised != len(klpPromised) {
		t.Errorf("%d vectors need a connection and %d are answered otherwise, %d and %d are listed", connection, promised, len(klpConnection), len(klpPromised))
	}
	for name, refuse := range map[string]refuser{"Go": refuseInGo, "TypeScript": refuseInNode, "Python": refuseInPython, "interpreter": refuseInterpreted} {
		for i, answer := range refuse(t, lines) {
			v := vectors[i]
			if problem := judgeRefusal(v.Expect, answer); problem != "" {
				t.Errorf("%s, %s: %s: %s", name, v.ID, problem, answer)
			}
			v.Expect.DataKind += "planted"
			if answer != "" && judgeRefusal(v.Expect, answer) == "" {
				t.Errorf("%s, %s: the planted kind was not caught", name, v.ID)
			}
		}
	}
	t.Logf("%d vectors answered; %d need a connection", len(vectors), connection)
}

// judgeRefusal returns what is wrong with an answer; or "".
func judgeRefusal(want corpus.Expect, answer string) string {
	if want.Error == nil {
		if answer != "" {
			return "answered, must not be"
		}
		return ""
	}
	message, err := klp.DecodeMessage([]byte(answer))
	if err != nil {
		return err.Error()
	}
	var got struct {
		ID    *string `json:"id"`
		Error struct {
			Code json.RawMessage `json:"code"`
		} `json:"error"`
	}
	if err := json.Unmarshal([]byte(answer), &got); err != nil {
		return err.Error()
	}
	fault := message.(*klp.Response).Error
	kind, _ := klp.KindOf(fault)
	data, err := klp.NotFoundDataOf(fault)
	switch {
	case (got.ID == nil) != (want.ID == nil) || got.ID != nil && *got.ID != *want.ID:
		return "another id"
	case string(got.Error.Code) != string(want.Error):
		return "another code"
	case string(kind) != want.DataKind || err != nil || data.Detail == "":
		return "other data"
	}
	return ""
}

func refuseInGo(_ *testing.T, lines []string) []string {
	var out []string
	for _, line := range lines {
		var answer *klp.Response
		message, err := klp.DecodeClientMessage([]byte(line))
		if err != nil {
			answer = klp.Refuse(err)
		} else if unknown, ok := message.(*klp.UnknownMessage); ok {
			answer = unknown.Refuse()
		}
		written := ""
		if answer != nil {
			written = string(klp.AppendMessage(nil, answer))
		}
		out = append(out, written)
	}
	return out
}

func refuseInNode(t *testing.T, lines []string) []string {
	t.Helper()
	var in, errs bytes.Buffer
	enc := json.NewEncoder(&in)
	for _, line := range lines {
		if err := enc.Encode(map[string]string{"text": line}); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("node", append([]string{filepath.Join("testdata", "refuse.mjs")}, absolute(t, []string{klpTS})...)...)
	cmd.Stdin, cmd.Stderr = &in, &errs
	output, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, errs.Bytes())
	}
	var out []string
	for answers := bufio.NewScanner(bytes.NewReader(output)); answers.Scan(); {
		var a struct{ Answer string }
		if err := json.Unmarshal(answers.Bytes(), &a); err != nil {
			t.Fatal(err)
		}
		out = append(out, a.Answer)
	}
	if len(out) != len(lines) {
		t.Fatalf("%d answers to %d lines", len(out), len(lines))
	}
	return out
}

// refuseInterpreted makes the response from the parts that the interpreter gives.
func refuseInterpreted(t *testing.T, lines []string) []string {
	t.Helper()
	read := interp.New(protocol(t, klpDir+"klp.yaml"))
	var out []string
	for _, line := range lines {
		answer := read.Answer(read.Read("ClientMessage", []byte(line)))
		if answer == nil {
			out = append(out, "")
			continue
		}
		fault, err := json.Marshal(struct {
			Code    int             `json:"code"`
			Message string          `json:"message"`
			Data    json.RawMessage `json:"data"`
		}{answer.Code, answer.Words, json.RawMessage(answer.Data.Written())})
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, `{"jsonrpc":"2.0","id":`+answer.ID.Written()+`,"error":`+string(fault)+`}`)
	}
	return out
}
