// Package speed is for tests only: it notices when a reader has become much slower than
// at the last full run of the benchmarks. It compares ratios of two times of one process,
// never a time with a number.
package speed

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/modeljson"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/spec"
	"github.com/wiregen/wiregen/test/node"
)

const (
	least    = 0.6 // of a recorded ratio is enough
	attempts = 3   // since other work on the machine disturbs one now and then
)

// ratios say how many times faster than a yardstick something is.
type ratios map[string]float64

// slower returns what is too slow in each of some measurements.
func slower(recorded ratios, measured ...ratios) []string {
	var out []string
	for _, what := range slices.Sorted(maps.Keys(recorded)) {
		best, all := 0.0, true
		for _, m := range measured {
			r, is := m[what]
			best, all = max(best, r), all && is
		}
		if !all {
			out = append(out, what+": not measured")
		} else if best < least*recorded[what] {
			out = append(out, fmt.Sprintf("%s: a ratio of %.3f, where it was %.3f", what, best, recorded[what]))
		}
	}
	return out
}

// TestTypeScript measures the TypeScript of spec/wire.yaml beside ajv and JSON.parse, after a
// check that all read the same. "make bench-ts" records what the ratios are.
func TestTypeScript(t *testing.T) {
	text, err := os.ReadFile("../../bench/ts/recorded.json")
	if err != nil {
		t.Fatal(err)
	}
	var recorded ratios
	if err := json.Unmarshal(text, &recorded); err != nil || len(recorded) == 0 {
		t.Fatalf("recorded.json has no ratios: %v", err)
	}
	node.Modules(t)
	rows := lowered(t)
	var measured []ratios
	for range attempts {
		out, err := exec.Command("node", "../../bench/ts/short.mjs", rows, "../ts/package.json").Output()
		if err != nil {
			if failed, is := err.(*exec.ExitError); is {
				err = fmt.Errorf("%w\n%s", err, failed.Stderr)
			}
			t.Fatal(err)
		}
		var m ratios
		if err := json.Unmarshal(out, &m); err != nil {
			t.Fatal(err)
		}
		t.Log(m)
		measured = append(measured, m)
		if slower(recorded, measured...) == nil {
			return
		}
	}
	t.Errorf("slower than at the last full run, in each of %d runs:\n%s", attempts, strings.Join(slower(recorded, measured...), "\n"))
}

// lowered writes the rows of spec/wire.yaml to a file and returns its name.
func lowered(t *testing.T) string {
	t.Helper()
	p, r := compile.Check(source.NewFile("wire.yaml", spec.Wire), nil)
	if p == nil {
		t.Fatal(r.All()[0].Message)
	}
	f, err := os.Create(filepath.Join(t.TempDir(), "lowered.json"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := modeljson.WriteLowered(f, lower.New(p)); err != nil {
		t.Fatal(err)
	}
	return f.Name()
}

// TestWrongAnswers plants faults in what is measured: the check before it must see each.
func TestWrongAnswers(t *testing.T) {
	out, err := exec.Command("node", "testdata/wrong.mjs", lowered(t)).CombinedOutput()
	if missed, tasks := strings.CutSuffix(string(out), " tasks\n"); err != nil || !tasks || strings.Contains(missed, "\n") {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestSlower(t *testing.T) {
	recorded := ratios{"a": 2, "b": 0.1}
	for _, c := range []struct {
		measured []ratios
		want     int
	}{
		{[]ratios{{"a": 2, "b": 0.1}}, 0},
		{[]ratios{{"a": 1.21, "b": 0.061, "c": 1}}, 0},
		{[]ratios{{"a": 1.19, "b": 0.1}}, 1},
		{[]ratios{{"a": 1.19, "b": 0.059}}, 2},
		{[]ratios{{"a": 1.19, "b": 0.1}, {"a": 1.21, "b": 0.01}}, 0},
		{[]ratios{{"a": 1.19, "b": 0.1}, {"a": 1.1, "b": 0.1}}, 1},
		{[]ratios{{"a": 2}}, 1},
		{nil, 2},
	} {
		if got := slower(recorded, c.measured...); len(got) != c.want {
			t.Errorf("%v: %q", c.measured, got)
		}
	}
}
