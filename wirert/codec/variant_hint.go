package codec

// A variantHint is a decision of the table reader about a value that the normal form does not
// show, or shows only after a scan of the whole value.
type variantHint struct {
	pos   int // position of the value in the normal form
	index int // index of its variant
}

// hint records the variant of the value that is written next.
func (p *tableReader) hint(index int) {
	if !p.trying {
		p.hints = append(p.hints, variantHint{len(p.out), index})
	}
}

// hint returns the variant of the next value. It returns false if there is no hint, as for a
// text that the table reader did not write.
func (d *Decoder) hint() (index int, ok bool) {
	d.next()
	for len(d.hints) > 0 && d.hints[0].pos < d.pos {
		d.hints = d.hints[1:]
	}
	if d.failed || len(d.hints) == 0 || d.hints[0].pos != d.pos {
		return 0, false
	}
	index = d.hints[0].index
	d.hints = d.hints[1:]
	return index, true
}
