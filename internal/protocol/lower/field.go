package lower

import "github.com/wiregen/wiregen/internal/protocol/model"

// A Field is one declared key of an object.
type Field struct {
	Name        string   `json:"name"`          // on the wire
	FormerNames []string `json:"was,omitempty"` // older names, read in order if Name is absent
	Type        Ref      `json:"type"`
	Absent      Absent   `json:"absent"`
	Null        Null     `json:"null"`
	OnError     OnError  `json:"on_error"`
	Write       Write    `json:"write"`
	// MustSet says that a writer refuses an unset field.
	MustSet bool `json:"must_set,omitempty"`
	// Patch says that an unset field and null are distinguished: no change, and
	// removal.
	Patch bool `json:"patch,omitempty"`
	// Default is the default in the spec. The defaults of absent fields inside it are
	// not filled in, because a tree of them would double at each level.
	Default *JSON `json:"default,omitempty"`
	// DefaultWeight is what the default weighs, if it is filled in.
	DefaultWeight int     `json:"default_weight,omitempty"`
	Remarks       Remarks `json:"remarks,omitzero"`

	Of *model.Field `json:"-"`
}

// NullIsPresent reports whether null under the key sets the field, as groups see it.
func (f *Field) NullIsPresent() bool { return f.Null == NullValue }

// Absent says how a reader handles an object without the key.
type Absent uint8

// The ways to read an absent key.
const (
	AbsentRefused Absent = iota
	AbsentUnset
	AbsentDefault
)

// Null says how a reader handles null under the key.
type Null uint8

// The ways to read a null.
const (
	NullRefused  Null = iota
	NullValue         // a value of the type
	NullUnset         // unset, like an absent key; a representation that has null may keep it
	NullAsAbsent      // like an absent key, even one with a default
)

// OnError says how a reader handles a value that it cannot read.
type OnError uint8

// The ways to handle a value that cannot be read.
const (
	OnErrorRefuse OnError = iota
	OnErrorUnset          // passed over, like an absent key
)

// Write says when the key is written.
type Write uint8

// The ways to write a field.
const (
	WriteAlways     Write = iota
	WriteSet              // left out while unset
	WriteNullUnset        // null while unset
	WriteNotDefault       // left out while it is the default
)

// FieldOf returns the row of a field, without the reference to its type and the weight of its
// default.
func FieldOf(f *model.Field) Field {
	row := Field{Name: f.Name, FormerNames: f.FormerNames, Absent: absentOf(f), Null: nullOf(f), Write: writeOf(f), Patch: f.Patch, Remarks: Remarks{&f.Meta}, Of: f}
	row.MustSet = f.WriteRequired && row.Write == WriteSet
	if f.Default != nil {
		row.Default = &JSON{*f.Default}
	}
	if f.Tolerant {
		row.OnError = OnErrorUnset
	}
	return row
}

func absentOf(f *model.Field) Absent {
	switch {
	case f.Default != nil:
		return AbsentDefault
	case f.Optional:
		return AbsentUnset
	}
	return AbsentRefused
}

func nullOf(f *model.Field) Null {
	_, nullable := model.Resolve(f.Type).(*model.Nullable)
	switch {
	case f.NullIsAbsent:
		return NullAsAbsent
	case nullable && f.Optional && !f.Patch:
		return NullUnset
	case Reads(f.Type).Has(model.NullValue):
		return NullValue
	}
	return NullRefused
}

func writeOf(f *model.Field) Write {
	switch {
	case f.OmitDefault:
		return WriteNotDefault
	case f.Optional && f.WriteNull && !f.Patch:
		return WriteNullUnset
	case f.Optional:
		return WriteSet
	}
	return WriteAlways
}

// AlwaysWritten reports whether every writer of this version writes the key.
func (f *Field) AlwaysWritten() bool {
	return f.Write == WriteAlways || f.Write == WriteNullUnset || f.MustSet
}

// WritesNull reports whether null may be written under the key.
func (f *Field) WritesNull() bool { return f.Null == NullValue || f.Write == WriteNullUnset }

// Omittable reports whether a writer may leave out the key.
func (f *Field) Omittable() bool { return f.Write == WriteSet || f.Write == WriteNotDefault }
