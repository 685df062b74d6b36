package compare_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/wiregen/wiregen/internal/review/compare"
	"github.com/wiregen/wiregen/test/growth"
)

// TestManyElements compares many values and many methods with themselves. Each was searched
// for among all of both versions: 4,000 values took a minute, as did 3,000 methods.
func TestManyElements(t *testing.T) {
	for name, spec := range map[string]func(n int) string{
		"values": func(n int) string {
			var list []string
			for i := range n {
				list = append(list, fmt.Sprint("v", i))
			}
			return "types: {E: {enum: [" + strings.Join(list, ", ") + "]}}"
		},
		"methods": func(n int) string {
			out := "methods:"
			for i := range n {
				out += fmt.Sprintf("\n  m%d: {from: client, result: string}", i)
			}
			return out
		},
		"errors": func(n int) string {
			out := "methods: {m: {from: client, result: string}}\nerrors:"
			for i := range n {
				out += fmt.Sprintf("\n  E%d: {code: %d, doc: It fails.}", i, i+1)
			}
			return out
		},
	} {
		t.Run(name, func(t *testing.T) {
			took := func(n int) time.Duration {
				old, today := protocol(t, spec(n)), protocol(t, spec(n))
				start := time.Now()
				compare.Compare(old, today)
				return time.Since(start)
			}
			growth.Below(t, 150, 250, took) // a cube would be 512
		})
	}
}
