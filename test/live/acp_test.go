package live

import (
	"context"
	"errors"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/wiregen/wiregen/test/live/acp/gen/acp"
	"github.com/wiregen/wiregen/wirert"
	"github.com/wiregen/wiregen/wirert/rpc"
)

// TestACP has an editor's session with an agent on the official TypeScript library of the
// agent client protocol.
func TestACP(t *testing.T) {
	skipped(t, "acp")
	dir := npmPeers(t)
	// Imports of a module are looked for beside it.
	copied(t, dir, "peers/acp/agent.mjs")
	p := &peer{
		name: "@agentclientprotocol/sdk " + npmVersion(t, dir, "@agentclientprotocol/sdk"),
		spec: absolute(t, "acp", "acp.yaml"),
		start: func(t *testing.T, _ string) (*exec.Cmd, string, string) {
			return exec.Command("node", filepath.Join(dir, "agent.mjs")), "", ""
		},
	}
	p.sessions(t, "Go", code)
	p.sessions(t, "Python", pythonClient(t, "acp", "acp/gen/py/acp_part"))
}

// TestACPPython has the same sessions with an agent on the official Python library.
func TestACPPython(t *testing.T) {
	skipped(t, "acp-python")
	program := acpPeer(t)
	p := &peer{
		name: "agent-client-protocol " + strings.TrimSpace(does(t, ".", program, "-c", "import importlib.metadata as m; print(m.version('agent-client-protocol'))")),
		spec: absolute(t, "acp", "acp.yaml"),
		start: func(t *testing.T, _ string) (*exec.Cmd, string, string) {
			return exec.Command(program, "-B", absolute(t, "peers", "acp", "agent.py")), "", ""
		},
	}
	p.sessions(t, "Go", code)
	p.sessions(t, "Python", pythonClient(t, "acp", "acp/gen/py/acp_part"))
}

// A coder is an editor with one file, which lets an agent do what it asks for.
type coder struct {
	acp.UnimplementedClientHandler
	mu      sync.Mutex
	updates []acp.SessionUpdate
	said    strings.Builder
	file    string
	answer  string
	told    chan string
}

func (c *coder) SessionUpdate(_ context.Context, p *acp.SessionUpdateParams) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.updates = append(c.updates, p.Update)
	switch u := p.Update.(type) {
	case *acp.AgentMessageChunk:
		c.said.WriteString(u.Body.Content.(*acp.TextContent).Text)
		c.told <- "said"
	case *acp.CommandsUpdate:
		c.told <- u.AvailableCommands[0].Name
	}
}

func (c *coder) SessionRequestPermission(_ context.Context, p *acp.SessionRequestPermissionParams) (*acp.SessionRequestPermissionResult, error) {
	for _, option := range p.Options {
		if option.OptionID == c.answer {
			return &acp.SessionRequestPermissionResult{Outcome: &acp.PermissionSelected{OptionID: option.OptionID}}, nil
		}
	}
	return &acp.SessionRequestPermissionResult{Outcome: &acp.PermissionCancelled{}}, nil
}

func (c *coder) FsReadTextFile(_ context.Context, p *acp.FsReadTextFileParams) (*acp.FsReadTextFileResult, error) {
	if p.Path != "/project/note.txt" {
		return nil, acp.ErrResourceNotFound
	}
	return &acp.FsReadTextFileResult{Content: c.file}, nil
}

func (c *coder) FsWriteTextFile(_ context.Context, p *acp.FsWriteTextFileParams) error {
	c.file = p.Content
	return nil
}

// extensions handles what the agent sends beyond the protocol.
func (c *coder) extensions(next rpc.Handler) rpc.Handler {
	return func(ctx context.Context, m rpc.Message) (rpc.Message, error) {
		switch own, ok := m.(*acp.UnknownMessage); {
		case ok && own.IsExtension() && own.Method == "_example.com/ask":
			return &acp.Response{ID: own.ID, Result: wirert.Raw(`{"answer":42}`)}, nil
		case ok && own.IsExtension():
			c.told <- own.Method + string(own.Params)
			return nil, nil
		}
		return next(ctx, m)
	}
}

