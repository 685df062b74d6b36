package codec

// BeginObject enters an object, whose keys NextKey then walks.
func (d *Decoder) BeginObject() { d.open('{') }

// BeginArray enters an array, whose items NextItem then walks.
func (d *Decoder) BeginArray() { d.open('[') }

func (d *Decoder) open(bracket byte) {
	if d.next() != bracket || d.depth >= d.max {
		d.Fail()
		return
	}
	d.pos++
	d.depth++
	d.first = true
}

// NextKey goes to the value of the next key and puts the key into d.Name. It is
// false at the end of the object.
func (d *Decoder) NextKey() bool { return d.toKey() && d.readKey() }

// toKey goes to the quote of the next key. It is false at the end of the object,
// which it leaves, and where there is neither.
func (d *Decoder) toKey() bool {
	c := d.next()
	if c == '}' {
		d.close()
		return false
	}
	if !d.first {
		if c != ',' {
			d.Fail()
			return false
		}
		d.pos++
		c = d.next()
	}
	d.first = false
	if c != '"' {
		d.Fail()
		return false
	}
	return true
}

// readKey reads the key whose quote comes next, and the colon after it.
func (d *Decoder) readKey() bool {
	d.Name = d.quoted(&d.nameText)
	if d.next() != ':' {
		d.Fail()
		return false
	}
	d.pos++
	return true
}

// atKey goes to the value of key if that comes next as most writers spell it:
// without escapes and white space. It is faster than NextKey.
func (d *Decoder) atKey(key string) bool {
	i := d.pos
	if !d.first {
		i++
	}
	end := i + 1 + len(key)
	if end+1 >= len(d.buf) || d.buf[end] != '"' || string(d.buf[i+1:end]) != key || d.buf[i] != '"' || d.buf[end+1] != ':' {
		return false
	}
	if !d.first && d.buf[d.pos] != ',' {
		return false
	}
	d.pos, d.first = end+2, false
	return true
}

// NextItem goes to the next item. It is false at the end of the array.
func (d *Decoder) NextItem() bool {
	c := d.next()
	if c == ']' {
		d.close()
		return false
	}
	switch {
	case d.first && c != 0:
		d.first = false
	case !d.first && c == ',':
		d.pos++
	default:
		d.Fail()
		return false
	}
	return true
}

// close leaves the innermost object or array, whose bracket comes next.
func (d *Decoder) close() {
	d.pos++
	d.depth--
	d.first = false
}

// reopen reverts a close: the bracket comes next again, so that reading a value
// there fails.
func (d *Decoder) reopen() {
	if !d.failed {
		d.pos--
		d.depth++
	}
}

// MarkSeen notes in seen that the key of the bit was read; it fails when it was
// read before.
func (d *Decoder) MarkSeen(seen *uint64, bit uint64) {
	if *seen&bit != 0 {
		d.Fail()
	}
	*seen |= bit
}

// RequireSeen fails unless every key of mask was read.
func (d *Decoder) RequireSeen(seen, mask uint64) {
	if seen&mask != mask {
		d.Fail()
	}
}

// Empty reads an object and ignores its members.
func (d *Decoder) Empty() {
	if d.next() != '{' {
		d.Fail()
		return
	}
	d.Skip()
}
