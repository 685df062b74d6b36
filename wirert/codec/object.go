package codec

// BeginObject enters an object. NextKey iterates over its keys.
func (d *Decoder) BeginObject() { d.open('{') }

// BeginArray enters an array. NextItem iterates over its items.
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

// NextKey sets d.Name to the next key and moves to its value. It returns false at the end of
// the object.
func (d *Decoder) NextKey() bool { return d.toKey() && d.readKey() }

// toKey moves to the quote of the next key. It returns false at the end of the object, which
// it leaves, and on failure.
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

// readKey reads a key and the colon after it.
func (d *Decoder) readKey() bool {
	d.Name = d.quoted(&d.nameText)
	if d.next() != ':' {
		d.Fail()
		return false
	}
	d.pos++
	return true
}

// atKey moves to the value of key if the key comes next without escapes or white space, as
// most writers write it. It is faster than NextKey.
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

// NextItem moves to the next item. It returns false at the end of the array.
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

// close leaves the innermost object or array. Its closing bracket must come next.
func (d *Decoder) close() {
	d.pos++
	d.depth--
	d.first = false
}

// reopen reverts close. The bracket comes next again, so that reading a value fails.
func (d *Decoder) reopen() {
	if !d.failed {
		d.pos--
		d.depth++
	}
}

// MarkSeen sets bit in seen, and fails if it was set before.
func (d *Decoder) MarkSeen(seen *uint64, bit uint64) {
	if *seen&bit != 0 {
		d.Fail()
	}
	*seen |= bit
}

// RequireSeen fails unless seen has all bits of mask.
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
