package editor_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/editor"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/test/tier"
)

// thousand is a spec of 1,000 types that use each other.
func thousand() string {
	var b strings.Builder
	b.WriteString(head + "types:\n")
	for i := range 1000 {
		switch i % 4 {
		case 0:
			fmt.Fprintf(&b, "  T%d: {enum: [a%d, b, c]}\n", i, i)
		case 1:
			fmt.Fprintf(&b, "  T%d:\n    doc: The type %d.\n    fields:\n      id: string\n      mood: T%d = a%d\n      next?: T%d | null\n      list: \"T%d[] = []\"\n", i, i, i-1, i-1, i, i)
		case 2:
			fmt.Fprintf(&b, "  T%d:\n    union: {tag: type}\n    variants:\n      one: {fields: {a: T%d}}\n      two: {fields: {b: map<T%d>}}\n", i, i-1, i-2)
		default:
			fmt.Fprintf(&b, "  T%d: {with: [T%d], fields: {of: T%d}}\n", i, i-2, i-1)
		}
	}
	return b.String()
}

// least is the shortest of some runs.
func least(do func()) time.Duration {
	best := time.Duration(0)
	for i := range 7 {
		start := time.Now()
		do()
		if took := time.Since(start); i == 0 || took < best {
			best = took
		}
	}
	return best
}

// TestRatios: with 1,000 types, findings take at most twice as long as check, and answers from the
// index at most as long, also the first one. The times are of one run.
func TestRatios(t *testing.T) {
	tier.Slow(t)
	text := []byte(thousand())
	check := least(func() {
		f := source.NewFile("spec.yaml", text)
		p, r := compile.Check(f, nil)
		if _, err := compile.Plan(p, outputs(), r); err != nil || !r.OK() {
			t.Fatal(err, told(r.All()))
		}
	})
	at := strings.Index(string(text), "T500:")
	var s *editor.Snapshot
	load := func() { s = editor.Load(complete(source.NewFile("spec.yaml", text))); s.Diagnostics() }
	for _, x := range []struct {
		name string
		most float64
		do   func()
	}{
		{"findings", 2, load},
		{"findings and the first references", 3, func() { load(); s.References("spec.yaml", at, true) }},
		{"references", 1, func() { s.References("spec.yaml", at, true) }},
		{"outline", 1, func() { s.Symbols("spec.yaml") }},
		{"search", 1, func() { s.Search("t5") }},
		{"folds", 1, func() { s.Folds("spec.yaml") }},
	} {
		ratio := least(x.do).Seconds() / check.Seconds()
		t.Logf("%s: %.2f of check (%v)", x.name, ratio, check)
		if ratio > x.most {
			t.Errorf("%s take %.2f times as long as check", x.name, ratio)
		}
	}
}

func BenchmarkLoad(b *testing.B) {
	text := []byte(thousand())
	for b.Loop() {
		editor.Load(complete(source.NewFile("spec.yaml", text)))
	}
}

func BenchmarkReferences(b *testing.B) {
	text := []byte(thousand())
	s := editor.Load(complete(source.NewFile("spec.yaml", text)))
	at := strings.Index(string(text), "T500:")
	for b.Loop() {
		s.References("spec.yaml", at, true)
	}
}
