package live

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/wiregen/wiregen/gen/go/wire"
	"github.com/wiregen/wiregen/wirert"
	"github.com/wiregen/wiregen/wirert/rpc"
)

// TestKimi has a session with Kimi, whose model is a script: testdata/kimi/scripts.txt.
func TestKimi(t *testing.T) {
	skipped(t, "kimi")
	program := kimiPeer(t)
	version := strings.Fields(does(t, ".", program, "--version"))
	p := &peer{
		name: "kimi-cli " + version[len(version)-1],
		spec: absolute(t, "..", "..", "spec", "wire.yaml"),
		start: func(t *testing.T, dir string) (*exec.Cmd, string, string) {
			work, home := filepath.Join(dir, "work"), filepath.Join(dir, "home")
			if err := errors.Join(os.MkdirAll(work, 0o777), os.MkdirAll(home, 0o777)); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(program, "--wire", "--config-file", absolute(t, "testdata", "kimi", "config.toml"), "--work-dir", work)
			cmd.Dir = work
			cmd.Env = append(os.Environ(), "HOME="+home, "KIMI_SHARE_DIR="+filepath.Join(home, "share"), "KIMI_SCRIPTED_ECHO_SCRIPTS="+absolute(t, "testdata", "kimi", "scripts.txt"), "KIMI_CLI_NO_AUTO_UPDATE=1")
			return cmd, "", ""
		},
	}
	p.sessions(t, "Go", embed)
	p.sessions(t, "TypeScript", typeScript(t, "kimi", map[string]string{"kimi-wire": "../../gen/ts"}))
	p.sessions(t, "Python", pythonClient(t, "kimi", "../../gen/py/kimi_wire"))
}

// A user is who embeds Kimi: it answers what Kimi asks.
type user struct {
	wire.UnimplementedClientHandler
	mu       sync.Mutex
	events   []string
	words    strings.Builder
	asked    []string
	approval func(ctx context.Context, r *wire.ApprovalRequest) (*wire.ApprovalResponse, error)
}

func (u *user) Event(_ context.Context, e wire.Event) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.events = append(u.events, string(e.EventType()))
	if part, ok := e.(*wire.ContentPartEvent); ok {
		if text, ok := part.Payload.(*wire.TextPart); ok {
			u.words.WriteString(text.Text)
		}
	}
}

func (u *user) note(format string, args ...any) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.asked = append(u.asked, fmt.Sprintf(format, args...))
}

func (u *user) ApprovalRequest(ctx context.Context, r *wire.ApprovalRequest) (*wire.ApprovalResponse, error) {
	u.note("%s %s", r.ToolCallID, r.Sender)
	if u.approval != nil {
		return u.approval(ctx, r)
	}
	return &wire.ApprovalResponse{RequestID: r.ID, Response: wire.ApprovalDecisionApprove}, nil
}

func (u *user) ToolCallRequest(_ context.Context, r *wire.ToolCallRequest) (*wire.ToolResult, error) {
	u.note("%s %s", r.Name, *r.Arguments)
	return &wire.ToolResult{ToolCallID: r.ID, ReturnValue: wire.ToolReturnValue{
		Output: wire.UserInputString("opened"), Message: "It is open.", Display: []wire.DisplayBlock{&wire.BriefDisplayBlock{Text: "opened"}},
	}}, nil
}

func (u *user) QuestionRequest(_ context.Context, r *wire.QuestionRequest) (*wire.QuestionResponse, error) {
	u.note("%s", r.Questions[0].Question)
	return &wire.QuestionResponse{RequestID: r.ID, Answers: map[string]string{r.Questions[0].Question: "Tabs"}}, nil
}

func (u *user) HookRequest(_ context.Context, r *wire.HookRequest) (*wire.HookResponse, error) {
	u.note("hook %s %s", r.Event, r.Target)
	return &wire.HookResponse{RequestID: r.ID}, nil
}

func refuse(_ context.Context, r *wire.ApprovalRequest) (*wire.ApprovalResponse, error) {
	return &wire.ApprovalResponse{RequestID: r.ID, Response: wire.ApprovalDecisionReject, Feedback: "Not in this folder."}, nil
}

// turn has a turn, in which the agent says something.
func (u *user) turn(ctx context.Context, t *testing.T, c *wire.Client, text, said string) {
	t.Helper()
	u.words.Reset()
	result := must(c.Prompt(ctx, &wire.PromptParams{UserInput: wire.UserInputString(text)}))(t)
	if result.Status != wire.PromptResultStatusFinished || !strings.Contains(u.words.String(), said) {
		t.Errorf("%s: %s, and it says %s", text, result.Status, u.words.String())
	}
}