func code(ctx context.Context, t *testing.T, l link) {
	h := &coder{file: "An old line.\n", told: make(chan string, 100)}
	c := connected(ctx, t, l, acp.ClientOptions{
		Handler: h, Options: rpc.Options{Report: l.report, Middleware: h.extensions},
		Handshake: &acp.InitializeParams{
			ClientInfo:         &acp.Implementation{Name: "wiregen", Version: "1"},
			ClientCapabilities: &acp.ClientCapabilities{Fs: &acp.Files{ReadTextFile: true, WriteTextFile: true}},
		},
	}, acp.StartAgent, acp.ConnectAgent)
	defer closed(t, c)
	if hello := c.Handshake(); c.Version() != "1" || !hello.AgentCapabilities.LoadSession {
		t.Errorf("the handshake is %+v", hello)
	}
	session := must(c.SessionNew(ctx, &acp.SessionNewParams{CWD: "/project", MCPServers: []acp.McpServer{&acp.McpServerStdio{Name: "none", Command: "true", Args: []string{}, Env: []acp.Variable{}}}}))(t)
	if session.SessionID != "session-1" || len(session.Modes.AvailableModes) != 2 {
		t.Errorf("the session is %+v", session)
	}
	if command := await(ctx, t, h.told); command != "help" {
		t.Errorf("the command is %s", command)
	}
	prompt := func(ctx context.Context, text string) (acp.StopReason, error) {
		h.said.Reset()
		return prompted(ctx, c, session.SessionID, text)
	}
	if stop := must(prompt(ctx, "say"))(t); stop != acp.StopReasonEndTurn || h.said.String() != "Grüße, 😀 \u2028" {
		t.Errorf("%s, and it says %q", stop, h.said.String())
	}
	h.answer = "yes"
	if stop := must(prompt(ctx, "write"))(t); stop != acp.StopReasonEndTurn || h.file != "An old line.\nA line.\n" {
		t.Errorf("%s, and the file is %q", stop, h.file)
	}
	last, ok := h.updates[len(h.updates)-1].(*acp.ToolCallChanged)
	if !ok || len(last.Body.Content) != 2 || string(last.Body.RawOutput) != "[true,null]" {
		t.Errorf("the last update is %+v", last)
	}
	h.answer = "no"
	if stop := must(prompt(ctx, "write"))(t); stop != acp.StopReasonRefusal {
		t.Errorf("a write that is not allowed ends with %s", stop)
	}
	for len(h.told) > 0 {
		<-h.told
	}
	if must(prompt(ctx, "extend"))(t); h.said.String() != `{"answer":42}` || await(ctx, t, h.told) != `_example.com/tell{"n":2}` {
		t.Errorf("it says %s", h.said.String())
	}
	await(ctx, t, h.told)
	cancelTurn(ctx, t, c, h, session.SessionID)
	if err := c.SessionSetMode(ctx, &acp.SessionSetModeParams{SessionID: session.SessionID, ModeID: "code"}); err != nil {
		t.Error(err)
	}
	before := len(h.updates)
	if again := must(c.SessionLoad(ctx, &acp.SessionLoadParams{SessionID: session.SessionID, CWD: "/project", MCPServers: []acp.McpServer{}}))(t); again.Modes.CurrentModeID != "code" || len(h.updates) != before+15 {
		t.Errorf("%d updates, and then %+v", len(h.updates)-before, again.Modes)
	}
	if _, err := prompt(ctx, "fail"); !errors.Is(err, acp.ErrInternalError) {
		t.Errorf("a failure is %v", err)
	} else if data := errorData(err); string(data) != `{"reason":"It was asked to."}` {
		t.Errorf("the data of the failure is %s", data)
	}
	session.SessionID = "none"
	if _, err := prompt(ctx, "say"); !errors.Is(err, acp.ErrResourceNotFound) {
		t.Errorf("a prompt for no session: %v", err)
	}
}

// prompted sends a prompt of a text and resources, and returns why its turn stopped.
func prompted(ctx context.Context, c *acp.Client, session acp.SessionId, text string) (acp.StopReason, error) {
	r, err := c.SessionPrompt(ctx, &acp.SessionPromptParams{SessionID: session, Prompt: []acp.ContentBlock{
		&acp.TextContent{Text: text}, &acp.ResourceLink{URI: "file:///project/note.txt", Name: "note.txt", Size: new(int64(13))},
		&acp.EmbeddedResource{Resource: &acp.TextResource{URI: "file:///project/a", Text: "ä"}},
	}})
	if err != nil {
		return "", err
	}
	return r.StopReason, nil
}

// cancelTurn cancels a turn. What cancels it names its session, which the connection does not
// know.
func cancelTurn(ctx context.Context, t *testing.T, c *acp.Client, h *coder, session acp.SessionId) {
	waits := make(chan acp.StopReason, 1)
	go func() {
		h.said.Reset()
		reason, err := prompted(ctx, c, session, "wait")
		if err != nil {
			t.Error(err)
		}
		waits <- reason
	}()
	await(ctx, t, h.told)
	if err := c.SessionCancel(ctx, &acp.SessionCancelParams{SessionID: session}); err != nil {
		t.Error(err)
	}
	if reason := await(ctx, t, waits); reason != acp.StopReasonCancelled {
		t.Errorf("the cancelled turn ends with %s", reason)
	}
}
