package codec

import (
	"sync"
	"sync/atomic"
)

// A Table describes every type of a protocol. Generated code declares one and
// never changes it. Types refer to each other by their index in Types, so that
// a type may be recursive.
type Table struct {
	Dialect Dialect
	// The members of the messages that have only a row, in the order in which they are written.
	Request, Notification []ShellPart
	Types                 []Type
	Aliases               []Alias // further names, for Verify
	// HideResults reports whether logs omit results: some are sensitive, and which is
	// not known before a response is matched with its request.
	HideResults bool

	// What follows is computed when it is first needed, belongs to the table, and lives as long.
	// There is no mutex: a sync.Once makes what it says, which is only read after it; an atomic
	// pointer goes from nil to a complete value, and goroutines that come at once may each make
	// that value, which is the same.

	prepared sync.Once
	// Of prepared: the calls of all types of messages, and room for what follows.
	calls       []Call
	layouts     []atomic.Pointer[layout]     // by type, of the structs that have only a row
	callLayouts []atomic.Pointer[callLayout] // by call
	goTypes     goTypes                      // by the type of a value that a function is given

	typed     sync.Once
	callTypes callTypes // of typed: calls by the types of their messages

	named sync.Once
	names map[string]TypeID // of named: structs by the names of their Go types
}

// prepare computes, once, what is the same for every text.
func (t *Table) prepare() {
	t.layouts = make([]atomic.Pointer[layout], len(t.Types))
	for i := range t.Types {
		switch typ := &t.Types[i]; {
		case typ.Form == Struct:
			typ.prepare()
		case typ.Form == Messages:
			if t.Dialect.calls == nil {
				t.Dialect.prepare(typ.Calls) // all types of messages have the same
				t.prepareCalls(typ.Calls)
			}
			typ.calls = t.Dialect.calls
		}
	}
	t.goTypes = newGoTypes(2*len(t.Types) + len(t.calls))
}

// TypeID identifies a type: its index in Table.Types, or one of the scalars
// of scalar_row.go. OrNull may be added to either.
type TypeID uint32

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
	ByKey                // the first of Variants whose Key is present
	Ordered              // the first of Arms that reads the value
	Messages             // a JSON-RPC message: a call of one of Calls, or a response
	Batches              // an array of messages of the type Elem
	Limited              // a value of the scalar Elem within Limits
	Tuple                // an array whose items are Fields, in order
)

// A Type is one type of a protocol. Which fields are set depends on its form.
type Type struct {
	Name string // as in the spec; empty for a list, map or literal
	Go   string // Struct, Tuple: the name of the Go type, if it is another one
	Form Form

	Fields []Field // Struct; Tuple, whose last ones may be Optional
	Groups []Group // Struct
	Extra  Extra   // Struct
	// Height is, of a recursive Struct that has only a row, how deep objects and arrays are
	// nested in it up to the next recursive one; else 0.
	Height int
	Rest   *Field // Struct: what undeclared keys are if they have a type, without a name
	Tag    string // Internal, Adjacent; a Struct that is a variant of an Internal union has its union's
	// Values of an Enum; of a Map the keys that it may have, none for any; of a
	// Struct with a Tag its own tag, then its older ones.
	Values       []string
	Tags         []OwnTag      // Struct: instead of Tag and Values, if these do not suffice; Internal: the tags around it
	Numbers      []int64       // of an Enum of integers, instead of Values
	FormerValues []FormerValue // Enum: values that are read as others
	Open         bool          // Enum, and Map with Values: undeclared ones are preserved
	Extensions   *Extensions   // Enum, Map with Values, Struct, Internal, Adjacent, External: the values, keys or tags of extensions, which are preserved; nil: there are none
	Fallback     string        // Enum: JSON of what undeclared values are read as; or empty
	JSON         string        // Literal
	Elem         TypeID        // List, Map, Limited
	Limits       Limits        // Limited; of a List how many items it may have
	SkipBad      bool          // List: items that cannot be read are passed over
	Arms         []TypeID      // ByKind, Ordered
	Kinds        KindSet       // ByKind, Ordered, External: the kinds that it accepts
	Expected     []string      // ByKind, Ordered, External: their descriptions, null last

	TagKind     Kind      // Internal, Adjacent: KindNumber for integers, KindBool; else tags are strings
	Content     string    // Adjacent
	Variants    []Variant // Internal, Adjacent, External, ByKey
	Parts       []TypeID  // Adjacent: the unions that this one is made of, instead of Variants
	Foreign     []TypeID  // Adjacent: the unions whose tags are an error here
	Code        UnionCode // of a union in a struct that has only a row
	KeepUnknown bool      // Internal, Adjacent, External: an undeclared tag is preserved
	Log         Log

	Calls []Call // Messages
	From  From   // Messages: whose calls are declared

	required uint64                            // Struct: as Members counts them
	known    atomic.Pointer[map[string]string] // Enum: its values, if there are many
	calls    *callIndex                        // Messages: of Calls
}

