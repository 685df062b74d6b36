package codec

// What follows is for messages that are frequent, of which most have the same text up to
// their payload: generated code compares that text as a whole. A message that turns out
// otherwise is read again, from its beginning.

// Expect passes text if it comes next.
func (d *Decoder) Expect(text string) bool {
	if rest := d.buf[d.pos:]; len(rest) >= len(text) && string(rest[:len(text)]) == text {
		d.pos += len(text)
		return true
	}
	return false
}

// ExpectMessage is Expect at the beginning of a message. It is false where the table reader
// has made the text, which may have decided something that reading the message must
// follow.
func (d *Decoder) ExpectMessage(text string) bool { return !d.normal && d.Expect(text) }

// Within notes that the text that was expected has opened some objects.
func (d *Decoder) Within(objects int) {
	if d.depth += objects; d.depth > d.max {
		d.Fail()
	}
}

// WithinTagged is Within, after the tag of the last object.
func (d *Decoder) WithinTagged(objects int) {
	d.opened, d.first = tagPassed, false
	d.Within(objects)
}

// ExpectEnd passes text, which closes some objects and ends the message.
func (d *Decoder) ExpectEnd(text string) bool {
	if d.failed || !d.Expect(text) {
		return false
	}
	d.depth -= len(text)
	return true
}

// A Place is where a message, or the members of a struct, begin.
type Place struct {
	pos, depth int
	opened     opened
}

// Place returns the current place.
func (d *Decoder) Place() Place { return Place{d.pos, d.depth, d.opened} }

// Restart returns to a place from which the text turned out not to be as expected. If
// something failed, it stays so: the table reader decides.
func (d *Decoder) Restart(p Place) {
	d.rewindTo(p.pos)
	d.depth, d.opened, d.first = p.depth, p.opened, false
}

// BeginInOrder begins to read a struct whose members are expected in the order of the
// spec. It does not enter the object: the text of the first key has the brace. It is false
// where that must not be tried.
func (d *Decoder) BeginInOrder() (start Place, ok bool) {
	if d.normal || d.opened != notOpened || d.depth >= d.max {
		return Place{}, false
	}
	start = d.Place()
	d.depth++
	return start, true
}

// BeginAfterTag is BeginInOrder for a struct whose tag was read.
func (d *Decoder) BeginAfterTag() (start Place, ok bool) {
	if d.normal || d.opened != tagPassed {
		return Place{}, false
	}
	start = d.Place()
	d.opened = notOpened
	return start, true
}

// EndInOrder ends a struct that one of these began. It is true also if a value
// could not be read: reading it again would be of no use.
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
