package regular

import "slices"

// A lengths has the states to which the strings of each length lead in a machine. They
// depend on those of one less only, and therefore repeat.
type lengths struct {
	b       *budget
	symbols int
	m       machine
	layers  [][]int32 // by length, up to the first that is like another
	known   map[string]int
	from    int // the length at which layers begin to repeat
	period  int // or 0
	onward  map[int32][]int32
}

func newLengths(m machine, symbols int, b *budget) *lengths {
	l := &lengths{b: b, symbols: symbols, m: m, known: map[string]int{}, onward: map[int32][]int32{}}
	l.add([]int32{m.start()})
	return l
}

func (l *lengths) add(layer []int32) {
	key := string(appendKey(nil, layer))
	if n, known := l.known[key]; known {
		l.from, l.period = n, len(l.layers)-n
		return
	}
	l.b.keep(4 + len(layer))
	l.known[key] = len(l.layers)
	l.layers = append(l.layers, layer)
}

// layer is nil if there are no strings of length n, or if the budget is exceeded.
func (l *lengths) layer(n int) []int32 {
	for l.period == 0 && len(l.layers) <= n {
		if l.b.over() {
			return nil
		}
		var next []int32
		for _, state := range l.layers[len(l.layers)-1] {
			next = append(next, l.after(state)...)
		}
		l.b.spend(1 + 4*len(next))
		slices.Sort(next)
		l.add(slices.Compact(next))
	}
	if n >= len(l.layers) {
		n = l.from + (n-l.from)%l.period
	}
	return l.layers[n]
}

// after are the states after one more symbol, whichever it is.
func (l *lengths) after(state int32) []int32 {
	out, known := l.onward[state]
	if !known {
		for sym := range l.symbols {
			out = append(out, l.m.next(state, sym)...)
		}
		slices.Sort(out)
		out = slices.Clip(slices.Compact(out))
		l.b.keep(4 + len(out))
		l.onward[state] = out
	}
	return out
}

// find returns the first word of low to high symbols that the machine accepts, or nil
// if there is none or if the budget is exceeded.
func (l *lengths) find(low, high int) *word {
	for n := low; n <= high && !l.b.over(); n++ {
		l.b.spend(1)
		if slices.ContainsFunc(l.layer(n), l.m.accepts) {
			return l.word(n)
		}
		if l.period > 0 && n-low >= l.period {
			break
		}
	}
	return nil
}

// word is the first word of length n. Some word of that length is accepted.
func (l *lengths) word(n int) *word {
	out := &word{length: n}
	if n > maxWitness {
		return out
	}
	goals := make([][]int32, n+1) // the states of each layer from which a word can end
	goals[n] = slices.DeleteFunc(slices.Clone(l.layer(n)), func(state int32) bool { return !l.m.accepts(state) })
	for i := n - 1; i >= 0; i-- {
		for _, state := range l.layer(i) {
			if l.meets(l.after(state), goals[i+1]) {
				goals[i] = append(goals[i], state)
			}
		}
		if l.b.keep(4 + len(goals[i])); l.b.over() {
			return out
		}
	}
	states := []int32{l.m.start()}
	for i := range n {
		states = l.step(states, goals[i+1], out)
	}
	return out
}

// step appends the first symbol that leads from some states to a goal.
func (l *lengths) step(states, goals []int32, out *word) []int32 {
	for sym := range l.symbols {
		var next []int32
		for _, state := range states {
			next = append(next, l.m.next(state, sym)...)
		}
		l.b.spend(4 * len(next))
		slices.Sort(next)
		next = slices.DeleteFunc(slices.Compact(next), func(state int32) bool {
			_, is := slices.BinarySearch(goals, state)
			return !is
		})
		if len(next) > 0 {
			out.symbols = append(out.symbols, int32(sym))
			return next
		}
	}
	panic("no symbol leads to a goal")
}

// meets reports whether two lists in order have a state in common.
func (l *lengths) meets(x, y []int32) bool {
	l.b.spend(len(x))
	return slices.ContainsFunc(x, func(state int32) bool {
		_, is := slices.BinarySearch(y, state)
		return is
	})
}
