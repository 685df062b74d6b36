package lsp

import (
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/lsp/wire"
)

// offset is the inverse of at.
func offset(text string, p wire.Position) int {
	out := 0
	for range p.Line {
		out += strings.IndexByte(text[out:], '\n') + 1
	}
	for at(text, out).Character < p.Character {
		out++
	}
	return out
}

// applied are texts after a WorkspaceEdit, by the name of their file.
func applied(t *testing.T, texts map[string]string, edit json.RawMessage) map[string]string {
	t.Helper()
	var e struct {
		DocumentChanges []struct {
			TextDocument struct{ URI string }
			Edits        []wire.TextEdit
		}
	}
	if err := json.Unmarshal(edit, &e); err != nil || len(e.DocumentChanges) == 0 {
		t.Errorf("%s is not an edit: %v", edit, err)
	}
	out := maps.Clone(texts)
	for _, c := range e.DocumentChanges {
		name := filepath.Base(c.TextDocument.URI)
		out[name] = edited(out[name], c.Edits)
	}
	return out
}

// edited is a text after edits, all of which refer to it as it is.
func edited(text string, edits []wire.TextEdit) string {
	slices.SortFunc(edits, func(a, b wire.TextEdit) int { return offset(text, b.Range.Start) - offset(text, a.Range.Start) })
	for _, x := range edits {
		text = text[:offset(text, x.Range.Start)] + x.NewText + text[offset(text, x.Range.End):]
	}
	return text
}

// where is the place of the first part of a text that a prefix precedes.
func where(text, prefix, word string) wire.Position {
	return at(text, strings.Index(text, prefix+word)+len(prefix))
}

// TestPlaces asks where names of a spec of several files are.
func TestPlaces(t *testing.T) {
	t.Parallel()
	dir := project{files: several}.write(t)
	s := &session{}
	s.start(t, dir, object{"diagnostics": object{"delay": 0}})
	file, text := filepath.Join(dir, "methods.yaml"), several["methods.yaml"]
	open(s, t, file, text) // the other files are those of the disk
	spot := func(name, prefix, word string) string {
		p := where(several[name], prefix, word)
		raw, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		return name + " " + string(raw)
	}
	ask := func(method string, more object, want ...string) {
		params := object{"textDocument": object{"uri": uri(file)}, "position": where(text, `"state?": `, "State")}
		maps.Copy(params, more)
		s.add(step{Do: "call", Method: method, Params: params}, func(a answer) {
			var list []struct {
				URI      string
				Range    struct{ Start json.RawMessage }
				Location struct {
					URI   string
					Range struct{ Start json.RawMessage }
				}
			}
			if err := json.Unmarshal(a.Result, &list); err != nil {
				t.Fatalf("%s: %v %s", method, err, a.Error)
			}
			var got []string
			for _, x := range list {
				if x.Location.URI != "" {
					x.URI, x.Range = x.Location.URI, x.Location.Range
				}
				if x.URI == "" {
					x.URI = file
				}
				got = append(got, filepath.Base(x.URI)+" "+string(x.Range.Start))
			}
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Errorf("%s: %q, want %q", method, got, want)
			}
		})
	}
	declared := spot("types.yaml", "  ", "State: {enum")
	used := []string{spot("types.yaml", `"state?": `, "State"), spot("methods.yaml", `"state?": `, "State")}
	ask("textDocument/definition", nil, declared)
	ask("textDocument/references", object{"context": object{"includeDeclaration": false}}, slices.Clone(used)...)
	ask("textDocument/references", object{"context": object{"includeDeclaration": true}}, append(slices.Clone(used), declared)...)
	ask("textDocument/documentHighlight", nil, used[1])
	ask("workspace/symbol", object{"query": "NO_TASK"}, spot("errors.yaml", "  ", "NO_TASK"))
	s.stop(t)
	s.run(t)
}

// TestRenamedFiles applies renames: each mode changes the names that it is named after, in all files.
func TestRenamedFiles(t *testing.T) {
	const declared = `  Changed: {fields: {task: Task}}`
	type change = map[string][2]string // by file: what is replaced by what
	for _, c := range []struct {
		mode, file, prefix, word string
		want                     change
	}{
		{"", "types.yaml", "  ", "Task", change{
			"types.yaml": {"  Task:", "  Job:"}, "events.yaml": {"task: Task", "task: Job"}, "methods.yaml": {`"Task[]"`, `"Job[]"`},
		}},
		{"spec", "events.yaml", "  ", "Changed", change{"events.yaml": {declared, `  Changed: {name: Job, fields: {task: Task}}`}}},
		{"wire", "events.yaml", "  ", "Changed", change{"events.yaml": {declared, `  Job: {name: Changed, fields: {task: Task}}`}}},
		{"both", "events.yaml", "  ", "Changed", change{"events.yaml": {declared, `  Job: {fields: {task: Task}}`}}},
		{"was", "events.yaml", "  ", "Changed", change{"events.yaml": {declared, `  Job: {was: [Changed], fields: {task: Task}}`}}},
	} {
		t.Run(c.mode+" "+c.word, func(t *testing.T) {
			t.Parallel()
			dir := project{files: several}.write(t)
			s := &session{}
			s.start(t, dir, object{"diagnostics": object{"delay": 0}, "rename": c.mode})
			open(s, t, filepath.Join(dir, c.file), several[c.file])
			params := object{
				"textDocument": object{"uri": uri(filepath.Join(dir, c.file))},
				"position":     where(several[c.file], c.prefix, c.word), "newName": "Job",
			}
			s.ok(t, step{Do: "call", Method: "textDocument/prepareRename", Params: params})
			s.add(step{Do: "call", Method: "textDocument/rename", Params: params}, func(a answer) {
				want := maps.Clone(several)
				for name, x := range c.want {
					want[name] = strings.Replace(want[name], x[0], x[1], 1)
				}
				for name, text := range applied(t, several, a.Result) {
					if text != want[name] {
						t.Errorf("%s is\n%s\nwant\n%s\n%s", name, text, want[name], a.Error)
					}
				}
			})
			s.stop(t)
			s.run(t)
		})
	}
}

