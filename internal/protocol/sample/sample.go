// Package sample generates messages from the rows of a protocol: valid ones that
// every reader must accept, in every form that the spec and JSON allow, and invalid
// ones with one fault each. The same protocol, type and seed give the same bytes on
// every machine. It does not read messages: whether a text is accepted is decided by
// readers.
package sample

import (
	"strconv"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/protocol/pattern"
)

// A Maker generates messages of one protocol.
type Maker struct {
	proto      *model.Protocol
	rows       *lower.Program
	messages   model.MessageNames
	rand       *chance
	refs       map[string]lower.Ref       // of the declared types, by name
	heights    []int                      // of each row: the minimum nesting depth
	made       map[string]*series         // the messages of a type, by its name
	telling    map[*lower.Struct][]string // keys that identify another variant of a union that contains it
	texts      map[*lower.Type]*pattern.Texts
	writer     Write  // nil: messages as any reader takes them
	everywhere bool   // faults are also put where a reader passes over them
	narrow     bool   // values show their own level, see Narrow
	minimal    bool   // see Minimal
	lifelike   bool   // see Lifelike
	covers     bool   // values are edge cases, whose members are set one by one: none is an example
	called     string // the name of the current field
	wanted     string // the event or request that params are of; "": any
	depth      int    // the current nesting depth
	budget     int    // how many more nodes the value may have
	slab       slab
	passing    bool // the current value is forgotten once it is written
	known      known
	out        []byte // a text that is being written
	order      []member
}

// New returns a maker whose choices follow from seed.
func New(p *model.Protocol, seed uint64) *Maker { return Of(lower.New(p), seed) }

// Of is New for the rows of a protocol.
func Of(rows *lower.Program, seed uint64) *Maker {
	p := rows.Protocol
	m := &Maker{proto: p, rows: rows, messages: p.MessageNames(), heights: heights(rows), telling: telling(rows), refs: make(map[string]lower.Ref, len(p.Decls))}
	for _, d := range p.Decls {
		m.refs[d.TypeName()] = rows.Ref(d)
	}
	return m.Fork(seed)
}

// Write is the text that a writer makes of a text that is read as t; ok reports
// whether a writer of this version may write it.
type Write func(t model.Type, text string) (written string, ok bool)

// NewWriter returns a maker of messages that a writer of this version may write,
// without content that only older or newer peers send. A result or the data of an
// error, whose type the message does not name, is what write returns.
func NewWriter(p *model.Protocol, seed uint64, write Write) *Maker {
	m := New(p, seed)
	m.writer = write
	return m
}

// Fork returns a maker of the same protocol that starts again. Forks may be used
// concurrently.
func (m *Maker) Fork(seed uint64) *Maker {
	return &Maker{
		proto: m.proto, rows: m.rows, messages: m.messages, rand: newChance(seed),
		made: make(map[string]*series), heights: m.heights, telling: m.telling, refs: m.refs,
		known: newKnown(), texts: make(map[*lower.Type]*pattern.Texts), narrow: m.narrow, minimal: m.minimal, lifelike: m.lifelike,
	}
}

// Narrow returns a maker of the same protocol whose values show each state of their
// own level, with minimal values inside, so that a change of a type changes few
// values of other types.
func (m *Maker) Narrow(seed uint64) *Maker {
	n := m.Fork(seed)
	n.narrow = true
	return n
}

// Minimal returns a maker of the same protocol that chooses only what a message says,
// such as its event, and whose other values are those of Small.
func (m *Maker) Minimal(seed uint64) *Maker {
	n := m.Fork(seed)
	n.minimal = true
	return n
}

// Rewind makes the messages of all types start again with the first.
func (m *Maker) Rewind() {
	for _, s := range m.made {
		s.next = 0
	}
}

