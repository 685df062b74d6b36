package codec

import (
	"slices"
	"strconv"
)

// A report is called with the place of each value that was passed over, and why: the
// path and the words of the fault.
type report = func(path, words string)

// dropped are the values that a reader passed over.
type dropped struct {
	wanted bool // the caller asked for them
	within int  // how many tolerant places are open
	room   int  // for the texts of list
	told   int  // how many list has had
	list   []drop
	more   int // values of which list has nothing
}

type drop struct{ path, words string }

// The limits of what is told of values that were passed over. Beyond them, a text
// could have it take quadratic time and memory.
const (
	maxDropped     = 100
	maxDroppedText = 1 << 16
)

// silent reports whether the text of an error is not needed, because it is that of a
// value that is passed over, and nobody is told.
func (p *tableReader) silent() bool {
	d := &p.dropped
	return d.within > 0 && (!d.wanted || p.trying || d.room <= 0 || d.told >= maxDropped)
}

// report calls f, if there is one, for each value.
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

// A mark is what a reader has done, for returning to it.
type mark struct{ out, path, slots, hints, list, more int }

func (p *tableReader) mark() mark {
	return mark{len(p.out), len(p.path), len(p.slots), len(p.hints), len(p.dropped.list), p.dropped.more}
}

// tolerantly reports whether read succeeds. If not, the reader returns to m, and the
// value where the path leads is one that was passed over.
func (p *tableReader) tolerantly(m mark, read func() *Error) bool {
	d := &p.dropped
	place := len(p.path)
	d.within++
	err := read()
	d.within--
	if err == nil {
		return true
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

// drop notes that the value where the path leads was passed over.
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
	d.told++
	d.list = append(d.list, x)
}

// goodItems writes the items of an array that can be read as elem.
func (p *tableReader) goodItems(v place, elem TypeID) {
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
		}
	}
	p.out = append(p.out, ']')
}

// A byKey sorts what is passed over in an object with free keys: the members are read
// in the order of the text, and told of in that of their keys.
type byKey struct {
	d     *dropped
	start int // of the list
	keys  []keyed
}

// A keyed is where the values of one member begin in the list.
type keyed struct {
	key string
	at  int
}

func (d *dropped) byKey() byKey { return byKey{d: d, start: len(d.list)} }

// next begins the member called key, which is none of those before.
func (b *byKey) next(key string) {
	if b.d.wanted {
		b.keys = append(b.keys, keyed{key: key, at: len(b.d.list)})
	}
}

// sort puts what was passed over in the order of the keys.
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
