package regular

import (
	"cmp"
	"math/bits"
	"slices"
)

// A word is a string as symbols; without them if it is too long.
type word struct {
	symbols []int32
	length  int
}

// before reports whether w is shorter than x, or as long and first in order.
func (w *word) before(x *word) bool {
	return cmp.Or(cmp.Compare(w.length, x.length), slices.Compare(w.symbols, x.symbols)) < 0
}

// A search looks for a shortest string that all accepts and not does not. It goes
// through the strings by length. A string represents a state of all and a set of
// states of not. If another one, not longer, represents the same state and a part of
// the set, then whatever can follow the first can also follow the other, and the
// first is left out.
type search struct {
	b       *budget
	symbols int
	all     machine
	not     *subsets
	loose   bool     // strings with small sets come first, not those that are easy to read
	layers  [][]node // strings of each length up to the minimum
	loop    [2]int   // two lengths whose layers are alike, so that all further ones are; or 0
	tail    [][]node // strings of each length from the minimum
}

// A node is a string: the one of its parent in the layer before, and one more symbol.
type node struct {
	states []int32 // of all; those for which no other string represents them
	set    int32   // of not
	parent int32
	symbol int32
}

// find returns nil if there is no such string of low to high code points, or if the
// budget is exceeded.
func (s *search) find(low, high int) *word {
	first := node{states: []int32{s.all.start()}, set: s.not.start()}
	s.layers = [][]node{{first}}
	if !s.reach(low) {
		return nil
	}
	layer := s.layers[s.layerOf(low)]
	known := map[int32][]int32{}
	for _, n := range layer {
		for _, state := range n.states {
			known[state] = append(known[state], n.set)
		}
	}
	for length := low; len(layer) > 0 && !s.b.over(); length++ {
		s.tail = append(s.tail, layer)
		if i := slices.IndexFunc(layer, s.shows); i >= 0 {
			return s.word(length, i)
		}
		if length == high {
			break
		}
		layer = s.after(layer, known)
	}
	return nil
}

// reach makes the layers up to that of a length, or up to one that is like another. It
// reports whether there are strings of that length.
func (s *search) reach(length int) bool {
	at := map[string]int{layerKey(s.layers[0]): 0}
	for n := 1; n <= length; n++ {
		layer := s.after(s.layers[n-1], map[int32][]int32{})
		if len(layer) == 0 || s.b.over() {
			return false
		}
		s.layers = append(s.layers, layer)
		key := layerKey(layer)
		s.b.spend(len(key))
		if from, again := at[key]; again {
			s.loop = [2]int{from, n}
			break
		}
		at[key] = n
	}
	return true
}

func layerKey(layer []node) string {
	var key []byte
	for _, n := range layer {
		key = appendKey(key, n.states)
		key = appendKey(key, []int32{-1, n.set})
	}
	return string(key)
}

// layerOf is the layer for strings of a length. The parents of the nodes in the last
// layer of a loop are in the loop, unlike those of the first.
func (s *search) layerOf(length int) int {
	from, to := s.loop[0], s.loop[1]
	if to == 0 || length <= to {
		return length
	}
	return from + 1 + (length-from-1)%(to-from)
}

// after returns the strings that are one symbol longer, without those that known or
// one another make needless, and adds them to known.
func (s *search) after(layer []node, known map[int32][]int32) []node {
	var out, waiting []node
	add := func(n node) {
		n.states = slices.DeleteFunc(n.states, func(state int32) bool { return s.needless(state, n.set, known) })
		if len(n.states) > 0 {
			s.b.keep(10 + 2*len(n.states))
			out = append(out, n)
		}
	}
	for i, n := range layer {
		for sym := range s.symbols {
			if s.b.over() {
				return nil
			}
			longer := node{s.union(n.states, sym), s.not.next(n.set, sym), int32(i), int32(sym)}
			switch {
			case longer.set == acceptsAll || len(longer.states) == 0:
			case s.loose:
				s.b.keep(10 + len(longer.states))
				waiting = append(waiting, longer)
			default:
				add(longer)
			}
		}
	}
	slices.SortStableFunc(waiting, func(x, y node) int {
		return cmp.Compare(len(s.not.sets[x.set]), len(s.not.sets[y.set]))
	})
	for _, n := range waiting {
		if add(n); s.b.over() {
			return nil
		}
	}
	return out
}

