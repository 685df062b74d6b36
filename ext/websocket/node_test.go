package websocket_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/ext/websocket"
	"github.com/wiregen/wiregen/gen/go/wire"
	"github.com/wiregen/wiregen/wirert/rpc"
)

// agent asks for approval in each turn, and says what it was told.
type agent struct{ wire.UnimplementedAgentHandler }

func (agent) Initialize(context.Context, *wire.InitializeParams) (*wire.InitializeResult, error) {
	return &wire.InitializeResult{
		ProtocolVersion: wire.ProtocolVersion(), Server: wire.ServerInfo{Name: "go", Version: "1"}, SlashCommands: []wire.SlashCommand{},
		Hooks: &wire.HooksInfo{SupportedEvents: []wire.HookEvent{}, Configured: map[string]int64{}}, Capabilities: &wire.ServerCapabilities{},
	}, nil
}

func (agent) Prompt(ctx context.Context, p *wire.PromptParams) (*wire.PromptResult, error) {
	client := wire.AgentFrom(ctx)
	text, _ := p.UserInput.(wire.UserInputString)
	if strings.Trim(string(text), "é😀") != "" {
		return nil, fmt.Errorf("the text is %q", text)
	}
	err := client.Event(ctx, &wire.TurnBegin{UserInput: p.UserInput})
	if err == nil {
		_, err = client.ApprovalRequest(ctx, &wire.ApprovalRequest{ToolCallID: "t", Sender: "s", Action: "a", Description: "d", Display: []wire.DisplayBlock{}})
	}
	for range 100 {
		if err == nil {
			err = client.Event(ctx, &wire.ContentPartEvent{Payload: &wire.TextPart{Text: string(text)}})
		}
	}
	if err != nil {
		return nil, err
	}
	return &wire.PromptResult{Status: wire.PromptResultStatusFinished}, client.Event(ctx, &wire.TurnEnd{})
}

// TestNode has a client in TypeScript, with the WebSocket of Node.
func TestNode(t *testing.T) {
	const turns = 20
	ends := make(chan error, 1)
	url := listen(t, websocket.NewHandler(func(r *http.Request, tr rpc.Transport) {
		o := &rpc.Options{Report: func(i rpc.Incident) { t.Errorf("incident: %v", i.Err) }}
		ends <- rpc.ServeConn(r.Context(), wire.NewAgent(tr, agent{}, o).Conn)
	}, nil))
	cmd := exec.CommandContext(within(t), "node", "--experimental-websocket", filepath.Join("testdata", "client.mjs"), url, fmt.Sprint(turns))
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if want := fmt.Sprintf("%d events, %d approvals\n", turns*102, turns); err != nil || string(out) != want {
		t.Errorf("%v\n%s\n%.2000s", err, out, said.String())
	}
	if strings.Contains(said.String(), "reported: ") {
		t.Errorf("%.2000s", said.String())
	}
	if err := next(t, ends); err != nil {
		t.Error(err)
	}
}
