package codec

import (
	"reflect"
	"strings"
	"sync"
)

// A Decoder reads one JSON text in a single pass. At the first thing that it does
// not expect it fails without a reason, and every further call does nothing; the
// table reader then decides whether the text is valid. It is used by generated
// code, as Decode describes.
type Decoder struct {
	// Name is the key that NextKey stopped at. It is valid until the next key,
	// and until the end of the object that contains it.
	Name []byte

	table  *Table // the types of what is read
	buf    []byte
	pos    int
	depth  int // of objects and arrays that are open
	max    int
	ahead  int64 // how much was scanned ahead for tags
	first  bool
	failed bool
	spaced bool // white space was seen since this was last cleared
	normal bool // the text comes from the table reader: each key occurs once
	hints  []variantHint

	seeking bool        // a tag is being searched for
	ends    map[int]int // where the large values end that such a search has passed

	union    int    // where the object of the last tag begins
	opened   opened // how far that object was entered, until its members are read
	content  bool   // the last BeginAdjacent found a content
	tag      []byte // the last tag
	nameText []byte // room for a key with escapes
	tagText  []byte // room for a tag with escapes
	text     []byte // room for any other string with escapes

	ints    chunk[int64]
	floats  chunk[float64]
	bools   chunk[bool]
	strings chunk[string]
	shared  strings.Builder
}

// maxScratch is how much room a pooled decoder may keep.
const maxScratch = 1 << 20

var decoders = sync.Pool{New: func() any { return new(Decoder) }}

// Decode reads data as the type id of t. It is read once by read, the generated
// code of the type; what that does not accept is read by the table reader,
// which decides and makes the error.
func Decode[T any](data []byte, t *Table, id TypeID, read func(*Decoder) T) (T, error) {
	d := newDecoder(t, data, DefaultMaxDepth)
	v := read(d)
	ok := d.atEnd()
	d.free()
	if ok {
		return v, nil
	}
	return decodeNormal(Options{}, data, t, id, read)
}

// DecodeConst is Decode for a value that carries no information.
func DecodeConst(data []byte, t *Table, id TypeID, read func(*Decoder)) error {
	_, err := Decode(data, t, id, func(d *Decoder) struct{} {
		read(d)
		return struct{}{}
	})
	return err
}

// DecodeEmpty is DecodeConst for an object that declares nothing.
func (t *Table) DecodeEmpty(data []byte) error {
	return DecodeConst(data, t, Empty, (*Decoder).Empty)
}

// A Reader is a pointer to a struct, which reads itself. Functions take it in place
// of a type parameter: the compiler makes each type that such a function names once
// for every struct.
type Reader interface {
	DecodeJSON(d *Decoder)
}

// Read is Decode for a struct, which v points to. It returns v, or nil and an error. Its type
// parameter is a pointer, because the compiler makes it once for all pointers.
func Read[P any](data []byte, t *Table, v P) (P, error) {
	return ReadReport(data, t, v, nil)
}

// ReadReport is Read, and calls report with the path of each value that is passed
// over, and why.
func ReadReport[P any](data []byte, t *Table, v P, report func(path, words string)) (P, error) {
	if err := t.read(data, v, report); err != nil {
		var none P
		return none, err
	}
	return v, nil
}

func (t *Table) read(data []byte, v any, report report) error {
	g, at := t.structOf(v)
	d := newDecoder(t, data, DefaultMaxDepth)
	g.into(d, v, at)
	ok := d.atEnd()
	d.free()
	if ok {
		return nil
	}
	_, err := decodeNormal(Options{report: report}, data, t, g.id, func(d *Decoder) any {
		reflect.ValueOf(v).Elem().SetZero() // the first reader may have set fields
		g.into(d, v, at)
		return v
	})
	return err
}

// DecodeReport is Decode, and calls report with the path of each value that is passed
// over, and why.
func DecodeReport[T any](data []byte, t *Table, id TypeID, read func(*Decoder) T, report func(path, words string)) (T, error) {
	return DecodeWith(Options{report: report}, data, t, id, read)
}

