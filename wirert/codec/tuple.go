package codec

// Item goes to the next item of an array, which must be there, and reports
// whether it is. A tuple that holds itself would be read without end if its
// reader went on where nothing comes next.
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
func (p *plain) tuple(v place, typ *Type) *Error {
	if n := p.count(v); n < typ.least() || n > len(typ.Fields) {
		return p.miscounted(v, typ.countWords(), n)
	}
	return p.items(v, func(i int, item place) *Error { return p.value(item, typ.Fields[i].Type) })
}

// least is how many items a tuple must have.
func (typ *Type) least() int {
	n := 0
	for i := range typ.Fields {
		if !typ.Fields[i].Optional {
			n++
		}
	}
	return n
}

// countWords are the words for the number of items of a tuple.
func (typ *Type) countWords() string {
	least, most := typ.least(), len(typ.Fields)
	words := arrayOf(most)
	if least < most {
		const noun = "an array of "
		return noun + string(AppendInt(nil, int64(least))) + " to " + words[len(noun):]
	}
	return words
}

// CheckGap is the error of a tuple without the item i and with a later one: no
// array can have that.
func (t *Table) CheckGap(id TypeID, i int) error {
	return AtIndex(i, t.Missing(t.typ(id).Fields[i].Type))
}
