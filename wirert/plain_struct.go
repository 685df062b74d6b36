package wirert

// structure checks the declared keys of an object, tag first.
func (p *plain) structure(v place, typ *Type) *Error {
	base := len(p.slots)
	undeclared, kept := p.collect(v, typ)
	p.out = append(p.out, '{')
	start, slot := len(p.out), base
	if typ.Tag != "" {
		if err := p.ownTag(v, typ, p.slots[slot]); err != nil {
			return err
		}
		slot++
	}
	for i := range typ.Fields {
		f := &typ.Fields[i]
		if err := p.field(v, f, slot, len(p.out) > start); err != nil {
			return err
		}
		slot += 1 + len(f.Was)
	}
	p.slots = p.slots[:base]
	if undeclared.key != 0 {
		return p.undeclaredKey(undeclared)
	}
	p.extra(kept, len(p.out) > start)
	p.out = append(p.out, '}')
	return nil
}

// collect puts the last value of each declared key of the object at v on top of
// the slots: the tag's, if the struct has one, then each field's and each of
// its older names'. It also finds the undeclared key that comes first in order,
// where there must be none, or else the undeclared members that are kept.
func (p *plain) collect(v place, typ *Type) (undeclared member, kept rest) {
	base := len(p.slots)
	if typ.Tag != "" {
		p.slots = append(p.slots, place{})
	}
	for i := range typ.Fields {
		for range 1 + len(typ.Fields[i].Was) {
			p.slots = append(p.slots, place{})
		}
	}
	refuse := p.strict || typ.Extra == ExtraRefused
	var least []byte
	for w := p.walk(v); w.next(); {
		key := p.keyText(w.member, &p.key)
		slot := typ.slot(key)
		switch {
		case slot >= 0:
			p.slots[base+slot] = w.value
		case refuse && (undeclared.key == 0 || string(key) <= string(least)):
			undeclared = w.member
			least = append(least[:0], key...)
		case !refuse && typ.Extra == ExtraKept:
			if kept == nil {
				kept = rest{}
			}
			kept[string(key)] = w.value
		}
	}
	return undeclared, kept
}

// slot is the place of a declared key among the slots of a struct, or -1.
func (typ *Type) slot(key []byte) int {
	slot := 0
	if typ.Tag != "" {
		if string(key) == typ.Tag {
			return 0
		}
		slot++
	}
	for i := range typ.Fields {
		f := &typ.Fields[i]
		if string(key) == f.Name {
			return slot
		}
		slot++
		for _, was := range f.Was {
			if string(key) == was {
				return slot
			}
			slot++
		}
	}
	return -1
}

// ownTag checks the tag that a variant carries.
func (p *plain) ownTag(v place, typ *Type, tag place) *Error {
	want := string(AppendString(nil, typ.Values[0]))
	if tag.pos == 0 {
		return p.missing(v, typ.Tag, want)
	}
	if !p.isOneOf(tag, typ.Values) {
		p.enter(typ.Tag)
		return p.wrong(tag, want, CodeValue)
	}
	p.out = append(AppendKey(p.out, 0, typ.Tag), want...)
	return nil
}

// field checks one field, whose names begin at slot.
func (p *plain) field(object place, f *Field, slot int, comma bool) *Error {
	name, v := f.Name, p.slots[slot]
	for i := 0; v.pos == 0 && i < len(f.Was); i++ {
		name, v = f.Was[i], p.slots[slot+1+i]
	}
	if f.NullIsAbsent && v.pos > 0 && p.data[v.pos] == 'n' {
		v = place{}
	}
	if v.pos == 0 {
		if f.Optional {
			return nil
		}
		return p.missing(object, f.Name, p.table.expected(f.Type))
	}
	if comma {
		p.out = append(p.out, ',')
	}
	p.out = AppendKey(p.out, 0, f.Name)
	p.enter(name)
	if err := p.value(v, f.Type); err != nil {
		return err
	}
	p.leave()
	return nil
}

// undeclared refuses an object that is read strictly and has keys other than
// the declared.
func (p *plain) undeclared(v place, declared []string) *Error {
	if !p.strict {
		return nil
	}
	var first member
	var least []byte
	for w := p.walk(v); w.next(); {
		key := p.keyText(w.member, &p.key)
		if !contains(declared, key) && (first.key == 0 || string(key) < string(least)) {
			first = w.member
			least = append(least[:0], key...)
		}
	}
	if first.key == 0 {
		return nil
	}
	return p.undeclaredKey(first)
}

func (p *plain) undeclaredKey(m member) *Error {
	p.enter(string(p.keyText(m, &p.key)))
	return p.wrong(m.value, "nothing", CodeUndeclared)
}

func contains(list []string, s []byte) bool {
	for _, v := range list {
		if string(s) == v {
			return true
		}
	}
	return false
}

// enter makes name the next step of the path.
func (p *plain) enter(name string) { p.path = append(p.path, step{name: name, isName: true}) }

// leave takes the last step of the path back.
func (p *plain) leave() { p.path = p.path[:len(p.path)-1] }

// wrongKind is the error of a value at v of a kind that the type id does not read.
func (p *plain) wrongKind(v place, id TypeID) *Error {
	return p.wrong(v, p.table.expected(id), CodeKind)
}

// wrong is the error of the value at v, where the path leads.
func (p *plain) wrong(v place, expected string, code Code) *Error {
	return &Error{
		Path: p.pathText(), Expected: expected, Found: p.found(v),
		Offset: int64(v.pos), Code: code,
	}
}

// missing is the error of a key that the object at v does not have.
func (p *plain) missing(v place, key, expected string) *Error {
	p.enter(key)
	return &Error{
		Path: p.pathText(), Expected: expected, Found: "nothing",
		Offset: int64(v.pos), Code: CodeMissing,
	}
}

func (p *plain) pathText() string {
	var out []byte
	for i, s := range p.path {
		if s.isName {
			out = appendName(out, s.name, i == 0)
		} else {
			out = append(AppendInt(append(out, '['), int64(s.index)), ']')
		}
	}
	return string(out)
}
