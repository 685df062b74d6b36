package e2e

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/codegen/gogen"
	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/test/gomod"
	"github.com/wiregen/wiregen/test/tier"
)

// embedded are the specs that TestEmbeddedRuntime compiles, by the folders of the packages.
var embedded = map[string]string{
	"gen/kimi":    "../../spec/wire.yaml",
	"gen/chess":   "../../examples/chess/chess.yaml",
	noConnections: "../../testdata/everything.yaml",
}

// noConnections is the folder of the package without the ends of connections.
const noConnections = "gen/everything"

// TestEmbeddedRuntime has several packages, each with its copy of the runtime, in a module
// that requires nothing and cannot fetch anything: they pass their vectors, with and without
// assembly, and the ends of two protocols run in one program.
func TestEmbeddedRuntime(t *testing.T) {
	t.Parallel()
	tier.AtNight(t, "TestEmbeddedFiles of internal/codegen/gogen")
	m := gomod.Alone(t)
	for folder, spec := range embedded {
		addEmbedded(t, m, folder, spec)
	}
	shipped := readFile(t, "../../gen/go/wire/testdata/vectors.jsonl") // those that the package with the imported runtime passes
	if !bytes.Equal(readFile(t, filepath.Join(m.Dir, "gen/kimi/testdata/vectors.jsonl")), shipped) {
		t.Error("the vectors are not those of the package that imports the runtime")
	}
	m.Write(t, "main.go", []byte(embeddedProgram))
	before := readFile(t, filepath.Join(m.Dir, "go.mod"))

	for _, args := range []string{"vet ./...", "test ./gen/...", "test -tags=purego ./gen/..."} {
		if out, err := offline(m, args); err != nil {
			t.Errorf("go %s: %v\n%s", args, err, out)
		}
	}
	for _, args := range []string{"run .", "run -tags=purego ."} {
		out, err := offline(m, args)
		if want := "kimi: TurnBegin TurnEnd finished\nchess: black\n"; err != nil || out != want {
			t.Errorf("go %s: %v\n%s", args, err, out)
		}
	}
	if after := readFile(t, filepath.Join(m.Dir, "go.mod")); !bytes.Equal(after, before) {
		t.Errorf("go.mod became\n%s", after)
	}
	if imports, err := offline(m, "list -tags=purego -f {{.Imports}} ./..."); err != nil || strings.Contains(imports, "unsafe") {
		t.Errorf("with the tag purego, packages import unsafe: %v\n%s", err, imports)
	}
	deps, err := offline(m, "list -deps -test -f {{if.Module}}{{.ImportPath}}{{end}} ./...")
	for dep := range strings.Lines(deps) {
		if !strings.HasPrefix(dep, "example.test/out") {
			t.Errorf("the module depends on %s", dep)
		}
	}
	if err != nil || !strings.Contains(deps, "example.test/out/gen/chess/wirert/internal/chars\n") {
		t.Errorf("%v: the packages are %s", err, deps)
	}
	for _, folder := range []string{"gen/chess", noConnections} {
		if has := strings.Contains(deps, "example.test/out/"+folder+"/wirert/rpc\n"); has != (folder != noConnections) {
			t.Errorf("%s has the runtime of connections: %t", folder, has)
		}
	}

	// The test itself: a package whose copy has a fault does not pass.
	const file = "gen/kimi/wirert/codec/depth.go"
	text := readFile(t, filepath.Join(m.Dir, file))
	planted := bytes.ReplaceAll(text, []byte(" levels of nesting"), []byte(" levels"))
	if bytes.Equal(planted, text) {
		t.Fatal("the place of the planted fault has changed")
	}
	m.Write(t, file, planted)
	if out, err := offline(m, "test ./gen/kimi"); err == nil {
		t.Errorf("a fault in the copy is not found:\n%s", out)
	}
}

// offline runs the go command in a module, without a proxy.
func offline(m gomod.Module, args string) (string, error) {
	cmd := m.Go(strings.Fields(args)...)
	cmd.Env = append(cmd.Env, "GOPROXY=off")
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// addEmbedded adds the package of a spec, with its vectors and the runtime.
func addEmbedded(t *testing.T, m gomod.Module, folder, spec string) {
	t.Helper()
	p := compileSpec(t, spec, readFile(t, spec))
	r := &diag.Report{}
	output := compile.Output{Backend: gogen.Backend{Embed: true, Vectors: true, NoConnections: folder == noConnections}, Dir: filepath.Join(m.Dir, folder)}
	batches, err := compile.Targets().Generate(p, []compile.Output{output}, r)
	if err != nil || !r.OK() {
		t.Fatal(err, findings(r))
	}
	for _, b := range batches {
		for _, f := range b.Files {
			m.Write(t, folder+"/"+f.Name, f.Data)
		}
	}
}

func readFile(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.FromSlash(name))
	if err != nil {
		t.Fatal(fmt.Errorf("%w: run the tests in a whole checkout", err))
	}
	return text
}

const embeddedProgram = `package main

import (
	"context"
	"fmt"
	"log"

	"example.test/out/gen/chess"
	chessrpc "example.test/out/gen/chess/wirert/rpc"
	"example.test/out/gen/kimi"
	"example.test/out/gen/kimi/wirert"
	kimirpc "example.test/out/gen/kimi/wirert/rpc"
)

type agent struct{ kimi.UnimplementedAgentHandler }

func (agent) Prompt(ctx context.Context, p *kimi.PromptParams) (*kimi.PromptResult, error) {
	end := kimi.AgentFrom(ctx)
	for _, e := range []kimi.Event{&kimi.TurnBegin{UserInput: p.UserInput}, &kimi.TurnEnd{}} {
		if err := end.Event(ctx, e); err != nil {
			return nil, err
		}
	}
	return &kimi.PromptResult{Status: kimi.PromptResultStatusFinished}, nil
}

func (agent) Replay(context.Context, wirert.Raw) (*kimi.ReplayResult, error) {
	return nil, kimi.ErrInvalidState
}

type server struct{ chess.UnimplementedServerHandler }

func (server) Join(context.Context, *chess.JoinParams) (*chess.JoinResult, error) {
	return &chess.JoinResult{Color: chess.ColorBlack}, nil
}

func main() {
	ctx := context.Background()
	left, right := kimirpc.Pipe()
	one, other := kimi.NewClient(left, nil, &kimirpc.Options{}), kimi.NewAgent(right, agent{}, nil)
	defer one.Close()
	defer other.Close()
	fmt.Print("kimi:")
	turn := one.StreamPrompt(ctx, &kimi.PromptParams{UserInput: kimi.UserInputString("hello")})
	for e, err := range turn.Events() {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Print(" ", e.EventType())
	}
	result, err := turn.Result()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("", result.Status)

	a, b := chessrpc.Pipe()
	player, table := chess.NewClient(a, nil, nil), chess.NewServer(b, server{}, nil)
	defer player.Close()
	defer table.Close()
	seat, err := player.Join(ctx, &chess.JoinParams{Name: "Ada"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("chess:", seat.Color)
}
`
