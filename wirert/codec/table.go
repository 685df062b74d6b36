package codec

import (
	"math"
	"sync"
	"sync/atomic"
)

// A Table describes the types of a protocol. Generated code declares one and never changes it.
// Types refer to each other by their index in Types, so that they may be recursive. A Table
// may be used concurrently.
type Table struct {
	Dialect Dialect
	// The parts of messages without generated code, in the order in which they are written.
	Request, Notification []MessagePart
	Types                 []Type
	Aliases               []Alias // additional names, for Verify
	// HideResults says that logs omit all results, because some are sensitive, and which is
	// only known once a response is matched with its request.
	HideResults bool

	// The fields below are computed on first use. Values guarded by a sync.Once are read only
	// after it. An atomic pointer changes from nil to a complete value once; concurrent
	// goroutines may each compute that value, with the same result.

	prepared sync.Once
	// Guarded by prepared: the calls of all types of messages, and memory for the layouts.
	calls       []Call
	layouts     []atomic.Pointer[layout]     // by type, of the structs without generated code
	callLayouts []atomic.Pointer[callLayout] // by call
	burden      burden
	light       int     // the length up to which a text is too short to be too heavy
	goTypes     goTypes // by Go type

	typed     sync.Once
	callTypes callTypes // guarded by typed

	secrets sync.Once
	// Guarded by secrets, like secret of each type: messages have something sensitive.
	secret bool

	named sync.Once
	names map[string]TypeID // guarded by named: structs by the names of their Go types
}

