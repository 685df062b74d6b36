package vectors_test

import (
	"testing"

	"github.com/wiregen/wiregen/internal/message/vectors"
)

func BenchmarkMake(b *testing.B) {
	p := load(b, "../../../spec/wire.yaml")
	for b.Loop() {
		vectors.Make(p)
	}
}
