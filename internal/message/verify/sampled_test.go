package verify_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/message/sessions"
	"github.com/wiregen/wiregen/internal/message/verify"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// TestSampledSessions verifies sessions that were made from specs: those that keep the
// rules have no fault, and of the others the first is the one that was made.
func TestSampledSessions(t *testing.T) {
	for _, file := range []string{"spec/wire.yaml", "examples/klp/klp.yaml", "examples/dap/dap.yaml", "examples/idebridge/idebridge.yaml"} {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile("../../../" + file)
			if err != nil {
				t.Fatal(err)
			}
			p := protocolOf(t, string(text))
			m := sessions.New(p, 1)
			rules := map[string]bool{}
			for n := range uint64(200) {
				lines := m.Session(n)
				if faults := faultsOf(t, p, lines); len(faults) > 0 {
					t.Fatalf("session %d: %+v\n%s", n, faults, recording(t, lines))
				}
				broken, ok := m.Invalid(n)
				if !ok {
					t.Fatalf("no session breaks a rule")
				}
				faults := faultsOf(t, p, broken.Lines)
				if len(faults) == 0 || !has(faults, broken.Rule, broken.At) {
					t.Fatalf("session %d: %s: want %s in line %d, got %+v\n%s", n, broken.Fault, broken.Rule, broken.At, faults, recording(t, broken.Lines))
				}
				rules[broken.Rule] = true
			}
			if len(rules) < 4 {
				t.Errorf("only the rules %v were broken", rules)
			}
		})
	}
}

func has(faults []verify.Fault, rule string, line int) bool {
	for _, f := range faults {
		if f.Rule == rule && f.Line == line {
			return true
		}
	}
	return false
}

func faultsOf(t *testing.T, p *model.Protocol, lines []sessions.Line) (faults []verify.Fault) {
	t.Helper()
	v, err := verify.New(p, verify.Options{}, func(f verify.Fault) {
		if !f.Advice {
			faults = append(faults, f)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := v.Read(strings.NewReader(recording(t, lines))); err != nil {
		t.Fatal(err)
	}
	return faults
}

func recording(t *testing.T, lines []sessions.Line) string {
	t.Helper()
	var out strings.Builder
	for _, l := range lines {
		text, err := json.Marshal(l)
		if err != nil {
			t.Fatal(err)
		}
		out.Write(append(text, '\n'))
	}
	return out.String()
}

// TestSampledProgress verifies sessions whose requests have progress of two kinds, in one
// member that is declared as any: it was any value, also with the token of a request.
func TestSampledProgress(t *testing.T) {
	const text = `wiregen: 1
protocol: {name: demo, version: "1"}
types: {Part: {fields: {text: string}}}
methods:
  run:
    from: client
    params: {"token?": string, "partial?": string}
    result: empty
    progress:
      - {method: report, token: params.token, value: value, payload: Part}
      - {name: partial, method: report, token: params.partial, value: value, payload: "int[]"}
  report: {from: agent, notify: {token: string, value: any}}
`
	p := protocolOf(t, text)
	m := sessions.New(p, 1)
	reported := 0
	for n := range uint64(200) {
		lines := m.Session(n)
		v, err := verify.New(p, verify.Options{}, func(f verify.Fault) { t.Errorf("session %d: %+v\n%s", n, f, recording(t, lines)) })
		if err != nil {
			t.Fatal(err)
		}
		if err := v.Read(strings.NewReader(recording(t, lines))); err != nil {
			t.Fatal(err)
		}
		reported += v.Result().Progress
	}
	if reported < 100 {
		t.Errorf("only %d reports of progress", reported)
	}
}
