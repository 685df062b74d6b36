package codec

import (
	"reflect"
	"sync/atomic"
)

// The messages of a call without params, or with params that have no generated code, have no
// generated code either: see row.go.

// A MessagePart is a part of a written message: text, and a value after it.
type MessagePart struct {
	Text  string
	Value PartValue
}

// PartValue is the value of a MessagePart.
type PartValue uint8

// The values of message parts.
const (
	PartText   PartValue = iota // only the text
	PartID                      // the id
	PartMethod                  // the name of the method
	PartParams                  // the params; the part is omitted if there are none
)

// A callLayout describes the messages of a call without generated code.
type callLayout struct {
	call       *Call
	goType     reflect.Type  // the struct
	params     *layout       // nil if there are none
	index      int           // of the field for the params; the id of a request is the first field
	offset     uintptr       // of the params
	paramsType reflect.Type  // target of the pointer to the params, if they may be absent; otherwise nil
	parts      []MessagePart // with the method as text
	end        string
}

// Shape returns the shape of the messages of a call.
func (c *Call) Shape() Shape {
	if c.Notify {
		return NotificationShape
	}
	return RequestShape
}

// callTypes has the calls by the types of their messages.
type callTypes map[reflect.Type]int

func (t *Table) findCallTypes() {
	t.callTypes = callTypes{}
	for i := range t.calls {
		if v := t.calls[i].Message; v != nil {
			t.callTypes[reflect.TypeOf(v)] = i
		}
	}
}

// callLayout returns the layout of the messages of a call.
func (t *Table) callLayout(call int) *callLayout {
	t.prepared.Do(t.prepare)
	if l := t.callLayouts[call].Load(); l != nil {
		return l
	}
	l := t.layCall(&t.calls[call])
	t.callLayouts[call].Store(l)
	return l
}

func (t *Table) layCall(c *Call) *callLayout {
	l := &callLayout{call: c, goType: reflect.TypeOf(c.Message).Elem()}
	if c.Params != NoParams {
		l.index = l.goType.NumField() - 1
		in := l.goType.Field(l.index)
		l.offset = in.Offset
		if c.Optional {
			l.paramsType = in.Type.Elem()
			l.params = t.layout(c.Params&^Hidden, l.paramsType)
		} else {
			l.params = t.layout(c.Params&^Hidden, in.Type)
		}
	}
	parts := t.Request
	if c.Notify {
		parts = t.Notification
	}
	text := ""
	for _, part := range parts {
		switch {
		case part.Value == PartMethod:
			text += part.Text + string(AppendString(nil, c.Method))
		case part.Value == PartText:
			text += part.Text
		case part.Value == PartParams && l.params == nil:
		case part.Value == PartParams && l.paramsType != nil: // and its text may be absent
			l.parts = append(l.parts, MessagePart{text, PartText}, part)
			text = ""
		default:
			l.parts = append(l.parts, MessagePart{text + part.Text, part.Value})
			text = ""
		}
	}
	l.end = text + "}"
	return l
}

// Message reads the params and the rest of a message without generated code, and returns a
// pointer to its struct. It returns nil if the call has generated code or is no declared one.
func (d *Decoder) Message(m *Head, call int) any {
	if call < 0 || d.table.calls[call].Message == nil {
		return nil
	}
	l := d.table.callLayout(call)
	v := reflect.New(l.goType)
	at := addrOf(v)
	switch {
	case l.params == nil:
		d.SkipParams(m)
	case l.paramsType == nil:
		l.params.read(d, l.field(at))
	case m.HasParams:
		l.params.read(d, l.field(at).pointNew(l.paramsType))
	}
	if l.call.Notify {
		d.EndNotification(m)
	} else {
		*idAt(at) = d.EndRequest(m)
	}
	return v.Interface()
}

