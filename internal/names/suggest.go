package names

import (
	"fmt"
	"strings"
)

// tooMany candidates are not compared: a file with so many names was generated, so
// the mistake is in the generator.
const tooMany = 20_000

// Suggest returns the candidate that a person who wrote name most likely meant, or
// "" when none is near. Of several equally near ones it is the first.
func Suggest(name string, candidates []string) string {
	if len(candidates) > tooMany {
		return ""
	}
	best, bestDistance := "", limit(name)+1
	for _, c := range candidates {
		if c == name {
			continue
		}
		if strings.EqualFold(c, name) {
			return c
		}
		if d := distance(name, c, bestDistance); d < bestDistance && d < len([]rune(c)) {
			best, bestDistance = c, d
		}
	}
	return best
}

// DidYouMean suggests the candidate that name was most likely meant to be, or
// returns otherwise if none is near.
func DidYouMean(name string, candidates []string, otherwise string) string {
	if near := Suggest(name, candidates); near != "" {
		return Ask(near)
	}
	return otherwise
}

// Ask asks whether a name is meant.
func Ask(name string) string { return fmt.Sprintf("did you mean %q?", name) }

// limit is the number of typing errors that name may have: one in three characters, and none in a
// single one, which is as near to any short name.
func limit(name string) int {
	n := len([]rune(name))
	return max(min(n-1, 1), min(3, n/3))
}

// distance is the number of characters to add, remove, change or swap with
// their neighbour to make b of a (Damerau-Levenshtein, each place edited once).
// It gives up at ceiling.
func distance(from, to string, ceiling int) int {
	a, b := []rune(strings.ToLower(from)), []rune(strings.ToLower(to))
	if len(a)-len(b) >= ceiling || len(b)-len(a) >= ceiling {
		return ceiling
	}
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
