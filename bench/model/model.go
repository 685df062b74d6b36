// Package model holds the types that the contestants read messages into: what a Go
// programmer writes by hand for spec/wire.yaml, with unions as interfaces. They have
// the names of the generated package. It has the kinds of messages of package
// corpus; the generated package has all.
//
// Libraries that decode by reflection cannot decode into an interface. The types
// whose names begin with Raw are what they decode instead, with each union as text.
//
// Methods of easyjson are generated for all of them, without those of encoding/json,
// so that they are nothing to the other libraries.
package model

import "encoding/json"

//go:generate go run github.com/mailru/easyjson/easyjson -no_std_marshalers -output_filename model_easyjson.go model.go

// A Message is a line.
//
//easyjson:json
type Message struct {
	JSONRPC string          `json:"jsonrpc"`
	Method  string          `json:"method,omitempty,intern"`
	ID      *string         `json:"id,omitempty"`
	Params  any             `json:"params,omitempty"` // *Envelope, *PromptParams or *InitializeParams
	Result  json.RawMessage `json:"result,omitempty"`
	Error   *ResponseError  `json:"error,omitempty"`
}

// An Envelope is an event or a request.
//
//easyjson:json
type Envelope struct {
	Type    string `json:"type,intern"`
	Payload any    `json:"payload"` // a pointer to the type of that name; of ContentPart, that union
}

//easyjson:json
type ResponseError struct {
	Code    int64           `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data"`
}

// A Tag is what is decoded first of a union that has its tag inside.
//
//easyjson:json
type Tag struct {
	Type string `json:"type,intern"`
}

// A UserInput is a Text or Parts. Unions have no methods because easyjson
// cannot be generated for such.
type UserInput any

type Text string

//easyjson:json
type Parts []ContentPart

// A ContentPart is a *TextPart, *ThinkPart or *ImageURLPart.
type ContentPart any

//easyjson:json
type TextPart struct {
	Type string `json:"type,intern"`
	Text string `json:"text"`
}

//easyjson:json
type ThinkPart struct {
	Type      string  `json:"type,intern"`
	Think     string  `json:"think"`
	Encrypted *string `json:"encrypted"`
}

//easyjson:json
type ImageURLPart struct {
	Type     string   `json:"type,intern"`
	ImageURL MediaURL `json:"image_url"`
}

//easyjson:json
type MediaURL struct {
	URL string  `json:"url"`
	ID  *string `json:"id"`
}

// A DisplayBlock is a *BriefDisplayBlock, *DiffDisplayBlock, *TodoDisplayBlock or
// *ShellDisplayBlock.
type DisplayBlock any

//easyjson:json
type BriefDisplayBlock struct {
	Type string `json:"type,intern"`
	Text string `json:"text"`
}

//easyjson:json
type DiffDisplayBlock struct {
	Type      string `json:"type,intern"`
	Path      string `json:"path"`
	OldText   string `json:"old_text"`
	NewText   string `json:"new_text"`
	OldStart  *int64 `json:"old_start"`
	NewStart  *int64 `json:"new_start"`
	IsSummary bool   `json:"is_summary"`
}

//easyjson:json
type TodoDisplayBlock struct {
	Type  string     `json:"type,intern"`
	Items []TodoItem `json:"items"`
}

//easyjson:json
type TodoItem struct {
	Title  string `json:"title"`
	Status string `json:"status"`
}

//easyjson:json
type ShellDisplayBlock struct {
	Type     string `json:"type,intern"`
	Language string `json:"language"`
	Command  string `json:"command"`
}

//easyjson:json
type TurnBegin struct {
	UserInput UserInput `json:"user_input"`
}

//easyjson:json
type ToolCall struct {
	Type     string           `json:"type,intern"`
	ID       string           `json:"id"`
	Function ToolCallFunction `json:"function"`
	Extras   json.RawMessage  `json:"extras"`
}

//easyjson:json
type ToolCallFunction struct {
	Name      string  `json:"name"`
	Arguments *string `json:"arguments"`
}

//easyjson:json
type ToolCallPart struct {
	ArgumentsPart *string `json:"arguments_part"`
}

