package compile_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/lint"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/test/tier"
)

// TestMutatedSpecs changes specs at random: characters, lines and words of others. Check, the names of
// the targets, lint and the repairs return for each, without a panic, and every refusal has a place
// and a code.
func TestMutatedSpecs(t *testing.T) {
	tier.Slow(t)
	specs := realSpecs(t)
	r := rand.New(rand.NewPCG(uint64(tier.Count(1, int(time.Now().UnixNano()))), 2))
	accepted, refused := 0, 0
	slowest := time.Duration(0)
	for range tier.Count(600, 6000) {
		text := mutated(r, specs)
		work := func() (*diag.Report, bool) {
			p, report := compile.Check(source.NewFile("spec.yaml", []byte(text)), fstest.MapFS{})
			if p == nil || !report.OK() {
				return report, false
			}
			var outputs []compile.Output
			for _, b := range compile.Targets() {
				outputs = append(outputs, compile.Output{Backend: b})
			}
			if _, err := compile.Plan(p, outputs, report); err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			lint.Run(p, nil, report)
			return report, report.OK()
		}
		report, ok := guarded(t, text, &slowest, work)
		if ok {
			accepted++
		} else {
			refused++
		}
		if refused%5 == 1 && !ok {
			guarded(t, text, &slowest, func() (*diag.Report, bool) { repairTwice(t, text); return report, false })
		}
		for _, d := range report.All() {
			if d.Code == nil || d.Code.ID == "" || d.Span.File == nil || d.Span.End < d.Span.Start || d.Span.End > len(d.Span.File.Text) {
				t.Fatalf("%q has no place or no code\n%s", d.Message, text)
			}
		}
	}
	t.Logf("%d accepted, %d refused, the slowest took %v", accepted, refused, slowest)
	if accepted == 0 || refused == 0 {
		t.Errorf("%d accepted, %d refused", accepted, refused)
	}
}

// repairTwice repairs a spec: its edits fit the text, and a second run makes none.
func repairTwice(t *testing.T, text string) {
	t.Helper()
	first := fix(t, text, mistakesOf)
	if again := fix(t, string(first.Texts.Of("", text)), mistakesOf); len(again.Made) > 0 {
		t.Errorf("a second run repairs %s: %s\n%s", again.Made[0].Code.ID, again.Made[0].Message, text)
	}
}

// guarded runs work, and reports a panic with the spec, or that it takes far longer than the few
// milliseconds that any of these specs needs.
func guarded(t *testing.T, text string, slowest *time.Duration, work func() (*diag.Report, bool)) (*diag.Report, bool) {
	t.Helper()
	defer func() {
		if v := recover(); v != nil {
			t.Fatalf("panic: %v\n%s", v, text)
		}
	}()
	before := time.Now()
	report, ok := work()
	took := time.Since(before)
	if *slowest = max(*slowest, took); took > 20*time.Second {
		t.Errorf("it takes %v\n%s", took, text)
	}
	return report, ok
}

// realSpecs are the specs of this repository, without those of the largest protocols, for which
// one run takes long.
func realSpecs(t *testing.T) []string {
	t.Helper()
	var out []string
	for _, glob := range []string{"testdata/*.yaml", "testdata/specfuzz/*.yaml", "examples/*/*.yaml", "spec/*.yaml"} {
		files, err := filepath.Glob("../../../" + glob)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(string(text), "wiregen: 1") && len(text) < 40_000 {
				out = append(out, string(text))
			}
		}
	}
	files, err := filepath.Glob("../../../testdata/constructs/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no constructs:", err)
	}
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			if f.Name == "spec.yaml" {
				out = append(out, string(f.Data))
			}
		}
	}
	return out
}

// odd are texts that are put into a spec.
var odd = []string{
	"", "?", "!", "*", "&", "#", "|", ">", "-", ":", ",", "{", "}", "[", "]", "\"", "'", "`", "\\", "~", "null", "true", "0", "-1", "1e400", "<", "=", " ", "\t", "\n", "\r\n",
	"\u202e", "\u200b", "\ufeff", "\u0000", "е", "e\u0301", "Message", "type", "$ref", "map<", "[]", " | ", ": {}", ": []", "\"\"", "{}", "999999999999999999999", "✓",
}

// mutated is a spec with one to four changes.
func mutated(r *rand.Rand, specs []string) string {
	pick := func() string { return specs[r.IntN(len(specs))] }
	lines := strings.SplitAfter(pick(), "\n")
	for range 1 + r.IntN(4) {
		i := r.IntN(len(lines))
		switch r.IntN(7) {
		case 0: // without a line
			lines[i] = ""
		case 1: // a line twice
			lines[i] += lines[i]
		case 2: // a line of another spec
			other := strings.SplitAfter(pick(), "\n")
			lines[i] = other[r.IntN(len(other))]
		case 3: // at another indent
			lines[i] = strings.Repeat(" ", r.IntN(9)) + strings.TrimLeft(lines[i], " ")
		case 4, 5: // an odd text
			at := r.IntN(len(lines[i]) + 1)
			lines[i] = lines[i][:at] + odd[r.IntN(len(odd))] + lines[i][min(len(lines[i]), at+r.IntN(3)):]
		default: // two words change places
			words := strings.Split(lines[i], " ")
			a, b := r.IntN(len(words)), r.IntN(len(words))
			words[a], words[b] = words[b], words[a]
			lines[i] = strings.Join(words, " ")
		}
	}
	return strings.Join(lines, "")
}
