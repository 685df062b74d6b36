package tsgen

import (
	"regexp"
	"strings"
	"sync"
	"unicode"
)

var (
	npmPackage = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(@[a-z0-9~-][a-z0-9._~-]*/)?[a-z0-9~-][a-z0-9._~-]*$`)
	})
	semver = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-(0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*)(\.(0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*))*)?(\+[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$`)
	})
)

// isNpmPackage reports whether name can be the name of an npm package, in a scope
// or in none.
func isNpmPackage(name string) bool {
	return len(name) <= 214 && npmPackage().MatchString(name) && name != "node_modules" && name != "favicon.ico"
}

// isSemver reports whether text is a version as semver.org has it.
func isSemver(text string) bool { return semver().MatchString(text) }

// isReference reports whether text can be a URL or a shorter form of one.
func isReference(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) || unicode.IsSpace(r) })
}
