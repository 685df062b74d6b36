// Package pattern parses the regular expressions of specs: the common subset of RE2 and
// ECMAScript (with the flag u) in which both agree. It proves that a backtracking matcher
// takes linear time, and generates matching texts. It does not depend on specs.
package pattern

import (
	"fmt"
	"regexp/syntax"
	"strings"
	"unicode/utf8"
)

// A Fault says why a pattern is refused.
type Fault struct {
	Text     string // what is wrong
	Slow     string // a text that a matcher may take long for, if that is the fault
	Help     string // what to write instead
	From, To int    // the bytes of the pattern at fault
}

// A node is one part of a pattern.
type node struct {
	op   op
	set  set     // of char
	subs []*node // of all, either and repeat
	lazy bool    // of repeat
	low  int     // of repeat
	high int     // of repeat; unbounded if there is no maximum
}

type op uint8

const (
	char   op = iota // one code point of a set
	all              // one part after another; none is the empty text
	either           // the first part that leads to a match
	repeat
	atStart // ^
	atEnd   // $
	atEdge  // \b
	offEdge // \B
)

// Limits of a pattern: beyond them RE2 refuses it, or a proof would take long.
const (
	unbounded = -1
	maxCount  = 1000
	maxNested = 100
)

// A parser reads one pattern from left to right.
type parser struct {
	text  string
	pos   int
	depth int
	fault *Fault
}

func parse(text string) (*node, *Fault) {
	p := &parser{text: text}
	root := p.either()
	if p.fault == nil && p.pos < len(text) {
		p.fail(p.pos, p.pos+1, `")" closes no group`, `write "\)" for the character`)
	}
	if p.fault != nil {
		return nil, p.fault
	}
	if _, err := syntax.Parse(text, syntax.Perl); err != nil {
		words := strings.TrimPrefix(err.Error(), "error parsing regexp: ")
		return nil, &Fault{Text: "RE2 does not accept the pattern: " + words, Help: "repeat less", To: len(text)}
	}
	return root, nil
}

// fail records the first fault, and ends parsing.
func (p *parser) fail(from, to int, text, help string) {
	if p.fault == nil {
		p.fault = &Fault{Text: text, Help: help, From: from, To: min(to, len(p.text))}
	}
	p.pos = len(p.text)
}

// rest is the unread part; "" after a fault.
func (p *parser) rest() string { return p.text[p.pos:] }

func (p *parser) take(head string) bool {
	found := strings.HasPrefix(p.rest(), head)
	if found {
		p.pos += len(head)
	}
	return found
}

func (p *parser) either() *node {
	n := &node{op: either, subs: []*node{p.all()}}
	for p.take("|") {
		n.subs = append(n.subs, p.all())
	}
	if len(n.subs) == 1 {
		return n.subs[0]
	}
	return n
}

func (p *parser) all() *node {
	n := &node{op: all}
	for p.rest() != "" && p.rest()[0] != '|' && p.rest()[0] != ')' {
		n.subs = append(n.subs, p.repeat())
	}
	return n
}

func (p *parser) repeat() *node {
	start := p.pos
	n := p.atom()
	low, high, found := p.count()
	if !found {
		return n
	}
	if n.op >= atStart {
		p.fail(start, p.pos, "an assertion is repeated, which ECMAScript does not accept", "remove the repeat")
	}
	out := &node{op: repeat, subs: []*node{n}, low: low, high: high, lazy: p.take("?")}
	again := p.pos
	if _, _, found := p.count(); found {
		p.fail(again, p.pos, "a repetition is repeated", `put "(?:" and ")" around what is repeated`)
	}
	return out
}

// count reads the repetition of the part before it.
func (p *parser) count() (low, high int, found bool) {
	switch {
	case p.take("*"):
		return 0, unbounded, true
	case p.take("+"):
		return 1, unbounded, true
	case p.take("?"):
		return 0, 1, true
	case !strings.HasPrefix(p.rest(), "{"):
		return 0, 0, false
	}
	start := p.pos
	end := strings.IndexByte(p.rest(), '}')
	inner := p.rest()[1:max(end, 1)]
	lower, upper, several := strings.Cut(inner, ",")
	switch {
	case end > 1 && several && lower == "" && upper != "" && strings.Trim(upper, "0123456789") == "":
		p.fail(start, start+end+1, fmt.Sprintf("RE2 and ECMAScript do not read %q as a repetition", p.rest()[:end+1]), fmt.Sprintf(`write "{0,%s}"`, upper))
		return 0, 0, true
	case end < 2 || lower == "" || strings.Trim(lower+upper, "0123456789") != "":
		p.fail(start, start+1, `a lone "{" is not portable`, `write "\{"`)
		return 0, 0, true
	}
	p.pos += end + 1
	low, high = p.number(start, lower), unbounded
	switch {
	case !several:
		high = low
	case upper != "":
		high = p.number(start, upper)
	}
	if high != unbounded && high < low {
		p.fail(start, start+end+1, "the maximum of a repetition is less than its minimum", "swap the numbers")
	}
	return low, high, true
}

