package codec

import "errors"

// A MessageError reports an invalid JSON-RPC message, with the parts that could be read. It
// wraps the Error that says where and why.
type MessageError struct {
	Refusal Refusal
	Shape   Shape  // NoShape if the text is not a message
	ID      ID     // the zero ID if the message has no valid id
	Method  string // empty if the message has none
	Err     *Error
}

func (e *MessageError) Error() string { return e.Err.Error() }

// Unwrap returns e.Err.
func (e *MessageError) Unwrap() error { return e.Err }

// Refusal classifies a MessageError.
type Refusal uint8

// The classes of invalid messages.
const (
	NotJSON     Refusal = iota // not one JSON value, or one beyond the limits of all readers
	NotMessage                 // JSON, but not a message of the dialect
	NotDeclared                // a method that is undeclared for the sender
	BadParams                  // a declared method whose params are invalid
)

// Code returns the JSON-RPC error code for the class.
func (r Refusal) Code() int64 {
	return [...]int64{NotJSON: -32700, NotMessage: -32600, NotDeclared: -32601, BadParams: -32602}[r]
}

func (r Refusal) String() string {
	return [...]string{NotJSON: "not JSON", NotMessage: "not a message", NotDeclared: "not a declared method", BadParams: "bad params"}[r]
}

// Answer returns the id and the error of the response to a message that could not be read
// because of err. expected is false if the peer does not expect a response: to a notification,
// to a response, and to a message without a valid id, unless the dialect allows responses with
// the id null or without an id.
func (t *Table) Answer(err error) (id ID, answer *ResponseError, expected bool) {
	var e *MessageError
	if !errors.As(err, &e) || e.Shape == NotificationShape || e.Shape == ResponseShape {
		return ID{}, nil, false
	}
	id = e.ID
	switch {
	case !id.IsZero():
	case t.Dialect.NullIDOnError:
		id = NullID()
	case !t.Dialect.NoIDOnError:
		return ID{}, nil, false
	}
	return id, t.Dialect.refuse(e.Refusal, e.Error()), true
}

// Refusal returns the error of the response to a message that is refused for a reason other
// than an error of reading.
func (t *Table) Refusal(r Refusal, words string) *ResponseError { return t.Dialect.refuse(r, words) }

// MethodOf returns the method of the message that err, a MessageError, is about, or "".
func MethodOf(err error) string {
	var e *MessageError
	if errors.As(err, &e) {
		return e.Method
	}
	return ""
}

// AnswerUnknown returns the error of the response to a call of an undeclared method. expected
// is false if the peer does not expect a response: the call is a notification, or the dialect
// ignores such requests.
func (t *Table) AnswerUnknown(id ID, method string) (answer *ResponseError, expected bool) {
	if id.IsZero() || t.Dialect.IgnoreUnknown {
		return nil, false
	}
	return t.Dialect.refuse(NotDeclared, "the method "+quoteShort([]byte(method))+" is not declared"), true
}

// refuse returns the error of the response to a refused message.
func (d *Dialect) refuse(r Refusal, words string) *ResponseError {
	if d.Refusals == nil {
		return d.Failure(r.Code(), RefusalData{}, words)
	}
	return d.Failure(r.Code(), d.Refusals[r], words)
}

// Failure returns an error with a code and a message, and the data that row describes.
func (d *Dialect) Failure(code int64, row RefusalData, words string) *ResponseError {
	e := &ResponseError{Code: code, Message: words}
	if d.FlagsErrors() {
		e.Code = 0 // an error beside a flag has no code
	}
	data := []byte("{")
	if row.Kind != "" {
		data = AppendString(append(data, `"kind":`...), row.Kind)
	}
	if row.Words != "" {
		if row.Kind != "" {
			data = append(data, ',')
		}
		data = AppendString(append(AppendString(data, row.Words), ':'), words)
	}
	if len(data) > 1 {
		e.Data = Raw(append(data, '}'))
	}
	return e
}

// readParts returns the parts that could be read of an invalid message.
func (p *tableReader) readParts(s *messageMembers, typ *Type) *MessageError {
	e := &MessageError{Refusal: s.refusal, Shape: p.shapeRead(s, typ)}
	if s.id.pos > 0 && e.Shape != NotificationShape {
		d := newDecoder(p.table, p.data[s.id.pos:], p.max)
		id := d.id(&p.table.Dialect)
		if !d.failed && !id.IsNull() {
			e.ID = id
		}
		d.free()
	}
	if s.method.pos > 0 && p.data[s.method.pos] == '"' {
		e.Method = string(unquoted(p.token(s.method), &p.key))
	}
	return e
}

// shapeRead returns the shape of an invalid message, as far as its members show it: a response
// has a result or an error, only a call with a method can be a notification, and a declared
// notification with an ignored id is one.
func (p *tableReader) shapeRead(s *messageMembers, typ *Type) Shape {
	d := &p.table.Dialect
	if d.Shapes != nil {
		return s.shape
	}
	hasMethod := s.method.pos > 0 && p.data[s.method.pos] == '"'
	switch {
	case s.shape == ResponseShape && s.result.pos == 0 && s.fault.pos == 0, s.shape == NotificationShape && !hasMethod:
		return NoShape
	case s.shape == RequestShape && hasMethod && d.NotificationWithID == IDIgnored:
		if c := typ.call(unquoted(p.token(s.method), &p.key)); c != nil && c.Notify {
			return NotificationShape
		}
	}
	return s.shape
}
