package codec

import (
	"reflect"
	"unsafe"
)

// into reads what v points to: a struct that reads itself, or one that has only a row.
func (d *Decoder) into(id TypeID, v any) {
	if l := d.table.layouts[id].Load(); l != nil {
		l.read(d, reflect.ValueOf(v).UnsafePointer())
		return
	}
	if r, ok := v.(Reader); ok {
		r.DecodeJSON(d)
		return
	}
	d.Row(id, v)
}

// Row reads the struct id, which has only a row, to where v points.
func (d *Decoder) Row(id TypeID, v any) {
	d.table.layoutOf(id, v).read(d, reflect.ValueOf(v).UnsafePointer())
}

// Row reads a struct that has only a row, in place.
func (m *Members) Row(key string, id TypeID, v any) {
	if m.Begin(key) {
		m.d.Row(id, v)
	}
}

// NewRow reads a struct that v points to and that has only a row, and returns v.
func NewRow[P any](d *Decoder, id TypeID, v P) P {
	d.Row(id, v)
	return v
}

// Rows reads a list of structs that have only a row to where list points.
func (d *Decoder) Rows(id TypeID, list any) {
	at := reflect.ValueOf(list)
	of := holding{goType: at.Type().Elem()}
	of.elem = &d.table.layout(id, of.goType.Elem()).as
	of.readList(d, at.UnsafePointer())
}

func (l *layout) read(d *Decoder, v unsafe.Pointer) {
	if len(l.fields) == 0 && l.tag == "" && l.typ.Extra == ExtraIgnored {
		d.Empty()
		return
	}
	var m Members
	for m.Enter(d, l.id); m.Next(); {
		if l.tag != "" {
			m.Const(l.tag, l.typ.Values...)
		}
		for i := range l.fields {
			f := &l.fields[i]
			if !m.BeginOrNull(f.key) {
				continue
			}
			at := unsafe.Add(v, f.offset)
			if f.pointer {
				value := f.refer(d)
				*(*unsafe.Pointer)(at) = value
				at = value
			} else {
				f.read(d, at)
			}
			if f.limits != nil && f.checkLimits(at) != nil {
				d.Fail()
			}
		}
	}
	for i := range l.fields {
		if f := &l.fields[i]; f.empty && f.isNil(unsafe.Add(v, f.offset)) {
			f.setEmpty(unsafe.Add(v, f.offset))
		}
	}
}

// read reads a value to its place.
func (p *holding) read(d *Decoder, at unsafe.Pointer) {
	switch p.id {
	case String:
		*(*string)(at) = d.String()
	case Bool:
		*(*bool)(at) = d.Bool()
	case Int:
		*(*int64)(at) = d.Int()
	case Float:
		*(*float64)(at) = d.Float()
	case Any:
		*(*Raw)(at) = d.Raw()
	case Object:
		*(*Raw)(at) = d.RawObject()
	case Int32:
		*(*int32)(at) = d.Int32()
	case Uint32:
		*(*uint32)(at) = d.Uint32()
	case Uint:
		*(*uint64)(at) = d.Uint()
	case Int64:
		*(*int64)(at) = d.Int64()
	case Uint64:
		*(*uint64)(at) = d.Uint64()
	case Int64Text:
		*(*int64)(at) = d.Int64Text()
	case Uint64Text:
		*(*uint64)(at) = d.Uint64Text()
	case Bytes:
		*(*[]byte)(at) = d.Bytes()
	case UUID:
		*(*string)(at) = d.UUID()
	default:
		switch {
		case p.of != nil:
			p.of.read(d, at)
		case p.elem != nil:
			p.readList(d, at)
		case p.code != nil:
			p.union(at).DecodeJSON(d)
		case p.typ.Numbers != nil:
			*(*int64)(at) = p.readNumber(d)
		default:
			*(*string)(at) = p.readEnum(d)
		}
	}
}

// refer reads a value that a field points to.
func (p *holding) refer(d *Decoder) unsafe.Pointer {
	switch p.id {
	case String:
		return unsafe.Pointer(d.RefString(d.String()))
	case Bool:
		return unsafe.Pointer(d.RefBool(d.Bool()))
	case Int:
		return unsafe.Pointer(d.RefInt(d.Int()))
	case Float:
		return unsafe.Pointer(d.RefFloat(d.Float()))
	}
	if p.typ != nil && p.typ.Form == Enum && p.typ.Numbers == nil {
		return unsafe.Pointer(d.RefString(p.readEnum(d)))
	}
	at := reflect.New(p.goType).UnsafePointer()
	p.read(d, at)
	return at
}

// readEnum reads a value of an enum of strings.
func (p *holding) readEnum(d *Decoder) string {
	text := d.Text()
	if p.values != nil {
		if v, ok := p.values[string(text)]; ok {
			return v
		}
	} else {
		for _, v := range p.typ.Values {
			if string(text) == v {
				return v
			}
		}
	}
	if !p.typ.Open {
		d.Fail()
	}
	return string(text)
}

// readNumber reads a value of an enum of integers.
func (p *holding) readNumber(d *Decoder) int64 {
	n := d.Int()
	if !p.typ.Open && !p.typ.hasNumber(n) {
		d.Fail()
	}
	return n
}

// readList reads a list, which is not nil then. Lists of strings are those that are
// long most often.
func (p *holding) readList(d *Decoder, at unsafe.Pointer) {
	if p.elem.id == String && p.elem.limits == nil {
		list := []string{}
		for d.BeginArray(); d.NextItem(); {
			list = append(list, d.String())
		}
		*(*[]string)(at) = list
		return
	}
	list, n := reflect.NewAt(p.goType, at).Elem(), 0
	for d.BeginArray(); d.NextItem(); n++ {
		list.Grow(1)
		list.SetLen(n + 1)
		item := p.item(list.UnsafePointer(), n)
		p.elem.read(d, item)
		if p.elem.limits != nil && p.elem.checkLimits(item) != nil {
			d.Fail()
		}
	}
	if n == 0 {
		p.setEmpty(at)
	}
}

// setEmpty sets a list to an empty one.
func (p *holding) setEmpty(at unsafe.Pointer) {
	reflect.NewAt(p.goType, at).Elem().Set(reflect.MakeSlice(p.goType, 0, 0))
}
