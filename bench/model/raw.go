package model

// A Raw is JSON as text, in the type that a library handles best: json.RawMessage, or
// easyjson.RawMessage, which does not copy.
type Raw interface{ ~[]byte }

// A RawMessage is a Message as reflection decodes it.
type RawMessage[R Raw] struct {
	JSONRPC string         `json:"jsonrpc"`
	Method  string         `json:"method,omitempty,intern"`
	ID      *string        `json:"id,omitempty"`
	Params  R              `json:"params,omitempty"`
	Result  R              `json:"result,omitempty"`
	Error   *ResponseError `json:"error,omitempty"`
}

// A RawEnvelope is an Envelope as reflection decodes it.
type RawEnvelope[R Raw] struct {
	Type    string `json:"type,intern"`
	Payload R      `json:"payload"`
}

// A RawInput is TurnBegin and PromptParams as reflection decodes them.
type RawInput[R Raw] struct {
	UserInput R `json:"user_input"`
}

// A RawParts is Parts as reflection decodes it.
type RawParts[R Raw] []R

// A RawToolResult is a ToolResult as reflection decodes it.
type RawToolResult[R Raw] struct {
	ToolCallID  string `json:"tool_call_id"`
	ReturnValue struct {
		IsError bool   `json:"is_error"`
		Output  R      `json:"output"`
		Message string `json:"message"`
		Display []R    `json:"display"`
		Extras  R      `json:"extras"`
	} `json:"return_value"`
}

// A RawSubagentEvent is a SubagentEvent as reflection decodes it.
type RawSubagentEvent[R Raw] struct {
	ParentToolCallID *string   `json:"parent_tool_call_id"`
	AgentID          *string   `json:"agent_id"`
	SubagentType     *string   `json:"subagent_type"`
	Event            *struct { // a RawEnvelope, whose name easyjson cannot write
		Type    string `json:"type,intern"`
		Payload R      `json:"payload"`
	} `json:"event"`
}

// A RawApprovalRequest is an ApprovalRequest as reflection decodes it.
type RawApprovalRequest[R Raw] struct {
	ID                string  `json:"id"`
	ToolCallID        string  `json:"tool_call_id"`
	Sender            string  `json:"sender"`
	Action            string  `json:"action"`
	Description       string  `json:"description"`
	SourceKind        *string `json:"source_kind"`
	SourceID          *string `json:"source_id"`
	AgentID           *string `json:"agent_id"`
	SubagentType      *string `json:"subagent_type"`
	SourceDescription *string `json:"source_description"`
	Display           []R     `json:"display"`
}
