package connections

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/wiregen/wiregen/gen/go/wire"
	"github.com/wiregen/wiregen/test/python"
	"github.com/wiregen/wiregen/test/tier"
	"github.com/wiregen/wiregen/wirert"
	"github.com/wiregen/wiregen/wirert/rpc"
)

var sessions = flag.Int("connections.sessions", tier.Count(100, 5_000), "how many random sessions each two languages have with each other, in each role")

// moody is an agent that does something else in each turn.
type moody struct{ agent }

func (m *moody) Initialize(ctx context.Context, p *wire.InitializeParams) (*wire.InitializeResult, error) {
	r, err := m.agent.Initialize(ctx, p)
	r.Capabilities.SupportsQuestion = true
	return r, err
}

func (m *moody) Prompt(ctx context.Context, p *wire.PromptParams) (*wire.PromptResult, error) {
	own := wire.AgentFrom(ctx)
	err := own.Event(ctx, &wire.TurnBegin{UserInput: p.UserInput})
	for n := 1 + rand.IntN(6); n > 0 && err == nil && ctx.Err() == nil; n-- {
		switch rand.IntN(5) {
		case 0:
			_, err = own.ApprovalRequest(ctx, &wire.ApprovalRequest{ToolCallID: "t", Sender: "s", Action: "a", Description: "d", Display: []wire.DisplayBlock{}})
		case 1:
			_, err = own.QuestionRequest(ctx, &wire.QuestionRequest{ToolCallID: "t", Questions: []wire.QuestionItem{}})
		case 2:
			time.Sleep(time.Duration(rand.IntN(4)) * time.Millisecond)
		default:
			err = errors.Join(own.Event(ctx, &wire.StepBegin{N: int64(n)}), own.Event(ctx, &wire.ContentPartEvent{Payload: &wire.TextPart{Text: "word"}}))
		}
	}
	status := wire.PromptResultStatusFinished
	if ctx.Err() != nil {
		status, err = wire.PromptResultStatusCancelled, nil
	}
	if err != nil {
		return nil, err
	}
	return &wire.PromptResult{Status: status}, own.Event(context.WithoutCancel(ctx), &wire.TurnEnd{})
}

func (m *moody) SetPlanMode(ctx context.Context, p *wire.SetPlanModeParams) (*wire.SetPlanModeResult, error) {
	return &wire.SetPlanModeResult{PlanMode: p.Enabled}, wire.AgentFrom(ctx).Event(ctx, &wire.StatusUpdate{PlanMode: &p.Enabled})
}

func (m *moody) Steer(context.Context, *wire.SteerParams) (*wire.SteerResult, error) {
	return &wire.SteerResult{}, nil
}

func (m *moody) Replay(context.Context, wirert.Raw) (*wire.ReplayResult, error) {
	return &wire.ReplayResult{Status: wire.ReplayResultStatusFinished}, nil
}

// asked is a client that answers everything.
type asked struct {
	wire.UnimplementedClientHandler
}

func (asked) ApprovalRequest(_ context.Context, r *wire.ApprovalRequest) (*wire.ApprovalResponse, error) {
	time.Sleep(time.Duration(rand.IntN(3)) * time.Millisecond)
	return &wire.ApprovalResponse{RequestID: r.ID, Response: wire.ApprovalDecisionApprove}, nil
}

func (asked) QuestionRequest(_ context.Context, r *wire.QuestionRequest) (*wire.QuestionResponse, error) {
	return &wire.QuestionResponse{RequestID: r.ID, Answers: map[string]string{}}, nil
}

// faults are the options of ends that must report nothing.
func faults(t *testing.T) rpc.Options {
	return rpc.Options{Report: func(i rpc.Incident) { t.Errorf("incident: %v", i.Err) }}
}

// session has one random session with an agent.
func session(ctx context.Context, t *testing.T, socket string) error {
	conn, err := net.Dial("unix", socket)
	if err != nil {
		return err
	}
	o := faults(t)
	o.CancelWait = time.Minute // a machine with much to do answers late, and that is not a fault
	c, err := wire.ConnectAgent(ctx, conn, wire.ClientOptions{
		Options: o, Handler: asked{}, Handshake: &wire.InitializeParams{Capabilities: &wire.ClientCapabilities{SupportsQuestion: true}},
	})
	if err != nil {
		return err
	}
	for range 1 + rand.IntN(4) {
		turn, stop := context.WithCancel(ctx)
		var all sync.WaitGroup
		var failed [2]error
		if rand.IntN(2) == 0 {
			all.Go(func() { _, failed[0] = c.SetPlanMode(ctx, &wire.SetPlanModeParams{Enabled: true}) })
		}
		if rand.IntN(3) == 0 {
			all.Go(func() {
				if _, err := c.Steer(ctx, &wire.SteerParams{UserInput: wire.UserInputString("y")}); !errors.Is(err, wire.ErrInvalidState) {
					failed[1] = err
				}
			})
		}
		if rand.IntN(3) == 0 {
			time.AfterFunc(time.Duration(rand.IntN(3000))*time.Microsecond, stop)
		}
		r, err := c.Prompt(turn, hello())
		cancelled := turn.Err() != nil
		stop()
		if err != nil && !(cancelled && errors.Is(err, context.Canceled)) {
			return fmt.Errorf("prompt: %w", err)
		} else if err == nil && r.Status == wire.PromptResultStatusCancelled && !cancelled {
			return errors.New("a turn was cancelled that nobody cancelled")
		}
		all.Wait()
		if err := errors.Join(failed[:]...); err != nil {
			return err
		}
	}
	if _, err := c.Replay(ctx, nil); err != nil && !errors.Is(err, wire.ErrInvalidState) {
		return fmt.Errorf("replay: %w", err)
	}
	return c.Close()
}

