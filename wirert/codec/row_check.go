package codec

import (
	"reflect"
	"unsafe"
)

// CheckRow reports whether the struct that v points to, which has only a row, may be
// written.
func (t *Table) CheckRow(v any) error { return t.CheckRowAt(v, 0) }

// CheckRowAt is CheckRow for a struct that depth objects and arrays enclose.
func (t *Table) CheckRowAt(v any, depth int) error {
	g, at := t.structOf(v), reflect.ValueOf(v).UnsafePointer()
	if at == nil {
		return t.Missing(g.id)
	}
	return g.layout.check(t, at, depth)
}

func (l *layout) check(t *Table, v unsafe.Pointer, depth int) error {
	if !l.as.faulty {
		return nil
	}
	if h := l.typ.Height; h > 0 && depth > DefaultMaxDepth-h {
		write := func(dst []byte, v unsafe.Pointer) []byte { return l.append(dst, v, 0) }
		if err := CheckDepth(depth, v, write); err != nil {
			return err
		}
	}
	for i := range l.fields {
		f := &l.fields[i]
		if !f.faulty {
			continue
		}
		if at := f.value(v); at != nil {
			if err := f.check(t, at, depth+1); err != nil {
				return At(f.name, err)
			}
		}
	}
	return nil
}

// check reports whether the value at a place may be written.
func (p *holding) check(t *Table, at unsafe.Pointer, depth int) error {
	if p.limits != nil {
		if err := p.checkLimits(at); err != nil || p.elem == nil {
			return err
		}
	}
	switch p.id {
	case Int:
		return CheckInt(*(*int64)(at))
	case Float:
		return CheckFloat(*(*float64)(at))
	case Uint:
		return CheckUint(*(*uint64)(at))
	case UUID:
		return CheckUUID(*(*string)(at))
	case Any:
		return CheckRaw(*(*Raw)(at), depth)
	case Object:
		return CheckRawObject(*(*Raw)(at), depth)
	}
	switch {
	case p.of != nil:
		return p.of.check(t, at, depth)
	case p.elem != nil:
		if !p.elem.faulty {
			return nil
		}
		first, n := items(at)
		for i := range n {
			if err := p.elem.check(t, p.item(first, i), depth+1); err != nil {
				return AtIndex(i, err)
			}
		}
	case p.code != nil:
		return p.union(at).CheckJSON(depth)
	case p.typ.Numbers != nil:
		return p.checkNumber(t, *(*int64)(at))
	case !p.typ.has(*(*string)(at)):
		return t.Undeclared(p.id, *(*string)(at))
	}
	return nil
}

// checkLimits reports whether the value at a place is within its limits.
func (p *holding) checkLimits(at unsafe.Pointer) error {
	switch p.id {
	case String:
		return p.limits.CheckString(*(*string)(at))
	case Int:
		return p.limits.CheckInt(*(*int64)(at))
	case Float:
		return p.limits.CheckFloat(*(*float64)(at))
	case Int32:
		return p.limits.CheckInt32(*(*int32)(at))
	case Uint32:
		return p.limits.CheckUint32(*(*uint32)(at))
	case Uint:
		return p.limits.CheckUint(*(*uint64)(at))
	case Int64:
		return p.limits.CheckInt64(*(*int64)(at))
	case Uint64:
		return p.limits.CheckUint64(*(*uint64)(at))
	}
	_, n := items(at)
	return p.limits.CheckItems(n)
}

func (p *holding) checkNumber(t *Table, n int64) error {
	switch {
	case p.typ.Open:
		return CheckInt(n)
	case !p.typ.hasNumber(n):
		return t.UndeclaredNumber(p.id, n)
	}
	return nil
}
