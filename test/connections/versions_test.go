package connections

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/gen/go/wire"
	"github.com/wiregen/wiregen/internal/codegen/gogen"
	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/test/overlay"
	"github.com/wiregen/wiregen/wirert/rpc"
)

// oldPeer is a program of version 1.1: without arguments it is an agent, with one a client
// of the agent that this names.
const oldPeer = `package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"

	"github.com/wiregen/wiregen/test/connections/wire11"
	"github.com/wiregen/wiregen/wirert/rpc"
)

type agent struct{ wire11.UnimplementedAgentHandler }

func (agent) Initialize(context.Context, *wire11.InitializeParams) (*wire11.InitializeResult, error) {
	return &wire11.InitializeResult{ProtocolVersion: wire11.ProtocolVersion(), Server: wire11.ServerInfo{Name: "old", Version: "0"}, SlashCommands: []wire11.SlashCommand{}}, nil
}

func (agent) Prompt(ctx context.Context, p *wire11.PromptParams) (*wire11.PromptResult, error) {
	own := wire11.AgentFrom(ctx)
	if err := own.Event(ctx, &wire11.TurnBegin{UserInput: p.UserInput}); err != nil {
		return nil, err
	}
	got, err := own.ApprovalRequest(ctx, &wire11.ApprovalRequest{ToolCallID: "1", Sender: "s", Action: "a", Description: "d", Display: []wire11.DisplayBlock{}})
	if err != nil {
		return nil, err
	}
	if got.Response != wire11.ApprovalDecisionApprove {
		return nil, fmt.Errorf("it is %s", got.Response)
	}
	return &wire11.PromptResult{Status: wire11.PromptResultStatusFinished}, nil
}

type client struct{ wire11.UnimplementedClientHandler }

func (client) Event(_ context.Context, e wire11.Event) { fmt.Printf("%T\n", e) }

func (client) ApprovalRequest(_ context.Context, r *wire11.ApprovalRequest) (*wire11.ApprovalResponse, error) {
	return &wire11.ApprovalResponse{RequestID: r.ID, Response: wire11.ApprovalDecisionApprove}, nil
}

func main() {
	ctx := context.Background()
	report := rpc.Options{Report: func(i rpc.Incident) { fmt.Fprintln(os.Stderr, "incident:", i.Err) }}
	if len(os.Args) == 1 {
		if err := wire11.ServeStdio(ctx, agent{}, &report); err != nil {
			panic(err)
		}
		return
	}
	c, err := wire11.StartAgent(ctx, exec.Command(os.Args[1]), wire11.ClientOptions{Options: report, Handler: client{}})
	if err != nil {
		panic(err)
	}
	defer c.Close()
	fmt.Println(c.Version(), c.Handshake().ProtocolVersion)
	r, err := c.Prompt(ctx, &wire11.PromptParams{UserInput: wire11.UserInputString("x")})
	fmt.Println(r, err)
	fmt.Println(c.Cancel(ctx, nil))
}
`

// buildOldPeer builds oldPeer with the package of version 1.1, in a separate folder.
func buildOldPeer(t *testing.T) string {
	t.Helper()
	const name = "../../spec/released/1.1.yaml"
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	p, r := compile.Check(source.NewFile(name, text), nil)
	if p == nil {
		t.Fatal(r)
	}
	batches, err := compile.Targets().Generate(p, []compile.Output{{Backend: gogen.Backend{Package: "wire11"}, Dir: "wire11"}}, r)
	if err != nil || !r.OK() {
		t.Fatal(err, r)
	}
	dir := t.TempDir()
	files := map[string][]byte{"oldpeer/main.go": []byte(oldPeer)}
	for _, f := range batches[0].Files {
		if strings.HasSuffix(f.Name, ".go") && !strings.HasSuffix(f.Name, "_test.go") {
			files["wire11/"+filepath.Base(f.Name)] = f.Data
		}
	}
	list, err := overlay.Write(dir, ".", files)
	if err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(dir, "oldpeer.exe")
	if out, err := exec.Command("go", "build", "-overlay", list, "-o", bin, "./oldpeer").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return bin
}

