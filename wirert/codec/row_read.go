package codec

import "reflect"

// into decodes the struct that v points to, at an Addr, with its generated code or by its row.
func (g *goType) into(d *Decoder, v any, at Addr) {
	if g.layout != nil {
		g.layout.read(d, at)
		return
	}
	v.(Reader).DecodeJSON(d)
}

// Row decodes the struct that v points to, which has no generated code.
func (d *Decoder) Row(v any) {
	g, at := d.table.structOf(v)
	g.layout.read(d, at)
}

// Row reads a struct without generated code.
func (m *Members) Row(key string, v any) {
	if m.Begin(key) {
		m.d.Row(v)
	}
}

// NewRow decodes the struct that v points to, which has no generated code, and returns v.
func NewRow[P any](d *Decoder, v P) P {
	d.Row(v)
	return v
}

// Rows decodes a list of structs without generated code. list is a pointer to a slice.
func (d *Decoder) Rows(list any) {
	d.table.listOf(list).readList(d, addrOf(reflect.ValueOf(list)))
}

func (l *layout) read(d *Decoder, v Addr) {
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
			at := f.at(v)
			if f.pointer {
				f.refer(d, at)
				at = at.pointee()
			} else {
				f.read(d, at)
			}
			if f.limits != nil && f.checkLimits(at) != nil {
				d.Fail()
			}
		}
	}
	for i := range l.fields {
		if f := &l.fields[i]; f.empty && f.isNil(f.at(v)) {
			f.setEmpty(f.at(v))
		}
	}
}

// read decodes a value into the memory at an Addr.
func (p *valueLayout) read(d *Decoder, at Addr) {
	switch p.id {
	case String:
		*As[string](at) = d.String()
	case Bool:
		*As[bool](at) = d.Bool()
	case Int:
		*As[int64](at) = d.Int()
	case Float:
		*As[float64](at) = d.Float()
	case Any:
		*As[Raw](at) = d.Raw()
	case Object:
		*As[Raw](at) = d.RawObject()
	case Int32:
		*As[int32](at) = d.Int32()
	case Uint32:
		*As[uint32](at) = d.Uint32()
	case Uint:
		*As[uint64](at) = d.Uint()
	case Int64:
		*As[int64](at) = d.Int64()
	case Uint64:
		*As[uint64](at) = d.Uint64()
	case Int64Text:
		*As[int64](at) = d.Int64Text()
	case Uint64Text:
		*As[uint64](at) = d.Uint64Text()
	case Bytes:
		*As[[]byte](at) = d.Bytes()
	default:
		switch {
		case p.structLayout != nil:
			p.structLayout.read(d, at)
		case p.elem != nil:
			p.readList(d, at)
		case p.code != nil:
			p.code.ReadAt(d, at)
		case p.typ == nil:
			*As[string](at) = d.formattedText(p.id)
		case p.typ.Numbers != nil:
			*As[int64](at) = p.typ.readNumber(d)
		default:
			*As[string](at) = p.typ.readValue(d)
		}
	}
}

// refer decodes a value, and makes the pointer at an Addr point to it.
func (p *valueLayout) refer(d *Decoder, at Addr) {
	switch p.id {
	case String:
		point(at, d.RefString(d.String()))
	case Bool:
		point(at, d.RefBool(d.Bool()))
	case Int:
		point(at, d.RefInt(d.Int()))
	case Float:
		point(at, d.RefFloat(d.Float()))
	default:
		if p.typ != nil && p.typ.Form == Enum && p.typ.Numbers == nil {
			point(at, d.RefString(p.typ.readValue(d)))
			return
		}
		p.read(d, at.pointNew(p.goType))
	}
}

// readList decodes a list, which is not nil afterwards. Lists of strings have a fast path
// because they are often long.
func (p *valueLayout) readList(d *Decoder, at Addr) {
	if inPlace && p.elem.id == String && p.elem.limits == nil {
		list := []string{}
		for d.BeginArray(); d.NextItem(); {
			list = append(list, d.String())
		}
		*As[[]string](at) = list
		return
	}
	list, n := p.value(at), 0
	for d.BeginArray(); d.NextItem(); n++ {
		list.Grow(1)
		list.SetLen(n + 1)
		first, _ := items(at)
		item := p.item(first, n)
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
func (p *valueLayout) setEmpty(at Addr) {
	p.value(at).Set(reflect.MakeSlice(p.goType, 0, 0))
}
