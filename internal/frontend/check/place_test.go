package check_test

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/wiregen/wiregen/internal/codegen/schemagen"
	whole "github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/lint"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/test/tier"
)

// oddValues are what an author could write by mistake in place of any value.
var oddValues = []string{`""`, "x", "1", "-1", "null", "true", "[]", "{}", "[x, y]", `[""]`, "{a: b}", `{"": x}`, "[[x]]", "{x: {y: {}}}", "x y", `" "`, "é", "?"}

// Each place of the language, with each odd value there: the compiler neither panics
// nor reports a fault without a file, a line and a code. `timeout: ""` was a panic, and
// `body: [x, y]` a fault without a place.
func TestOddValues(t *testing.T) {
	tier.Slow(t)
	done := map[string]bool{}
	specs := placeSpecs(t)
	for _, name := range slices.Sorted(maps.Keys(specs)) {
		text := specs[name]
		var r diag.Report
		root := syntax.ReadNodes(source.NewFile(name, []byte(text)), &r)
		if root == nil {
			continue
		}
		everyNode(root, nil, func(path []string, n *syntax.Node, key bool) {
			kind := fmt.Sprint(n.Kind, key, placeOf(path))
			if done[kind] || n.Span.End <= n.Span.Start {
				return
			}
			done[kind] = true
			for _, odd := range oddValues {
				if key && strings.ContainsAny(odd, "[{?") {
					continue
				}
				tryOdd(t, name, text[:n.Span.Start]+odd+text[n.Span.End:])
			}
		})
	}
	t.Logf("%d places", len(done))
}

// placeOf is the end of a path of keys, without the names that an author chose.
func placeOf(path []string) string {
	out := ""
	for _, key := range path[max(0, len(path)-3):] {
		if !languageKeys[key] {
			key = "*"
		}
		out += "/" + key
	}
	return out
}

var languageKeys = func() map[string]bool {
	out := map[string]bool{"[]": true}
	for _, w := range schemagen.Words() {
		out[w.Name] = true
	}
	return out
}()

// tryOdd compiles text, and lints it if it is a spec.
func tryOdd(t *testing.T, name, text string) {
	t.Helper()
	defer func() {
		if v := recover(); v != nil {
			t.Errorf("%s: %v\n%s", name, v, text)
		}
	}()
	p, r := whole.Check(source.NewFile("spec.yaml", []byte(text)), nil)
	if p == nil == r.OK() {
		t.Errorf("%s: a model was made: %t; the faults are %s\n%s", name, p != nil, describe(r.All()), text)
	}
	if p != nil {
		lint.Run(p, nil, r)
	}
	for _, d := range r.All() {
		if d.Code == nil || d.Span.File == nil || d.Span.Start > d.Span.End || d.Span.End > len(d.Span.File.Text) {
			t.Errorf("%s: %q has no place\n%s", name, d.Message, text)
		}
		for _, related := range d.Related {
			if related.Span.File == nil {
				t.Errorf("%s: %q has a related place without a file\n%s", name, d.Message, text)
			}
		}
	}
}

// everyNode calls visit for the keys and values below n.
func everyNode(n *syntax.Node, path []string, visit func(path []string, n *syntax.Node, key bool)) {
	visit(path, n, false)
	for _, pair := range n.Pairs {
		below := append(path[:len(path):len(path)], pair.Key.Text)
		visit(below, pair.Key, true)
		everyNode(pair.Value, below, visit)
	}
	for _, item := range n.Items {
		everyNode(item, append(path[:len(path):len(path)], "[]"), visit)
	}
}

// placeSpecs are specs that have every key of the language.
func placeSpecs(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, pattern := range []string{"constructs", "sessions"} {
		files, err := filepath.Glob("../../../testdata/" + pattern + "/*.txtar")
		if err != nil || len(files) == 0 {
			t.Fatalf("no %s: %v", pattern, err)
		}
		for _, file := range files {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range archive.Files {
				if f.Name == "spec.yaml" {
					out[filepath.Base(file)] = string(f.Data)
				}
			}
		}
	}
	for _, code := range diag.Codes() {
		if !strings.HasPrefix(code.Right, "-- ") {
			out[code.ID] = code.Right
		}
	}
	return out
}
