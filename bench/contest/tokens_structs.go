package contest

import "github.com/wiregen/wiregen/bench/model"

func (r *tokenReader) status(v *model.StatusUpdate) error {
	return r.object(func(key []byte) (err error) {
		switch string(key) {
		case "context_usage":
			v.ContextUsage, err = optional(r, r.float)
		case "context_tokens":
			v.ContextTokens, err = optional(r, r.int)
		case "max_context_tokens":
			v.MaxContextTokens, err = optional(r, r.int)
		case "token_usage":
			if r.null() {
				return r.skip()
			}
			v.TokenUsage = new(model.TokenUsage)
			err = r.usage(v.TokenUsage)
		case "message_id":
			v.MessageID, err = optional(r, r.str)
		case "plan_mode":
			v.PlanMode, err = optional(r, r.bool)
		case "mcp_status":
			v.MCPStatus, err = r.raw()
		default:
			err = r.skip()
		}
		return err
	})
}

func (r *tokenReader) usage(v *model.TokenUsage) error {
	return r.object(func(key []byte) (err error) {
		switch string(key) {
		case "input_other":
			v.InputOther, err = r.int()
		case "output":
			v.Output, err = r.int()
		case "input_cache_read":
			v.InputCacheRead, err = r.int()
		case "input_cache_creation":
			v.InputCacheCreation, err = r.int()
		default:
			err = r.skip()
		}
		return err
	})
}

func (r *tokenReader) toolResult(v *model.ToolResult) error {
	return r.object(func(key []byte) (err error) {
		switch string(key) {
		case "tool_call_id":
			v.ToolCallID, err = r.str()
		case "return_value":
			err = r.returnValue(&v.ReturnValue)
		default:
			err = r.skip()
		}
		return err
	})
}

func (r *tokenReader) returnValue(v *model.ToolReturnValue) error {
	return r.object(func(key []byte) (err error) {
		switch string(key) {
		case "is_error":
			v.IsError, err = r.bool()
		case "output":
			v.Output, err = r.userInput()
		case "message":
			v.Message, err = r.str()
		case "display":
			v.Display, err = r.display()
		case "extras":
			v.Extras, err = r.raw()
		default:
			err = r.skip()
		}
		return err
	})
}

func (r *tokenReader) subagent(v *model.SubagentEvent) error {
	return r.object(func(key []byte) (err error) {
		switch string(key) {
		case "parent_tool_call_id":
			v.ParentToolCallID, err = optional(r, r.str)
		case "agent_id":
			v.AgentID, err = optional(r, r.str)
		case "subagent_type":
			v.SubagentType, err = optional(r, r.str)
		case "event":
			v.Event, err = r.envelope()
		default:
			err = r.skip()
		}
		return err
	})
}

func (r *tokenReader) approval(v *model.ApprovalRequest) error {
	return r.object(func(key []byte) (err error) {
		switch string(key) {
		case "id":
			v.ID, err = r.str()
		case "tool_call_id":
			v.ToolCallID, err = r.str()
		case "sender":
			v.Sender, err = r.str()
		case "action":
			v.Action, err = r.str()
		case "description":
			v.Description, err = r.str()
		case "source_kind":
			v.SourceKind, err = optional(r, r.str)
		case "source_id":
			v.SourceID, err = optional(r, r.str)
		case "agent_id":
			v.AgentID, err = optional(r, r.str)
		case "subagent_type":
			v.SubagentType, err = optional(r, r.str)
		case "source_description":
			v.SourceDescription, err = optional(r, r.str)
		case "display":
			v.Display, err = r.display()
		default:
			err = r.skip()
		}
		return err
	})
}

func (r *tokenReader) toolCall(v *model.ToolCall) error {
	return r.object(func(key []byte) (err error) {
		switch string(key) {
		case "type":
			v.Type, err = r.enum()
		case "id":
			v.ID, err = r.str()
		case "function":
			err = r.function(&v.Function)
		case "extras":
			v.Extras, err = r.raw()
		default:
			err = r.skip()
		}
		return err
	})
}

func (r *tokenReader) function(v *model.ToolCallFunction) error {
	return r.object(func(key []byte) (err error) {
		switch string(key) {
		case "name":
			v.Name, err = r.str()
		case "arguments":
			v.Arguments, err = optional(r, r.str)
		default:
			err = r.skip()
		}
		return err
	})
}

func (r *tokenReader) question(v *model.QuestionRequest) error {
	return r.object(func(key []byte) (err error) {
		switch string(key) {
		case "id":
			v.ID, err = r.str()
		case "tool_call_id":
			v.ToolCallID, err = r.str()
		case "questions":
			err = r.array(func() error {
				v.Questions = append(v.Questions, model.QuestionItem{})
				return r.questionItem(&v.Questions[len(v.Questions)-1])
			})
		default:
			err = r.skip()
		}
		return err
	})
}

