package codec

import "errors"

// A MessageError reports that a JSON-RPC message was refused, and holds what could be
// read of it. It wraps the Error that says where and why.
type MessageError struct {
	Refusal Refusal
	Shape   Shape  // NoShape if it is not a message at all
	ID      ID     // the zero ID if the message has none, or not a valid one
	Method  string // empty if the message has none
	Err     *Error
}

func (e *MessageError) Error() string { return e.Err.Error() }

// Unwrap returns the Error.
func (e *MessageError) Unwrap() error { return e.Err }

// Refusal is the class of a MessageError.
type Refusal uint8

// The classes of refused messages.
const (
	NotJSON     Refusal = iota // not one JSON value, or one beyond the limits of every reader
	NotMessage                 // JSON, but not a message of the dialect
	NotDeclared                // a method that is not declared for the sender
	BadParams                  // a declared method whose params are invalid
)

// Code returns the code that JSON-RPC reserves for the class.
func (r Refusal) Code() int64 {
	return [...]int64{NotJSON: -32700, NotMessage: -32600, NotDeclared: -32601, BadParams: -32602}[r]
}

func (r Refusal) String() string {
	return [...]string{NotJSON: "not JSON", NotMessage: "not a message", NotDeclared: "not a declared method", BadParams: "bad params"}[r]
}

// Answer returns the id and the error of the response to a message that was refused
// with err. owed is false if nobody waits for one: a notification and a response are
// not answered, nor is a message without a valid id if the dialect does not allow a
// response with the id null or with none.
func (t *Table) Answer(err error) (id ID, answer *ResponseError, owed bool) {
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

// Refusal returns the error of the response to a message that is refused for another reason
// than an error of reading.
func (t *Table) Refusal(r Refusal, words string) *ResponseError { return t.Dialect.refuse(r, words) }

// MethodOf returns the method of the message that was refused with err, or "".
func MethodOf(err error) string {
	var e *MessageError
	if errors.As(err, &e) {
		return e.Method
	}
	return ""
}

// AnswerUnknown returns the error of the response to a call of an undeclared method.
// owed is false if nobody waits for one: the call is a notification, or the dialect
// has such requests ignored.
func (t *Table) AnswerUnknown(id ID, method string) (answer *ResponseError, owed bool) {
	if id.IsZero() || t.Dialect.IgnoreUnknown {
		return nil, false
	}
	return t.Dialect.refuse(NotDeclared, "the method "+quoteShort([]byte(method))+" is not declared"), true
}

// refuse returns the error of a response to a refused message.
func (d *Dialect) refuse(r Refusal, words string) *ResponseError {
	if d.Refusals == nil {
		return d.Failure(r.Code(), RefusalData{}, words)
	}
	return d.Failure(r.Code(), d.Refusals[r], words)
}

// Failure returns an error of which only its code, its kind and words are known.
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

// wasRead returns what could be read of a message that the table reader refuses.
func (p *tableReader) wasRead(s *shell, typ *Type) *MessageError {
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

// shapeRead returns the shape of a message as far as its members tell: a response has
// a result or an error, only a call with a method can be a notification, and a
// declared notification whose id is ignored is one.
func (p *tableReader) shapeRead(s *shell, typ *Type) Shape {
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
