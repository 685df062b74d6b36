package sample

import "github.com/wiregen/wiregen/wirert"

// Message is one JSON-RPC message: one of the types below.
type Message interface {
	AppendJSON(dst []byte) []byte
	isMessage()
}

// Options has only fields that may be left out.
type Options struct {
	Fast  *bool
	Names []string // left out when nil
}

// PromptParams are the params of prompt.
type PromptParams struct {
	Input   Input
	Options *Options
}

// PromptResult answers prompt.
type PromptResult struct {
	Mood  Mood
	Steps *int64
}

// PromptMessage is a call of prompt.
type PromptMessage struct {
	ID     wirert.ID
	Params PromptParams
}

// PingMessage is a call of ping, which takes no params.
type PingMessage struct {
	ID wirert.ID
}

// CancelMessage is a call of cancel, whose params may be absent.
type CancelMessage struct {
	ID     wirert.ID
	Params wirert.Raw
}

// EventMessage is the notification event.
type EventMessage struct {
	Params Event
}

// RequestMessage is a call of request.
type RequestMessage struct {
	ID     wirert.ID
	Params Request
}

// Response answers a call: either Result or Error is set.
type Response struct {
	ID     wirert.ID
	Result wirert.Raw
	Error  *wirert.ResponseError
}

// UnknownMessage calls a method that is not declared, or that the sender may not call.
type UnknownMessage struct {
	ID     wirert.ID // the zero ID when it is a notification
	Method string
	Params wirert.Raw // empty when absent
}

func (*PromptMessage) isMessage()  {}
func (*PingMessage) isMessage()    {}
func (*CancelMessage) isMessage()  {}
func (*EventMessage) isMessage()   {}
func (*RequestMessage) isMessage() {}
func (*Response) isMessage()       {}
func (*UnknownMessage) isMessage() {}

// DecodeMessage reads one JSON-RPC message of either side.
func DecodeMessage(line []byte) (Message, error) {
	return wirert.Decode(line, &table, typeMessage, decodeMessage)
}

// DecodeClientMessage reads one JSON-RPC message that the client sent.
func DecodeClientMessage(line []byte) (Message, error) {
	return wirert.Decode(line, &table, typeClientMessage, decodeClientMessage)
}

// DecodeAgentMessage reads one JSON-RPC message that the agent sent.
func DecodeAgentMessage(line []byte) (Message, error) {
	return wirert.Decode(line, &table, typeAgentMessage, decodeAgentMessage)
}

func decodeMessage(d *wirert.Decoder) Message       { return decodeMessageFrom(d, wirert.FromBoth) }
func decodeClientMessage(d *wirert.Decoder) Message { return decodeMessageFrom(d, wirert.FromClient) }
func decodeAgentMessage(d *wirert.Decoder) Message  { return decodeMessageFrom(d, wirert.FromAgent) }

func decodeMessageFrom(d *wirert.Decoder, from wirert.From) Message {
	m := d.BeginMessage(&table.Dialect)
	switch m.Call(calls, from) {
	case methodPrompt:
		v := new(PromptMessage)
		v.Params.decode(d)
		v.ID = d.EndRequest(&m)
		return v
	case methodPing:
		d.SkipParams(&m)
		return &PingMessage{ID: d.EndRequest(&m)}
	case methodCancel:
		v := new(CancelMessage)
		if m.HasParams {
			v.Params = d.Raw()
		}
		v.ID = d.EndRequest(&m)
		return v
	case methodEvent:
		v := &EventMessage{Params: decodeEvent(d)}
		d.EndNotification(&m)
		return v
	case methodRequest:
		v := &RequestMessage{Params: decodeRequest(d)}
		v.ID = d.EndRequest(&m)
		return v
	case wirert.ResponseCall:
		v := new(Response)
		v.ID, v.Result, v.Error = d.EndResponse(&m)
		return v
	}
	v := new(UnknownMessage)
	v.ID, v.Method, v.Params = d.EndUnknown(&m)
	return v
}
