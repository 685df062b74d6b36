package model

// A Struct is a JSON object with declared keys. Undeclared keys are ignored.
type Struct struct {
	Meta
	Name   string
	Fields []*Field
	// Tag is set for a variant of an internally tagged union: the key and the
	// value that this struct is read by and written with, also when it stands alone.
	Tag *StructTag
}

// A StructTag is the tag that an internally tagged variant carries.
type StructTag struct {
	Union *Union
	Key   string
	Value string
}

// A Field is one declared key of a struct.
//
//	spelling         Optional  Type      Default  absent  null   written when unset
//	f: T             no        T         nil      error   error  always set
//	f: T | null      no        Nullable  nil      error   null   null
//	f?: T            yes       T         nil      unset   error  omitted
//	f?: T | null     yes       Nullable  nil      unset   unset  by WriteNull
//	f: T = d         no        T         d        d       error  d
type Field struct {
	Meta
	Name      string // on the wire
	Was       []string
	Type      Type
	Optional  bool
	Default   *Value
	WriteNull bool // an unset optional nullable is written as null, not left out
}

// Required tells whether a reader refuses an object without this key.
func (f *Field) Required() bool { return !f.Optional && f.Default == nil }

// MayBeUnset tells whether the field has a state beside the values of its
// type: left out, or null.
func (f *Field) MayBeUnset() bool {
	_, nullable := f.Type.(*Nullable)
	return f.Optional || nullable
}

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
