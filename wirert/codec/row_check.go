package codec

// CheckRow returns an error unless the struct that v points to, which has no generated code,
// may be written.
func (t *Table) CheckRow(v any) error { return t.CheckRowAt(v, 0) }

// CheckRowAt is like CheckRow. depth is the number of objects and arrays around the struct.
func (t *Table) CheckRowAt(v any, depth int) error {
	g, at := t.structOf(v)
	return g.check(t, at, depth)
}

// check returns an error unless the struct at an Addr, which may be nil, may be written.
func (g *goType) check(t *Table, at Addr, depth int) error {
	if at.isNil() {
		return t.Missing(g.id)
	}
	err := g.layout.check(t, at, depth)
	if err != nil && g.layout.typ.Hidden {
		return Hide(err)
	}
	return err
}

func (l *layout) check(t *Table, v Addr, depth int) error {
	if !l.value.mayFail {
		return nil
	}
	if h := l.typ.Height; h > 0 && depth > DefaultMaxDepth-h {
		write := func(dst []byte, v Addr) []byte { return l.append(dst, v, 0) }
		if err := CheckDepth(depth, v, write); err != nil {
			return err
		}
	}
	for i := range l.fields {
		f := &l.fields[i]
		if !f.mayFail {
			continue
		}
		at := f.at(v)
		if f.pointer || f.unset {
			at = f.set(at)
		}
		if !at.isNil() {
			if err := f.check(t, at, depth+1); err != nil {
				if f.hidden {
					err = Hide(err)
				}
				return At(f.name, err)
			}
		}
	}
	return nil
}

// check returns an error unless the value at an Addr may be written.
func (p *valueLayout) check(t *Table, at Addr, depth int) error {
	if p.limits != nil {
		if err := p.checkLimits(at); err != nil || p.elem == nil {
			return err
		}
	}
	switch p.id {
	case Int:
		return CheckInt(*As[int64](at))
	case Float:
		return CheckFloat(*As[float64](at))
	case Uint:
		return CheckUint(*As[uint64](at))
	case Any:
		return CheckRaw(*As[Raw](at), depth)
	case Object:
		return CheckRawObject(*As[Raw](at), depth)
	}
	switch {
	case p.structLayout != nil:
		return p.structLayout.check(t, at, depth)
	case p.elem != nil:
		if !p.elem.mayFail {
			return nil
		}
		first, n := items(at)
		for i := range n {
			if err := p.elem.check(t, p.item(first, i), depth+1); err != nil {
				return AtIndex(i, err)
			}
		}
	case p.code != nil:
		return p.code.CheckAt(at, depth)
	case p.typ == nil:
		return checkFormat(p.id, *As[string](at))
	case p.typ.Numbers != nil:
		return p.checkNumber(t, *As[int64](at))
	case !p.typ.has(*As[string](at)):
		return t.Undeclared(p.id, *As[string](at))
	}
	return nil
}

// checkLimits returns an error unless the value at an Addr is within its limits.
func (p *valueLayout) checkLimits(at Addr) error {
	switch p.id {
	case String:
		return p.limits.CheckString(*As[string](at))
	case Int:
		return p.limits.CheckInt(*As[int64](at))
	case Float:
		return p.limits.CheckFloat(*As[float64](at))
	case Int32:
		return p.limits.CheckInt32(*As[int32](at))
	case Uint32:
		return p.limits.CheckUint32(*As[uint32](at))
	case Uint:
		return p.limits.CheckUint(*As[uint64](at))
	case Int64:
		return p.limits.CheckInt64(*As[int64](at))
	case Uint64:
		return p.limits.CheckUint64(*As[uint64](at))
	}
	_, n := items(at)
	return p.limits.CheckItems(n)
}

func (p *valueLayout) checkNumber(t *Table, n int64) error {
	switch {
	case p.typ.Open:
		return CheckInt(n)
	case !p.typ.hasNumber(n):
		return t.UndeclaredNumber(p.id, n)
	}
	return nil
}
