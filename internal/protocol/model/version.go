package model

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

var versionPattern = map[Versioning]func() *regexp.Regexp{
	Counter:  once(`^(0|[1-9]\d{0,8})(\.(0|[1-9]\d{0,8}))*$`),
	Semver:   once(`^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$`),
	Date:     once(`^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$`),
	Integer:  once(`^(0|[1-9]\d{0,8})$`),
	Breaking: once(`^(0|[1-9]\d{0,8})$`),
}

// once is a pattern that is compiled when it is wanted: most runs want one at most.
func once(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

// Parse splits a version into the parts that are compared one by one, or returns nil if
// it does not have the form.
func (kind Versioning) Parse(text string) []string {
	if !versionPattern[kind]().MatchString(text) {
		return nil
	}
	if kind == Date {
		return strings.Split(text, "-")
	}
	core, pre, isPre := strings.Cut(text, "-")
	parts := strings.Split(core, ".")
	if kind == Semver && isPre {
		return append(parts, strings.Split(pre, ".")...)
	}
	return parts
}

// Integers reports whether versions are integers, which messages may have as such.
func (kind Versioning) Integers() bool { return kind == Integer || kind == Breaking }

// Less reports whether version a is older than b. Both have the form.
func (kind Versioning) Less(a, b string) bool {
	x, y := kind.Parse(a), kind.Parse(b)
	if kind == Semver && len(x) != len(y) && min(len(x), len(y)) == 3 && slices.Equal(x[:3], y[:3]) {
		return len(x) > 3 // a version before its release is the older one
	}
	return slices.CompareFunc(x, y, comparePart) < 0
}

func comparePart(a, b string) int {
	x, errX := strconv.Atoi(a)
	y, errY := strconv.Atoi(b)
	switch {
	case errX == nil && errY == nil:
		return cmp.Compare(x, y)
	case errX == nil:
		return -1 // numbers come before words
	case errY == nil:
		return 1
	}
	return cmp.Compare(a, b)
}
