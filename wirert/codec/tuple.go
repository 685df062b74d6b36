package codec

// Item goes to the next item of an array, which is required, and reports whether
// there is one. Without this result the reader of a recursive tuple would recurse
// without end on missing items.
func (d *Decoder) Item() bool {
	if d.NextItem() {
		return true
	}
	d.Fail()
	return false
}

// EndArray leaves an array that has no further item.
func (d *Decoder) EndArray() {
	if d.next() != ']' {
		d.Fail()
		return
	}
	d.close()
}

// tuple checks an array with a type for each place: how many items there are,
// then each in order.
func (p *tableReader) tuple(v place, typ *Type) *Error {
	if n := p.count(v); n < typ.least() || n > len(typ.Fields) {
		return p.miscounted(v, typ.countWords(), n)
	}
	return p.items(v, func(i int, item place) *Error {
		start := len(p.out)
		err := p.value(item, typ.Fields[i].Type)
		if err == nil {
			p.shorten(start, typ.Fields[i].Log)
		}
		return err
	})
}

// least returns how many items a tuple must have.
func (typ *Type) least() int {
	n := 0
	for i := range typ.Fields {
		if !typ.Fields[i].Optional {
			n++
		}
	}
	return n
}

// countWords returns the words for the number of items of a tuple.
func (typ *Type) countWords() string {
	least, most := typ.least(), len(typ.Fields)
	words := arrayOf(most)
	if least < most {
		const noun = "an array of "
		return noun + string(AppendInt(nil, int64(least))) + " to " + words[len(noun):]
	}
	return words
}

// CheckGap returns the error of a tuple without the item i but with a later one,
// which no array can represent.
func (t *Table) CheckGap(id TypeID, i int) error {
	return AtIndex(i, t.Missing(t.typ(id).Fields[i].Type))
}