// union are the states of all after one more symbol.
func (s *search) union(states []int32, sym int) []int32 {
	var out []int32
	for _, state := range states {
		out = append(out, s.all.next(state, sym)...)
	}
	s.b.spend(1 + len(out))
	slices.Sort(out)
	return slices.Compact(out)
}

// needless reports whether another string represents a state and a part of set.
// Otherwise it records that one does.
func (s *search) needless(state, set int32, known map[int32][]int32) bool {
	for _, other := range known[state] {
		if s.not.within(other, set) {
			return true
		}
	}
	known[state] = append(known[state], set)
	return false
}

// shows reports whether a string is accepted by all, and not by not.
func (s *search) shows(n node) bool {
	return !s.not.accepts(n.set) && slices.ContainsFunc(n.states, s.all.accepts)
}

// word is the string of a node in the last layer.
func (s *search) word(length, i int) *word {
	out := &word{length: length}
	if length > maxWitness {
		return out
	}
	out.symbols = make([]int32, length)
	layer := len(s.tail) - 1
	low := length - layer
	for length > 0 {
		n := s.layers[s.layerOf(min(length, low))]
		if length > low {
			n = s.tail[length-low]
		}
		length--
		out.symbols[length] = n[i].symbol
		i = int(n[i].parent)
	}
	return out
}

// A subsets makes an automaton deterministic: a string leads to one set of its
// states. Sets are made when they are first reached.
type subsets struct {
	b     *budget
	of    *automaton
	sets  [][]int32
	masks []uint64 // of the members of each set, modulo 64
	ids   map[string]int32
	rows  [][]int32 // by set and symbol
	union []int32
}

// Instead of a set: one that accepts whatever follows, and one that is not known.
const (
	acceptsAll int32 = -1
	unknownSet int32 = -2
)

func newSubsets(of *automaton, b *budget) *subsets {
	d := &subsets{b: b, of: of, ids: map[string]int32{}}
	d.set([]int32{of.start()})
	return d
}

func (d *subsets) start() int32 { return 0 }

// set is the number of a set whose members are in order.
func (d *subsets) set(members []int32) int32 {
	key := string(appendKey(nil, members))
	id, known := d.ids[key]
	if !known {
		id = int32(len(d.sets))
		d.ids[key] = id
		d.sets = append(d.sets, slices.Clone(members))
		mask := uint64(0)
		for _, state := range members {
			mask |= 1 << (state % 64)
		}
		d.masks = append(d.masks, mask)
		d.rows = append(d.rows, nil)
		d.b.keep(8 + 2*len(members))
	}
	return id
}

func (d *subsets) next(set int32, symbol int) int32 {
	row := d.rows[set]
	if row == nil {
		row = slices.Repeat([]int32{unknownSet}, len(d.of.symbols.runes))
		d.rows[set] = row
		d.b.keep(len(row))
	}
	if row[symbol] == unknownSet {
		row[symbol] = d.after(set, symbol)
	}
	return row[symbol]
}

func (d *subsets) after(set int32, symbol int) int32 {
	d.union = d.union[:0]
	for _, state := range d.sets[set] {
		d.union = append(d.union, d.of.next(state, symbol)...)
	}
	d.b.spend(4 * len(d.union))
	slices.Sort(d.union)
	d.union = slices.Compact(d.union)
	if len(d.union) > 0 && d.union[0] == behindMatch {
		return acceptsAll
	}
	return d.set(d.union)
}

func (d *subsets) accepts(set int32) bool {
	return slices.ContainsFunc(d.sets[set], func(state int32) bool { return d.of.accepts(state) })
}

// within reports whether x is a part of y.
func (d *subsets) within(x, y int32) bool {
	d.b.spend(1)
	if x == y {
		return true
	}
	small, large := d.sets[x], d.sets[y]
	if len(small) > len(large) || bits.OnesCount64(d.masks[x]&^d.masks[y]) > 0 {
		return false
	}
	d.b.spend(len(large))
	for _, state := range large {
		if len(small) > 0 && small[0] == state {
			small = small[1:]
		}
	}
	return len(small) == 0
}
