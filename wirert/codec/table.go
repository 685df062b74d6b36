package codec

import "sync"

// A Table says what every type of a protocol reads. Generated code declares one
// and never changes it; types name each other by their place in Types, so that
// a type may be recursive.
type Table struct {
	Dialect Dialect
	Types   []Type
	Aliases []Alias // further names, for Verify
	// HideResults says that logs do not show results: some are sensitive, and which
	// is not known before a response is paired with its request.
	HideResults bool

	prepared sync.Once
}

// prepare works out, once, what is the same for every text.
func (t *Table) prepare() {
	for i := range t.Types {
		if typ := &t.Types[i]; typ.Form == Struct {
			typ.prepare()
		}
	}
}

// TypeID names a type: its place in Table.Types, or one of the scalars below.
// OrNull may be added to either.
type TypeID uint32

// The types that need no place in a table.
const (
	String TypeID = 1<<28 + iota
	Bool
	Int    // within ±(2^53−1)
	Float  // any finite number
	Any    // any JSON value
	Object // any JSON object
	Null
	Empty // an object that declares nothing

	NoParams // of a Call: its params are ignored
	NoBody   // of a Variant that is its tag alone

	Int32
	Uint32
	Uint       // within 2^53−1
	Int64Text  // a string of decimal digits, of 64 bits
	Uint64Text // likewise, without a sign
	Bytes      // a string of padded base64
	UUID       // a string of lower-case hexadecimal digits in five groups

	// OrNull is added to a type that may also be null.
	OrNull TypeID = 1 << 30
)

// KindSet is a set of JSON kinds: 1<<KindString | 1<<KindObject.
type KindSet uint8

// Form is how a type is built.
type Form uint8

// The forms of types.
const (
	Struct   Form = iota // an object with declared keys
	Enum                 // one of Values
	Literal              // exactly JSON
	List                 // an array of Elem
	Map                  // an object with free keys and values of Elem
	ByKind               // one of Arms, by the JSON kind of the value
	Internal             // one of Variants, by the key Tag among its own keys
	Adjacent             // one of Variants, by the key Tag beside the key Content
	External             // one of Variants, by the only key of the object, or by a string that is the tag
	ByKey                // the first of Variants whose Key is there
	Ordered              // the first of Arms that reads the value
	Messages             // a JSON-RPC message: a call of one of Calls, or a response
	Batches              // an array of messages of the type Elem
	Limited              // a value of the scalar Elem within Limits
	Tuple                // an array whose items are Fields, in order
)

// A Type is one type of a protocol. Which fields are set depends on its form.
type Type struct {
	Name string // as in the spec; empty for a list, map or literal
	Form Form

	Fields []Field // Struct; Tuple, whose last ones may be Optional
	Extra  Extra   // Struct
	Tag    string  // Internal, Adjacent; a Struct that is a variant of an Internal union has its union's
	// Values of an Enum; of a Map the keys that it may have, none for any; of a
	// Struct with a Tag its own tag, then its older ones.
	Values   []string
	Tags     []OwnTag // Struct: instead of Tag and Values, where there is more to say; Internal: the tags around it
	Numbers  []int64  // of an Enum of integers, instead of Values
	Older    []Older  // Enum: values that are read as others
	Open     bool     // Enum, and Map with Values: undeclared ones are kept
	Fallback string   // Enum: JSON of what undeclared values are read as; or empty
	JSON     string   // Literal
	Elem     TypeID   // List, Map, Limited
	Limits   Limits   // Limited; of a List how many items it may have
	Arms     []TypeID // ByKind, Ordered
	Kinds    KindSet  // ByKind, Ordered, External: what it reads
	Expected []string // ByKind, Ordered, External: the words for it, null last

	TagKind     Kind      // Internal, Adjacent: KindNumber for integers, KindBool; else tags are strings
	Content     string    // Adjacent
	Variants    []Variant // Internal, Adjacent, External, ByKey
	Parts       []TypeID  // Adjacent: the unions that this one is made of, instead of Variants
	Foreign     []TypeID  // Adjacent: the unions whose tags are an error here
	KeepUnknown bool      // Internal, Adjacent, External: an undeclared tag is kept
	Log         Log

	Calls []Call // Messages
	From  From   // Messages: whose calls are declared

	required uint64 // Struct: as Members counts them
}

// A Field is one declared key of a struct.
type Field struct {
	Name         string
	Was          []string // older names, read when Name is absent
	Type         TypeID
	Optional     bool // the key may be absent
	NullIsAbsent bool // null is read like an absent key
	Log          Log
}

// An Older value of an enum is read as the one of today.
type Older struct{ Was, Value string }

// A Variant is one member of a union. The tags of a union of integers or
// booleans stand here as JSON has them.
type Variant struct {
	Tag     string
	Also    []string // further tags of today
	Was     []string // older tags
	Key     string   // ByKey: the key that tells it; the last variant may have none
	Type    TypeID
	Default bool // Internal: an object without a tag is read as this variant
}

// An OwnTag is one tag that a struct carries.
type OwnTag struct {
	Key      string
	Values   []string // the tags of today, then older ones
	Today    int      // how many of Values are of today; 0 means one
	Kind     Kind     // as Type.TagKind
	Optional bool     // it may be absent, and is not written
}

// A Call is a method as messages call it.
type Call struct {
	Method   string
	Was      []string // older names of the method, which are read
	From     From
	Notify   bool // a notification
	Params   TypeID
	Optional bool // the key params may be absent
	// Positions tells that Params, a struct, may also come as an array of its
	// fields in order.
	Positions bool
	Log       Log
}

// is reports whether the call has this name, today or in older versions.
func (c *Call) is(method []byte) bool {
	if string(method) == c.Method {
		return true
	}
	for _, w := range c.Was {
		if string(method) == w {
			return true
		}
	}
	return false
}

// From says which side sends.
type From uint8

// The sides: the first role of a protocol, the second, and either.
const (
	FromClient From = 1
	FromAgent  From = 2
	FromBoth        = FromClient | FromAgent
)

// An Alias is a further name of a type.
type Alias struct {
	Name string
	Type TypeID
}

// typ is the entry of a type that is no scalar, or nil.
func (t *Table) typ(id TypeID) *Type {
	if i := id &^ OrNull; int64(i) < int64(len(t.Types)) {
		return &t.Types[i]
	}
	return nil
}

// variant finds the type that tag stands for in union u, and the tag of today.
func (t *Table) variant(u *Type, tag []byte) (today string, id TypeID, ok bool) {
	for i := range u.Variants {
		v := &u.Variants[i]
		if string(tag) == v.Tag || contains(v.Also, tag) || contains(v.Was, tag) {
			return v.Tag, v.Type, true
		}
	}
	for _, part := range u.Parts {
		if today, id, ok := t.variant(t.typ(part), tag); ok {
			return today, id, true
		}
	}
	return "", 0, false
}

// isForeign reports whether tag is declared by a union that u keeps out.
func (t *Table) isForeign(u *Type, tag []byte) bool {
	for _, id := range u.Foreign {
		if _, _, ok := t.variant(t.typ(id), tag); ok {
			return true
		}
	}
	return false
}

// tags are the tags of today of union u.
func (t *Table) tags(u *Type) []string {
	var out []string
	for i := range u.Variants {
		out = append(append(out, u.Variants[i].Tag), u.Variants[i].Also...)
	}
	for _, part := range u.Parts {
		out = append(out, t.tags(t.typ(part))...)
	}
	return out
}