// A Field is one declared key of a struct.
type Field struct {
	Name         string
	FormerNames  []string // older names, read when Name is absent
	Type         TypeID
	Optional     bool // the key may be absent
	Always       bool // it is optional, and written in any case: unset as null
	Tolerant     bool // a value that cannot be read is passed over, as if the key were absent
	NullIsAbsent bool // null is read like an absent key
	NullIsSet    bool // of a group: null sets the field
	Log          Log
}

// A Group is a rule about how many of some fields of a struct are set.
type Group struct {
	Rule   Rule
	Fields []int // their indexes
}

// Rule says how many fields of a group are set.
type Rule uint8

// The rules of groups.
const (
	AtLeastOne Rule = iota
	AtMostOne
	ExactlyOne
)

// allows reports whether n fields may be set.
func (r Rule) allows(n int) bool { return (n > 0 || r == AtMostOne) && (n < 2 || r == AtLeastOne) }

// A FormerValue is a value of an enum, which is read as a current one.
type FormerValue struct{ Name, Value string }

// A Variant is one member of a union. Integer and boolean tags are written as in
// JSON.
type Variant struct {
	Tag         string
	Also        []string // further current tags
	FormerNames []string // older tags
	Key         string   // ByKey: the key that distinguishes it; the last variant may have none
	Type        TypeID
	Default     bool // Internal: an object without a tag is read as this variant
}

// An OwnTag is one tag that a struct carries.
type OwnTag struct {
	Key      string
	Values   []string // the current tags, then older ones
	Today    int      // how many of Values are current; 0 means one
	Kind     Kind     // as Type.TagKind
	Optional bool     // it may be absent
}

// A Call describes the messages of a method.
type Call struct {
	Method      string
	FormerNames []string // older names of the method, which are read
	From        From
	Notify      bool // a notification
	Params      TypeID
	Optional    bool // the key params may be absent
	// NullAsAbsent says that params, which are optional, are absent if they are null.
	NullAsAbsent bool
	// Positions reports whether Params, a struct, may also be an array of its fields
	// in order.
	Positions bool
	// Message is a nil pointer to the type of its messages if they have only a row.
	Message any
	Log     Log
}

// From is the side that sends a message.
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

// typ returns the entry of a type, or nil for a scalar.
func (t *Table) typ(id TypeID) *Type {
	if i := id &^ OrNull; int64(i) < int64(len(t.Types)) {
		return &t.Types[i]
	}
	return nil
}

// variant returns the type of tag in union u, and its current tag.
func (t *Table) variant(u *Type, tag []byte) (today string, id TypeID, ok bool) {
	for i := range u.Variants {
		v := &u.Variants[i]
		if string(tag) == v.Tag || contains(v.Also, tag) || contains(v.FormerNames, tag) {
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

// isForeign reports whether tag is declared by a union that u excludes.
func (t *Table) isForeign(u *Type, tag []byte) bool {
	for _, id := range u.Foreign {
		if _, _, ok := t.variant(t.typ(id), tag); ok {
			return true
		}
	}
	return false
}

// tags returns the current tags of union u.
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
