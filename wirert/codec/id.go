package codec

import "strconv"

// An ID is the id of a JSON-RPC message: a string, an integer or null, which
// are never equal to each other. The zero ID is the absence of an id.
// IDs are comparable and may be keys of a map.
type ID struct {
	kind idKind
	text string
	num  int64
}

type idKind uint8

const (
	noID idKind = iota
	nullID
	stringID
	intID
)

// StringID returns the id with the string s.
func StringID(s string) ID { return ID{kind: stringID, text: s} }

// IntID returns the id with the integer n.
func IntID(n int64) ID { return ID{kind: intID, num: n} }

// NullID returns the id null, of a response to a request whose id could not be
// read.
func NullID() ID { return ID{kind: nullID} }

// IsZero reports whether id is the zero ID.
func (id ID) IsZero() bool { return id.kind == noID }

// IsNull reports whether id is null.
func (id ID) IsNull() bool { return id.kind == nullID }

// Text returns the string of id, if it is one.
func (id ID) Text() (s string, ok bool) { return id.text, id.kind == stringID }

// Int returns the integer of id, if it is one.
func (id ID) Int() (n int64, ok bool) { return id.num, id.kind == intID }

// String returns id as JSON, for logs; empty for the zero ID.
func (id ID) String() string {
	switch id.kind {
	case nullID:
		return "null"
	case stringID:
		return string(AppendString(nil, id.text))
	case intID:
		return strconv.FormatInt(id.num, 10)
	}
	return ""
}

// MarshalJSON writes id; the zero ID is written as null.
func (id ID) MarshalJSON() ([]byte, error) { return AppendID(nil, id), nil }

// UnmarshalJSON reads a string, an integer or null.
func (id *ID) UnmarshalJSON(data []byte) error {
	return UnmarshalUnion(data, id, decodeID)
}

// idTable lets an ID be read on its own: the id of a response that may be null.
var idTable = Table{
	Types: []Type{{
		Name: "ID", Form: ByKind, Kinds: 1<<KindString | 1<<KindNumber, Expected: []string{"a string", "an integer"}, Arms: []TypeID{String, Int},
	}},
}

func decodeID(data []byte) (ID, error) {
	return Decode(data, &idTable, 0|OrNull, func(d *Decoder) ID {
		return d.id(&Dialect{StringID: true, IntID: true})
	})
}

// id reads an id of one of the dialect's kinds, or null. The caller
// decides whether null is allowed.
func (d *Decoder) id(dialect *Dialect) ID {
	switch d.Kind() {
	case KindNull:
		d.NullValue()
		return NullID()
	case KindString:
		if dialect.StringID {
			return StringID(d.String())
		}
	case KindNumber:
		if dialect.IntID {
			return IntID(d.Int())
		}
	}
	d.Fail()
	return ID{}
}

// AppendID appends id; the zero ID is written as null.
func AppendID(dst []byte, id ID) []byte {
	switch id.kind {
	case stringID:
		return AppendString(dst, id.text)
	case intID:
		return AppendInt(dst, id.num)
	}
	return append(dst, "null"...)
}
