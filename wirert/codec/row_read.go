package codec

import (
	"reflect"
	"unsafe"
)

// into reads the struct that v points to, which reads itself or has only a row.
func (g *goType) into(d *Decoder, v any) {
	if g.layout != nil {
		g.layout.read(d, reflect.ValueOf(v).UnsafePointer())
		return
	}
	v.(Reader).DecodeJSON(d)
}

// Row reads the struct that v points to, which has only a row.
func (d *Decoder) Row(v any) {
	d.table.structOf(v).layout.read(d, reflect.ValueOf(v).UnsafePointer())
}

// Row reads a struct that has only a row, in place.
func (m *Members) Row(key string, v any) {
	if m.Begin(key) {
		m.d.Row(v)
	}
}

// NewRow reads a struct that v points to and that has only a row, and returns v.
func NewRow[P any](d *Decoder, v P) P {
	d.Row(v)
	return v
}

// Rows reads a list of structs that have only a row to where list points.
func (d *Decoder) Rows(list any) {
	d.table.listOf(list).readList(d, reflect.ValueOf(list).UnsafePointer())
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
			*(*int64)(at) = p.typ.readNumber(d)
		default:
			*(*string)(at) = p.typ.readValue(d)
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
		return unsafe.Pointer(d.RefString(p.typ.readValue(d)))
	}
	at := reflect.New(p.goType).UnsafePointer()
	p.read(d, at)
	return at
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