// TestAsCommands applies the layout and all repairs that the server answers: the texts are those
// that fmt -w and check --fix write.
func TestAsCommands(t *testing.T) {
	t.Parallel()
	const name = "spec.yaml"
	text := "wiregen: 1\nprotocol:   {name: demo, version: \"1\"}\ntypes:\n    A: {fields: {a: strin}}\n    B: {fields: {b: string}}\n    C: {fields: {c:   innt}}\n"
	clean := strings.NewReplacer("strin", "string", "innt", "int").Replace(text)
	written := func(text string, args ...string) string {
		dir := project{files: map[string]string{name: text}}.write(t)
		cmd := exec.Command(program, append(args, name)...)
		cmd.Dir = dir
		out, _ := cmd.CombinedOutput() // check --fix exits with 1 where something is left
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || string(got) == text {
			t.Fatalf("%v writes nothing: %v\n%s", args, err, out)
		}
		return string(got)
	}
	fixed, laidOut := written(text, "check", "--fix"), written(clean, "fmt", "-w")
	ask := func(text, method string, params object, read func(answer) string, want string) {
		dir := project{files: map[string]string{name: text}}.write(t)
		file := filepath.Join(dir, name)
		params["textDocument"] = object{"uri": uri(file)}
		s := &session{}
		s.start(t, dir, object{"diagnostics": object{"delay": 0}})
		open(s, t, file, text)
		s.add(step{Do: "call", Method: method, Params: params}, func(a answer) {
			if got := read(a); got != want {
				t.Errorf("%s leads to\n%s\nwant\n%s\n%s", method, got, want, a.Error)
			}
		})
		s.stop(t)
		s.run(t)
	}
	ask(text, "textDocument/codeAction", object{
		"range": object{"start": at(text, 0), "end": at(text, 0)}, "context": object{"diagnostics": []any{}, "only": []string{"source.fixAll"}},
	}, func(a answer) string {
		var list []struct{ Edit json.RawMessage }
		if err := json.Unmarshal(a.Result, &list); err != nil || len(list) != 1 {
			t.Fatalf("the actions are %s %s", a.Result, a.Error)
		}
		return applied(t, map[string]string{name: text}, list[0].Edit)[name]
	}, fixed)
	ask(clean, "textDocument/formatting", object{"options": object{"tabSize": 2, "insertSpaces": true}}, func(a answer) string {
		var list []wire.TextEdit
		if err := json.Unmarshal(a.Result, &list); err != nil {
			t.Fatalf("%v: %s", err, a.Error)
		}
		return edited(clean, list)
	}, laidOut)
}

// TestWide edits and reports behind characters that count as two units of UTF-16.
func TestWide(t *testing.T) {
	t.Parallel()
	const name, before = "spec.yaml", "wiregen: 1\nprotocol: {name: demo, version: \"1\"}\ntypes:\n  A: {doc: 𝒳é𝒳., fields: {a: string}}\n"
	dir := project{files: map[string]string{name: before}}.write(t)
	file := filepath.Join(dir, name)
	s := &session{}
	s.start(t, dir, object{"diagnostics": object{"delay": 0}, "lint": object{"enabled": false}})
	open(s, t, file, before)
	from := where(before, "a: ", "string")
	to := from
	to.Character += wire.Uinteger(len("string"))
	s.ok(t, step{Do: "notify", Method: "textDocument/didChange", Params: object{
		"textDocument": object{"uri": uri(file), "version": 2}, "contentChanges": []object{{"range": object{"start": from, "end": to}, "text": "strin"}},
	}})
	want := found(map[string]string{name: strings.Replace(before, "string", "strin", 1)}, name)
	s.add(step{Do: "diagnostics", URI: uri(file), Version: 2}, func(a answer) {
		if got := shown(t, a); len(want) != 1 || !slices.Equal(got, want) {
			t.Errorf("the editor shows %q and check says %q %s", got, want, a.Error)
		}
	})
	s.stop(t)
	s.run(t)
}

// TestReleased renames a field of a protocol that has releases: readers still accept its old name.
// A release itself is not changed.
func TestReleased(t *testing.T) {
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(dir, os.DirFS("../../examples/klp")); err != nil {
		t.Fatal(err)
	}
	ask := func(name string, what func(answer)) {
		file := filepath.Join(dir, name)
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		s := &session{}
		s.start(t, dir, object{"diagnostics": object{"delay": 0}})
		open(s, t, file, string(text))
		s.add(step{Do: "diagnostics", URI: uri(file), Version: 1}, func(a answer) {
			if a.Error != "" || strings.Contains(string(a.Result), `"severity":1`) {
				t.Errorf("%s: %s %s", name, a.Result, a.Error)
			}
		})
		s.add(step{Do: "call", Method: "textDocument/rename", Params: object{
			"textDocument": object{"uri": uri(file)}, "position": where(string(text), "fields:\n      ", "pc_id:"), "newName": "fresh",
		}}, what)
		s.stop(t)
		s.run(t)
	}
	ask("klp.yaml", func(a answer) {
		if !strings.Contains(string(a.Result), "was") {
			t.Errorf("the old name is not read: %s %s", a.Result, a.Error)
		}
	})
	ask("released/0.45.yaml", func(a answer) {
		if a.Error == "" {
			t.Errorf("a release is changed: %s", a.Result)
		}
	})
}
