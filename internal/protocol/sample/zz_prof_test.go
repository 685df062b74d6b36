package sample_test

import (
	"testing"

	"github.com/wiregen/wiregen/internal/message/vectors"
	"github.com/wiregen/wiregen/internal/protocol/sample"
)

func BenchmarkMessage(b *testing.B) {
	p := wireB(b)
	m := sample.New(p, 1)
	for range b.N {
		b.SetBytes(210)
		_ = m.Message("Message")
	}
}
func BenchmarkPlain(b *testing.B) {
	p := wireB(b)
	m := vectors.NewWriter(p, 1)
	for range b.N {
		b.SetBytes(210)
		_, _ = m.Next("Message")
	}
}
func BenchmarkInvalid(b *testing.B) {
	p := wireB(b)
	m := sample.New(p, 1)
	for range b.N {
		_ = m.Invalid("Message")
	}
}
