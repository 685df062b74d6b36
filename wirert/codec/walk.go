package codec

import "hash/maphash"

// A place is the position of a value in a text, and the index of the first container that
// opens there or later. The zero place means that there is no value.
type place struct{ pos, container uint32 }

// A walk iterates over the members of an object or the items of an array in valid JSON. It
// skips a nested container in one step, so that walks over all containers of a text read each
// byte only a few times.
type walk struct {
	data       []byte
	containers []container
	pos        uint32
	container  uint32
	object     bool
	member
}

// A member is a key of an object and its value. Items of an array have no key.
type member struct {
	key   uint32 // position of the key; never 0 in an object
	value place
}

// walk returns a walk over the container at p.
//
//go:noinline
func (t *text) walk(p place) walk {
	return walk{data: t.data, containers: t.containers, pos: p.pos + 1, container: p.container + 1, object: t.data[p.pos] == '{'}
}

// next moves to the next member, and reports whether there is one.
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
	w.value = place{w.pos, w.container}
	switch w.data[w.pos] {
	case '{', '[':
		b := w.containers[w.container]
		w.pos = b.end
		w.container += b.inside + 1
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

// scalarEnd returns the position after the scalar at i.
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

// end returns the position after the value at p.
func (t *text) end(p place) uint32 {
	if c := t.data[p.pos]; c == '{' || c == '[' {
		return t.containers[p.container].end
	}
	return uint32(scalarEnd(t.data, int(p.pos)))
}

// token returns the text of the value at p.
//
//go:noinline
func (t *text) token(p place) []byte { return t.data[p.pos:t.end(p)] }

// unquoted decodes a string with its quotes. The result is valid until scratch is used again.
//
//go:noinline
func unquoted(quoted []byte, scratch *[]byte) []byte {
	out, _ := unquote(quoted, 1, 1, scratch)
	return out
}

// keyToken returns the key of m as JSON.
func (t *text) keyToken(m member) []byte {
	return t.data[m.key:stringEnd(t.data, int(m.key))]
}

// keyText returns the key of m, valid until scratch is used again.
func (t *text) keyText(m member, scratch *[]byte) []byte {
	return unquoted(t.keyToken(m), scratch)
}

// manyKeys is the number of members from which keys are found by hash.
const manyKeys = 12

// distinct returns the members of the object at p, each key once: at its first position, with
// its last value.
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

// A keyIndex finds members by key. It builds a hash table only if there are many.
type keyIndex struct {
	text  *text
	seed  maphash.Seed
	slots []uint32 // 1 + an index of members; 0 is free
	a, b  []byte   // buffers for keys with escapes
}

// find returns the index of the member with the key of m, or -1. In that case the caller
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

// slot returns the slot of key, or a free slot for it.
func (x *keyIndex) slot(members []member, key []byte) uint64 {
	mask := uint64(len(x.slots) - 1)
	for slot := maphash.Bytes(x.seed, key) & mask; ; slot = (slot + 1) & mask {
		n := x.slots[slot]
		if n == 0 || string(x.text.keyText(members[n-1], &x.b)) == string(key) {
			return slot
		}
	}
}

// grow enlarges the table to at least four times the number of members.
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
