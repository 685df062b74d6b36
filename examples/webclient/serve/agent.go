package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/wiregen/wiregen/gen/go/wire"
	"github.com/wiregen/wiregen/wirert"
)

// agent is an agent without a model, which does what its script says.
type agent struct {
	wire.UnimplementedAgentHandler
	pace    time.Duration
	allowed bool // the user has allowed edits until the session ends
	calls   int
}

func (a *agent) Initialize(context.Context, *wire.InitializeParams) (*wire.InitializeResult, error) {
	return &wire.InitializeResult{
		ProtocolVersion: wire.ProtocolVersion(), Server: wire.ServerInfo{Name: "scripted agent", Version: "1"}, SlashCommands: []wire.SlashCommand{},
		Hooks: &wire.HooksInfo{SupportedEvents: []wire.HookEvent{}, Configured: map[string]int64{}}, Capabilities: &wire.ServerCapabilities{},
	}, nil
}

func (a *agent) Prompt(ctx context.Context, p *wire.PromptParams) (*wire.PromptResult, error) {
	t := &turn{agent: a, ctx: ctx, client: wire.AgentFrom(ctx)}
	t.send(&wire.TurnBegin{UserInput: p.UserInput})
	t.send(&wire.StepBegin{N: 1})
	if strings.Contains(fmt.Sprint(p.UserInput), "markup") {
		t.markup()
	} else {
		t.edit()
	}
	status := wire.PromptResultStatusFinished
	if ctx.Err() != nil {
		status = wire.PromptResultStatusCancelled
	} else if t.err != nil {
		return nil, t.err
	}
	return &wire.PromptResult{Status: status}, t.client.Event(context.WithoutCancel(ctx), &wire.TurnEnd{})
}

// A turn sends until something fails.
type turn struct {
	*agent
	ctx    context.Context
	client *wire.Agent
	err    error
}

func (t *turn) send(e wire.Event) {
	if t.err == nil {
		t.err = t.client.Event(t.ctx, e)
	}
}

// stream sends a text word by word.
func (t *turn) stream(text string, part func(word string) wire.ContentPart) {
	for word := range strings.SplitAfterSeq(text, " ") {
		t.send(&wire.ContentPartEvent{Payload: part(word)})
		select {
		case <-time.After(t.pace):
		case <-t.ctx.Done():
			t.err = errors.Join(t.err, t.ctx.Err())
		}
	}
}

func (t *turn) say(text string) {
	t.stream(text, func(word string) wire.ContentPart { return &wire.TextPart{Text: word} })
}

func (t *turn) think(text string) {
	t.stream(text, func(word string) wire.ContentPart { return &wire.ThinkPart{Think: word} })
}

// call tells of a call of a tool, and returns its id.
func (t *turn) call(name, arguments string) string {
	t.calls++
	id := fmt.Sprintf("call-%d", t.calls)
	t.send(&wire.ToolCall{ID: id, Function: wire.ToolCallFunction{Name: name, Arguments: &arguments}})
	return id
}

func (t *turn) result(id, message, output string, failed bool, display ...wire.DisplayBlock) {
	if display == nil {
		display = []wire.DisplayBlock{}
	}
	t.send(&wire.ToolResult{ToolCallID: id, ReturnValue: wire.ToolReturnValue{
		IsError: failed, Message: message, Output: wire.UserInputString(output), Display: display,
	}})
}

// allowedTo asks for an approval, unless it was given for the whole session.
func (t *turn) allowedTo(id, sender, action, description string, display ...wire.DisplayBlock) bool {
	if t.err != nil || t.allowed {
		return t.err == nil
	}
	request := &wire.ApprovalRequest{ID: "approval-" + id, ToolCallID: id, Sender: sender, Action: action, Description: description, Display: display}
	r, err := t.client.ApprovalRequest(t.ctx, request)
	if t.ctx.Err() != nil {
		// The user has stopped the turn, and need not decide any more.
		settled := &wire.ApprovalResponse{RequestID: request.ID, Response: wire.ApprovalDecisionReject}
		err = errors.Join(err, t.client.Event(context.WithoutCancel(t.ctx), settled))
	}
	if err != nil {
		t.err = err
		return false
	}
	t.allowed = r.Response == wire.ApprovalDecisionApproveForSession
	return r.Response != wire.ApprovalDecisionReject
}

