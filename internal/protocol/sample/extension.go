package sample

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/lower"
)

// extensionNames are names of extensions, and names that are nearly in a namespace of
// theirs: without its last character, and with one before it. Some may be declared.
func extensionNames(e *lower.Extensions) []string {
	var out []string
	if e == nil {
		return nil
	}
	for _, prefix := range e.Prefixes {
		text := []rune(prefix)
		out = append(out, prefix, prefix+"x", prefix+"é/y", string(text[:len(text)-1]), "x"+prefix)
	}
	for _, name := range e.Declared {
		out = append(out, name+"x")
	}
	return out
}

// extended are those of extensionNames that are in a namespace.
func extended(e *lower.Extensions) []string {
	return slices.DeleteFunc(extensionNames(e), func(name string) bool { return !e.Has(name) })
}

// unextended are names that are not those of extensions, some of them nearly, and none
// of known.
func unextended(e *lower.Extensions, known []string) []string {
	if e == nil {
		return []string{"undeclared value"}
	}
	all := append(extensionNames(e), "undeclared value", "", "0")
	return slices.DeleteFunc(all, func(name string) bool { return e.Has(name) || slices.Contains(known, name) })
}

// undeclaredKeys are keys that t refuses.
func undeclaredKeys(t *lower.Struct) []string {
	if t.Extensions == nil {
		return []string{"undeclared"}
	}
	return unextended(t.Extensions, t.Keys())
}
