package codec

// The functions in this file speed up frequent messages, most of which have the same text up
// to their payload: generated code compares that text as a whole. A message with another text
// is read again from its beginning.

// Expect skips text if it comes next, and reports whether it did.
func (d *Decoder) Expect(text string) bool {
	if rest := d.buf[d.pos:]; len(rest) >= len(text) && string(rest[:len(text)]) == text {
		d.pos += len(text)
		return true
	}
	return false
}

// ExpectMessage is Expect at the beginning of a message. It returns false for a text of the
// table reader, which may have decided something that reading the message must observe.
func (d *Decoder) ExpectMessage(text string) bool { return !d.normal && d.Expect(text) }

// Within records that the expected text opened a number of objects.
func (d *Decoder) Within(objects int) {
	if d.depth += objects; d.depth > d.max {
		d.Fail()
	}
}

// WithinTagged is Within, if the text also contained the tag of the innermost object.
func (d *Decoder) WithinTagged(objects int) {
	d.opened, d.first = tagPassed, false
	d.Within(objects)
}

// ExpectEnd skips text, which consists of closing braces and ends the message.
func (d *Decoder) ExpectEnd(text string) bool {
	if d.failed || !d.Expect(text) {
		return false
	}
	d.depth -= len(text)
	return true
}

// A Place is the state of a decoder at the beginning of a message, or of the members of a
// struct.
type Place struct {
	pos, depth int
	opened     opened
}

// Place returns the current place.
func (d *Decoder) Place() Place { return Place{d.pos, d.depth, d.opened} }

// Restart returns to a place. It does not undo a failure: the table reader decides then.
func (d *Decoder) Restart(p Place) {
	d.rewindTo(p.pos)
	d.depth, d.opened, d.first = p.depth, p.opened, false
}

// BeginInOrder starts to read a struct whose members are expected in the order of the spec. It
// does not enter the object: the brace is part of the text of the first key. It returns false
// if the struct must be read in another way.
func (d *Decoder) BeginInOrder() (start Place, ok bool) {
	if d.normal || d.opened != notOpened || d.depth >= d.max {
		return Place{}, false
	}
	start = d.Place()
	d.depth++
	return start, true
}

// BeginAfterTag is BeginInOrder for a struct whose tag was already read.
func (d *Decoder) BeginAfterTag() (start Place, ok bool) {
	if d.normal || d.opened != tagPassed {
		return Place{}, false
	}
	start = d.Place()
	d.opened = notOpened
	return start, true
}

// EndInOrder ends a struct that BeginInOrder or BeginAfterTag started. It returns false if the
// struct must be read again because there are more members. After a failure it returns true,
// since reading again would fail, too.
func (d *Decoder) EndInOrder() bool {
	if d.failed {
		return true
	}
	if d.pos >= len(d.buf) || d.buf[d.pos] != '}' {
		return false
	}
	d.close()
	return true
}
