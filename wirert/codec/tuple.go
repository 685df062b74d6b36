package codec

// Item moves to the next item of an array, which is required, and reports whether there is
// one. Callers must check: otherwise the reader of a recursive tuple would never end if items
// are missing.
func (d *Decoder) Item() bool {
	if d.NextItem() {
		return true
	}
	d.Fail()
	return false
}

// EndArray leaves an array. It fails if there is another item.
func (d *Decoder) EndArray() {
	if d.next() != ']' {
		d.Fail()
		return
	}
	d.close()
}

// tuple checks an array with one type per item: first the number of items, then each in order.
func (p *tableReader) tuple(v place, typ *Type) *Error {
	if n := p.count(v); n < typ.least() || n > len(typ.Fields) {
		return p.miscounted(v, typ.countWords(), n)
	}
	if err := p.spend(v, 1, typ.weight()); err != nil {
		return err
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

// least returns the minimum number of items of a tuple.
func (typ *Type) least() int {
	n := 0
	for i := range typ.Fields {
		if !typ.Fields[i].Optional {
			n++
		}
	}
	return n
}

// countWords describes the number of items of a tuple.
func (typ *Type) countWords() string {
	least, most := typ.least(), len(typ.Fields)
	words := arrayOf(most)
	if least < most {
		const noun = "an array of "
		return noun + string(AppendInt(nil, int64(least))) + " to " + words[len(noun):]
	}
	return words
}

// CheckGap returns the error of a tuple that has an item after an unset item i, which no array
// can represent.
func (t *Table) CheckGap(id TypeID, i int) error {
	return AtIndex(i, t.Missing(t.typ(id).Fields[i].Type))
}
