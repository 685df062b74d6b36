package specfuzz_test

import (
	"encoding"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/test/specfuzz"
)

// check returns the model of a spec, or nil if it is refused or check crashes.
func check(text string) (p *model.Protocol) {
	defer func() {
		if recover() != nil {
			p = nil
		}
	}()
	p, r := compile.Check(source.NewFile("spec.yaml", []byte(text)), nil)
	if !r.OK() {
		return nil
	}
	return p
}

// TestUses checks that many random specs that are accepted have each choice of the
// language, and that none of those of testdata/everything.yaml is missing.
func TestUses(t *testing.T) {
	const specs, least = 8000, 20
	seen, accepted := map[string]int{}, 0
	for seed := range uint64(specs) {
		p := check(specfuzz.New(seed, specfuzz.Options{Hostile: 0.25}).YAML())
		if p == nil {
			continue
		}
		accepted++
		for _, use := range specfuzz.Uses(p) {
			seen[use]++
		}
		words := map[string]bool{}
		rows := lower.New(p)
		lowered(reflect.ValueOf(rows), words)
		lowered(reflect.ValueOf(rows.Session()), words)
		for word := range words {
			seen[word]++
		}
	}
	t.Logf("%d of %d specs accepted, %d choices", accepted, specs, len(seen))
	if accepted < specs*7/10 {
		t.Errorf("only %d of %d specs are accepted", accepted, specs)
	}
	text, err := os.ReadFile("../../testdata/everything.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, use := range specfuzz.Uses(check(string(text))) {
		seen[use] += 0
	}
	for enum, words := range enums {
		for _, word := range words {
			seen["lowered "+enum+" "+word] += 0
		}
	}
	for use, n := range seen {
		if n < least {
			t.Errorf("%q is in %d specs, want %d", use, n, least)
		}
	}
}

var enums = lower.Enums()

// lowered collects the values of the enums of the rows in v.
func lowered(v reflect.Value, out map[string]bool) {
	if enum := v.Type().Name(); v.Kind() == reflect.Uint8 && enums[enum] != nil {
		word, err := v.Interface().(encoding.TextMarshaler).MarshalText()
		if err != nil {
			panic(err)
		}
		out["lowered "+enum+" "+string(word)] = true
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			lowered(v.Elem(), out)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			lowered(v.Index(i), out)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() && f.Tag.Get("json") != "-" {
				lowered(v.Field(i), out)
			}
		}
	}
}

// TestSeeds checks that a seed always gives the same spec, and another seed another.
func TestSeeds(t *testing.T) {
	seen := map[string]bool{}
	for seed := range uint64(50) {
		text := specfuzz.New(seed, specfuzz.Options{Hostile: 0.5}).YAML()
		if text != specfuzz.New(seed, specfuzz.Options{Hostile: 0.5}).YAML() {
			t.Errorf("seed %d makes two specs", seed)
		}
		seen[text] = true
	}
	if len(seen) < 50 {
		t.Errorf("50 seeds make %d specs", len(seen))
	}
}

// TestShrink shrinks specs with a tuple to the smallest that have one.
func TestShrink(t *testing.T) {
	hasTuple := func(text string) bool {
		p := check(text)
		if p == nil {
			return false
		}
		for _, use := range specfuzz.Uses(p) {
			if use == "tuple" {
				return true
			}
		}
		return false
	}
	tried := 0
	for seed := uint64(0); tried < 3; seed++ {
		root := specfuzz.New(seed, specfuzz.Options{Hostile: 0.25})
		if !hasTuple(root.YAML()) {
			continue
		}
		tried++
		small := specfuzz.Shrink(root, time.Now().Add(time.Minute), func(list []*specfuzz.Node) []bool {
			var out []bool
			for _, n := range list {
				out = append(out, hasTuple(n.YAML()))
			}
			return out
		}).YAML()
		// A tuple of params needs its dialect, too, and one of an event its envelope.
		if lines := strings.Count(small, "\n"); lines > 10 || !hasTuple(small) {
			t.Errorf("seed %d shrinks to %d lines:\n%s", seed, lines, small)
		}
	}
}
