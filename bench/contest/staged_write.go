package contest

import "github.com/wiregen/wiregen/bench/model"

// stagedWriter writes unions in stages, as staged reads them: each union as text first,
// then the object that it is in.
type stagedWriter[R model.Raw] func(v any) ([]byte, error)

func (w stagedWriter[R]) raw(v any) (R, error) {
	text, err := w(v)
	return R(text), err
}

func (w stagedWriter[R]) message(m *model.Message) ([]byte, error) {
	out := &model.RawMessage[R]{JSONRPC: m.JSONRPC, Method: m.Method, ID: m.ID, Result: R(m.Result), Error: m.Error}
	var err error
	switch v := m.Params.(type) {
	case *model.Envelope:
		var e *model.RawEnvelope[R]
		if e, err = w.envelope(v); err == nil {
			out.Params, err = w.raw(e)
		}
	case *model.PromptParams:
		out.Params, err = w.input(v.UserInput)
	case *model.InitializeParams:
		out.Params, err = w.raw(v)
	}
	if err != nil {
		return nil, err
	}
	return w(out)
}

func (w stagedWriter[R]) envelope(v *model.Envelope) (*model.RawEnvelope[R], error) {
	out := &model.RawEnvelope[R]{Type: v.Type}
	var err error
	switch p := v.Payload.(type) {
	case *model.ToolResult:
		out.Payload, err = w.toolResult(p)
	case *model.SubagentEvent:
		out.Payload, err = w.subagentEvent(p)
	case *model.ApprovalRequest:
		out.Payload, err = w.approvalRequest(p)
	case *model.TurnBegin:
		out.Payload, err = w.input(p.UserInput)
	default:
		out.Payload, err = w.raw(p)
	}
	return out, err
}

func (w stagedWriter[R]) input(v model.UserInput) (R, error) {
	text, err := w.userInput(v)
	if err != nil {
		return nil, err
	}
	return w.raw(&model.RawInput[R]{UserInput: text})
}

func (w stagedWriter[R]) userInput(v model.UserInput) (R, error) {
	if parts, ok := v.(model.Parts); ok {
		return w.list(len(parts), func(i int) any { return parts[i] })
	}
	return w.raw(v)
}

func (w stagedWriter[R]) list(n int, element func(i int) any) (R, error) {
	list, err := w.elements(n, element)
	if err != nil {
		return nil, err
	}
	return w.raw((*model.RawParts[R])(&list))
}

func (w stagedWriter[R]) elements(n int, element func(i int) any) ([]R, error) {
	list := make([]R, n)
	for i := range list {
		var err error
		if list[i], err = w.raw(element(i)); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func (w stagedWriter[R]) toolResult(v *model.ToolResult) (R, error) {
	out := &model.RawToolResult[R]{ToolCallID: v.ToolCallID}
	to, from := &out.ReturnValue, &v.ReturnValue
	to.IsError, to.Message, to.Extras = from.IsError, from.Message, R(from.Extras)
	var err error
	if to.Output, err = w.userInput(from.Output); err != nil {
		return nil, err
	}
	if to.Display, err = w.elements(len(from.Display), func(i int) any { return from.Display[i] }); err != nil {
		return nil, err
	}
	return w.raw(out)
}

func (w stagedWriter[R]) subagentEvent(v *model.SubagentEvent) (R, error) {
	out := &model.RawSubagentEvent[R]{ParentToolCallID: v.ParentToolCallID, AgentID: v.AgentID, SubagentType: v.SubagentType}
	e, err := w.envelope(v.Event)
	if err != nil {
		return nil, err
	}
	out.Event = (*struct {
		Type    string `json:"type,intern"`
		Payload R      `json:"payload"`
	})(e)
	return w.raw(out)
}

func (w stagedWriter[R]) approvalRequest(v *model.ApprovalRequest) (R, error) {
	out := &model.RawApprovalRequest[R]{
		ID: v.ID, ToolCallID: v.ToolCallID, Sender: v.Sender, Action: v.Action, Description: v.Description,
		SourceKind: v.SourceKind, SourceID: v.SourceID, AgentID: v.AgentID, SubagentType: v.SubagentType,
		SourceDescription: v.SourceDescription,
	}
	var err error
	if out.Display, err = w.elements(len(v.Display), func(i int) any { return v.Display[i] }); err != nil {
		return nil, err
	}
	return w.raw(out)
}
