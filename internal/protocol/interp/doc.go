// Package interp is the reference reader of messages: it interprets the model of a protocol
// directly, and favours simplicity over speed. Given a protocol, the name of a type and a
// text, it returns the first error, or the value in normal form, its encoding, and the reason
// if a writer of this version must not write it. It is the test oracle of generated code and
// verifies recorded messages, so it shares no code with the runtimes of any target. It also
// reads the defaults and examples of a spec.
package interp

import (
	"strings"
	"sync"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A Reader reads the messages of one protocol.
type Reader struct {
	proto *model.Protocol
	decls map[string]model.Decl
	// Messages are the names that Read has for messages.
	Messages model.MessageNames
	Depth    int // deepest nesting of a text

	MaxWeight int64 // of what a value is read as; 0 means any

	patterns sync.Map // *regexp.Regexp, each compiled once, by its text
	weights  sync.Map // int64, of the defaults that were weighed, by their *model.Field

	hidesSome func() bool // whether errors do not quote the values of some element
}

// New returns a reader of p's messages.
func New(p *model.Protocol) *Reader {
	r := &Reader{proto: p, decls: make(map[string]model.Decl, len(p.Decls)), Messages: p.MessageNames(), Depth: 1000, MaxWeight: p.MaxWeight(), hidesSome: sync.OnceValue(p.HidesSome)}
	for _, d := range p.Decls {
		r.decls[d.TypeName()] = d
	}
	return r
}

// A Reading is the result of reading a text.
type Reading struct {
	Value *Value // in normal form; nil when Err is not
	Err   *Error // why the text is refused
	Unfit *Error // why a writer of this version must not write the value
	// Undeclared are the undeclared keys, tags, values and methods that a reader
	// accepts, and the faults of the values that it passes over, in the order in which
	// it reads them. If the text is refused, they are those before the fault.
	Undeclared []*Error
	Extensions int        // how many names of extensions it has, which are not among Undeclared
	Dropped    []*Dropped // the values that were passed over
	Ignored    bool       // it is a message that is accepted and ignored
	Unknown    bool       // it is a call of an undeclared method
	// Refused is what could be read of a message that is refused; nil for a value of
	// another type.
	Refused *Refused
}

// Dropped is a value that was passed over, because its place tolerates faults.
type Dropped struct {
	Path string // of the field or the item
	Err  *Error
}

// Strict returns the first error of a reader that refuses undeclared content; or nil.
func (r Reading) Strict() *Error {
	if len(r.Undeclared) > 0 {
		return r.Undeclared[0]
	}
	return r.Err
}

// Has reports whether name is a type that Read knows: one of the spec or of Messages.
func (r *Reader) Has(name string) bool {
	if _, ok := r.decls[name]; ok {
		return true
	}
	return r.isMessage(name)
}

// isMessage reports whether name is one of Messages.
func (r *Reader) isMessage(name string) bool {
	_, ok := r.messages(name)
	return ok || r.isBatch(name)
}

func (r *Reader) isBatch(name string) bool { return name != "" && name == r.Messages.Batch }

// Read reads a text as the type called name.
func (r *Reader) Read(name string, text []byte) Reading {
	v, err := parse(text, r.Depth)
	if err != nil {
		reading := Reading{Err: err}
		if r.isMessage(name) {
			reading.Refused = &Refused{Code: parseError}
		}
		return reading
	}
	return r.ReadValue(name, v)
}

// Parse is only the text layer.
func (r *Reader) Parse(text []byte) (*Value, *Error) { return parse(text, r.Depth) }

// ReadValue reads a value as the type called name.
func (r *Reader) ReadValue(name string, v *Value) Reading {
	p := r.pass()
	out, err := p.ofName(name, v)
	return p.reading(out, err)
}

// ReadType reads a value as the type t.
func (r *Reader) ReadType(t model.Type, v *Value) Reading {
	p := r.pass()
	out, err := p.value(t, v, "")
	return p.reading(out, err)
}

// ReadElement is ReadType for a value of an element of the spec.
func (r *Reader) ReadElement(of *model.Meta, t model.Type, v *Value) Reading {
	p := r.pass()
	out, err := p.element(of, t, v, "")
	return p.reading(out, err)
}

// Accepts reports whether a reader accepts v as t.
func Accepts(t model.Type, v *Value) bool {
	p := new(Reader).pass()
	p.verdict = true
	_, err := p.value(t, v, "")
	return err == nil
}

// An Examination is what is found in a value of a spec.
type Examination struct {
	Faults []*Error
	Exact  []*Value // the numbers whose exact value counts
	Names  []Name   // the names of elements, if they are wanted
}

// A Name is a value that is the name of an element, or the key of a member that is.
type Name struct {
	Value *Value
	InKey bool // the key of the member with the value
	Of    *model.Meta
}

// Examine reads v as a value of t that a writer of this version writes: with current
// names, without undeclared content except the values of open enums and the keys
// that a struct keeps, and within all limits, including advisory ones. It is for
// values of a spec, whose types may still have faults.
func Examine(t model.Type, v *Value, names bool) Examination {
	p := new(Reader).pass()
	p.verdict, p.authored, p.named = true, true, names
	_, _ = p.value(t, v, "") // every error is among the faults
	return Examination{p.faults, p.exact, p.names}
}

func (r *Reader) pass() *pass {
	return &pass{Reader: r, trials: make(map[trial]outcome), left: r.MaxWeight}
}

func (p *pass) reading(out *Value, err *Error) Reading {
	if err != nil {
		return Reading{Err: err, Undeclared: p.undeclared, Refused: p.refused}
	}
	return Reading{Value: out, Unfit: p.unfit, Undeclared: p.undeclared, Extensions: p.extensions, Dropped: p.dropped, Ignored: p.ignored, Unknown: p.unknown}
}

// A pass is one reading.
type pass struct {
	*Reader
	findings
	ignored  bool
	unknown  bool              // the message calls an undeclared method
	refused  *Refused          // the message with the error
	trials   map[trial]outcome // of ordered unions
	left     int64             // of the maximum weight
	heavy    *Error            // the weight was exceeded: nothing else counts
	tried    *string           // the path of the outermost value that is tried as several variants; or nil
	verdict  bool              // neither the value nor the fault for a writer is needed
	authored bool              // Examine: every fault is wanted
	named    bool              // Examine: the names of elements are wanted
	filling  int               // how many defaults it is within
	hides    bool              // what is read is sensitive: errors do not quote it
}

// findings are the results apart from the value.
type findings struct {
	unfit      *Error // the first fault for a writer
	undeclared []*Error
	extensions int
	dropped    []*Dropped
	faults     []*Error // authored
	exact      []*Value // authored: the numbers whose exact value counts
	names      []Name   // named
}

// fault returns err, an error of reading v as t. If every fault is wanted, err is
// recorded and reading continues.
func (p *pass) fault(t model.Type, v *Value, err *Error) *Error {
	if err == nil {
		return nil
	}
	if err.Type == nil {
		err.Type = t
	}
	if err.At == nil {
		err.At = v
	}
	if p.authored {
		p.faults = append(p.faults, err)
		return nil
	}
	return err
}

// tolerate passes over the value at path, which has the fault err. What was found in
// the value since before is forgotten, but for its undeclared content, which a strict
// reader meets first.
func (p *pass) tolerate(before findings, path string, err *Error) {
	p.unfit, p.dropped = before.unfit, p.dropped[:len(before.dropped)]
	p.extensions = before.extensions
	p.dropped = append(p.dropped, &Dropped{path, err})
	p.note(err)
}

// older are older names, which a writer of this version does not write.
func (p *pass) older(was []string) []string {
	if p.authored {
		return nil
	}
	return was
}

// name records that a value, or the key of a member, is the name of an element.
func (p *pass) name(v *Value, inKey bool, of *model.Meta) {
	if p.named {
		p.names = append(p.names, Name{v, inKey, of})
	}
}

func (p *pass) unfitFor(e *Error) {
	switch {
	case p.authored:
		p.faults = append(p.faults, e)
	case p.unfit == nil:
		p.unfit = e
	}
}

// written moves the fault for a writer, if it was found since before, from the
// name that was read to the one that is written.
func (p *pass) written(before *Error, read, today string) {
	if p.unfit != before {
		p.unfit.Path = today + strings.TrimPrefix(p.unfit.Path, read)
	}
}

func (p *pass) ofName(name string, v *Value) (*Value, *Error) {
	if d, ok := p.decls[name]; ok {
		return p.value(d, v, "")
	}
	p.refused = &Refused{Code: invalidRequest}
	if p.isBatch(name) {
		return p.batch(v)
	}
	side, ok := p.messages(name)
	if !ok {
		panic("interp: no type " + name)
	}
	return p.message(v, "", side)
}
