package lsp

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A project is a spec with other files, in a folder of its own.
type project struct {
	name  string
	files map[string]string // "spec.yaml" is the spec
	word  string            // a name of a type in the spec, where it is used
}

// several is a spec of five files.
var several = map[string]string{
	"spec.yaml": `wiregen: 1
include: [types.yaml, events.yaml, methods.yaml, errors.yaml]
protocol: {name: demo, version: "2", versions: ["1", "2"]}
dialect: {framing: {kind: ndjson}}
`,
	"types.yaml": `types:
  Task:
    doc: One task.
    fields: {id: string, "state?": State}
  State: {enum: [open, done], open: true}
`,
	"events.yaml": `envelope: {name: Happening, tag: type, content: payload}
events:
  Changed: {fields: {task: Task}}
`,
	"methods.yaml": `methods:
  event: {from: agent, notify: Happening}
  list: {from: client, params: {"state?": State}, result: {tasks: "Task[]"}}
`,
	"errors.yaml": `errors:
  NO_TASK: {code: -32001}
`,
}

// schema is imported for a test.
const schema = `{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$defs": {
    "NoteParams": {"type": "object", "properties": {"color": {"$ref": "#/$defs/Color"}}, "required": ["color"]},
    "NoteResult": {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]},
    "Color": {"enum": ["red", "green"]}
  }
}
`

func projects(t *testing.T) []project {
	t.Helper()
	read := func(name string) string {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{"schema.json": schema, "methods.json": `{"serverMethods": {"note": "note"}}`} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(program, "import", "schema.json", "methods.json", "-o", "spec.yaml")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil && cmd.ProcessState.ExitCode() != 1 {
		t.Fatalf("%v\n%s", err, out) // questions are open: the protocol has no name yet
	}
	return []project{
		{"wire", map[string]string{"spec.yaml": read("../../spec/wire.yaml")}, "type: UserInput"},
		{"klp", map[string]string{"spec.yaml": read("../../examples/klp/klp.yaml")}, ""},
		{"several files", several, ""},
		{"imported", map[string]string{"spec.yaml": read(filepath.Join(dir, "spec.yaml"))}, ""},
	}
}

// write writes the files of a project, and returns their folder.
func (p project) write(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range p.files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func open(s *session, t *testing.T, file, text string) {
	s.ok(t, step{Do: "notify", Method: "textDocument/didOpen", Params: object{
		"textDocument": object{"uri": uri(file), "languageId": "yaml", "version": 1, "text": text},
	}})
}

// TestFeatures asks everything at many places of specs. The server answers each question, and where
// it must have something to say it does.
func TestFeatures(t *testing.T) {
	for _, p := range projects(t) {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			dir := p.write(t)
			s := &session{}
			s.start(t, dir, object{"diagnostics": object{"delay": 0}})
			said := map[string]int{} // how often a method has said something
			for name, text := range p.files {
				file := filepath.Join(dir, name)
				open(s, t, file, text)
				s.add(step{Do: "diagnostics", URI: uri(file), Version: 1}, func(a answer) {
					if a.Error != "" || strings.Contains(string(a.Result), `"severity":1`) {
						t.Errorf("%s: %s %s", name, a.Result, a.Error)
					}
				})
				everywhere(s, t, file, text, said)
			}
			s.ok(t, step{Do: "call", Method: "workspace/symbol", Params: object{"query": ""}})
			s.stop(t)
			s.run(t)
			for _, method := range []string{
				"hover", "definition", "references", "documentHighlight", "completion", "documentSymbol", "foldingRange",
				"selectionRange", "prepareRename", "rename", "inlayHint",
			} {
				if said["textDocument/"+method] == 0 {
					t.Errorf("%s never says anything", method)
				}
			}
		})
	}
}

// everywhere asks at some words of a file.
func everywhere(s *session, t *testing.T, file, text string, said map[string]int) {
	doc := object{"uri": uri(file)}
	ask := func(method string, params object, may string) {
		params["textDocument"] = doc
		s.add(step{Do: "call", Method: "textDocument/" + method, Params: params}, func(a answer) {
			switch {
			case a.Error != "" && may == "":
				t.Errorf("%s at %v: %s", method, params["position"], a.Error)
			case a.Error == "" && string(a.Result) != "null" && string(a.Result) != "[]":
				said["textDocument/"+method]++
			}
		})
	}
	whole := object{"start": at(text, 0), "end": at(text, len(text))}
	ask("documentSymbol", object{}, "")
	ask("foldingRange", object{}, "")
	ask("codeLens", object{}, "")
	ask("formatting", object{"options": object{"tabSize": 2, "insertSpaces": true}}, "")
	ask("inlayHint", object{"range": whole}, "")
	every := max(1, len(text)/40)
	for offset := every / 2; offset < len(text); offset += every {
		for offset < len(text)-1 && !letter(text[offset]) {
			offset++
		}
		here := at(text, offset)
		for _, method := range []string{"hover", "definition", "documentHighlight", "completion"} {
			ask(method, object{"position": here}, "")
		}
		ask("references", object{"position": here, "context": object{"includeDeclaration": true}}, "")
		ask("selectionRange", object{"positions": []any{here}}, "")
		ask("prepareRename", object{"position": here}, "where there is no name")
		ask("rename", object{"position": here, "newName": "Fresh"}, "where there is no name")
		ask("codeAction", object{"range": object{"start": here, "end": here}, "context": object{"diagnostics": []any{}}}, "")
	}
}

