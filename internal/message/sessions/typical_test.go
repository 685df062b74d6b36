package sessions_test

import (
	"testing"

	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/message/sessions"
)

// TestTypical makes the typical session of several protocols: it keeps all rules, leaves
// nothing unanswered, is short, and is about more than the handshake.
func TestTypical(t *testing.T) {
	for _, spec := range []string{"spec/wire.yaml", "examples/klp/klp.yaml", "examples/dap/dap.yaml", "examples/idebridge/idebridge.yaml", "examples/chess/chess.yaml", "testdata/everything.yaml"} {
		f, err := compile.Load("../../../" + spec)
		if err != nil {
			t.Fatal(err)
		}
		p, r := compile.Check(f, compile.Folder("../../../"+spec))
		if !r.OK() {
			t.Fatalf("%s has errors", spec)
		}
		m := sessions.New(p, 1)
		lines := m.Typical()
		if again := sessions.New(p, 7).Typical(); len(again) != len(lines) {
			t.Errorf("%s: the session depends on the seed", spec)
		}
		verdicts, rest := m.Verdicts(lines)
		faults := len(rest)
		for _, v := range verdicts {
			faults += len(v.Faults)
		}
		if faults > 0 || len(lines) < 3 || len(lines) > 14 {
			t.Errorf("%s: %d messages with %d faults", spec, len(lines), faults)
		}
		for _, l := range lines {
			t.Logf("%s %.150s", l.Dir, l.Msg)
		}
	}
}
