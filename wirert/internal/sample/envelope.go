package sample

import "github.com/wiregen/wiregen/wirert"

// Frame is an Event or a Request in its envelope {type, payload}.
type Frame interface {
	isFrame()
	appendFrame(dst []byte) []byte
	checkFrame() error
}

// Event is one of the types named in EventTypes, or an UnknownEvent.
type Event interface {
	Frame
	EventType() EventType
	isEvent()
}

// Request is one of the types named in RequestTypes, or an UnknownRequest.
type Request interface {
	Frame
	RequestType() RequestType
	isRequest()
}

// EventType is the tag of an Event.
type EventType string

// The tags of Event.
const (
	EventTypeBegin  EventType = "Begin"
	EventTypeEnd    EventType = "End"
	EventTypeStatus EventType = "Status"
	EventTypePart   EventType = "Part"
	EventTypeCall   EventType = "Call"
	EventTypeAnswer EventType = "Answer"
	EventTypeNested EventType = "Nested"
)

// RequestType is the tag of a Request.
type RequestType string

// The tags of Request.
const (
	RequestTypeAsk RequestType = "Ask"
)

// EventTypes are the declared tags of Event, in the order of the spec.
func EventTypes() []EventType {
	return []EventType{
		EventTypeBegin, EventTypeEnd, EventTypeStatus, EventTypePart, EventTypeCall, EventTypeAnswer,
		EventTypeNested,
	}
}

// PartEvent is the Event of the tag Part.
type PartEvent struct {
	Payload Part
}

// UnknownEvent is an Event of an undeclared tag, held as it came and written back.
type UnknownEvent struct {
	Tag string
	Raw wirert.Raw
}

// UnknownRequest is a Request of an undeclared tag, held as it came and written back.
type UnknownRequest struct {
	Tag string
	Raw wirert.Raw
}

// UnknownFrame is a Frame of an undeclared tag, held as it came and written back.
type UnknownFrame struct {
	Tag string
	Raw wirert.Raw
}

func (*Begin) isFrame()          {}
func (*End) isFrame()            {}
func (*Status) isFrame()         {}
func (*PartEvent) isFrame()      {}
func (*Call) isFrame()           {}
func (*Answer) isFrame()         {}
func (*Nested) isFrame()         {}
func (*Ask) isFrame()            {}
func (*UnknownEvent) isFrame()   {}
func (*UnknownRequest) isFrame() {}
func (*UnknownFrame) isFrame()   {}

func (*Begin) isEvent()            {}
func (*End) isEvent()              {}
func (*Status) isEvent()           {}
func (*PartEvent) isEvent()        {}
func (*Call) isEvent()             {}
func (*Answer) isEvent()           {}
func (*Nested) isEvent()           {}
func (*UnknownEvent) isEvent()     {}
func (*Ask) isRequest()            {}
func (*UnknownRequest) isRequest() {}

// EventType is Begin.
func (*Begin) EventType() EventType { return EventTypeBegin }

// EventType is End.
func (*End) EventType() EventType { return EventTypeEnd }

// EventType is Status.
func (*Status) EventType() EventType { return EventTypeStatus }

// EventType is Part.
func (*PartEvent) EventType() EventType { return EventTypePart }

// EventType is Call.
func (*Call) EventType() EventType { return EventTypeCall }

// EventType is Answer.
func (*Answer) EventType() EventType { return EventTypeAnswer }

// EventType is Nested.
func (*Nested) EventType() EventType { return EventTypeNested }

// EventType is the undeclared tag.
func (v *UnknownEvent) EventType() EventType { return EventType(v.Tag) }

// RequestType is Ask.
func (*Ask) RequestType() RequestType { return RequestTypeAsk }

// RequestType is the undeclared tag.
func (v *UnknownRequest) RequestType() RequestType { return RequestType(v.Tag) }

