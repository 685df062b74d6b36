package codec

// BeginTagged enters an object and returns the value of its tag, which is valid until the next
// tag is read. Members continues after the tag if it is the first key; otherwise at the first
// key, and the tag is read like any other key.
func (d *Decoder) BeginTagged(key string) (tag []byte) {
	return d.beginTagged(key, KindString, nil)
}

// BeginTaggedOr is like BeginTagged, but returns absent if there is no tag.
func (d *Decoder) BeginTaggedOr(key, absent string) (tag []byte) {
	return d.beginTagged(key, KindString, []byte(absent))
}

// beginTagged reads a tag of a kind. If absent is not nil, it is the value of a missing tag.
func (d *Decoder) beginTagged(key string, kind Kind, absent []byte) (tag []byte) {
	byDefault := 0
	if absent != nil {
		byDefault, _ = d.hint()
	}
	d.next()
	d.union = d.pos
	d.BeginObject()
	d.opened = atFirst
	if byDefault == 1 {
		d.tag = absent
		return d.tag
	}
	if d.atKey(key) {
		d.readTag(kind)
		d.opened = tagPassed
		return d.tag
	}
	start := d.pos
	for i := 0; d.NextKey(); i++ {
		if string(d.Name) != key {
			d.seek()
			continue
		}
		d.readTag(kind)
		if i == 0 {
			d.opened = tagPassed
			return d.tag
		}
		d.rewindTo(start)
		d.first = true
		return d.tag
	}
	if absent == nil || d.failed {
		d.Fail()
		return nil
	}
	d.depth++
	d.rewindTo(start)
	d.first = true
	d.tag = absent
	return d.tag
}

// BeginAdjacent enters an object, returns the value of its tag as BeginTagged does, and moves
// to its content. If there is no content, reading it fails. seen must be passed to
// EndAdjacent.
func (d *Decoder) BeginAdjacent(key, content string) (tag []byte, seen uint64) {
	return d.beginAdjacent(key, content, KindString)
}

func (d *Decoder) beginAdjacent(key, content string, kind Kind) (tag []byte, seen uint64) {
	d.next()
	d.union = d.pos
	d.BeginObject()
	if d.atKey(key) {
		d.readTag(kind)
		d.goToContent(key, content)
		return d.tag, 3
	}
	value := -1
	for {
		if !d.NextKey() {
			d.Fail()
			return nil, 0
		}
		if string(d.Name) == key {
			break
		}
		if string(d.Name) == content {
			if value >= 0 {
				d.Fail()
				return nil, 0
			}
			d.next()
			value = d.pos
		}
		d.seek()
	}
	d.readTag(kind)
	if value >= 0 {
		d.rewindTo(value)
		d.content = true
		return d.tag, 2
	}
	d.goToContent(key, content)
	return d.tag, 3
}

// goToContent moves to the content, after the tag.
func (d *Decoder) goToContent(key, content string) {
	if d.content = d.atKey(content); d.content {
		return
	}
	for d.NextKey() {
		if string(d.Name) == content {
			d.content = true
			return
		}
		if string(d.Name) == key {
			d.Fail()
		}
		d.Skip()
	}
	d.reopen()
}

// SkipContent skips the content of a variant without content, if there is any.
func (d *Decoder) SkipContent() {
	if d.content {
		d.Skip()
	}
}

// EndAdjacent reads the rest of the object that BeginAdjacent entered.
func (d *Decoder) EndAdjacent(key, content string, seen uint64) {
	for d.NextKey() {
		switch string(d.Name) {
		case key:
			d.MarkSeen(&seen, 1)
		case content:
			d.Fail()
		}
		d.Skip()
	}
	d.RequireSeen(seen, 3)
}

// Unknown reads the whole object that the last BeginTagged or BeginAdjacent entered, and
// preserves it verbatim.
func (d *Decoder) Unknown() (tag string, raw Raw) {
	if d.failed {
		return "", nil
	}
	tag = string(d.tag)
	d.opened = notOpened
	d.pos = d.union
	d.depth--
	d.spaced = false
	if d.normal {
		d.Skip()
	} else {
		d.skipDistinct()
	}
	return tag, d.keep(d.union, d.pos, d.spaced)
}

// RequireTable fails unless the table reader has checked the text. It is called where only the
// table reader can check what follows.
func (d *Decoder) RequireTable() {
	if !d.normal {
		d.Fail()
	}
}

// Rewind returns to the object of the last BeginTagged, for variants that are unions.
func (d *Decoder) Rewind() {
	d.opened = notOpened
	d.rewindTo(d.union)
	d.depth--
}

// readTag reads a tag, which is valid until the next tag is read.
func (d *Decoder) readTag(kind Kind) {
	c := d.next()
	if kind == KindString && c == '"' {
		d.tag = d.quoted(&d.tagText)
		return
	}
	if kindOf(c) != kind || kind == KindString {
		d.Fail()
		d.tag = nil
		return
	}
	switch kind {
	case KindBool:
		start := d.pos
		d.Bool()
		d.tag = d.buf[start:d.pos]
	default:
		n, ok := tagInt(d.Float())
		if !ok {
			d.Fail()
		}
		d.tagText = AppendInt(d.tagText[:0], n)
		d.tag = d.tagText
	}
}

// maxAhead limits the bytes scanned ahead, as a multiple of the length of the text. Otherwise
// tags after deeply nested contents would make reading quadratic; the table reader is linear.
const maxAhead = 4

// rewindTo returns to a position in the open object after scanning ahead.
func (d *Decoder) rewindTo(to int) {
	if d.failed {
		return
	}
	d.ahead += int64(d.pos - to)
	if d.ahead > maxAhead*int64(len(d.buf)) {
		d.Fail()
		return
	}
	d.pos = to
}

// maxDistinct is the maximum number of keys that skipDistinct compares.
const maxDistinct = 16

// skipDistinct skips an object with few, distinct keys without escapes. It fails for any
// other, which the table reader then checks.
func (d *Decoder) skipDistinct() {
	var keys [maxDistinct][]byte
	n := 0
	for d.BeginObject(); d.NextKey(); n++ {
		if n == maxDistinct || len(d.nameText) > 0 {
			d.Fail()
			return
		}
		for _, k := range keys[:n] {
			if string(k) == string(d.Name) {
				d.Fail()
				return
			}
		}
		keys[n] = d.Name
		d.Skip()
	}
}
