package hooks_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

const schemaOfNotes = `{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$defs": {
    "NoteParams": {"type": "object", "properties": {"size": {"type": "integer"}}, "required": ["size"]},
    "NoteResult": {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]}
  }
}
`

// A nightly is a repository with an imported spec, and a fake of the program that writes comments.
type nightly struct {
	*repository
	root, tools, comments, step string
}

// A night is what one run of the action leaves.
type night struct {
	code                            int
	out, summary, outputs, comments string
}

func newNightly(t *testing.T) *nightly {
	t.Helper()
	var action struct {
		Runs struct {
			Steps []struct{ ID, If, Run string }
		}
	}
	read(t, "../../action.yml", &action)
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	n := &nightly{repository: newRepository(t), root: root, tools: t.TempDir(), comments: filepath.Join(t.TempDir(), "comments")}
	for _, step := range action.Runs.Steps {
		if step.ID == "drift" && step.If == "inputs.mode == 'drift'" {
			n.step = step.Run
		}
	}
	n.write("schema.json", schemaOfNotes)
	n.write("methods.json", `{"serverMethods": {"note": "note"}}`)
	n.write("notes.decide.yaml", `source: {files: [schema.json, methods.json]}
spec: {protocol: {name: notes, version: "1"}, dialect: {framing: {kind: ndjson}}}
decisions:
  - {at: NoteResult.id, was: string, do: {sensitive: true}, why: it opens the note}
`)
	n.must("wiregen import --decisions notes.decide.yaml -o notes.yaml && git add . && git commit -q -m two")
	fake := "#!/bin/sh\necho \"$GH_TOKEN $@\" >>" + n.comments + "\nfor last; do :; done\ncat \"$last\" >>" + n.comments + "\n"
	if err := os.WriteFile(filepath.Join(n.tools, "gh"), []byte(fake), 0o777); err != nil {
		t.Fatal(err)
	}
	return n
}

// drift runs the step of the action as the service does, with files for its summary and outputs.
func (n *nightly) drift(env ...string) (got night) {
	n.t.Helper()
	temp := n.t.TempDir()
	_ = os.Remove(n.comments)
	got.code, got.out = n.run("PATH="+n.tools+":$PATH\n"+n.step, append([]string{
		"ACTION=" + n.root, "DECISIONS=notes.decide.yaml", "SPEC=notes.yaml", "SOURCE=", "ISSUE=", "GH_TOKEN=", "RUNNER_TEMP=" + temp,
		"GITHUB_STEP_SUMMARY=" + temp + "/summary", "GITHUB_OUTPUT=" + temp + "/outputs",
	}, env...)...)
	text := func(name string) string {
		text, _ := os.ReadFile(name) // there may be none
		return string(text)
	}
	got.summary, got.outputs, got.comments = text(temp+"/summary"), text(temp+"/outputs"), text(n.comments)
	return got
}

// clean checks that a run has changed no file of the import.
func (n *nightly) clean(what string) {
	n.t.Helper()
	if _, out := n.run("git status --porcelain --untracked-files=all -- notes.yaml notes.source notes.decide.yaml"); out != "" {
		n.t.Errorf("%s: it changes files:\n%s", what, out)
	}
}

// TestDrift runs what the action runs at night, in a repository with an imported spec: as its
// source is unchanged, changed, and changed so that a decision is stale; and as it cannot be
// compared.
func TestDrift(t *testing.T) {
	r := newNightly(t)
	got := r.drift("ISSUE=7", "GH_TOKEN=secret")
	if got.code != 0 || !strings.Contains(got.summary, "notes.yaml is what the source gives") || !strings.HasPrefix(got.outputs, "result=passed\n") || got.comments != "" {
		t.Errorf("nothing changed: %+v", got)
	}

	r.write("newer.json", strings.Replace(schemaOfNotes, `"required": ["size"]`, `"required": ["size", "color"]`, 1))
	r.must(`sed -i 's/"size": {"type": "integer"}/&, "color": {"type": "string"}/' newer.json && mkdir -p new && cp newer.json new/schema.json`)
	got = r.drift("SOURCE=new/schema.json\nmethods.json\n", "ISSUE=7", "GH_TOKEN=secret")
	for _, want := range []string{"- **changed**: type NoteParams\n", "**break**", "`NoteParams.color`", "wiregen import --update --decisions notes.decide.yaml -o notes.yaml new/schema.json methods.json"} {
		if !strings.Contains(got.summary, want) {
			t.Errorf("a change: the summary lacks %q:\n%s", want, got.summary)
		}
	}
	if got.code != 1 || !strings.HasPrefix(got.outputs, "result=failed\ncomment=") {
		t.Errorf("a change: %+v", got)
	}
	if !strings.HasPrefix(got.comments, "secret issue comment 7 --edit-last --create-if-none --body-file ") || !strings.HasSuffix(got.comments, got.summary) {
		t.Errorf("a change: the comment is %s", got.comments)
	}
	r.clean("a change")
	if got = r.drift("SOURCE=new/schema.json\nmethods.json\n"); got.code != 1 || got.comments != "" {
		t.Errorf("nobody asked for a comment: %+v", got)
	}

	r.must(`sed -i 's/"id": {"type": "string"}/"id": {"type": "integer"}/' new/schema.json`)
	got = r.drift("SOURCE=new/schema.json\nmethods.json\n")
	if got.code != 1 || !strings.Contains(got.summary, `"NoteResult.id" was "string" when this was decided, and is "int" now`) {
		t.Errorf("a stale decision: %+v", got)
	}
	r.clean("a stale decision")

	for what, env := range map[string]string{
		"no file":      "SOURCE=missing.json",
		"no decisions": "DECISIONS=",
		"a flag":       "SOURCE=--adopt",
	} {
		if got = r.drift(env); got.code != 2 || got.summary+got.outputs != "" {
			t.Errorf("%s: %+v", what, got)
		}
	}
	r.clean("nothing to compare")
}

// TestDriftWorkflow checks that the workflow of the page is one of this action.
func TestDriftWorkflow(t *testing.T) {
	var action struct{ Inputs map[string]any }
	read(t, "../../action.yml", &action)
	text, err := os.ReadFile("../../docs/adopting.md")
	if err != nil {
		t.Fatal(err)
	}
	_, page, found := strings.Cut(string(text), "**`.github/workflows/drift.yml`**\n\n```yaml\n")
	if !found {
		t.Fatal("the page has no workflow")
	}
	page, _, _ = strings.Cut(page, "```\n")
	var workflow struct {
		Jobs map[string]struct {
			Steps []struct {
				Uses string
				With map[string]string
			}
		}
	}
	if err := yaml.Unmarshal([]byte(page), &workflow); err != nil {
		t.Fatal(err)
	}
	steps := workflow.Jobs["drift"].Steps
	with := steps[len(steps)-1].With
	if with["mode"] != "drift" || len(with) != 6 {
		t.Errorf("the last step has %q", with)
	}
	for name := range with {
		if _, ok := action.Inputs[name]; !ok {
			t.Errorf("the page sets the input %q, which the action does not have", name)
		}
	}
}
