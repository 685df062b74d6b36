package connections

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wiregen/wiregen/gen/go/wire"
	"github.com/wiregen/wiregen/test/tier"
	"github.com/wiregen/wiregen/wirert/rpc"
)

var messages = flag.Int("connections.messages", tier.Count(10_000, 200_000), "how many messages go each way while processes are killed")

// peerMode makes this test program an agent on its standard input and output.
const peerMode = "CONNECTIONS_TEST_PEER"

func TestMain(m *testing.M) {
	switch os.Getenv(peerMode) {
	case "":
	case "new":
		_ = wire.ServeStdio(context.Background(), &newest{}, quiet)
		return
	case "signals":
		ctx, stop := rpc.UntilSignal(context.Background())
		defer stop()
		if err := wire.ServeStdio(ctx, &steady{}, quiet); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	default:
		_ = wire.ServeStdio(context.Background(), &steady{}, quiet)
		return
	}
	os.Exit(m.Run())
}

// steady is an agent that says a number of events in each turn, numbered, and asks once.
type steady struct {
	agent
	n atomic.Int64
}

const perTurn = 20

func (s *steady) Prompt(ctx context.Context, _ *wire.PromptParams) (*wire.PromptResult, error) {
	own := wire.AgentFrom(ctx)
	for range perTurn {
		if err := own.Event(ctx, &wire.StepBegin{N: s.n.Add(1)}); err != nil {
			return nil, err
		}
	}
	if _, err := own.ApprovalRequest(ctx, &wire.ApprovalRequest{ToolCallID: "1", Sender: "s", Action: "a", Description: "d", Display: []wire.DisplayBlock{}}); err != nil {
		return nil, err
	}
	return finished()
}

func (s *steady) SetPlanMode(ctx context.Context, p *wire.SetPlanModeParams) (*wire.SetPlanModeResult, error) {
	if err := wire.AgentFrom(ctx).Event(ctx, &wire.StatusUpdate{PlanMode: &p.Enabled}); err != nil {
		return nil, err
	}
	return &wire.SetPlanModeResult{PlanMode: p.Enabled}, nil
}

// counting is a client that checks the order of events.
type counting struct {
	wire.UnimplementedClientHandler
	t    *testing.T
	last int64
	got  *atomic.Int64
}

func (c *counting) Event(_ context.Context, e wire.Event) {
	c.got.Add(1)
	if step, ok := e.(*wire.StepBegin); ok {
		if step.N != c.last+1 {
			c.t.Errorf("event %d comes after %d", step.N, c.last)
		}
		c.last = step.N
	}
}

func (c *counting) ApprovalRequest(_ context.Context, r *wire.ApprovalRequest) (*wire.ApprovalResponse, error) {
	return &wire.ApprovalResponse{RequestID: r.ID, Response: wire.ApprovalDecisionApprove}, nil
}

// TestKills sends messages both ways, while the agent's process is killed and connections
// are closed at any time. Every call ends in a result or in a named error.
func TestKills(t *testing.T) {
	check := nothingLeft(t)
	var got, sent, failed, kills atomic.Int64
	chance := rand.New(rand.NewPCG(1, 2))
	for got.Load() < int64(*messages) || sent.Load() < int64(*messages) {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), peerMode+"=1")
		h := &counting{t: t, got: &got}
		ctx, stop := context.WithTimeout(context.Background(), time.Minute)
		c, err := wire.StartAgent(ctx, cmd, wire.ClientOptions{Options: rpc.Options{Report: func(i rpc.Incident) { t.Errorf("incident: %v", i.Err) }}, Handler: h})
		if err != nil {
			t.Fatal(err)
		}
		var all sync.WaitGroup
		all.Go(func() {
			for {
				sent.Add(1)
				if _, err := c.Prompt(ctx, hello()); err != nil {
					checkEnd(t, "prompt", err)
					failed.Add(1)
					return
				}
			}
		})
		for range 20 {
			all.Go(func() {
				for {
					sent.Add(1)
					if _, err := c.SetPlanMode(ctx, &wire.SetPlanModeParams{Enabled: true}); err != nil {
						checkEnd(t, "set_plan_mode", err)
						failed.Add(1)
						return
					}
				}
			})
		}
		// Long runs of a connection as well as short ones.
		time.Sleep(time.Duration(chance.IntN(20+min(*messages/200, 400))) * time.Millisecond)
		if kills.Add(1); chance.IntN(2) == 0 {
			_ = cmd.Process.Kill()
			<-c.Done()
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
		all.Wait()
		stop()
	}
	t.Logf("%d messages to the agent, %d from it, %d connections, %d calls failed", sent.Load(), got.Load(), kills.Load(), failed.Load())
	check()
}

func checkEnd(t *testing.T, method string, err error) {
	t.Helper()
	if !errors.Is(err, rpc.ErrDisconnected) && !errors.Is(err, rpc.ErrClosed) {
		t.Errorf("%s ends with %v", method, err)
	}
}

// TestHeap holds the memory of a long connection against that of a shorter one.
func TestHeap(t *testing.T) {
	c, _ := connect(t, nil, &steady{}, &rpc.Options{Report: func(i rpc.Incident) { t.Errorf("incident: %v", i.Err) }})
	heap := func() float64 {
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return float64(m.HeapAlloc)
	}
	calls := func(n int) {
		for range n {
			if _, err := c.SetPlanMode(context.Background(), &wire.SetPlanModeParams{}); err != nil {
				t.Fatal(err)
			}
		}
	}
	calls(*messages / 10)
	short := heap()
	calls(*messages - *messages/10)
	if long := heap(); long > 1.1*short+64<<10 {
		t.Errorf("%.0f bytes after %d calls, %.0f after %d", short, *messages/10, long, *messages)
	} else {
		t.Logf("%.0f bytes after %d calls, %.0f after %d", short, *messages/10, long, *messages)
	}
}
