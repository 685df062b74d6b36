package pattern

import "unicode/utf8"

// A matcher matches as ECMAScript specifies: it tries one way after another and
// caches nothing. It counts the ways that lead to each place of a text.
type matcher struct {
	text  []rune
	ways  []int // characters that were read at each place
	steps int
	limit int // of ways; beyond it the matcher gives up
	over  bool
}

// match reports whether root has a match in text, as RegExp.prototype.test does.
func (m *matcher) match(root *node) bool {
	m.ways = make([]int, len(m.text)+1)
	for from := 0; from <= len(m.text) && !m.over; from++ {
		if m.try(root, from, func(int) bool { return true }) {
			return true
		}
	}
	return false
}

func (m *matcher) try(n *node, at int, then func(int) bool) bool {
	if m.steps++; m.over {
		return false
	}
	switch n.op {
	case char:
		if at == len(m.text) || !n.set.holds(m.text[at]) {
			return false
		}
		if m.ways[at]++; m.ways[at] > m.limit {
			m.over = true
			return false
		}
		return then(at + 1)
	case all:
		return m.tryAll(n.subs, at, then)
	case either:
		for _, sub := range n.subs {
			if m.try(sub, at, then) {
				return true
			}
		}
		return false
	case repeat:
		return m.tryRepeat(n, n.low, n.high, at, then)
	case atStart:
		return at == 0 && then(at)
	case atEnd:
		return at == len(m.text) && then(at)
	}
	word := func(i int) bool { return i >= 0 && i < len(m.text) && wordSet.holds(m.text[i]) }
	return (word(at-1) != word(at)) == (n.op == atEdge) && then(at)
}

func (m *matcher) tryAll(subs []*node, at int, then func(int) bool) bool {
	if len(subs) == 0 {
		return then(at)
	}
	return m.try(subs[0], at, func(next int) bool { return m.tryAll(subs[1:], next, then) })
}

// tryRepeat is RepeatMatcher of ECMA-262.
func (m *matcher) tryRepeat(n *node, low, high, at int, then func(int) bool) bool {
	if high == 0 {
		return then(at)
	}
	again := func(next int) bool {
		if low == 0 && next == at {
			return false
		}
		if high != unbounded {
			return m.tryRepeat(n, max(low-1, 0), high-1, next, then)
		}
		return m.tryRepeat(n, max(low-1, 0), high, next, then)
	}
	switch {
	case low > 0:
		return m.try(n.subs[0], at, again)
	case n.lazy:
		return then(at) || m.try(n.subs[0], at, again)
	}
	return m.try(n.subs[0], at, again) || then(at)
}

// count runs a matcher on text, and returns how many ways it tried at one place.
func count(root *node, text string, limit int) (matched bool, most, steps int) {
	m := &matcher{text: []rune(text), limit: limit}
	matched = m.match(root)
	for _, n := range m.ways {
		most = max(most, n)
	}
	if !utf8.ValidString(text) {
		panic("a text is not UTF-8")
	}
	return matched, most, m.steps
}
