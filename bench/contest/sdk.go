package contest

import (
	"encoding/json"

	"github.com/wiregen/wiregen/bench/model"
)

// sdkStyle reads as a hand-written SDK does: a line with its params as text, and then
// those, in which each union is a type with UnmarshalJSON and MarshalJSON that looks for
// the tag, and reads the object again. encoding/json scans what such a method is given
// once more.
func sdkStyle() Contestant {
	_, into := stdlibEncode()
	return contestant("encoding/json, SDK style", "unions as types with UnmarshalJSON and MarshalJSON, which decode twice; SetEscapeHTML(false)", true,
		func(line []byte) (*SDKMessage, error) {
			var in struct {
				SDKMessage
				Params json.RawMessage `json:"params"`
			}
			if err := json.Unmarshal(line, &in); err != nil {
				return nil, err
			}
			m := &in.SDKMessage
			switch m.Method {
			case "":
				return m, nil
			case "event", "request":
				m.Params = new(SDKEnvelope)
			case "prompt":
				m.Params = new(SDKInput)
			case "initialize":
				m.Params = new(model.InitializeParams)
			default:
				return nil, unknownTag(m.Method)
			}
			return m, json.Unmarshal(in.Params, m.Params)
		}, func(dst []byte, m *SDKMessage) ([]byte, error) { return into(dst, m) })
}

// An SDKMessage is a line. Params is a pointer to the type for its method.
type SDKMessage struct {
	JSONRPC string               `json:"jsonrpc"`
	Method  string               `json:"method,omitempty"`
	ID      *string              `json:"id,omitempty"`
	Params  any                  `json:"params,omitempty"`
	Result  json.RawMessage      `json:"result,omitempty"`
	Error   *model.ResponseError `json:"error,omitempty"`
}

// An SDKEnvelope is an event or a request.
type SDKEnvelope struct {
	Type    string
	Payload any
}

// UnmarshalJSON reads the payload by its type.
func (e *SDKEnvelope) UnmarshalJSON(data []byte) error {
	var in struct {
		Type    string          `json:"type"`
		Payload json.RawMessage `json:"payload"`
	}
	if err := json.Unmarshal(data, &in); err != nil {
		return err
	}
	e.Type = in.Type
	switch in.Type {
	case "ContentPart":
		e.Payload = new(SDKContentPart)
	case "ToolCallPart":
		e.Payload = new(model.ToolCallPart)
	case "StatusUpdate":
		e.Payload = new(model.StatusUpdate)
	case "ToolResult":
		e.Payload = new(SDKToolResult)
	case "SubagentEvent":
		e.Payload = new(SDKSubagentEvent)
	case "ApprovalRequest":
		e.Payload = new(SDKApprovalRequest)
	case "ToolCall":
		e.Payload = new(model.ToolCall)
	case "TurnBegin":
		e.Payload = new(SDKInput)
	case "ToolCallRequest":
		e.Payload = new(model.ToolCallRequest)
	case "QuestionRequest":
		e.Payload = new(model.QuestionRequest)
	case "HookRequest":
		e.Payload = new(model.HookRequest)
	default:
		return unknownTag(in.Type)
	}
	return json.Unmarshal(in.Payload, e.Payload)
}

// MarshalJSON writes the type and the payload.
func (e *SDKEnvelope) MarshalJSON() ([]byte, error) {
	payload, err := json.Marshal(e.Payload)
	if err != nil {
		return nil, err
	}
	return json.Marshal(struct {
		Type    string          `json:"type"`
		Payload json.RawMessage `json:"payload"`
	}{e.Type, payload})
}

// An SDKInput is TurnBegin or PromptParams.
type SDKInput struct {
	UserInput SDKUserInput `json:"user_input"`
}

// An SDKUserInput is a string or parts.
type SDKUserInput struct {
	Text  *string
	Parts []SDKContentPart
}

// UnmarshalJSON reads a string or an array.
func (u *SDKUserInput) UnmarshalJSON(data []byte) error {
	if data[0] == '"' {
		return json.Unmarshal(data, &u.Text)
	}
	return json.Unmarshal(data, &u.Parts)
}

// MarshalJSON writes a string or an array.
func (u SDKUserInput) MarshalJSON() ([]byte, error) {
	if u.Text != nil {
		return json.Marshal(u.Text)
	}
	return json.Marshal(u.Parts)
}

// An SDKContentPart is a union by its member type.
type SDKContentPart struct{ Value any }

// UnmarshalJSON looks for the tag, and reads the object again.
func (p *SDKContentPart) UnmarshalJSON(data []byte) error {
	var tag model.Tag
	if err := json.Unmarshal(data, &tag); err != nil {
		return err
	}
	switch tag.Type {
	case "text":
		p.Value = new(model.TextPart)
	case "think":
		p.Value = new(model.ThinkPart)
	case "image_url":
		p.Value = new(model.ImageURLPart)
	default:
		return unknownTag(tag.Type)
	}
	return json.Unmarshal(data, p.Value)
}

// MarshalJSON writes the variant.
func (p SDKContentPart) MarshalJSON() ([]byte, error) { return json.Marshal(p.Value) }

// An SDKDisplayBlock is a union by its member type.
type SDKDisplayBlock struct{ Value any }

// UnmarshalJSON looks for the tag, and reads the object again.
func (b *SDKDisplayBlock) UnmarshalJSON(data []byte) error {
	var tag model.Tag
	if err := json.Unmarshal(data, &tag); err != nil {
		return err
	}
	switch tag.Type {
	case "brief":
		b.Value = new(model.BriefDisplayBlock)
	case "diff":
		b.Value = new(model.DiffDisplayBlock)
	case "todo":
		b.Value = new(model.TodoDisplayBlock)
	case "shell":
		b.Value = new(model.ShellDisplayBlock)
	default:
		return unknownTag(tag.Type)
	}
	return json.Unmarshal(data, b.Value)
}

// MarshalJSON writes the variant.
func (b SDKDisplayBlock) MarshalJSON() ([]byte, error) { return json.Marshal(b.Value) }

// An SDKToolResult is a ToolResult.
type SDKToolResult struct {
	ToolCallID  string `json:"tool_call_id"`
	ReturnValue struct {
		IsError bool              `json:"is_error"`
		Output  SDKUserInput      `json:"output"`
		Message string            `json:"message"`
		Display []SDKDisplayBlock `json:"display"`
		Extras  json.RawMessage   `json:"extras"`
	} `json:"return_value"`
}

// An SDKSubagentEvent is a SubagentEvent.
type SDKSubagentEvent struct {
	ParentToolCallID *string      `json:"parent_tool_call_id"`
	AgentID          *string      `json:"agent_id"`
	SubagentType     *string      `json:"subagent_type"`
	Event            *SDKEnvelope `json:"event"`
}

// An SDKApprovalRequest is an ApprovalRequest.
type SDKApprovalRequest struct {
	ID                string            `json:"id"`
	ToolCallID        string            `json:"tool_call_id"`
	Sender            string            `json:"sender"`
	Action            string            `json:"action"`
	Description       string            `json:"description"`
	SourceKind        *string           `json:"source_kind"`
	SourceID          *string           `json:"source_id"`
	AgentID           *string           `json:"agent_id"`
	SubagentType      *string           `json:"subagent_type"`
	SourceDescription *string           `json:"source_description"`
	Display           []SDKDisplayBlock `json:"display"`
}
