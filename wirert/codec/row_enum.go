package codec

import "slices"

// Enums have only a row, like the structs that they are in: see row.go.

// fewValues is how many values of an enum are compared one by one.
const fewValues = 8

// prepareValues notes the values of an enum that has many.
func (typ *Type) prepareValues() {
	if len(typ.Values) <= fewValues {
		return
	}
	typ.known = make(map[string]string, len(typ.Values))
	for _, v := range typ.Values {
		typ.known[v] = v
	}
}

// Enum reads a value of an enum of strings.
func (d *Decoder) Enum(id TypeID) string { return d.table.Types[id].readValue(d) }

// readValue reads a value of an enum of strings.
func (typ *Type) readValue(d *Decoder) string {
	text := d.Text()
	if typ.known != nil {
		if v, ok := typ.known[string(text)]; ok {
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
	if typ.known != nil {
		_, ok := typ.known[value]
		return ok
	}
	return slices.Contains(typ.Values, value)
}

// hasNumber reports whether an enum of integers declares n.
func (typ *Type) hasNumber(n int64) bool { return slices.Contains(typ.Numbers, n) }

// Known reports whether the enum id, of strings, declares a value.
func (t *Table) Known(id TypeID, value string) bool {
	t.prepared.Do(t.prepare)
	return t.Types[id].has(value)
}

// CheckEnum reports whether a value of the enum id, of strings, may be written.
func (t *Table) CheckEnum(id TypeID, value string) error {
	if !t.Types[id].Open && !t.Known(id, value) {
		return t.Undeclared(id, value)
	}
	return nil
}
