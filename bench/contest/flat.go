package contest

import (
	"encoding/json"

	"github.com/bytedance/sonic"
	"github.com/bytedance/sonic/encoder"
)

// A Flat is one struct for messages of every kind, without unions: a reader of it does
// not learn which fields go together. Types of unions within are any.
type Flat struct {
	JSONRPC string          `json:"jsonrpc"`
	Method  string          `json:"method,omitempty"`
	ID      string          `json:"id,omitempty"`
	Params  *FlatParams     `json:"params,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   *FlatError      `json:"error,omitempty"`
}

// A FlatError is the error of a response.
type FlatError struct {
	Code    int64           `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data,omitempty"`
}

// FlatParams has the fields of the envelope and of all params.
type FlatParams struct {
	Type            string           `json:"type,omitempty"`
	Payload         *FlatPayload     `json:"payload,omitempty"`
	UserInput       any              `json:"user_input,omitempty"`
	ProtocolVersion string           `json:"protocol_version,omitempty"`
	Client          *FlatClient      `json:"client,omitempty"`
	ExternalTools   []FlatTool       `json:"external_tools,omitempty"`
	Hooks           []FlatHook       `json:"hooks,omitempty"`
	Capabilities    *map[string]bool `json:"capabilities,omitempty"`
}

// A FlatClient is a ClientInfo.
type FlatClient struct {
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
}

// A FlatTool is an ExternalTool.
type FlatTool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Parameters  json.RawMessage `json:"parameters"`
}

// A FlatHook is a HookSubscription.
type FlatHook struct {
	ID      string `json:"id"`
	Event   string `json:"event"`
	Matcher string `json:"matcher,omitempty"`
	Timeout *int64 `json:"timeout,omitempty"`
}

// FlatPayload has the fields of all events and requests, but for HookRequest, in which
// event has another type.
type FlatPayload struct {
	Type              string         `json:"type,omitempty"`
	Text              string         `json:"text,omitempty"`
	Think             string         `json:"think,omitempty"`
	Encrypted         string         `json:"encrypted,omitempty"`
	ArgumentsPart     string         `json:"arguments_part,omitempty"`
	ContextUsage      *float64       `json:"context_usage,omitempty"`
	ContextTokens     *int64         `json:"context_tokens,omitempty"`
	MaxContextTokens  *int64         `json:"max_context_tokens,omitempty"`
	TokenUsage        *FlatUsage     `json:"token_usage,omitempty"`
	MessageID         string         `json:"message_id,omitempty"`
	PlanMode          *bool          `json:"plan_mode,omitempty"`
	ToolCallID        string         `json:"tool_call_id,omitempty"`
	ReturnValue       *FlatReturn    `json:"return_value,omitempty"`
	ParentToolCallID  string         `json:"parent_tool_call_id,omitempty"`
	AgentID           string         `json:"agent_id,omitempty"`
	SubagentType      string         `json:"subagent_type,omitempty"`
	Event             *FlatParams    `json:"event,omitempty"`
	ID                string         `json:"id,omitempty"`
	Function          *FlatFunction  `json:"function,omitempty"`
	UserInput         any            `json:"user_input,omitempty"`
	Name              string         `json:"name,omitempty"`
	Arguments         string         `json:"arguments,omitempty"`
	Sender            string         `json:"sender,omitempty"`
	Action            string         `json:"action,omitempty"`
	Description       string         `json:"description,omitempty"`
	SourceKind        string         `json:"source_kind,omitempty"`
	SourceID          string         `json:"source_id,omitempty"`
	SourceDescription string         `json:"source_description,omitempty"`
	Display           []FlatBlock    `json:"display,omitempty"`
	Questions         []FlatQuestion `json:"questions,omitempty"`
}

// A FlatFunction is a ToolCallFunction.
type FlatFunction struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments,omitempty"`
}

// A FlatUsage is a TokenUsage.
type FlatUsage struct {
	InputOther         int64 `json:"input_other"`
	Output             int64 `json:"output"`
	InputCacheRead     int64 `json:"input_cache_read"`
	InputCacheCreation int64 `json:"input_cache_creation"`
}

// A FlatReturn is a ToolReturnValue.
type FlatReturn struct {
	IsError bool            `json:"is_error"`
	Output  any             `json:"output"`
	Message string          `json:"message"`
	Display []FlatBlock     `json:"display,omitempty"`
	Extras  json.RawMessage `json:"extras,omitempty"`
}

// A FlatBlock has the fields of all display blocks.
type FlatBlock struct {
	Type      string     `json:"type"`
	Text      string     `json:"text,omitempty"`
	Path      string     `json:"path,omitempty"`
	OldText   string     `json:"old_text,omitempty"`
	NewText   string     `json:"new_text,omitempty"`
	OldStart  *int64     `json:"old_start,omitempty"`
	NewStart  *int64     `json:"new_start,omitempty"`
	IsSummary bool       `json:"is_summary,omitempty"`
	Items     []FlatItem `json:"items,omitempty"`
	Language  string     `json:"language,omitempty"`
	Command   string     `json:"command,omitempty"`
}

// A FlatItem is a TodoItem.
type FlatItem struct {
	Title  string `json:"title"`
	Status string `json:"status"`
}

// A FlatQuestion is a QuestionItem.
type FlatQuestion struct {
	Question string `json:"question"`
	Header   string `json:"header,omitempty"`
	Options  []struct {
		Label       string `json:"label"`
		Description string `json:"description,omitempty"`
	} `json:"options"`
	MultiSelect      bool   `json:"multi_select,omitempty"`
	Body             string `json:"body,omitempty"`
	OtherLabel       string `json:"other_label,omitempty"`
	OtherDescription string `json:"other_description,omitempty"`
}

// FlatName is the name of the contestant without unions.
const FlatName = "sonic, one flat struct"

func flat() Contestant {
	c := from("github.com/bytedance/sonic", FlatName, "no unions, one struct with the fields of all; ConfigDefault: strings share one copy of the line, UTF-8 is not checked", false,
		func(line []byte) (*Flat, error) {
			v := new(Flat)
			return v, sonic.ConfigDefault.Unmarshal(line, v)
		},
		func(dst []byte, v *Flat) ([]byte, error) {
			err := encoder.EncodeInto(&dst, v, 0)
			return dst, err
		})
	c.Lacks = []string{"HookRequest"}
	return c
}
