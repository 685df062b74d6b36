package codec

// Null reads a null if one comes next, and reports whether it did.
func (d *Decoder) Null() bool {
	if d.next() != 'n' {
		return false
	}
	d.word("null")
	return true
}

// NullValue reads a null.
func (d *Decoder) NullValue() {
	d.next()
	d.word("null")
}

// Bool reads a boolean.
func (d *Decoder) Bool() bool {
	if d.next() == 't' {
		d.word("true")
		return true
	}
	d.word("false")
	return false
}

// word reads a literal name of JSON. If a letter follows it, reading the next token fails.
func (d *Decoder) word(w string) {
	if rest := d.buf[d.pos:]; len(rest) < len(w) || string(rest[:len(w)]) != w {
		d.Fail()
		return
	}
	d.pos += len(w)
}

// Const reads a string that must be one of values.
func (d *Decoder) Const(values ...string) {
	text := d.Text()
	for _, v := range values {
		if string(text) == v {
			return
		}
	}
	d.Fail()
}

// ConstNumber reads a number that must be f.
func (d *Decoder) ConstNumber(f float64) {
	if d.Float() != f {
		d.Fail()
	}
}

// ConstBool reads a boolean that must be b.
func (d *Decoder) ConstBool(b bool) {
	if d.Bool() != b {
		d.Fail()
	}
}

// Raw reads any value and preserves it verbatim, except for the white space between its
// tokens.
func (d *Decoder) Raw() Raw {
	d.next()
	start := d.pos
	d.spaced = false
	d.Skip()
	return d.keep(start, d.pos, d.spaced)
}

// RawObject reads an object and preserves it verbatim.
func (d *Decoder) RawObject() Raw {
	if d.next() != '{' {
		d.Fail()
	}
	return d.Raw()
}

// keep copies a value of the text.
func (d *Decoder) keep(start, end int, spaced bool) Raw {
	if d.failed {
		return nil
	}
	out := make(Raw, 0, end-start)
	if spaced {
		return appendCompact(out, d.buf[start:end])
	}
	return append(out, d.buf[start:end]...)
}