// DecodeWith is Decode with options.
func DecodeWith[T any](o Options, data []byte, t *Table, id TypeID, read func(*Decoder) T) (T, error) {
	if o.Strict || o.tableOnly {
		return decodeNormal(o, data, t, id, read)
	}
	d := newDecoder(t, data, o.depth())
	v := read(d)
	ok := d.atEnd()
	d.free()
	if ok {
		return v, nil
	}
	return decodeNormal(o, data, t, id, read)
}

// decodeNormal normalizes data with the table reader, and decodes the normal form
// with read, which cannot fail on it.
func decodeNormal[T any](o Options, data []byte, t *Table, id TypeID, read func(*Decoder) T) (T, error) {
	normal, hints, err := t.decide(data, id, o)
	if err != nil {
		var zero T
		return zero, err
	}
	d := newDecoder(t, normal, o.depth())
	d.normal, d.hints = true, hints
	v := read(d)
	if !d.atEnd() {
		panic("bug of wiregen: the reader of " + t.name(id) + " refused the normal form of a valid value")
	}
	d.free()
	return v, nil
}

// Verify reports whether data is a value of the type that the spec calls name.
func (t *Table) Verify(name string, data []byte, o Options) error {
	id, ok := t.lookUp(name)
	if !ok {
		return &Error{Expected: "the name of a type", Found: quoteShort([]byte(name)), Code: CodeUndeclared}
	}
	_, err := t.normalize(data, id, o)
	return err
}

func (t *Table) lookUp(name string) (TypeID, bool) {
	for i := range t.Types {
		if t.Types[i].Name == name && name != "" {
			return TypeID(i), true
		}
	}
	for _, a := range t.Aliases {
		if a.Name == name {
			return a.Type, true
		}
	}
	return 0, false
}

func newDecoder(t *Table, data []byte, max int) *Decoder {
	t.prepared.Do(t.prepare)
	d := decoders.Get().(*Decoder)
	d.table, d.buf, d.max = t, data, max
	return d
}

// free returns d to the pool, with its scratch and nothing else.
func (d *Decoder) free() {
	if cap(d.nameText)+cap(d.tagText)+cap(d.text) > maxScratch || d.ends != nil || d.hints != nil {
		*d = Decoder{}
	}
	// One by one, which is faster than clearing everything.
	d.Name, d.table, d.buf, d.tag = nil, nil, nil, nil
	d.pos, d.depth, d.ahead, d.union = 0, 0, 0, 0
	d.first, d.failed, d.spaced, d.normal, d.seeking, d.content = false, false, false, false, false, false
	d.opened = notOpened
	decoders.Put(d)
}

// Fail refuses the text.
func (d *Decoder) Fail() {
	d.failed = true
	d.pos = len(d.buf)
}

// atEnd reports whether the whole text was accepted.
func (d *Decoder) atEnd() bool {
	d.next()
	return !d.failed && d.pos >= len(d.buf)
}

// next returns the next byte that is not white space, without passing it; 0 at
// the end.
func (d *Decoder) next() byte {
	if d.pos < len(d.buf) {
		if c := d.buf[d.pos]; c > ' ' {
			return c
		}
	}
	return d.afterSpace()
}

func (d *Decoder) afterSpace() byte {
	for ; d.pos < len(d.buf); d.pos++ {
		c := d.buf[d.pos]
		if !isSpace(c) {
			return c
		}
		d.spaced = true
	}
	return 0
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' }

// Kind is the kind of a JSON value.
type Kind uint8

// The kinds of JSON values. KindNone is the absence of a value.
const (
	KindNone Kind = iota
	KindNull
	KindBool
	KindNumber
	KindString
	KindArray
	KindObject
)

// Kind returns the kind of the value that comes next.
func (d *Decoder) Kind() Kind { return kindOf(d.next()) }

// kindOf returns the kind of a value that begins with c.
func kindOf(c byte) Kind {
	switch c {
	case '{':
		return KindObject
	case '[':
		return KindArray
	case '"':
		return KindString
	case 't', 'f':
		return KindBool
	case 'n':
		return KindNull
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return KindNumber
	}
	return KindNone
}
