package connections

import (
	"bufio"
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wiregen/wiregen/gen/go/wire"
	"github.com/wiregen/wiregen/wirert"
	"github.com/wiregen/wiregen/wirert/rpc"
)

// A vector is a line of testdata/vectors: what a peer sent, and what the original answered.
type vector struct {
	ID, Kind, State string
	Input           json.RawMessage
	Expect          struct {
		Replies      []json.RawMessage
		ServerDies   string `json:"server_dies"`
		Resolved     bool
		Resolution   json.RawMessage
		StillPending bool `json:"still_pending"`
	}
}

// vectors are those of some kinds in a file.
func vectors[V any](t *testing.T, file string, kinds ...string) []V {
	t.Helper()
	text, err := os.ReadFile("../../testdata/vectors/" + file)
	if err != nil {
		t.Fatal(err)
	}
	var out []V
	for line := range bytes.Lines(text) {
		var head struct{ Kind string }
		if err := json.Unmarshal(line, &head); err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(kinds, head.Kind) {
			continue
		}
		var v V
		if err := json.Unmarshal(line, &v); err != nil {
			t.Fatal(err)
		}
		out = append(out, v)
	}
	return out
}

// bytesOf is the input of a vector.
func (v *vector) bytesOf(t *testing.T) []byte {
	t.Helper()
	var text string
	if json.Unmarshal(v.Input, &text) != nil {
		return v.Input
	}
	if v.Kind != "rpc_in_bytes_hex" {
		return []byte(text)
	}
	out, err := hex.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// summary is what counts of a reply: its id, and the code of its error.
func summary(t *testing.T, line []byte) string {
	t.Helper()
	var m struct {
		ID     json.RawMessage
		Method string
		Result json.RawMessage
		Error  *struct {
			Code int
			Data struct{ Kind string }
		}
	}
	if err := json.Unmarshal(line, &m); err != nil {
		t.Fatalf("%v: %q", err, line)
	}
	switch {
	case m.Method != "":
		return m.Method
	case m.Error != nil:
		return strings.TrimSpace(fmt.Sprintf("%s error %d %s", m.ID, m.Error.Code, m.Error.Data.Kind))
	}
	return fmt.Sprintf("%s result", m.ID)
}

// kimi is an agent that does what the state of a vector says.
type kimi struct {
	agent
	state string
	begun chan struct{}
}

func (k *kimi) Prompt(ctx context.Context, p *wire.PromptParams) (*wire.PromptResult, error) {
	if k.begun != nil {
		close(k.begun)
		<-ctx.Done()
		return &wire.PromptResult{Status: wire.PromptResultStatusCancelled}, nil
	}
	_, outcome, _ := strings.Cut(k.state, "turn outcome: ")
	switch outcome {
	case "LLM not configured":
		return nil, wire.ErrLLMNotSet
	case "LLM lacks capability":
		return nil, wire.ErrLLMNotSupported
	case "provider HTTP 401, no oauth", "provider error":
		return nil, wire.ErrChatProviderError
	case "provider HTTP 401, oauth session":
		return nil, wire.ErrAuthExpired
	case "max steps":
		return &wire.PromptResult{Status: wire.PromptResultStatusMaxStepsReached, Steps: new(int64(7))}, nil
	case "cancelled":
		return &wire.PromptResult{Status: wire.PromptResultStatusCancelled}, nil
	}
	return &wire.PromptResult{Status: wire.PromptResultStatusFinished}, nil
}

func (k *kimi) SetPlanMode(ctx context.Context, p *wire.SetPlanModeParams) (*wire.SetPlanModeResult, error) {
	if err := wire.AgentFrom(ctx).Event(ctx, &wire.StatusUpdate{PlanMode: &p.Enabled}); err != nil {
		return nil, err
	}
	return &wire.SetPlanModeResult{PlanMode: p.Enabled}, nil
}

func (k *kimi) Replay(context.Context, wirert.Raw) (*wire.ReplayResult, error) {
	return &wire.ReplayResult{Status: wire.ReplayResultStatusFinished}, nil
}

func (k *kimi) Steer(context.Context, *wire.SteerParams) (*wire.SteerResult, error) {
	return &wire.SteerResult{}, nil
}

// otherReplies are the vectors that are answered in another way on purpose, with what is
// answered and why.
var otherReplies = map[string]struct{ replies, why string }{
	"k0167": {`null error -32600`, "what is not a message is answered, as JSON-RPC says"},
	"k0168": {`"1" error -32600`, "the id could be read, so that the peer learns which message it was"},
	"k0171": {`null error -32600`, "a request with the id null cannot be matched, and is refused"},
	"k0195": {`"1" error -32602`, "the text \"true\" is not a boolean"},
	"k0204": {`"zz" error -32600`, "a message without a method, a result and an error is not a response"},
	"k0207": {``, "a response is not answered, not even a wrong one"},
	"k0208": {``, "a response is not answered, not even a wrong one"},
	"k0214": {`null error -32700`, "NaN is not JSON"},
	"k0216": {`"1" result`, "the original dies; unknown content is kept"},
}

// linesOf returns the lines that come, until there are no more.
func linesOf(r io.Reader) <-chan []byte {
	lines := make(chan []byte, 100)
	go func() {
		defer close(lines)
		in := bufio.NewReader(r)
		for {
			line, err := in.ReadBytes('\n')
			if err != nil {
				return
			}
			lines <- line
		}
	}()
	return lines
}

func TestKimiVectors(t *testing.T) {
	for _, v := range vectors[vector](t, "kimi.jsonl", "rpc_in", "rpc_in_bytes_hex") {
		t.Run(v.ID, func(t *testing.T) {
			k := &kimi{state: v.State}
			ours, theirs := net.Pipe()
			if strings.HasPrefix(v.State, "turn in progress") {
				k.begun = make(chan struct{})
			}
			served := make(chan error, 1)
			go func() {
				served <- wire.ServeConn(context.Background(), ours, k, &rpc.Options{CloseWait: 20 * time.Millisecond})
			}()
			lines := linesOf(theirs)
			say := func(line string) {
				t.Helper()
				if _, err := io.WriteString(theirs, line+"\n"); err != nil {
					t.Fatal(err)
				}
			}
			if k.begun != nil {
				say(`{"jsonrpc":"2.0","method":"prompt","id":"turn","params":{"user_input":"x"}}`)
				<-k.begun
			} else {
				say(`{"jsonrpc":"2.0","method":"no such method","id":"first"}`) // the first line of a socket must be JSON
			}
			say(string(v.bytesOf(t)))
			say(`{"jsonrpc":"2.0","method":"no such method","id":"last"}`)
			var got, want []string
			for _, r := range v.Expect.Replies {
				want = append(want, summary(t, r))
			}
			if other, ok := otherReplies[v.ID]; ok {
				want = slices.DeleteFunc([]string{other.replies}, func(s string) bool { return s == "" })
			}
			wait := time.After(5 * time.Second)
			last := false
			for !last || len(got) < len(want) {
				select {
				case line := <-lines:
					switch s := summary(t, line); s {
					case `"first" error -32601`:
					case `"last" error -32601`:
						last = true
					default:
						got = append(got, s)
					}
					continue
				case <-wait:
				}
				break
			}
			for quiet := time.After(20 * time.Millisecond); ; {
				select {
				case line := <-lines:
					got = append(got, summary(t, line))
					continue
				case <-quiet:
				}
				break
			}
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Errorf("%s, in state %s\n got %v\nwant %v", v.Input, v.State, got, want)
			}
			_ = theirs.Close()
			if err := <-served; err != nil {
				t.Error(err)
			}
		})
	}
}