// number is a number in the repetition at start.
func (p *parser) number(start int, digits string) int {
	n := 0
	for _, d := range digits {
		n = min(10*n+int(d-'0'), maxCount+1)
	}
	switch {
	case len(digits) > 1 && digits[0] == '0':
		p.fail(start, p.pos, "RE2 does not accept a repetition count that begins with 0", fmt.Sprintf(`write "%d"`, n))
	case n > maxCount:
		p.fail(start, p.pos, fmt.Sprintf("RE2 repeats at most %d times", maxCount), "repeat less, or use max_length")
	}
	return n
}

// atom reads a part without its repetition.
func (p *parser) atom() *node {
	start := p.pos
	switch rest := p.rest(); rest[0] {
	case '(':
		return p.group()
	case '[':
		p.pos++
		return p.class(start)
	case '\\':
		return p.escape()
	case '^':
		p.pos++
		return &node{op: atStart}
	case '$':
		p.pos++
		return &node{op: atEnd}
	case '.':
		p.fail(start, start+1, `"." is not portable at line ends`, `write a class instead, such as "[^\n]"`)
	case '*', '+', '?':
		p.fail(start, start+1, fmt.Sprintf("%q repeats nothing", rest[:1]), fmt.Sprintf(`write "\%c" for the character`, rest[0]))
	case '{':
		if _, _, read := p.count(); read {
			p.fail(start, p.pos, "the repetition follows nothing", `write "\{" for the character`)
		}
	case '}', ']':
		p.fail(start, start+1, fmt.Sprintf("a lone %q is not portable", rest[:1]), fmt.Sprintf(`write "\%c"`, rest[0]))
	default:
		r, size := utf8.DecodeRuneInString(rest)
		p.pos += size
		return &node{op: char, set: set{{r, r}}}
	}
	return &node{op: all}
}

func (p *parser) group() *node {
	start := p.pos
	if !p.take("(?:") {
		p.pos++
		if p.take("?") {
			p.fail(start, start+2, `"(?" is portable only as "(?:"`, `write "(?:"`)
		}
	}
	if p.depth++; p.depth > maxNested {
		p.fail(start, start+1, fmt.Sprintf("groups are nested more than %d deep", maxNested), "write fewer groups")
	}
	n := p.either()
	p.depth--
	if !p.take(")") {
		p.fail(start, start+1, `"(" is not closed`, `write "\(" for the character, or close the group`)
	}
	return n
}

// escape reads an escape outside of a class.
func (p *parser) escape() *node {
	switch {
	case p.take(`\b`):
		return &node{op: atEdge}
	case p.take(`\B`):
		return &node{op: offEdge}
	}
	s, _ := p.escaped(false)
	return &node{op: char, set: s}
}

// escaped reads an escape for code points: for one, or for a class such as \d.
func (p *parser) escaped(inClass bool) (s set, single bool) {
	start := p.pos
	if len(p.rest()) < 2 {
		p.fail(start, start+1, `the pattern ends in "\"`, `write "\\"`)
		return nil, true
	}
	c := p.rest()[1]
	p.pos += 2
	switch c {
	case 'd':
		return digits, false
	case 'D':
		return digits.not(), false
	case 'w':
		return wordSet, false
	case 'W':
		return wordSet.not(), false
	}
	if i := strings.IndexByte("nrtf", c); i >= 0 {
		r := rune("\n\r\t\f"[i])
		return set{{r, r}}, true
	}
	if strings.IndexByte(`^$\.*+?()[]{}|/`, c) >= 0 || c == '-' && inClass {
		return set{{rune(c), rune(c)}}, true
	}
	_, size := utf8.DecodeRuneInString(p.text[start+1:])
	text := p.text[start : start+1+size]
	switch {
	case c >= '0' && c <= '9':
		p.fail(start, start+2, fmt.Sprintf("%q is a back-reference, which RE2 does not have", text), "repeat the part of the pattern")
	case c == 's' || c == 'S':
		p.fail(start, start+2, fmt.Sprintf("%q is not portable", text), `write the characters instead, such as "[ \t\r\n]"`)
	case c == 'x' || c == 'u' || c == 'v' || c == 'p' || c == 'P' || c == 'c':
		p.fail(start, start+2, fmt.Sprintf("%q is not portable", text), "write the characters instead")
	default:
		p.fail(start, start+1+size, fmt.Sprintf("%q is not portable", text), fmt.Sprintf("write %q", text[1:]))
	}
	return nil, true
}
