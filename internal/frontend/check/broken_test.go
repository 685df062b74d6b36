package check_test

import (
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/wiregen/wiregen/test/tier"
)

// TestBrokenConstructs breaks the spec of every construct in many small ways:
// the compiler reports a fault or returns a model, and never both or neither.
func TestBrokenConstructs(t *testing.T) {
	tier.Slow(t)
	files, err := filepath.Glob("../../../testdata/constructs/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no constructs: %v", err)
	}
	random := rand.New(rand.NewPCG(2026, 1))
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var lines []string
		files := []txtar.File{{Name: "spec.yaml"}}
		for _, f := range archive.Files {
			switch {
			case f.Name == "spec.yaml":
				lines = strings.Split(string(f.Data), "\n")
			case strings.HasSuffix(f.Name, ".yaml"):
				files = append(files, f)
			}
		}
		for range 60 {
			files[0].Data = []byte(strings.Join(broken(random, lines), "\n"))
			tryBroken(t, filepath.Base(file), files)
		}
	}
}

func tryBroken(t *testing.T, name string, files []txtar.File) {
	t.Helper()
	defer func() {
		if v := recover(); v != nil {
			t.Errorf("%s: %v\n%s", name, v, files[0].Data)
		}
	}()
	r, ok := compile("", string(txtar.Format(&txtar.Archive{Files: files})))
	if ok != r.OK() {
		t.Errorf("%s: a model was made: %t; the faults are %s\n%s", name, ok, describe(r.All()), files[0].Data)
	}
}

// broken returns lines with one or two of them damaged.
func broken(random *rand.Rand, lines []string) []string {
	values := []string{"x", "1", "-1", "[]", "{}", "{a: b}", "[1, 2]", "null", `""`, "true", "[x, x]", "[[1], [2]]", "{tag: t}", "{x: {y: {}}}"}
	out := append([]string(nil), lines...)
	for range 1 + random.IntN(2) {
		i := random.IntN(len(out))
		value := values[random.IntN(len(values))]
		switch random.IntN(4) {
		case 0:
			out[i] = ""
		case 1:
			if key, _, ok := strings.Cut(out[i], ": "); ok {
				out[i] = key + ": " + value
			}
		case 2:
			if at := strings.LastIndexAny(out[i], ":,{[") + 1; at > 0 {
				head := out[i][:at]
				out[i] = head + " " + value + strings.Repeat("]", strings.Count(head, "[")) + strings.Repeat("}", strings.Count(head, "{"))
			}
		case 3:
			if words := strings.Fields(out[i]); len(words) > 1 {
				out[i] = strings.Replace(out[i], words[random.IntN(len(words))], "zork", 1)
			}
		}
	}
	return out
}
