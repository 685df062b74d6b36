// Package meaning reads JSON as the model of a protocol says, straight from the
// model: the meaning of the language, written once more, slowly and plainly.
// In go a protocol, the name of a type and a text; out come the first error, or
// the value in normal form, what is written of it, and what keeps an author of
// this version from writing it. It is what generated code is held against and
// what recorded traffic is verified with, so it shares no code with the
// runtimes of any target.
package meaning

import (
	"github.com/wiregen/wiregen/internal/model"
)

// A Reader reads the messages of one protocol.
type Reader struct {
	proto  *model.Protocol
	decls  map[string]model.Decl
	Strict bool // keys, tags, values and methods that the spec does not declare are errors
	Depth  int  // deepest nesting of a text
}

// New is a reader of p's messages.
func New(p *model.Protocol) *Reader {
	r := &Reader{proto: p, decls: make(map[string]model.Decl, len(p.Decls)), Depth: 1000}
	for _, d := range p.Decls {
		r.decls[d.TypeName()] = d
	}
	return r
}

// A Reading is what a text holds.
type Reading struct {
	Value *Value // in normal form; nil when Err is not
	Err   *Error // why the text is refused
	Unfit *Error // why an author of this version may not write the value
}

// Has tells whether name is a type that Read knows: one of the spec, Message,
// the messages of one role, or Batch.
func (r *Reader) Has(name string) bool {
	if _, ok := r.decls[name]; ok {
		return true
	}
	_, ok := r.messages(name)
	return ok || name == "Batch" && r.proto.Dialect.Batch != nil
}

// Read reads a text as the type called name.
func (r *Reader) Read(name string, text []byte) Reading {
	v, err := parse(text, r.Depth)
	if err != nil {
		return Reading{Err: err}
	}
	return r.ReadValue(name, v)
}

// Parse is the text layer alone.
func (r *Reader) Parse(text []byte) (*Value, *Error) { return parse(text, r.Depth) }

// ReadValue reads a value as the type called name.
func (r *Reader) ReadValue(name string, v *Value) Reading {
	p := r.pass()
	out, err := p.named(name, v)
	return p.reading(out, err)
}

// ReadType reads a value as the type t.
func (r *Reader) ReadType(t model.Type, v *Value) Reading {
	p := r.pass()
	out, err := p.value(t, v, "")
	return p.reading(out, err)
}

func (r *Reader) pass() *pass { return &pass{Reader: r, tried: make(map[trial]outcome)} }

func (p *pass) reading(out *Value, err *Error) Reading {
	if err != nil {
		return Reading{Err: err}
	}
	return Reading{Value: out, Unfit: p.unfit}
}

// A pass is one reading. The first fault for a writer is kept beside it.
type pass struct {
	*Reader
	unfit  *Error
	tried  map[trial]outcome // of ordered unions
	unsaid bool              // nobody asks what an author may write
}

func (p *pass) unfitFor(e *Error) {
	if p.unfit == nil {
		p.unfit = e
	}
}

func (p *pass) named(name string, v *Value) (*Value, *Error) {
	if d, ok := p.decls[name]; ok {
		return p.value(d, v, "")
	}
	if name == "Batch" && p.proto.Dialect.Batch != nil {
		return p.batch(v)
	}
	side, _ := p.messages(name)
	return p.message(v, "", side)
}
