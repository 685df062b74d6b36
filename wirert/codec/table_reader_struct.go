package codec

// structure checks the declared keys of an object, tags first.
func (p *tableReader) structure(v place, typ *Type) *Error {
	if err := p.spend(v, 1, typ.weight()); err != nil {
		return err
	}
	base := len(p.slots)
	undeclared, kept := p.collect(v, typ)
	p.out = append(p.out, '{')
	start, slot := len(p.out), base
	for i := range typ.tagCount() {
		if err := p.ownTag(v, typ.ownTag(i), p.slots[slot]); err != nil {
			return err
		}
		slot++
	}
	for i := range typ.Fields {
		f := &typ.Fields[i]
		if err := p.field(v, f, slot); err != nil {
			return err
		}
		slot += 1 + len(f.FormerNames)
	}
	if err := p.groups(v, typ, base); err != nil {
		return err
	}
	p.slots = p.slots[:base]
	if undeclared.key != 0 {
		return p.undeclaredKey(undeclared)
	}
	if err := p.spendEntries(v, len(kept)); err != nil {
		return err
	}
	if typ.Rest != nil {
		if err := p.typedExtra(v, typ, kept); err != nil {
			return err
		}
	} else {
		p.extra(kept, len(p.out) > start, typ.secret)
	}
	p.out = append(p.out, '}')
	return nil
}

// collect pushes the last value of each declared key of the object at v onto the slots: those
// of its tags, then those of each field and its former names. It also returns the first
// undeclared key in sorted order, if undeclared keys are refused, or else the undeclared
// members to preserve.
func (p *tableReader) collect(v place, typ *Type) (undeclared member, kept rest) {
	base := len(p.slots)
	for range typ.tagCount() {
		p.slots = append(p.slots, place{})
	}
	for i := range typ.Fields {
		for range 1 + len(typ.Fields[i].FormerNames) {
			p.slots = append(p.slots, place{})
		}
	}
	refuse := p.strict && typ.Extra != ExtraTyped || typ.Extra == ExtraRefused
	var least []byte
	for w := p.walk(v); w.next(); {
		key := p.keyText(w.member, &p.key)
		slot := typ.slot(key)
		switch {
		case slot >= 0:
			p.slots[base+slot] = w.value
		case typ.Extensions != nil && typ.Extensions.Has(string(key)):
			if kept == nil {
				kept = rest{}
			}
			kept[string(key)] = w.value
		case refuse && (undeclared.key == 0 || string(key) <= string(least)):
			undeclared = w.member
			least = append(least[:0], key...)
		case !refuse && typ.Extra != ExtraIgnored:
			if kept == nil {
				kept = rest{}
			}
			kept[string(key)] = w.value
		}
	}
	return undeclared, kept
}

// slot returns the index of a declared key in the slots of a struct, or -1.
func (typ *Type) slot(key []byte) int {
	slot := 0
	for ; slot < typ.tagCount(); slot++ {
		if string(key) == typ.ownTag(slot).Key {
			return slot
		}
	}
	for i := range typ.Fields {
		f := &typ.Fields[i]
		if string(key) == f.Name {
			return slot
		}
		slot++
		for _, was := range f.FormerNames {
			if string(key) == was {
				return slot
			}
			slot++
		}
	}
	return -1
}

// ownTag checks a tag of a struct.
func (p *tableReader) ownTag(v place, own OwnTag, tag place) *Error {
	current := own.Values[:max(own.Current, 1)]
	if tag.pos == 0 {
		if own.Optional {
			return nil
		}
		return p.missing(v, own.Key, oneOfTags(current, own.Kind))
	}
	text, ok := p.tagText(tag, own.Kind)
	if !ok || !contains(own.Values, text) {
		p.enter(own.Key)
		return p.wrong(tag, oneOfTags(current, own.Kind), CodeValue)
	}
	written := own.Values[0]
	if contains(current, text) {
		written = string(text)
	}
	p.comma()
	p.out = appendTag(AppendKey(p.out, 0, own.Key), written, own.Kind)
	return nil
}

