package codec

import "slices"

// named reads a message of a dialect in which each shape has its own names of members. The tag
// must come first, as the table reader writes it.
func (d *Decoder) named(m *Head) {
	if !d.NextKey() || string(d.Name) != m.dialect.Shapes.Tag {
		d.Fail()
		return
	}
	m.shape = m.dialect.Shapes.shapeOf(d.Text())
	m.seen |= seenShape
	names := m.dialect.namesOf(m.shape)
	params := -1
	for d.NextKey() {
		switch {
		case names.Params == "" || string(d.Name) != names.Params:
			d.namedMember(m, names)
		default:
			if params = d.params(m); m.HasParams {
				return
			}
		}
	}
	d.readAll(m, params)
}

// namedMember reads a member of such a message other than params.
func (d *Decoder) namedMember(m *Head, names *Names) {
	switch string(d.Name) {
	case "":
		d.Skip()
	case names.ID:
		d.messageID(m)
	case names.Method:
		d.method(m)
	case names.Params, m.dialect.Shapes.Tag:
		d.Fail()
	case names.OK:
		d.MarkSeen(&m.seen, seenOK)
		m.ok = d.Bool()
	case names.Words:
		d.MarkSeen(&m.seen, seenWords)
		d.next()
		m.words = d.pos
		d.Skip()
	case names.Error:
		d.MarkSeen(&m.seen, seenError)
		d.next()
		m.fault = d.pos
		d.Skip()
	case names.Result:
		d.result(m)
		if names.Data == names.Result {
			m.data = m.result
		}
	case names.Data:
		d.MarkSeen(&m.seen, seenData)
		m.data, _ = d.passed()
	default:
		d.Skip()
	}
}

// endFlagged returns the parts of a response with a flag that marks results.
func (d *Decoder) endFlagged(m *Head) (id ID, result Raw, fault *ResponseError) {
	fails := m.seen&seenOK != 0 && !m.ok
	id, ok := m.answered(fails)
	if m.seen&seenOK == 0 || !ok {
		d.Fail()
	}
	switch {
	case d.failed:
		return ID{}, nil, nil
	case m.ok && m.seen&seenResult == 0:
		result = m.dialect.noResult(string(m.Method))
	case m.ok:
		result = d.keep(m.result.start, m.result.end, m.spaced)
	default:
		fault = d.flaggedError(m)
	}
	d.endMessage(m)
	return id, result, fault
}

// noResult returns how the result of a method is read that is missing: {}, or nil if there may
// be none.
func (d *Dialect) noResult(method string) Raw {
	if slices.Contains(d.bare, method) {
		return nil
	}
	return Raw("{}")
}

// flaggedError returns the error of such a response.
func (d *Decoder) flaggedError(m *Head) *ResponseError {
	fault := new(ResponseError)
	if m.data.end > 0 {
		if fault.Data = d.keep(m.data.start, m.data.end, true); string(fault.Data) == "null" {
			fault.Data = nil
		}
	}
	if m.seen&seenWords != 0 {
		d.pos = m.words
		fault.Message = d.String()
	}
	return fault
}

// PeekShape returns the shape of a message of a dialect in which each shape has its own names
// of members, without advancing.
func (d *Decoder) PeekShape(dialect *Dialect) Shape {
	d.next()
	start := d.pos
	shape := NoShape
	d.BeginObject()
	if d.NextKey() && string(d.Name) == dialect.Shapes.Tag {
		shape = dialect.Shapes.shapeOf(d.Text())
	}
	if shape == NoShape {
		d.Fail()
		return NoShape
	}
	d.depth--
	d.rewindTo(start)
	return shape
}
