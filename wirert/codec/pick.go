package codec

// A pick is a decision of the plain reader about a value, where the normal form
// does not show it, or shows it only after a scan of the whole value.
type pick struct {
	pos   int // of the value in the normal form
	index int // the variant that reads it
}

// pick notes which variant reads the value that is written next.
func (p *plain) pick(index int) {
	if !p.trying {
		p.picks = append(p.picks, pick{len(p.out), index})
	}
}

// picked returns the decision about the value that comes next. It is not ok
// unless the text was normalized by the plain reader.
func (d *Decoder) picked() (index int, ok bool) {
	d.next()
	for len(d.picks) > 0 && d.picks[0].pos < d.pos {
		d.picks = d.picks[1:]
	}
	if d.failed || len(d.picks) == 0 || d.picks[0].pos != d.pos {
		return 0, false
	}
	index = d.picks[0].index
	d.picks = d.picks[1:]
	return index, true
}
