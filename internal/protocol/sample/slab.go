package sample

import (
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A slab is memory for the nodes of a value that is forgotten once it is written: most
// of the time of a maker is otherwise that of allocations.
type slab struct {
	on      bool // nodes come from it
	chunks  [][]node
	used    int // nodes
	members []member
	items   []*node
}

// slabChunk is how many nodes are allocated at a time.
const slabChunk = 64

// reset forgets all nodes.
func (s *slab) reset() { s.used, s.members, s.items = 0, s.members[:0], s.items[:0] }

// node returns a node that is n.
func (m *Maker) node(n node) *node {
	s := &m.slab
	if !s.on {
		out := new(node)
		*out = n
		return out
	}
	at := s.used / slabChunk
	if at == len(s.chunks) {
		s.chunks = append(s.chunks, make([]node, slabChunk))
	}
	out := &s.chunks[at][s.used%slabChunk]
	s.used++
	*out = n
	return out
}

// carve returns an empty slice for n parts from the end of a slab. More parts than that
// move elsewhere.
func carve[T any](from *[]T, n int) []T {
	at := len(*from)
	if at+n > cap(*from) {
		*from, at = make([]T, 0, 2*cap(*from)+n+64), 0
	}
	*from = (*from)[:at+n]
	return (*from)[at : at : at+n]
}

// object is an object to which n members are added, or a few more.
func (m *Maker) object(n int) *node {
	out := m.node(node{kind: model.ObjectValue})
	if m.slab.on {
		out.members = carve(&m.slab.members, n)
	} else {
		out.members = make([]member, 0, n)
	}
	return out
}

// listOf is a list to which n items are added.
func (m *Maker) listOf(n int) *node {
	out := m.node(node{kind: model.ListValue})
	if m.slab.on && n > 0 {
		out.items = carve(&m.slab.items, n)
	}
	return out
}

func (m *Maker) null() *node { return m.node(node{kind: model.NullValue, token: "null"}) }

func (m *Maker) boolean(b bool) *node {
	token := "false"
	if b {
		token = "true"
	}
	return m.node(node{kind: model.BoolValue, token: token})
}

func (m *Maker) number(token string) *node {
	return m.node(node{kind: model.NumberValue, token: token})
}

func (m *Maker) str(s string) *node {
	return m.node(node{kind: model.StringValue, token: m.known.quote(s)})
}

// known are results that are needed again and again.
type known struct {
	quoted  map[string]string
	numbers map[float64]string
	fits    map[*lower.Union]named[*lower.Case]
	values  map[*lower.Enum]named[string]
	keys    map[*lower.Struct][]string // that extra keys must not have
	calls   named[*lower.Call]
	errors  map[bool]named[*lower.Error] // with local ones, or without
}

// maxKnown is how many texts and numbers are known at most.
const maxKnown = 4096

func newKnown() known {
	return known{
		quoted: make(map[string]string), numbers: make(map[float64]string), fits: make(map[*lower.Union]named[*lower.Case]),
		values: make(map[*lower.Enum]named[string]), keys: make(map[*lower.Struct][]string), errors: make(map[bool]named[*lower.Error]),
	}
}

func (k *known) quote(s string) string {
	token, ok := k.quoted[s]
	if !ok {
		if token = model.Quote(s); len(k.quoted) < maxKnown {
			k.quoted[s] = token
		}
	}
	return token
}

func (k *known) number(f float64) string {
	token, ok := k.numbers[f]
	if !ok {
		if token = model.FormatNumber(f); len(k.numbers) < maxKnown {
			k.numbers[f] = token
		}
	}
	return token
}

// named is a list whose entries have names, for choices.
type named[T any] struct {
	list   []T
	hashes []uint64 // of the names
}

func (n *named[T]) add(x T, name string) {
	n.list, n.hashes = append(n.list, x), append(n.hashes, hash(name))
}

// chooseOf is choose for a list whose names are known.
func chooseOf[T any](m *Maker, from named[T]) T {
	seed := m.rand.Uint64()
	best, highest := 0, uint64(0)
	for i, h := range from.hashes {
		if at := mix(seed ^ h); at >= highest {
			best, highest = i, at
		}
	}
	return from.list[best]
}