func letter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// TestRepairs repairs a mistake by the action that the server offers, and all of them at once.
func TestRepairs(t *testing.T) {
	t.Parallel()
	text := strings.Replace(several["types.yaml"], "id: string", "id: strin", 1)
	p := project{files: map[string]string{"spec.yaml": several["spec.yaml"], "types.yaml": text, "events.yaml": several["events.yaml"], "methods.yaml": several["methods.yaml"], "errors.yaml": several["errors.yaml"]}}
	dir := p.write(t)
	file := filepath.Join(dir, "types.yaml")
	s := &session{}
	s.start(t, dir, object{"diagnostics": object{"delay": 0}})
	open(s, t, file, text)
	s.add(step{Do: "diagnostics", URI: uri(file), Version: 1}, func(a answer) {
		if !strings.Contains(string(a.Result), `\"strin\"`) {
			t.Errorf("the mistake is not found: %s", a.Result)
		}
	})
	here := at(text, strings.Index(text, "strin,")+1)
	ask := func(only ...string) {
		context := object{"diagnostics": []any{}}
		if only != nil {
			context["only"] = only
		}
		s.add(step{Do: "call", Method: "textDocument/codeAction", Params: object{
			"textDocument": object{"uri": uri(file)}, "range": object{"start": here, "end": here}, "context": context,
		}}, func(a answer) {
			if !strings.Contains(string(a.Result), "string") {
				t.Errorf("only %v: %s %s", only, a.Result, a.Error)
			}
		})
	}
	ask()
	ask("quickfix")
	ask("source.fixAll")
	s.stop(t)
	s.run(t)
}

// TestReview shows what a change does to old peers at its line, compared with a commit.
func TestReview(t *testing.T) {
	t.Parallel()
	p := project{files: several}
	dir := p.write(t)
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-q", "-m", "one"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	text := strings.Replace(several["methods.yaml"], `"state?": State`, "state: State", 1)
	file := filepath.Join(dir, "methods.yaml")
	s := &session{}
	s.start(t, dir, object{"diagnostics": object{"delay": 0}, "review": object{"against": "HEAD"}})
	open(s, t, file, text)
	doc := object{"uri": uri(file)}
	s.add(step{Do: "call", Method: "textDocument/codeLens", Params: object{"textDocument": doc}}, func(a answer) {
		var lenses []struct {
			Range   struct{ Start struct{ Line int } }
			Command struct{ Title string }
		}
		if err := json.Unmarshal(a.Result, &lenses); err != nil || len(lenses) == 0 || lenses[0].Range.Start.Line != 2 || !strings.HasPrefix(lenses[0].Command.Title, "break: ") {
			t.Errorf("the lenses are %s %s", a.Result, a.Error)
		}
	})
	here := at(text, strings.Index(text, "state: State")+1)
	s.add(step{Do: "call", Method: "textDocument/hover", Params: object{"textDocument": doc, "position": here}}, func(a answer) {
		if !strings.Contains(string(a.Result), "old client") {
			t.Errorf("hovering over the change says %s %s", a.Result, a.Error)
		}
	})
	s.add(step{Do: "call", Method: "textDocument/codeAction", Params: object{
		"textDocument": doc, "range": object{"start": here, "end": here}, "context": object{"diagnostics": []any{}},
	}}, func(a answer) {
		if !strings.Contains(string(a.Result), "state?") {
			t.Errorf("the repair of the change is not offered: %s %s", a.Result, a.Error)
		}
	})
	s.stop(t)
	s.run(t)
}

// TestRenameModes renames a type and a value as the settings say.
func TestRenameModes(t *testing.T) {
	for mode, want := range map[string]string{"": "finished", "spec": "name: ", "wire": "finished", "both": "finished", "was": "was: "} {
		t.Run("rename "+mode, func(t *testing.T) {
			t.Parallel()
			dir := project{files: several}.write(t)
			file, text := filepath.Join(dir, "types.yaml"), several["types.yaml"]
			s := &session{}
			s.start(t, dir, object{"diagnostics": object{"delay": 0}, "rename": mode})
			open(s, t, file, text)
			s.add(step{Do: "call", Method: "textDocument/rename", Params: object{
				"textDocument": object{"uri": uri(file)}, "position": at(text, strings.Index(text, "done")), "newName": "finished",
			}}, func(a answer) {
				t.Logf("%s %s", a.Result, a.Error)
				if mode != "spec" && !strings.Contains(string(a.Result), want) {
					t.Errorf("%s %s, want %s", a.Result, a.Error, want)
				}
			})
			s.stop(t)
			s.run(t)
		})
	}
}
