package codec

import "hash/maphash"

// A place is a value of a text: where it begins, and the first box that opens
// there or later.
type place struct{ pos, box uint32 }

// A walk goes over the members of an object or the items of an array of a text
// that is known to be JSON. It skips nested boxes in one step, so that all
// walks over all the boxes of a text together read each byte only a few times.
type walk struct {
	data   []byte
	boxes  []box
	pos    uint32
	box    uint32
	object bool
	member
}

// A member is a key of an object and its value; the items of an array have no
// key.
type member struct {
	key   uint32 // where the key begins; never 0
	value place
}

// walk begins before the first member of the box at p.
//
//go:noinline
func (t *text) walk(p place) walk {
	return walk{data: t.data, boxes: t.boxes, pos: p.pos + 1, box: p.box + 1, object: t.data[p.pos] == '{'}
}

// next goes to the next member, and reports whether there is one.
func (w *walk) next() bool {
	w.space()
	switch w.data[w.pos] {
	case '}', ']':
		return false
	case ',':
		w.pos++
		w.space()
	}
	if w.object {
		w.key = w.pos
		w.pos = uint32(stringEnd(w.data, int(w.pos)))
		w.space()
		w.pos++
		w.space()
	}
	w.value = place{w.pos, w.box}
	switch w.data[w.pos] {
	case '{', '[':
		b := w.boxes[w.box]
		w.pos = b.end
		w.box += b.inside + 1
	default:
		w.pos = uint32(scalarEnd(w.data, int(w.pos)))
	}
	return true
}

func (w *walk) space() {
	for isSpace(w.data[w.pos]) {
		w.pos++
	}
}

// scalarEnd returns the place after the scalar at i.
func scalarEnd(data []byte, i int) int {
	if data[i] == '"' {
		return stringEnd(data, i)
	}
	for ; i < len(data); i++ {
		switch data[i] {
		case ',', '}', ']', ' ', '\t', '\n', '\r':
			return i
		}
	}
	return i
}

// end returns the place after the value at p.
func (t *text) end(p place) uint32 {
	if c := t.data[p.pos]; c == '{' || c == '[' {
		return t.boxes[p.box].end
	}
	return uint32(scalarEnd(t.data, int(p.pos)))
}

// token returns the text of the value at p.
//
//go:noinline
func (t *text) token(p place) []byte { return t.data[p.pos:t.end(p)] }

// unquoted returns the text of a string with its quotes, valid until scratch is
// used again.
//
//go:noinline
func unquoted(quoted []byte, scratch *[]byte) []byte {
	out, _ := unquote(quoted, 1, 1, scratch)
	return out
}

// keyToken returns the text of the key of m, with its quotes.
func (t *text) keyToken(m member) []byte {
	return t.data[m.key:stringEnd(t.data, int(m.key))]
}

// keyText returns the text of the key of m, valid until scratch is used again.
func (t *text) keyText(m member, scratch *[]byte) []byte {
	return unquoted(t.keyToken(m), scratch)
}

// manyKeys is the size from which on keys are found by their hash.
const manyKeys = 12

// distinct lists the members of the object at p, each key once: at its first
// place, with its last value.
func (t *text) distinct(p place) []member {
	var out []member
	index := keyIndex{text: t}
	for w := t.walk(p); w.next(); {
		if i := index.find(out, w.member); i >= 0 {
			out[i].value = w.value
		} else {
			out = append(out, w.member)
		}
	}
	return out
}

// A keyIndex finds members by their key. It makes a table of hashes only when
// there are many.
type keyIndex struct {
	text  *text
	seed  maphash.Seed
	slots []uint32 // a place in the members plus one; 0 is free
	a, b  []byte   // room for keys with escapes
}

// find returns the place of the member with the key of m, or -1: then the caller
// appends m.
func (x *keyIndex) find(members []member, m member) int {
	key := x.text.keyText(m, &x.a)
	if len(members) < manyKeys {
		for i := range members {
			if string(x.text.keyText(members[i], &x.b)) == string(key) {
				return i
			}
		}
		return -1
	}
	if 2*len(members) >= len(x.slots) {
		x.grow(members)
		key = x.text.keyText(m, &x.a)
	}
	slot := x.slot(members, key)
	if n := x.slots[slot]; n > 0 {
		return int(n - 1)
	}
	x.slots[slot] = uint32(len(members) + 1)
	return -1
}

// slot returns the slot of key, or the free one for it.
func (x *keyIndex) slot(members []member, key []byte) uint64 {
	mask := uint64(len(x.slots) - 1)
	for slot := maphash.Bytes(x.seed, key) & mask; ; slot = (slot + 1) & mask {
		n := x.slots[slot]
		if n == 0 || string(x.text.keyText(members[n-1], &x.b)) == string(key) {
			return slot
		}
	}
}

// grow makes room for twice as many members and more.
func (x *keyIndex) grow(members []member) {
	if x.slots == nil {
		x.seed = maphash.MakeSeed()
	}
	size := 64
	for size < 4*len(members) {
		size *= 2
	}
	x.slots = make([]uint32, size)
	for i, m := range members {
		x.slots[x.slot(members, x.text.keyText(m, &x.a))] = uint32(i + 1)
	}
}
