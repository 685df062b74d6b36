package regular

import (
	"cmp"
	"slices"
	"sort"
	"unicode"
)

// A set is a set of code points: the first and the last of each range, in order.
type set []rune

var (
	wordSet = set{'0', '9', 'A', 'Z', '_', '_', 'a', 'z'}
	lineEnd = set{'\n', '\n'}
)

func (s set) holds(r rune) bool {
	i := sort.Search(len(s)/2, func(i int) bool { return r <= s[2*i+1] })
	return 2*i < len(s) && s[2*i] <= r
}

// A setList numbers the different sets of several patterns.
type setList struct {
	list []set
	ids  map[string]int
}

func (l *setList) add(s set) int {
	key := string(appendKey(nil, s))
	id, known := l.ids[key]
	if !known {
		id = len(l.list)
		l.ids[key] = id
		l.list = append(l.list, s)
	}
	return id
}

// appendKey appends numbers to a key of a map.
func appendKey(key []byte, numbers []int32) []byte {
	for _, n := range numbers {
		key = append(key, byte(n), byte(n>>8), byte(n>>16), byte(n>>24))
	}
	return key
}

// An alphabet has one symbol for all code points that no set distinguishes. Symbols are
// in the order of the code points that represent them.
type alphabet struct {
	runes []rune   // a code point for each symbol
	in    [][]bool // by set and symbol
}

const (
	surrogates    = 0xD800
	surrogatesEnd = 0xE000
)

func newAlphabet(sets []set, b *budget) *alphabet {
	cuts := []rune{0, surrogates, surrogatesEnd, unicode.MaxRune + 1}
	for _, s := range sets {
		for i := 0; i < len(s); i += 2 {
			cuts = append(cuts, s[i], s[i+1]+1)
		}
	}
	slices.Sort(cuts)
	cuts = slices.Compact(cuts)
	best := map[string]rune{} // by the sets that hold a code point
	for i, low := range cuts[:len(cuts)-1] {
		if surrogates <= low && low < surrogatesEnd {
			continue
		}
		high := cuts[i+1] - 1
		b.spend(int(min(high-low, maxPicked)))
		if b.keep(len(sets) + 1); b.over() {
			break
		}
		key := make([]byte, len(sets))
		for j, s := range sets {
			if s.holds(low) {
				key[j] = 1
			}
		}
		r := pick(low, high)
		if other, known := best[string(key)]; !known || compare(r, other) < 0 {
			best[string(key)] = r
		}
	}
	a := &alphabet{in: make([][]bool, len(sets))}
	for _, r := range best {
		a.runes = append(a.runes, r)
	}
	slices.SortFunc(a.runes, compare)
	for i, s := range sets {
		for _, r := range a.runes {
			a.in[i] = append(a.in[i], s.holds(r))
		}
	}
	return a
}

// maxPicked is how far a range is searched for a code point that is easy to read.
const maxPicked = 512

// pick is the code point of a range that is the easiest to read.
func pick(low, high rune) rune {
	best := low
	for r := low; r <= min(high, low+maxPicked); r++ {
		if compare(r, best) < 0 {
			best = r
		}
	}
	return best
}

// compare orders code points by how easy they are to read, and then by number.
func compare(a, b rune) int { return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a, b)) }

func rank(r rune) int {
	for i, in := range []bool{
		'a' <= r && r <= 'z', '0' <= r && r <= '9', 'A' <= r && r <= 'Z', '!' <= r && r <= '~', r == ' ', unicode.IsLetter(r), unicode.IsPrint(r),
	} {
		if in {
			return i
		}
	}
	return 7
}
