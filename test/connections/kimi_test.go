// Package connections runs both ends of the connections of generated packages.
package connections

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wiregen/wiregen/gen/go/wire"
	"github.com/wiregen/wiregen/wirert/rpc"
)

// agent is a small agent: a turn says two words, asks for approval and ends.
type agent struct {
	wire.UnimplementedAgentHandler
	prompted func(ctx context.Context, text string) (*wire.PromptResult, error)
}

func (a *agent) Initialize(context.Context, *wire.InitializeParams) (*wire.InitializeResult, error) {
	return &wire.InitializeResult{
		ProtocolVersion: "1.9", Server: wire.ServerInfo{Name: "test", Version: "1"}, SlashCommands: []wire.SlashCommand{},
		Hooks: &wire.HooksInfo{SupportedEvents: []wire.HookEvent{}, Configured: map[string]int64{}}, Capabilities: &wire.ServerCapabilities{},
	}, nil
}

func (a *agent) Prompt(ctx context.Context, p *wire.PromptParams) (*wire.PromptResult, error) {
	return a.prompted(ctx, fmt.Sprint(p.UserInput))
}

// client approves everything.
type client struct {
	wire.UnimplementedClientHandler
	mu     sync.Mutex
	events []string
	asked  []string
}

func (c *client) Event(_ context.Context, e wire.Event) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.events = append(c.events, string(e.EventType()))
}

func (c *client) ApprovalRequest(_ context.Context, r *wire.ApprovalRequest) (*wire.ApprovalResponse, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked = append(c.asked, r.Action)
	return &wire.ApprovalResponse{RequestID: r.ID, Response: wire.ApprovalDecisionApprove}, nil
}

// connect connects a client with an agent.
func connect(t *testing.T, c wire.ClientHandler, a wire.AgentHandler, o *rpc.Options) (*wire.Client, *wire.Agent) {
	t.Helper()
	if o == nil {
		o = &rpc.Options{Report: func(i rpc.Incident) { t.Errorf("incident: %v", i.Err) }}
	}
	left, right := rpc.Pipe()
	one, two := wire.NewClient(left, c, o), wire.NewAgent(right, a, o)
	t.Cleanup(func() {
		if err := one.Close(); err != nil {
			t.Error(err)
		}
		if err := two.Close(); err != nil {
			t.Error(err)
		}
	})
	return one, two
}

func soon(t *testing.T) context.Context {
	ctx, stop := context.WithTimeout(context.Background(), 20*time.Second)
	t.Cleanup(stop)
	return ctx
}

func TestTurn(t *testing.T) {
	a := &agent{prompted: func(ctx context.Context, text string) (*wire.PromptResult, error) {
		own := wire.AgentFrom(ctx)
		if err := errors.Join(
			own.Event(ctx, &wire.TurnBegin{UserInput: wire.UserInputString("hi")}), own.Event(ctx, &wire.StepBegin{N: 1})); err != nil {
			return nil, err
		}
		got, err := own.ApprovalRequest(ctx, &wire.ApprovalRequest{ToolCallID: "1", Sender: "s", Action: "run", Description: "d", Display: []wire.DisplayBlock{}})
		if err != nil {
			return nil, err
		}
		if got.Response != wire.ApprovalDecisionApprove {
			return nil, fmt.Errorf("it is %v", got.Response)
		}
		return &wire.PromptResult{Status: wire.PromptResultStatusFinished}, own.Event(ctx, &wire.TurnEnd{})
	}}
	user := &client{}
	c, _ := connect(t, user, a, nil)
	ctx := soon(t)
	for range 3 {
		turn := c.StreamPrompt(ctx, &wire.PromptParams{UserInput: wire.UserInputString("hi")})
		var got []string
		for e, err := range turn.Events() {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, string(e.EventType()))
		}
		if want := "TurnBegin StepBegin TurnEnd"; strings.Join(got, " ") != want {
			t.Errorf("events %v, want %s", got, want)
		}
		if r, err := turn.Result(); err != nil || r.Status != wire.PromptResultStatusFinished {
			t.Errorf("%v %v", r, err)
		}
	}
	if strings.Join(user.asked, " ") != "run run run" || len(user.events) != 9 {
		t.Errorf("asked %v, events %v", user.asked, user.events)
	}
}
