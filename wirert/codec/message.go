package codec

// A Head holds the part of a JSON-RPC message that was read before its params.
type Head struct {
	Method    []byte // valid until the params are read
	HasParams bool   // the decoder is at the value of params

	dialect *Dialect
	shape   Shape // named by the tag, if there is one
	id      ID
	seen    uint64
	end     int // the place after the message, when all of it was read
	result  span
	fault   int // the place of the member error
	words   int // the place of the words of an error, if a flag tells it from a result
	data    span
	ok      bool // the flag
	spaced  bool
}

type span struct{ start, end int }

// The members of a message, as bits of Head.seen.
const (
	seenJSONRPC = 1 << iota
	seenID
	seenMethod
	seenParams
	seenResult
	seenError
	seenShape
	seenOK
	seenWords
	seenData
)

// The results of Head.Call besides the index of a declared call.
const (
	ResponseCall = -1 // the message has no method
	UnknownCall  = -2 // the method is not declared for that side, or not for this use
)

// BeginMessage reads a JSON-RPC message up to its params, or all of it when its
// params come before its method or when it has none. Reading params where there
// are none fails by itself. m is zero before.
func (d *Decoder) BeginMessage(m *Head, dialect *Dialect) {
	m.dialect = dialect
	params := -1
	if dialect.named() {
		d.BeginObject()
		d.named(m)
		return
	}
	if dialect.begin != "" && d.depth < d.max && d.Expect(dialect.begin) {
		d.depth++
		m.seen = seenJSONRPC
		d.first = false
	} else if d.BeginObject(); d.atKey("jsonrpc") {
		d.jsonrpc(m)
	}
	if d.atKey("id") {
		d.messageID(m)
	}
	if d.atKey("method") {
		d.method(m)
		if d.atKey("id") {
			d.messageID(m)
		}
	}
	if d.atKey("params") {
		if params = d.params(m); m.HasParams {
			return
		}
	} else if m.seen&seenMethod == 0 && d.atKey("result") {
		d.result(m)
	}
	for d.NextKey() {
		switch string(d.Name) {
		case "method":
			d.method(m)
		case "params":
			if params = d.params(m); m.HasParams {
				return
			}
		case "result":
			d.result(m)
		case "error":
			d.MarkSeen(&m.seen, seenError)
			d.next()
			m.fault = d.pos
			d.Skip()
		default:
			d.member(m)
		}
	}
	d.readAll(m, params)
}

func (d *Decoder) result(m *Head) {
	d.MarkSeen(&m.seen, seenResult)
	m.result, m.spaced = d.passed()
}

// readAll ends the part of a message before its params when all of it was read, and
// goes back to the params of a call, if it has any.
func (d *Decoder) readAll(m *Head, params int) {
	m.end = d.pos
	d.reopen()
	d.shaped(m)
	if params >= 0 && m.seen&seenMethod != 0 && m.shape != ResponseShape {
		m.HasParams = true
		d.rewindTo(params)
	}
}

func (d *Decoder) jsonrpc(m *Head) {
	d.MarkSeen(&m.seen, seenJSONRPC)
	if m.dialect.ReadJSONRPC <= ReadOptional {
		d.Const(m.dialect.JSONRPC)
	} else {
		d.Skip()
	}
}

func (d *Decoder) messageID(m *Head) {
	d.MarkSeen(&m.seen, seenID)
	m.id = d.id(m.dialect)
}

func (d *Decoder) method(m *Head) {
	d.MarkSeen(&m.seen, seenMethod)
	d.readTag(KindString)
	m.Method = d.tag
}

// params stops at the params if the method is known, and skips them otherwise.
func (d *Decoder) params(m *Head) (start int) {
	d.MarkSeen(&m.seen, seenParams)
	if m.seen&seenMethod != 0 && m.shape != ResponseShape {
		d.shaped(m)
		m.HasParams = true
		return -1
	}
	d.next()
	start = d.pos
	d.seek()
	return start
}

// member reads a member that may occur anywhere in a message.
func (d *Decoder) member(m *Head) {
	switch string(d.Name) {
	case "jsonrpc":
		d.jsonrpc(m)
	case "id":
		d.messageID(m)
	default:
		if s := m.dialect.Shapes; s != nil && string(d.Name) == s.Tag {
			d.MarkSeen(&m.seen, seenShape)
			m.shape = s.shapeOf(d.Text())
			return
		}
		d.Skip()
	}
}

// shaped fails if the shape of a message is not known yet, or contradicts its
// members. The table reader puts the tag first and omits the members of other
// shapes.
func (d *Decoder) shaped(m *Head) {
	if m.dialect.Shapes != nil && (m.shape == NoShape || m.shape != ResponseShape && m.seen&seenMethod == 0) {
		d.Fail()
	}
}

