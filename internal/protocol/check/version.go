package check

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

var versionPattern = map[model.Versioning]func() *regexp.Regexp{
	model.Counter: once(`^(0|[1-9]\d{0,8})(\.(0|[1-9]\d{0,8}))*$`),
	model.Semver:  once(`^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$`),
	model.Date:    once(`^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$`),
	model.Integer: once(`^(0|[1-9]\d{0,8})$`),
}

// once is a pattern that is compiled when it is wanted: most runs want one at most.
func once(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

var versionHelp = map[model.Versioning]string{
	model.Counter: `write numbers with dots between them, such as "1.10"`,
	model.Semver:  `write three numbers, such as "1.10.0"`,
	model.Date:    `write a day, such as "2026-03-31"`,
	model.Integer: `write a number, such as "3"`,
}

// parseVersion splits a version into the parts that are compared one by one, or
// returns nil if it does not have the given form.
func parseVersion(kind model.Versioning, text string) []string {
	if !versionPattern[kind]().MatchString(text) {
		return nil
	}
	if kind == model.Date {
		return strings.Split(text, "-")
	}
	core, pre, isPre := strings.Cut(text, "-")
	parts := strings.Split(core, ".")
	if kind == model.Semver && isPre {
		return append(parts, strings.Split(pre, ".")...)
	}
	return parts
}

// less reports whether version a is older than b. Both have the given form.
func less(kind model.Versioning, a, b string) bool {
	x, y := parseVersion(kind, a), parseVersion(kind, b)
	if kind == model.Semver && len(x) != len(y) && min(len(x), len(y)) == 3 && slices.Equal(x[:3], y[:3]) {
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
