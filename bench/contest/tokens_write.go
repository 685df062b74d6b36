package contest

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/wiregen/wiregen/bench/model"
)

func (e *tokenWriter) message(m *model.Message) {
	e.token(jsontext.BeginObject)
	e.fieldStr("jsonrpc", m.JSONRPC)
	if m.Method != "" {
		e.fieldStr("method", m.Method)
	}
	if m.ID != nil {
		e.fieldStr("id", *m.ID)
	}
	switch v := m.Params.(type) {
	case *model.Envelope:
		e.str("params")
		e.envelope(v)
	case *model.PromptParams:
		e.str("params")
		e.input(v.UserInput)
	case *model.InitializeParams:
		e.str("params")
		e.initialize(v)
	}
	if m.Result != nil {
		e.str("result")
		e.raw(m.Result)
	}
	if m.Error != nil {
		e.str("error")
		e.token(jsontext.BeginObject)
		e.str("code")
		e.int(m.Error.Code)
		e.fieldStr("message", m.Error.Message)
		e.str("data")
		e.raw(m.Error.Data)
		e.token(jsontext.EndObject)
	}
	e.token(jsontext.EndObject)
}

func (e *tokenWriter) envelope(v *model.Envelope) {
	e.token(jsontext.BeginObject)
	e.fieldStr("type", v.Type)
	e.str("payload")
	switch p := v.Payload.(type) {
	case *model.TextPart, *model.ThinkPart:
		e.contentPart(p)
	case *model.ToolCallPart:
		e.token(jsontext.BeginObject)
		e.str("arguments_part")
		e.optStr(p.ArgumentsPart)
		e.token(jsontext.EndObject)
	case *model.StatusUpdate:
		e.status(p)
	case *model.ToolResult:
		e.toolResult(p)
	case *model.SubagentEvent:
		e.subagent(p)
	case *model.ApprovalRequest:
		e.approval(p)
	case *model.ToolCall:
		e.toolCall(p)
	case *model.TurnBegin:
		e.input(p.UserInput)
	case *model.ToolCallRequest:
		e.token(jsontext.BeginObject)
		e.fieldStr("id", p.ID)
		e.fieldStr("name", p.Name)
		e.str("arguments")
		e.optStr(p.Arguments)
		e.token(jsontext.EndObject)
	case *model.QuestionRequest:
		e.question(p)
	case *model.HookRequest:
		e.hook(p)
	}
	e.token(jsontext.EndObject)
}

func (e *tokenWriter) input(v model.UserInput) {
	e.token(jsontext.BeginObject)
	e.str("user_input")
	e.userInput(v)
	e.token(jsontext.EndObject)
}

func (e *tokenWriter) userInput(v model.UserInput) {
	switch v := v.(type) {
	case model.Text:
		e.str(string(v))
	case model.Parts:
		e.token(jsontext.BeginArray)
		for _, p := range v {
			e.contentPart(p)
		}
		e.token(jsontext.EndArray)
	}
}

func (e *tokenWriter) contentPart(v model.ContentPart) {
	e.token(jsontext.BeginObject)
	switch v := v.(type) {
	case *model.TextPart:
		e.fieldStr("type", v.Type)
		e.fieldStr("text", v.Text)
	case *model.ThinkPart:
		e.fieldStr("type", v.Type)
		e.fieldStr("think", v.Think)
		e.str("encrypted")
		e.optStr(v.Encrypted)
	}
	e.token(jsontext.EndObject)
}

func (e *tokenWriter) display(blocks []model.DisplayBlock) {
	e.token(jsontext.BeginArray)
	for _, b := range blocks {
		switch v := b.(type) {
		case *model.BriefDisplayBlock:
			e.token(jsontext.BeginObject)
			e.fieldStr("type", v.Type)
			e.fieldStr("text", v.Text)
			e.token(jsontext.EndObject)
		case *model.DiffDisplayBlock:
			e.diff(v)
		case *model.TodoDisplayBlock:
			e.todo(v)
		case *model.ShellDisplayBlock:
			e.token(jsontext.BeginObject)
			e.fieldStr("type", v.Type)
			e.fieldStr("language", v.Language)
			e.fieldStr("command", v.Command)
			e.token(jsontext.EndObject)
		}
	}
	e.token(jsontext.EndArray)
}

func (e *tokenWriter) status(v *model.StatusUpdate) {
	e.token(jsontext.BeginObject)
	e.str("context_usage")
	if v.ContextUsage == nil {
		e.token(jsontext.Null)
	} else {
		e.float(*v.ContextUsage)
	}
	e.str("context_tokens")
	e.optInt(v.ContextTokens)
	e.str("max_context_tokens")
	e.optInt(v.MaxContextTokens)
	e.str("token_usage")
	if v.TokenUsage == nil {
		e.token(jsontext.Null)
	} else {
		e.usage(v.TokenUsage)
	}
	e.str("message_id")
	e.optStr(v.MessageID)
	e.str("plan_mode")
	if v.PlanMode == nil {
		e.token(jsontext.Null)
	} else {
		e.bool(*v.PlanMode)
	}
	e.str("mcp_status")
	e.raw(v.MCPStatus)
	e.token(jsontext.EndObject)
}