// Types returns the names of the types that messages can be made of.
func (m *Maker) Types() []string {
	var out []string
	for _, d := range m.proto.Decls {
		out = append(out, d.TypeName())
	}
	for _, name := range []string{m.messages.Any, m.messages.Sent[0], m.messages.Sent[1], m.messages.Batch} {
		if name != "" {
			out = append(out, name)
		}
	}
	return out
}

// Messages are the names of messages.
func (m *Maker) Messages() model.MessageNames { return m.messages }

// Rows are those of the protocol.
func (m *Maker) Rows() *lower.Program { return m.rows }

// Has reports whether messages of the type called name can be made.
func (m *Maker) Has(name string) bool {
	for _, t := range m.Types() {
		if t == name {
			return true
		}
	}
	return false
}

// Message returns the next message of the type called name: first the edge cases of the
// type, then random ones.
func (m *Maker) Message(name string) string {
	return m.text(m.passed(name))
}

// Append appends the next message of the type called name to dst, as Message returns it.
func (m *Maker) Append(dst []byte, name string) []byte {
	m.render(m.passed(name))
	return append(dst, m.out...)
}

// Plain returns the next message in the order of the spec, without spaces.
func (m *Maker) Plain(name string) string {
	return plain(m.passed(name))
}

// passed is the next message of the type called name, which is forgotten when the one
// after it is made.
func (m *Maker) passed(name string) *node {
	m.passing = true
	n := m.value(name)
	m.passing = false
	return n
}

// A series is the messages of one type in their order: the edge cases, then random ones.
type series struct {
	edges  []*node
	random []drawn // the first ones, which may be asked for again after Rewind
	next   int     // of all
}

// A drawn is a random message, with what it left of the budget: later choices depend on it.
type drawn struct {
	node *node
	left int
}

func (m *Maker) series(name string) *series {
	s, ok := m.made[name]
	if !ok {
		s = &series{edges: within(m, name, func() []*node { return m.cover(name) })}
		m.made[name] = s
	}
	return s
}

func (m *Maker) value(name string) *node {
	s := m.series(name)
	i := s.next
	s.next++
	if i < len(s.edges) {
		return s.edges[i]
	}
	i -= len(s.edges)
	if i < len(s.random) {
		m.depth, m.budget = 0, s.random[i].left
		return s.random[i].node
	}
	if m.slab.on = m.passing && i >= messageRoots; m.slab.on {
		m.slab.reset()
	}
	n := within(m, name+" "+strconv.Itoa(i), func() *node { return m.random(name) })
	m.slab.on = false
	if i < messageRoots {
		s.random = append(s.random, drawn{n, m.budget})
	}
	return n
}

// Edges returns the number of edge cases of the type called name.
func (m *Maker) Edges(name string) int {
	return len(m.series(name).edges)
}

// Left returns how many edge cases of the type called name are still to come.
func (m *Maker) Left(name string) int { return max(0, m.Edges(name)-m.series(name).next) }

func (m *Maker) random(name string) *node {
	m.depth, m.budget = 0, 20+m.rand.IntN(120)
	if !m.isMessage(name) {
		return m.make(m.ref(name))
	}
	switch name {
	case m.messages.Any:
		return m.message(nil)
	case m.messages.Sent[0]:
		return m.message([]lower.From{lower.FromClient, lower.FromBoth})
	case m.messages.Sent[1]:
		return m.message([]lower.From{lower.FromAgent, lower.FromBoth})
	case m.messages.Batch:
		return m.batch()
	}
	panic("sample: no type " + name)
}

// isMessage reports whether name is that of messages, and not of a declared type.
func (m *Maker) isMessage(name string) bool {
	_, declared := m.refs[name]
	return !declared
}

func (m *Maker) ref(name string) lower.Ref {
	r, ok := m.refs[name]
	if !ok {
		panic("sample: no type " + name)
	}
	return r
}

// foreign is true once in n times if messages of older and newer peers are made.
func (m *Maker) foreign(n int) bool {
	return m.writer == nil && !m.minimal && !m.lifelike && m.chance(n)
}
