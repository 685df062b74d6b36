package examples

import (
	"context"
	"errors"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/wiregen/wiregen/gen/go/wire"
	"github.com/wiregen/wiregen/wirert/rpc"
)

// approver cancels the turn when it is asked, and then waits until it need not answer.
type approver struct {
	wire.UnimplementedClientHandler
	cancel context.CancelFunc
	cause  chan error
}

func (a *approver) ApprovalRequest(ctx context.Context, _ *wire.ApprovalRequest) (*wire.ApprovalResponse, error) {
	a.cancel()
	<-ctx.Done()
	a.cause <- context.Cause(ctx)
	return nil, context.Cause(ctx)
}

// TestCancelledApproval cancels a turn whose tool waits for an approval: the agents left it open,
// and the client went on asking its user.
func TestCancelledApproval(t *testing.T) {
	agents := map[string]string{"Python": pythonExample(t, "agent/python/agent.py"), "Go": filepath.Join(built(t, "./examples/agent/agent"), "agent")}
	for name, agent := range agents {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(soon(t))
			u := &approver{cancel: cancel, cause: make(chan error, 1)}
			cmd := exec.Command(agent, filepath.Join(t.TempDir(), "session.jsonl"))
			c, err := wire.StartAgent(soon(t), cmd, wire.ClientOptions{Handler: u})
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			result, err := c.Prompt(ctx, &wire.PromptParams{UserInput: wire.UserInputString("list")})
			if err != nil || result.Status != wire.PromptResultStatusCancelled {
				t.Errorf("the turn ends with %+v, %v", result, err)
			}
			select {
			case cause := <-u.cause:
				if !errors.Is(cause, rpc.ErrSettled) {
					t.Errorf("the approval ends with %v", cause)
				}
			case <-soon(t).Done():
				t.Error("the approval is still open")
			}
		})
	}
}
