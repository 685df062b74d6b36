package model

// Kinds is a set of JSON kinds.
type Kinds uint8

// The sets of one kind, and the set of all.
const (
	Nulls    = Kinds(1 << NullValue)
	Booleans = Kinds(1 << BoolValue)
	Numbers  = Kinds(1 << NumberValue)
	Strings  = Kinds(1 << StringValue)
	Lists    = Kinds(1 << ListValue)
	Objects  = Kinds(1 << ObjectValue)

	AllKinds = Nulls | Booleans | Numbers | Strings | Lists | Objects
)

var kindNames = [...]string{
	NullValue: "null", BoolValue: "boolean", NumberValue: "number", StringValue: "string", ListValue: "array", ObjectValue: "object",
}

// String returns the kind in the words of JSON Schema.
func (k ValueKind) String() string { return kindNames[k] }

// MarshalJSON prints the kinds as a list of names.
func (k Kinds) MarshalJSON() ([]byte, error) {
	out := []byte{'['}
	for i, kind := range k.List() {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, Quote(kind.String())...)
	}
	return append(out, ']'), nil
}

// Has reports whether the set holds a kind.
func (k Kinds) Has(kind ValueKind) bool { return k&(1<<kind) != 0 }

// List returns the kinds of the set, in the order of ValueKind.
func (k Kinds) List() []ValueKind {
	var out []ValueKind
	for kind := NullValue; kind <= ObjectValue; kind++ {
		if k.Has(kind) {
			out = append(out, kind)
		}
	}
	return out
}
