package pattern

import (
	"encoding/binary"
	"fmt"
	"slices"
	"sort"
)

// A backtracking matcher returns to the last choice when a path fails. Its time is
// proportional to the number of paths that lead to each position of a text. If that
// number is not bounded, the time is quadratic (a*b, searched for in many a) or
// exponential ((a|a)*b). So a proof enumerates every list of paths that some text
// leads to, and none may be longer than this.
const maxWays = 256

// A proof enumerates the lists of paths of a pattern.
type proof struct {
	p     *Pattern
	limit int
	// cuts leaves out the paths after one that is at a match, which a matcher does not
	// try. Without cuts a list represents all those that it contains.
	cuts    bool
	work    int
	reached []ways
	waiting [][]int // indexes in reached, by the number of paths: the longest come first
	known   map[string]bool
}

// A ways is a list of steps that wait for a character, one per path, in the order in
// which a matcher tries them, and how a text leads there.
type ways struct {
	list   []int32
	before int
	parent int // in reached; or -1
	sym    int
}

// slow is the fault of a pattern for which some text leads to too many paths.
func (p *Pattern) slow() *Fault {
	if text, done := p.tooMany(false, maxWays); done && text == "" {
		return nil
	}
	text, done := p.tooMany(true, maxWays)
	if p.large = p.large || !done; p.large || text == "" {
		return nil
	}
	fault := &Fault{
		Slow: text,
		Text: fmt.Sprintf("a backtracking reader may take very long: %q and so on leads to more than %d ways to match, all of which may fail", short(text), maxWays),
		Help: "do not let a repeated part match the same text as a part after or within it",
	}
	anchored := *p
	anchored.start = p.code[p.start].x
	if text, done := anchored.tooMany(true, maxWays); done && text == "" {
		fault.Help = `begin the pattern with "^": otherwise it is searched for from every position of a text`
	}
	return fault
}

func short(text string) string {
	if runes := []rune(text); len(runes) > 12 {
		return string(runes[:12])
	}
	return text
}

// tooMany is a text that leads to more than limit paths, all of which can then fail,
// or "" if there is none. done is false if the search takes too long.
func (p *Pattern) tooMany(cuts bool, limit int) (text string, done bool) {
	w := &proof{p: p, limit: limit, cuts: cuts, waiting: make([][]int, limit+2), known: map[string]bool{}}
	w.add(ways{list: []int32{p.start}, before: atBegin, parent: -1})
	for longest := 1; longest > 0; {
		last := len(w.waiting[longest]) - 1
		if last < 0 {
			longest--
			continue
		}
		at := w.waiting[longest][last]
		w.waiting[longest] = w.waiting[longest][:last]
		for _, pc := range w.reached[at].list {
			p.follow(pc, w.reached[at].before, p.end()) // that search may take too long as well
		}
		for sym := range p.symbols {
			next := w.step(w.reached[at], sym)
			next.parent = at
			if len(next.list) > limit {
				tail, fails := w.fit(&next)
				if fails {
					return w.text(next) + tail, true
				}
			}
			if w.work > maxWork || p.large {
				return "", false
			}
			if w.add(next) {
				longest = max(longest, len(next.list))
			}
		}
	}
	return "", true
}

// step is the list of paths after one more character.
func (w *proof) step(from ways, sym int) ways {
	next := ways{before: w.p.behind(sym), sym: sym}
	for _, pc := range from.list {
		for _, to := range w.p.follow(pc, from.before, sym) {
			w.work++
			switch {
			case to != matchFound:
				next.list = append(next.list, to)
			case w.cuts:
				return next
			}
		}
	}
	if !w.cuts {
		slices.Sort(next.list)
	}
	return next
}

// add records a list of paths, unless it is known or represented by another.
func (w *proof) add(next ways) bool {
	if len(next.list) == 0 {
		return false
	}
	if w.cuts {
		key := keyOf(next.list, next.before)
		if w.known[key] {
			return false
		}
		w.known[key] = true
	} else {
		for i := range w.reached {
			w.work++
			if w.reached[i].before == next.before && contains(w.reached[i].list, next.list, &w.work) {
				return false
			}
		}
	}
	n := len(next.list)
	w.waiting[n] = append(w.waiting[n], len(w.reached))
	w.reached = append(w.reached, next)
	return true
}

// contains reports whether a contains all of b; both are sorted.
func contains(a, b []int32, work *int) bool {
	if len(b) > len(a) {
		return false
	}
	for i := range a {
		*work++
		if len(b) > 0 && a[i] == b[0] {
			b = b[1:]
		}
		if len(b) > len(a)-i-1 {
			return false
		}
	}
	return len(b) == 0
}

func keyOf(list []int32, before int) string {
	key := []byte{byte(before)}
	for _, pc := range list {
		key = binary.AppendVarint(key, int64(pc))
	}
	return string(key)
}

// text is the text that leads to x.
func (w *proof) text(x ways) string {
	var out []rune
	for ; x.parent >= 0; x = w.reached[x.parent] {
		out = append(out, w.p.symbols[x.sym].points.sample())
	}
	slices.Reverse(out)
	return string(out)
}

// fit examines a list that is too long. If all its paths fail on some text, it
// returns that text. Otherwise a matcher tries only the first of them that together
// always find a match, and the list is cut after them.
func (w *proof) fit(x *ways) (tail string, fails bool) {
	if !w.cuts {
		return "", true
	}
	if tail, fails = w.failing(x.list[:w.limit+1], x.before); fails {
		return tail, true
	}
	n := sort.Search(w.limit+1, func(n int) bool { _, fails := w.failing(x.list[:n], x.before); return !fails })
	x.list = x.list[:n]
	return "", false
}

// failing is a text on which all of the paths of a list fail.
func (w *proof) failing(list []int32, before int) (tail string, fails bool) {
	var queue []ways
	known := map[string]bool{}
	put := func(x ways) {
		slices.Sort(x.list)
		x.list = slices.Compact(x.list)
		if key := keyOf(x.list, x.before); !known[key] {
			known[key] = true
			queue = append(queue, x)
		}
	}
	put(ways{list: slices.Clone(list), before: before, parent: -1})
	for at := 0; at < len(queue) && w.work <= maxWork; at++ {
		for sym := w.p.end(); sym >= 0; sym-- {
			next, found := w.p.union(queue[at], sym)
			w.work += len(queue[at].list)
			switch {
			case found:
			case sym == w.p.end() || len(next) == 0:
				x := queue[at]
				var out []rune
				for ; x.parent >= 0; x = queue[x.parent] {
					out = append(out, w.p.symbols[x.sym].points.sample())
				}
				slices.Reverse(out)
				if sym < w.p.end() {
					out = append(out, w.p.symbols[sym].points.sample())
				}
				return string(out), true
			default:
				put(ways{list: next, before: w.p.behind(sym), parent: at, sym: sym})
			}
		}
	}
	return "", false
}

// union are the steps of the paths of x after sym, and whether one is at a match
// before it.
func (p *Pattern) union(x ways, sym int) (next []int32, found bool) {
	for _, pc := range x.list {
		for _, to := range p.follow(pc, x.before, sym) {
			if to == matchFound {
				return nil, true
			}
			next = append(next, to)
		}
	}
	return next, false
}
