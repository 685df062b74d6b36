package codec

// A pick is what the plain reader decided about a value, where its normal form
// does not show that, or shows it only to somebody who looks all over it.
type pick struct {
	pos   int // of the value in the normal form
	index int // the variant that reads it
}

// pick notes what reads the value that is written next.
func (p *plain) pick(index int) {
	if !p.trying {
		p.picks = append(p.picks, pick{len(p.out), index})
	}
}

// picked is what was noted of the value that comes next. It is not ok before
// the plain reader had its turn.
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
