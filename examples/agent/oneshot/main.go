// Command oneshot runs one turn of an agent, allows everything, and prints what it writes.
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"os/exec"

	"github.com/wiregen/wiregen/gen/go/wire"
)

type user struct {
	wire.UnimplementedClientHandler
}

func (user) Event(_ context.Context, e wire.Event) {
	if part, ok := e.(*wire.ContentPartEvent); ok {
		if text, ok := part.Payload.(*wire.TextPart); ok {
			fmt.Print(text.Text)
		}
	}
}

func (user) ApprovalRequest(_ context.Context, r *wire.ApprovalRequest) (*wire.ApprovalResponse, error) {
	return &wire.ApprovalResponse{RequestID: r.ID, Response: wire.ApprovalDecisionApprove}, nil
}

func (user) ToolCallRequest(_ context.Context, r *wire.ToolCallRequest) (*wire.ToolResult, error) {
	return nil, fmt.Errorf("there is no tool %s", r.Name)
}

func (user) QuestionRequest(_ context.Context, r *wire.QuestionRequest) (*wire.QuestionResponse, error) {
	return &wire.QuestionResponse{RequestID: r.ID, Answers: map[string]string{}}, nil
}

func (user) HookRequest(_ context.Context, r *wire.HookRequest) (*wire.HookResponse, error) {
	return &wire.HookResponse{RequestID: r.ID}, nil
}

func main() {
	ctx := context.Background()
	agent, err := wire.StartAgent(ctx, exec.Command(os.Args[1], os.Args[2]), wire.ClientOptions{Handler: user{}})
	if err != nil {
		log.Fatal(err)
	}
	defer agent.Close()
	result, err := agent.Prompt(ctx, &wire.PromptParams{UserInput: wire.UserInputString(os.Args[3])})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("\n%s\n", result.Status)
}
