package spec_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wiregen/wiregen/internal/review/compare"
	"github.com/wiregen/wiregen/spec"
	"github.com/wiregen/wiregen/test/evolution"
)

// TestReviewedChanges compares the spec with 18 changes of it that reviewers see every day:
// each is one finding, but for a rename that is not declared, which is a removal and an
// addition, and an event, which has a type of its own.
func TestReviewedChanges(t *testing.T) {
	want := map[string][]string{ // rule, element, levels for old clients, new clients, journals and the upkeep
		"optional field":          {"field-added StepBegin.model loss ok ok ok"},
		"required field":          {"field-added StepBegin.model loss break break ok"},
		"rename":                  {"field-added StepBegin.step loss(unconfirmed) break break loss(no witness)", "field-removed StepBegin.n break loss(unconfirmed) loss(unconfirmed) loss(no witness)"},
		"declared rename":         {"field-renamed StepBegin.step break ok ok ok"},
		"variant removed":         {"variant-removed event PlanDisplay ok loss loss loss(no witness)"},
		"int to float":            {"type-widened StepBegin.n break ok ok ok"},
		"new error":               {"error-added TOO_BUSY loss loss ok ok"},
		"default":                 {"field-default HookSubscription.timeout danger danger ok ok"},
		"enum closed":             {"enum-closed HookEvent break break break ok"},
		"new event":               {"variant-added event ModelSwitched loss ok ok ok"},
		"method deprecated":       {"deprecation-changed steer ok ok ok ok"},
		"optional to required":    {"field-required ClientInfo.version break ok ok ok"},
		"error code":              {"error-code AUTH_EXPIRED danger danger ok ok"},
		"documentation":           {"doc-changed StepBegin.n ok ok ok ok"},
		"events in another order": nil,
		"framing limit":           {"dialect-changed dialect framing break break ok ok"},
		"ids":                     {"dialect-changed dialect id break break ok ok"},
		"enum value removed":      {"enum-value-removed MCPServerStatus.unauthorized ok break break loss(no witness)"},
		"string to enum":          {"type-narrowed Notification.severity ok break break ok", "type-added Severity ok ok ok ok"},
	}
	old := compileText(t, "wire.yaml", spec.Wire)
	changes := evolution.ReviewedChanges(t, string(spec.Wire))
	for _, c := range changes {
		t.Run(c.Name, func(t *testing.T) {
			if d := cmp.Diff(want[c.Name], found(compare.Compare(old, compileText(t, "wire.yaml", c.New)))); d != "" {
				t.Error(d)
			}
		})
	}
	if len(changes) != len(want) {
		t.Errorf("%d changes, and findings of %d", len(changes), len(want))
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
