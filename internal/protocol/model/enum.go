package model

// An Enum is one of a list of strings, or of integers.
type Enum struct {
	Meta
	Name             string
	Values           []*EnumValue
	Integer          bool        // the values are integers
	Open             bool        // an undeclared value is preserved verbatim
	Fallback         *EnumValue  // what an undeclared value is read as; or nil
	Extensions       []Namespace // those of values; none for integers
	OpennessExplicit bool        // the spec says how undeclared values are handled
}

// An EnumValue is one declared value.
type EnumValue struct {
	Meta
	Name        string   // in the spec; of a string the value itself
	Value       string   // on the wire, unless the enum is of integers
	FormerNames []string // older values, still read
	Number      int64    // on the wire, of an enum of integers: within ±(2^53−1)
}

// Has reports whether the string value is declared.
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

// TypeName returns the enum's name.
func (t *Enum) TypeName() string { return t.Name }

// Info returns the meta data of the enum.
func (t *Enum) Info() *Meta { return &t.Meta }
