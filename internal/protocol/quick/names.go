package quick

import (
	"encoding/binary"
	"math/bits"
)

// names finds the number of a name among some: a table without empty chains, as
// the names are known when it is made.
type names struct {
	slots []nameSlot // a power of two
	shift int
}

type nameSlot struct {
	name   string
	number int32 // from 1; 0: empty
}

func newNames(size int) *names {
	n := bits.Len(uint(2 * size))
	return &names{slots: make([]nameSlot, 1<<n), shift: 64 - n}
}

// add adds a name, unless it is there.
func (t *names) add(name string, number int) {
	i := t.place([]byte(name))
	for t.slots[i].number > 0 {
		if t.slots[i].name == name {
			return
		}
		i = (i + 1) & (len(t.slots) - 1)
	}
	t.slots[i] = nameSlot{name, int32(number) + 1}
}

// find is the number of a name, or -1.
func (t *names) find(name []byte) int {
	i := t.place(name)
	for {
		s := &t.slots[i]
		if s.number == 0 {
			return -1
		}
		if s.name == string(name) {
			return int(s.number) - 1
		}
		i = (i + 1) & (len(t.slots) - 1)
	}
}

// place is where the search for a name begins, by its length, its beginning and its end.
func (t *names) place(name []byte) int {
	var x uint64
	switch n := len(name); {
	case n >= 8:
		x = binary.LittleEndian.Uint64(name) ^ bits.RotateLeft64(binary.LittleEndian.Uint64(name[n-8:]), 29)
	case n >= 4:
		x = uint64(binary.LittleEndian.Uint32(name)) | uint64(binary.LittleEndian.Uint32(name[n-4:]))<<32
	case n > 0:
		x = uint64(name[0]) | uint64(name[n/2])<<8 | uint64(name[n-1])<<16
	}
	x = (x ^ uint64(len(name))<<56) * 0x9E3779B97F4A7C15
	return int((x ^ x>>32) * 0x9E3779B97F4A7C15 >> t.shift)
}