//easyjson:json
type StatusUpdate struct {
	ContextUsage     *float64        `json:"context_usage"`
	ContextTokens    *int64          `json:"context_tokens"`
	MaxContextTokens *int64          `json:"max_context_tokens"`
	TokenUsage       *TokenUsage     `json:"token_usage"`
	MessageID        *string         `json:"message_id"`
	PlanMode         *bool           `json:"plan_mode"`
	MCPStatus        json.RawMessage `json:"mcp_status"`
}

//easyjson:json
type TokenUsage struct {
	InputOther         int64 `json:"input_other"`
	Output             int64 `json:"output"`
	InputCacheRead     int64 `json:"input_cache_read"`
	InputCacheCreation int64 `json:"input_cache_creation"`
}

//easyjson:json
type ToolResult struct {
	ToolCallID  string          `json:"tool_call_id"`
	ReturnValue ToolReturnValue `json:"return_value"`
}

//easyjson:json
type ToolReturnValue struct {
	IsError bool            `json:"is_error"`
	Output  UserInput       `json:"output"`
	Message string          `json:"message"`
	Display []DisplayBlock  `json:"display"`
	Extras  json.RawMessage `json:"extras"`
}

//easyjson:json
type SubagentEvent struct {
	ParentToolCallID *string   `json:"parent_tool_call_id"`
	AgentID          *string   `json:"agent_id"`
	SubagentType     *string   `json:"subagent_type"`
	Event            *Envelope `json:"event"`
}

//easyjson:json
type ApprovalRequest struct {
	ID                string         `json:"id"`
	ToolCallID        string         `json:"tool_call_id"`
	Sender            string         `json:"sender"`
	Action            string         `json:"action"`
	Description       string         `json:"description"`
	SourceKind        *string        `json:"source_kind"`
	SourceID          *string        `json:"source_id"`
	AgentID           *string        `json:"agent_id"`
	SubagentType      *string        `json:"subagent_type"`
	SourceDescription *string        `json:"source_description"`
	Display           []DisplayBlock `json:"display"`
}

//easyjson:json
type ToolCallRequest struct {
	ID        string  `json:"id"`
	Name      string  `json:"name"`
	Arguments *string `json:"arguments"`
}

//easyjson:json
type QuestionRequest struct {
	ID         string         `json:"id"`
	ToolCallID string         `json:"tool_call_id"`
	Questions  []QuestionItem `json:"questions"`
}

//easyjson:json
type QuestionItem struct {
	Question         string           `json:"question"`
	Header           string           `json:"header"`
	Options          []QuestionOption `json:"options"`
	MultiSelect      bool             `json:"multi_select"`
	Body             string           `json:"body"`
	OtherLabel       string           `json:"other_label"`
	OtherDescription string           `json:"other_description"`
}

//easyjson:json
type QuestionOption struct {
	Label       string `json:"label"`
	Description string `json:"description"`
}

//easyjson:json
type HookRequest struct {
	ID             string          `json:"id"`
	SubscriptionID string          `json:"subscription_id"`
	Event          string          `json:"event"`
	Target         string          `json:"target"`
	InputData      json.RawMessage `json:"input_data"`
}

//easyjson:json
type PromptParams struct {
	UserInput UserInput `json:"user_input"`
}

//easyjson:json
type InitializeParams struct {
	ProtocolVersion string              `json:"protocol_version"`
	Client          *ClientInfo         `json:"client"`
	ExternalTools   []ExternalTool      `json:"external_tools"`
	Hooks           []HookSubscription  `json:"hooks"`
	Capabilities    *ClientCapabilities `json:"capabilities"`
}

//easyjson:json
type ClientInfo struct {
	Name    string  `json:"name"`
	Version *string `json:"version"`
}

//easyjson:json
type ExternalTool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Parameters  json.RawMessage `json:"parameters"`
}

//easyjson:json
type HookSubscription struct {
	ID      string `json:"id"`
	Event   string `json:"event"`
	Matcher string `json:"matcher"`
	Timeout *int64 `json:"timeout"`
}

//easyjson:json
type ClientCapabilities struct {
	SupportsQuestion bool `json:"supports_question"`
	SupportsPlanMode bool `json:"supports_plan_mode"`
}
