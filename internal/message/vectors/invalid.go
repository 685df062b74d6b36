package vectors

import (
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/lower"
)

// invalid are messages of a type with one fault at its own level: the shortest for
// each required key, and the shortest for each expectation of the type and of its
// items. The expectations of the variants of a union belong to the variants.
func (m *maker) invalid(typ string, t lower.Ref) []Vector {
	var texts []string
	m.sample.Rewind()
	for _, bad := range m.sample.OwnInvalid(typ, longest) {
		if len(bad.Text) <= longest && m.belongs(t, bad.Path) {
			texts = append(texts, bad.Text)
		}
	}
	slices.SortFunc(texts, shorterFirst)
	var out []Vector
	seen := make(map[string]bool)
	for _, text := range slices.Compact(texts) {
		v := m.read(typ, text)
		if v.Result != Invalid {
			continue // another variant may accept what one refuses
		}
		fault, _, _ := strings.Cut(v.Message, ", found ")
		switch {
		case strings.HasPrefix(v.Message, "missing: "):
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

// belongs reports whether a place belongs to t itself, and not to its variants.
func (m *maker) belongs(t lower.Ref, path string) bool {
	if t == lower.NoType || path == "" || m.rows.At(t).Form != lower.UnionForm {
		return true
	}
	u := m.rows.At(t).Union
	return path == u.Key || path == u.Content
}

// texts are texts that every type refuses.
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