func (r *tokenReader) questionItem(v *model.QuestionItem) error {
	return r.object(func(key []byte) (err error) {
		switch string(key) {
		case "question":
			v.Question, err = r.str()
		case "header":
			v.Header, err = r.str()
		case "options":
			err = r.array(func() error {
				v.Options = append(v.Options, model.QuestionOption{})
				return r.questionOption(&v.Options[len(v.Options)-1])
			})
		case "multi_select":
			v.MultiSelect, err = r.bool()
		case "body":
			v.Body, err = r.str()
		case "other_label":
			v.OtherLabel, err = r.str()
		case "other_description":
			v.OtherDescription, err = r.str()
		default:
			err = r.skip()
		}
		return err
	})
}

func (r *tokenReader) questionOption(v *model.QuestionOption) error {
	return r.object(func(key []byte) (err error) {
		switch string(key) {
		case "label":
			v.Label, err = r.str()
		case "description":
			v.Description, err = r.str()
		default:
			err = r.skip()
		}
		return err
	})
}

func (r *tokenReader) hook(v *model.HookRequest) error {
	return r.object(func(key []byte) (err error) {
		switch string(key) {
		case "id":
			v.ID, err = r.str()
		case "subscription_id":
			v.SubscriptionID, err = r.str()
		case "event":
			v.Event, err = r.str()
		case "target":
			v.Target, err = r.str()
		case "input_data":
			v.InputData, err = r.raw()
		default:
			err = r.skip()
		}
		return err
	})
}

func (r *tokenReader) diff(v *model.DiffDisplayBlock) func(key []byte) error {
	return func(key []byte) (err error) {
		switch string(key) {
		case "path":
			v.Path, err = r.str()
		case "old_text":
			v.OldText, err = r.str()
		case "new_text":
			v.NewText, err = r.str()
		case "old_start":
			v.OldStart, err = optional(r, r.int)
		case "new_start":
			v.NewStart, err = optional(r, r.int)
		case "is_summary":
			v.IsSummary, err = r.bool()
		default:
			err = r.skip()
		}
		return err
	}
}

func (r *tokenReader) todo(v *model.TodoDisplayBlock) func(key []byte) error {
	return func(key []byte) (err error) {
		switch string(key) {
		case "items":
			err = r.array(func() error {
				v.Items = append(v.Items, model.TodoItem{})
				return r.todoItem(&v.Items[len(v.Items)-1])
			})
		default:
			err = r.skip()
		}
		return err
	}
}

func (r *tokenReader) todoItem(v *model.TodoItem) error {
	return r.object(func(key []byte) (err error) {
		switch string(key) {
		case "title":
			v.Title, err = r.str()
		case "status":
			v.Status, err = r.str()
		default:
			err = r.skip()
		}
		return err
	})
}

func (r *tokenReader) initialize(v *model.InitializeParams) error {
	return r.object(func(key []byte) (err error) {
		switch string(key) {
		case "protocol_version":
			v.ProtocolVersion, err = r.str()
		case "client":
			if r.null() {
				return r.skip()
			}
			v.Client = new(model.ClientInfo)
			err = r.client(v.Client)
		case "external_tools":
			err = r.array(func() error {
				v.ExternalTools = append(v.ExternalTools, model.ExternalTool{})
				return r.externalTool(&v.ExternalTools[len(v.ExternalTools)-1])
			})
		case "hooks":
			err = r.array(func() error {
				v.Hooks = append(v.Hooks, model.HookSubscription{})
				return r.subscription(&v.Hooks[len(v.Hooks)-1])
			})
		case "capabilities":
			if r.null() {
				return r.skip()
			}
			v.Capabilities = new(model.ClientCapabilities)
			err = r.capabilities(v.Capabilities)
		default:
			err = r.skip()
		}
		return err
	})
}

func (r *tokenReader) client(v *model.ClientInfo) error {
	return r.object(func(key []byte) (err error) {
		switch string(key) {
		case "name":
			v.Name, err = r.str()
		case "version":
			v.Version, err = optional(r, r.str)
		default:
			err = r.skip()
		}
		return err
	})
}

func (r *tokenReader) externalTool(v *model.ExternalTool) error {
	return r.object(func(key []byte) (err error) {
		switch string(key) {
		case "name":
			v.Name, err = r.str()
		case "description":
			v.Description, err = r.str()
		case "parameters":
			v.Parameters, err = r.raw()
		default:
			err = r.skip()
		}
		return err
	})
}

func (r *tokenReader) subscription(v *model.HookSubscription) error {
	return r.object(func(key []byte) (err error) {
		switch string(key) {
		case "id":
			v.ID, err = r.str()
		case "event":
			v.Event, err = r.str()
		case "matcher":
			v.Matcher, err = r.str()
		case "timeout":
			v.Timeout, err = optional(r, r.int)
		default:
			err = r.skip()
		}
		return err
	})
}

func (r *tokenReader) capabilities(v *model.ClientCapabilities) error {
	return r.object(func(key []byte) (err error) {
		switch string(key) {
		case "supports_question":
			v.SupportsQuestion, err = r.bool()
		case "supports_plan_mode":
			v.SupportsPlanMode, err = r.bool()
		default:
			err = r.skip()
		}
		return err
	})
}
