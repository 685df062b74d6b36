package wirert

// Skip reads any value and keeps nothing of it.
func (d *Decoder) Skip() {
	switch d.next() {
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
}

// nextSkipped is NextKey for keys that nobody asks for.
func (d *Decoder) nextSkipped() bool {
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
	d.skipString()
	if d.next() != ':' {
		d.Fail()
		return false
	}
	d.pos++
	return true
}

// skipString passes the string whose opening quote comes next.
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
