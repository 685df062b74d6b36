package codec

// AppendRow appends the struct that v points to, which has no generated code. A nil v is
// written as null.
func (t *Table) AppendRow(dst []byte, v any) []byte {
	g, at := t.structOf(v)
	if at.isNil() {
		return AppendNull(dst)
	}
	return g.layout.append(dst, at, 0)
}

// MarshalRow returns the JSON of a struct without generated code, or the error of its check.
func (t *Table) MarshalRow(v any) ([]byte, error) {
	g, at := t.structOf(v)
	if err := g.check(t, at, 0); err != nil {
		return nil, err
	}
	return g.layout.append(nil, at, 0), nil
}

// append appends the struct at v. depth is the number of objects and arrays around it.
func (l *layout) append(dst []byte, v Addr, depth int) []byte {
	if l.typ.Height > 0 {
		Descend(depth)
	}
	start := len(dst)
	dst = append(dst, l.prefix...)
	for i := range l.fields {
		f := &l.fields[i]
		at := f.at(v)
		if f.pointer || f.unset { // avoids most calls of set, which is not inlined
			at = f.set(at)
		}
		if !at.isNil() {
			dst = f.append(dst, f.text, at, depth+1)
		} else if !f.omitted {
			dst = append(append(dst, f.text...), "null"...)
		}
	}
	if l.commaFirst {
		return CloseObject(dst, start)
	}
	return append(dst, '}')
}

// append appends text and the value at an Addr.
func (p *valueLayout) append(dst []byte, text string, at Addr, depth int) []byte {
	switch p.id {
	case String:
		return PutString(dst, text, *As[string](at))
	case Bool:
		return PutBool(dst, text, *As[bool](at))
	case Int, Int64:
		return PutInt(dst, text, *As[int64](at))
	case Float:
		return PutFloat(dst, text, *As[float64](at))
	}
	return p.appendRare(append(dst, text...), at, depth)
}

// appendRare appends a value of a less frequent type.
func (p *valueLayout) appendRare(dst []byte, at Addr, depth int) []byte {
	switch p.id {
	case Any:
		return AppendRaw(dst, *As[Raw](at))
	case Object:
		return AppendRawObject(dst, *As[Raw](at))
	case Int32:
		return AppendInt32(dst, *As[int32](at))
	case Uint32:
		return AppendUint32(dst, *As[uint32](at))
	case Uint:
		return AppendUint(dst, *As[uint64](at))
	case Uint64:
		return AppendUint64(dst, *As[uint64](at))
	case Int64Text:
		return AppendInt64Text(dst, *As[int64](at))
	case Uint64Text:
		return AppendUint64Text(dst, *As[uint64](at))
	case Bytes:
		return AppendBytes(dst, *As[[]byte](at))
	}
	switch {
	case p.structLayout != nil:
		return p.structLayout.append(dst, at, depth)
	case p.elem != nil:
		return p.appendList(dst, at, depth)
	case p.code != nil:
		return p.code.AppendAt(dst, at)
	case p.typ == nil:
		return AppendString(dst, *As[string](at))
	case p.typ.Numbers != nil:
		return AppendInt(dst, *As[int64](at))
	}
	return AppendString(dst, *As[string](at))
}

// appendList appends a list. A nil list is written as [].
func (p *valueLayout) appendList(dst []byte, at Addr, depth int) []byte {
	dst = append(dst, '[')
	comma := ""
	first, n := items(at)
	for i := range n {
		dst = p.elem.append(dst, comma, p.item(first, i), depth+1)
		comma = ","
	}
	return append(dst, ']')
}
