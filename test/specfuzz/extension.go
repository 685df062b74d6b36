package specfuzz

// prefixes are those of namespaces, of which none begins another: usual ones, some
// that declared names begin with, and odd ones.
var prefixes = []string{"_", "$/", "x-", "n", "st", "N", "T", "It"}

var oddPrefixes = []string{"`", "${", "é", "\u0000", "😀", "日", `\`, `"`, "</", ".", "a b", "\u2028", "[^", "toS", "const"}

// extensions returns namespaces for some kinds of names.
func (g *gen) extensions() *Node {
	out := mapping()
	for _, kind := range []string{"methods", "values", "tags", "keys"} {
		if len(out.Keys) == 0 || g.chance(0.6) {
			out.put(kind, g.namespaces())
		}
	}
	return out
}

func (g *gen) namespaces() *Node {
	out := list()
	used := map[string]bool{}
	for range 1 + g.r.IntN(3) {
		prefix := pick(g, prefixes...)
		if g.odd(0.8) {
			prefix = pick(g, oddPrefixes...)
		}
		if !used[prefix] {
			used[prefix] = true
			out.Items = append(out.Items, text(prefix+"*"))
		}
	}
	return out
}
