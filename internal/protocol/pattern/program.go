package pattern

import (
	"fmt"
	"slices"
	"strings"
)

// A Pattern is a regular expression that both languages read alike.
type Pattern struct {
	text    string
	code    []inst
	start   int32
	symbols []symbol
	matched [][]bool // by set and symbol
	next    [][]int32
	edges   bool // a part depends on the character before it
	large   bool // a limit was reached
}

// An inst is a step of a backtracking matcher. With op repeat it tries x before y.
type inst struct {
	op   stepOp
	x, y int32
	set  int // of eat; the loop, of enter and leave
	ask  op  // of assert
}

type stepOp uint8

const (
	eat stepOp = iota
	choose
	assert
	enter // a loop begins a round
	leave // a round ends; a round that read nothing does not count
	accept
)

// A symbol is a class of code points that no set of the pattern distinguishes.
type symbol struct {
	points set
	word   bool
}

// What precedes a position: the start of the text, or a character.
const (
	atBegin = iota
	behindOther
	behindWord
	befores
)

// matchFound is a path that has found a match.
const matchFound int32 = -1

// Limits of a proof.
const (
	maxCode  = 4000    // steps of a pattern whose counted repetitions are expanded
	maxSteps = 5000    // between two characters
	maxWork  = 1 << 19 // of one proof
)

var tooLarge = Fault{
	Text: "the pattern is too large to prove that it matches in linear time",
	Help: "use fewer repetitions and lower counts",
}

// Parse parses text. RE2 and ECMAScript read the result alike, and match it in
// linear time.
func Parse(text string) (*Pattern, *Fault) {
	root, fault := parse(text)
	if fault != nil {
		return nil, fault
	}
	c := &compiler{sets: map[string]int{}}
	match := c.add(inst{op: accept})
	begin := c.part(root, match)
	// A search tries every position of the text, one after the other.
	search := c.add(inst{op: choose, x: begin})
	c.code[search].y = c.add(inst{op: eat, set: c.set(everything), x: search})
	p := &Pattern{text: text, code: c.code, start: search, edges: c.edges, large: c.large}
	if !p.large {
		p.alphabet(c.list)
		p.next = make([][]int32, len(p.code)*befores*(len(p.symbols)+1))
		if fault := p.slow(); fault != nil {
			fault.To = len(text)
			return nil, fault
		}
	}
	if p.large {
		fault := tooLarge
		fault.To = len(text)
		return nil, &fault
	}
	return p, nil
}

// A compiler translates a pattern to steps, the last ones first.
type compiler struct {
	code  []inst
	list  []set
	sets  map[string]int
	loops int
	edges bool
	large bool
}

func (c *compiler) add(i inst) int32 {
	if len(c.code) == maxCode {
		c.large = true
		return 0
	}
	c.code = append(c.code, i)
	return int32(len(c.code) - 1)
}

func (c *compiler) set(s set) int {
	key := fmt.Sprint(s)
	i, known := c.sets[key]
	if !known {
		i = len(c.list)
		c.sets[key] = i
		c.list = append(c.list, s)
	}
	return i
}

// part translates n, which is followed by next, and returns its first step.
func (c *compiler) part(n *node, next int32) int32 {
	switch {
	case c.large:
		return 0
	case n.op == char:
		return c.add(inst{op: eat, set: c.set(n.set), x: next})
	case n.op == all:
		for _, sub := range slices.Backward(n.subs) {
			next = c.part(sub, next)
		}
		return next
	case n.op == either:
		out := c.part(n.subs[len(n.subs)-1], next)
		for _, sub := range slices.Backward(n.subs[:len(n.subs)-1]) {
			out = c.add(inst{op: choose, x: c.part(sub, next), y: out})
		}
		return out
	case n.op == repeat:
		return c.repeat(n, next)
	}
	c.edges = c.edges || n.op == atEdge || n.op == offEdge
	return c.add(inst{op: assert, ask: n.op, x: next})
}

func (c *compiler) repeat(n *node, next int32) int32 {
	body := n.subs[0]
	tail := next
	if n.high == unbounded {
		tail = c.add(inst{op: choose})
		c.choice(tail, c.round(body, tail), next, n.lazy)
	}
	for range n.high - n.low {
		if c.large {
			return 0
		}
		round := c.round(body, tail)
		tail = c.add(inst{op: choose})
		c.choice(tail, round, next, n.lazy)
	}
	for range n.low {
		tail = c.part(body, tail)
	}
	return tail
}

