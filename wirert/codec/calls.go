package codec

import "encoding/binary"

// callIndex is a hash table of calls by the names of their methods.
type callIndex struct {
	slots []int32 // by hash: 1 + the index of the first name, or 0
	names []callName
}

// A callName is the current or a former name of a method.
type callName struct {
	name string
	call int32 // index in Table.calls
	next int32 // next name with the same hash, as in slots; in the order of calls
}

func newCallIndex(calls []Call) *callIndex {
	x := &callIndex{}
	for i := range calls {
		c := &calls[i]
		x.names = append(x.names, callName{name: c.Method, call: int32(i)})
		for _, former := range c.FormerNames {
			x.names = append(x.names, callName{name: former, call: int32(i)})
		}
	}
	size := 16
	for size < 2*len(x.names) {
		size *= 2
	}
	x.slots = make([]int32, size)
	for i := len(x.names) - 1; i >= 0; i-- {
		slot := x.slot([]byte(x.names[i].name))
		x.names[i].next, *slot = *slot, int32(i+1)
	}
	return x
}

// slot returns the slot of a name.
func (x *callIndex) slot(name []byte) *int32 {
	const prime = 0x9e3779b97f4a7c15
	h := uint64(len(name))
	if n := len(name); n >= 8 {
		h = (h ^ binary.LittleEndian.Uint64(name)) * prime
		h = (h ^ h>>32 ^ binary.LittleEndian.Uint64(name[n-8:])) * prime
	} else {
		for _, c := range name {
			h = (h ^ uint64(c)) * prime
		}
	}
	return &x.slots[int(h>>32)&(len(x.slots)-1)]
}

// find returns the index of the first call of a method that a side may send, or -1.
func (x *callIndex) find(method []byte, calls []Call, from From) int {
	for at := *x.slot(method); at > 0; at = x.names[at-1].next {
		n := &x.names[at-1]
		if string(method) == n.name && calls[n.call].From&from != 0 {
			return int(n.call)
		}
	}
	return -1
}
