package check

import (
	"fmt"
	"regexp/syntax"
	"strings"

	"github.com/wiregen/wiregen/internal/source"
	spec "github.com/wiregen/wiregen/internal/syntax"
)

// portablePattern tells what keeps a pattern from meaning the same in RE2 and
// in ECMAScript, and between which bytes of it, or "" when nothing does.
func portablePattern(pattern string) (fault string, from, to int) {
	if fault, from, to := patternTokens(pattern); fault != "" {
		return fault, from, to
	}
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return "the pattern cannot be read: " + strings.TrimPrefix(err.Error(), "error parsing regexp: "), 0, len(pattern)
	}
	if nestedRepeat(re, false) {
		return "a repeat without a bound stands within another, which some readers take very long for", 0, len(pattern)
	}
	return "", 0, 0
}

// within is the place of some bytes of a word, or the whole word where quoting
// moved them.
func within(w spec.Word, from, to int) source.Span {
	at := strings.Index(w.Span.Text(), w.Text)
	if at < 0 {
		return w.Span
	}
	start := w.Span.Start + at
	return source.Span{File: w.Span.File, Start: start + from, End: start + to}
}

// nestedRepeat tells whether a repeat without a bound stands within another.
func nestedRepeat(re *syntax.Regexp, within bool) bool {
	unbounded := re.Op == syntax.OpStar || re.Op == syntax.OpPlus || re.Op == syntax.OpRepeat && re.Max < 0
	if unbounded && within {
		return true
	}
	for _, sub := range re.Sub {
		if nestedRepeat(sub, within || unbounded) {
			return true
		}
	}
	return false
}

// patternTokens goes over a pattern and finds the first token that the two
// languages do not share.
func patternTokens(p string) (fault string, from, to int) {
	inClass, classStart := false, 0
	for i := 0; i < len(p); i++ {
		c := p[i]
		switch {
		case c == '\\':
			if i+1 == len(p) {
				return `the pattern ends in "\"`, i, i + 1
			}
			i++
			if fault := patternEscape(p[i], inClass); fault != "" {
				return fault, i - 1, i + 1
			}
		case inClass:
			first := i == classStart || i == classStart+1 && p[classStart] == '^'
			switch {
			case c == ']' && first:
				return "a class in brackets is empty", classStart - 1, i + 1
			case c == ']':
				inClass = false
			case c == '[':
				return `"[" within a class means different things: write "\["`, i, i + 1
			case c == '-' && !first && p[i+1:] != "" && p[i+1] != ']' && i >= 2 && p[i-2] == '\\' && strings.IndexByte("dDwW", p[i-1]) >= 0:
				return `a range cannot begin with a class such as "\d"`, i - 2, i + 1
			}
		case c == '[':
			inClass, classStart = true, i+1
		case c == '.':
			return `"." means different things at line ends: write the class that is meant, such as "[^\n]"`, i, i + 1
		case c == '(' && strings.HasPrefix(p[i:], "(?") && !strings.HasPrefix(p[i:], "(?:"):
			return `"(?" is read alike only as "(?:"`, i, i + 2
		case c == '{':
			n := braceLength(p[i:])
			if n == 0 {
				return `a lone "{" is read differently: write "\{"`, i, i + 1
			}
			i += n - 1
		case c == '}' || c == ']':
			return fmt.Sprintf(`a lone %q is read differently: write "\%c"`, string(c), c), i, i + 1
		}
	}
	if inClass {
		return `"[" is not closed`, classStart - 1, classStart
	}
	return "", 0, 0
}

// patternEscape judges the character behind a backslash.
func patternEscape(c byte, inClass bool) string {
	switch {
	case strings.IndexByte("dDwWnrtf", c) >= 0, strings.IndexByte(`^$\.*+?()[]{}|/`, c) >= 0:
		return ""
	case c == '-' && inClass:
		return ""
	case (c == 'b' || c == 'B') && !inClass:
		return ""
	case c >= '0' && c <= '9':
		return fmt.Sprintf(`"\%c" refers back, which RE2 cannot do`, c)
	}
	return fmt.Sprintf(`"\%c" is not read alike`, c)
}

// braceLength is the length of the quantifier at the head of p, or 0.
func braceLength(p string) int {
	end := strings.IndexByte(p, '}')
	if end < 2 {
		return 0
	}
	low, high, _ := strings.Cut(p[1:end], ",")
	if low == "" || strings.Trim(low+high, "0123456789") != "" {
		return 0
	}
	return end + 1
}
