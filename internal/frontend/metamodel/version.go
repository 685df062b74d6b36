package metamodel

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

var versionText = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\D*(\d{1,6}(?:\.\d{1,6}){0,2})`) })

// version is the first version in a text, such as "3.17" in "3.17.0 - proposed". Parts that are 0
// at its end say nothing.
func version(text string) string {
	m := versionText().FindStringSubmatch(text)
	if m == nil {
		return ""
	}
	parts := strings.Split(m[1], ".")
	if len(parts) == 3 && strings.Trim(parts[2], "0") == "" {
		parts = parts[:2]
	}
	return strings.Join(parts, ".")
}

func numbers(v string) (out []int) {
	for _, part := range strings.Split(v, ".") {
		n, _ := strconv.Atoi(part)
		out = append(out, n)
	}
	return out
}

// newer reports whether a is after b.
func newer(a, b string) bool { return slices.Compare(numbers(a), numbers(b)) > 0 }

// versions are those that the source mentions, in their order; the last one is its own.
func (x *reader) versions() []string {
	if x.version == "" {
		return nil
	}
	x.since[x.version] = true
	var out []string
	for v := range x.since {
		out = append(out, v)
	}
	slices.SortFunc(out, func(a, b string) int { return slices.Compare(numbers(a), numbers(b)) })
	return slices.CompactFunc(out, func(a, b string) bool { return slices.Equal(numbers(a), numbers(b)) })
}
