package contest

// constant returns text as a string, which is not allocated for the tags and methods of
// the corpus: what generated code does with enums.
func constant(text []byte) string {
	switch string(text) {
	case "2.0":
		return "2.0"
	case "event":
		return "event"
	case "request":
		return "request"
	case "ContentPart":
		return "ContentPart"
	case "ToolCallPart":
		return "ToolCallPart"
	case "StatusUpdate":
		return "StatusUpdate"
	case "ToolResult":
		return "ToolResult"
	case "SubagentEvent":
		return "SubagentEvent"
	case "ApprovalRequest":
		return "ApprovalRequest"
	case "text":
		return "text"
	case "think":
		return "think"
	case "brief":
		return "brief"
	case "diff":
		return "diff"
	case "todo":
		return "todo"
	case "shell":
		return "shell"
	case "ToolCall":
		return "ToolCall"
	case "function":
		return "function"
	case "TurnBegin":
		return "TurnBegin"
	case "ToolCallRequest":
		return "ToolCallRequest"
	case "QuestionRequest":
		return "QuestionRequest"
	case "HookRequest":
		return "HookRequest"
	case "prompt":
		return "prompt"
	case "initialize":
		return "initialize"
	}
	return string(text)
}
