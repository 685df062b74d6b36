package schemagen

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/lower"
)

// extensionPattern matches the names in the namespaces of extensions. What it escapes
// is a character of the syntax in RE2 and ECMAScript alike.
func extensionPattern(e *lower.Extensions) string {
	var prefixes []string
	for _, prefix := range e.Prefixes {
		prefixes = append(prefixes, regexp.QuoteMeta(prefix))
	}
	return "^(?:" + strings.Join(prefixes, "|") + ")"
}

// extension matches the names of extensions.
func extension(e *lower.Extensions) *schema {
	s := ofType("string").with("pattern", text(extensionPattern(e)))
	if len(e.Declared) > 0 {
		s.sub("not", oneOf(texts(e.Declared)))
	}
	return s
}

// orExtension matches what s does, and the names of extensions if there can be any.
func orExtension(s *schema, e *lower.Extensions) *schema {
	if e == nil {
		return s
	}
	return new(schema).subs("anyOf", []*schema{s, extension(e)})
}

// undeclaredPattern is extensionPattern without the declared names: ajv allows no
// property that a pattern matches as well.
func undeclaredPattern(e *lower.Extensions) string {
	var parts []string
	for _, prefix := range e.Prefixes {
		part := regexp.QuoteMeta(prefix)
		var rest [][]rune
		for _, name := range e.Declared {
			if tail, ok := strings.CutPrefix(name, prefix); ok {
				rest = append(rest, []rune(tail))
			}
		}
		if len(rest) > 0 {
			part += noneOf(rest)
		}
		parts = append(parts, part)
	}
	return "^(?:" + strings.Join(parts, "|") + ")"
}

// noneOf matches the beginning of every text but those of a list.
func noneOf(list [][]rune) string {
	next := map[rune][][]rune{}
	end := true // of a text that is not in the list
	for _, name := range list {
		if len(name) == 0 {
			end = false
			continue
		}
		next[name[0]] = append(next[name[0]], name[1:])
	}
	var ways []string
	if end {
		ways = append(ways, "$")
	}
	class := ""
	for _, c := range slices.Sorted(maps.Keys(next)) {
		ways = append(ways, regexp.QuoteMeta(string(c))+noneOf(next[c]))
		class += inClass(c)
	}
	if class == "" {
		return "[\\s\\S]" // any further character: the list has only the text so far
	}
	return "(?:" + strings.Join(append(ways, "[^"+class+"]"), "|") + ")"
}

// inClass is a character within brackets.
func inClass(c rune) string {
	if strings.ContainsRune(`\]^[-`, c) {
		return `\` + string(c)
	}
	return string(c)
}
