package live

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/wiregen/wiregen/gen/go/wire"
	"github.com/wiregen/wiregen/wirert/rpc"
)

// TestAgent has the clients in Go and in TypeScript drive the agent of the examples in Python. It
// is of this project, so nothing about it may be listed as a fault.
func TestAgent(t *testing.T) {
	skipped(t, "agent")
	p := &peer{
		name: "examples/agent/python",
		spec: absolute(t, "..", "..", "spec", "wire.yaml"),
		start: func(t *testing.T, dir string) (*exec.Cmd, string, string) {
			work := filepath.Join(dir, "work")
			if err := os.MkdirAll(filepath.Join(work, "a folder"), 0o777); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(pythonTool(t, "python"), absolute(t, "..", "..", "examples", "agent", "python", "agent.py"), filepath.Join(dir, "journal.jsonl"))
			cmd.Dir = work
			// What it leaves open, and what its tasks raise, is said on standard error.
			cmd.Env = append(os.Environ(), "PYTHONPATH="+absolute(t, "..", "..", "gen", "py"), "PYTHONWARNINGS=error", "PYTHONDONTWRITEBYTECODE=1")
			return cmd, "", ""
		},
		silent: true,
	}
	p.sessions(t, "Go", drive)
	p.sessions(t, "TypeScript", typeScript(t, "agent", map[string]string{"kimi-wire": "../../gen/ts"}))
}

func drive(ctx context.Context, t *testing.T, l link) {
	u := &user{}
	c := connected(ctx, t, l, wire.ClientOptions{
		Handler: u, Options: rpc.Options{Report: l.report},
		Handshake: &wire.InitializeParams{
			Client:       &wire.ClientInfo{Name: "wiregen"},
			Capabilities: &wire.ClientCapabilities{SupportsQuestion: true, SupportsPlanMode: true},
		},
	}, wire.StartAgent, wire.ConnectAgent)
	defer closed(t, c)
	if hello := c.Handshake(); c.Version() != "1.10" || hello.Server.Name != "scripted" || !hello.Capabilities.SupportsQuestion {
		t.Errorf("the handshake is %+v", hello)
	}
	u.turn(ctx, t, c, "grüß dich \u2028 😀", "You said: grüß dich \u2028 😀")
	u.turn(ctx, t, c, "list", "There are: a folder")
	u.approval = refuse
	u.turn(ctx, t, c, "list", "The user said no.")
	u.turn(ctx, t, c, "ask", "You prefer Tabs.")

	// The agent waits until it is steered.
	wait := c.StreamPrompt(ctx, &wire.PromptParams{UserInput: wire.UserInputString("wait")})
	for event, err := range wait.Events() {
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := event.(*wire.StepBegin); ok {
			must(c.Steer(ctx, &wire.SteerParams{UserInput: wire.UserInputString("Go on")}))(t)
		}
	}
	if result := must(wait.Result())(t); result.Status != wire.PromptResultStatusFinished {
		t.Errorf("the turn that was steered is %s", result.Status)
	}

	plan := must(c.SetPlanMode(ctx, &wire.SetPlanModeParams{Enabled: true}))(t)
	back := must(c.SetPlanMode(ctx, &wire.SetPlanModeParams{Enabled: false}))(t)
	if !plan.PlanMode || back.PlanMode {
		t.Errorf("plan mode was %v, and is %v", plan.PlanMode, back.PlanMode)
	}
	cancelPrompt(ctx, t, c, u, "list")
	u.approval = nil
	u.turn(ctx, t, c, "Is that all?", "You said: Is that all?")
	replay(ctx, t, c, u, 30)
}
