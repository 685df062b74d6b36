package verify

import (
	"os"
	"testing"

	"github.com/wiregen/wiregen/internal/protocol/check"
	"github.com/wiregen/wiregen/internal/spec/diag"
	"github.com/wiregen/wiregen/internal/spec/source"
	"github.com/wiregen/wiregen/internal/spec/syntax"
)

func BenchmarkFile(b *testing.B) {
	text, _ := os.ReadFile("../../../spec/wire.yaml")
	var r diag.Report
	p := check.Check(syntax.Parse(source.NewFile("wire.yaml", text), &r), &r)
	for range b.N {
		f, _ := os.Open(os.Getenv("HVFILE"))
		v, _ := New(p, Options{}, func(f Fault) { b.Error(f) })
		if err := v.Read(f); err != nil {
			b.Fatal(err)
		}
		f.Close()
		if v.slow > 10 {
			b.Log(v.slow)
		}
	}
}
