package model

// A Struct is a JSON object with declared keys.
type Struct struct {
	Meta
	Name   string
	Fields []*Field // those of With and of a union's Common first
	With   []*Struct
	Extra  Extra
	// Tag is set for a variant of an internally tagged union: the key and the
	// value that this struct is read by and written with, also when it stands alone.
	Tag *StructTag
}

// Extra says what becomes of keys that a struct does not declare.
type Extra int

// The fates of undeclared keys.
const (
	ExtraIgnore Extra = iota
	ExtraKeep         // held as they came and written back
	ExtraReject
)

// A StructTag is the tag that an internally tagged variant carries.
type StructTag struct {
	Union   *Union
	Variant *Variant // of Union: the one that is this struct, or that leads to it
	Key     string
	Value   string
	// Outer is the tag of the union that Union is itself a variant of, or nil.
	// The object carries that one too, before this one.
	Outer *StructTag
}

// Optional reports whether the tag may be absent when it is read. Such a tag is
// never written.
func (t *StructTag) Optional() bool { return t.Union.Default == t.Variant }

// Stored reports whether the variant has several tags, so that the value must
// hold which of them it was.
func (t *StructTag) Stored() bool { return len(t.Variant.Tags) > 1 }

// A Field is one declared key of a struct.
//
//	spelling         Optional  Type      Default  absent  null   written when unset
//	f: T             no        T         nil      error   error  always set
//	f: T | null      no        Nullable  nil      error   null   null
//	f?: T            yes       T         nil      unset   error  omitted
//	f?: T | null     yes       Nullable  nil      unset   unset  by WriteNull
//	f: T = d         no        T         d        d       error  d
//
// Patch tells the absent key of f?: T | null apart from null. NullIsAbsent
// reads null like an absent key. OmitDefault leaves the key out where the value
// is the default. WriteRequired is of a field that may be absent when it is
// read, and that an author of this version always writes.
type Field struct {
	Meta
	Name      string // on the wire
	Was       []string
	Type      Type
	Optional  bool
	Default   *Value
	WriteNull bool // an unset optional nullable is written as null, not left out

	Patch         bool
	NullIsAbsent  bool
	OmitDefault   bool // the default is a scalar, an enum value, [] or {}
	WriteRequired bool // with a type that may be null it implies WriteNull
}

// Required reports whether a reader refuses an object without this key.
func (f *Field) Required() bool { return !f.Optional && f.Default == nil }

// Children are the types of the fields.
func (t *Struct) Children() []Type {
	out := make([]Type, len(t.Fields))
	for i, f := range t.Fields {
		out[i] = f.Type
	}
	return out
}

func (t *Struct) String() string { return t.Name }

// TypeName is the struct's name.
func (t *Struct) TypeName() string { return t.Name }

// Info is what the struct carries beside its fields.
func (t *Struct) Info() *Meta { return &t.Meta }
