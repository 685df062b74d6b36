package spec_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/review/compare"
	"github.com/wiregen/wiregen/spec"
)

// An editing is texts of a spec, each with the one that replaces it.
type editing []string

func (e editing) apply(t *testing.T, text string) string {
	t.Helper()
	for i := 0; i < len(e); i += 2 {
		if !strings.Contains(text, e[i]) {
			t.Fatalf("the spec does not contain %q", e[i])
		}
		text = strings.ReplaceAll(text, e[i], e[i+1])
	}
	return text
}

// bump gives the spec the next version.
var bump = editing{`version: "1.10"`, `version: "1.11"`, `"1.10"]`, `"1.10", "1.11"]`, `protocol_version: "1.11"`, `protocol_version: "1.10"`}

// after adds a text behind another one.
func after(text, more string) editing { return editing{text, text + more} }

const (
	step      = "the tools that it asks for.\n    fields:\n      n:\n        type: int\n        doc: Number of the step in its turn, from 1.\n"
	stepShown = "\n    examples:\n      - {n: 1}\n"
	lastError = "    doc: The user's login has ended; log in again.\n"
)

// A reviewedChange is a change of the spec that reviewers see every day.
type reviewedChange struct {
	name string
	edit editing
	want []string // rule, element, levels for old clients, new clients, journals and the upkeep
}

// today is the spec with the change, as the next version.
func (c reviewedChange) today(t *testing.T) *model.Protocol {
	t.Helper()
	return compileText(t, "wire.yaml", []byte(append(c.edit, bump...).apply(t, string(spec.Wire))))
}

// reviewedChanges are 18 of them.
func reviewedChanges() []reviewedChange {
	plan := string(spec.Wire)[strings.Index(string(spec.Wire), "  PlanDisplay:\n"):strings.Index(string(spec.Wire), "  BtwBegin:\n")]
	turnEnd := string(spec.Wire)[strings.Index(string(spec.Wire), "  TurnEnd:\n    "):strings.Index(string(spec.Wire), "  StepBegin:\n")]
	return []reviewedChange{
		{"optional field", after(step, "      model?: {type: string, doc: The model., since: \"1.11\"}\n"), []string{"field-added StepBegin.model loss ok ok ok"}},
		{"required field", append(after(step, "      model: {type: string, doc: The model., since: \"1.11\"}\n"), stepShown, "\n    examples:\n      - {n: 1, model: m}\n", "payload: {n: 1}", "payload: {n: 1, model: m}"), []string{"field-added StepBegin.model loss break break ok"}},
		{"rename", editing{step, strings.Replace(step, " n:", " step:", 1), stepShown, "\n    examples:\n      - {step: 1}\n", "payload: {n: 1}", "payload: {step: 1}"}, []string{"field-added StepBegin.step loss(unconfirmed) break break loss(no witness)", "field-removed StepBegin.n break loss(unconfirmed) loss(unconfirmed) loss(no witness)"}},
		{"declared rename", editing{step, strings.Replace(step, " n:\n", " step:\n        was: [n]\n", 1), stepShown, "\n    examples:\n      - {step: 1}\n", "payload: {n: 1}", "payload: {step: 1}"}, []string{"field-renamed StepBegin.step break ok ok ok"}},
		{"variant removed", editing{plan, ""}, []string{"variant-removed event PlanDisplay ok loss loss loss(no witness)"}},
		{"int to float", editing{step, strings.Replace(step, "type: int", "type: float", 1)}, []string{"type-widened StepBegin.n break ok ok ok"}},
		{"new error", after(lastError, "  TOO_BUSY:\n    code: -32050\n    since: \"1.11\"\n    doc: It has too much to do.\n"), []string{"error-added TOO_BUSY loss loss ok ok"}},
		{"default", editing{"type: int = 30", "type: int = 60"}, []string{"field-default HookSubscription.timeout danger danger ok ok"}},
		{"enum closed", editing{"    open: true\n    enum:\n      PreToolUse", "    enum:\n      PreToolUse"}, []string{"enum-closed HookEvent break break break ok"}},
		{"new event", editing{"  PlanDisplay:\n", "  ModelSwitched:\n    doc: Another model answers.\n    since: \"1.11\"\n    fields:\n      model: {type: string, doc: Its name.}\n\n  PlanDisplay:\n"}, []string{"variant-added event ModelSwitched loss ok ok ok"}},
		{"method deprecated", after("  steer:\n    doc: Adds a message from the user to the turn that is running; the agent sees it before its next step.\n", "    deprecated: {use: prompt}\n"), []string{"deprecation-changed steer ok ok ok ok"}},
		{"optional to required", editing{"      version?:\n        type: string | null\n", "      version:\n        type: string\n"}, []string{"field-required ClientInfo.version break ok ok ok"}},
		{"error code", editing{"code: -32004", "code: -32014"}, []string{"error-code AUTH_EXPIRED danger danger ok ok"}},
		{"documentation", editing{step, strings.Replace(step, "from 1", "beginning with 1", 1)}, []string{"doc-changed StepBegin.n ok ok ok ok"}},
		{"events in another order", editing{turnEnd, "", "  PlanDisplay:\n", turnEnd + "  PlanDisplay:\n"}, nil},
		{"framing limit", editing{"max_bytes: 104857600", "max_bytes: 1048576"}, []string{"dialect-changed dialect framing break break ok ok"}},
		{"ids", editing{"id: {types: [string]}", "id: {types: [string, int]}"}, []string{"dialect-changed dialect id break break ok ok"}},
		{"enum value removed", editing{"      unauthorized: The server requires the user to log in first.\n", ""}, []string{"enum-value-removed MCPServerStatus.unauthorized ok break break loss(no witness)"}},
		{"string to enum", editing{"      severity:\n        type: string\n", "      severity:\n        type: Severity\n", "  HookAction:\n", "  Severity:\n    doc: How bad it is.\n    since: \"1.11\"\n    enum: {info: News., success: It was done.}\n\n  HookAction:\n"}, []string{"type-narrowed Notification.severity ok break break ok", "type-added Severity ok ok ok ok"}},
	}
}

// TestReviewedChanges compares the spec with those changes of it: each is one finding, but
// for a rename that is not declared, which is a removal and an addition, and an event, which
// has a type of its own.
func TestReviewedChanges(t *testing.T) {
	for _, c := range reviewedChanges() {
		t.Run(c.name, func(t *testing.T) {
			old := compileText(t, "wire.yaml", spec.Wire)
			if d := cmp.Diff(c.want, found(compare.Compare(old, c.today(t)))); d != "" {
				t.Error(d)
			}
		})
	}
}

// found are the findings, each with its levels, and with a mark where the reference reader
// does not judge a witness as the verdict says.
func found(r *compare.Report) []string {
	var out []string
	for _, f := range r.Findings {
		line := f.Rule.ID + " " + f.Element
		for _, v := range f.Verdicts {
			line += " " + v.Level.String()
			switch w := v.Witness; {
			case v.Level == compare.OK:
			case w == nil:
				line += "(no witness)"
			case !w.Confirmed:
				line += "(unconfirmed)"
			}
		}
		out = append(out, line)
	}
	return out
}
