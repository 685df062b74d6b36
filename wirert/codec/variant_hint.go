package codec

// A variantHint is a decision of the table reader about a value, where the normal
// form does not show it, or shows it only after a scan of the whole value.
type variantHint struct {
	pos   int // of the value in the normal form
	index int // the variant that reads it
}

// hint notes which variant reads the value that is written next.
func (p *tableReader) hint(index int) {
	if !p.trying {
		p.hints = append(p.hints, variantHint{len(p.out), index})
	}
}

// hint returns the decision about the value that comes next. It is not ok
// unless the text was normalized by the table reader.
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
