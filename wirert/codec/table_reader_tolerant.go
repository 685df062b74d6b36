package codec

import (
	"slices"
	"strconv"
)

// A report is called with the path of each skipped value, and the error with its path.
type report = func(path, words string)

// dropped records the values that a reader skipped.
type dropped struct {
	wanted   bool // the caller wants them
	within   int  // number of enclosing tolerant values
	room     int  // bytes left for the texts of list
	reported int  // number of values added to list so far
	list     []drop
	more     int // number of values not in list
}

type drop struct{ path, words string }

// Limits of the reported values. Without them, a text could make reporting take quadratic time
// and memory.
const (
	maxDropped     = 100
	maxDroppedText = 1 << 16
)

// silent reports whether the text of an error is not needed, because the value is skipped and
// not reported.
func (p *tableReader) silent() bool {
	d := &p.dropped
	return d.within > 0 && (!d.wanted || p.trying || d.room <= 0 || d.reported >= maxDropped)
}

// report calls f, which may be nil, for each value.
func (d *dropped) report(f report) {
	if f == nil {
		return
	}
	for _, x := range d.list {
		f(x.path, x.words)
	}
	if d.more > 0 {
		f("", strconv.Itoa(d.more)+" more values were passed over")
	}
}

// A mark is a state of a reader to return to.
type mark struct {
	out, path, slots, hints, list, more int
	left                                int64
}

func (p *tableReader) mark() mark {
	return mark{len(p.out), len(p.path), len(p.slots), len(p.hints), len(p.dropped.list), p.dropped.more, p.left}
}

// tolerantly reports whether read succeeds. If not, it returns the reader to m and records the
// value at the path as skipped.
func (p *tableReader) tolerantly(m mark, read func() *Error) bool {
	d := &p.dropped
	place := len(p.path)
	d.within++
	err := read()
	d.within--
	if err == nil {
		return true
	}
	if p.overweight == nil {
		p.left = m.left
	}
	p.out, p.slots, p.hints = p.out[:m.out], p.slots[:m.slots], p.hints[:m.hints]
	d.list, d.more = d.list[:m.list], m.more
	p.path = p.path[:place]
	if d.wanted && !p.trying {
		p.drop(err)
	}
	p.path = p.path[:m.path]
	return false
}

// drop records that the value at the path was skipped.
func (p *tableReader) drop(err *Error) {
	d := &p.dropped
	d.within++
	silent := p.silent()
	d.within--
	if silent {
		d.more++
		return
	}
	x := drop{p.pathText(), err.Error()}
	d.room -= len(x.path) + len(x.words)
	d.reported++
	d.list = append(d.list, x)
}

// validItems writes the valid items of an array. The only error is that of the weight.
func (p *tableReader) validItems(v place, elem TypeID) *Error {
	p.out = append(p.out, '[')
	w := p.walk(v)
	for i := 0; w.next(); i++ {
		before := p.mark()
		if p.out[len(p.out)-1] != '[' {
			p.out = append(p.out, ',')
		}
		p.path = append(p.path, step{index: i})
		if p.tolerantly(before, func() *Error { return p.value(w.value, elem) }) {
			p.leave()
		} else if p.overweight != nil {
			return p.overweight
		}
	}
	p.out = append(p.out, ']')
	return nil
}

// A byKey sorts the skipped values in an object with arbitrary keys: members are read in the
// order of the text, but reported in the order of their keys.
type byKey struct {
	d     *dropped
	start int // of the object, in the list
	keys  []keyed
}

// A keyed is the index in the list where the values of one member begin.
type keyed struct {
	key string
	at  int
}

func (d *dropped) byKey() byKey { return byKey{d: d, start: len(d.list)} }

// next begins the member key, which is distinct from the previous ones.
func (b *byKey) next(key string) {
	if b.d.wanted {
		b.keys = append(b.keys, keyed{key: key, at: len(b.d.list)})
	}
}

// sort sorts the skipped values by key.
func (b *byKey) sort() {
	if len(b.d.list) == b.start {
		return
	}
	lists := map[string][]drop{}
	end := len(b.d.list)
	for _, k := range slices.Backward(b.keys) {
		lists[k.key] = slices.Clone(b.d.list[k.at:end])
		end = k.at
	}
	b.d.list = b.d.list[:b.start]
	keys := SortKeys(lists)
	for _, key := range keys.Names {
		b.d.list = append(b.d.list, lists[key]...)
	}
	keys.Free()
}
