package codec

import "reflect"

// Most structs of a protocol are plain: their fields are scalars, enums, unions, lists and
// other plain structs. No code is generated for their fields. Their row in the table describes
// the members, and reflection, once per type, where the fields are in memory; then structs are
// read, written and checked in place. Rows and Go types agree, because one compiler generates
// both.

// A layout describes the memory of a struct without generated code.
type layout struct {
	typ        *Type
	id         TypeID
	tag        string // the key of its tag, as spelled in JSON; may be ""
	prefix     string // text written before the fields
	commaFirst bool   // the first field may be omitted: each field is written with a leading comma, and the brace last
	fields     []layoutField
	value      valueLayout // the layout as a value
}

// A layoutField describes a field of a struct.
type layoutField struct {
	valueLayout
	name    string
	key     string // as spelled in JSON
	text    string // text written before the value
	index   int    // in the Go struct
	offset  uintptr
	pointer bool // the Go field is a pointer; nil means unset
	omitted bool // the key is omitted if unset; otherwise null is written
	unset   bool // the Go field is a slice or an interface; nil means unset
	empty   bool // an absent list is set to an empty one
	hidden  bool // errors do not quote the value
}

// A valueLayout describes how a value is stored in memory.
type valueLayout struct {
	id           TypeID       // without OrNull; the scalar of a Limited type
	typ          *Type        // nil for a scalar
	goType       reflect.Type // of a list, or the target of a pointer
	size         uintptr
	structLayout *layout      // of a struct
	elem         *valueLayout // of a list
	limits       Limits
	code         UnionCode // of a union
	mayFail      bool      // checking a value may fail
}

// A UnionCode gives a row access to the generated code of a union. The row contains a nil
// pointer to a type with these methods rather than functions, because the code refers to the
// table, and Go does not allow initialization cycles. Methods of a pointer are called without
// a wrapper.
type UnionCode interface {
	ReadAt(d *Decoder, at Addr)
	AppendAt(dst []byte, at Addr) []byte
	CheckAt(at Addr, depth int) error
	IsNilAt(at Addr) bool
}

// layout returns the layout of the struct id, whose Go type is goType.
func (t *Table) layout(id TypeID, goType reflect.Type) *layout {
	if l := t.layouts[id].Load(); l != nil {
		return l
	}
	b := layoutBuilder{t, map[TypeID]*layout{}}
	l := b.layout(id, goType)
	for id, l := range b.made {
		t.layouts[id].Store(l) // all are complete now; other goroutines may store equal ones
	}
	return l
}

// A layoutBuilder makes the layouts of structs that refer to each other.
type layoutBuilder struct {
	*Table
	made map[TypeID]*layout
}

func (t layoutBuilder) layout(id TypeID, goType reflect.Type) *layout {
	if l := t.layouts[id].Load(); l != nil {
		return l
	}
	if l := t.made[id]; l != nil {
		return l
	}
	typ := &t.Types[id]
	l := &layout{typ: typ, id: id}
	l.value = valueLayout{id: id, typ: typ, goType: goType, size: goType.Size(), structLayout: l, mayFail: typ.Height > 0}
	t.made[id] = l
	before := "{"
	if typ.Tag != "" {
		l.tag = jsonKey(typ.Tag)
		l.prefix = `{"` + l.tag + `":` + string(AppendString(nil, typ.Values[0]))
		before = ","
	}
	l.fields = make([]layoutField, len(typ.Fields))
	for i := range typ.Fields {
		row, in := &typ.Fields[i], goType.Field(i)
		f := &l.fields[i]
		f.name, f.key, f.index, f.offset, f.hidden = row.Name, jsonKey(row.Name), i, in.Offset, row.Type&Hidden != 0
		at := in.Type
		if f.pointer = at.Kind() == reflect.Pointer; f.pointer {
			at = at.Elem()
		}
		f.valueLayout = t.value(row.Type&^(OrNull|Hidden), at)
		f.omitted = row.Optional && !row.Always
		f.unset = f.nilable() && (f.omitted || row.Type&OrNull != 0)
		f.empty = row.Always && f.elem != nil && !f.unset
		if i == 0 && before == "{" && f.omittable() {
			l.commaFirst, before = true, ","
		}
		f.text = before + `"` + f.key + `":`
		before = ","
		l.value.mayFail = l.value.mayFail || f.mayFail
	}
	if len(l.fields) == 0 && typ.Tag == "" {
		l.prefix = "{"
	}
	return l
}

// omittable reports whether the key may be omitted.
func (f *layoutField) omittable() bool { return f.omitted && (f.pointer || f.nilable()) }

// jsonKey returns a key as spelled in JSON, without the quotes.
func jsonKey(key string) string {
	text := AppendString(nil, key)
	return string(text[1 : len(text)-1])
}

// value returns the layout of a value of a type.
func (t layoutBuilder) value(id TypeID, goType reflect.Type) valueLayout {
	p := valueLayout{id: id, goType: goType, size: goType.Size(), typ: t.typ(id)}
	if p.typ == nil {
		switch id {
		case Int, Float, Uint, Any, Object:
			p.mayFail = true
		default:
			p.mayFail = id.scalar().validText != nil
		}
		return p
	}
	switch p.typ.Form {
	case Struct:
		return t.layout(id, goType).value
	case Limited:
		p.id, p.limits, p.mayFail = p.typ.Elem, p.typ.Limits, true
	case Enum:
		p.mayFail = !p.typ.Open || p.typ.Numbers != nil
	case List:
		elem := t.value(p.typ.Elem, goType.Elem())
		p.elem, p.limits, p.mayFail = &elem, p.typ.Limits, elem.mayFail || p.typ.Limits != nil
	default:
		p.code, p.mayFail = p.typ.Code, true
	}
	return p
}

// nilable reports whether the Go value is a slice or an interface.
func (p *valueLayout) nilable() bool {
	return p.id == Any || p.id == Object || p.id == Bytes || p.elem != nil || p.code != nil
}

// isNil reports whether the slice or interface at an Addr is unset.
func (p *valueLayout) isNil(at Addr) bool {
	switch {
	case p.id == Any || p.id == Object:
		return len(*As[Raw](at)) == 0
	case p.code != nil:
		return p.code.IsNilAt(at)
	}
	first, _ := items(at)
	return first.isNil()
}

// at returns the address of the field in the struct at v.
func (f *layoutField) at(v Addr) Addr { return v.field(f.index, f.offset) }

// set returns the address of the value of an optional field at an Addr, or the nil Addr if it
// is unset.
func (f *layoutField) set(at Addr) Addr {
	switch {
	case f.pointer:
		return at.pointee()
	case f.unset && f.isNil(at):
		return Addr{}
	}
	return at
}
