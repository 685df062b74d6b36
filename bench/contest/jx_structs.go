package contest

import (
	"github.com/go-faster/jx"

	"github.com/wiregen/wiregen/bench/model"
)

func jxStatus(d *jx.Decoder, v *model.StatusUpdate) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) (err error) {
		switch string(key) {
		case "context_usage":
			if d.Next() == jx.Null {
				return d.Null()
			}
			v.ContextUsage = new(float64)
			*v.ContextUsage, err = d.Float64()
		case "context_tokens":
			v.ContextTokens, err = jxOptInt(d)
		case "max_context_tokens":
			v.MaxContextTokens, err = jxOptInt(d)
		case "token_usage":
			if d.Next() == jx.Null {
				return d.Null()
			}
			v.TokenUsage = new(model.TokenUsage)
			err = jxUsage(d, v.TokenUsage)
		case "message_id":
			v.MessageID, err = jxOptStr(d)
		case "plan_mode":
			if d.Next() == jx.Null {
				return d.Null()
			}
			v.PlanMode = new(bool)
			*v.PlanMode, err = d.Bool()
		case "mcp_status":
			v.MCPStatus, err = jxRaw(d)
		default:
			err = d.Skip()
		}
		return err
	})
}

func jxUsage(d *jx.Decoder, v *model.TokenUsage) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) (err error) {
		switch string(key) {
		case "input_other":
			v.InputOther, err = d.Int64()
		case "output":
			v.Output, err = d.Int64()
		case "input_cache_read":
			v.InputCacheRead, err = d.Int64()
		case "input_cache_creation":
			v.InputCacheCreation, err = d.Int64()
		default:
			err = d.Skip()
		}
		return err
	})
}

func jxToolResult(d *jx.Decoder, v *model.ToolResult) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) (err error) {
		switch string(key) {
		case "tool_call_id":
			v.ToolCallID, err = d.Str()
		case "return_value":
			err = jxReturn(d, &v.ReturnValue)
		default:
			err = d.Skip()
		}
		return err
	})
}

func jxReturn(d *jx.Decoder, v *model.ToolReturnValue) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) (err error) {
		switch string(key) {
		case "is_error":
			v.IsError, err = d.Bool()
		case "output":
			v.Output, err = jxUserInput(d)
		case "message":
			v.Message, err = d.Str()
		case "display":
			v.Display, err = jxDisplay(d)
		case "extras":
			v.Extras, err = jxRaw(d)
		default:
			err = d.Skip()
		}
		return err
	})
}

func jxSubagent(d *jx.Decoder, v *model.SubagentEvent) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) (err error) {
		switch string(key) {
		case "parent_tool_call_id":
			v.ParentToolCallID, err = jxOptStr(d)
		case "agent_id":
			v.AgentID, err = jxOptStr(d)
		case "subagent_type":
			v.SubagentType, err = jxOptStr(d)
		case "event":
			v.Event, err = jxEnvelope(d)
		default:
			err = d.Skip()
		}
		return err
	})
}

func jxApproval(d *jx.Decoder, v *model.ApprovalRequest) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) (err error) {
		switch string(key) {
		case "id":
			v.ID, err = d.Str()
		case "tool_call_id":
			v.ToolCallID, err = d.Str()
		case "sender":
			v.Sender, err = d.Str()
		case "action":
			v.Action, err = d.Str()
		case "description":
			v.Description, err = d.Str()
		case "source_kind":
			v.SourceKind, err = jxOptStr(d)
		case "source_id":
			v.SourceID, err = jxOptStr(d)
		case "agent_id":
			v.AgentID, err = jxOptStr(d)
		case "subagent_type":
			v.SubagentType, err = jxOptStr(d)
		case "source_description":
			v.SourceDescription, err = jxOptStr(d)
		case "display":
			v.Display, err = jxDisplay(d)
		default:
			err = d.Skip()
		}
		return err
	})
}

func jxToolCall(d *jx.Decoder, v *model.ToolCall) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) (err error) {
		switch string(key) {
		case "type":
			v.Type, err = jxEnum(d)
		case "id":
			v.ID, err = d.Str()
		case "function":
			err = jxFunction(d, &v.Function)
		case "extras":
			v.Extras, err = jxRaw(d)
		default:
			err = d.Skip()
		}
		return err
	})
}

func jxFunction(d *jx.Decoder, v *model.ToolCallFunction) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) (err error) {
		switch string(key) {
		case "name":
			v.Name, err = d.Str()
		case "arguments":
			v.Arguments, err = jxOptStr(d)
		default:
			err = d.Skip()
		}
		return err
	})
}

func jxQuestion(d *jx.Decoder, v *model.QuestionRequest) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) (err error) {
		switch string(key) {
		case "id":
			v.ID, err = d.Str()
		case "tool_call_id":
			v.ToolCallID, err = d.Str()
		case "questions":
			err = d.Arr(func(d *jx.Decoder) error {
				v.Questions = append(v.Questions, model.QuestionItem{})
				return jxQuestionItem(d, &v.Questions[len(v.Questions)-1])
			})
		default:
			err = d.Skip()
		}
		return err
	})
}

