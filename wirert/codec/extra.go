package codec

import "unicode/utf8"

// Extra is the policy for undeclared keys of a struct.
type Extra uint8

// The policies for undeclared keys.
const (
	ExtraIgnored Extra = iota
	ExtraKept          // preserved verbatim, and written back
	ExtraRefused
	ExtraTyped // decoded and encoded as a type
)

// Extra reads and preserves the value of an undeclared key.
func (d *Decoder) Extra(m map[string]Raw) map[string]Raw {
	if m == nil {
		m = map[string]Raw{}
	}
	name := string(d.Name)
	if _, again := m[name]; again {
		d.Fail()
	}
	m[name] = d.Raw()
	return m
}

// AppendExtra appends the members of extra in the order of their keys, each after a comma. It
// omits keys that the struct id declares or does not preserve.
func (t *Table) AppendExtra(dst []byte, id TypeID, extra map[string]Raw) []byte {
	if len(extra) == 0 {
		return dst
	}
	typ := t.typ(id)
	keys := SortKeys(extra)
	for _, key := range keys.Names {
		if typ.keeps(key) {
			dst = AppendRaw(AppendKey(dst, 1, key), extra[key])
		}
	}
	keys.Free()
	return dst
}

// CheckExtra returns an error unless extra may be written with the struct id: its keys must be
// undeclared, and its values JSON. depth is that of the values.
func (t *Table) CheckExtra(id TypeID, extra map[string]Raw, depth int) error {
	typ := t.typ(id)
	for name, raw := range Sorted(extra) {
		if err := CheckRaw(raw, depth); err != nil {
			return AtKey(name, err)
		}
		if !typ.keeps(name) {
			return AtKey(name, refused("nothing", foundRaw(raw), CodeUndeclared))
		}
	}
	return nil
}

// CheckUndeclared returns an error if the struct id declares key.
func (t *Table) CheckUndeclared(id TypeID, key string) error {
	if t.Declares(id, key) {
		return refused("an undeclared key", foundKey([]byte(key)), CodeUndeclared)
	}
	return nil
}

// Declares reports whether key is a tag, a field or a former name of a field of the struct id.
func (t *Table) Declares(id TypeID, key string) bool { return t.typ(id).declares(key) }

// declares is Declares for this struct.
func (typ *Type) declares(key string) bool {
	if !utf8.ValidString(key) {
		var scratch []byte
		key = string(unquoted(AppendString(nil, key), &scratch)) // as it is written
	}
	return typ.slot([]byte(key)) >= 0
}

// keeps reports whether an undeclared key is preserved verbatim.
func (typ *Type) keeps(key string) bool {
	return !typ.declares(key) && (typ.Extra == ExtraKept || typ.Extensions.Has(key))
}

// foundRaw describes a JSON value that was found.
func foundRaw(r Raw) words {
	t := text{data: AppendRaw(nil, r)}
	return t.words(place{})
}

// rest holds undeclared members to preserve: by key, the place of the last value.
type rest map[string]place

// typedExtra checks undeclared members that have a type, in the order of their keys.
func (p *tableReader) typedExtra(v place, typ *Type, kept rest) *Error {
	for name, value := range Sorted(kept) {
		f := *typ.Rest
		f.Name = name
		start := len(p.out)
		if err := p.fieldAt(v, &f, value, p.stepInto(name)); err != nil {
			return err
		}
		if p.logs && typ.secret && len(p.out) > start {
			p.out = p.out[:start]
			p.comma()
			p.out = AppendKey(p.out, 0, name)
			p.kept(value, true)
		}
	}
	return nil
}

// extra appends the members to preserve, in the order of their keys.
func (p *tableReader) extra(kept rest, comma, secret bool) {
	for name, value := range Sorted(kept) {
		if comma {
			p.out = append(p.out, ',')
		}
		comma = true
		p.out = append(AppendString(p.out, name), ':')
		p.kept(value, secret)
	}
}
