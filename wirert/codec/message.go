package codec

// A Head is the part of a JSON-RPC message that was read before its params.
type Head struct {
	Method    []byte // valid until the params are read
	HasParams bool   // the decoder is at the value of params

	dialect *Dialect
	shape   Shape // from the shape tag, if the dialect has one
	id      ID
	seen    uint64
	end     int // position after the message, if all of it was read
	result  span
	fault   int // position of the member "error"
	words   int // position of the error message, if a flag marks errors
	data    span
	ok      bool // the flag that marks results
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

// Results of Head.Call other than the index of a declared call.
const (
	ResponseCall = -1 // the message has no method
	UnknownCall  = -2 // the method is undeclared for that side or for this kind of message
)

// BeginMessage reads a JSON-RPC message up to its params, or completely if it has none or if
// they precede the method. Reading params that do not exist fails. m must be zero.
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

// readAll completes the head of a message that was read completely, and returns to the params
// of a call, if it has any.
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

// params stops at the params if the method is known; otherwise it skips them and returns their
// position.
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

// shaped fails if the shape of a message is unknown or contradicts its members. The table
// reader writes the tag first and omits members of other shapes.
func (d *Decoder) shaped(m *Head) {
	if m.dialect.Shapes != nil && (m.shape == NoShape || m.shape != ResponseShape && m.seen&seenMethod == 0) {
		d.Fail()
	}
}

// Call returns the index in calls of the message's method, if the side from may send it;
// otherwise ResponseCall or UnknownCall.
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

// Notifies reports whether the message has the tag of a notification.
func (m *Head) Notifies() bool { return m.shape == NotificationShape }

// SkipParams skips the params of a method that takes none.
func (d *Decoder) SkipParams(m *Head) {
	if m.HasParams {
		d.Skip()
	}
}

// passed skips a value and returns its position, and whether it contains white space.
func (d *Decoder) passed() (span, bool) {
	d.next()
	start := d.pos
	d.spaced = false
	d.Skip()
	return span{start, d.pos}, d.spaced
}

// EndRequest reads the rest of a request and returns its id.
func (d *Decoder) EndRequest(m *Head) ID {
	d.endMessage(m)
	if m.id.IsZero() || m.id.IsNull() || m.shape == NotificationShape {
		d.Fail()
	}
	return m.id
}

// EndNotification reads the rest of a notification. It fails if there is an id.
func (d *Decoder) EndNotification(m *Head) {
	d.endMessage(m)
	if m.seen&seenID != 0 || m.shape == RequestShape {
		d.Fail()
	}
}

// EndUnknown reads the rest of an undeclared call. The id of a notification is the zero ID.
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

// EndResponse reads the rest of a response and returns its parts.
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

// answered returns the id of a response, and reports whether it is valid. fails says that the
// response has an error.
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

// Ignored reads a message that the dialect ignores, if one comes next. Only the table reader
// recognizes them.
func (d *Decoder) Ignored() (Raw, bool) {
	if _, ok := d.hint(); !ok {
		return nil, false
	}
	return d.RawObject(), true
}

// Peek decodes a struct without advancing.
func Peek(d *Decoder, v Reader) {
	d.next()
	start := d.pos
	v.DecodeJSON(d)
	d.rewindTo(start)
}
