package codec

import "slices"

// Enums have no generated code, like the structs that contain them: see row.go.

// fewValues is the number of values up to which an enum is searched linearly.
const fewValues = 8

// valueSet returns the values of a large enum, or nil for a small one. It is made on first
// use.
func (typ *Type) valueSet() map[string]string {
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
	typ.known.Store(&known) // other goroutines may store an equal one
	return known
}

// Enum reads a value of an enum of strings.
func (d *Decoder) Enum(id TypeID) string { return d.table.Types[id].readValue(d) }

// readValue reads a value of an enum of strings.
func (typ *Type) readValue(d *Decoder) string {
	text := d.Text()
	if known := typ.valueSet(); known != nil {
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
	if known := typ.valueSet(); known != nil {
		_, ok := known[value]
		return ok
	}
	return slices.Contains(typ.Values, value)
}

// hasNumber reports whether an enum of integers declares n.
func (typ *Type) hasNumber(n int64) bool { return slices.Contains(typ.Numbers, n) }

// Known reports whether the string enum id declares a value.
func (t *Table) Known(id TypeID, value string) bool { return t.Types[id].has(value) }

// CheckEnum returns an error unless a value of the string enum id may be written.
func (t *Table) CheckEnum(id TypeID, value string) error {
	if !t.Types[id].Open && !t.Known(id, value) {
		return t.Undeclared(id, value)
	}
	return nil
}
