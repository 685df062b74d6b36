package model

import "slices"

// A Struct is a JSON object with declared keys.
type Struct struct {
	Meta
	Name   string
	Fields []*Field // those of With and of a union's Common first
	With   []*Struct
	// Body is set for a variant whose union owns the tag: the struct, also in With, whose
	// fields are those of the variant and are kept together. It has no tag.
	Body   *Struct
	Extra  Extra
	Groups []*Group // no two have a field in common
	// Extensions are those of keys, which are kept whatever Extra says of others, unless
	// they have a type.
	Extensions []Namespace
	// ExtraType is the type of undeclared keys if Extra is ExtraTyped; else nil.
	ExtraType Type
	// Tag is set for a variant of an internally tagged union: the key and the
	// value that this struct is read by and written with, even outside of the union.
	Tag *StructTag
}

// Field returns the field with a name, or nil.
func (t *Struct) Field(name string) *Field {
	i := slices.IndexFunc(t.Fields, func(f *Field) bool { return f.Name == name })
	if i < 0 {
		return nil
	}
	return t.Fields[i]
}

// InBody reports whether f is one of the fields of Body.
func (t *Struct) InBody(f *Field) bool {
	return t.Body != nil && slices.ContainsFunc(t.Body.Fields, func(o *Field) bool { return o.Name == f.Name })
}

// A Group is a rule about how many of some optional fields of a struct are present: those
// that a reader sets. A key is absent for this if it is, and if its value is a null that
// is read as an absent key.
type Group struct {
	Rule   GroupRule
	Fields []*Field // at least two, of the struct
}

// GroupRule says how many fields of a group are present.
type GroupRule int

// The rules of groups.
const (
	AtLeastOne GroupRule = iota
	AtMostOne
	ExactlyOne
)

// Words returns the rule as it begins a sentence: "at least one of".
func (r GroupRule) Words() string {
	return [...]string{AtLeastOne: "at least one", AtMostOne: "at most one", ExactlyOne: "exactly one"}[r]
}

// Extra is the policy for undeclared keys of a struct.
type Extra int

// Policies for undeclared keys.
const (
	ExtraIgnore Extra = iota
	ExtraKeep         // preserved verbatim and written back
	ExtraReject
	ExtraTyped // of a type: read, checked and written
)

// A StructTag is the tag that an internally tagged variant carries.
type StructTag struct {
	Union   *Union
	Variant *Variant // of Union: the one that is this struct, or that leads to it
	Key     string
	Value   string
	// Outer is the tag of the union that Union is itself a variant of, or nil.
	// The object has that one as well, before this one.
	Outer *StructTag
}

// Optional reports whether the tag may be absent in what is read.
func (t *StructTag) Optional() bool { return t.Union.Default == t.Variant }

// Stored reports whether the variant has several tags, so that the value must record
// which of them was read.
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
// Patch distinguishes the absent key of f?: T | null from null. NullIsAbsent reads
// null as an absent key. OmitDefault leaves out the key if the value is the default.
// WriteRequired is set for a field that may be absent when it is read, but that a
// writer of this version always writes.
type Field struct {
	Meta
	Name        string // on the wire
	FormerNames []string
	Type        Type
	Optional    bool
	Default     *Value
	WriteNull   bool // an unset optional nullable is written as null, not left out

	Patch         bool
	NullIsAbsent  bool
	Tolerant      bool // a value that cannot be read is passed over, as if the key were absent
	OmitDefault   bool // the default is a scalar, an enum value, [] or {}
	WriteRequired bool // with a type that may be null it implies WriteNull
}

// Required reports whether a reader refuses an object without this key.
func (f *Field) Required() bool { return !f.Optional && f.Default == nil }

// Children returns the types of the fields, and that of undeclared keys.
func (t *Struct) Children() []Type {
	out := make([]Type, len(t.Fields), len(t.Fields)+1)
	for i, f := range t.Fields {
		out[i] = f.Type
	}
	if t.ExtraType != nil {
		out = append(out, t.ExtraType)
	}
	return out
}

func (t *Struct) String() string { return t.Name }

// TypeName returns the struct's name.
func (t *Struct) TypeName() string { return t.Name }

// Info returns the meta data of the struct.
func (t *Struct) Info() *Meta { return &t.Meta }
