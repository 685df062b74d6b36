package evolution

import (
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
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

// A ReviewedChange is a change of spec/wire.yaml as reviewers see it every day.
type ReviewedChange struct {
	Name string
	New  []byte // the spec after it, with the next version
}

// ReviewedChanges are 18 changes of the text of spec/wire.yaml; the rename is there with and
// without its declaration.
func ReviewedChanges(t *testing.T, wire string) []ReviewedChange {
	t.Helper()
	plan := wire[strings.Index(wire, "  PlanDisplay:\n"):strings.Index(wire, "  BtwBegin:\n")]
	turnEnd := wire[strings.Index(wire, "  TurnEnd:\n    "):strings.Index(wire, "  StepBegin:\n")]
	var out []ReviewedChange
	for _, c := range []struct {
		name string
		edit editing
	}{
		{"optional field", after(step, "      model?: {type: string, doc: The model., since: \"1.11\"}\n")},
		{"required field", append(after(step, "      model: {type: string, doc: The model., since: \"1.11\"}\n"), stepShown, "\n    examples:\n      - {n: 1, model: m}\n", "payload: {n: 1}", "payload: {n: 1, model: m}")},
		{"rename", editing{step, strings.Replace(step, " n:", " step:", 1), stepShown, "\n    examples:\n      - {step: 1}\n", "payload: {n: 1}", "payload: {step: 1}"}},
		{"declared rename", editing{step, strings.Replace(step, " n:\n", " step:\n        was: [n]\n", 1), stepShown, "\n    examples:\n      - {step: 1}\n", "payload: {n: 1}", "payload: {step: 1}"}},
		{"variant removed", editing{plan, ""}},
		{"int to float", editing{step, strings.Replace(step, "type: int", "type: float", 1)}},
		{"new error", after(lastError, "  TOO_BUSY:\n    code: -32050\n    since: \"1.11\"\n    doc: It has too much to do.\n")},
		{"default", editing{"type: int = 30", "type: int = 60"}},
		{"enum closed", editing{"    open: true\n    enum:\n      PreToolUse", "    enum:\n      PreToolUse"}},
		{"new event", editing{"  PlanDisplay:\n", "  ModelSwitched:\n    doc: Another model answers.\n    since: \"1.11\"\n    fields:\n      model: {type: string, doc: Its name.}\n\n  PlanDisplay:\n"}},
		{"method deprecated", after("  steer:\n    doc: Adds a message from the user to the turn that is running; the agent sees it before its next step.\n", "    deprecated: {use: prompt}\n")},
		{"optional to required", editing{"      version?:\n        type: string | null\n", "      version:\n        type: string\n"}},
		{"error code", editing{"code: -32004", "code: -32014"}},
		{"documentation", editing{step, strings.Replace(step, "from 1", "beginning with 1", 1)}},
		{"events in another order", editing{turnEnd, "", "  PlanDisplay:\n", turnEnd + "  PlanDisplay:\n"}},
		{"framing limit", editing{"max_bytes: 104857600", "max_bytes: 1048576"}},
		{"ids", editing{"id: {types: [string]}", "id: {types: [string, int]}"}},
		{"enum value removed", editing{"      unauthorized: The server requires the user to log in first.\n", ""}},
		{"string to enum", editing{"      severity:\n        type: string\n", "      severity:\n        type: Severity\n", "  HookAction:\n", "  Severity:\n    doc: How bad it is.\n    since: \"1.11\"\n    enum: {info: News., success: It was done.}\n\n  HookAction:\n"}},
	} {
		out = append(out, ReviewedChange{c.name, []byte(append(c.edit, bump...).apply(t, wire))})
	}
	return out
}

// A TextPair is two versions of a spec.
type TextPair struct{ Name, Old, New string }

// MoreChanges are the changes of a file like testdata/review/more.txtar.
func MoreChanges(t *testing.T, file string) []TextPair {
	t.Helper()
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := func(i int, version string) string {
		if text := string(archive.Files[i].Data); strings.HasPrefix(text, "wiregen:") {
			return text
		}
		return "wiregen: 1\nprotocol: {name: demo, version: \"" + version + "\"}\n" + string(archive.Files[i].Data) + "methods:\n  save: {from: client, notify: Note}\n"
	}
	var out []TextPair
	for i := 0; i+1 < len(archive.Files); i += 2 {
		name, side, _ := strings.Cut(archive.Files[i].Name, " / ")
		if after := archive.Files[i+1].Name; side != "old" || after != name+" / new" {
			t.Fatalf("%s is followed by %s", archive.Files[i].Name, after)
		}
		out = append(out, TextPair{name, text(i, "1"), text(i+1, "2")})
	}
	return out
}
