package golden_test

import (
	"testing"

	"github.com/wiregen/wiregen/internal/golden"
)

func BenchmarkMake(b *testing.B) {
	p := load(b, "../../spec/wire.yaml")
	for b.Loop() {
		golden.Make(p)
	}
}
