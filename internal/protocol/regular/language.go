// Package regular decides whether one set of strings contains another. The sets are those that
// limits describe: by patterns and lengths. It compares automata, and does not depend on
// specs.
//
// Strings are sequences of Unicode scalar values: a surrogate is not one, whatever a
// pattern says. A pattern means what package regexp says, and is searched for in the
// string unless it is anchored.
package regular

import (
	"math"
	"slices"
)

// A Language is the set of the strings that match every pattern and have at least Min
// and at most Max code points.
type Language struct {
	Patterns []string
	Min      int
	Max      int // negative if there is no maximum
}

// A Verdict is the outcome of a comparison.
type Verdict uint8

// The verdicts. A comparison is undecided if it would take more work than is allowed,
// or if a pattern is not a regular expression.
const (
	Undecided Verdict = iota
	Included
	NotIncluded
)

// A Result is the outcome of a comparison. If a language is not included, Length is
// the number of code points of a string that shows it, and Witness is that string, or
// "" if it is too long to be spelled out.
//
// No shorter string shows it, unless a part of the comparison took too long. Of those
// of that length it is the first, with letters before digits before capitals before
// all else, unless the comparison is a large one.
type Result struct {
	Verdict Verdict
	Witness string
	Length  int
}

// maxWitness is the maximum length of a string that is spelled out.
const maxWitness = 1 << 12

// unbounded is the maximum length of strings without one. One more is not an overflow.
const unbounded = math.MaxInt - 1

func (l Language) bounds() (low, high int) {
	if l.Max < 0 {
		return max(l.Min, 0), unbounded
	}
	return max(l.Min, 0), min(l.Max, unbounded)
}

// Includes reports whether every string of sub is in l.
func (l Language) Includes(sub Language) Result {
	return l.includes(sub, &budget{left: maxWork})
}

// Example returns a shortest string of l. It reports false if there is none, if it is
// too long to be spelled out, or if the search would take too long.
func (l Language) Example() (text string, ok bool) {
	b := &budget{left: maxWork}
	m, ok := newMachines(l.Patterns, nil, b)
	if !ok {
		return "", false
	}
	low, high := l.bounds()
	w := newLengths(m.all, len(m.symbols.runes), b).find(low, high)
	if w == nil || len(w.symbols) < w.length {
		return "", false
	}
	return m.text(w), true
}

// includes searches for a string of sub that l refuses, once for each constraint of l:
// a product of few automata is small.
func (l Language) includes(sub Language, b *budget) Result {
	var patterns []string // a pattern that sub has refuses nothing
	for _, p := range l.Patterns {
		if !slices.Contains(sub.Patterns, p) && !slices.Contains(patterns, p) {
			patterns = append(patterns, p)
		}
	}
	m, ok := newMachines(sub.Patterns, patterns, b)
	if !ok {
		return Result{Verdict: Undecided}
	}
	low, high := sub.bounds()
	least, most := l.bounds()
	searches := []limits{{nil, low, min(high, least-1)}, {nil, max(low, most+1), high}}
	for _, refused := range m.refusing {
		searches = append(searches, limits{refused, low, high})
	}
	var best *word
	undecided := false
	for i, x := range searches {
		if best != nil {
			x.high = min(x.high, best.length)
		}
		b.floor = b.left - b.left/(len(searches)-i)
		shown, decided := m.find(x, b)
		undecided = undecided || !decided
		if shown != nil && (best == nil || shown.before(best)) {
			best = shown
		}
	}
	switch {
	case best != nil:
		return Result{Verdict: NotIncluded, Witness: m.text(best), Length: best.length}
	case undecided:
		return Result{Verdict: Undecided}
	}
	return Result{Verdict: Included}
}

// A machines has the automata of one comparison, which have one alphabet.
type machines struct {
	symbols  *alphabet
	all      machine      // accepts what matches each of the first patterns
	refusing []*automaton // one for each of the others
}

// newMachines reports false if a pattern is not valid, or if there is too much work.
func newMachines(all, refusing []string, b *budget) (*machines, bool) {
	if len(all) == 0 {
		all = []string{""}
	}
	sets := &setList{ids: map[string]int{}}
	var list []*automaton
	for _, text := range slices.Concat(all, refusing) {
		a, ok := newAutomaton(text, sets, b)
		if !ok {
			return nil, false
		}
		list = append(list, a)
	}
	m := &machines{symbols: newAlphabet(sets.list, b), refusing: list[len(all):]}
	for _, a := range list {
		a.symbols = m.symbols
	}
	m.all = list[0]
	for _, a := range list[1:len(all)] {
		m.all = newBoth(m.all, a, b)
	}
	return m, !b.over()
}

// A limits says what is searched for: strings of low to high code points that all
// accepts and refused, if there is one, does not.
type limits struct {
	refused   *automaton
	low, high int
}

// find returns a shortest string within x, or nil if there is none.
func (m *machines) find(x limits, b *budget) (shown *word, decided bool) {
	if x.low > x.high {
		return nil, true
	}
	if x.refused == nil {
		shown = newLengths(m.all, len(m.symbols.runes), b).find(x.low, x.high)
		return shown, shown != nil || !b.over()
	}
	// A search in the order of strings meets large sets before the small ones that make
	// them needless, so that it may take long where one in another order does not. To
	// search without a minimum is faster, and mostly enough.
	attempts := []attempt{{0, false, 8}, {0, true, 2}, {x.low, false, 8}, {x.low, true, 1}}
	if x.low == 0 {
		attempts = attempts[2:]
	}
	floor := b.floor
	tooShort := false
	for _, a := range attempts {
		if a.low < x.low && tooShort {
			continue
		}
		b.floor = b.left - (b.left-floor)/a.share
		s := &search{b: b, symbols: len(m.symbols.runes), all: m.all, not: newSubsets(x.refused, b), loose: a.loose}
		shown := s.find(a.low, x.high)
		switch {
		case shown == nil && !b.over():
			return nil, true
		case shown != nil && shown.length >= x.low:
			return shown, true
		}
		tooShort = shown != nil
	}
	return nil, false
}

// An attempt is a search for strings of at least low code points, with a share of what
// is left of the budget.
type attempt struct {
	low   int
	loose bool
	share int
}

// text spells out a word that is not too long.
func (m *machines) text(w *word) string {
	out := make([]rune, len(w.symbols))
	for i, sym := range w.symbols {
		out[i] = m.symbols.runes[sym]
	}
	return string(out)
}

// A budget bounds the work of a comparison, and so its time and memory: what is kept
// counts more than what is only looked at. Work ends when no more than floor is left.
type budget struct{ left, floor int }

// The bounds of one comparison. A state of a product is twelve or more numbers that are
// kept, so that there are at most 700,000 states.
const (
	maxWork = 1 << 26
	keeping = 8
)

func (b *budget) spend(n int) { b.left -= n }
func (b *budget) keep(n int)  { b.left -= keeping * n }
func (b *budget) over() bool  { return b.left < b.floor }
