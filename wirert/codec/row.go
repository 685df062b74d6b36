package codec

import "reflect"

// Most structs of a protocol are plain: their fields are scalars, enums, unions, lists and
// other structs of that kind. No code is generated for what is in them. Their row of the table
// says what their members are, and reflect, once for each type, where Go holds them; then
// they are read, written and checked in place. What is there is as the row says,
// because one compiler makes both.

// A layout is how Go holds a struct that has only a row.
type layout struct {
	typ    *Type
	id     TypeID
	tag    string // the key of its tag, as it is spelled in JSON; or ""
	open   string // what is written before the fields
	late   bool   // the first field may be omitted: commas go first, the brace last
	fields []layoutField
	as     holding // a value of it
}

// A layoutField is a field of a layout.
type layoutField struct {
	holding
	name    string
	key     string // as it is spelled in JSON
	text    string // the key, with what is written before and after it
	index   int    // of the field of the Go struct
	offset  uintptr
	pointer bool // Go holds a pointer to the value; nil means unset
	omitted bool // it is left out if unset, and otherwise null
	unset   bool // Go holds a slice or an interface; nil is unset, and not empty
	empty   bool // a list that is absent is empty
}

// A holding is how Go holds a value.
type holding struct {
	id     TypeID       // without OrNull; of a scalar within limits the scalar
	typ    *Type        // of what is not a scalar
	goType reflect.Type // of a list, or of what is pointed to
	size   uintptr
	of     *layout  // of a struct
	elem   *holding // of a list
	limits Limits
	code   UnionCode // of a union
	faulty bool
}

// A UnionCode has the code of a union, which a row cannot name: the code refers to the table, and
// Go refuses variables whose initialization leads back to them. So the row has a nil pointer
// to a type with that code: the method of a pointer is called without a wrapper.
type UnionCode interface {
	ReadAt(d *Decoder, at Addr)
	AppendAt(dst []byte, at Addr) []byte
	CheckAt(at Addr, depth int) error
	IsNilAt(at Addr) bool
}

// layout returns the layout of a struct, whose Go type is always the same.
func (t *Table) layout(id TypeID, goType reflect.Type) *layout {
	if l := t.layouts[id].Load(); l != nil {
		return l
	}
	b := layoutBuilder{t, map[TypeID]*layout{}}
	l := b.layout(id, goType)
	for id, l := range b.made {
		t.layouts[id].Store(l) // now that all are complete; others may make them as well
	}
	return l
}

// A layoutBuilder makes layouts of structs that hold each other.
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
	l.as = holding{id: id, typ: typ, goType: goType, size: goType.Size(), of: l, faulty: typ.Height > 0}
	t.made[id] = l
	before := "{"
	if typ.Tag != "" {
		l.tag = jsonKey(typ.Tag)
		l.open = `{"` + l.tag + `":` + string(AppendString(nil, typ.Values[0]))
		before = ","
	}
	l.fields = make([]layoutField, len(typ.Fields))
	for i := range typ.Fields {
		row, in := &typ.Fields[i], goType.Field(i)
		f := &l.fields[i]
		f.name, f.key, f.index, f.offset = row.Name, jsonKey(row.Name), i, in.Offset
		at := in.Type
		if f.pointer = at.Kind() == reflect.Pointer; f.pointer {
			at = at.Elem()
		}
		f.holding = t.holding(row.Type&^OrNull, at)
		f.omitted = row.Optional && !row.Always
		f.unset = f.nilable() && (f.omitted || row.Type&OrNull != 0)
		f.empty = row.Always && f.elem != nil && !f.unset
		if i == 0 && before == "{" && f.omittable() {
			l.late, before = true, ","
		}
		f.text = before + `"` + f.key + `":`
		before = ","
		l.as.faulty = l.as.faulty || f.faulty
	}
	if len(l.fields) == 0 && typ.Tag == "" {
		l.open = "{"
	}
	return l
}

// omittable reports whether the key may be left out.
func (f *layoutField) omittable() bool { return f.omitted && (f.pointer || f.nilable()) }

// jsonKey returns a key as it is written in JSON, without its quotes.
func jsonKey(key string) string {
	text := AppendString(nil, key)
	return string(text[1 : len(text)-1])
}

// holding returns how Go holds a value of a type.
func (t layoutBuilder) holding(id TypeID, goType reflect.Type) holding {
	p := holding{id: id, goType: goType, size: goType.Size(), typ: t.typ(id)}
	if p.typ == nil {
		switch id {
		case Int, Float, Uint, Any, Object:
			p.faulty = true
		default:
			p.faulty = id.scalar().validText != nil
		}
		return p
	}
	switch p.typ.Form {
	case Struct:
		return t.layout(id, goType).as
	case Limited:
		p.id, p.limits, p.faulty = p.typ.Elem, p.typ.Limits, true
	case Enum:
		p.faulty = !p.typ.Open || p.typ.Numbers != nil
	case List:
		elem := t.holding(p.typ.Elem, goType.Elem())
		p.elem, p.limits, p.faulty = &elem, p.typ.Limits, elem.faulty || p.typ.Limits != nil
	default:
		p.code, p.faulty = p.typ.Code, true
	}
	return p
}

// nilable reports whether Go holds the value in a slice or an interface.
func (p *holding) nilable() bool {
	return p.id == Any || p.id == Object || p.id == Bytes || p.elem != nil || p.code != nil
}

// isNil reports whether the slice or the interface at an Addr counts as unset.
func (p *holding) isNil(at Addr) bool {
	switch {
	case p.id == Any || p.id == Object:
		return len(*As[Raw](at)) == 0
	case p.code != nil:
		return p.code.IsNilAt(at)
	}
	first, _ := items(at)
	return first.isNil()
}

// at returns where the field of the struct at v is.
func (f *layoutField) at(v Addr) Addr { return v.field(f.index, f.offset) }

// set returns where the value is of a field that is at an Addr and may be unset; the nil Addr if
// it is.
func (f *layoutField) set(at Addr) Addr {
	switch {
	case f.pointer:
		return at.pointee()
	case f.unset && f.isNil(at):
		return Addr{}
	}
	return at
}