// ask makes the request that a vector says is pending, and returns what comes of it.
func ask(ctx context.Context, a *wire.Agent, kind string) (resolution any, err error) {
	switch kind {
	case "ApprovalRequest":
		r, err := a.ApprovalRequest(ctx, &wire.ApprovalRequest{ID: "rq", ToolCallID: "c", Sender: "s", Action: "a", Description: "d", Display: []wire.DisplayBlock{}})
		return r.Response, err
	case "ToolCallRequest":
		r, err := a.ToolCallRequest(ctx, &wire.ToolCallRequest{ID: "rq", Name: "n"})
		return r.ReturnValue.IsError, err
	case "QuestionRequest":
		r, err := a.QuestionRequest(ctx, &wire.QuestionRequest{ID: "rq", ToolCallID: "c", Questions: []wire.QuestionItem{}})
		return r.Answers, err
	}
	r, err := a.HookRequest(ctx, &wire.HookRequest{ID: "rq", SubscriptionID: "s", Event: "Stop", Target: "t"})
	action := wire.HookActionAllow
	if r.Action != nil {
		action = *r.Action
	}
	return []string{string(action), r.Reason}, err
}

// otherResolutions are the answers that are taken in another way on purpose: whether they
// end the request, and why.
var otherResolutions = map[string]struct {
	pending bool
	why     string
}{
	"k0262": {false, "an answer that cannot be read ends the request, which would wait for ever"},
	"k0292": {false, "likewise"},
	"k0306": {false, "likewise"},
	"k0259": {false, "an answer without a result and an error ends the request, which would wait for ever"},
	"k0289": {false, "likewise"},
	"k0303": {false, "likewise"},
}

// TestKimiResponses answers requests of an agent as the clients of vectors do.
func TestKimiResponses(t *testing.T) {
	for _, v := range vectors[vector](t, "kimi.jsonl", "response") {
		t.Run(v.ID, func(t *testing.T) {
			ours, theirs := rpc.Pipe()
			a := wire.NewAgent(ours, &kimi{}, nil)
			kind := strings.Fields(v.State)[2]
			if err := theirs.Write([][]byte{[]byte(`{"jsonrpc":"2.0","method":"initialize","id":"i","params":{"protocol_version":"1.10","capabilities":{"supports_question":true}}}`)}); err != nil {
				t.Fatal(err)
			}
			if _, err := theirs.Read(); err != nil {
				t.Fatal(err)
			}
			type outcome struct {
				value any
				err   error
			}
			ended := make(chan outcome, 1)
			go func() {
				value, err := ask(context.Background(), a, kind)
				ended <- outcome{value, err}
			}()
			if _, err := theirs.Read(); err != nil {
				t.Fatal(err)
			}
			if err := theirs.Write([][]byte{v.bytesOf(t)}); err != nil {
				t.Fatal(err)
			}
			pending := v.Expect.StillPending
			if other, ok := otherResolutions[v.ID]; ok {
				pending = other.pending
			}
			select {
			case got := <-ended:
				if pending {
					t.Errorf("%s resolves %s: %v, %v", v.Input, kind, got.value, got.err)
				}
				var want any
				_ = json.Unmarshal(v.Expect.Resolution, &want)
				if m, ok := want.(map[string]any); ok && kind == "ToolCallRequest" {
					want = m["is_error"]
				}
				text, _ := json.Marshal(got.value)
				if wanted, _ := json.Marshal(want); v.Expect.Resolved && string(text) != string(wanted) {
					t.Errorf("%s resolves %s: %s, want %s (%v)", v.Input, kind, text, wanted, got.err)
				}
			case <-time.After(50 * time.Millisecond):
				if !pending {
					t.Errorf("%s does not resolve %s", v.Input, kind)
				}
			}
			_ = theirs.Close()
			if err := a.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}
