package gogen_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/gogen"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/check"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/source"
)

// BenchmarkBackend plans and emits specs of growing size: structs of eight
// fields, a union and an enum for every ten of them.
func BenchmarkBackend(b *testing.B) {
	for _, n := range []int{100, 1000, 10000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			var r diag.Report
			proto := check.Check(syntax.Parse(source.NewFile("wire.yaml", []byte(large(n))), &r), &r)
			if !r.OK() {
				b.Fatal(r.All()[0].Message)
			}
			for b.Loop() {
				p, err := gogen.New().Plan(proto, backend.Common{}, &r)
				if err != nil || !r.OK() {
					b.Fatal(err, r.All())
				}
				if _, err := p.Emit(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func large(n int) string {
	var s strings.Builder
	s.WriteString(head + "types:\n")
	for i := range n {
		fmt.Fprintf(&s, "  T%d:\n    doc: The type of number %d.\n    fields:\n", i, i)
		fmt.Fprintf(&s, "      a: string\n      b: int\n      c?: float\n      d?: bool | null\n      e: string[]\n      f: map<int> = {}\n")
		fmt.Fprintf(&s, "      g?: T%d\n      h: E%d\n", (i+1)%n, i/10)
		if i%10 != 0 {
			continue
		}
		fmt.Fprintf(&s, "  E%d:\n    doc: The enum of number %d.\n    enum: [one, two, three]\n", i/10, i)
		fmt.Fprintf(&s, "  U%d:\n    doc: The union of number %d.\n    union: {tag: type}\n    variants:\n", i/10, i)
		for v := range 5 {
			fmt.Fprintf(&s, "      v%d:\n        name: U%dV%d\n        fields:\n          x: T%d\n", v, i/10, v, i)
		}
	}
	return s.String()
}
