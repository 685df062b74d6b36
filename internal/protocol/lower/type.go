package lower

import (
	"encoding/json"
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A Ref refers to a type: by its index in Program.Types, and whether null is
// allowed. Where an element of the spec has the type, Secrecy is that of the values there.
type Ref struct {
	Type   int  `json:"type"`
	OrNull bool `json:"or_null,omitempty"`
	Secrecy
}

// Bare returns the reference without what is said of one use of the type.
func (r Ref) Bare() Ref { return Ref{Type: r.Type, OrNull: r.OrNull} }

// NoType is the Ref without a type.
var NoType = Ref{Type: -1}

// MarshalJSON prints null for NoType.
func (r Ref) MarshalJSON() ([]byte, error) {
	if r == NoType {
		return []byte("null"), nil
	}
	type plain Ref
	return json.Marshal(plain(r))
}

// JSON is a value of the spec that prints as itself.
type JSON struct{ model.Value }

// MarshalJSON prints the value.
func (v JSON) MarshalJSON() ([]byte, error) { return []byte(v.JSON()), nil }

// A Type is one type of a protocol. Form says which of the members below it is set.
type Type struct {
	Name     string      `json:"name,omitempty"` // in the spec; "" for an inline type
	Key      string      `json:"-"`              // Name, or what an inline type is made of: no other type has it, and none that is added changes it
	Form     Form        `json:"form"`
	Reads    model.Kinds `json:"reads"`    // the JSON kinds of which a reader accepts some value
	Writes   model.Kinds `json:"writes"`   // those that a writer of this version writes
	Expected []string    `json:"expected"` // what a reader expects: words for each kind of values, null last

	Scalar  *Scalar `json:"scalar,omitempty"`
	Literal *JSON   `json:"literal,omitempty"`
	Enum    *Enum   `json:"enum,omitempty"`
	Elem    *Ref    `json:"elem,omitempty"`  // of a list or map
	Items   Items   `json:"items,omitempty"` // of a list: how items that cannot be read are handled
	Keys    *Enum   `json:"keys,omitempty"`  // of a map whose keys are the values of an enum
	Struct  *Struct `json:"struct,omitempty"`
	Tuple   *Tuple  `json:"tuple,omitempty"`
	Union   *Union  `json:"union,omitempty"`
	Limits  []Limit `json:"limits,omitempty"` // of a scalar or list, in the order in which they are checked
	// Checks says who enforces Limits.
	Checks Checks `json:"checks,omitempty"`
	// Distinct says that an alias is a type of its own, and not another name for its type.
	Distinct bool `json:"distinct,omitempty"`
	// Secrecy is that of all values of a named type, wherever they are.
	Secrecy
	Remarks Remarks `json:"remarks,omitzero"` // of a named type

	Of model.Type `json:"-"`
}

// Items says how a reader handles items of a list that it cannot read.
type Items uint8

// The ways to handle an item that cannot be read.
const (
	ItemsRefused Items = iota
	ItemsSkipped       // passed over
)

// Form is how a type is built.
type Form uint8

// The forms of types.
const (
	ScalarForm Form = iota
	LiteralForm
	EnumForm
	ListForm
	MapForm
	StructForm
	TupleForm
	UnionForm
)

// A Scalar is a type without parts.
type Scalar struct {
	Name    string           `json:"name"` // of the row: int64-text or int64-wide where a spec says int64
	Integer bool             `json:"integer,omitempty"`
	Min     float64          `json:"min,omitempty"` // of an integer
	Max     float64          `json:"max,omitempty"`
	Low     string           `json:"low,omitempty"` // of an integer whose exact value counts, instead of Min and Max
	High    string           `json:"high,omitempty"`
	Text    string           `json:"text,omitempty"`    // words for the form of a string that every reader checks
	Pattern string           `json:"pattern,omitempty"` // that exactly the strings of the form match
	Kind    model.ScalarKind `json:"-"`
}

// An Enum is one of a list of strings, or of integers.
type Enum struct {
	Integer      bool          `json:"integer,omitempty"`
	Values       []string      `json:"values"`             // strings as they are, integers in JSON notation
	FormerValues []FormerValue `json:"older,omitempty"`    // values that are read as others
	Other        Other         `json:"other"`              // how an undeclared value is handled
	Fallback     string        `json:"fallback,omitempty"` // OtherFallback: what it is read as
	// Extensions are the values of extensions, which are kept; nil with a fallback.
	Extensions *Extensions `json:"extensions,omitempty"`
	// Names are what the spec calls the values of an enum of integers.
	Names   []string  `json:"names,omitempty"`
	Remarks []Remarks `json:"remarks,omitempty"` // of each of Values

	Of *model.Enum `json:"-"`
}

// A FormerValue is read as a current one.
type FormerValue struct {
	Name  string `json:"was"`
	Value string `json:"value"`
}

// Other says how an undeclared value of an enum is handled.
type Other uint8

// The ways to read an undeclared value.
const (
	OtherRefused Other = iota
	OtherKept
	OtherFallback
)

// A Struct is an object with declared keys.
type Struct struct {
	Tags   []Tag   `json:"tags,omitempty"` // the outermost first; they are read and written before Fields
	Fields []Field `json:"fields"`
	Groups []Group `json:"groups,omitempty"` // checked after Fields, before undeclared keys
	Extra  Extra   `json:"extra"`
	// Extensions are the undeclared keys that are kept whatever Extra says; nil if there
	// are none, or if undeclared keys have a type.
	Extensions *Extensions `json:"extensions,omitempty"`
	// ExtraType is the type of undeclared keys, if they have one.
	ExtraType *Ref `json:"extra_type,omitempty"`

	Of *model.Struct `json:"-"`
}

// Extra says how an undeclared key of a struct is handled.
type Extra uint8

// The ways to read an undeclared key.
const (
	ExtraIgnored Extra = iota
	ExtraKept
	ExtraRefused
	ExtraTyped
)

// Written reports whether undeclared keys are written again.
func (e Extra) Written() bool { return e == ExtraKept || e == ExtraTyped }

// A Tuple is an array with a type for each place.
type Tuple struct {
	Items []Ref  `json:"items"`
	Least int    `json:"least"` // required items
	Words string `json:"words"` // what is expected instead of an array with too few or too many
	// Names are what the spec calls the items, as for params by position; "" for one without
	// a name. Absent if none has one.
	Names   []string  `json:"names,omitempty"`
	Remarks []Remarks `json:"remarks,omitempty"` // of each of Items

	Of *model.Tuple `json:"-"`
}

// StructOf returns the row of a struct, without references to types.
func StructOf(t *model.Struct) Struct {
	row := Struct{Tags: Tags(t), Fields: make([]Field, len(t.Fields)), Extra: extras[t.Extra], Of: t}
	for i, f := range t.Fields {
		row.Fields[i] = FieldOf(f)
	}
	row.Groups = groupsOf(t)
	if row.Extra != ExtraTyped {
		row.Extensions = extensionsOf(t.Extensions, row.Keys())
	}
	return row
}

// KeepsVerbatim reports whether some undeclared keys are preserved verbatim.
func (s Struct) KeepsVerbatim() bool { return s.Extra == ExtraKept || s.Extensions != nil }

// Keeps reports whether some undeclared keys are written again.
func (s Struct) Keeps() bool { return s.Extra.Written() || s.Extensions != nil }

// KeepsKey reports whether key, which is not declared, is written again.
func (s Struct) KeepsKey(key string) bool { return s.Extra.Written() || s.Extensions.Has(key) }

// Keys returns all declared keys of s: tags, fields and the older names of fields.
func (s *Struct) Keys() []string {
	var out []string
	for _, tag := range s.Tags {
		out = append(out, tag.Key)
	}
	for _, f := range s.Fields {
		out = append(append(out, f.Name), f.FormerNames...)
	}
	return out
}

// Declares reports whether a key is one of Keys.
func (s *Struct) Declares(key string) bool {
	return slices.ContainsFunc(s.Tags, func(t Tag) bool { return t.Key == key }) ||
		slices.ContainsFunc(s.Fields, func(f Field) bool { return f.Name == key || slices.Contains(f.FormerNames, key) })
}

// Field returns the field with the current name name, or nil.
func (s *Struct) Field(name string) *Field {
	i := slices.IndexFunc(s.Fields, func(f Field) bool { return f.Name == name })
	if i < 0 {
		return nil
	}
	return &s.Fields[i]
}

// EnumOf returns the row of an enum.
func EnumOf(t *model.Enum) *Enum {
	row := &Enum{Integer: t.Integer, Of: t}
	for _, v := range t.Values {
		row.Values, row.Remarks = append(row.Values, enumText(t, v)), append(row.Remarks, Remarks{&v.Meta})
		if t.Integer {
			row.Names = append(row.Names, v.Name)
		}
		for _, was := range v.FormerNames {
			row.FormerValues = append(row.FormerValues, FormerValue{was, enumText(t, v)})
		}
	}
	switch {
	case t.Fallback != nil:
		row.Other, row.Fallback = OtherFallback, enumText(t, t.Fallback)
		return row
	case t.Open:
		row.Other = OtherKept
	}
	if len(t.Extensions) > 0 {
		names := slices.Clone(row.Values)
		for _, o := range row.FormerValues {
			names = append(names, o.Name)
		}
		row.Extensions = extensionsOf(t.Extensions, names)
	}
	return row
}

func enumText(t *model.Enum, v *model.EnumValue) string {
	if t.Integer {
		return model.FormatNumber(float64(v.Number))
	}
	return v.Value
}

// WasOf returns the older values that are read as value.
func (e *Enum) WasOf(value string) []string {
	var out []string
	for _, o := range e.FormerValues {
		if o.Value == value {
			out = append(out, o.Name)
		}
	}
	return out
}

// Declares reports whether an enum has a value, or reads it as one that it has.
func (e *Enum) Declares(value string) bool {
	return slices.Contains(e.Values, value) || slices.ContainsFunc(e.FormerValues, func(f FormerValue) bool { return f.Name == value })
}

// JSON returns a value of the enum as it is written.
func (e *Enum) JSON(value string) string {
	if e.Integer {
		return value
	}
	return model.Quote(value)
}

var extras = [...]Extra{model.ExtraIgnore: ExtraIgnored, model.ExtraKeep: ExtraKept, model.ExtraReject: ExtraRefused, model.ExtraTyped: ExtraTyped}

func scalarOf(k model.ScalarKind) *Scalar {
	info := k.Info()
	row := &Scalar{Name: k.RowName(), Integer: info.Integer, Kind: k, Low: info.Low, High: info.High}
	if !k.Wide() {
		row.Min, row.Max = info.Min, info.Max
	}
	if info.Checked {
		row.Text, row.Pattern = info.Form, info.Pattern
	}
	return row
}
