package e2e

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/examples/dap/gen/go/dap"
	"github.com/wiregen/wiregen/examples/idebridge/gen/go/idebridge"
	"github.com/wiregen/wiregen/examples/klp/gen/go/klp"
	"github.com/wiregen/wiregen/gen/go/wire"
	"github.com/wiregen/wiregen/internal/codegen/pygen"
	"github.com/wiregen/wiregen/internal/message/sessions"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/test/python"
	"github.com/wiregen/wiregen/test/tier"
	"github.com/wiregen/wiregen/wirert"
	"github.com/wiregen/wiregen/wirert/session"
)

var sessionCount = flag.Int("sessions", tier.Count(100, 5_000), "how many valid sessions of each protocol, and as many that break a rule, every machine is asked about")

// The protocols whose generated machines are compared.
var sessionProtocols = []struct {
	spec string
	open func() *wirert.Session
	// rewrite reads a message and writes it.
	rewrite func(text []byte) ([]byte, error)
	npm     string // the folder of the npm package
}{
	{"spec/wire.yaml", wire.NewSession, rewriter(wire.DecodeMessage, wire.AppendMessage), "gen/ts"},
	{"examples/klp/klp.yaml", klp.NewSession, rewriter(klp.DecodeMessage, klp.AppendMessage), "examples/klp/gen/ts"},
	{"examples/dap/dap.yaml", dap.NewSession, rewriter(dap.DecodeMessage, dap.AppendMessage), "examples/dap/gen/ts"},
	{"examples/idebridge/idebridge.yaml", idebridge.NewSession, rewriter(idebridge.DecodeMessage, idebridge.AppendMessage), "examples/idebridge/gen/ts"},
}

func rewriter[M any](decode func([]byte) (M, error), appendTo func([]byte, M) []byte) func([]byte) ([]byte, error) {
	return func(text []byte) ([]byte, error) {
		m, err := decode(text)
		if err != nil {
			return nil, err
		}
		return appendTo(nil, m), nil
	}
}

// TestSessionsAgree gives sessions, and ones with a broken rule, to the machine that
// verify uses and to those of generated Go, TypeScript and Python. They say the same of every
// message.
func TestSessionsAgree(t *testing.T) {
	for _, p := range sessionProtocols {
		t.Run(p.spec, func(t *testing.T) {
			t.Parallel()
			tier.Generated(t, "../../"+p.npm+"/index.js")
			spec, err := os.ReadFile("../../" + p.spec)
			if err != nil {
				t.Fatal(err)
			}
			proto := compileSpec(t, p.spec, spec)
			m := sessions.New(proto, 1)
			processes := map[string]*sessionProcess{"TypeScript": nodeSessions(t, "../../"+p.npm), "Python": pythonSessions(t, proto)}
			faults := 0
			for n := range uint64(*sessionCount) {
				broken, _ := m.Invalid(n)
				for i, lines := range [][]sessions.Line{m.Session(n), broken.Lines} {
					want := verdictsOf(m.Verdicts(lines))
					if got := verdictsOf(generatedVerdicts(t, p.open(), lines, p.rewrite)); got != want {
						t.Fatalf("session %d.%d:\n%s\ngenerated Go: %s\nverify:       %s", n, i, printed(lines), got, want)
					}
					for language, process := range processes {
						if got := process.verdicts(t, lines); got != want {
							t.Fatalf("session %d.%d:\n%s\n%s: %s\nverify: %s", n, i, printed(lines), language, got, want)
						}
					}
					if i == 1 {
						faults++
					}
				}
			}
			t.Logf("%d sessions, and %d that break a rule", *sessionCount, faults)
		})
	}
}

// generatedVerdicts are what generated Go says of a session.
func generatedVerdicts(t *testing.T, s *wirert.Session, lines []sessions.Line, rewrite func([]byte) ([]byte, error)) (verdicts []session.Verdict, rest []session.Fault) {
	for _, l := range lines {
		text, err := rewrite(l.Msg)
		if err != nil {
			t.Fatal(err)
		}
		verdicts = append(verdicts, s.ObserveText([...]wirert.From{wirert.FromClient, wirert.FromAgent, wirert.FromBoth}[l.Side()], text, l.Time, false))
	}
	return verdicts, s.Finish()
}

// A sessionProcess says what a generated machine says of sessions: testdata/sessions.mjs and
// testdata/sessions.py.
type sessionProcess struct {
	in  io.Writer
	out *bufio.Reader
}

// nodeSessions starts the process of an npm package.
func nodeSessions(t *testing.T, npm string) *sessionProcess {
	t.Helper()
	index, err := filepath.Abs(filepath.Join(npm, "index.js"))
	if err != nil {
		t.Fatal(err)
	}
	return startSessions(t, exec.Command("node", "testdata/sessions.mjs", index))
}

// pythonSessions starts the process of a Python package, which it generates.
func pythonSessions(t *testing.T, p *model.Protocol) *sessionProcess {
	t.Helper()
	dir := t.TempDir()
	files := emit(t, &construct{name: p.Name, protocol: p}, pygen.Backend{})["py"]
	writeFiles(t, dir, files)
	script, err := filepath.Abs("testdata/sessions.py")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if pkg, ok := strings.CutSuffix(f.Name, "/_rows.py"); ok {
			cmd := python.Command(t, dir, script, dir, pkg)
			return startSessions(t, cmd)
		}
	}
	t.Fatal("the package has no rows")
	return nil
}

func startSessions(t *testing.T, cmd *exec.Cmd) *sessionProcess {
	t.Helper()
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = in.Close()
		_ = cmd.Wait()
	})
	return &sessionProcess{in, bufio.NewReader(out)}
}

// verdicts are what the process says of a session.
func (p *sessionProcess) verdicts(t *testing.T, lines []sessions.Line) string {
	t.Helper()
	type line struct {
		Dir  string `json:"dir"`
		Time int64  `json:"time"`
		Msg  string `json:"msg"`
	}
	var list = []line{}
	for _, l := range lines {
		list = append(list, line{l.Dir, l.Time, string(l.Msg)})
	}
	text, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.in.Write(append(text, '\n')); err != nil {
		t.Fatal(err)
	}
	got, err := p.out.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	var same json.RawMessage // in the spelling of Go
	if err := json.Unmarshal([]byte(got), &same); err != nil {
		t.Fatal(err)
	}
	again, err := json.Marshal(same)
	if err != nil {
		t.Fatal(err)
	}
	return string(again)
}

// A spokenVerdict is what a verdict says in any language.
type spokenVerdict struct {
	Is     session.Is      `json:"is"`
	Call   int             `json:"call"` // 0: none
	Faults []session.Fault `json:"faults"`
	Advice []session.Fault `json:"advice"`
}

func verdictsOf(verdicts []session.Verdict, rest []session.Fault) string {
	var out []any
	for _, v := range verdicts {
		x := spokenVerdict{Is: v.Is, Faults: v.Faults, Advice: v.Advice}
		if v.Call != nil {
			x.Call = v.Call.Number
		}
		out = append(out, x)
	}
	text, err := json.Marshal(append(out, rest))
	if err != nil {
		panic(err)
	}
	return string(text)
}

func printed(lines []sessions.Line) (out string) {
	for i, l := range lines {
		out += fmt.Sprintf("%d %s %d %s\n", i+1, l.Dir, l.Time, l.Msg)
	}
	return out
}