// DecodeFrame reads an Event or a Request in its envelope.
func DecodeFrame(data []byte) (Frame, error) {
	return wirert.Decode(data, &table, typeFrame, decodeFrame)
}

// DecodeEvent reads an Event in its envelope.
func DecodeEvent(data []byte) (Event, error) {
	return wirert.Decode(data, &table, typeEvent, decodeEvent)
}

// DecodeRequest reads a Request in its envelope.
func DecodeRequest(data []byte) (Request, error) {
	return wirert.Decode(data, &table, typeRequest, decodeRequest)
}

func decodeEvent(d *wirert.Decoder) Event {
	var v Event
	tag, seen := d.BeginAdjacent("type", "payload")
	switch string(tag) {
	case "Begin":
		v = decodeBegin(d)
	case "End":
		v = decodeEnd(d)
	case "Status":
		v = decodeStatus(d)
	case "Part":
		v = &PartEvent{Payload: decodePart(d)}
	case "Call":
		v = decodeCall(d)
	case "Answer", "AnswerResolved":
		v = decodeAnswer(d)
	case "Nested":
		v = decodeNested(d)
	case "Ask": // a tag of Request
		d.Fail()
	default:
		tag, raw := d.Unknown()
		return &UnknownEvent{Tag: tag, Raw: raw}
	}
	d.EndAdjacent("type", "payload", seen)
	return v
}

func decodeRequest(d *wirert.Decoder) Request {
	var v Request
	tag, seen := d.BeginAdjacent("type", "payload")
	switch string(tag) {
	case "Ask":
		v = decodeAsk(d)
	case "Begin", "End", "Status", "Part", "Call", "Answer", "AnswerResolved", "Nested": // tags of Event
		d.Fail()
	default:
		tag, raw := d.Unknown()
		return &UnknownRequest{Tag: tag, Raw: raw}
	}
	d.EndAdjacent("type", "payload", seen)
	return v
}

func decodeFrame(d *wirert.Decoder) Frame {
	var v Frame
	tag, seen := d.BeginAdjacent("type", "payload")
	switch string(tag) {
	case "Begin":
		v = decodeBegin(d)
	case "End":
		v = decodeEnd(d)
	case "Status":
		v = decodeStatus(d)
	case "Part":
		v = &PartEvent{Payload: decodePart(d)}
	case "Call":
		v = decodeCall(d)
	case "Answer", "AnswerResolved":
		v = decodeAnswer(d)
	case "Nested":
		v = decodeNested(d)
	case "Ask":
		v = decodeAsk(d)
	default:
		tag, raw := d.Unknown()
		return &UnknownFrame{Tag: tag, Raw: raw}
	}
	d.EndAdjacent("type", "payload", seen)
	return v
}

// AppendFrame appends v in its envelope.
func AppendFrame(dst []byte, v Frame) []byte {
	if v == nil {
		return append(dst, "null"...)
	}
	return v.appendFrame(dst)
}

// AppendEvent appends v in its envelope.
func AppendEvent(dst []byte, v Event) []byte { return AppendFrame(dst, v) }

// AppendRequest appends v in its envelope.
func AppendRequest(dst []byte, v Request) []byte { return AppendFrame(dst, v) }

func (v *Begin) appendFrame(dst []byte) []byte {
	return append(v.AppendJSON(append(dst, `{"type":"Begin","payload":`...)), '}')
}

func (v *End) appendFrame(dst []byte) []byte {
	return append(v.AppendJSON(append(dst, `{"type":"End","payload":`...)), '}')
}

func (v *Status) appendFrame(dst []byte) []byte {
	return append(v.AppendJSON(append(dst, `{"type":"Status","payload":`...)), '}')
}

func (v *PartEvent) appendFrame(dst []byte) []byte {
	return append(v.AppendJSON(append(dst, `{"type":"Part","payload":`...)), '}')
}

