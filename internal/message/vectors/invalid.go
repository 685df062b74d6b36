package vectors

import (
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/lower"
)

// invalid are messages of a type with one fault of its own: the shortest for
// each key that may not be missing, and the shortest for each thing that the
// type expects somewhere, and somewhere in an item. What the variants of a
// union expect stands with them.
func (m *maker) invalid(typ string, t lower.Ref) []Vector {
	var texts []string
	m.sample.Rewind()
	for _, miss := range m.sample.Misses(typ, longest) {
		if len(miss.Text) <= longest && m.belongs(t, miss.Path) {
			texts = append(texts, miss.Text)
		}
	}
	slices.SortFunc(texts, shorterFirst)
	var out []Vector
	seen := make(map[string]bool)
	for _, text := range slices.Compact(texts) {
		v := m.read(typ, text)
		if v.Result != Invalid {
			continue // what one variant refuses another may read
		}
		expected, found, _ := strings.Cut(v.Message, ", found ")
		fault := expected
		switch {
		case found == "nothing":
			fault = v.Path + " is missing"
		case strings.Contains(v.Path, "["):
			fault += " in an item"
		}
		if !seen[fault] {
			seen[fault] = true
			out = append(out, v)
		}
	}
	return out
}

// belongs reports whether a place is one of t itself, and not of its variants.
func (m *maker) belongs(t lower.Ref, path string) bool {
	if t == lower.NoType || path == "" || m.rows.At(t).Form != lower.UnionForm {
		return true
	}
	u := m.rows.At(t).Union
	return path == u.Key || path == u.Content
}

// texts are what no type reads: no JSON, or none that anybody should read.
func (m *maker) texts(typ string) []Vector {
	var out []Vector
	for _, text := range []string{
		"", `{`, `[1,]`, `{"a":1,}`, `{} {}`, `01`, `1e400`, `"\x"`, "\"\x01\"", `nul`, "\ufeff{}",
		strings.Repeat("[", 1001),
	} {
		out = append(out, m.read(typ, text))
	}
	return out
}
