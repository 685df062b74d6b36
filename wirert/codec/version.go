package codec

import (
	"cmp"
	"strings"
)

// CompareVersions compares two versions component by component, numeric ones as numbers: 1.10
// comes after 1.9. It supports dotted numbers, semantic versions (a pre-release comes before
// its release, and build metadata is ignored), dates and integers. The result is negative,
// zero or positive.
func CompareVersions(a, b string) int {
	a, _, _ = strings.Cut(a, "+")
	b, _, _ = strings.Cut(b, "+")
	a, preA, isPreA := cutPrerelease(a)
	b, preB, isPreB := cutPrerelease(b)
	if c := compareParts(a, b, "0"); c != 0 {
		return c
	}
	switch {
	case isPreA && isPreB:
		return compareParts(preA, preB, "")
	case isPreA:
		return -1
	case isPreB:
		return 1
	}
	return 0
}

// cutPrerelease splits 1.2.3-rc.1 at the dash. The dashes of a date,
// 2025-11-27, separate components like dots.
func cutPrerelease(v string) (core, pre string, found bool) {
	core, pre, found = strings.Cut(v, "-")
	if !found || strings.Contains(core, ".") {
		return core, pre, found
	}
	return strings.ReplaceAll(v, "-", "."), "", false
}

// compareParts compares dotted components. The shorter list is extended with missing.
func compareParts(a, b, missing string) int {
	for a != "" || b != "" {
		var x, y string
		x, a, _ = strings.Cut(a, ".")
		y, b, _ = strings.Cut(b, ".")
		if x == "" {
			x = missing
		}
		if y == "" {
			y = missing
		}
		if c := comparePart(x, y); c != 0 {
			return c
		}
	}
	return 0
}

// comparePart compares two numbers of any length, or two words. A number comes before a word,
// as in semantic versions, and an empty component before both.
func comparePart(a, b string) int {
	numberA, numberB := isDigits(a), isDigits(b)
	switch {
	case numberA && numberB:
		a, b = strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0")
		if c := cmp.Compare(len(a), len(b)); c != 0 {
			return c
		}
	case a != "" && b != "" && numberA != numberB:
		if numberA {
			return -1
		}
		return 1
	}
	return strings.Compare(a, b)
}

func isDigits(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}