func (e *tokenWriter) usage(v *model.TokenUsage) {
	e.token(jsontext.BeginObject)
	e.str("input_other")
	e.int(v.InputOther)
	e.str("output")
	e.int(v.Output)
	e.str("input_cache_read")
	e.int(v.InputCacheRead)
	e.str("input_cache_creation")
	e.int(v.InputCacheCreation)
	e.token(jsontext.EndObject)
}

func (e *tokenWriter) toolResult(v *model.ToolResult) {
	e.token(jsontext.BeginObject)
	e.fieldStr("tool_call_id", v.ToolCallID)
	e.str("return_value")
	e.returnValue(&v.ReturnValue)
	e.token(jsontext.EndObject)
}

func (e *tokenWriter) returnValue(v *model.ToolReturnValue) {
	e.token(jsontext.BeginObject)
	e.str("is_error")
	e.bool(v.IsError)
	e.str("output")
	e.userInput(v.Output)
	e.fieldStr("message", v.Message)
	e.str("display")
	e.display(v.Display)
	e.str("extras")
	e.raw(v.Extras)
	e.token(jsontext.EndObject)
}

func (e *tokenWriter) subagent(v *model.SubagentEvent) {
	e.token(jsontext.BeginObject)
	e.str("parent_tool_call_id")
	e.optStr(v.ParentToolCallID)
	e.str("agent_id")
	e.optStr(v.AgentID)
	e.str("subagent_type")
	e.optStr(v.SubagentType)
	e.str("event")
	e.envelope(v.Event)
	e.token(jsontext.EndObject)
}

func (e *tokenWriter) approval(v *model.ApprovalRequest) {
	e.token(jsontext.BeginObject)
	e.fieldStr("id", v.ID)
	e.fieldStr("tool_call_id", v.ToolCallID)
	e.fieldStr("sender", v.Sender)
	e.fieldStr("action", v.Action)
	e.fieldStr("description", v.Description)
	e.str("source_kind")
	e.optStr(v.SourceKind)
	e.str("source_id")
	e.optStr(v.SourceID)
	e.str("agent_id")
	e.optStr(v.AgentID)
	e.str("subagent_type")
	e.optStr(v.SubagentType)
	e.str("source_description")
	e.optStr(v.SourceDescription)
	e.str("display")
	e.display(v.Display)
	e.token(jsontext.EndObject)
}

func (e *tokenWriter) toolCall(v *model.ToolCall) {
	e.token(jsontext.BeginObject)
	e.fieldStr("type", v.Type)
	e.fieldStr("id", v.ID)
	e.str("function")
	e.function(&v.Function)
	e.str("extras")
	e.raw(v.Extras)
	e.token(jsontext.EndObject)
}

func (e *tokenWriter) function(v *model.ToolCallFunction) {
	e.token(jsontext.BeginObject)
	e.fieldStr("name", v.Name)
	e.str("arguments")
	e.optStr(v.Arguments)
	e.token(jsontext.EndObject)
}

func (e *tokenWriter) question(v *model.QuestionRequest) {
	e.token(jsontext.BeginObject)
	e.fieldStr("id", v.ID)
	e.fieldStr("tool_call_id", v.ToolCallID)
	e.str("questions")
	e.token(jsontext.BeginArray)
	for i := range v.Questions {
		e.questionItem(&v.Questions[i])
	}
	e.token(jsontext.EndArray)
	e.token(jsontext.EndObject)
}

func (e *tokenWriter) questionItem(v *model.QuestionItem) {
	e.token(jsontext.BeginObject)
	e.fieldStr("question", v.Question)
	e.fieldStr("header", v.Header)
	e.str("options")
	e.token(jsontext.BeginArray)
	for i := range v.Options {
		e.questionOption(&v.Options[i])
	}
	e.token(jsontext.EndArray)
	e.str("multi_select")
	e.bool(v.MultiSelect)
	e.fieldStr("body", v.Body)
	e.fieldStr("other_label", v.OtherLabel)
	e.fieldStr("other_description", v.OtherDescription)
	e.token(jsontext.EndObject)
}

func (e *tokenWriter) questionOption(v *model.QuestionOption) {
	e.token(jsontext.BeginObject)
	e.fieldStr("label", v.Label)
	e.fieldStr("description", v.Description)
	e.token(jsontext.EndObject)
}

