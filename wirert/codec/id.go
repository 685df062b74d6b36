package codec

import "strconv"

// An ID is the id of a JSON-RPC message: a string, an integer or null. The zero ID means that
// there is no id. IDs are comparable and can be map keys; ids of different kinds are never
// equal.
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

// StringID returns the id s.
func StringID(s string) ID { return ID{kind: stringID, text: s} }

// IntID returns the id n.
func IntID(n int64) ID { return ID{kind: intID, num: n} }

// NullID returns the id null, as in the response to a request whose id could not be read.
func NullID() ID { return ID{kind: nullID} }

// IsZero reports whether id is the zero ID.
func (id ID) IsZero() bool { return id.kind == noID }

// IsNull reports whether id is null.
func (id ID) IsNull() bool { return id.kind == nullID }

// Text returns the id if it is a string.
func (id ID) Text() (s string, ok bool) { return id.text, id.kind == stringID }

// Int returns the id if it is an integer.
func (id ID) Int() (n int64, ok bool) { return id.num, id.kind == intID }

// String returns the id as JSON, for logs. The zero ID is "".
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

// MarshalJSON implements json.Marshaler. The zero ID is written as null.
func (id ID) MarshalJSON() ([]byte, error) { return AppendID(nil, id), nil }

// UnmarshalJSON implements json.Unmarshaler. It accepts a string, an integer or null.
func (id *ID) UnmarshalJSON(data []byte) error {
	return UnmarshalUnion(data, id, decodeID)
}

// idTable is the table for reading an ID on its own, which may be null.
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

// id reads an id of a kind that the dialect allows, or null. The caller decides whether null
// is valid.
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

// AppendID appends id. The zero ID is written as null.
func AppendID(dst []byte, id ID) []byte {
	switch id.kind {
	case stringID:
		return AppendString(dst, id.text)
	case intID:
		return AppendInt(dst, id.num)
	}
	return append(dst, "null"...)
}