// plan shows what is to be done, of which some is.
func (t *turn) plan(done int) {
	items := []wire.TodoItem{{Title: "Read the tests of the parser"}, {Title: "Add a case for empty input"}, {Title: "Run the tests"}}
	for i := range items {
		switch {
		case i < done:
			items[i].Status = wire.TodoStatusDone
		case i == done:
			items[i].Status = wire.TodoStatusInProgress
		default:
			items[i].Status = wire.TodoStatusPending
		}
	}
	t.result(t.call("SetTodoList", "{}"), "The list is set.", "", false, &wire.TodoDisplayBlock{Items: items})
}

const before = `	{"one", "a", []string{"a"}},
	{"two", "a b", []string{"a", "b"}},
}

func TestParse(t *testing.T) {`

const after = `	{"none", "", nil},
	{"one", "a", []string{"a"}},
	{"two", "a b", []string{"a", "b"}},
	{"markup", "<b>a</b>", []string{"<b>a</b>"}},
}

func TestParse(t *testing.T) {`

// edit is the script of most turns.
func (t *turn) edit() {
	t.think("The parser is tested with one word and with two. Nothing says what it makes of an empty text. The table in parse_test.go is the place for that.")
	t.plan(0)
	t.say("There is no test for empty input yet. I add it to the table, beside one for markup, which the parser must leave alone: <b>a</b> is one word.")
	t.plan(1)
	id := t.call("StrReplaceFile", `{"path": "parse_test.go"}`)
	diff := &wire.DiffDisplayBlock{Path: "parse_test.go", OldText: before, NewText: after, OldStart: new(int64(9)), NewStart: new(int64(9))}
	if !t.allowedTo(id, "StrReplaceFile", "edit file", "Edit parse_test.go", diff) {
		t.result(id, "The user said no.", "", true)
		t.say("I leave the file as it is.")
		return
	}
	t.result(id, "The file was edited.", "", false, diff)
	t.plan(2)
	command := "go test ./parse"
	id = t.call("Shell", `{"command": "go test ./parse"}`)
	t.result(id, "The command succeeded.", "ok  \texample.test/parse\t0.004s", false, &wire.ShellDisplayBlock{Language: "sh", Command: command})
	t.plan(3)
	t.send(&wire.StatusUpdate{ContextUsage: new(0.18)})
	t.say("Both cases pass.")
}

// markup sends what a page must show as text wherever it comes.
func (t *turn) markup() {
	const evil = `<img src="x" onerror="owned = true"><script>owned = true</script><a href="javascript:owned = true">`
	t.think(evil)
	t.say(evil)
	id := t.call(evil, evil)
	blocks := []wire.DisplayBlock{
		&wire.BriefDisplayBlock{Text: evil}, &wire.ShellDisplayBlock{Language: evil, Command: evil},
		&wire.DiffDisplayBlock{Path: evil, OldText: evil, NewText: evil + "\n" + evil},
		&wire.TodoDisplayBlock{Items: []wire.TodoItem{{Title: evil, Status: wire.TodoStatusDone}}},
		&wire.UnknownDisplayBlock{Tag: evil, Raw: []byte(fmt.Sprintf(`{"type":%q}`, evil))},
	}
	t.allowedTo(id, evil, evil, evil, blocks...)
	t.result(id, evil, evil, true, blocks...)
	t.send(&wire.UnknownEvent{Tag: evil, Raw: []byte(fmt.Sprintf(`{"type":%q,"payload":{}}`, evil))})
	if t.err == nil && t.ctx.Err() == nil {
		t.err = &wirert.ResponseError{Code: int64(wire.ErrorCodeChatProviderError), Message: evil}
	}
}
