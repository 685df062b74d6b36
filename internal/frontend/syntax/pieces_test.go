package syntax

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/wiregen/wiregen/internal/source"
)

// TestPieces reads every spec of the repository whole and in the smallest
// pieces there are, which must give the same nodes.
func TestPieces(t *testing.T) {
	cutUp := 0
	for _, pattern := range []string{"spec/*.yaml", "testdata/*.yaml", "testdata/*/*.txtar", "examples/*/*.yaml", "examples/*/released/*.yaml", "internal/*/*/testdata/*.txtar"} {
		files, err := filepath.Glob("../../../" + pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			specs := [][]byte{text}
			for _, f := range txtar.Parse(text).Files {
				specs = append(specs, f.Data)
			}
			for _, spec := range specs {
				cutUp += samePieces(t, name, spec)
			}
		}
	}
	if cutUp < 300 {
		t.Errorf("only %d specs were cut", cutUp)
	}
}

func FuzzPieces(f *testing.F) {
	for _, text := range []string{
		"a:\n  b: c\n  d: [e, f]\n\n  # g\n  h: |+\n    i\n\n\nj: k\nl:\n  - m: n\n    o: p\n",
		"a: {b: c,\n d: e}\nf:\n    g: 'h\n      i'\n    j: k\n    l:\n     m\n     n\no: >-\n p\n\n q\n",
		"? a\n: b\n", "--- \na: b\nc: d\n...\n", "\ufeffa: b\r\nc:\r\n  d: e\r\n  f: g\r\n", "a: &b c\nd: *b\n", "a:\n  b:\n  c:\nd:\n", "a:\nb:\n c: d\n e: f",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) { samePieces(t, "fuzz", text) })
}

// samePieces compares the nodes of a text read whole and in pieces. It returns 1 for a
// text that can be cut, and 0 for others.
func samePieces(t *testing.T, name string, text []byte) int {
	t.Helper()
	f := source.NewFile(name, text)
	if checkBytes(f) != nil {
		return 0
	}
	s := newScanner(f)
	if s.scan(); s.fault != nil || !s.started {
		return 0
	}
	pieces := s.pieces(1)
	if len(pieces) == 1 {
		return 0
	}
	got := readPieces(f, s.out, pieces)
	want, err := readYAML(f, s.out)
	switch {
	case got == nil:
	case err != nil:
		t.Errorf("%s: %q can be read in pieces only: %s", name, text, err.message)
	default:
		if g, w := nodeText(got), nodeText(want); g != w {
			t.Errorf("%s: %q in pieces is\n%s\nwant\n%s", name, text, g, w)
		}
	}
	return 1
}

// nodeText returns everything in a node.
func nodeText(n *Node) string {
	out := fmt.Sprintf("%d %d-%d %q %t %t %t", n.Kind, n.Span.Start, n.Span.End, n.Text, n.Quoted, n.Flow, n.InFlow)
	for _, pair := range n.Pairs {
		out += "\n{" + nodeText(pair.Key) + ": " + nodeText(pair.Value) + "}"
	}
	for _, item := range n.Items {
		out += "\n- " + nodeText(item)
	}
	return out
}
