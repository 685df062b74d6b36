// Command agent is an agent without a model: it does what its script says. It keeps a
// journal of its session in the file that is its argument.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"github.com/wiregen/wiregen/gen/go/wire"
	"github.com/wiregen/wiregen/wirert"
	"github.com/wiregen/wiregen/wirert/rpc"
)

type agent struct {
	wire.UnimplementedAgentHandler
	name    string // of the journal
	journal *wire.JournalWriter
	steered chan string
	calls   atomic.Int64
}

func (a *agent) Initialize(context.Context, *wire.InitializeParams) (*wire.InitializeResult, error) {
	return &wire.InitializeResult{
		ProtocolVersion: wire.ProtocolVersion(), Server: wire.ServerInfo{Name: "scripted", Version: "1"}, SlashCommands: []wire.SlashCommand{},
		Hooks: &wire.HooksInfo{SupportedEvents: []wire.HookEvent{}, Configured: map[string]int64{}}, Capabilities: &wire.ServerCapabilities{SupportsQuestion: true},
	}, nil
}

// say sends an event, and records it.
func (a *agent) say(ctx context.Context, e wire.Event) error {
	if err := a.journal.Append(&wire.JournalRecord{Timestamp: float64(time.Now().UnixMilli()) / 1000, Message: e}); err != nil {
		return err
	}
	return wire.AgentFrom(ctx).Event(ctx, e)
}

// write streams a text, word by word.
func (a *agent) write(ctx context.Context, text string) error {
	for word := range strings.SplitAfterSeq(text, " ") {
		if err := a.say(ctx, &wire.ContentPartEvent{Payload: &wire.TextPart{Text: word}}); err != nil {
			return err
		}
	}
	return nil
}

func (a *agent) Prompt(ctx context.Context, p *wire.PromptParams) (*wire.PromptResult, error) {
	if err := a.say(ctx, &wire.TurnBegin{UserInput: p.UserInput}); err != nil {
		return nil, err
	}
	err := a.turn(ctx, fmt.Sprint(p.UserInput))
	status := wire.PromptResultStatusFinished
	switch {
	case ctx.Err() != nil:
		status = wire.PromptResultStatusCancelled
	case err != nil:
		return nil, err
	}
	if err := a.say(context.WithoutCancel(ctx), &wire.TurnEnd{}); err != nil {
		return nil, err
	}
	return &wire.PromptResult{Status: status}, a.journal.Sync()
}

// turn is the script.
func (a *agent) turn(ctx context.Context, text string) error {
	if err := a.say(ctx, &wire.StepBegin{N: 1}); err != nil {
		return err
	}
	switch {
	case strings.Contains(text, "list"):
		return a.list(ctx)
	case strings.Contains(text, "ask"):
		const question = "Tabs or spaces?"
		r, err := wire.AgentFrom(ctx).QuestionRequest(ctx, &wire.QuestionRequest{ToolCallID: "ask", Questions: []wire.QuestionItem{
			{Question: question, Options: []wire.QuestionOption{{Label: "tabs"}, {Label: "spaces"}}},
		}})
		if err != nil {
			return err
		}
		return a.write(ctx, "You prefer "+r.Answers[question]+".")
	case strings.Contains(text, "wait"):
		select {
		case <-ctx.Done():
			return ctx.Err()
		case text := <-a.steered:
			if err := a.say(ctx, &wire.SteerInput{UserInput: wire.UserInputString(text)}); err != nil {
				return err
			}
			return a.write(ctx, "You said "+text+".")
		}
	}
	return a.write(ctx, "You said: "+text)
}

// list is a tool, which needs an approval.
func (a *agent) list(ctx context.Context) error {
	number := a.calls.Add(1)
	id, approval := fmt.Sprintf("call-%d", number), fmt.Sprintf("approval-%d", number)
	if err := a.say(ctx, &wire.ToolCall{ID: id, Function: wire.ToolCallFunction{Name: "list", Arguments: new("{}")}}); err != nil {
		return err
	}
	r, err := wire.AgentFrom(ctx).ApprovalRequest(ctx, &wire.ApprovalRequest{ID: approval, ToolCallID: id, Sender: "list", Action: "list files", Description: "list the files of this folder", Display: []wire.DisplayBlock{}})
	if err != nil { // the user need not answer any more
		return errors.Join(err, a.say(context.WithoutCancel(ctx), &wire.ApprovalResponse{RequestID: approval, Response: wire.ApprovalDecisionReject}))
	}
	out := wire.ToolReturnValue{IsError: true, Output: wire.UserInputString(""), Message: "The user said no.", Display: []wire.DisplayBlock{}}
	if r.Response != wire.ApprovalDecisionReject {
		files, err := os.ReadDir(".")
		if err != nil {
			return err
		}
		var names []string
		for _, f := range files {
			names = append(names, f.Name())
		}
		out.IsError, out.Message, out.Output = false, "", wire.UserInputString(strings.Join(names, "\n"))
	}
	if err := a.say(ctx, &wire.ToolResult{ToolCallID: id, ReturnValue: out}); err != nil {
		return err
	}
	if out.IsError {
		return a.write(ctx, out.Message)
	}
	return a.write(ctx, fmt.Sprintf("There are: %s", out.Output))
}

func (a *agent) Steer(_ context.Context, p *wire.SteerParams) (*wire.SteerResult, error) {
	a.steered <- fmt.Sprint(p.UserInput)
	return &wire.SteerResult{}, nil
}

func (a *agent) SetPlanMode(ctx context.Context, p *wire.SetPlanModeParams) (*wire.SetPlanModeResult, error) {
	return &wire.SetPlanModeResult{PlanMode: p.Enabled}, wire.AgentFrom(ctx).Event(ctx, &wire.StatusUpdate{PlanMode: &p.Enabled})
}

// Replay sends what the journal has.
func (a *agent) Replay(ctx context.Context, _ wirert.Raw) (*wire.ReplayResult, error) {
	f, err := os.Open(a.name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	result := &wire.ReplayResult{Status: wire.ReplayResultStatusFinished}
	for record, err := range wire.NewJournalReader(f).Records() {
		if err != nil {
			log.Print(err) // the others are still sent
			continue
		}
		if e, ok := record.Message.(wire.Event); ok {
			if err := wire.AgentFrom(ctx).Event(ctx, e); err != nil {
				return nil, err
			}
			result.Events++
		}
	}
	return result, nil
}

func main() {
	journal, err := wire.OpenJournal(os.Args[1], &wire.JournalHeader{ProtocolVersion: wire.ProtocolVersion()})
	if err != nil {
		log.Fatal(err)
	}
	defer journal.Close()
	a := &agent{name: os.Args[1], journal: journal, steered: make(chan string, 1)}
	ctx, stop := rpc.UntilSignal(context.Background())
	defer stop()
	if err := wire.ServeStdio(ctx, a, nil); err != nil {
		log.Fatal(err)
	}
}
