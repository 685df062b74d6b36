package contest

import (
	"fmt"

	"github.com/wiregen/wiregen/bench/model"
)

// staged decodes unions in stages, with any library that decodes by reflection: an
// object first with its union as text, then the union by its tag.
type staged[R model.Raw] func(data []byte, v any) error

func unknownTag(tag string) error { return fmt.Errorf("no message of the corpus has the tag %q", tag) }

func (u staged[R]) message(line []byte) (*model.Message, error) {
	var in model.RawMessage[R]
	if err := u(line, &in); err != nil {
		return nil, err
	}
	m := &model.Message{JSONRPC: in.JSONRPC, Method: in.Method, ID: in.ID, Result: []byte(in.Result), Error: in.Error}
	switch in.Method {
	case "":
		return m, nil
	case "event", "request":
		var e model.RawEnvelope[R]
		if err := u(in.Params, &e); err != nil {
			return nil, err
		}
		v, err := u.envelope(&e)
		m.Params = v
		return m, err
	case "prompt":
		v, err := u.input(in.Params)
		m.Params = &model.PromptParams{UserInput: v}
		return m, err
	case "initialize":
		v := new(model.InitializeParams)
		m.Params = v
		return m, u(in.Params, v)
	}
	return nil, unknownTag(in.Method)
}

func (u staged[R]) envelope(e *model.RawEnvelope[R]) (*model.Envelope, error) {
	v := &model.Envelope{Type: e.Type}
	var err error
	switch e.Type {
	case "ContentPart":
		v.Payload, err = u.contentPart(e.Payload)
	case "ToolCallPart":
		v.Payload, err = into(u, e.Payload, new(model.ToolCallPart))
	case "StatusUpdate":
		v.Payload, err = into(u, e.Payload, new(model.StatusUpdate))
	case "ToolResult":
		v.Payload, err = u.toolResult(e.Payload)
	case "SubagentEvent":
		v.Payload, err = u.subagentEvent(e.Payload)
	case "ApprovalRequest":
		v.Payload, err = u.approvalRequest(e.Payload)
	case "ToolCall":
		v.Payload, err = into(u, e.Payload, new(model.ToolCall))
	case "TurnBegin":
		var input model.UserInput
		input, err = u.input(e.Payload)
		v.Payload = &model.TurnBegin{UserInput: input}
	case "ToolCallRequest":
		v.Payload, err = into(u, e.Payload, new(model.ToolCallRequest))
	case "QuestionRequest":
		v.Payload, err = into(u, e.Payload, new(model.QuestionRequest))
	case "HookRequest":
		v.Payload, err = into(u, e.Payload, new(model.HookRequest))
	default:
		err = unknownTag(e.Type)
	}
	return v, err
}

func into[R model.Raw, T any](u staged[R], data R, v T) (T, error) { return v, u(data, v) }

// input decodes an object whose one member is user_input.
func (u staged[R]) input(data R) (model.UserInput, error) {
	var in model.RawInput[R]
	if err := u(data, &in); err != nil {
		return nil, err
	}
	return u.userInput(in.UserInput)
}

func (u staged[R]) userInput(data R) (model.UserInput, error) {
	if len(data) > 0 && data[0] == '"' {
		var s string
		err := u(data, &s)
		return model.Text(s), err
	}
	var raws model.RawParts[R]
	if err := u(data, &raws); err != nil {
		return nil, err
	}
	parts := make(model.Parts, len(raws))
	for i, raw := range raws {
		var err error
		if parts[i], err = u.contentPart(raw); err != nil {
			return nil, err
		}
	}
	return parts, nil
}

func (u staged[R]) contentPart(data R) (model.ContentPart, error) {
	var tag model.Tag
	if err := u(data, &tag); err != nil {
		return nil, err
	}
	switch tag.Type {
	case "text":
		return into(u, data, new(model.TextPart))
	case "think":
		return into(u, data, new(model.ThinkPart))
	case "image_url":
		return into(u, data, new(model.ImageURLPart))
	}
	return nil, unknownTag(tag.Type)
}

func (u staged[R]) displayBlock(data R) (model.DisplayBlock, error) {
	var tag model.Tag
	if err := u(data, &tag); err != nil {
		return nil, err
	}
	switch tag.Type {
	case "brief":
		return into(u, data, new(model.BriefDisplayBlock))
	case "diff":
		return into(u, data, new(model.DiffDisplayBlock))
	case "todo":
		return into(u, data, new(model.TodoDisplayBlock))
	case "shell":
		return into(u, data, new(model.ShellDisplayBlock))
	}
	return nil, unknownTag(tag.Type)
}

func (u staged[R]) display(raws []R) ([]model.DisplayBlock, error) {
	blocks := make([]model.DisplayBlock, len(raws))
	for i, raw := range raws {
		var err error
		if blocks[i], err = u.displayBlock(raw); err != nil {
			return nil, err
		}
	}
	return blocks, nil
}

func (u staged[R]) toolResult(data R) (*model.ToolResult, error) {
	var in model.RawToolResult[R]
	if err := u(data, &in); err != nil {
		return nil, err
	}
	v := &model.ToolResult{ToolCallID: in.ToolCallID, ReturnValue: model.ToolReturnValue{
		IsError: in.ReturnValue.IsError, Message: in.ReturnValue.Message, Extras: []byte(in.ReturnValue.Extras),
	}}
	var err error
	if v.ReturnValue.Output, err = u.userInput(in.ReturnValue.Output); err != nil {
		return nil, err
	}
	v.ReturnValue.Display, err = u.display(in.ReturnValue.Display)
	return v, err
}

func (u staged[R]) subagentEvent(data R) (*model.SubagentEvent, error) {
	var in model.RawSubagentEvent[R]
	if err := u(data, &in); err != nil {
		return nil, err
	}
	v := &model.SubagentEvent{ParentToolCallID: in.ParentToolCallID, AgentID: in.AgentID, SubagentType: in.SubagentType}
	if in.Event == nil {
		return nil, unknownTag("null")
	}
	var err error
	v.Event, err = u.envelope((*model.RawEnvelope[R])(in.Event))
	return v, err
}

func (u staged[R]) approvalRequest(data R) (*model.ApprovalRequest, error) {
	var in model.RawApprovalRequest[R]
	if err := u(data, &in); err != nil {
		return nil, err
	}
	v := &model.ApprovalRequest{
		ID: in.ID, ToolCallID: in.ToolCallID, Sender: in.Sender, Action: in.Action, Description: in.Description,
		SourceKind: in.SourceKind, SourceID: in.SourceID, AgentID: in.AgentID, SubagentType: in.SubagentType,
		SourceDescription: in.SourceDescription,
	}
	var err error
	v.Display, err = u.display(in.Display)
	return v, err
}