// Call returns the index in calls of the method of the message, if the side from
// may call it.
func (m *Head) Call(calls []Call, from From) int {
	if m.seen&seenMethod == 0 || m.shape == ResponseShape {
		return ResponseCall
	}
	i := m.dialect.calls.find(m.Method, calls, from)
	if i < 0 || calls[i].Notify && m.seen&seenID != 0 && m.dialect.NotificationWithID == IDMakesRequest {
		return UnknownCall
	}
	return i
}

// Notifies reports whether the message is a notification by its tag.
func (m *Head) Notifies() bool { return m.shape == NotificationShape }

// SkipParams skips the params of a method that takes none.
func (d *Decoder) SkipParams(m *Head) {
	if m.HasParams {
		d.Skip()
	}
}

// passed skips a value, and returns its place and whether it has white space.
func (d *Decoder) passed() (span, bool) {
	d.next()
	start := d.pos
	d.spaced = false
	d.Skip()
	return span{start, d.pos}, d.spaced
}

// EndRequest reads the rest of a message that must have an id.
func (d *Decoder) EndRequest(m *Head) ID {
	d.endMessage(m)
	if m.id.IsZero() || m.id.IsNull() || m.shape == NotificationShape {
		d.Fail()
	}
	return m.id
}

// EndNotification reads the rest of a message that must have no id.
func (d *Decoder) EndNotification(m *Head) {
	d.endMessage(m)
	if m.seen&seenID != 0 || m.shape == RequestShape {
		d.Fail()
	}
}

// EndUnknown reads the rest of an undeclared call. The id is the zero ID if the
// call has none.
func (d *Decoder) EndUnknown(m *Head) (id ID, method string, params Raw) {
	method = string(m.Method)
	if m.HasParams {
		params = d.Raw()
	}
	d.endMessage(m)
	if m.id.IsNull() || m.id.IsZero() && m.shape == RequestShape || m.seen&seenID != 0 && m.shape == NotificationShape {
		d.Fail()
	}
	return m.id, method, params
}

// EndResponse returns the parts of a message without a method.
func (d *Decoder) EndResponse(m *Head) (id ID, result Raw, fault *ResponseError) {
	n := m.dialect.namesOf(ResponseShape)
	if m.dialect.named() && n.Method != "" && m.seen&seenMethod == 0 {
		d.Fail()
	}
	if n.OK != "" {
		return d.endFlagged(m)
	}
	isError := m.seen&seenError != 0
	id, ok := m.answered(isError)
	if isError == (m.seen&seenResult != 0) || !ok {
		d.Fail()
	}
	switch {
	case d.failed:
		return ID{}, nil, nil
	case isError:
		d.pos = m.fault
		fault = d.responseError()
	default:
		result = d.keep(m.result.start, m.result.end, m.spaced)
	}
	d.endMessage(m)
	return id, result, fault
}

// answered returns the id of a response, and reports whether it is allowed.
func (m *Head) answered(fails bool) (id ID, ok bool) {
	switch d := m.dialect; {
	case m.id.IsZero() && fails && d.NoIDOnError:
		if d.NullIDOnError {
			return NullID(), true
		}
		return ID{}, true
	case m.id.IsNull():
		return m.id, fails && d.NullIDOnError
	}
	return m.id, !m.id.IsZero()
}

// endMessage reads the members after the params.
func (d *Decoder) endMessage(m *Head) {
	switch {
	case d.failed:
		return
	case m.end > 0:
		d.pos = m.end
		d.depth--
	case m.dialect.named():
		for d.NextKey() {
			d.namedMember(m, m.dialect.namesOf(m.shape))
		}
	default:
		for d.NextKey() {
			switch string(d.Name) {
			case "method", "params":
				d.Fail()
			case "result", "error":
				m.seen |= seenResult
				d.Skip()
			default:
				d.member(m)
			}
		}
	}
	const outcome = seenResult | seenError
	if m.dialect.Precedence != nil && m.seen&seenMethod != 0 && m.seen&outcome != 0 {
		d.Fail() // the table reader decides between them
	}
	if r := m.dialect.ReadJSONRPC; m.seen&seenJSONRPC == 0 && (r == ReadRequired || r == ReadAny) {
		d.Fail()
	}
}

// Ignored reads an ignored message, which is preserved verbatim, if one comes
// next. Only the table reader recognizes them.
func (d *Decoder) Ignored() (Raw, bool) {
	if _, ok := d.hint(); !ok {
		return nil, false
	}
	return d.RawObject(), true
}

// Ahead reads a struct, and returns to its beginning.
func Ahead(d *Decoder, v Reader) {
	d.next()
	start := d.pos
	v.DecodeJSON(d)
	d.rewindTo(start)
}
