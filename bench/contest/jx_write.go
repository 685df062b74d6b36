package contest

import (
	"github.com/go-faster/jx"

	"github.com/wiregen/wiregen/bench/model"
)

func jxWrite(e *jx.Encoder, m *model.Message) {
	e.ObjStart()
	jxFieldStr(e, "jsonrpc", m.JSONRPC)
	if m.Method != "" {
		jxFieldStr(e, "method", m.Method)
	}
	if m.ID != nil {
		jxFieldStr(e, "id", *m.ID)
	}
	switch v := m.Params.(type) {
	case *model.Envelope:
		e.FieldStart("params")
		jxWriteEnvelope(e, v)
	case *model.PromptParams:
		e.FieldStart("params")
		jxWriteInput(e, v.UserInput)
	case *model.InitializeParams:
		e.FieldStart("params")
		jxWriteInitialize(e, v)
	}
	if m.Result != nil {
		e.FieldStart("result")
		e.Raw(m.Result)
	}
	if m.Error != nil {
		e.FieldStart("error")
		e.ObjStart()
		e.FieldStart("code")
		e.Int64(m.Error.Code)
		jxFieldStr(e, "message", m.Error.Message)
		e.FieldStart("data")
		jxWriteRaw(e, m.Error.Data)
		e.ObjEnd()
	}
	e.ObjEnd()
}

func jxFieldStr(e *jx.Encoder, name, s string) {
	e.FieldStart(name)
	e.Str(s)
}

func jxWriteOptStr(e *jx.Encoder, s *string) {
	if s == nil {
		e.Null()
		return
	}
	e.Str(*s)
}

func jxWriteOptInt(e *jx.Encoder, n *int64) {
	if n == nil {
		e.Null()
		return
	}
	e.Int64(*n)
}

func jxWriteRaw(e *jx.Encoder, raw []byte) {
	if raw == nil {
		e.Null()
		return
	}
	e.Raw(raw)
}

func jxWriteEnvelope(e *jx.Encoder, v *model.Envelope) {
	e.ObjStart()
	jxFieldStr(e, "type", v.Type)
	e.FieldStart("payload")
	switch p := v.Payload.(type) {
	case *model.TextPart, *model.ThinkPart:
		jxWriteContentPart(e, p)
	case *model.ToolCallPart:
		e.ObjStart()
		e.FieldStart("arguments_part")
		jxWriteOptStr(e, p.ArgumentsPart)
		e.ObjEnd()
	case *model.StatusUpdate:
		jxWriteStatus(e, p)
	case *model.ToolResult:
		jxWriteToolResult(e, p)
	case *model.SubagentEvent:
		jxWriteSubagent(e, p)
	case *model.ApprovalRequest:
		jxWriteApproval(e, p)
	case *model.ToolCall:
		jxWriteToolCall(e, p)
	case *model.TurnBegin:
		jxWriteInput(e, p.UserInput)
	case *model.ToolCallRequest:
		e.ObjStart()
		jxFieldStr(e, "id", p.ID)
		jxFieldStr(e, "name", p.Name)
		e.FieldStart("arguments")
		jxWriteOptStr(e, p.Arguments)
		e.ObjEnd()
	case *model.QuestionRequest:
		jxWriteQuestion(e, p)
	case *model.HookRequest:
		jxWriteHook(e, p)
	}
	e.ObjEnd()
}

func jxWriteInput(e *jx.Encoder, v model.UserInput) {
	e.ObjStart()
	e.FieldStart("user_input")
	jxWriteUserInput(e, v)
	e.ObjEnd()
}

func jxWriteUserInput(e *jx.Encoder, v model.UserInput) {
	switch v := v.(type) {
	case model.Text:
		e.Str(string(v))
	case model.Parts:
		e.ArrStart()
		for _, p := range v {
			jxWriteContentPart(e, p)
		}
		e.ArrEnd()
	}
}

func jxWriteContentPart(e *jx.Encoder, v model.ContentPart) {
	e.ObjStart()
	switch v := v.(type) {
	case *model.TextPart:
		jxFieldStr(e, "type", v.Type)
		jxFieldStr(e, "text", v.Text)
	case *model.ThinkPart:
		jxFieldStr(e, "type", v.Type)
		jxFieldStr(e, "think", v.Think)
		e.FieldStart("encrypted")
		jxWriteOptStr(e, v.Encrypted)
	}
	e.ObjEnd()
}

func jxWriteDisplay(e *jx.Encoder, blocks []model.DisplayBlock) {
	e.ArrStart()
	for _, b := range blocks {
		switch v := b.(type) {
		case *model.BriefDisplayBlock:
			e.ObjStart()
			jxFieldStr(e, "type", v.Type)
			jxFieldStr(e, "text", v.Text)
			e.ObjEnd()
		case *model.DiffDisplayBlock:
			jxWriteDiff(e, v)
		case *model.TodoDisplayBlock:
			jxWriteTodo(e, v)
		case *model.ShellDisplayBlock:
			e.ObjStart()
			jxFieldStr(e, "type", v.Type)
			jxFieldStr(e, "language", v.Language)
			jxFieldStr(e, "command", v.Command)
			e.ObjEnd()
		}
	}
	e.ArrEnd()
}

