package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/codegen/schemagen"
)

// findWords returns the meanings of a word of the spec language, and all words. A word
// that is not a key or type may be a value of keys.
func (env *environment) findWords(name string) (found []schemagen.Word, all []string) {
	words := env.targets.Words()
	for _, w := range words {
		if !slices.Contains(all, w.Name) {
			all = append(all, w.Name)
		}
		if w.Name == name {
			found = append(found, w)
		}
	}
	if found != nil {
		return found, all
	}
	for _, w := range words {
		if slices.Contains(w.Allowed, name) {
			found = append(found, w)
		}
	}
	return found, all
}

// wordText is a word of the language, of which w is a meaning, for a person.
func wordText(name string, w schemagen.Word) string {
	var b strings.Builder
	kind := w.Kind + " of the spec language"
	if name != w.Name {
		kind = fmt.Sprintf("value of the key %s", w.Name)
	}
	fmt.Fprintf(&b, "%s: %s\n\n  %s\n\n", name, kind, w.Doc)
	writeRow(&b, "in", strings.Join(w.In, ", "))
	writeRow(&b, "values", w.Values)
	writeRow(&b, "see", w.See)
	return b.String()
}
