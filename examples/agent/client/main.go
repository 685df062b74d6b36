// Command client runs an agent, which it starts, and shows its turns in a terminal.
package main

import (
	"bufio"
	"context"
	"fmt"
	"log"
	"os"
	"os/exec"
	"os/signal"

	"github.com/wiregen/wiregen/gen/go/wire"
)

// user answers what the agent asks.
type user struct {
	wire.UnimplementedClientHandler
	in *bufio.Scanner
}

func (u *user) ask(question string) string {
	fmt.Printf("\n%s ", question)
	u.in.Scan()
	return u.in.Text()
}

func (u *user) ApprovalRequest(_ context.Context, r *wire.ApprovalRequest) (*wire.ApprovalResponse, error) {
	decision := wire.ApprovalDecisionReject
	if u.ask(r.Sender+" wants to "+r.Description+". May it? [y/n]") == "y" {
		decision = wire.ApprovalDecisionApprove
	}
	return &wire.ApprovalResponse{RequestID: r.ID, Response: decision}, nil
}

func (u *user) QuestionRequest(_ context.Context, r *wire.QuestionRequest) (*wire.QuestionResponse, error) {
	answers := map[string]string{}
	for _, q := range r.Questions {
		answers[q.Question] = u.ask(q.Question)
	}
	return &wire.QuestionResponse{RequestID: r.ID, Answers: answers}, nil
}

func (u *user) ToolCallRequest(_ context.Context, r *wire.ToolCallRequest) (*wire.ToolResult, error) {
	out := wire.ToolReturnValue{Output: wire.UserInputString(u.ask(r.Name + ":")), Display: []wire.DisplayBlock{}}
	return &wire.ToolResult{ToolCallID: r.ID, ReturnValue: out}, nil
}

func (u *user) HookRequest(_ context.Context, r *wire.HookRequest) (*wire.HookResponse, error) {
	return &wire.HookResponse{RequestID: r.ID}, nil
}

func (u *user) Event(_ context.Context, e wire.Event) { show(e) }

func show(e wire.Event) {
	switch e := e.(type) {
	case *wire.ContentPartEvent:
		if text, ok := e.Payload.(*wire.TextPart); ok {
			fmt.Print(text.Text)
		}
	case *wire.ToolCall:
		fmt.Printf("\n[%s]\n", e.Function.Name)
	case *wire.SteerInput:
		fmt.Printf("\n[steered: %s]\n", e.UserInput)
	}
}

func run(ctx context.Context, agent string, args ...string) error {
	u := &user{in: bufio.NewScanner(os.Stdin)}
	c, err := wire.StartAgent(ctx, exec.Command(agent, args...), wire.ClientOptions{
		Handler: u, Handshake: &wire.InitializeParams{Capabilities: &wire.ClientCapabilities{SupportsQuestion: true}},
	})
	if err != nil {
		return err
	}
	defer c.Close()
	for u.ask(">"); u.in.Text() != ""; u.ask(">") {
		if err := turn(ctx, c, u.in.Text()); err != nil {
			fmt.Println(err)
		}
	}
	return u.in.Err()
}

// turn runs one turn. An interrupt cancels it.
func turn(ctx context.Context, c *wire.Client, text string) error {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt)
	defer stop()
	switch text {
	case "/replay":
		r, err := c.Replay(ctx, nil)
		if err == nil {
			fmt.Printf("\n[%d events]\n", r.Events)
		}
		return err
	case "/plan":
		r, err := c.SetPlanMode(ctx, &wire.SetPlanModeParams{Enabled: true})
		if err == nil {
			fmt.Printf("\n[plan mode: %t]\n", r.PlanMode)
		}
		return err
	}
	r, err := c.Prompt(ctx, &wire.PromptParams{UserInput: wire.UserInputString(text)})
	if err == nil {
		fmt.Printf("\n[%s]\n", r.Status)
	}
	return err
}

func main() {
	if err := run(context.Background(), os.Args[1], os.Args[2:]...); err != nil {
		log.Fatal(err)
	}
}