func jxWriteStatus(e *jx.Encoder, v *model.StatusUpdate) {
	e.ObjStart()
	e.FieldStart("context_usage")
	if v.ContextUsage == nil {
		e.Null()
	} else {
		e.Float64(*v.ContextUsage)
	}
	e.FieldStart("context_tokens")
	jxWriteOptInt(e, v.ContextTokens)
	e.FieldStart("max_context_tokens")
	jxWriteOptInt(e, v.MaxContextTokens)
	e.FieldStart("token_usage")
	if v.TokenUsage == nil {
		e.Null()
	} else {
		jxWriteUsage(e, v.TokenUsage)
	}
	e.FieldStart("message_id")
	jxWriteOptStr(e, v.MessageID)
	e.FieldStart("plan_mode")
	if v.PlanMode == nil {
		e.Null()
	} else {
		e.Bool(*v.PlanMode)
	}
	e.FieldStart("mcp_status")
	jxWriteRaw(e, v.MCPStatus)
	e.ObjEnd()
}

func jxWriteUsage(e *jx.Encoder, v *model.TokenUsage) {
	e.ObjStart()
	e.FieldStart("input_other")
	e.Int64(v.InputOther)
	e.FieldStart("output")
	e.Int64(v.Output)
	e.FieldStart("input_cache_read")
	e.Int64(v.InputCacheRead)
	e.FieldStart("input_cache_creation")
	e.Int64(v.InputCacheCreation)
	e.ObjEnd()
}

func jxWriteToolResult(e *jx.Encoder, v *model.ToolResult) {
	e.ObjStart()
	jxFieldStr(e, "tool_call_id", v.ToolCallID)
	e.FieldStart("return_value")
	jxWriteReturn(e, &v.ReturnValue)
	e.ObjEnd()
}

func jxWriteReturn(e *jx.Encoder, v *model.ToolReturnValue) {
	e.ObjStart()
	e.FieldStart("is_error")
	e.Bool(v.IsError)
	e.FieldStart("output")
	jxWriteUserInput(e, v.Output)
	jxFieldStr(e, "message", v.Message)
	e.FieldStart("display")
	jxWriteDisplay(e, v.Display)
	e.FieldStart("extras")
	jxWriteRaw(e, v.Extras)
	e.ObjEnd()
}

func jxWriteSubagent(e *jx.Encoder, v *model.SubagentEvent) {
	e.ObjStart()
	e.FieldStart("parent_tool_call_id")
	jxWriteOptStr(e, v.ParentToolCallID)
	e.FieldStart("agent_id")
	jxWriteOptStr(e, v.AgentID)
	e.FieldStart("subagent_type")
	jxWriteOptStr(e, v.SubagentType)
	e.FieldStart("event")
	jxWriteEnvelope(e, v.Event)
	e.ObjEnd()
}

func jxWriteApproval(e *jx.Encoder, v *model.ApprovalRequest) {
	e.ObjStart()
	jxFieldStr(e, "id", v.ID)
	jxFieldStr(e, "tool_call_id", v.ToolCallID)
	jxFieldStr(e, "sender", v.Sender)
	jxFieldStr(e, "action", v.Action)
	jxFieldStr(e, "description", v.Description)
	e.FieldStart("source_kind")
	jxWriteOptStr(e, v.SourceKind)
	e.FieldStart("source_id")
	jxWriteOptStr(e, v.SourceID)
	e.FieldStart("agent_id")
	jxWriteOptStr(e, v.AgentID)
	e.FieldStart("subagent_type")
	jxWriteOptStr(e, v.SubagentType)
	e.FieldStart("source_description")
	jxWriteOptStr(e, v.SourceDescription)
	e.FieldStart("display")
	jxWriteDisplay(e, v.Display)
	e.ObjEnd()
}

func jxWriteToolCall(e *jx.Encoder, v *model.ToolCall) {
	e.ObjStart()
	jxFieldStr(e, "type", v.Type)
	jxFieldStr(e, "id", v.ID)
	e.FieldStart("function")
	jxWriteFunction(e, &v.Function)
	e.FieldStart("extras")
	jxWriteRaw(e, v.Extras)
	e.ObjEnd()
}

func jxWriteFunction(e *jx.Encoder, v *model.ToolCallFunction) {
	e.ObjStart()
	jxFieldStr(e, "name", v.Name)
	e.FieldStart("arguments")
	jxWriteOptStr(e, v.Arguments)
	e.ObjEnd()
}

func jxWriteQuestion(e *jx.Encoder, v *model.QuestionRequest) {
	e.ObjStart()
	jxFieldStr(e, "id", v.ID)
	jxFieldStr(e, "tool_call_id", v.ToolCallID)
	e.FieldStart("questions")
	e.ArrStart()
	for i := range v.Questions {
		jxWriteQuestionItem(e, &v.Questions[i])
	}
	e.ArrEnd()
	e.ObjEnd()
}

