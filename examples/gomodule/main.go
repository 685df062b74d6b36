// Gomodule prints a recorded session of the Kimi agent, as a program of your
// own would. What it cannot read it says so of, and goes on.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"

	"example.test/gomodule/wire"
)

//go:generate go tool wiregen generate

func main() {
	file, err := os.Open("session.jsonl")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	defer file.Close()
	if err := show(os.Stdout, file); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// show prints a session, one line of it after the other.
func show(w io.Writer, session io.Reader) error {
	lines := bufio.NewScanner(session)
	lines.Buffer(nil, 1<<20)
	p := printer{w: w}
	for n := 1; lines.Scan(); n++ {
		if header, err := wire.DecodeJournalHeader(lines.Bytes()); n == 1 && err == nil {
			p.line("session", "recorded with version %s, read with version %s", header.ProtocolVersion, wire.ProtocolVersion())
			continue
		}
		record, err := wire.DecodeJournalRecord(lines.Bytes())
		if err != nil {
			p.line("bad line", "%d: %v", n, err)
			continue
		}
		p.message(record.Message)
	}
	return lines.Err()
}

// A printer prints messages, those of subagents further to the right.
type printer struct {
	w      io.Writer
	indent string
}

func (p printer) line(label, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	text = strings.ReplaceAll(text, "\n", "\n"+p.indent+strings.Repeat(" ", 10))
	fmt.Fprintf(p.w, "%s%-10s%s\n", p.indent, label, text)
}

func (p printer) message(m wire.WireMessage) {
	switch m := m.(type) {
	case wire.Event:
		p.event(m)
	case wire.Request:
		p.request(m)
	case *wire.UnknownWireMessage:
		p.line("new", "%s, which this program does not know: %s", m.Tag, m.Raw)
	}
}

func (p printer) event(e wire.Event) {
	switch e := e.(type) {
	case *wire.TurnBegin:
		p.line("user", "%s", input(e.UserInput))
	case *wire.StepBegin:
		p.line("step", "%d", e.N)
	case *wire.StepRetry:
		p.line("retry", "after %s, attempt %d of %d in %g s", e.ErrorType, e.NextAttempt, e.MaxAttempts, e.WaitS)
	case *wire.ContentPartEvent:
		p.part(e.Payload)
	case *wire.ToolCall:
		p.line("call", "%s %s", e.Function.Name, text(e.Function.Arguments))
	case *wire.ToolResult:
		p.result(&e.ReturnValue)
	case *wire.ApprovalResponse:
		p.line("decided", "%s", e.Response)
	case *wire.StatusUpdate:
		if e.ContextUsage != nil {
			p.line("context", "%.1f %% in use", *e.ContextUsage*100)
		}
	case *wire.SubagentEvent:
		p.line("subagent", "%s", text(e.AgentID))
		printer{p.w, p.indent + "    "}.event(e.Event)
	case *wire.TurnEnd:
		p.line("end", "of the turn")
	case *wire.UnknownEvent:
		p.line("new", "%s, which this program does not know: %s", e.Tag, e.Raw)
	default:
		p.line("other", "%s", e.EventType())
	}
}

func (p printer) request(r wire.Request) {
	switch r := r.(type) {
	case *wire.ApprovalRequest:
		p.line("asks", "%s: %s", r.Sender, r.Description)
		p.display(r.Display)
	default:
		p.line("asks", "%s", r.RequestType())
	}
}

func (p printer) part(part wire.ContentPart) {
	switch part := part.(type) {
	case *wire.TextPart:
		p.line("says", "%s", part.Text)
	case *wire.ThinkPart:
		p.line("thinks", "%s", part.Think)
	case *wire.UnknownContentPart:
		p.line("new", "%s, which this program does not know: %s", part.Tag, part.Raw)
	default:
		p.line("shows", "%s", part.ContentPartType())
	}
}

func (p printer) result(v *wire.ToolReturnValue) {
	label := "result"
	if v.IsError {
		label = "failed"
	}
	p.line(label, "%s", v.Message)
	if out := input(v.Output); out != "" {
		p.line("", "%s", out)
	}
	p.display(v.Display)
}

func (p printer) display(blocks []wire.DisplayBlock) {
	for _, b := range blocks {
		switch b := b.(type) {
		case *wire.BriefDisplayBlock:
			p.line("", "%s", b.Text)
		case *wire.ShellDisplayBlock:
			p.line("", "$ %s", b.Command)
		case *wire.DiffDisplayBlock:
			p.line("", "%s\n- %s\n+ %s", b.Path, b.OldText, b.NewText)
		case *wire.TodoDisplayBlock:
			for _, item := range b.Items {
				p.line("", "[%s] %s", item.Status, item.Title)
			}
		case *wire.UnknownDisplayBlock:
			p.line("", "(a block %s, which this program cannot show)", b.Tag)
		}
	}
}

// input is a user's input, or a tool's output, as text.
func input(in wire.UserInput) string {
	switch in := in.(type) {
	case wire.UserInputString:
		return string(in)
	case wire.UserInputList:
		var out []string
		for _, part := range in {
			if t, ok := part.(*wire.TextPart); ok {
				out = append(out, t.Text)
			} else {
				out = append(out, "("+string(part.ContentPartType())+")")
			}
		}
		return strings.Join(out, " ")
	}
	return ""
}

// text is an optional text.
func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
