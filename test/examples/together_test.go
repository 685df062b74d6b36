package examples

import (
	"context"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/wiregen/wiregen/examples/chess/gen/chess"
	"github.com/wiregen/wiregen/examples/klp/gen/go/klp"
	"github.com/wiregen/wiregen/gen/go/wire"
	"github.com/wiregen/wiregen/test/node"
	"github.com/wiregen/wiregen/test/tier"
	"github.com/wiregen/wiregen/wirert/rpc"
)

// user answers Kimi's agent, counts what it is told, and is told about jobs, too.
type user struct {
	wire.UnimplementedClientHandler
	words, asked atomic.Int32
}

func (u *user) Event(_ context.Context, e wire.Event) {
	if _, ok := e.(*wire.ContentPartEvent); ok {
		u.words.Add(1)
	}
}

func (u *user) ApprovalRequest(_ context.Context, r *wire.ApprovalRequest) (*wire.ApprovalResponse, error) {
	u.asked.Add(1)
	return &wire.ApprovalResponse{RequestID: r.ID, Response: wire.ApprovalDecisionReject}, nil
}

type desktop struct {
	klp.UnimplementedClientHandler
	ended chan klp.RunStatus
}

func (d *desktop) JobsProgress(_ context.Context, p *klp.JobsProgressParams) {
	if p.ExitCode != nil {
		d.ended <- p.Status
	}
}

// TestTogetherInGo has sessions of three protocols in one program at once, which use each
// other's results: each has its own ids, handlers and rules.
func TestTogetherInGo(t *testing.T) {
	dir := built(t, "./examples/agent/agent", "./examples/chess/server")
	socket := kanade(t, built(t, "./examples/klp/agent"))
	ctx := soon(t)
	quiet := rpc.Options{Report: func(i rpc.Incident) { t.Errorf("incident: %v", i.Err) }}
	u := &user{}
	kimi, err := wire.StartAgent(ctx, exec.Command(filepath.Join(dir, "agent"), filepath.Join(t.TempDir(), "journal")), wire.ClientOptions{Handler: u, Options: quiet})
	if err != nil {
		t.Fatal(err)
	}
	defer kimi.Close()
	d := &desktop{ended: make(chan klp.RunStatus, 1)}
	conn, err := net.Dial("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	pc, err := klp.ConnectAgent(ctx, conn, klp.ClientOptions{Handler: d, Options: quiet, Handshake: &klp.SystemHandshakeParams{
		Client: "both", ClientVersion: "1", Features: []klp.Feature{klp.FeaturePushJobs},
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer pc.Close()
	if kimi.Version() != "1.10" || pc.Version() != "1" {
		t.Errorf("versions %s and %s", kimi.Version(), pc.Version())
	}
	if _, err := pc.JobsSubscribe(ctx, nil); err != nil {
		t.Fatal(err)
	}
	chessServer := exec.Command(filepath.Join(dir, "server"))
	chessServer.Stderr = new(strings.Builder)
	game, err := chess.StartServer(ctx, chessServer, chess.ClientOptions{Options: quiet})
	if err != nil {
		t.Fatal(err)
	}
	defer game.Close()
	if _, err := game.Join(ctx, &chess.JoinParams{Name: "Ada"}); err != nil {
		t.Fatal(err)
	}

	const rounds = 10
	var all sync.WaitGroup
	fail := func(err error) bool {
		if err != nil {
			t.Error(err)
		}
		return err != nil
	}
	all.Go(func() {
		for range rounds {
			r, err := kimi.Prompt(ctx, &wire.PromptParams{UserInput: wire.UserInputString("list")})
			if fail(err) || r.Status != wire.PromptResultStatusFinished {
				return
			}
		}
	})
	all.Go(func() {
		for range rounds {
			if _, err := pc.JobsExecute(ctx, &klp.JobsExecuteParams{ID: "cleanup"}); fail(err) {
				return
			}
			if status := <-d.ended; status != klp.RunStatusCompleted {
				t.Errorf("a job has ended as %s", status)
			}
		}
	})
	all.Go(func() {
		for range rounds {
			// The code of the error is one of KLP as well.
			_, err := game.Move(ctx, &chess.MoveParams{From: "e2", To: "e4"})
			if !errors.Is(err, chess.ErrIllegalMove) || errors.Is(err, klp.ErrUnauthorized) {
				t.Errorf("a move: %v", err)
			}
		}
	})
	all.Wait()
	if u.asked.Load() != rounds || u.words.Load() != 4*rounds {
		t.Errorf("Kimi's agent asked %d times, and wrote %d words", u.asked.Load(), u.words.Load())
	}
}

// TestTogetherInTypeScript bundles the packages of two protocols, and has sessions of both at
// once in the bundle.
func TestTogetherInTypeScript(t *testing.T) {
	tier.Generated(t, "../../examples/klp/gen/ts/connection.js")
	bundler := filepath.Join(node.Modules(t), "esbuild", "bin", "esbuild")
	bundle := filepath.Join(t.TempDir(), "together.mjs")
	cmd := exec.CommandContext(soon(t), bundler, filepath.Join("testdata", "together.mjs"), "--bundle", "--minify", "--platform=node", "--format=esm", "--outfile="+bundle)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	dir := built(t, "./examples/agent/agent")
	socket := kanade(t, built(t, "./examples/klp/agent"))
	out, err := exec.CommandContext(soon(t), "node", bundle, filepath.Join(dir, "agent"), filepath.Join(t.TempDir(), "journal"), socket).CombinedOutput()
	if want := "kimi 1.10, klp 1\n10 turns, 10 approvals, 40 words; 10 jobs\n"; err != nil || string(out) != want {
		t.Errorf("%v\n%s\nwant\n%s", err, out, want)
	}
	text, err := os.ReadFile(bundle)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("the bundle has %d bytes", len(text))
}