func jxQuestionItem(d *jx.Decoder, v *model.QuestionItem) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) (err error) {
		switch string(key) {
		case "question":
			v.Question, err = d.Str()
		case "header":
			v.Header, err = d.Str()
		case "options":
			err = d.Arr(func(d *jx.Decoder) error {
				v.Options = append(v.Options, model.QuestionOption{})
				return jxQuestionOption(d, &v.Options[len(v.Options)-1])
			})
		case "multi_select":
			v.MultiSelect, err = d.Bool()
		case "body":
			v.Body, err = d.Str()
		case "other_label":
			v.OtherLabel, err = d.Str()
		case "other_description":
			v.OtherDescription, err = d.Str()
		default:
			err = d.Skip()
		}
		return err
	})
}

func jxQuestionOption(d *jx.Decoder, v *model.QuestionOption) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) (err error) {
		switch string(key) {
		case "label":
			v.Label, err = d.Str()
		case "description":
			v.Description, err = d.Str()
		default:
			err = d.Skip()
		}
		return err
	})
}

func jxHook(d *jx.Decoder, v *model.HookRequest) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) (err error) {
		switch string(key) {
		case "id":
			v.ID, err = d.Str()
		case "subscription_id":
			v.SubscriptionID, err = d.Str()
		case "event":
			v.Event, err = d.Str()
		case "target":
			v.Target, err = d.Str()
		case "input_data":
			v.InputData, err = jxRaw(d)
		default:
			err = d.Skip()
		}
		return err
	})
}

func jxDiff(d *jx.Decoder, v *model.DiffDisplayBlock) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) (err error) {
		switch string(key) {
		case "path":
			v.Path, err = d.Str()
		case "old_text":
			v.OldText, err = d.Str()
		case "new_text":
			v.NewText, err = d.Str()
		case "old_start":
			v.OldStart, err = jxOptInt(d)
		case "new_start":
			v.NewStart, err = jxOptInt(d)
		case "is_summary":
			v.IsSummary, err = d.Bool()
		default:
			err = d.Skip()
		}
		return err
	})
}

func jxTodo(d *jx.Decoder, v *model.TodoDisplayBlock) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) (err error) {
		switch string(key) {
		case "items":
			err = d.Arr(func(d *jx.Decoder) error {
				v.Items = append(v.Items, model.TodoItem{})
				return jxTodoItem(d, &v.Items[len(v.Items)-1])
			})
		default:
			err = d.Skip()
		}
		return err
	})
}

func jxTodoItem(d *jx.Decoder, v *model.TodoItem) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) (err error) {
		switch string(key) {
		case "title":
			v.Title, err = d.Str()
		case "status":
			v.Status, err = d.Str()
		default:
			err = d.Skip()
		}
		return err
	})
}

func jxInitialize(d *jx.Decoder, v *model.InitializeParams) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) (err error) {
		switch string(key) {
		case "protocol_version":
			v.ProtocolVersion, err = d.Str()
		case "client":
			if d.Next() == jx.Null {
				return d.Null()
			}
			v.Client = new(model.ClientInfo)
			err = jxClient(d, v.Client)
		case "external_tools":
			err = d.Arr(func(d *jx.Decoder) error {
				v.ExternalTools = append(v.ExternalTools, model.ExternalTool{})
				return jxExternalTool(d, &v.ExternalTools[len(v.ExternalTools)-1])
			})
		case "hooks":
			err = d.Arr(func(d *jx.Decoder) error {
				v.Hooks = append(v.Hooks, model.HookSubscription{})
				return jxSubscription(d, &v.Hooks[len(v.Hooks)-1])
			})
		case "capabilities":
			if d.Next() == jx.Null {
				return d.Null()
			}
			v.Capabilities = new(model.ClientCapabilities)
			err = jxCapabilities(d, v.Capabilities)
		default:
			err = d.Skip()
		}
		return err
	})
}

func jxClient(d *jx.Decoder, v *model.ClientInfo) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) (err error) {
		switch string(key) {
		case "name":
			v.Name, err = d.Str()
		case "version":
			v.Version, err = jxOptStr(d)
		default:
			err = d.Skip()
		}
		return err
	})
}

func jxExternalTool(d *jx.Decoder, v *model.ExternalTool) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) (err error) {
		switch string(key) {
		case "name":
			v.Name, err = d.Str()
		case "description":
			v.Description, err = d.Str()
		case "parameters":
			v.Parameters, err = jxRaw(d)
		default:
			err = d.Skip()
		}
		return err
	})
}

func jxSubscription(d *jx.Decoder, v *model.HookSubscription) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) (err error) {
		switch string(key) {
		case "id":
			v.ID, err = d.Str()
		case "event":
			v.Event, err = d.Str()
		case "matcher":
			v.Matcher, err = d.Str()
		case "timeout":
			v.Timeout, err = jxOptInt(d)
		default:
			err = d.Skip()
		}
		return err
	})
}

func jxCapabilities(d *jx.Decoder, v *model.ClientCapabilities) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) (err error) {
		switch string(key) {
		case "supports_question":
			v.SupportsQuestion, err = d.Bool()
		case "supports_plan_mode":
			v.SupportsPlanMode, err = d.Bool()
		default:
			err = d.Skip()
		}
		return err
	})
}
