package codec

// An attempt is a value read as an ordered union; its outcome is the first arm
// that accepts the value, or the error. The result is cached, because the arms
// of enclosing unions may read the same value again: reading stays linear.
type attempt struct {
	pos uint32
	id  TypeID
}

type outcome struct {
	arm  int
	err  *Error
	only bool // err is that of arm, the only one for the kind of the value
}

// ordered checks a value as the first arm that accepts it.
func (p *tableReader) ordered(v place, kind Kind, id TypeID, typ *Type) *Error {
	key := attempt{v.pos, id}
	done, tried := p.attempts[key]
	if !tried {
		done = p.try(v, kind, typ)
		if p.attempts == nil {
			p.attempts = map[attempt]outcome{}
		}
		p.attempts[key] = done
	}
	switch {
	case done.err != nil && done.only && !p.trying && p.dropped.within > 0 && !p.silent():
		return p.value(v, typ.Arms[done.arm]) // an attempt leaves out the words, which are asked for
	case done.err != nil || p.trying:
		return done.err
	}
	p.hint(done.arm)
	return p.value(v, typ.Arms[done.arm])
}

// try finds the first arm that accepts the value at v, and writes nothing.
// Undeclared keys are only checked within the arm that is picked.
func (p *tableReader) try(v place, kind Kind, typ *Type) outcome {
	path, slots, out, outer, strict := len(p.path), len(p.slots), len(p.out), p.trying, p.strict
	var only *Error
	ofKind, last := 0, 0
	for i, arm := range typ.Arms {
		if !p.table.reads(arm, kind) {
			continue
		}
		ofKind, last = ofKind+1, i
		p.trying, p.strict = true, false
		err := p.value(v, arm)
		p.trying, p.strict = outer, strict
		p.path, p.slots, p.out = p.path[:path], p.slots[:slots], p.out[:out]
		if err == nil {
			return outcome{arm: i}
		}
		only = err
	}
	if ofKind != 1 {
		only = p.wrong(v, "a variant of "+typ.Name, CodeValue)
	}
	return outcome{arm: last, err: only, only: ofKind == 1}
}

// VariantHint returns the arm of the ordered union id that reads the value which
// comes next: the only one for its kind. If there are several, only the table
// reader can decide.
func (d *Decoder) VariantHint(t *Table, id TypeID) int {
	if arm, ok := d.hint(); ok {
		return arm
	}
	only := -1
	for i, arm := range t.typ(id).Arms {
		if !t.reads(arm, d.Kind()) {
			continue
		}
		if only >= 0 {
			d.Fail()
			return -1
		}
		only = i
	}
	if only < 0 {
		d.Fail()
	}
	return only
}

// CheckOrdered reports whether written, the JSON of a value of an arm of an
// ordered union, is not accepted by an earlier arm.
func (t *Table) CheckOrdered(id TypeID, arm int, written []byte) error {
	typ := t.typ(id)
	for _, earlier := range typ.Arms[:arm] {
		if _, err := t.normalize(written, earlier, Options{}); err == nil {
			whole := &text{data: written}
			return &Error{
				Expected: "a value that no earlier variant of " + typ.Name + " accepts",
				Found:    whole.found(place{}),
				Code:     CodeValue,
			}
		}
	}
	return nil
}
