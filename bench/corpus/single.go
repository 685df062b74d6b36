package corpus

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/wiregen/wiregen/gen/go/wire"
	"github.com/wiregen/wiregen/wirert"
)

// Singles returns one message of each kind, each as a set.
func Singles() []Set {
	m := &maker{rand: rand.New(rand.NewPCG(2, 1))}
	call := wirert.StringID("call-17")
	answer := (&wire.PromptResult{Status: wire.PromptResultStatusMaxStepsReached, Steps: ptr(int64(100))}).AppendJSON(nil)
	result := m.toolResult().(*wire.ToolResult)
	result.ReturnValue.Output = wire.UserInputString(m.code(2000))
	result.ReturnValue.Display = []wire.DisplayBlock{&wire.BriefDisplayBlock{Text: "All tests pass"}}
	return []Set{
		single("text delta", event(&wire.ContentPartEvent{Payload: &wire.TextPart{Text: " tests fail in the parser"}})),
		single("think delta", event(&wire.ContentPartEvent{Payload: &wire.ThinkPart{Think: "The user wants to know"}})),
		single("tool call part", event(&wire.ToolCallPart{ArgumentsPart: ptr(`{"command":"go test`)})),
		single("tool call", event(&wire.ToolCall{ID: "call-2", Function: wire.ToolCallFunction{Name: "Shell", Arguments: ptr(`{"command":"go test ./..."}`)}})),
		single("status update", event(m.status())),
		single("tool result, 2 KB", event(result)),
		single("subagent event", event(m.subagent())),
		single("turn begin", event(&wire.TurnBegin{UserInput: wire.UserInputString("Which tests fail?")})),
		single("ApprovalRequest", m.approval()),
		single("ToolCallRequest", &wire.RequestMessage{ID: wirert.StringID("call-7"), Params: &wire.ToolCallRequest{
			ID: "call-7", Name: "open_in_editor", Arguments: ptr(`{"path":"README.md"}`)}}),
		single("QuestionRequest", &wire.RequestMessage{ID: wirert.StringID("question-1"), Params: question()}),
		single("HookRequest", &wire.RequestMessage{ID: wirert.StringID("hook-request-1"), Params: &wire.HookRequest{
			ID: "hook-request-1", SubscriptionID: "hook-1", Event: wire.HookEventPreToolUse, Target: "Shell",
			InputData: wirert.Raw(`{"tool_input":{"command":"rm -r build"}}`)}}),
		single("prompt", &wire.PromptMessage{ID: call, Params: wire.PromptParams{UserInput: wire.UserInputString("Which tests fail?")}}),
		single("initialize", &wire.InitializeMessage{ID: call, Params: initialize()}),
		single("response, result", &wire.Response{ID: call, Result: answer}),
		single("response, error", &wire.Response{ID: call, Error: &wirert.ResponseError{Code: -32000, Message: "A turn is running already"}}),
	}
}

func question() *wire.QuestionRequest {
	return &wire.QuestionRequest{ID: "question-1", ToolCallID: "call-9", Questions: []wire.QuestionItem{{
		Question: "Which language shall I use?", Header: "Language",
		Options: []wire.QuestionOption{{Label: "Go", Description: "One binary"}, {Label: "Python"}},
	}}}
}

func initialize() wire.InitializeParams {
	return wire.InitializeParams{
		ProtocolVersion: "1.10",
		Client:          &wire.ClientInfo{Name: "my-editor", Version: ptr("2.3.0")},
		ExternalTools: []wire.ExternalTool{{
			Name: "open_in_editor", Description: "Opens a file in the editor.",
			Parameters: wirert.Raw(`{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}`),
		}},
		Hooks:        []wire.HookSubscription{{ID: "hook-1", Event: wire.HookEventPreToolUse, Matcher: "Shell", Timeout: ptr(int64(10))}},
		Capabilities: &wire.ClientCapabilities{SupportsQuestion: true, SupportsPlanMode: true},
	}
}

// Strings returns text deltas of 16 KiB of text; of escapes, where it is all escapes.
func Strings() []Set {
	const size = 16 << 10
	m := &maker{rand: rand.New(rand.NewPCG(3, 1))}
	fill := func(unit func() string) string {
		var b strings.Builder
		for b.Len() < size {
			b.WriteString(unit())
		}
		return b.String()
	}
	delta := func(name, text string) Set {
		return single(name, event(&wire.ContentPartEvent{Payload: &wire.TextPart{Text: text}}))
	}
	// Escapes that no writer has to use are put in for a placeholder.
	escapes := delta("only \\uXXXX", "@")
	var text []byte
	for len(text) < size {
		text = fmt.Appendf(text, `\u%04x`, 0x4e00+m.rand.IntN(0x5000))
	}
	escapes.Lines[0] = bytes.Replace(escapes.Lines[0], []byte("@"), text, 1)
	escapes.Bytes = len(escapes.Lines[0])
	return []Set{
		delta("plain ASCII", fill(func() string { return m.word() + " " })),
		delta("code, 1 escape in 9", fill(func() string { return "\tcase \"" + m.word() + "\": return " + m.word() + "(x)\n" })),
		delta("escape-heavy, 1 in 3", fill(func() string { return "\"" + m.word()[:1] + "\n" + m.word()[:1] })),
		escapes,
		delta("raw CJK", fill(func() string { return string(rune(0x4e00 + m.rand.IntN(0x5000))) })),
	}
}

func single(name string, v wire.Message) Set {
	line := encode(v)
	return Set{Name: name, Lines: [][]byte{line}, Bytes: len(line)}
}
