package codec

import "slices"

// An attempt is a value and an ordered union. Its outcome is cached, so that reading is linear
// although the arms of enclosing unions may read the same value several times.
type attempt struct {
	pos   uint32
	id    TypeID
	hides bool
}

type outcome struct {
	arm    int
	err    *Error
	only   bool  // err comes from arm, the only one for the kind of the value
	weight int64 // of the value as arm
	single bool  // no other arm reads the kind of the value
}

// ordered checks a value as the first arm that accepts it.
func (p *tableReader) ordered(v place, kind Kind, id TypeID, typ *Type) *Error {
	key := attempt{v.pos, id, p.hides}
	done, tried := p.attempts[key]
	if !tried {
		done = p.try(v, kind, typ)
		if p.attempts == nil {
			p.attempts = map[attempt]outcome{}
		}
		p.attempts[key] = done
	}
	switch {
	case p.overweight != nil:
		return p.overweight
	case done.err != nil && done.only && !p.trying && p.dropped.within > 0 && !p.silent():
		return p.value(v, typ.Arms[done.arm]) // again, for the text of the error
	case done.err != nil:
		return done.err
	case p.trying:
		return p.spend(v, 1, done.weight)
	case !done.single && done.weight > p.left:
		return p.spend(v, 1, done.weight)
	}
	p.hint(done.arm)
	return p.value(v, typ.Arms[done.arm])
}

// try finds the first arm that accepts the value at v, without writing. Undeclared keys are
// only checked for the chosen arm.
func (p *tableReader) try(v place, kind Kind, typ *Type) outcome {
	reads := func(arm TypeID) bool { return p.table.reads(arm, kind) }
	path, slots, out, outer, strict := len(p.path), len(p.slots), len(p.out), p.trying, p.strict
	left, tried := p.left, p.tried
	single := !slices.ContainsFunc(typ.Arms[1+slices.IndexFunc(typ.Arms, reads):], reads)
	if tried == 0 && !single {
		p.tried = 1 + path
	}
	defer func() { p.tried = tried }()
	var only *Error
	ofKind, last := 0, 0
	for i, arm := range typ.Arms {
		if !reads(arm) {
			continue
		}
		ofKind, last = ofKind+1, i
		p.trying, p.strict = true, false
		err := p.value(v, arm)
		p.trying, p.strict = outer, strict
		p.path, p.slots, p.out = p.path[:path], p.slots[:slots], p.out[:out]
		if p.overweight != nil {
			return outcome{err: p.overweight}
		}
		weight := left - p.left
		p.left = left
		if err == nil {
			return outcome{arm: i, weight: weight, single: single}
		}
		only = err
	}
	if ofKind != 1 {
		only = p.wrong(v, "a variant of "+typ.Name, CodeValue)
	}
	return outcome{arm: last, err: only, only: ofKind == 1}
}

// VariantHint returns the arm of the ordered union id for the next value. It fails if several
// arms accept the kind of the value: only the table reader can decide then.
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

// CheckOrdered returns an error if an earlier arm of the ordered union id accepts written, the
// JSON of a value of arm.
func (t *Table) CheckOrdered(id TypeID, arm int, written []byte) error {
	typ := t.typ(id)
	for _, earlier := range typ.Arms[:arm] {
		if _, err := t.normalize(written, earlier, Options{}); err == nil {
			whole := &text{data: written}
			return refused("a value that no earlier variant of "+typ.Name+" accepts", whole.words(place{}), CodeValue)
		}
	}
	return nil
}
