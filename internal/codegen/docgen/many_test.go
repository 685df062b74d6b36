package docgen_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/wiregen/wiregen/internal/codegen/docgen"
	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/test/growth"
)

// TestManyMethods makes the reference of eight times as many methods: for the example of each,
// the ends of both languages were planned again (3,000 methods took 18 s).
func TestManyMethods(t *testing.T) {
	took := func(n int) time.Duration {
		text := "wiregen: 1\nprotocol: {name: demo, version: \"1\"}\nmethods:"
		for i := range n {
			text += fmt.Sprintf("\n  m%d: {from: client, doc: It is one of many., params: {text: string}, result: {size: int}}", i)
		}
		p, r := compile.Check(source.NewFile("spec.yaml", []byte(text)), nil)
		if p == nil {
			t.Fatal(r.All()[0].Message)
		}
		start := time.Now()
		batches, err := compile.Targets().Generate(p, []compile.Output{{Backend: docgen.Backend{}, Dir: "docs"}}, r)
		if err != nil || !r.OK() || !strings.Contains(string(batches[0].Files[0].Data), "m0") {
			t.Fatal(err, r)
		}
		return time.Since(start)
	}
	growth.Below(t, 25, 150, took) // a square would be 64
}
