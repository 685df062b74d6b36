package regular

import (
	"regexp/syntax"
	"slices"
	"unicode"
)

// A machine is an automaton: a string leads it from its start to some states, and is
// accepted if one of them accepts.
type machine interface {
	start() int32
	next(state int32, symbol int) []int32
	accepts(state int32) bool
}

// An automaton accepts the strings that match a pattern. Its states are made when
// they are first reached.
type automaton struct {
	b       *budget
	symbols *alphabet
	code    []syntax.Inst
	begin   int32
	sets    []int          // by instruction: the set of code points that it reads
	asks    syntax.EmptyOp // what its assertions ask
	again   bool           // a match may begin behind the start of the string
	places  []place        // by state
	ids     map[place]int32
	rows    [][][]int32 // by state and symbol; nil if it is unknown
	ends    []ending    // by state

	marks []int // by instruction: the walk that was there last
	walks int
	stack []int32
}

// A place is an instruction that follows a code point, and what that code point is to
// assertions. At searching, a match has not begun.
type place struct {
	pc     int32
	before rune
}

const (
	searching int32 = -1
	nothing   rune  = -1 // instead of a code point: the start or the end of a string
)

// The first states: the one behind a match, which accepts whatever follows, and the one
// before the first code point.
const (
	behindMatch int32 = iota
	atStart
)

// An ending says whether a string that ends in a state is accepted.
type ending uint8

const (
	unknownEnd ending = iota
	refuses
	accepts
)

const (
	wordOps = syntax.EmptyWordBoundary | syntax.EmptyNoWordBoundary
	lineOps = syntax.EmptyBeginLine | syntax.EmptyEndLine
)

// newAutomaton reports false if text is not valid or too large. The alphabet is made
// of the sets of all patterns, and is set later.
func newAutomaton(text string, sets *setList, b *budget) (*automaton, bool) {
	tree, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return nil, false
	}
	if b.keep(size(tree)); b.over() {
		return nil, false
	}
	prog, err := syntax.Compile(tree.Simplify())
	if err != nil {
		return nil, false
	}
	a := &automaton{
		b: b, code: prog.Inst, begin: int32(prog.Start), ids: map[place]int32{},
		sets: make([]int, len(prog.Inst)), marks: make([]int, len(prog.Inst)),
	}
	for i := range a.code {
		switch inst := &a.code[i]; inst.Op {
		case syntax.InstRune, syntax.InstRune1, syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
			a.sets[i] = sets.add(readBy(inst))
		case syntax.InstEmptyWidth:
			a.asks |= syntax.EmptyOp(inst.Arg)
		}
	}
	if a.asks&wordOps != 0 {
		sets.add(wordSet)
	}
	if a.asks&lineOps != 0 {
		sets.add(lineEnd)
	}
	readers, matched := a.walk(a.begin, ^syntax.EmptyBeginText)
	a.again = matched || len(readers) > 0
	a.state(place{pc: -2}) // behindMatch
	a.state(place{searching, nothing})
	return a, true
}

// size is at least the number of instructions for a tree.
func size(tree *syntax.Regexp) int {
	n := 2 + len(tree.Rune)
	for _, sub := range tree.Sub {
		n += size(sub)
	}
	if tree.Op == syntax.OpRepeat {
		n *= max(tree.Min, tree.Max) + 1
	}
	return n
}

// readBy is the set of an instruction that reads a code point. A class such as [Aa] is
// compiled as a letter without its case.
func readBy(inst *syntax.Inst) set {
	switch {
	case inst.Op == syntax.InstRuneAny:
		return set{0, unicode.MaxRune}
	case inst.Op == syntax.InstRuneAnyNotNL:
		return set{0, '\n' - 1, '\n' + 1, unicode.MaxRune}
	case len(inst.Rune) != 1:
		return inst.Rune
	}
	letters := []rune{inst.Rune[0]}
	if syntax.Flags(inst.Arg)&syntax.FoldCase != 0 {
		for r := unicode.SimpleFold(letters[0]); r != letters[0]; r = unicode.SimpleFold(r) {
			letters = append(letters, r)
		}
		slices.Sort(letters)
	}
	var out set
	for _, r := range letters {
		out = append(out, r, r)
	}
	return out
}

