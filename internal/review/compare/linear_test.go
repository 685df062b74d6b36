package compare_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/wiregen/wiregen/internal/review/compare"
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
			const attempts = 6 // a busy machine may slow any of them down
			short, long := time.Hour, time.Hour
			for attempt := range attempts {
				short, long = min(short, took(250)), min(long, took(2000))
				times := float64(long) / float64(short)
				if times < 150 { // a cube would be 512
					break
				}
				if attempt == attempts-1 {
					t.Errorf("eight times as many take %.0f times as long (%v, %v)", times, short, long)
				}
			}
		})
	}
}
