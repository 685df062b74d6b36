package mock_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/message/framing"
	"github.com/wiregen/wiregen/internal/message/mock"
	"github.com/wiregen/wiregen/internal/message/verify"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/wirert/session"
)

const batched = `wiregen: 1
protocol: {name: demo, version: "1"}
dialect: {batch: {max: 5, unique_ids: true}, framing: {kind: ndjson, max_bytes: 400}}
errors:
  BUSY: {code: -32003}
  STOPPED: {code: -32004}
methods:
  echo: {from: client, params: {text: string}, result: {text: string}}
  run: {from: client, params: {token: string}, result: empty, progress: {method: told, token: params.token}}
  stop: {from: client, notify: {id: int}}
  hurt: {from: client, notify: {id: int}}
  told: {from: agent, notify: {token: string, done: int}}
session:
  run: {once: open, error: BUSY, cancel: {by: stop, id: params.id, answered: STOPPED}, settled_by: {by: hurt, id: params.id}}
`

// talked is what a mock sends for some texts. All texts come before the first answer.
func talked(t *testing.T, p *model.Protocol, texts ...string) (sent, unable []string) {
	t.Helper()
	m, err := mock.New(p, mock.Options{Side: session.Second, Report: func(string) {}, Unable: func(text string) { unable = append(unable, text) }})
	if err != nil {
		t.Fatal(err)
	}
	v, err := verify.New(p, verify.Options{Live: true}, func(f verify.Fault) {
		if f.Side == session.Second {
			t.Errorf("%q: the mock breaks a rule: %s", texts, f.Text())
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	say := func(list []string) {
		for _, x := range list {
			v.Message(session.Second, 1000, []byte(x))
		}
		sent = append(sent, list...)
	}
	s := m.Session(1)
	for _, text := range texts {
		v.Message(session.First, 1000, []byte(text))
		say(s.Receive(framing.Frame{Text: []byte(text), Size: int64(len(text))}, 1000))
	}
	for s.Busy() {
		say(s.Step(1000))
	}
	return sent, unable
}

// TestBatches answers an array of messages with one array, as both generated ends do. It was
// answered with single messages.
func TestBatches(t *testing.T) {
	p := parse(t, "batched.yaml", batched)
	echo := func(id string) string {
		return `{"jsonrpc":"2.0","id":` + id + `,"method":"echo","params":{"text":"a"}}`
	}
	const nope, told, bad = `{"jsonrpc":"2.0","id":2,"method":"nope"}`, `{"jsonrpc":"2.0","method":"stop","params":{"id":77}}`, `{"jsonrpc":"2.0","id":3,"method":"echo","params":{"text":1}}`
	const run1, run2 = `{"jsonrpc":"2.0","id":1,"method":"run","params":{"token":"t"}}`, `{"jsonrpc":"2.0","id":2,"method":"run","params":{"token":"u"}}`
	for _, c := range []struct {
		name  string
		texts []string
		want  []string // the answers, arrays with the ids and codes of theirs
	}{
		{"one", []string{"[" + echo("1") + "]"}, []string{"[1:0]"}},
		{"two, of which one is refused", []string{"[" + echo("1") + "," + nope + "]"}, []string{"[1:0 2:-32601]"}},
		{"all are refused", []string{"[" + nope + "," + bad + "]"}, []string{"[2:-32601 3:-32602]"}},
		{"one that cannot be read", []string{"[" + echo("1") + "," + bad + "]"}, []string{"[1:0 3:-32602]"}},
		{"what is no message", []string{"[" + echo("1") + ",1]"}, []string{"[1:0 null:-32600]"}},
		{"notifications", []string{"[" + told + "]"}, nil},
		{"a notification beside a request", []string{"[" + told + "," + echo("1") + "]"}, []string{"[1:0]"}},
		{"none", []string{"[]"}, []string{"null:-32600"}},
		{"too many", []string{"[" + strings.Repeat(told+",", 5) + told + "]"}, []string{"null:-32600"}},
		{"an id twice", []string{"[" + echo("1") + "," + echo("1") + "]"}, []string{"null:-32600"}},
		{"a rule is broken", []string{"[" + run1 + "," + run2 + "]"}, []string{"[1:0 2:-32003]"}},
		{"cancelled within it", []string{"[" + run1 + `,{"jsonrpc":"2.0","method":"stop","params":{"id":1}}]`}, []string{"[1:-32004]"}},
		{"settled by a rule", []string{"[" + run1 + "," + echo("2") + "]", `{"jsonrpc":"2.0","method":"hurt","params":{"id":1}}`}, []string{"[2:0]"}},
		{"all are settled", []string{"[" + run1 + "]", `{"jsonrpc":"2.0","method":"hurt","params":{"id":1}}`}, nil},
		{"two batches", []string{"[" + echo("1") + "," + echo("2") + "]", "[" + echo("3") + "," + echo("4") + "]"}, []string{"[1:0 2:0]", "[3:0 4:0]"}},
		{"a message beside a batch", []string{"[" + echo("1") + "," + echo("2") + "]", echo("3")}, []string{"3:0", "[1:0 2:0]"}},
		{"longer than a message may be", []string{"[" + nope + `,{"jsonrpc":"2.0","id":"` + strings.Repeat("x", 120) + `","method":"nope"}]`,
			`[{"jsonrpc":"2.0","id":"` + strings.Repeat("y", 130) + `","method":"nope"},{"jsonrpc":"2.0","id":"` + strings.Repeat("z", 130) + `","method":"nope"}]`},
			[]string{`["xxx":-32601 2:-32601]`, `"yyy":-32601`, `"zzz":-32601`}},
	} {
		sent, unable := talked(t, p, c.texts...)
		var got []string
		for _, text := range sent {
			if x := answersIn(t, text); x != "" {
				got = append(got, x)
			}
		}
		slices.Sort(got)
		slices.Sort(c.want)
		if !slices.Equal(got, c.want) || len(unable) > 0 {
			t.Errorf("%s: %q, want %q\n%s\n%q", c.name, got, c.want, strings.Join(sent, "\n"), unable)
		}
	}
}

// answersIn are the ids of the answers in a text and the codes of their errors, sorted.
func answersIn(t *testing.T, text string) string {
	t.Helper()
	type answer struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
		Error  struct {
			Code json.Number `json:"code"`
		} `json:"error"`
	}
	var list []answer
	isList := strings.HasPrefix(text, "[")
	if !isList {
		text = "[" + text + "]"
	}
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, a := range list {
		if a.Method == "" {
			id := string(a.ID)
			if len(id) > 6 {
				id = id[:4] + `"`
			}
			out = append(out, id+":"+string("0" + a.Error.Code)[min(1, len(a.Error.Code)):])
		}
	}
	slices.Sort(out)
	if isList {
		return "[" + strings.Join(out, " ") + "]"
	}
	return strings.Join(out, " ")
}
