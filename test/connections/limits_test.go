package connections

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/wiregen/wiregen/examples/dap/gen/go/dap"
	"github.com/wiregen/wiregen/examples/idebridge/gen/go/idebridge"
	"github.com/wiregen/wiregen/wirert/rpc"
)

// A tap keeps what is written to a transport.
type tap struct {
	rpc.Transport
	mu   sync.Mutex
	sent []string
}

func (p *tap) Write(messages [][]byte) error {
	p.mu.Lock()
	for _, m := range messages {
		p.sent = append(p.sent, string(m))
	}
	p.mu.Unlock()
	return p.Transport.Write(messages)
}

func (p *tap) texts() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.sent...)
}

type debuggee struct {
	dap.UnimplementedAdapterHandler
}

func (*debuggee) Initialize(context.Context, *dap.InitializeRequestArguments) (*dap.Capabilities, error) {
	return &dap.Capabilities{}, nil
}

// TestCounted has both ends send requests, responses and events at once: those of each are
// counted in the order in which they are written. They were all 0, apart from requests.
func TestCounted(t *testing.T) {
	left, right := rpc.Pipe()
	taps := []*tap{{Transport: left}, {Transport: right}}
	o := &rpc.Options{Report: func(i rpc.Incident) {}}
	client, adapter := dap.NewClient(taps[0], nil, o), dap.NewAdapter(taps[1], &debuggee{}, o)
	defer client.Close()
	defer adapter.Close()
	ctx := soon(t)
	if _, err := client.Initialize(ctx, &dap.InitializeRequestArguments{AdapterID: "a", SupportsStartDebuggingRequest: new(true)}); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if err := client.Launch(ctx, &dap.LaunchRequestArguments{}); err == nil {
				t.Error("it is handled")
			}
		})
		all.Go(func() {
			if err := adapter.Output(ctx, &dap.OutputParams{Output: "o"}); err != nil {
				t.Error(err)
			}
		})
		all.Go(func() {
			_ = adapter.StartDebugging(ctx, &dap.StartDebuggingParams{Configuration: []byte("{}"), Request: "launch"})
		})
	}
	all.Wait()
	for side, p := range taps {
		texts := p.texts()
		if len(texts) < 40 {
			t.Errorf("%d messages", len(texts))
		}
		for i, text := range texts {
			var m struct{ Seq int }
			if err := json.Unmarshal([]byte(text), &m); err != nil || m.Seq != i+1 {
				t.Errorf("side %d, message %d: %s", side, i+1, text)
			}
		}
	}
}

type opener struct {
	idebridge.UnimplementedAgentHandler
	text string
}

func (o *opener) ClaudeInitialize(ctx context.Context, p *idebridge.ClaudeInitializeParams) (*idebridge.ClaudeInitializeResult, error) {
	return &idebridge.ClaudeInitializeResult{ProtocolVersion: p.ProtocolVersion, Capabilities: &idebridge.AgentCapabilities{OpenV2: true}}, nil
}

func (o *opener) ClaudeOpenV2(ctx context.Context, p *idebridge.ClaudeOpenV2Params) (*idebridge.ClaudeOpenV2Result, error) {
	return &idebridge.ClaudeOpenV2Result{Opened: []string{o.text}}, nil
}

// TestNegotiatedLimit sends what is longer than the handshake allows: it is not sent, its
// answer is an error, and from a peer that sends it nevertheless it is not read.
func TestNegotiatedLimit(t *testing.T) {
	left, right := rpc.Pipe()
	raw := &tap{Transport: right}
	long := &opener{text: strings.Repeat("x", 400)}
	var reports sync.Map
	o := func(name string) *rpc.Options {
		return &rpc.Options{Report: func(i rpc.Incident) { reports.Store(name, i.Err) }}
	}
	client, agent := idebridge.NewClient(left, nil, o("client")), idebridge.NewAgent(raw, long, o("agent"))
	defer client.Close()
	defer agent.Close()
	ctx := soon(t)
	if _, err := client.ClaudeInitialize(ctx, &idebridge.ClaudeInitializeParams{
		ProtocolVersion: 2, Capabilities: &idebridge.ClientCapabilities{MaxMessageBytes: new(int64(300)), SupportsProgress: true},
	}); err != nil {
		t.Fatal(err)
	}
	open := &idebridge.ClaudeOpenV2Params{Paths: []string{"a"}}
	if _, err := client.ClaudeOpenV2(ctx, open); err == nil || !errors.Is(err, idebridge.ErrInternalError) {
		t.Errorf("a long answer: %v", err)
	}
	if err, _ := reports.Load("agent"); err == nil || !errors.Is(err.(error), rpc.ErrTooLarge) {
		t.Errorf("the agent reports %v", err)
	}
	if err := agent.Progress(ctx, &idebridge.Progress{Token: strings.Repeat("t", 300)}); !errors.Is(err, rpc.ErrTooLarge) {
		t.Errorf("a long notification: %v", err)
	}
	if err := right.Write([][]byte{[]byte(`{"jsonrpc":"2.0","method":"progress","params":{"token":"` + strings.Repeat("t", 300) + `"}}`)}); err != nil {
		t.Fatal(err)
	}
	long.text = "short"
	if r, err := client.ClaudeOpenV2(ctx, open); err != nil || r.Opened[0] != "short" {
		t.Errorf("after it: %v %v", r, err)
	}
	if err, _ := reports.Load("client"); err == nil || !errors.Is(err.(error), rpc.ErrTooLarge) {
		t.Errorf("the client reports %v", err)
	}
	// The limit is that of the client.
	if err := client.ClaudeDidChange(ctx, &idebridge.ClaudeDidChangeParams{Path: strings.Repeat("p", 400)}); err != nil {
		t.Error(err)
	}
}