// walk returns the instructions behind pc that read the next code point, and whether
// there is a match before it. holds are the assertions that hold between the two.
func (a *automaton) walk(pc int32, holds syntax.EmptyOp) (readers []int32, matched bool) {
	a.walks++
	a.stack = append(a.stack[:0], pc)
	for len(a.stack) > 0 {
		at := a.stack[len(a.stack)-1]
		a.stack = a.stack[:len(a.stack)-1]
		if a.marks[at] == a.walks {
			continue
		}
		a.marks[at] = a.walks
		a.b.spend(1)
		switch inst := &a.code[at]; inst.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			a.stack = append(a.stack, int32(inst.Arg), int32(inst.Out))
		case syntax.InstCapture, syntax.InstNop:
			a.stack = append(a.stack, int32(inst.Out))
		case syntax.InstEmptyWidth:
			if syntax.EmptyOp(inst.Arg)&^holds == 0 {
				a.stack = append(a.stack, int32(inst.Out))
			}
		case syntax.InstMatch:
			return nil, true
		case syntax.InstFail:
		default:
			readers = append(readers, at)
		}
	}
	return readers, false
}

func (a *automaton) state(x place) int32 {
	id, known := a.ids[x]
	if !known {
		id = int32(len(a.places))
		a.ids[x] = id
		a.places = append(a.places, x)
		a.rows = append(a.rows, nil)
		a.ends = append(a.ends, unknownEnd)
		a.b.keep(4)
	}
	return id
}

func (a *automaton) start() int32 { return atStart }

func (a *automaton) next(state int32, symbol int) []int32 {
	row := a.rows[state]
	if row == nil {
		row = make([][]int32, len(a.symbols.runes))
		a.rows[state] = row
		a.b.keep(4 * len(row))
	}
	if row[symbol] == nil {
		row[symbol] = a.after(state, symbol)
		a.b.keep(len(row[symbol]))
	}
	return row[symbol]
}

func (a *automaton) after(state int32, symbol int) []int32 {
	if state == behindMatch {
		return []int32{behindMatch}
	}
	x, r := a.places[state], a.symbols.runes[symbol]
	readers, matched := a.leave(x, r)
	if matched {
		return []int32{behindMatch}
	}
	out := []int32{}
	before := a.seenAs(r)
	for _, pc := range readers {
		if a.symbols.in[a.sets[pc]][symbol] {
			out = append(out, a.state(place{int32(a.code[pc].Out), before}))
		}
	}
	if x.pc == searching && a.again {
		out = append(out, a.state(place{searching, before}))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// leave walks from a place whose next code point is r.
func (a *automaton) leave(x place, r rune) (readers []int32, matched bool) {
	pc := x.pc
	if pc == searching {
		pc = a.begin
	}
	return a.walk(pc, syntax.EmptyOpContext(x.before, r))
}

// seenAs is what a code point is to the assertions behind it: one of a few.
func (a *automaton) seenAs(r rune) rune {
	switch {
	case a.asks&wordOps != 0 && syntax.IsWordChar(r):
		return 'a'
	case a.asks&lineOps != 0 && r == '\n':
		return r
	}
	return ' '
}

func (a *automaton) accepts(state int32) bool {
	if state == behindMatch {
		return true
	}
	if a.ends[state] == unknownEnd {
		a.ends[state] = refuses
		if _, matched := a.leave(a.places[state], nothing); matched {
			a.ends[state] = accepts
		}
	}
	return a.ends[state] == accepts
}

// A both accepts what two machines accept. Its states are pairs of theirs.
type both struct {
	b     *budget
	parts [2]machine
	pairs [][2]int32 // by state
	ids   map[[2]int32]int32
	rows  []map[int][]int32 // by state and symbol
}

func newBoth(x, y machine, b *budget) *both {
	m := &both{b: b, parts: [2]machine{x, y}, ids: map[[2]int32]int32{}}
	m.state([2]int32{x.start(), y.start()})
	return m
}

func (m *both) state(pair [2]int32) int32 {
	id, known := m.ids[pair]
	if !known {
		id = int32(len(m.pairs))
		m.ids[pair] = id
		m.pairs = append(m.pairs, pair)
		m.rows = append(m.rows, map[int][]int32{})
		m.b.keep(8)
	}
	return id
}

func (m *both) start() int32 { return 0 }

func (m *both) next(state int32, symbol int) []int32 {
	if out, known := m.rows[state][symbol]; known {
		return out
	}
	var out []int32
	pair := m.pairs[state]
	for _, x := range m.parts[0].next(pair[0], symbol) {
		for _, y := range m.parts[1].next(pair[1], symbol) {
			if m.b.over() {
				break
			}
			out = append(out, m.state([2]int32{x, y}))
		}
	}
	if m.b.over() {
		return nil // incomplete, and not to be kept for a search with more budget
	}
	m.b.keep(len(out) + 4)
	m.rows[state][symbol] = out
	return out
}

func (m *both) accepts(state int32) bool {
	pair := m.pairs[state]
	return m.parts[0].accepts(pair[0]) && m.parts[1].accepts(pair[1])
}