// field checks a field, whose names begin at slot.
func (p *tableReader) field(object place, f *Field, slot int) *Error {
	name, v := f.Name, p.slots[slot]
	for i := 0; v.pos == 0 && i < len(f.FormerNames); i++ {
		name, v = f.FormerNames[i], p.slots[slot+1+i]
	}
	before := len(p.out)
	err := p.fieldAt(object, f, v, step{name: name, isName: true})
	if len(p.out) == before { // unset or skipped
		clear(p.slots[slot : slot+1+len(f.FormerNames)])
	}
	return err
}

// fieldAt checks a field with the value at v, which may be absent.
func (p *tableReader) fieldAt(object place, f *Field, v place, at step) *Error {
	if f.NullIsAbsent && v.pos > 0 && p.data[v.pos] == 'n' {
		v = place{}
	}
	if v.pos == 0 {
		if f.Optional {
			return p.spend(object, 1, int64(f.Weight))
		}
		return p.missing(object, f.Name, p.table.expected(f.Type))
	}
	before := p.mark()
	p.comma()
	p.out = AppendKey(p.out, 0, f.Name)
	p.path = append(p.path, at)
	start := len(p.out)
	if f.Tolerant && !p.strict {
		if !p.tolerantly(before, func() *Error { return p.value(v, f.Type) }) {
			return p.spend(object, 1, int64(f.Weight))
		}
	} else if err := p.value(v, f.Type); err != nil {
		return err
	}
	p.shorten(start, f.Log)
	p.leave()
	return nil
}

// undeclared returns an error if an object has undeclared keys and the reader is strict.
func (p *tableReader) undeclared(v place, declared []string) *Error {
	if !p.strict {
		return nil
	}
	var first member
	var least []byte
	for w := p.walk(v); w.next(); {
		key := p.keyText(w.member, &p.key)
		if !contains(declared, key) && (first.key == 0 || string(key) <= string(least)) {
			first = w.member
			least = append(least[:0], key...)
		}
	}
	if first.key == 0 {
		return nil
	}
	return p.undeclaredKey(first)
}

func (p *tableReader) undeclaredKey(m member) *Error {
	p.path = append(p.path, p.stepInto(string(p.keyText(m, &p.key))))
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

// enter appends name to the path.
//
//go:noinline
func (p *tableReader) enter(name string) { p.path = append(p.path, step{name: name, isName: true}) }

// stepInto returns the step into a key that the spec does not declare.
func (p *tableReader) stepInto(key string) step {
	return step{name: key, isName: true, hidden: p.hides}
}

// leave removes the last step of the path.
func (p *tableReader) leave() { p.path = p.path[:len(p.path)-1] }

// wrongKind returns the error of the value at v, whose kind the type id does not accept.
func (p *tableReader) wrongKind(v place, id TypeID) *Error {
	if typ := p.table.typ(id); typ != nil && typ.Form == Ordered && id&OrNull == 0 {
		return p.wrong(v, "a variant of "+typ.Name, CodeKind)
	}
	return p.wrong(v, p.table.expected(id), CodeKind)
}

// wrong returns the error of the value at v, with the current path.
func (p *tableReader) wrong(v place, expected string, code Code) *Error {
	e := &Error{Path: p.pathText(), Expected: expected, Offset: int64(v.pos), Code: code}
	if p.hides {
		e.Found = p.hidden(v)
	} else {
		e.Found = p.found(v)
	}
	return e
}

// wrongWords returns the error of the value at v, of which words describe what was found.
func (p *tableReader) wrongWords(v place, expected string, found words) *Error {
	e := refused(expected, found, CodeValue)
	e.Path, e.Offset = p.pathText(), int64(v.pos)
	if p.hides {
		e.Found = found.hidden
	}
	return e
}

// missing returns the error of a missing key of the object at v.
func (p *tableReader) missing(v place, key, expected string) *Error {
	p.enter(key)
	return &Error{
		Path: p.pathText(), Expected: expected, Found: nothing,
		Offset: int64(v.pos), Code: CodeMissing,
	}
}

func (p *tableReader) pathText() string {
	if p.silent() {
		return ""
	}
	return textOf(p.path)
}

func textOf(path []step) string {
	var out []byte
	for i, s := range path {
		switch {
		case s.hidden:
			out = append(out, hiddenStep...)
		case s.isName:
			out = appendName(out, s.name, i == 0)
		default:
			out = append(AppendInt(append(out, '['), int64(s.index)), ']')
		}
	}
	return string(out)
}
