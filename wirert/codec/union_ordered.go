package codec

// A trial is a value read as an ordered union; its outcome is the first arm that
// accepts the value, or the error. The result is cached, because the arms of
// enclosing unions may read the same value again: reading stays linear.
type trial struct {
	pos uint32
	id  TypeID
}

type outcome struct {
	arm int
	err *Error
}

// ordered checks a value as the first arm that accepts it.
func (p *plain) ordered(v place, kind Kind, id TypeID, typ *Type) *Error {
	key := trial{v.pos, id}
	done, tried := p.trials[key]
	if !tried {
		done = p.try(v, kind, typ)
		if p.trials == nil {
			p.trials = map[trial]outcome{}
		}
		p.trials[key] = done
	}
	if done.err != nil || p.trying {
		return done.err
	}
	p.pick(done.arm)
	return p.value(v, typ.Arms[done.arm])
}

// try finds the first arm that accepts the value at v, and writes nothing.
// Undeclared keys are only checked within the arm that is picked.
func (p *plain) try(v place, kind Kind, typ *Type) outcome {
	path, slots, out, outer, strict := len(p.path), len(p.slots), len(p.out), p.trying, p.strict
	var only *Error
	ofKind := 0
	for i, arm := range typ.Arms {
		if !p.table.reads(arm, kind) {
			continue
		}
		ofKind++
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
	return outcome{err: only}
}

// Picked returns the arm of the ordered union id that reads the value which
// comes next: the only one for its kind. If there are several, only the plain
// reader can decide.
func (d *Decoder) Picked(t *Table, id TypeID) int {
	if arm, ok := d.picked(); ok {
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
				Expected: "a variant of " + typ.Name + " that no earlier one reads",
				Found:    whole.found(place{}),
				Code:     CodeValue,
			}
		}
	}
	return nil
}