func (c *compiler) choice(at, round, next int32, lazy bool) {
	if lazy {
		round, next = next, round
	}
	c.code[at].x, c.code[at].y = round, next
}

// round is one run of an optional body, which must read something.
func (c *compiler) round(body *node, next int32) int32 {
	if !body.mayBeEmpty() {
		return c.part(body, next)
	}
	c.loops++
	loop := c.loops
	return c.add(inst{op: enter, set: loop, x: c.part(body, c.add(inst{op: leave, set: loop, x: next}))})
}

// mayBeEmpty reports whether n matches the empty text.
func (n *node) mayBeEmpty() bool {
	switch n.op {
	case char:
		return false
	case all:
		return !slices.ContainsFunc(n.subs, func(sub *node) bool { return !sub.mayBeEmpty() })
	case either:
		return slices.ContainsFunc(n.subs, (*node).mayBeEmpty)
	case repeat:
		return n.low == 0 || n.subs[0].mayBeEmpty()
	}
	return true
}

// alphabet finds the symbols of the sets, and which set contains which.
func (p *Pattern) alphabet(sets []set) {
	var edges []rune
	for _, s := range append(sets, wordSet, everything) {
		for _, x := range s {
			edges = append(edges, x.low, x.high+1)
		}
	}
	slices.Sort(edges)
	edges = slices.Compact(edges)
	known := map[string]int{}
	p.matched = make([][]bool, len(sets))
	for i, low := range edges[:len(edges)-1] {
		if !everything.holds(low) {
			continue
		}
		var key strings.Builder
		for _, s := range append(sets, wordSet) {
			fmt.Fprintf(&key, "%t", s.holds(low))
		}
		at, found := known[key.String()]
		if !found {
			at = len(p.symbols)
			known[key.String()] = at
			p.symbols = append(p.symbols, symbol{word: wordSet.holds(low)})
			for j, s := range sets {
				p.matched[j] = append(p.matched[j], s.holds(low))
			}
		}
		p.symbols[at].points = append(p.symbols[at].points, span{low, edges[i+1] - 1})
	}
}

// end is the symbol for the end of the text.
func (p *Pattern) end() int { return len(p.symbols) }

// behind is the context that a symbol is for the character after it.
func (p *Pattern) behind(sym int) int {
	if p.edges && p.symbols[sym].word {
		return behindWord
	}
	return behindOther
}

// follow returns the steps after sym of every path that begins at pc, in the order in
// which a matcher tries them. A path that reaches a match before it reads sym is
// matchFound.
func (p *Pattern) follow(pc int32, before, sym int) []int32 {
	at := (int(pc)*befores+before)*(len(p.symbols)+1) + sym
	if p.next[at] == nil {
		w := walk{p: p, before: before, sym: sym, out: []int32{}}
		w.from(pc)
		p.next[at] = w.out
	}
	return p.next[at]
}

// A walk follows every path from one step to the next character.
type walk struct {
	p           *Pattern
	before, sym int
	entered     []int // loops whose round has read nothing so far
	steps       int
	out         []int32
}

func (w *walk) from(pc int32) {
	if w.steps++; w.steps > maxSteps {
		w.p.large = true
		return
	}
	switch i := w.p.code[pc]; i.op {
	case eat:
		if w.sym != w.p.end() && w.p.matched[i.set][w.sym] {
			w.out = append(w.out, i.x)
		}
	case choose:
		w.from(i.x)
		w.from(i.y)
	case assert:
		if w.holds(i.ask) {
			w.from(i.x)
		}
	case enter:
		w.entered = append(w.entered, i.set)
		w.from(i.x)
		w.entered = w.entered[:len(w.entered)-1]
	case leave:
		if !slices.Contains(w.entered, i.set) {
			w.from(i.x)
		}
	case accept:
		w.out = append(w.out, matchFound)
	}
}

func (w *walk) holds(ask op) bool {
	switch ask {
	case atStart:
		return w.before == atBegin
	case atEnd:
		return w.sym == w.p.end()
	}
	word := w.sym != w.p.end() && w.p.symbols[w.sym].word
	return (word != (w.before == behindWord)) == (ask == atEdge)
}
