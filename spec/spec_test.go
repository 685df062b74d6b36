package spec_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/check"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/spec"
)

func compileWire(t *testing.T) *model.Protocol {
	t.Helper()
	return compileText(t, "wire.yaml", spec.Wire)
}

// compileText checks a spec, in which no error may be.
func compileText(t *testing.T, name string, text []byte) *model.Protocol {
	t.Helper()
	var r diag.Report
	p := check.Check(syntax.Parse(source.NewFile(name, text), &r), &r)
	for _, d := range r.All() {
		at := d.Span.File.Position(d.Span.Start)
		t.Errorf("%s:%d:%d: %s [%s]", name, at.Line, at.Column, d.Message, d.Code.ID)
	}
	if p == nil {
		t.FailNow()
	}
	return p
}

// since is the history of the protocol: which element came with which version.
// What is not listed came with the element that contains it, or is older than
// version 1.1. "1.5+" was added after 1.5, in an unreleased version.
var since = map[string]string{
	"1.1": `initialize ClientInfo ServerInfo ExternalTool ExternalToolsResult RejectedTool SlashCommand
		ToolCallRequest JournalHeader`,
	"1.2": `TurnEnd`,
	"1.3": `replay`,
	"1.4": `steer set_plan_mode MCPLoadingBegin MCPLoadingEnd QuestionRequest
		InitializeParams.capabilities InitializeResult.capabilities capability:client capability:agent
		StatusUpdate.context_tokens StatusUpdate.max_context_tokens StatusUpdate.plan_mode
		ClientCapabilities ServerCapabilities QuestionItem QuestionOption QuestionResponse`,
	"1.5": `SteerInput`,
	"1.5+": `Notification StatusUpdate.mcp_status DisplayBlock:background_task BackgroundTaskDisplayBlock
		MCPStatusSnapshot MCPServerSnapshot MCPServerStatus`,
	"1.6": `SubagentEvent.parent_tool_call_id SubagentEvent.agent_id SubagentEvent.subagent_type
		ApprovalRequest.source_kind ApprovalRequest.source_id ApprovalRequest.agent_id ApprovalRequest.subagent_type
		ApprovalRequest.source_description ApprovalSource ApprovalResponse.feedback`,
	"1.7": `PlanDisplay HookTriggered HookResolved HookRequest
		InitializeParams.hooks InitializeResult.hooks HookSubscription HooksInfo HookEvent HookAction HookResponse`,
	"1.7+": `DiffDisplayBlock.old_start DiffDisplayBlock.new_start AUTH_EXPIRED`,
	"1.8":  `DiffDisplayBlock.is_summary`,
	"1.9":  `BtwBegin BtwEnd`,
	"1.10": `StepRetry`,
}

// An element is anything of the spec that carries a doc.
type element struct {
	name string
	meta *model.Meta
}

// elements returns all that a reader of the spec can look up.
func elements(p *model.Protocol) []element {
	out := []element{{"envelope", &p.Envelope.Meta}}
	add := func(name string, meta *model.Meta) { out = append(out, element{name, meta}) }
	for _, m := range p.Methods {
		add(m.Name, &m.Meta)
	}
	for _, v := range p.Envelope.Events.Variants {
		add(v.Tag, &v.Meta)
	}
	for _, v := range p.Envelope.Requests.Variants {
		add(v.Tag, &v.Meta)
	}
	for _, d := range p.Decls {
		out = append(out, declared(p, d)...)
	}
	for _, e := range p.Errors {
		add(e.Name, &e.Meta)
	}
	for _, c := range p.Capabilities {
		add("capability:"+c.Role, &c.Meta)
	}
	return out
}

// declared returns a type with its parts. An inline type has the doc and the version
// of its place.
func declared(p *model.Protocol, d model.Decl) []element {
	var out []element
	switch d := d.(type) {
	case *model.Struct:
		for _, f := range d.Fields {
			out = append(out, element{d.Name + "." + f.Name, &f.Meta})
		}
	case *model.Enum:
		for _, v := range d.Values {
			out = append(out, element{d.Name + ":" + v.Value, &v.Meta})
		}
	case *model.Union:
		if d == p.Envelope.Events || d == p.Envelope.Requests || d == p.Envelope.Messages {
			return nil
		}
		for _, v := range d.Variants {
			if v.Tag != "" {
				out = append(out, element{d.Name + ":" + v.Tag, &v.Meta})
			}
		}
	}
	return append(out, element{d.TypeName(), d.Info()})
}

// TestCompiles also checks the size of the protocol.
func TestCompiles(t *testing.T) {
	p := compileWire(t)
	counts := map[string]int{
		"methods":  len(p.Methods),
		"events":   len(p.Envelope.Events.Variants),
		"requests": len(p.Envelope.Requests.Variants),
		"errors":   len(p.Errors),
		"versions": len(p.Versions),
	}
	want := map[string]int{"methods": 8, "events": 23, "requests": 4, "errors": 10, "versions": 10}
	if diff := cmp.Diff(want, counts); diff != "" {
		t.Error(diff)
	}
}

func TestSince(t *testing.T) {
	want := make(map[string]string)
	for version, names := range since {
		for _, name := range strings.Fields(names) {
			want[name] = version
		}
	}
	got := make(map[string]string)
	for _, e := range elements(compileWire(t)) {
		if v := e.meta.Since.Version; v != "" {
			if e.meta.Since.After {
				v += "+"
			}
			got[e.name] = v
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestDocs checks that every element has a doc. An inline type of a method or a field
// is described there.
func TestDocs(t *testing.T) {
	all := elements(compileWire(t))
	for _, e := range all {
		if e.meta.Doc == "" && !inPassing(e.name) {
			t.Errorf("%s has no doc", e.name)
		}
	}
	if len(all) < 250 {
		t.Errorf("only %d elements were found", len(all))
	}
}

func inPassing(name string) bool {
	if strings.Contains(name, ".") {
		return false
	}
	return slices.ContainsFunc([]string{"Params", "Result", "ResultStatus"}, func(suffix string) bool {
		return strings.HasSuffix(name, suffix) && name != "ToolResult" && name != "ExternalToolsResult"
	})
}

// TestExamples checks that every message has an example.
func TestExamples(t *testing.T) {
	p := compileWire(t)
	for _, m := range p.Methods {
		if len(m.Examples) == 0 {
			t.Errorf("method %s has no example", m.Name)
		}
	}
	for _, v := range p.Envelope.Messages.Variants {
		if len(v.Examples) == 0 && len(v.Type.(model.Decl).Info().Examples) == 0 {
			t.Errorf("message %s has no example", v.Tag)
		}
	}
}
