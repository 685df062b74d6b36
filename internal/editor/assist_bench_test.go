package editor_test

import (
	"strings"
	"testing"
	"time"

	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/editor"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/test/tier"
)

// TestAssistRatios: with 1,000 types, the first completion, the first hover and the hints of a new
// snapshot take at most as long as check, further ones a small part of that.
func TestAssistRatios(t *testing.T) {
	tier.Slow(t)
	text := thousand()
	check := least(func() {
		p, r := compile.Check(source.NewFile("spec.yaml", []byte(text)), nil)
		if _, err := compile.Plan(p, outputs(), r); err != nil || !r.OK() {
			t.Fatal(err, told(r.All()))
		}
	})
	at := strings.Index(text, "next?: T") + len("next?: T")
	for _, x := range []struct {
		name  string
		do    func(s *editor.Snapshot)
		later float64 // the most of check that a second answer takes
	}{
		{"completion", func(s *editor.Snapshot) {
			if len(s.Complete("spec.yaml", at)) < 900 {
				t.Fatal("the types are not proposed")
			}
		}, 0.25},
		{"hover", func(s *editor.Snapshot) {
			if _, ok := s.Hover("spec.yaml", at); !ok {
				t.Fatal("nothing is said")
			}
		}, 0.25},
		{"hints", func(s *editor.Snapshot) { s.Hints("spec.yaml") }, 0.5},
	} {
		first, second := time.Hour, time.Hour
		for range 5 {
			s := editor.Load(options(text))
			start := time.Now()
			x.do(s)
			first = min(first, time.Since(start))
			start = time.Now()
			x.do(s)
			second = min(second, time.Since(start))
		}
		a, b := first.Seconds()/check.Seconds(), second.Seconds()/check.Seconds()
		t.Logf("%s: %.2f of check, then %.3f (%v)", x.name, a, b, check)
		if a > 1 || b > x.later {
			t.Errorf("the first %s takes %.2f times as long as check, the second %.2f", x.name, a, b)
		}
	}
}
