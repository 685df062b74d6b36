package codec

// tagOf checks the tag of a union's object. It returns nil for an undeclared tag that is
// preserved.
func (p *tableReader) tagOf(v, tag place, typ *Type) (*Variant, *Error) {
	if tag.pos == 0 {
		if x := typ.byDefault(); x != nil {
			return x, nil
		}
		return nil, p.missing(v, typ.Tag, tagWords(typ.TagKind))
	}
	p.enter(typ.Tag)
	text, ok := p.tagText(tag, typ.TagKind)
	if !ok {
		return nil, p.wrong(tag, tagWords(typ.TagKind), CodeKind)
	}
	x := p.table.variant(typ, text)
	switch {
	case x != nil:
	case p.table.isForeign(typ, text):
		return nil, p.wrong(tag, "a tag of "+typ.Name, CodeValue)
	case (p.strict || !typ.KeepUnknown) && !typ.Extensions.Has(string(text)):
		return nil, p.wrong(tag, oneOfTags(p.table.tags(typ), typ.TagKind), CodeValue)
	}
	p.leave()
	return x, nil
}

// byDefault returns the variant of an object without a tag, or nil.
func (typ *Type) byDefault() *Variant {
	for i := range typ.Variants {
		if typ.Variants[i].Default {
			return &typ.Variants[i]
		}
	}
	return nil
}

// internal checks an object with a tag among its own keys.
func (p *tableReader) internal(v place, typ *Type) *Error {
	var tag place
	for w := p.walk(v); w.next(); {
		if string(p.keyText(w.member, &p.key)) == typ.Tag {
			tag = w.value
		}
	}
	variant, err := p.tagOf(v, tag, typ)
	if err != nil {
		return err
	}
	if x := typ.byDefault(); x != nil {
		// The normal form of a default variant does not begin with a tag.
		if variant != nil && variant.Type == x.Type {
			p.hint(1)
		} else {
			p.hint(0)
		}
	}
	if variant == nil {
		return p.unknownWithin(v, typ)
	}
	return p.value(v, variant.Type)
}

// adjacent checks an object with a tag and a content.
func (p *tableReader) adjacent(v place, typ *Type) *Error {
	var tag, content place
	for w := p.walk(v); w.next(); {
		switch string(p.keyText(w.member, &p.key)) {
		case typ.Tag:
			tag = w.value
		case typ.Content:
			content = w.value
		}
	}
	x, err := p.tagOf(v, tag, typ)
	switch {
	case err != nil:
		return err
	case x == nil:
		p.unknown(v, typ.secret)
		return nil
	case x.Type == NoBody:
		p.out = appendTag(AppendKey(append(p.out, '{'), 0, typ.Tag), x.Tag, typ.TagKind)
		p.out = append(p.out, '}')
		return p.undeclared(v, []string{typ.Tag})
	case content.pos == 0:
		return p.missing(v, typ.Content, p.table.expected(x.Type))
	}
	p.out = appendTag(AppendKey(append(p.out, '{'), 0, typ.Tag), x.Tag, typ.TagKind)
	p.out = AppendKey(p.out, 1, typ.Content)
	p.enter(typ.Content)
	if err := p.value(content, x.Type); err != nil {
		return err
	}
	p.leave()
	p.out = append(p.out, '}')
	return p.undeclared(v, []string{typ.Tag, typ.Content})
}

// unknownWithin preserves the object at v, which must have the tags of the enclosing unions.
func (p *tableReader) unknownWithin(v place, typ *Type) *Error {
	for _, own := range typ.Tags {
		var tag place
		for w := p.walk(v); w.next(); {
			if string(p.keyText(w.member, &p.key)) == own.Key {
				tag = w.value
			}
		}
		start := len(p.out)
		p.out = append(p.out, '{')
		if err := p.ownTag(v, own, tag); err != nil {
			return err
		}
		p.out = p.out[:start]
	}
	p.unknown(v, typ.secret)
	return nil
}

// unknown preserves the object at v, with each key once. secret says that what is declared
// beside it has something sensitive.
func (p *tableReader) unknown(v place, secret bool) {
	if p.logs && secret {
		p.kept(v, secret)
		return
	}
	p.out = append(p.out, '{')
	for i, m := range p.distinct(v) {
		if i > 0 {
			p.out = append(p.out, ',')
		}
		p.out = append(append(p.out, p.keyToken(m)...), ':')
		p.copy(m.value)
	}
	p.out = append(p.out, '}')
}