// TestVersions has a client of 1.10 talk to an agent of 1.1, and the other way round,
// through every method: nothing stalls, and what the other does not know is refused.
func TestVersions(t *testing.T) {
	old := buildOldPeer(t)
	t.Run("new client", func(t *testing.T) {
		ctx := soon(t)
		c, err := wire.StartAgent(ctx, exec.Command(old), wire.ClientOptions{Handler: &client{}, Options: rpc.Options{Report: func(i rpc.Incident) { t.Errorf("incident: %v", i.Err) }}})
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if c.Version() != "1.1" {
			t.Errorf("version %s", c.Version())
		}
		if r, err := c.Prompt(ctx, hello()); err != nil || r.Status != wire.PromptResultStatusFinished {
			t.Errorf("prompt: %v %v", r, err)
		}
		for _, version := range []string{"1.1", wire.ProtocolVersion()} {
			c.SetVersion(version) // a client that takes the agent for one of its version asks it
			_, steer := c.Steer(ctx, &wire.SteerParams{UserInput: wire.UserInputString("x")})
			_, mode := c.SetPlanMode(ctx, &wire.SetPlanModeParams{})
			_, replay := c.Replay(ctx, nil)
			for name, err := range map[string]error{"steer": steer, "set_plan_mode": mode, "replay": replay} {
				var rule *rpc.RuleError
				if unsent := errors.As(err, &rule) && rule.Faults[0].Rule == "since"; unsent != (version == "1.1") || !unsent && !errors.Is(err, wire.ErrMethodNotFound) {
					t.Errorf("%s, in a session of version %s: %v", name, version, err)
				}
			}
		}
		if err := c.Cancel(ctx, nil); !errors.Is(err, wire.ErrInvalidState) {
			t.Errorf("cancel: %v", err)
		}
	})
	t.Run("old client", func(t *testing.T) {
		cmd := exec.CommandContext(soon(t), old, os.Args[0])
		cmd.Env = append(os.Environ(), peerMode+"=new")
		out, err := cmd.CombinedOutput()
		want := "1.1 1.10\n*wire11.TurnBegin\n*wire11.StepBegin\n*wire11.UnknownEvent\n&{finished <nil>} <nil>\nINVALID_STATE"
		if err != nil || !strings.HasPrefix(strings.ReplaceAll(string(out), "\r", ""), want[:len(want)-len("INVALID_STATE")]) || !strings.Contains(string(out), "-32000") {
			t.Errorf("%v\n%s\nwant\n%s", err, out, want)
		}
	})
}

// newest is an agent of 1.10 that says and asks what 1.1 does not know.
type newest struct{ agent }

func (n *newest) Initialize(ctx context.Context, p *wire.InitializeParams) (*wire.InitializeResult, error) {
	r, err := n.agent.Initialize(ctx, p)
	r.ProtocolVersion = wire.ProtocolVersion()
	return r, err
}

func (n *newest) Prompt(ctx context.Context, p *wire.PromptParams) (*wire.PromptResult, error) {
	own := wire.AgentFrom(ctx)
	if err := errors.Join(own.Event(ctx, &wire.TurnBegin{UserInput: p.UserInput}), own.Event(ctx, &wire.StepBegin{N: 1}),
		own.Event(ctx, &wire.PlanDisplay{Content: "c", FilePath: "f"})); err != nil {
		return nil, err
	}
	var rule *rpc.RuleError
	if _, err := own.QuestionRequest(ctx, &wire.QuestionRequest{ToolCallID: "1", Questions: []wire.QuestionItem{}}); !errors.As(err, &rule) {
		return nil, errors.Join(errors.New("a question that was not agreed is sent"), err)
	}
	// An old client cannot answer it; the result is the one that the spec says to assume.
	r, err := own.HookRequest(ctx, &wire.HookRequest{SubscriptionID: "s", Event: "Stop", Target: "t"})
	if err == nil || r.Action == nil && r.RequestID == "" {
		return nil, errors.New("a hook is answered")
	}
	return finished()
}
