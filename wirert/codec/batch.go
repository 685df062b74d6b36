package codec

// batch checks an array of messages.
func (p *tableReader) batch(v place, typ *Type) *Error {
	rules := p.table.Dialect.Batch
	if n := p.count(v); n == 0 || rules.Max > 0 && n > rules.Max {
		return p.miscounted(v, rules.words(), n)
	}
	messages := p.table.typ(typ.Elem)
	ids := map[ID]bool{}
	return p.items(v, func(_ int, item place) *Error {
		if kindOf(p.data[item.pos]) != KindObject {
			return p.wrongKind(item, typ.Elem)
		}
		id, err := p.requestOf(item, messages)
		if err != nil || !rules.UniqueIDs || id.IsZero() {
			return err
		}
		if ids[id] {
			p.enter("id")
			return p.wrong(p.findMembers(item).id, uniqueID, CodeValue)
		}
		ids[id] = true
		return nil
	})
}

// uniqueID describes the id of a request of a batch.
const uniqueID = "a unique id"

// requestOf checks one message of a batch. It returns the id of a request, and the zero ID for
// any other message.
func (p *tableReader) requestOf(v place, messages *Type) (ID, *Error) {
	start, ignored := len(p.out), len(p.hints)
	if err := p.message(v, messages); err != nil {
		return ID{}, err
	}
	if len(p.hints) > ignored && p.hints[len(p.hints)-1].pos == start {
		return ID{}, nil
	}
	d := Decoder{buf: p.out[start:], max: p.max}
	var m Head
	d.BeginMessage(&m, &p.table.Dialect)
	if m.seen&seenMethod == 0 {
		return ID{}, nil
	}
	return m.id, nil
}

// words describes the number of messages that a batch may have.
func (b *Batch) words() string {
	const noun = "an array of "
	one := "at least 1 item"
	switch {
	case b.Max == 0:
		return noun + one
	case b.Max == 1:
		return arrayOf(1)
	}
	return noun + "1 to " + arrayOf(b.Max)[len(noun):]
}

// Batch fails unless the n messages that were read may form a batch. id returns the id of
// message i, or the zero ID if it is not a request.
func (d *Decoder) Batch(t *Table, n int, id func(i int) ID) {
	if d.failed || t.CheckBatch(n, id) != nil {
		d.Fail()
	}
}

// CheckBatch returns an error unless n messages, each valid by itself, may form a batch. id
// returns the id of message i, or the zero ID if it is not a request.
func (t *Table) CheckBatch(n int, id func(i int) ID) error {
	rules := t.Dialect.Batch
	if n == 0 || rules.Max > 0 && n > rules.Max {
		return &Error{Expected: rules.words(), Found: arrayOf(n), Code: CodeValue}
	}
	if !rules.UniqueIDs {
		return nil
	}
	ids := map[ID]bool{}
	for i := range n {
		request := id(i)
		if request.IsZero() {
			continue
		}
		if ids[request] {
			return AtIndex(i, At("id", refused(uniqueID, foundID(request), CodeValue)))
		}
		ids[request] = true
	}
	return nil
}

// SplitBatch returns the texts of the items of an array, or nil if text is not an array or has
// more items than a batch may have.
func (t *Table) SplitBatch(text []byte) []Raw {
	d := newDecoder(t, text, DefaultMaxDepth)
	defer d.free()
	var out []Raw
	for d.BeginArray(); d.NextItem(); {
		out = append(out, d.Raw())
	}
	if most := t.Dialect.Batch.Max; !d.atEnd() || most > 0 && len(out) > most {
		return nil
	}
	return out
}

// foundID describes an id that was found.
func foundID(id ID) words {
	if text, ok := id.Text(); ok {
		return foundString([]byte(text))
	}
	return foundInt(id.num)
}

// CheckIgnored returns the error of writing a message that readers ignore.
func CheckIgnored() error {
	return &Error{Expected: "a message that can be sent", Found: "an ignored message", Code: CodeValue}
}