// prepare computes the fields that prepared guards.
func (t *Table) prepare() {
	t.burden = burdenOf(t.Types)
	t.light = int(min(t.lightest(t.maxWeight()), math.MaxInt32))
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
// of scalar_row.go. OrNull and Hidden may be added to either.
type TypeID uint32

// KindSet is a set of JSON kinds: 1<<KindString | 1<<KindObject.
type KindSet uint8

// Form says how a type is composed.
type Form uint8

// The forms of types.
const (
	Struct   Form = iota // an object with declared keys
	Enum                 // one of Values
	Literal              // exactly the value Type.JSON
	List                 // an array of Elem
	Map                  // an object with arbitrary keys, or those in Values, and values of Elem
	ByKind               // one of Arms, selected by the JSON kind of the value
	Internal             // one of Variants, selected by the key Tag among its own keys
	Adjacent             // one of Variants, selected by the key Tag; the value is in the key Content
	External             // one of Variants, selected by the only key of the object, or by a string
	ByKey                // the first of Variants whose Key is present
	Ordered              // the first of Arms that accepts the value
	Messages             // a JSON-RPC message: a call of one of Calls, or a response
	Batches              // an array of messages of the type Elem
	Limited              // a value of the scalar Elem within Limits
	Tuple                // an array whose items are Fields, in order
)

// A Type is one type of a protocol. The comments say which forms use a field.
type Type struct {
	Name string // as in the spec; empty for a list, map or literal
	Go   string // Struct, Tuple: the name of the Go type, if it differs
	Form Form

	Fields []Field // Struct, Tuple; only the last ones of a Tuple may be Optional
	Groups []Group // Struct
	Extra  Extra   // Struct
	// Height is the nesting of objects and arrays in a recursive Struct without generated
	// code, up to the next recursive one; otherwise 0.
	Height int
	Rest   *Field // Struct: the type of undeclared keys, if Extra is ExtraTyped
	Tag    string // Internal, Adjacent; a Struct that is a variant of an Internal union: the key of the tag
	// Values are the values of an Enum; the allowed keys of a Map, if they are restricted; or
	// the tag of a Struct with a Tag, followed by its former tags.
	Values       []string
	Tags         []OwnTag      // Struct: used instead of Tag and Values if it has several tags; Internal: the tags of the enclosing unions
	Numbers      []int64       // Enum of integers: used instead of Values
	FormerValues []FormerValue // Enum: former values
	Open         bool          // Enum, Map with Values: undeclared values or keys are preserved
	Extensions   *Extensions   // Enum, Map with Values, Struct, Internal, Adjacent, External: values, keys or tags of extensions, which are preserved; may be nil
	Fallback     string        // Enum: the value, as JSON, that undeclared values are read as; may be empty
	JSON         string        // Literal
	Elem         TypeID        // List, Map, Limited
	Limits       Limits        // Limited; List: of the number of items
	SkipBad      bool          // List: invalid items are skipped
	Arms         []TypeID      // ByKind, Ordered
	Kinds        KindSet       // ByKind, Ordered, External: the accepted kinds
	Expected     []string      // ByKind, Ordered, External: descriptions of Kinds, null last

	TagKind     Kind      // Internal, Adjacent: KindNumber for integers, KindBool, or else strings
	Content     string    // Adjacent
	Variants    []Variant // Internal, Adjacent, External, ByKey
	Parts       []TypeID  // Adjacent: the unions that this one consists of, instead of Variants
	Foreign     []TypeID  // Adjacent: unions whose tags are invalid here
	Code        UnionCode // unions in structs without generated code
	KeepUnknown bool      // Internal, Adjacent, External: undeclared variants are preserved
	Log         Log
	Hidden      bool // all values are sensitive, as with Hidden

	Calls []Call // Messages
	From  From   // Messages: the side whose calls are declared

	required uint64                            // Struct: bit set of required slots, as in Members
	known    atomic.Pointer[map[string]string] // Enum with many values
	calls    *callIndex                        // Messages: index of Calls
	secret   bool                              // something within is sensitive, at any depth; guarded by Table.secrets
}

// A Field is a declared key of a struct.
type Field struct {
	Name         string
	FormerNames  []string // read if Name is absent
	Type         TypeID
	Optional     bool // the key may be absent
	Always       bool // the key is optional, but always written; null if unset
	Tolerant     bool // an invalid value is skipped, as if the key were absent
	NullIsAbsent bool // null is read as an absent key
	NullIsSet    bool // in groups, a null counts as set
	Weight       int  // of the default of a Struct's field
	Log          Log
}

// A Group is a rule about the number of set fields of a struct.
type Group struct {
	Rule   Rule
	Fields []int // indexes of the fields
}

// Rule says how many fields of a group must be set.
type Rule uint8

// The rules of groups.
const (
	AtLeastOne Rule = iota
	AtMostOne
	ExactlyOne
)

// allows reports whether n fields may be set.
func (r Rule) allows(n int) bool { return (n > 0 || r == AtMostOne) && (n < 2 || r == AtLeastOne) }

// A FormerValue is a former name of an enum value.
type FormerValue struct{ Name, Value string }

// A Variant is one member of a union. Integer and boolean tags are given as JSON.
type Variant struct {
	Tag         string
	Also        []string // other current tags
	FormerNames []string // former tags
	Key         string   // ByKey: the key that identifies it; the last variant may have none
	Type        TypeID
	Default     bool // Internal: an object without a tag is this variant
}

// An OwnTag is a tag of a struct.
type OwnTag struct {
	Key      string
	Values   []string // current tags, then former ones
	Current  int      // number of current tags in Values; 0 means 1
	Kind     Kind     // as in Type.TagKind
	Optional bool     // the tag may be absent
}

// A Call describes the messages of a method.
type Call struct {
	Method      string
	FormerNames []string // former names of the method, which readers accept
	From        From
	Notify      bool // a notification
	Params      TypeID
	Optional    bool // the params may be absent
	NoResult    bool // the response may have neither a result nor an error
	// NullAsAbsent says that optional params are absent if they are null.
	NullAsAbsent bool
	// Positions says that Params, a struct, may also be an array of its fields in order.
	Positions bool
	// Message is a nil pointer to the type of the messages if they have no generated code.
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

// An Alias is an additional name of a type.
type Alias struct {
	Name string
	Type TypeID
}

// typ returns the row of a type, or nil for a scalar.
func (t *Table) typ(id TypeID) *Type {
	if i := id &^ (OrNull | Hidden); int64(i) < int64(len(t.Types)) {
		return &t.Types[i]
	}
	return nil
}

// hides reports whether errors do not quote the values of a type where it has an id.
func (t *Table) hides(id TypeID) bool {
	typ := t.typ(id)
	return id&Hidden != 0 || typ != nil && typ.Hidden
}

// variant returns the variant of union u with a tag, or nil.
func (t *Table) variant(u *Type, tag []byte) *Variant {
	for i := range u.Variants {
		v := &u.Variants[i]
		if string(tag) == v.Tag || contains(v.Also, tag) || contains(v.FormerNames, tag) {
			return v
		}
	}
	for _, part := range u.Parts {
		if v := t.variant(t.typ(part), tag); v != nil {
			return v
		}
	}
	return nil
}

// isForeign reports whether tag is declared by one of u.Foreign.
func (t *Table) isForeign(u *Type, tag []byte) bool {
	for _, id := range u.Foreign {
		if t.variant(t.typ(id), tag) != nil {
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
