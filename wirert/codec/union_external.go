package codec

import "strconv"

// externalTags returns the tags of the variants with a body, or of those without.
func (typ *Type) externalTags(bodied bool) []string {
	var out []string
	for i := range typ.Variants {
		if v := &typ.Variants[i]; (v.Type != NoBody) == bodied {
			out = append(out, v.Tag)
		}
	}
	return out
}

// external checks a string that is a tag, or an object whose only key is a tag.
func (p *tableReader) external(v place, kind Kind, typ *Type) *Error {
	if kind == KindString {
		return p.externalTag(v, typ)
	}
	members := p.distinct(v)
	if len(members) != 1 {
		return &Error{
			Path: p.pathText(), Expected: "an object with one member",
			Found:  "an object with " + strconv.Itoa(len(members)) + " members",
			Offset: int64(v.pos), Code: CodeValue,
		}
	}
	m := members[0]
	key := p.keyText(m, &p.key)
	x := p.table.variant(typ, key)
	switch {
	case x != nil && x.Type == NoBody:
		return p.wrong(v, string(AppendString(nil, x.Tag)), CodeKind)
	case x != nil:
	case (p.strict || !typ.KeepUnknown) && !typ.Extensions.Has(string(key)):
		return p.wrongWords(v, keysWords(typ.externalTags(true)), foundKey(key))
	default:
		p.unknown(v, typ.secret)
		return nil
	}
	p.enter(string(key))
	p.out = AppendKey(append(p.out, '{'), 0, x.Tag)
	if err := p.value(m.value, x.Type); err != nil {
		return err
	}
	p.leave()
	p.out = append(p.out, '}')
	return nil
}

// externalTag checks a string that is a tag.
func (p *tableReader) externalTag(v place, typ *Type) *Error {
	x := p.table.variant(typ, unquoted(p.token(v), &p.key))
	switch {
	case x != nil && x.Type == NoBody:
		p.out = AppendString(p.out, x.Tag)
	case x != nil:
		return p.wrong(v, "an object", CodeKind)
	case (p.strict || !typ.KeepUnknown) && !p.isExtension(v, typ.Extensions):
		return p.wrong(v, oneOf(typ.externalTags(false)), CodeValue)
	default:
		p.kept(v, typ.secret)
	}
	return nil
}

// keysWords describes one of several keys.
func keysWords(keys []string) string {
	words := oneOf(keys)
	if len(keys) == 1 {
		return "the key " + words
	}
	return "one of the keys " + words[len("one of "):]
}

// BeginExternal reads the tag of a value that is either a string, the tag, or an object whose
// only key is the tag. The result is valid until the next tag is read. If bodied is true, the
// body comes next, and EndExternal must be called after it.
func (d *Decoder) BeginExternal() (tag []byte, bodied bool) {
	c := d.next()
	d.union = d.pos
	d.spaced = false
	if c == '"' {
		d.readTag(KindString)
		return d.tag, false
	}
	d.BeginObject()
	if !d.NextKey() {
		d.Fail()
		return nil, false
	}
	d.tag = append(d.tagText[:0], d.Name...)
	d.tagText = d.tag
	return d.tag, true
}

// EndExternal leaves the object that BeginExternal entered.
func (d *Decoder) EndExternal() {
	if d.NextKey() {
		d.Fail()
	}
}

// UnknownExternal reads the rest of the value that the last BeginExternal entered, and
// preserves the whole value verbatim.
func (d *Decoder) UnknownExternal(bodied bool) (tag string, raw Raw) {
	tag = string(d.tag)
	if bodied {
		d.Skip()
		d.EndExternal()
	}
	return tag, d.keep(d.union, d.pos, d.spaced)
}

// CheckUnknownExternal is CheckUnknown for external unions.
func (t *Table) CheckUnknownExternal(id TypeID, tag string, raw Raw, depth int) error {
	u := t.typ(id)
	if t.variant(u, []byte(tag)) != nil {
		return refused("a name that "+u.Name+" does not declare", foundString([]byte(tag)), CodeValue)
	}
	if !u.KeepUnknown && !u.Extensions.Has(tag) {
		return refused("a name of an extension of "+u.Name, foundString([]byte(tag)), CodeValue)
	}
	if len(raw) == 0 {
		return t.Missing(id)
	}
	kept := Table{Types: []Type{{Name: u.Name, Form: External, Kinds: u.Kinds, Expected: u.Expected, KeepUnknown: true}}}
	normal, err := kept.normalize(raw, 0, Options{})
	if err != nil {
		return err
	}
	d := Decoder{buf: normal, max: DefaultMaxDepth}
	if found, _ := d.BeginExternal(); string(found) != tag {
		return notTheTag(quoteShort([]byte(tag)), foundString(found))
	}
	return checkDepth(depth, raw)
}