// The languages of agents and clients.
const (
	inGo         = "Go"
	inTypeScript = "TypeScript"
	inPython     = "Python"
)

// program returns the program of an agent or of clients in a language.
func program(ctx context.Context, t *testing.T, language, name string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command("node", append([]string{filepath.Join("testdata", name+".mjs")}, args...)...)
	if language == inPython {
		cmd = python.Command(t, "", append([]string{"-W", "error", filepath.Join("testdata", name+".py")}, args...)...)
	}
	end := context.AfterFunc(ctx, func() { _ = cmd.Process.Kill() })
	t.Cleanup(func() { end() })
	return cmd
}

// nothing is what a program in Python says of what it has left.
const nothing = "left: 0 tasks, 0 files"

// startAgent starts an agent at a socket. What it returns ends it, and checks that it has reported
// nothing, and left nothing.
func startAgent(ctx context.Context, t *testing.T, language, socket string) (end func()) {
	t.Helper()
	if language == inGo {
		l, err := net.Listen("unix", socket)
		if err != nil {
			t.Fatal(err)
		}
		o := faults(t)
		served := make(chan error, 1)
		serving, stop := context.WithCancel(ctx)
		go func() { served <- wire.Serve(serving, l, func() wire.AgentHandler { return &moody{} }, &o) }()
		return func() {
			stop()
			if err := <-served; err != nil {
				t.Error(err)
			}
		}
	}
	cmd := program(ctx, t, language, "agent", socket)
	var said bytes.Buffer
	cmd.Stderr = &said
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	out := bufio.NewReader(pipe)
	if line, err := out.ReadString('\n'); err != nil || line != "ready\n" {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		t.Fatalf("%q, %v\n%s", line, err, said.String())
	}
	return func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		rest, _ := io.ReadAll(out)
		err := cmd.Wait()
		if language == inPython && (err != nil || strings.TrimSpace(string(rest)) != nothing) {
			t.Errorf("the agent ends with %v, and says %q", err, rest)
		}
		if said.Len() > 0 {
			t.Errorf("the agent reports\n%.2000s", said.String())
		}
	}
}

// runClients has clients in a language have all sessions with the agent at a socket.
func runClients(ctx context.Context, t *testing.T, language, socket string) {
	t.Helper()
	if language == inGo {
		var all sync.WaitGroup
		for i := range 20 {
			all.Go(func() {
				for n := i; n < *sessions; n += 20 {
					if err := session(ctx, t, socket); err != nil {
						t.Error(err)
						return
					}
				}
			})
		}
		all.Wait()
		return
	}
	cmd := program(ctx, t, language, "client", socket, fmt.Sprint(*sessions))
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil || said.Len() > 0 || !strings.Contains(string(out), "prompt ok") {
		t.Errorf("%v\n%s\n%.2000s", err, out, said.String())
	}
	if language == inPython && !strings.Contains(string(out), nothing) {
		t.Errorf("the clients leave %s", out)
	}
	t.Logf("%s", out)
}

// TestLanguages has random sessions between two languages each, and between two programs in
// Python: no rule is broken, nothing stalls, and nothing is left.
func TestLanguages(t *testing.T) {
	for _, pair := range [][2]string{
		{inGo, inTypeScript}, {inTypeScript, inGo}, {inGo, inPython}, {inPython, inGo},
		{inTypeScript, inPython}, {inPython, inTypeScript}, {inPython, inPython},
	} {
		client, agent := pair[0], pair[1]
		t.Run(client+" client, "+agent+" agent", func(t *testing.T) {
			ctx, stop := context.WithTimeout(context.Background(), time.Minute+time.Duration(*sessions)*50*time.Millisecond)
			defer stop()
			socket := filepath.Join(t.TempDir(), "s")
			end := startAgent(ctx, t, agent, socket)
			runClients(ctx, t, client, socket)
			end()
		})
	}
}