func jxWriteQuestionItem(e *jx.Encoder, v *model.QuestionItem) {
	e.ObjStart()
	jxFieldStr(e, "question", v.Question)
	jxFieldStr(e, "header", v.Header)
	e.FieldStart("options")
	e.ArrStart()
	for i := range v.Options {
		jxWriteQuestionOption(e, &v.Options[i])
	}
	e.ArrEnd()
	e.FieldStart("multi_select")
	e.Bool(v.MultiSelect)
	jxFieldStr(e, "body", v.Body)
	jxFieldStr(e, "other_label", v.OtherLabel)
	jxFieldStr(e, "other_description", v.OtherDescription)
	e.ObjEnd()
}

func jxWriteQuestionOption(e *jx.Encoder, v *model.QuestionOption) {
	e.ObjStart()
	jxFieldStr(e, "label", v.Label)
	jxFieldStr(e, "description", v.Description)
	e.ObjEnd()
}

func jxWriteHook(e *jx.Encoder, v *model.HookRequest) {
	e.ObjStart()
	jxFieldStr(e, "id", v.ID)
	jxFieldStr(e, "subscription_id", v.SubscriptionID)
	jxFieldStr(e, "event", v.Event)
	jxFieldStr(e, "target", v.Target)
	e.FieldStart("input_data")
	jxWriteRaw(e, v.InputData)
	e.ObjEnd()
}

func jxWriteDiff(e *jx.Encoder, v *model.DiffDisplayBlock) {
	e.ObjStart()
	jxFieldStr(e, "type", v.Type)
	jxFieldStr(e, "path", v.Path)
	jxFieldStr(e, "old_text", v.OldText)
	jxFieldStr(e, "new_text", v.NewText)
	e.FieldStart("old_start")
	jxWriteOptInt(e, v.OldStart)
	e.FieldStart("new_start")
	jxWriteOptInt(e, v.NewStart)
	e.FieldStart("is_summary")
	e.Bool(v.IsSummary)
	e.ObjEnd()
}

func jxWriteTodo(e *jx.Encoder, v *model.TodoDisplayBlock) {
	e.ObjStart()
	jxFieldStr(e, "type", v.Type)
	e.FieldStart("items")
	e.ArrStart()
	for i := range v.Items {
		jxWriteTodoItem(e, &v.Items[i])
	}
	e.ArrEnd()
	e.ObjEnd()
}

func jxWriteTodoItem(e *jx.Encoder, v *model.TodoItem) {
	e.ObjStart()
	jxFieldStr(e, "title", v.Title)
	jxFieldStr(e, "status", v.Status)
	e.ObjEnd()
}

func jxWriteInitialize(e *jx.Encoder, v *model.InitializeParams) {
	e.ObjStart()
	jxFieldStr(e, "protocol_version", v.ProtocolVersion)
	e.FieldStart("client")
	if v.Client == nil {
		e.Null()
	} else {
		jxWriteClient(e, v.Client)
	}
	e.FieldStart("external_tools")
	e.ArrStart()
	for i := range v.ExternalTools {
		jxWriteExternalTool(e, &v.ExternalTools[i])
	}
	e.ArrEnd()
	e.FieldStart("hooks")
	e.ArrStart()
	for i := range v.Hooks {
		jxWriteSubscription(e, &v.Hooks[i])
	}
	e.ArrEnd()
	e.FieldStart("capabilities")
	if v.Capabilities == nil {
		e.Null()
	} else {
		jxWriteCapabilities(e, v.Capabilities)
	}
	e.ObjEnd()
}

func jxWriteClient(e *jx.Encoder, v *model.ClientInfo) {
	e.ObjStart()
	jxFieldStr(e, "name", v.Name)
	e.FieldStart("version")
	jxWriteOptStr(e, v.Version)
	e.ObjEnd()
}

func jxWriteExternalTool(e *jx.Encoder, v *model.ExternalTool) {
	e.ObjStart()
	jxFieldStr(e, "name", v.Name)
	jxFieldStr(e, "description", v.Description)
	e.FieldStart("parameters")
	jxWriteRaw(e, v.Parameters)
	e.ObjEnd()
}

func jxWriteSubscription(e *jx.Encoder, v *model.HookSubscription) {
	e.ObjStart()
	jxFieldStr(e, "id", v.ID)
	jxFieldStr(e, "event", v.Event)
	jxFieldStr(e, "matcher", v.Matcher)
	e.FieldStart("timeout")
	jxWriteOptInt(e, v.Timeout)
	e.ObjEnd()
}

func jxWriteCapabilities(e *jx.Encoder, v *model.ClientCapabilities) {
	e.ObjStart()
	e.FieldStart("supports_question")
	e.Bool(v.SupportsQuestion)
	e.FieldStart("supports_plan_mode")
	e.Bool(v.SupportsPlanMode)
	e.ObjEnd()
}
