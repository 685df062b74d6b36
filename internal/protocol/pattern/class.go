package pattern

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// A set is a set of code points, as sorted ranges that do not touch.
type set []span

type span struct{ low, high rune }

// The sets that have the same name in both languages.
var (
	everything = set{{0, 0xD7FF}, {0xE000, utf8.MaxRune}}
	digits     = set{{'0', '9'}}
	wordSet    = set{{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}}
)

// not is the complement of s.
func (s set) not() set {
	var out set
	next := rune(0)
	for _, x := range s {
		out = append(out, span{next, x.low - 1})
		next = x.high + 1
	}
	out = append(out, span{next, utf8.MaxRune})
	return out.sorted()
}

// sorted is s in order, without ranges that are empty or touch, and without
// surrogates, which texts do not contain.
func (s set) sorted() set {
	slices.SortFunc(s, func(a, b span) int { return int(a.low - b.low) })
	var out set
	for _, x := range s {
		if x.low > x.high {
			continue
		}
		if last := len(out) - 1; last >= 0 && x.low <= out[last].high+1 {
			out[last].high = max(out[last].high, x.high)
			continue
		}
		out = append(out, x)
	}
	var valid set
	for _, x := range out {
		for _, y := range everything {
			if low, high := max(x.low, y.low), min(x.high, y.high); low <= high {
				valid = append(valid, span{low, high})
			}
		}
	}
	return valid
}

func (s set) holds(r rune) bool {
	return slices.ContainsFunc(s, func(x span) bool { return x.low <= r && r <= x.high })
}

// class reads a class in brackets, which opens at start.
func (p *parser) class(start int) *node {
	negated := p.take("^")
	var s set
	first := p.pos
	for {
		rest := p.rest()
		switch {
		case p.fault != nil:
			return &node{op: char}
		case rest == "":
			p.fail(start, start+1, `"[" is not closed`, `write "\[" for the character, or close the class`)
		case rest[0] == ']' && p.pos == first:
			p.fail(start, p.pos+1, "a class in brackets is empty", `write "\]" for the character; "[\d\D]" for any one`)
		case rest[0] == ']':
			p.pos++
			if s = s.sorted(); negated {
				s = s.not()
			}
			return &node{op: char, set: s}
		default:
			s = append(s, p.classRange(first)...)
		}
	}
}

// classRange reads a character of a class, a class such as \d within it, or a range.
func (p *parser) classRange(first int) set {
	start := p.pos
	low, single := p.classChar(first)
	if p.fault != nil || !strings.HasPrefix(p.rest(), "-") || strings.HasPrefix(p.rest(), "-]") {
		return low
	}
	if !single {
		p.fail(start, p.pos+1, `a range cannot begin with a class such as "\d"`, `write "\-" for the character`)
		return nil
	}
	p.pos++
	high, single := p.classChar(first)
	switch {
	case p.fault != nil:
	case !single:
		p.fail(start, p.pos, `a range cannot end in a class such as "\d"`, `write "\-" for the character`)
	case low[0].low > high[0].low:
		p.fail(start, p.pos, "the end of a range is less than its start", "swap its ends")
	default:
		return set{{low[0].low, high[0].low}}
	}
	return nil
}

// classChar reads one character of a class.
func (p *parser) classChar(first int) (s set, single bool) {
	rest := p.rest()
	switch {
	case rest == "":
		return nil, true
	case rest[0] == '\\':
		return p.escaped(true)
	case rest[0] == '[':
		p.fail(p.pos, p.pos+1, `"[" within a class is not portable`, `write "\["`)
	case rest[0] == '-' && p.pos != first && !strings.HasPrefix(rest, "-]"):
		p.fail(p.pos, p.pos+1, `"-" in the middle of a class is not portable`, `write "\-"`)
	case strings.HasPrefix(rest, "--") && !strings.HasPrefix(rest, "--]"):
		p.fail(p.pos, p.pos+1, `a range that begins with "-" is not portable`, `write "\-"`)
	}
	if p.fault != nil {
		return nil, true
	}
	r, size := utf8.DecodeRuneInString(rest)
	p.pos += size
	return set{{r, r}}, true
}
