// Package corpus makes traffic of Kimi Wire, the protocol of spec/wire.yaml, that is
// the same in every run: what an agent sends while it works, built from the values of
// the generated package and written by it.
package corpus

import (
	"fmt"
	"math/rand/v2"

	"github.com/wiregen/wiregen/gen/go/wire"
	"github.com/wiregen/wiregen/wirert"
)

// Size is the least size of the canonical form of the traffic, in bytes.
const Size = 10 << 20

// A Message is one line of the traffic.
type Message struct {
	Kind Kind
	Line []byte // in canonical form
}

// A Kind is what a message of the traffic is for.
type Kind string

// The kinds of messages, with how many of a hundred messages have it.
const (
	Text     Kind = "text delta"      // 45
	Think    Kind = "think delta"     // 25
	CallPart Kind = "tool call part"  // 15
	Status   Kind = "status update"   // 5
	Tool     Kind = "tool result"     // 5
	Subagent Kind = "subagent event"  // 3
	Approval Kind = "ApprovalRequest" // 2
)

// Delta reports whether k is one of the small messages of which a stream mostly consists.
func (k Kind) Delta() bool { return k == Text || k == Think || k == CallPart }

// Traffic returns messages of at least size bytes, by a seed.
func Traffic(seed uint64, size int) []Message {
	m := &maker{rand: rand.New(rand.NewPCG(seed, 1))}
	var out []Message
	for n := 0; n < size; {
		kind, v := m.next()
		line := encode(v)
		out = append(out, Message{Kind: kind, Line: line})
		n += len(line)
	}
	return out
}

// encode writes a message, which must be valid.
func encode(v wire.Message) []byte {
	if err := wire.CheckMessage(v); err != nil {
		panic(fmt.Sprintf("corpus: a generated message is not valid: %v", err))
	}
	return wire.AppendMessage(nil, v)
}

// A maker makes values.
type maker struct {
	rand *rand.Rand
	ids  int
}

func (m *maker) next() (Kind, wire.Message) {
	switch n := m.rand.IntN(100); {
	case n < 45:
		return Text, event(m.text())
	case n < 70:
		return Think, event(m.think())
	case n < 85:
		return CallPart, event(m.callPart())
	case n < 90:
		return Status, event(m.status())
	case n < 95:
		return Tool, event(m.toolResult())
	case n < 98:
		return Subagent, event(m.subagent())
	}
	return Approval, m.approval()
}

func event(v wire.Event) wire.Message { return &wire.EventMessage{Params: v} }

func ptr[T any](v T) *T { return &v }

// id returns an identifier as agents make them.
func (m *maker) id(prefix string) string {
	m.ids++
	return fmt.Sprintf("%s_%d_%08x", prefix, m.ids, m.rand.Uint32())
}

func (m *maker) text() wire.Event {
	return &wire.ContentPartEvent{Payload: &wire.TextPart{Text: m.words(1 + m.rand.IntN(4))}}
}

func (m *maker) think() wire.Event {
	return &wire.ContentPartEvent{Payload: &wire.ThinkPart{Think: m.words(1 + m.rand.IntN(4))}}
}

func (m *maker) callPart() wire.Event {
	return &wire.ToolCallPart{ArgumentsPart: ptr(m.fragment())}
}

func (m *maker) status() wire.Event {
	used := int64(m.rand.IntN(200_000))
	v := &wire.StatusUpdate{
		ContextUsage:     ptr(float64(used*1000/200_000) / 1000),
		ContextTokens:    ptr(used),
		MaxContextTokens: ptr(int64(200_000)),
		TokenUsage: &wire.TokenUsage{
			InputOther:     int64(m.rand.IntN(5_000)),
			Output:         int64(m.rand.IntN(2_000)),
			InputCacheRead: int64(m.rand.IntN(100_000)),
		},
		MessageID: ptr(m.id("msg")),
	}
	if m.rand.IntN(4) == 0 {
		v.PlanMode = ptr(m.rand.IntN(2) == 0)
	}
	return v
}

// toolResult returns a result of 1 to 64 KiB: half of them below 8 KiB.
func (m *maker) toolResult() wire.Event {
	size := 1 << (10 + m.rand.IntN(6))
	size += m.rand.IntN(size)
	v := &wire.ToolResult{ToolCallID: m.id("call"), ReturnValue: wire.ToolReturnValue{
		Message: "Command executed successfully.",
		Display: []wire.DisplayBlock{},
	}}
	if m.rand.IntN(10) == 0 {
		v.ReturnValue.IsError, v.ReturnValue.Message = true, "Command failed with exit code 1."
	}
	if m.rand.IntN(5) == 0 {
		v.ReturnValue.Output = wire.UserInputList{&wire.TextPart{Text: m.code(size)}, &wire.TextPart{Text: m.words(20)}}
	} else {
		v.ReturnValue.Output = wire.UserInputString(m.code(size))
	}
	for range m.rand.IntN(3) {
		v.ReturnValue.Display = append(v.ReturnValue.Display, m.block())
	}
	return v
}

func (m *maker) block() wire.DisplayBlock {
	switch m.rand.IntN(4) {
	case 0:
		return &wire.BriefDisplayBlock{Text: m.words(6)}
	case 1:
		line := int64(1 + m.rand.IntN(900))
		return &wire.DiffDisplayBlock{
			Path: "internal/parser/" + m.word() + ".go", OldText: m.code(200 + m.rand.IntN(2000)), NewText: m.code(200 + m.rand.IntN(2000)),
			OldStart: ptr(line), NewStart: ptr(line),
		}
	case 2:
		v := &wire.TodoDisplayBlock{}
		states := []wire.TodoStatus{wire.TodoStatusDone, wire.TodoStatusInProgress, wire.TodoStatusPending}
		for i := range 2 + m.rand.IntN(4) {
			v.Items = append(v.Items, wire.TodoItem{Title: m.words(5), Status: states[min(i, 2)]})
		}
		return v
	}
	return &wire.ShellDisplayBlock{Language: "sh", Command: "go test ./" + m.word() + "/..."}
}

func (m *maker) subagent() wire.Event {
	v := &wire.SubagentEvent{ParentToolCallID: ptr(m.id("call")), AgentID: ptr(m.id("agent")), SubagentType: ptr("coder")}
	switch m.rand.IntN(3) {
	case 0:
		v.Event = m.text()
	case 1:
		v.Event = m.callPart()
	case 2:
		v.Event = m.status()
	}
	return v
}

func (m *maker) approval() wire.Message {
	id := m.id("approval")
	return &wire.RequestMessage{ID: wirert.StringID(id), Params: &wire.ApprovalRequest{
		ID: id, ToolCallID: m.id("call"), Sender: "Shell", Action: "run shell command",
		Description: "Run `go test ./" + m.word() + "/...`", SourceKind: ptr(wire.ApprovalSourceForegroundTurn),
		Display: []wire.DisplayBlock{&wire.ShellDisplayBlock{Language: "sh", Command: "go test ./" + m.word() + "/..."}, &wire.BriefDisplayBlock{Text: m.words(4)}},
	}}
}
