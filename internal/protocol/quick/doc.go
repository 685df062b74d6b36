// Package quick is a fast validator. It compiles the rows of a protocol to programs that scan
// the bytes of a text once, without making values. A program accepts only texts that package
// interp accepts, and extracts from them what package verify counts and what session rules
// need. It does not decide about texts that are not obviously valid: package interp does, and
// makes the errors.
package quick

import (
	"bytes"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// Options configure a Program.
type Options struct {
	// Strict leaves texts with undeclared content to the interpreter, which makes the errors.
	Strict bool
}

// A Program validates texts of one protocol. It must not be used concurrently.
type Program struct {
	walk
	rows  *lower.Program
	nodes map[nodeKey]*node
	types map[model.Type]ref
	// reaches says, for each type, whether an event or a request in a value of it counts.
	reaches  []bool
	messages messages
	inner    []byte // a text within a line
	// perObject and perArray are the greatest weights that each may add.
	perObject, perArray int64
}

// A Verdict is the result of validating a text.
type Verdict uint8

// The verdicts.
const (
	Unsure   Verdict = iota // only the interpreter can tell
	Accepted                // it is valid
	Refused                 // it is not
)

// A Tag is that of an event or a request in a value.
type Tag struct {
	Union *model.Union
	Name  string // as a reader knows it: a current tag, or an undeclared one
}

// New compiles a protocol. Types are compiled when they are first needed.
func New(rows *lower.Program, opt Options) *Program {
	p := &Program{rows: rows, nodes: make(map[nodeKey]*node), types: make(map[model.Type]ref)}
	p.strict = opt.Strict
	object, array := rows.Burden()
	p.perObject, p.perArray = int64(object+model.TableWeight), int64(array+model.ItemWeight)
	p.findReach()
	if p.messages.unsure = len(rows.Calls) == 0; !p.messages.unsure {
		p.compileMessages()
	}
	return p
}

// Value reads a text as the type t.
func (p *Program) Value(t model.Type, text []byte) Verdict {
	n, known := p.types[t]
	if !known {
		n = p.ref(p.rows.Ref(t), true)
		p.types[t] = n
	}
	if p.mayOverweigh(text) {
		return Unsure
	}
	w := &p.walk
	w.begin(text)
	w.space()
	switch {
	case !w.value(n):
		if w.sure {
			return Refused
		}
		return Unsure
	case !w.atEnd():
		return Unsure
	}
	return Accepted
}

// mayOverweigh reports whether what a text is read as may have more than the maximum weight,
// which only the interpreter counts.
func (p *Program) mayOverweigh(text []byte) bool {
	most := p.rows.Dialect.MaxWeight - p.perObject
	if int64(len(text))*(max(p.perObject, p.perArray)+model.ItemWeight)/3 <= most {
		return false
	}
	n := func(c byte) int64 { return int64(bytes.Count(text, []byte{c})) }
	return n('{')*p.perObject+n('[')*p.perArray+n(',')*model.ItemWeight+n(':')*model.EntryWeight > most
}

// Tags are those of the events and requests in the text that was accepted last, an outer
// one before those inside it. They are valid until the next text is read.
func (p *Program) Tags() []Tag { return p.tags }

// Extensions is how many names of extensions that text has.
func (p *Program) Extensions() int { return p.extensions }
