package e2e

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/review/compare"
	"github.com/wiregen/wiregen/spec"
	"github.com/wiregen/wiregen/test/evolution"
)

// A specPair is two versions of a protocol.
type specPair struct {
	name       string
	old, today *model.Protocol
	random     bool // it is not a fixture
}

// replayFixtures are the examples of the rules, the further changes of testdata/review, the
// changes of spec/wire.yaml that reviewers see every day and the pairs of testdata/unbumped,
// each in both orders.
func replayFixtures(t *testing.T) []specPair {
	t.Helper()
	var out []specPair
	add := func(name string, old, today *model.Protocol) {
		out = append(out, specPair{name, old, today, false}, specPair{name, today, old, false})
	}
	for _, r := range compare.Rules() {
		x := r.Example()
		add("the example of "+r.ID, compileSpec(t, r.ID, []byte(x.Old)), compileSpec(t, r.ID, []byte(x.New)))
	}
	for _, x := range evolution.MoreChanges(t, "../../testdata/review/more.txtar") {
		add(x.Name, compileSpec(t, x.Name, []byte(x.Old)), compileSpec(t, x.Name, []byte(x.New)))
	}
	wire := compileSpec(t, "wire", spec.Wire)
	for _, c := range evolution.ReviewedChanges(t, string(spec.Wire)) {
		add(c.Name, wire, compileSpec(t, c.Name, c.New))
	}
	dirs, err := filepath.Glob("../../testdata/unbumped/*")
	if err != nil || len(dirs) == 0 {
		t.Fatalf("no pairs in testdata/unbumped: %v", err)
	}
	for _, dir := range dirs {
		var both [2]*model.Protocol
		for i, file := range []string{"old.yaml", "new.yaml"} {
			text, err := os.ReadFile(filepath.Join(dir, file))
			if err != nil {
				t.Fatal(err)
			}
			both[i] = compileSpec(t, dir, text)
		}
		add(filepath.Base(dir), both[0], both[1])
	}
	return out
}

// replayEdits are random edits of specs, each in both orders.
func replayEdits(t *testing.T) []specPair {
	t.Helper()
	var out []specPair
	for _, c := range evolution.Changes(t, *replayCount, *replaySeed) {
		out = append(out, specPair{c.Name, c.Old, c.New, true}, specPair{c.Name, c.New, c.Old, true})
	}
	return out
}