// NewMessage returns a pointer to a new message of a call without generated code. A request
// gets an id from id. params points to the params, which are copied unless they may be absent.
func (t *Table) NewMessage(call int, id func() ID, params any) any {
	l := t.callLayout(call)
	v := reflect.New(l.goType)
	if !l.call.Notify {
		*idAt(addrOf(v)) = id()
	}
	if p := reflect.ValueOf(params); l.params != nil && !p.IsNil() {
		if l.paramsType == nil {
			p = p.Elem()
		}
		v.Elem().Field(l.index).Set(p)
	}
	return v.Interface()
}

// AppendMessage appends the message that v points to, which has no generated code. A nil v is
// written as null.
func (t *Table) AppendMessage(dst []byte, v any) []byte {
	at := addrOf(reflect.ValueOf(v))
	if at.isNil() {
		return AppendNull(dst)
	}
	return t.messageOf(v).append(dst, at)
}

func (l *callLayout) append(dst []byte, at Addr) []byte {
	for i := range l.parts {
		switch part := &l.parts[i]; part.Value {
		case PartID:
			dst = PutID(dst, part.Text, *idAt(at))
		case PartParams:
			if params := l.paramsOf(at); !params.isNil() {
				dst = l.params.append(append(dst, part.Text...), params, 1)
			}
		default:
			dst = append(dst, part.Text...)
		}
	}
	return append(dst, l.end...)
}

// CheckMessage returns an error unless the message that v points to may be written. A message
// with generated code, and nil, count as missing. id is the type of messages.
func (t *Table) CheckMessage(id TypeID, v any) error {
	l, at := t.message(v)
	if l == nil {
		return t.Missing(id)
	}
	return t.checkMessage(l, at)
}

func (t *Table) checkMessage(l *callLayout, at Addr) error {
	if !l.call.Notify {
		if err := t.CheckID(*idAt(at)); err != nil {
			return At(t.Dialect.namesOf(RequestShape).ID, err)
		}
	}
	params := l.paramsOf(at)
	if params.isNil() {
		return nil
	}
	err := l.params.check(t, params, 1)
	if err != nil && l.call.Params&Hidden != 0 {
		err = Hide(err)
	}
	return At(t.Dialect.namesOf(l.call.Shape()).Params, err)
}

// idAt returns the id of a request.
func idAt(message Addr) *ID { return As[ID](message.field(0, 0)) }

// field returns the address of the field for the params of a message.
func (l *callLayout) field(message Addr) Addr { return message.field(l.index, l.offset) }

// paramsOf returns the address of the params of a message, or the nil Addr if there are none.
func (l *callLayout) paramsOf(message Addr) Addr {
	switch {
	case l.params == nil:
		return Addr{}
	case l.paramsType != nil:
		return l.field(message).pointee()
	}
	return l.field(message)
}

// MarshalMessage returns the JSON of a message without generated code, or the error of its
// check.
func (t *Table) MarshalMessage(v any) ([]byte, error) {
	l, at := t.messageOf(v), addrOf(reflect.ValueOf(v))
	if err := t.checkMessage(l, at); err != nil {
		return nil, err
	}
	return l.append(nil, at), nil
}

// message returns the layout and the address of the message that v points to, or nil if it has
// generated code or is nil.
func (t *Table) message(v any) (*callLayout, Addr) {
	l := t.messageOf(v)
	if l == nil {
		return nil, Addr{}
	}
	at := addrOf(reflect.ValueOf(v))
	if at.isNil() {
		return nil, Addr{}
	}
	return l, at
}

// CallOf returns the call and the id of a message without generated code; nil for any other
// message.
func (t *Table) CallOf(v any) (*Call, ID) {
	l, at := t.message(v)
	switch {
	case l == nil:
		return nil, ID{}
	case l.call.Notify:
		return l.call, ID{}
	}
	return l.call, *idAt(at)
}

// prepareCalls stores the calls of the protocol.
func (t *Table) prepareCalls(calls []Call) {
	t.calls = calls
	t.callLayouts = make([]atomic.Pointer[callLayout], len(calls))
}
