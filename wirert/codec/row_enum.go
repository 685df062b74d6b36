package codec

import "slices"

// Enums have only a row, like the structs that they are in: see row.go.

// fewValues is how many values of an enum are compared one by one.
const fewValues = 8

// many returns the values of an enum that has many, noted when it is first asked for them; nil
// if it has few.
func (typ *Type) many() map[string]string {
	if len(typ.Values) <= fewValues {
		return nil
	}
	if known := typ.known.Load(); known != nil {
		return *known
	}
	known := make(map[string]string, len(typ.Values))
	for _, v := range typ.Values {
		known[v] = v
	}
	typ.known.Store(&known) // others may make it as well
	return known
}

// Enum reads a value of an enum of strings.
func (d *Decoder) Enum(id TypeID) string { return d.table.Types[id].readValue(d) }

// readValue reads a value of an enum of strings.
func (typ *Type) readValue(d *Decoder) string {
	text := d.Text()
	if known := typ.many(); known != nil {
		if v, ok := known[string(text)]; ok {
			return v
		}
	} else {
		for _, v := range typ.Values {
			if string(text) == v {
				return v
			}
		}
	}
	if !typ.Open {
		d.Fail()
	}
	return string(text)
}

// readNumber reads a value of an enum of integers.
func (typ *Type) readNumber(d *Decoder) int64 {
	n := d.Int()
	if !typ.Open && !typ.hasNumber(n) {
		d.Fail()
	}
	return n
}

// has reports whether an enum of strings declares a value.
func (typ *Type) has(value string) bool {
	if known := typ.many(); known != nil {
		_, ok := known[value]
		return ok
	}
	return slices.Contains(typ.Values, value)
}

// hasNumber reports whether an enum of integers declares n.
func (typ *Type) hasNumber(n int64) bool { return slices.Contains(typ.Numbers, n) }

// Known reports whether the enum id, of strings, declares a value.
func (t *Table) Known(id TypeID, value string) bool { return t.Types[id].has(value) }

// CheckEnum reports whether a value of the enum id, of strings, may be written.
func (t *Table) CheckEnum(id TypeID, value string) error {
	if !t.Types[id].Open && !t.Known(id, value) {
		return t.Undeclared(id, value)
	}
	return nil
}
