package layout

import (
	"math/rand/v2"
	"testing"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/source"
)

// TestPrint prints random nodes with texts that YAML may read otherwise, and reads them again.
func TestPrint(t *testing.T) {
	rng := rand.New(rand.NewPCG(47, 1))
	for range 2000 {
		root := &syntax.Node{Kind: syntax.Map}
		fillMap(rng, root, 0)
		out := Print(root)
		var r diag.Report
		f := source.NewFile("x.yaml", out)
		got := syntax.ReadNodes(f, &r)
		if got == nil || !r.OK() {
			t.Fatalf("the text is refused: %s\n%s", r.All()[0].Message, out)
		}
		if !equalNodes(root, got) {
			t.Fatalf("the text means something else:\n%s", out)
		}
		if again := Format(f, &r); again == nil {
			t.Fatalf("the text has no layout:\n%s", out)
		}
	}
}

// texts are what YAML, or a person, may misread.
var texts = []string{
	"a", "A text.", "a: b", "a #b", "# a", "- a", "? a", "null", "true", "no", "~", "1", "1.0", "1e3", "0x1", "", " a", "a ", "a\nb", "a\n\n  b\n c", "\na", "a\n", "\ta", "a\tb",
	"'", `"`, "a'b", `a"b`, `\`, "{a}", "[a]", "a, b", "a]", "&a", "*a", "!a", "|", ">", "%a", "@a", "`a`", "é", "\u2028", "\x00", "\x7f", "😀", "a:", ":a", "<<", "=", "-", "--- a", "...", "a\n--- b", "_meta?", "x-y", "a/b", "a\r\nb", "\ufeffa", "\u0085",
}

func fillMap(rng *rand.Rand, n *syntax.Node, depth int) {
	seen := map[string]bool{}
	for range 1 + rng.IntN(4) {
		key := texts[rng.IntN(len(texts))]
		if seen[key] {
			continue
		}
		seen[key] = true
		n.Pairs = append(n.Pairs, syntax.Pair{Key: &syntax.Node{Kind: syntax.Scalar, Text: key, Quoted: true}, Value: value(rng, depth+1, n.Flow)})
	}
}

func value(rng *rand.Rand, depth int, flow bool) *syntax.Node {
	n := &syntax.Node{Kind: syntax.Scalar, Quoted: true, Text: texts[rng.IntN(len(texts))], Flow: flow || rng.IntN(3) == 0}
	switch {
	case depth > 3 || rng.IntN(2) == 0:
	case rng.IntN(2) == 0:
		n.Kind, n.Text, n.Quoted = syntax.Map, "", false
		fillMap(rng, n, depth)
	default:
		n.Kind, n.Text, n.Quoted = syntax.List, "", false
		for range rng.IntN(3) {
			n.Items = append(n.Items, value(rng, depth+1, n.Flow))
		}
	}
	return n
}

func equalNodes(a, b *syntax.Node) bool {
	if a.Kind != b.Kind || a.Text != b.Text || len(a.Pairs) != len(b.Pairs) || len(a.Items) != len(b.Items) {
		return false
	}
	for i := range a.Pairs {
		if a.Pairs[i].Key.Text != b.Pairs[i].Key.Text || !equalNodes(a.Pairs[i].Value, b.Pairs[i].Value) {
			return false
		}
	}
	for i := range a.Items {
		if !equalNodes(a.Items[i], b.Items[i]) {
			return false
		}
	}
	return true
}
