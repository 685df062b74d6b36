package sample_test

import (
	"testing"

	"github.com/wiregen/wiregen/internal/protocol/sample"
)

// BenchmarkMessage makes messages as wiregen sample does.
func BenchmarkMessage(b *testing.B) {
	m := sample.New(wire(b), 1)
	var line []byte
	for b.Loop() {
		line = m.Append(line[:0], "Message")
	}
}
