package short

import (
	"path/filepath"
	"runtime"
	"testing"

	"github.com/wiregen/wiregen/bench/contest"
)

// TestRatios fails when reading or writing became much slower, beside encoding/json in
// the same process, than in the last whole run.
func TestRatios(t *testing.T) {
	recorded := recordedHere(t)
	got, err := Measure(contest.All()[0])
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%v, recorded %v", got.Ratios, recorded.Ratios)
	for _, fault := range got.Below(recorded) {
		t.Error(fault)
	}
}

// TestSlow checks that a product at a third of its speed is noticed, in each way.
func TestSlow(t *testing.T) {
	recorded := recordedHere(t)
	slow := contest.All()[0]
	decode, encoder := slow.DecodeAll, slow.Encoder
	slow.DecodeAll = func(lines [][]byte) error {
		for range 2 {
			if err := decode(lines); err != nil {
				return err
			}
		}
		return decode(lines)
	}
	slow.Encoder = func(values []any) func() (int, error) {
		encode := encoder(values)
		return func() (int, error) {
			for range 2 {
				if _, err := encode(); err != nil {
					return 0, err
				}
			}
			return encode()
		}
	}
	got, err := Measure(slow)
	if err != nil {
		t.Fatal(err)
	}
	if faults := got.Below(recorded); len(faults) != len(recorded.Ratios) {
		t.Errorf("%d of %d ratios are noticed: %v", len(faults), len(recorded.Ratios), faults)
	}
}

func recordedHere(t *testing.T) Ratios {
	t.Helper()
	r, err := Recorded(filepath.Join("..", File))
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Ratios) == 0 {
		t.Fatal("no ratio is recorded")
	}
	if r.Arch != runtime.GOARCH {
		t.Skipf("the ratios are those of %s", r.Arch)
	}
	return r
}
