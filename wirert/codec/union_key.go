package codec

// byKey checks an object as the first variant whose key is present.
func (p *tableReader) byKey(v place, typ *Type) *Error {
	first := len(typ.Variants)
	for w := p.walk(v); w.next(); {
		key := p.keyText(w.member, &p.key)
		for i := range typ.Variants[:first] {
			if k := typ.Variants[i].Key; k != "" && string(key) == k {
				first = i
				break
			}
		}
	}
	if last := len(typ.Variants) - 1; first > last && typ.Variants[last].Key == "" {
		first = last
	}
	if first < len(typ.Variants) {
		p.hint(first)
		return p.value(v, typ.Variants[first].Type)
	}
	var keys []string
	for i := range typ.Variants {
		keys = append(keys, typ.Variants[i].Key)
	}
	return p.wrong(v, keysWords(keys), CodeValue)
}

// FindKey returns the index of the first of keys that the next value, an object, has, or -1.
// It does not advance.
func (d *Decoder) FindKey(keys ...string) int {
	if i, ok := d.hint(); ok {
		if i == len(keys) {
			return -1
		}
		return i
	}
	start, first := d.pos, len(keys)
	for d.BeginObject(); d.NextKey(); {
		for i := range keys[:first] {
			if string(d.Name) == keys[i] {
				first = i
				break
			}
		}
		if first == 0 {
			d.depth--
			break
		}
		d.seek()
	}
	d.rewindTo(start)
	if first == len(keys) {
		return -1
	}
	return first
}
