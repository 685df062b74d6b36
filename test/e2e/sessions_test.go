package e2e

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"testing"

	"github.com/wiregen/wiregen/examples/dap/gen/go/dap"
	"github.com/wiregen/wiregen/examples/idebridge/gen/go/idebridge"
	"github.com/wiregen/wiregen/examples/klp/gen/go/klp"
	"github.com/wiregen/wiregen/gen/go/wire"
	"github.com/wiregen/wiregen/internal/message/sessions"
	"github.com/wiregen/wiregen/wirert"
	"github.com/wiregen/wiregen/wirert/session"
)

var sessionCount = flag.Int("sessions", 300, "how many valid sessions of each protocol, and as many that break a rule, every machine is asked about")

// The protocols whose generated machines are compared.
var sessionProtocols = []struct {
	spec string
	open func() *wirert.Session
	// rewrite reads a message and writes it.
	rewrite func(text []byte) ([]byte, error)
}{
	{"spec/wire.yaml", wire.NewSession, rewriter(wire.DecodeMessage, wire.AppendMessage)},
	{"examples/klp/klp.yaml", klp.NewSession, rewriter(klp.DecodeMessage, klp.AppendMessage)},
	{"examples/dap/dap.yaml", dap.NewSession, rewriter(dap.DecodeMessage, dap.AppendMessage)},
	{"examples/idebridge/idebridge.yaml", idebridge.NewSession, rewriter(idebridge.DecodeMessage, idebridge.AppendMessage)},
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
// verify uses and to those of generated code. They say the same of every message.
func TestSessionsAgree(t *testing.T) {
	for _, p := range sessionProtocols {
		t.Run(p.spec, func(t *testing.T) {
			t.Parallel()
			spec, err := os.ReadFile("../../" + p.spec)
			if err != nil {
				t.Fatal(err)
			}
			m := sessions.New(compileSpec(t, p.spec, spec), 1)
			faults := 0
			for n := range uint64(*sessionCount) {
				broken, _ := m.Invalid(n)
				for i, lines := range [][]sessions.Line{m.Session(n), broken.Lines} {
					want := verdictsOf(m.Verdicts(lines))
					if got := verdictsOf(generatedVerdicts(t, p.open(), lines, p.rewrite)); got != want {
						t.Fatalf("session %d.%d:\n%s\ngenerated Go: %s\nverify:       %s", n, i, printed(lines), got, want)
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
		verdicts = append(verdicts, s.ObserveText(wirert.From(l.Side()), text, l.Time, false))
	}
	return verdicts, s.Finish()
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
