package pattern

import "slices"

// A Texts generates texts of certain lengths that match a pattern.
type Texts struct {
	p       *Pattern
	layers  [][]place // the places that texts of each length lead to
	lengths []int     // some lengths of texts that match, the shortest first
}

// A place is a step and what precedes it. One at a match stays there.
type place struct {
	pc     int32
	before int
}

// MaxLength is the maximum length of a text.
const MaxLength = 1 << 16

// maxKept is the maximum number of lengths that are recorded.
const maxKept = 12

// Texts returns a generator of texts of low to high code points; a negative high
// means no maximum. Shortest is the length of the shortest matching text of at least
// low, and found is false if none is within high.
func (p *Pattern) Texts(low, high int) (t *Texts, shortest int, found bool) {
	t = &Texts{p: p, layers: [][]place{{{p.start, atBegin}}}}
	work := 0
	seen := map[string]bool{}
	for n := 0; ; n++ {
		layer := t.layers[n]
		if n >= low && t.matches(layer) {
			t.lengths = append(t.lengths, n)
		}
		if n >= low {
			key := layerKey(layer)
			if seen[key] && len(t.lengths) == 0 {
				return t, 0, false
			}
			seen[key] = true
		}
		done := len(t.lengths) > 0 && (len(t.lengths) == maxKept || n >= t.lengths[0]+2*maxKept || high >= 0 && n >= high)
		if work += len(layer); done || len(layer) == 0 || n == MaxLength || work > maxWork {
			break
		}
		t.layers = append(t.layers, t.after(layer))
	}
	if len(t.lengths) == 0 {
		return t, 0, false
	}
	shortest = t.lengths[0]
	if high >= 0 {
		t.lengths = slices.DeleteFunc(t.lengths, func(n int) bool { return n > high })
	}
	return t, shortest, len(t.lengths) > 0
}

func layerKey(layer []place) string {
	key := make([]byte, 0, 4*len(layer))
	for _, x := range layer {
		key = append(key, byte(x.pc), byte(x.pc>>8), byte(x.pc>>16), byte(x.before))
	}
	return string(key)
}

// after are the places that one more character leads to.
func (t *Texts) after(layer []place) []place {
	var out []place
	seen := map[place]bool{}
	for _, x := range layer {
		for sym := range t.p.symbols {
			for _, to := range t.p.behindPlace(x, sym) {
				if !seen[to] {
					seen[to] = true
					out = append(out, to)
				}
			}
		}
	}
	slices.SortFunc(out, func(a, b place) int { return 4*int(a.pc-b.pc) + a.before - b.before })
	return out
}

// behindPlace are the places that sym leads to from x.
func (p *Pattern) behindPlace(x place, sym int) []place {
	if x.pc == matchFound {
		return []place{x}
	}
	var out []place
	for _, to := range p.follow(x.pc, x.before, sym) {
		y := place{to, p.behind(sym)}
		if to == matchFound {
			y.before = atBegin
		}
		if !slices.Contains(out, y) {
			out = append(out, y)
		}
	}
	return out
}

// matches reports whether a text that ends in layer matches.
func (t *Texts) matches(layer []place) bool { return slices.ContainsFunc(layer, t.p.ends) }

func (p *Pattern) ends(x place) bool {
	return x.pc == matchFound || slices.Contains(p.follow(x.pc, x.before, p.end()), matchFound)
}

// Make returns a text that matches. IntN returns a random number from 0 to below n.
func (t *Texts) Make(intN func(n int) int) string {
	n := t.lengths[intN(len(t.lengths))]
	var ends []place
	for _, x := range t.layers[n] {
		if t.p.ends(x) {
			ends = append(ends, x)
		}
	}
	at := ends[intN(len(ends))]
	out := make([]rune, n)
	for i := n - 1; i >= 0; i-- {
		var from []place
		var by []int
		for _, x := range t.layers[i] {
			for sym := range t.p.symbols {
				if slices.Contains(t.p.behindPlace(x, sym), at) {
					from, by = append(from, x), append(by, sym)
				}
			}
		}
		k := intN(len(from))
		at = from[k]
		out[i] = t.p.symbols[by[k]].points.pick(intN)
	}
	return string(out)
}

// pick is a code point of s, mostly a printable one.
func (s set) pick(intN func(n int) int) rune {
	var plain set
	for _, x := range s {
		if low, high := max(x.low, '!'), min(x.high, '~'); low <= high {
			plain = append(plain, span{low, high})
		}
	}
	if len(plain) > 0 && intN(8) > 0 {
		s = plain
	}
	x := s[intN(len(s))]
	return x.low + rune(intN(int(min(x.high-x.low, 100))+1))
}

// sample is a code point of s, a printable one if there is any.
func (s set) sample() rune {
	for _, x := range s {
		if low := max(x.low, '!'); low <= min(x.high, '~') {
			return low
		}
	}
	return s[0].low
}
