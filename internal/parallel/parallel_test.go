package parallel_test

import (
	"sync/atomic"
	"testing"

	"github.com/wiregen/wiregen/internal/parallel"
)

func TestEveryPieceRunsOnce(t *testing.T) {
	for _, n := range []int{0, 1, 2, 1000} {
		ran := make([]atomic.Int32, n)
		parallel.Do(n, func(i int) { ran[i].Add(1) })
		for i := range ran {
			if got := ran[i].Load(); got != 1 {
				t.Errorf("of %d pieces, %d ran %d times", n, i, got)
			}
		}
	}
}

// A panic keeps the place it came from, however deep the piece.
func TestFirstPanicIsPropagated(t *testing.T) {
	defer func() {
		crash, ok := recover().(*parallel.Crash)
		if !ok || crash.Value != 3 {
			t.Errorf("recovered %v", crash)
		}
	}()
	parallel.Do(2, func(outer int) {
		parallel.Do(5, func(i int) {
			if i >= 3 {
				panic(i + 10*outer)
			}
		})
	})
	t.Error("nothing was thrown")
}
