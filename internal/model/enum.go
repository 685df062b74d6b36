package model

// An Enum is one of a list of strings.
type Enum struct {
	Meta
	Name   string
	Values []*EnumValue
	Open   bool // an undeclared value is kept as it came
}

// An EnumValue is one declared value.
type EnumValue struct {
	Meta
	Value string // on the wire
}

// Has tells whether value is declared.
func (t *Enum) Has(value string) bool {
	for _, v := range t.Values {
		if v.Value == value {
			return true
		}
	}
	return false
}

// Children of an enum: none.
func (*Enum) Children() []Type { return nil }

func (t *Enum) String() string { return t.Name }

// TypeName is the enum's name.
func (t *Enum) TypeName() string { return t.Name }

// Info is what the enum carries beside its values.
func (t *Enum) Info() *Meta { return &t.Meta }
