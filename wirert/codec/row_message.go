package codec

import (
	"reflect"
	"sync/atomic"
)

// Most calls have params that have only a row, or none. Then their messages have only a row
// as well, that of the call: see row.go.

// A ShellPart is a member of a written message: the text before its value, with its key, and
// what the value is.
type ShellPart struct {
	Text  string
	Value ShellValue
}

// ShellValue is what a member of a message holds.
type ShellValue uint8

// What the members of a message hold.
const (
	ShellText   ShellValue = iota // nothing but the text
	ShellID                       // the id
	ShellMethod                   // the name of the method
	ShellParams                   // the params, if there are any
)

// A callLayout is how Go holds the messages of a call that have only a row.
type callLayout struct {
	call   *Call
	goType reflect.Type // the struct
	params *layout      // nil if it takes none
	index  int          // of the params in the struct; the id of a request comes first
	offset uintptr      // of the params
	held   reflect.Type // what Params points to, if they may be absent; nil otherwise
	parts  []ShellPart  // the method is in a text
	end    string
}

// Shape returns the shape of the messages of a call.
func (c *Call) Shape() Shape {
	if c.Notify {
		return NotificationShape
	}
	return RequestShape
}

// callTypes finds calls by the types of their messages.
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
			l.held = in.Type.Elem()
			l.params = t.layout(c.Params, l.held)
		} else {
			l.params = t.layout(c.Params, in.Type)
		}
	}
	shell := t.Request
	if c.Notify {
		shell = t.Notification
	}
	text := ""
	for _, part := range shell {
		switch {
		case part.Value == ShellMethod:
			text += part.Text + string(AppendString(nil, c.Method))
		case part.Value == ShellText:
			text += part.Text
		case part.Value == ShellParams && l.params == nil:
		case part.Value == ShellParams && l.held != nil: // and its text may be absent
			l.parts = append(l.parts, ShellPart{text, ShellText}, part)
			text = ""
		default:
			l.parts = append(l.parts, ShellPart{text + part.Text, part.Value})
			text = ""
		}
	}
	l.end = text + "}"
	return l
}

// Message reads the params and the rest of a message of a call that has only a row, and
// returns a pointer to its struct; nil if the call has code, or is none.
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
	case l.held == nil:
		l.params.read(d, l.field(at))
	case m.HasParams:
		l.params.read(d, l.field(at).pointNew(l.held))
	}
	if l.call.Notify {
		d.EndNotification(m)
	} else {
		*idAt(at) = d.EndRequest(m)
	}
	return v.Interface()
}

// NewMessage returns a pointer to a message of a call that has only a row, with an id if it is
// a request, and with the params that params points to: a copy of them unless they may be absent.
func (t *Table) NewMessage(call int, id func() ID, params any) any {
	l := t.callLayout(call)
	v := reflect.New(l.goType)
	if !l.call.Notify {
		*idAt(addrOf(v)) = id()
	}
	if p := reflect.ValueOf(params); l.params != nil && !p.IsNil() {
		if l.held == nil {
			p = p.Elem()
		}
		v.Elem().Field(l.index).Set(p)
	}
	return v.Interface()
}

// AppendMessage appends the message that v points to, which has only a row; a nil v is written as null.
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
		case ShellID:
			dst = PutID(dst, part.Text, *idAt(at))
		case ShellParams:
			if params := l.paramsOf(at); !params.isNil() {
				dst = l.params.append(append(dst, part.Text...), params, 1)
			}
		default:
			dst = append(dst, part.Text...)
		}
	}
	return append(dst, l.end...)
}

// CheckMessage reports whether a message that v points to may be written: v is of a call that
// has only a row, and is missing otherwise. id is the type of messages.
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
	return At(t.Dialect.namesOf(l.call.Shape()).Params, l.params.check(t, params, 1))
}

// idAt returns where the id of a request is.
func idAt(message Addr) *ID { return As[ID](message.field(0, 0)) }

// field returns where the field of the params of a message is.
func (l *callLayout) field(message Addr) Addr { return message.field(l.index, l.offset) }

// paramsOf returns where the params of a message are; none if there are none.
func (l *callLayout) paramsOf(message Addr) Addr {
	switch {
	case l.params == nil:
		return Addr{}
	case l.held != nil:
		return l.field(message).pointee()
	}
	return l.field(message)
}

// MarshalMessage returns the JSON of such a message, or the error of
// its check.
func (t *Table) MarshalMessage(v any) ([]byte, error) {
	l, at := t.messageOf(v), addrOf(reflect.ValueOf(v))
	if err := t.checkMessage(l, at); err != nil {
		return nil, err
	}
	return l.append(nil, at), nil
}

// message returns the layout of what v points to, and where that is; nil if it has code, or
// is none.
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

// CallOf returns the call of a message that has only a row, and its id; nil for any other.
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

// prepareCalls notes the calls of the protocol.
func (t *Table) prepareCalls(calls []Call) {
	t.calls = calls
	t.callLayouts = make([]atomic.Pointer[callLayout], len(calls))
}
