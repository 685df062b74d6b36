package codec

// Skip skips any value.
func (d *Decoder) Skip() {
	c := d.next()
	start := d.pos
	switch c {
	case '"':
		d.skipString()
	case '{':
		for d.BeginObject(); d.nextSkipped(); {
			d.Skip()
		}
	case '[':
		for d.BeginArray(); d.NextItem(); {
			d.Skip()
		}
	case 't':
		d.word("true")
	case 'f':
		d.word("false")
	case 'n':
		d.word("null")
	default:
		d.skipNumber()
	}
	if d.seeking && d.pos-start >= largeValue {
		d.recordEnd(start)
	}
}

// largeValue is the length from which recording the end of a value is faster than skipping it
// again.
const largeValue = 64 << 10

// seek skips a value in search of a tag or a key after it. If the tags of nested objects come
// last, every level needs such a search, so the first one records the ends of large values.
func (d *Decoder) seek() {
	d.next()
	if end, ok := d.ends[d.pos]; ok {
		d.ahead -= int64(end - d.pos)
		d.pos = end
		return
	}
	d.seeking = true
	d.Skip()
	d.seeking = false
}

// recordEnd records the end of the value that began at start and was just skipped. Only a few
// values of each level are large enough.
func (d *Decoder) recordEnd(start int) {
	if d.failed || d.pos-start < len(d.buf)/64 {
		return
	}
	if d.ends == nil {
		d.ends = make(map[int]int)
	}
	d.ends[start] = d.pos
}

// nextSkipped is NextKey without decoding the key.
func (d *Decoder) nextSkipped() bool {
	if !d.toKey() {
		return false
	}
	d.skipString()
	if d.next() != ':' {
		d.Fail()
		return false
	}
	d.pos++
	return true
}

// skipString skips a string.
func (d *Decoder) skipString() {
	start := d.pos + 1
	end := plainEnd(d.buf, start)
	if end < len(d.buf) && d.buf[end] == '"' {
		d.pos = end + 1
		return
	}
	end = checkString(d.buf, start, end)
	if end < 0 {
		d.Fail()
		return
	}
	d.pos = end
}

func (d *Decoder) skipNumber() {
	end := numberEnd(d.buf, d.pos)
	if end < 0 || !isFinite(d.buf[d.pos:end]) {
		d.Fail()
		return
	}
	d.pos = end
}
