package codec

import (
	"reflect"
	"strings"
	"sync"
)

// A Decoder reads one JSON text in a single pass. When the text is not as expected, it fails
// without a reason, and all further calls do nothing; the table reader then decides whether
// the text is valid. Generated code uses it as Decode describes.
type Decoder struct {
	// Name is the key that NextKey stopped at. It is valid until the next key,
	// and until the end of the object that contains it.
	Name []byte

	table  *Table // the types of the text
	buf    []byte
	pos    int
	depth  int // number of open objects and arrays
	max    int
	ahead  int64 // number of bytes scanned ahead for tags
	first  bool
	failed bool
	spaced bool // white space was seen since it was last cleared
	normal bool // the text was written by the table reader: each key occurs once
	hints  []variantHint

	seeking bool        // skipping a value in search of a tag
	ends    map[int]int // by start: the ends of large values that such a search has skipped

	union    int    // start of the object of the last tag
	opened   opened // position in that object, until its members are read
	content  bool   // the last BeginAdjacent found the content
	tag      []byte // the last tag
	nameText []byte // buffer for a key with escapes
	tagText  []byte // buffer for a tag with escapes
	text     []byte // buffer for any other string with escapes

	ints    chunk[int64]
	floats  chunk[float64]
	bools   chunk[bool]
	strings chunk[string]
	shared  strings.Builder
}

// maxScratch is the maximum total capacity of the buffers of a pooled decoder.
const maxScratch = 1 << 20

var decoders = sync.Pool{New: func() any { return new(Decoder) }}

// Decode decodes data as the type id of t. read is the generated reader of the type; if it
// fails, the table reader decides whether the text is valid and makes the error.
func Decode[T any](data []byte, t *Table, id TypeID, read func(*Decoder) T) (T, error) {
	if !t.isLight(data) && t.mayOverweigh(data, t.maxWeight()) {
		return decodeNormal(Options{}, data, t, id, read)
	}
	d := newDecoder(t, data, DefaultMaxDepth)
	v := read(d)
	ok := d.atEnd()
	d.free()
	if ok {
		return v, nil
	}
	return decodeNormal(Options{}, data, t, id, read)
}

// DecodeConst is like Decode, for a value that carries no information.
func DecodeConst(data []byte, t *Table, id TypeID, read func(*Decoder)) error {
	_, err := Decode(data, t, id, func(d *Decoder) struct{} {
		read(d)
		return struct{}{}
	})
	return err
}

// DecodeEmpty is DecodeConst for an object without declared members.
func (t *Table) DecodeEmpty(data []byte) error {
	return DecodeConst(data, t, Empty, (*Decoder).Empty)
}

// A Reader is a pointer to a struct that decodes itself. Functions take a Reader rather than a
// type parameter, because the compiler would instantiate them for every struct.
type Reader interface {
	DecodeJSON(d *Decoder)
}

// Read decodes data into the struct that v points to. It returns v, or nil and an error. Its
// type parameter is a pointer, so that the compiler instantiates it once for all structs.
func Read[P any](data []byte, t *Table, v P) (P, error) {
	return ReadReport(data, t, v, nil)
}

// ReadReport is like Read, and calls report with the path of each skipped value and the
// reason.
func ReadReport[P any](data []byte, t *Table, v P, report func(path, words string)) (P, error) {
	if err := t.read(data, v, report); err != nil {
		var none P
		return none, err
	}
	return v, nil
}

func (t *Table) read(data []byte, v any, report report) error {
	g, at := t.structOf(v)
	if t.isLight(data) || !t.mayOverweigh(data, t.maxWeight()) {
		d := newDecoder(t, data, DefaultMaxDepth)
		g.into(d, v, at)
		ok := d.atEnd()
		d.free()
		if ok {
			return nil
		}
	}
	_, err := decodeNormal(Options{report: report}, data, t, g.id, func(d *Decoder) any {
		reflect.ValueOf(v).Elem().SetZero() // the first attempt may have set fields
		g.into(d, v, at)
		return v
	})
	return err
}

// DecodeReport is like Decode, and calls report with the path of each skipped value and the
// reason.
func DecodeReport[T any](data []byte, t *Table, id TypeID, read func(*Decoder) T, report func(path, words string)) (T, error) {
	return DecodeWith(Options{report: report}, data, t, id, read)
}

// DecodeWith is like Decode, with options.
func DecodeWith[T any](o Options, data []byte, t *Table, id TypeID, read func(*Decoder) T) (T, error) {
	if o.Strict || o.tableOnly || t.overweighs(data, o) {
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

// decodeNormal normalizes data with the table reader and decodes the normal form with read,
// which cannot fail.
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

// Verify returns an error unless data is a value of the type with a name in the spec.
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

// free returns d to the pool. Only its buffers are kept.
func (d *Decoder) free() {
	if cap(d.nameText)+cap(d.tagText)+cap(d.text) > maxScratch || d.ends != nil || d.hints != nil {
		*d = Decoder{}
	}
	// Field by field, which is faster than clearing everything.
	d.Name, d.table, d.buf, d.tag = nil, nil, nil, nil
	d.pos, d.depth, d.ahead, d.union = 0, 0, 0, 0
	d.first, d.failed, d.spaced, d.normal, d.seeking, d.content = false, false, false, false, false, false
	d.opened = notOpened
	decoders.Put(d)
}

// Fail makes the decoder fail.
func (d *Decoder) Fail() {
	d.failed = true
	d.pos = len(d.buf)
}

// atEnd reports whether the whole text was read without failing.
func (d *Decoder) atEnd() bool {
	d.next()
	return !d.failed && d.pos >= len(d.buf)
}

// next skips white space and returns the next byte without reading it, or 0 at the end.
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

// The kinds of JSON values. KindNone means that there is no value.
const (
	KindNone Kind = iota
	KindNull
	KindBool
	KindNumber
	KindString
	KindArray
	KindObject
)

// Kind returns the kind of the next value.
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
