package lsp

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wiregen/wiregen/test/tier"
)

// TestFirstDiagnostics measures how long an author waits for the first findings of spec/wire.yaml,
// from the start of the server, beside a run of check: the aim is four times that.
func TestFirstDiagnostics(t *testing.T) {
	tier.AtNight(t, "TestFeatures")
	p := projects(t)[0]
	dir := p.write(t)
	file, text := filepath.Join(dir, "spec.yaml"), p.files["spec.yaml"]
	var first, check []float64
	for range 5 { // in turn, so that both see the same machine
		began := time.Now()
		cmd := exec.Command(program, "check", "spec.yaml")
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		check = append(check, float64(time.Since(began).Microseconds())/1000)
		s := &session{}
		s.start(t, dir, object{"diagnostics": object{"delay": 0}})
		open(s, t, file, text)
		s.add(step{Do: "diagnostics", URI: uri(file), Version: 1}, func(answer) {})
		s.add(step{Do: "elapsed"}, func(a answer) {
			var ms float64
			if err := json.Unmarshal(a.Result, &ms); err != nil {
				t.Fatalf("%v: %s", err, a.Error)
			}
			first = append(first, ms)
		})
		s.stop(t)
		s.run(t)
	}
	slices.Sort(first)
	slices.Sort(check)
	ratio := first[2] / check[2]
	t.Logf("first diagnostics %.1f ms, check %.1f ms (medians of 5): %.2f", first[2], check[2], ratio)
	if ratio > 8 { // twice the aim, for busy machines
		t.Errorf("the first diagnostics take %.1f times a run of check", ratio)
	}
}

// TestGoroutines counts the goroutines of the server after some edits and after many.
func TestGoroutines(t *testing.T) {
	tier.AtNight(t, "TestEdits")
	after := func(edits int) int {
		p := projects(t)[2]
		dir := p.write(t)
		file, text := filepath.Join(dir, "types.yaml"), p.files["types.yaml"]
		s := &session{}
		s.start(t, dir, object{"diagnostics": object{"delay": 0}})
		open(s, t, file, text)
		for i := range edits {
			s.ok(t, step{Do: "notify", Method: "textDocument/didChange", Params: object{
				"textDocument":   object{"uri": uri(file), "version": i + 2},
				"contentChanges": []object{{"text": text + strings.Repeat("#", i%7)}},
			}})
			s.ok(t, step{Do: "diagnostics", URI: uri(file), Version: i + 2})
		}
		s.ok(t, step{Do: "dump"})
		n := len(regexp.MustCompile(`(?m)^goroutine \d+ `).FindAllString(s.run(t), -1))
		t.Logf("%d goroutines after %d edits", n, edits)
		return n
	}
	few, many := after(1000), after(10_000)
	if few == 0 || many*10 > few*12 {
		t.Errorf("%d goroutines after 1,000 edits, %d after 10,000", few, many)
	}
}