func (e *tokenWriter) hook(v *model.HookRequest) {
	e.token(jsontext.BeginObject)
	e.fieldStr("id", v.ID)
	e.fieldStr("subscription_id", v.SubscriptionID)
	e.fieldStr("event", v.Event)
	e.fieldStr("target", v.Target)
	e.str("input_data")
	e.raw(v.InputData)
	e.token(jsontext.EndObject)
}

func (e *tokenWriter) diff(v *model.DiffDisplayBlock) {
	e.token(jsontext.BeginObject)
	e.fieldStr("type", v.Type)
	e.fieldStr("path", v.Path)
	e.fieldStr("old_text", v.OldText)
	e.fieldStr("new_text", v.NewText)
	e.str("old_start")
	e.optInt(v.OldStart)
	e.str("new_start")
	e.optInt(v.NewStart)
	e.str("is_summary")
	e.bool(v.IsSummary)
	e.token(jsontext.EndObject)
}

func (e *tokenWriter) todo(v *model.TodoDisplayBlock) {
	e.token(jsontext.BeginObject)
	e.fieldStr("type", v.Type)
	e.str("items")
	e.token(jsontext.BeginArray)
	for i := range v.Items {
		e.todoItem(&v.Items[i])
	}
	e.token(jsontext.EndArray)
	e.token(jsontext.EndObject)
}

func (e *tokenWriter) todoItem(v *model.TodoItem) {
	e.token(jsontext.BeginObject)
	e.fieldStr("title", v.Title)
	e.fieldStr("status", v.Status)
	e.token(jsontext.EndObject)
}

func (e *tokenWriter) initialize(v *model.InitializeParams) {
	e.token(jsontext.BeginObject)
	e.fieldStr("protocol_version", v.ProtocolVersion)
	e.str("client")
	if v.Client == nil {
		e.token(jsontext.Null)
	} else {
		e.client(v.Client)
	}
	e.str("external_tools")
	e.token(jsontext.BeginArray)
	for i := range v.ExternalTools {
		e.externalTool(&v.ExternalTools[i])
	}
	e.token(jsontext.EndArray)
	e.str("hooks")
	e.token(jsontext.BeginArray)
	for i := range v.Hooks {
		e.subscription(&v.Hooks[i])
	}
	e.token(jsontext.EndArray)
	e.str("capabilities")
	if v.Capabilities == nil {
		e.token(jsontext.Null)
	} else {
		e.capabilities(v.Capabilities)
	}
	e.token(jsontext.EndObject)
}

func (e *tokenWriter) client(v *model.ClientInfo) {
	e.token(jsontext.BeginObject)
	e.fieldStr("name", v.Name)
	e.str("version")
	e.optStr(v.Version)
	e.token(jsontext.EndObject)
}

func (e *tokenWriter) externalTool(v *model.ExternalTool) {
	e.token(jsontext.BeginObject)
	e.fieldStr("name", v.Name)
	e.fieldStr("description", v.Description)
	e.str("parameters")
	e.raw(v.Parameters)
	e.token(jsontext.EndObject)
}

func (e *tokenWriter) subscription(v *model.HookSubscription) {
	e.token(jsontext.BeginObject)
	e.fieldStr("id", v.ID)
	e.fieldStr("event", v.Event)
	e.fieldStr("matcher", v.Matcher)
	e.str("timeout")
	e.optInt(v.Timeout)
	e.token(jsontext.EndObject)
}

func (e *tokenWriter) capabilities(v *model.ClientCapabilities) {
	e.token(jsontext.BeginObject)
	e.str("supports_question")
	e.bool(v.SupportsQuestion)
	e.str("supports_plan_mode")
	e.bool(v.SupportsPlanMode)
	e.token(jsontext.EndObject)
}

// A tokenWriter writes into its buffer, and keeps the first error.
type tokenWriter struct {
	e   jsontext.Encoder
	buf bytes.Buffer
	err error
}

func (e *tokenWriter) token(t jsontext.Token) {
	if e.err == nil {
		e.err = e.e.WriteToken(t)
	}
}

func (e *tokenWriter) str(s string)    { e.token(jsontext.String(s)) }
func (e *tokenWriter) int(n int64)     { e.token(jsontext.Int(n)) }
func (e *tokenWriter) float(n float64) { e.token(jsontext.Float(n)) }
func (e *tokenWriter) bool(b bool)     { e.token(jsontext.Bool(b)) }

func (e *tokenWriter) fieldStr(name, s string) {
	e.str(name)
	e.str(s)
}

func (e *tokenWriter) optStr(s *string) {
	if s == nil {
		e.token(jsontext.Null)
		return
	}
	e.str(*s)
}

func (e *tokenWriter) optInt(n *int64) {
	if n == nil {
		e.token(jsontext.Null)
		return
	}
	e.int(*n)
}

func (e *tokenWriter) raw(raw []byte) {
	if raw == nil {
		e.token(jsontext.Null)
		return
	}
	if e.err == nil {
		e.err = e.e.WriteValue(raw)
	}
}
