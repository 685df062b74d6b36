package spec_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/review/compare"
	"github.com/wiregen/wiregen/spec"
	"github.com/wiregen/wiregen/test/evolution"
	"github.com/wiregen/wiregen/test/mend"
)

// TestReviewedChanges compares the spec with 18 changes of it that reviewers see every day:
// each is one finding, but for a rename that is not declared, which is a removal and an
// addition, and an event, which has its own type.
func TestReviewedChanges(t *testing.T) {
	want := map[string][]string{ // rule, element, levels for old clients, new clients, journals and the upkeep, those for code that are not ok
		"optional field":          {"field-added StepBegin.model loss ok ok ok"},
		"required field":          {"field-added StepBegin.model loss break break ok go:danger ts:break"},
		"rename":                  {"field-added StepBegin.step loss(unconfirmed) break break loss(no witness) go:danger ts:break", "field-removed StepBegin.n break loss(unconfirmed) loss(unconfirmed) loss(no witness) go:break ts:break"},
		"declared rename":         {"field-renamed StepBegin.step break ok ok ok go:break ts:break"},
		"variant removed":         {"variant-removed event PlanDisplay ok loss loss loss(no witness) go:break ts:break"},
		"int to float":            {"type-widened StepBegin.n break ok ok ok go:break"},
		"new error":               {"error-added TOO_BUSY loss loss ok ok go:loss ts:loss"},
		"default":                 {"field-default HookSubscription.timeout danger danger ok ok go:danger"},
		"enum closed":             {"enum-closed HookEvent break break break ok ts:break"},
		"new event":               {"variant-added event ModelSwitched loss ok ok ok go:loss ts:loss"},
		"method deprecated":       {"deprecation-changed steer ok ok ok ok"},
		"optional to required":    {"field-required ClientInfo.version break ok ok ok go:break ts:break"},
		"error code":              {"error-code AUTH_EXPIRED danger danger ok ok go:danger ts:danger"},
		"documentation":           {"doc-changed StepBegin.n ok ok ok ok"},
		"events in another order": nil,
		"framing limit":           {"dialect-changed dialect framing break break break(no witness) ok ts:danger"}, // records may be too heavy,
		"ids":                     {"dialect-changed dialect id break break ok ok ts:break"},
		"enum value removed":      {"enum-value-removed MCPServerStatus.unauthorized ok break break loss(no witness) go:break ts:break"},
		"string to enum":          {"type-narrowed Notification.severity ok break break ok go:break ts:break", "type-added Severity ok ok ok ok"},
	}
	old := compileText(t, "wire.yaml", spec.Wire)
	repairs := map[string][]string{}
	changes := evolution.ReviewedChanges(t, string(spec.Wire))
	for _, c := range changes {
		t.Run(c.Name, func(t *testing.T) {
			today := compileText(t, "wire.yaml", c.New)
			r, err := compile.Targets().Compare(old, today)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(want[c.Name], found(r)); d != "" {
				t.Error(d)
			}
			for _, x := range mend.All(r) {
				repairs[c.Name] = append(repairs[c.Name], fmt.Sprintf("%s: %t", x.Of.Repair.Text, x.Made))
				if x.Fault != "" {
					t.Errorf("the repair %s of %s of %s: %s", x.Of.Repair.Text, x.Of.Rule.ID, x.Of.Element, x.Fault)
				}
			}
		})
	}
	if len(changes) != len(want) {
		t.Errorf("%d changes, and findings of %d", len(changes), len(want))
	}
	wantRepairs := map[string][]string{ // whether the repair has edits, for those that do not only undo the change
		"required field":       {"model?:: true"},
		"rename":               {`was: ["n"]: true`, `was: ["n"]: true`},
		"optional to required": {"version?: string | null: true"},
		"enum value removed":   {"unauthorized: {deprecated: true}: false"}, // no value was added
	}
	if d := cmp.Diff(wantRepairs, repairs); d != "" {
		t.Errorf("the repairs differ: -want +got:\n%s", d)
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
		for i, target := range r.Targets {
			if v := f.CodeFor(i); v.Level > compare.OK {
				line += " " + target.Name + ":" + v.Level.String()
			}
		}
		out = append(out, line)
	}
	return out
}