func (v *Call) appendFrame(dst []byte) []byte {
	return append(v.AppendJSON(append(dst, `{"type":"Call","payload":`...)), '}')
}

func (v *Answer) appendFrame(dst []byte) []byte {
	return append(v.AppendJSON(append(dst, `{"type":"Answer","payload":`...)), '}')
}

func (v *Nested) appendFrame(dst []byte) []byte {
	return append(v.AppendJSON(append(dst, `{"type":"Nested","payload":`...)), '}')
}

func (v *Ask) appendFrame(dst []byte) []byte {
	return append(v.AppendJSON(append(dst, `{"type":"Ask","payload":`...)), '}')
}

func (v *UnknownEvent) appendFrame(dst []byte) []byte   { return v.AppendJSON(dst) }
func (v *UnknownRequest) appendFrame(dst []byte) []byte { return v.AppendJSON(dst) }
func (v *UnknownFrame) appendFrame(dst []byte) []byte   { return v.AppendJSON(dst) }

// AppendJSON appends the payload.
func (v *PartEvent) AppendJSON(dst []byte) []byte {
	if v == nil {
		return append(dst, "null"...)
	}
	return AppendPart(dst, v.Payload)
}

// AppendJSON appends the object as it came.
func (v *UnknownEvent) AppendJSON(dst []byte) []byte {
	if v == nil {
		return append(dst, "null"...)
	}
	return wirert.AppendRawObject(dst, v.Raw)
}

// AppendJSON appends the object as it came.
func (v *UnknownRequest) AppendJSON(dst []byte) []byte {
	if v == nil {
		return append(dst, "null"...)
	}
	return wirert.AppendRawObject(dst, v.Raw)
}

// AppendJSON appends the object as it came.
func (v *UnknownFrame) AppendJSON(dst []byte) []byte {
	if v == nil {
		return append(dst, "null"...)
	}
	return wirert.AppendRawObject(dst, v.Raw)
}

// CheckFrame tells whether v may be written.
func CheckFrame(v Frame) error {
	if v == nil {
		return table.Missing(typeFrame)
	}
	return v.checkFrame()
}

// CheckEvent tells whether v may be written.
func CheckEvent(v Event) error {
	if v == nil {
		return table.Missing(typeEvent)
	}
	return v.checkFrame()
}

// CheckRequest tells whether v may be written.
func CheckRequest(v Request) error {
	if v == nil {
		return table.Missing(typeRequest)
	}
	return v.checkFrame()
}

func (v *Begin) checkFrame() error  { return wirert.At("payload", CheckBegin(v)) }
func (v *End) checkFrame() error    { return wirert.At("payload", CheckEnd(v)) }
func (v *Status) checkFrame() error { return wirert.At("payload", CheckStatus(v)) }
func (v *Call) checkFrame() error   { return wirert.At("payload", CheckCall(v)) }
func (v *Answer) checkFrame() error { return wirert.At("payload", CheckAnswer(v)) }
func (v *Nested) checkFrame() error { return wirert.At("payload", CheckNested(v)) }
func (v *Ask) checkFrame() error    { return wirert.At("payload", CheckAsk(v)) }

func (v *PartEvent) checkFrame() error {
	if v == nil {
		return table.Missing(typeEvent)
	}
	return wirert.At("payload", CheckPart(v.Payload))
}

func (v *UnknownEvent) checkFrame() error {
	if v == nil {
		return table.Missing(typeEvent)
	}
	return table.CheckUnknown(typeEvent, v.Tag, v.Raw, 0)
}

func (v *UnknownRequest) checkFrame() error {
	if v == nil {
		return table.Missing(typeRequest)
	}
	return table.CheckUnknown(typeRequest, v.Tag, v.Raw, 0)
}

func (v *UnknownFrame) checkFrame() error {
	if v == nil {
		return table.Missing(typeFrame)
	}
	return table.CheckUnknown(typeFrame, v.Tag, v.Raw, 0)
}