func embed(ctx context.Context, t *testing.T, l link) {
	u := &user{}
	c := connected(ctx, t, l, wire.ClientOptions{
		Handler: u, Options: rpc.Options{Report: l.report},
		Handshake: &wire.InitializeParams{
			Client: &wire.ClientInfo{Name: "wiregen"},
			ExternalTools: []wire.ExternalTool{{
				Name: "open_in_editor", Description: "Opens a file.", Parameters: wirert.Raw(`{"type":"object","properties":{"path":{"type":"string"}}}`),
			}},
			Hooks:        []wire.HookSubscription{{ID: "hook", Event: wire.HookEventPreToolUse, Matcher: "Shell"}},
			Capabilities: &wire.ClientCapabilities{SupportsQuestion: true, SupportsPlanMode: true},
		},
	}, wire.StartAgent, wire.ConnectAgent)
	defer closed(t, c)
	hello := c.Handshake()
	if c.Version() != "1.10" || hello.ExternalTools == nil || len(hello.ExternalTools.Accepted) != 1 || !hello.Capabilities.SupportsQuestion {
		t.Errorf("the handshake is %+v", hello)
	}
	turn := func(text, said string) {
		t.Helper()
		u.turn(ctx, t, c, text, said)
	}
	turn("Hello", "Hello 😀,there.")
	turn("What does the shell say?", "The shell has spoken.")
	u.approval = refuse
	turn("Write a note.", "Then I will not write it.")
	u.approval = nil
	turn("Open the note.", "It is open.")
	turn("Indent it.", "Tabs it is.")

	// A message of the user while the tool waits for its approval.
	u.approval = func(ctx context.Context, r *wire.ApprovalRequest) (*wire.ApprovalResponse, error) {
		if _, err := wire.ClientFrom(ctx).Steer(ctx, &wire.SteerParams{UserInput: wire.UserInputList{&wire.TextPart{Text: "Briefly."}}}); err != nil {
			t.Error(err)
		}
		return &wire.ApprovalResponse{RequestID: r.ID, Response: wire.ApprovalDecisionApprove}, nil
	}
	turn("And again?", "As you say.")

	plan := must(c.SetPlanMode(ctx, &wire.SetPlanModeParams{Enabled: true}))(t)
	back := must(c.SetPlanMode(ctx, &wire.SetPlanModeParams{Enabled: false}))(t)
	if !plan.PlanMode || back.PlanMode {
		t.Errorf("plan mode was %v, and is %v", plan.PlanMode, back.PlanMode)
	}
	cancelPrompt(ctx, t, c, u, "Wait.")
	turn("Is that all?", "This is the end.")
	if err := second(c.Prompt(ctx, &wire.PromptParams{UserInput: wire.UserInputString("More?")})); !errors.Is(err, wire.ErrChatProviderError) {
		t.Errorf("after the script: %v", err)
	}

	replay(ctx, t, c, u, 50)
	t.Logf("%d events, asked: %s", len(u.events), strings.Join(u.asked, ", "))
}

// cancelPrompt ends the context of a prompt, which cancels it; the approval that is open needs no
// answer then.
func cancelPrompt(ctx context.Context, t *testing.T, c *wire.Client, u *user, text string) {
	cancelled, stop := context.WithCancel(ctx)
	u.approval = func(ctx context.Context, r *wire.ApprovalRequest) (*wire.ApprovalResponse, error) {
		stop()
		<-ctx.Done()
		return nil, context.Cause(ctx)
	}
	if result, err := c.Prompt(cancelled, &wire.PromptParams{UserInput: wire.UserInputString(text)}); err != nil || result.Status != wire.PromptResultStatusCancelled {
		t.Errorf("the cancelled turn: %+v, %v", result, err)
	}
	for name, err := range map[string]error{"cancel": c.Cancel(ctx, nil), "steer": second(c.Steer(ctx, &wire.SteerParams{UserInput: wire.UserInputString("x")}))} {
		if !errors.Is(err, wire.ErrInvalidState) {
			t.Errorf("%s without a turn: %v", name, err)
		}
	}
}

// replay reads the events of all turns again; the requests among them are not handled.
func replay(ctx context.Context, t *testing.T, c *wire.Client, u *user, least int) {
	before := len(u.asked)
	stream := c.StreamReplay(ctx, nil)
	events := 0
	for _, err := range stream.Events() {
		if err != nil {
			t.Fatal(err)
		}
		events++
	}
	if result := must(stream.Result())(t); result.Status != wire.ReplayResultStatusFinished || result.Events != int64(events) || events < least || len(u.asked) != before {
		t.Errorf("the replay is %+v, with %d events, and %d requests were handled", result, events, len(u.asked)-before)
	}
}

func second[T any](_ T, err error) error { return err }
